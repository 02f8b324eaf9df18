"""The scores of leading drives at every point of the course."""

from __future__ import annotations

from itertools import pairwise

from msgspec import Struct

from paddock.core.game import AnyGame
from paddock.core.logs import Log
from paddock.core.match import first_state, replay
from paddock.core.summaries import Underway
from paddock.server.tables.registry import TableRegistry
from paddock.server.thread_pools import VISITORS

_KEPT = 200
"""The number of drives to keep in memory."""


class Chase(Struct, frozen=True):
    """The score of a drive so far, and the leader's at the same point of the course.

    Both are None in the middle of a turn and without a leader.
    """

    score: float | None = None
    leader: float | None = None


class Leaders:
    """Caches finished drives by table; each is replayed once."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._drives: dict[str, list[Underway]] = {}

    async def drive(self, table: str) -> list[Underway]:
        """Return the points of a finished drive, turn by turn."""
        if table not in self._drives:
            play = (await self._registry.table(table)).running_or_over()
            drive = await VISITORS.run(_drive_of, play.game, play.log.copy())
            while len(self._drives) >= _KEPT:
                self._drives.pop(next(iter(self._drives)), None)
            self._drives[table] = drive
        return self._drives[table]


def _drive_of(game: AnyGame, log: Log) -> list[Underway]:
    """Return the points of a solo drive in ascending distance."""
    reached = [game.underway(first_state(game, log))]
    reached += [game.underway(step.state) for step in replay(log, game)]
    points: list[Underway] = []
    for point in filter(None, reached):
        if points and point.done <= points[-1].done:
            points[-1] = Underway(points[-1].done, point.score, points[-1].cell)
        else:
            points.append(point)
    return points


def score_at(drive: list[Underway], done: float) -> float | None:
    """Return the score at a point of the course, interpolated between two points; None without points."""
    for before, after in pairwise(drive):
        if done < after.done:
            part = (done - before.done) / (after.done - before.done)
            return before.score + max(0.0, part) * (after.score - before.score)
    return drive[-1].score if drive else None
