"""Typical durations of games, from recently finished ones."""

from __future__ import annotations

import time
from statistics import median

from msgspec import Struct
from sqlalchemy import select

from paddock.server.records.table_record import TableBrief, read_brief
from paddock.server.records.time_control import Days
from paddock.server.storage.schema import tables
from paddock.server.storage.store import Store

_LATELY = 200
_FEWEST = 3
_LONGEST = 6 * 3600.0
"""Longer games were interrupted and are left out."""
_KEPT = 300.0


class Duration(Struct, frozen=True):
    """The usual minutes of a game with this many seats, and the number of games behind the figure."""

    seats: int
    minutes: int
    games: int


class Durations:
    """Caches durations of the newest games."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: dict[str, tuple[float, list[Duration]]] = {}

    async def of(self, game: str) -> list[Duration]:
        """The durations of a game, for every number of seats with enough finished games."""
        at, known = self._known.get(game, (0.0, []))
        if at and time.monotonic() - at < _KEPT:
            return known
        newest = select(tables.c.brief).where(tables.c.game == game, tables.c.finished.is_not(None))
        async with self.store.read() as connection:
            rows = await connection.execute(newest.order_by(tables.c.finished.desc()).limit(_LATELY))
            found = durations([read_brief(raw) for raw in rows.scalars()])
        self._known[game] = (time.monotonic(), found)
        return found


def durations(games: list[TableBrief]) -> list[Duration]:
    """Median durations by number of seats."""
    took: dict[int, list[float]] = {}
    for game in games:
        if game.finished is None or game.started is None or isinstance(game.pace, Days) or game.uploaded:
            continue
        if game.finished - game.started <= _LONGEST and any(seat.person for seat in game.seats):
            took.setdefault(len(game.seats), []).append(game.finished - game.started)
    return [
        Duration(seats, max(1, round(median(lengths) / 60)), len(lengths))
        for seats, lengths in sorted(took.items())
        if len(lengths) >= _FEWEST
    ]
