"""The drives that lead a leaderboard: what their drivers had at any point of the course."""

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
"""How many drives are kept in memory."""


class Chase(Struct, frozen=True):
    """A drive beside the leader's: the score so far, and the leader's when he had come as far.

    None amid a turn, and where there is no leader to compare with.
    """

    score: float | None = None
    leader: float | None = None


class Leaders:
    """Finished drives by their tables; each is played again once."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._drives: dict[str, list[Underway]] = {}

    async def drive(self, table: str) -> list[Underway]:
        """The points of a finished drive, turn by turn."""
        if table not in self._drives:
            play = (await self._registry.table(table)).running_or_over()
            drive = await VISITORS.run(_drive_of, play.game, play.log.copy())
            while len(self._drives) >= _KEPT:
                self._drives.pop(next(iter(self._drives)), None)
            self._drives[table] = drive
        return self._drives[table]


def _drive_of(game: AnyGame, log: Log) -> list[Underway]:
    """The points of a drive alone, the farther the later."""
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
    """The score of a drive at a point of the course, evenly between two of its points; None without any."""
    for before, after in pairwise(drive):
        if done < after.done:
            part = (done - before.done) / (after.done - before.done)
            return before.score + max(0.0, part) * (after.score - before.score)
    return drive[-1].score if drive else None
