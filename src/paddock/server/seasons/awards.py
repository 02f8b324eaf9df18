"""Awards of a season, from the statistics of its races."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Literal

from msgspec import Struct
from sqlalchemy import Connection, select

from paddock.server.storage.schema import feats, heats, seats

AuditEntry = Literal["fastest", "flat-outs", "losses-of-control", "luck"]
_SUMMED: tuple[AuditEntry, ...] = ("flat-outs", "losses-of-control", "luck")


class SeasonBest(Struct, frozen=True):
    """The holder of an award: for the shortest time of one race, or for a sum over all races."""

    deed: AuditEntry
    person: str
    value: float
    round: int | None = None
    """The round of the race; None for sums."""


def read(connection: Connection, season: str, drivers: list[str]) -> list[SeasonBest]:
    """Return the awards so far; an award that no race counts is left out."""
    here = (heats.c.season == season) & (heats.c.stage == "over")
    driven = connection.execute(
        select(seats.c.person, seats.c.score, seats.c.unit, heats.c.round)
        .join(heats, heats.c.table_id == seats.c.table_id)
        .where(here, seats.c.person.is_not(None), seats.c.place.is_not(None), seats.c.bot.is_(None))
    ).all()
    done = connection.execute(
        select(seats.c.person, feats.c.name, feats.c.value)
        .join(heats, heats.c.table_id == feats.c.table_id)
        .join(seats, (seats.c.table_id == feats.c.table_id) & (seats.c.seat == feats.c.seat))
        .where(here, seats.c.person.is_not(None), seats.c.bot.is_(None), feats.c.name.in_(_SUMMED))
    ).all()
    times = [(row.score, row.round, row.person) for row in driven if row.unit == "seconds"]
    found = [SeasonBest("fastest", who, score, number) for score, number, who in sorted(times)[:1]]
    return found + summed(
        Counter(row.person for row in driven), [(r.person, r.name, r.value) for r in done], drivers
    )


def summed(
    races: Counter[str], counted: list[tuple[str, str, float]], drivers: list[str]
) -> list[SeasonBest]:
    """Return the awards for sums; of equal drivers the first to join wins.

    Fewest losses of control is an award only for those with the most races, since fewer races mean fewer
    losses.
    """
    sums: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for person, name, value in counted:
        sums[name][person] += value
    most = max(races.values(), default=0)
    found = []
    for deed in _SUMMED:
        mine = sums.get(deed, {})
        if deed == "losses-of-control":
            able = [person for person in drivers if person in mine and races[person] == most]
            best = min(able, key=lambda person: mine[person], default=None)
        else:
            able = [person for person in drivers if mine.get(person, 0) > 0]
            best = max(able, key=lambda person: mine[person], default=None)
        if best is not None:
            found.append(SeasonBest(deed, best, mine[best]))
    return found
