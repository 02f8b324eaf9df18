"""The weekly championship, created by the server: a live race every evening, with alternating games."""

from __future__ import annotations

import hashlib
import time
from datetime import UTC, datetime, timedelta

import msgspec

from paddock.core.registry import bots, games
from paddock.server.records.season_record import Race, SeasonRecord
from paddock.server.records.time_control import Live

_HOUR = 19
_DAYS = 7
_SIZE = 4


def weekly(when: float) -> SeasonRecord | None:
    """Return the championship of the week of a time; None if no game has races."""
    day = datetime.fromtimestamp(when, UTC)
    year, week, weekday = day.isocalendar()
    monday = (day - timedelta(days=weekday - 1)).replace(hour=_HOUR, minute=0, second=0, microsecond=0)
    raced = [name for name, game in games().items() if _SIZE in game.seats and bots(name)]
    if not raced:
        return None
    races = []
    for number in range(_DAYS):
        game = games()[raced[(week + number) % len(raced)]]
        seed = hashlib.sha256(f"paddock weekly {year}-{week}-{number}".encode()).digest()
        options = game.race(seed)
        at = (monday + timedelta(days=number)).timestamp()
        races.append(Race(game.name, msgspec.to_builtins(options), game.course(options), at))
    return SeasonRecord(
        id=f"weekly{year}w{week:02}",
        name=f"Paddock Weekly {year}/{week:02}",
        public=True,
        pace=Live(bank=600, increment=15),
        size=_SIZE,
        bots="club",
        races=races,
        created=time.time(),
    )
