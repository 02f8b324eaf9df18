"""The calendar of challenges: a daily and a monthly one for every game that offers them."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Literal

from msgspec import Struct

from paddock.server.errors import Unknown

Span = Literal["daily", "monthly"]
ATTEMPTS: dict[Span, int] = {"daily": 3, "monthly": 10}
_FIRST_YEAR = 2020
_ID = re.compile(r"(?:(daily)-(\d{4})-(\d{2})-(\d{2})|(monthly)-(\d{4})-(\d{2}))-([a-z0-9-]{1,64})")


class Slot(Struct, frozen=True):
    """The time span of one game's challenge."""

    span: Span
    game: str
    first: datetime

    @property
    def id(self) -> str:
        """The challenge's id, such as `daily-2026-11-15-rallyman-gt`."""
        form = "%Y-%m-%d" if self.span == "daily" else "%Y-%m"
        return f"{self.span}-{self.first.strftime(form)}-{self.game}"

    @property
    def opens(self) -> float:
        """When it opens."""
        return self.first.timestamp()

    @property
    def closes(self) -> float:
        """When it closes."""
        if self.span == "daily":
            return (self.first + timedelta(days=1)).timestamp()
        return (self.first + timedelta(days=32)).replace(day=1).timestamp()


def slot_at(span: Span, game: str, now: float) -> Slot:
    """The slot that is open at a time."""
    today = datetime.fromtimestamp(now, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return Slot(span, game, today if span == "daily" else today.replace(day=1))


def slot_before(slot: Slot) -> Slot:
    """The slot before this one."""
    return slot_at(slot.span, slot.game, slot.opens - 1)


def read_id(challenge: str) -> Slot:
    """The slot of a challenge's id; raises Unknown."""
    found = _ID.fullmatch(challenge)
    if found is None:
        raise Unknown("server.no-challenge")
    day, year, month, date, _, other_year, other_month, game = found.groups()
    if int(year or other_year) < _FIRST_YEAR:
        raise Unknown("server.no-challenge")
    try:
        if day:
            return Slot("daily", game, datetime(int(year), int(month), int(date), tzinfo=UTC))
        return Slot("monthly", game, datetime(int(other_year), int(other_month), 1, tzinfo=UTC))
    except ValueError:
        raise Unknown("server.no-challenge") from None


def closes(challenge: str) -> float:
    """When a challenge closes."""
    return read_id(challenge).closes


class Streak(Struct, frozen=True):
    """A person's streak in a daily activity."""

    days: int
    """Consecutive days up to today, or up to yesterday if today's is still open."""
    longest: int
    today: bool


def streak_of(days: Collection[int], today: int) -> Streak:
    """The streak from day numbers on which something was finished."""
    runs = dict.fromkeys(sorted(days), 0)
    for day in runs:
        runs[day] = runs.get(day - 1, 0) + 1
    now = runs.get(today, runs.get(today - 1, 0))
    return Streak(now, max(runs.values(), default=0), today in runs)
