"""Perfect drives: solved in the background if needed, stored in a folder and shared by everyone."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from paddock.core.errors import BadInput
from paddock.core.messages import Message
from paddock.core.registry import find_game
from paddock.server.errors import TooMany
from paddock.server.thread_pools import VISITORS
from paddock.server.workers.job_queue import JobQueue, Tell
from paddock.solve import Kept, PerfectDrive, Store, Wish, find_shelf, find_solver, kept, solvers
from paddock.tracks.drawing import Board, board

Stage = Literal["solved", "solving", "waiting", "missing", "unsolvable"]


class PerfectState(Struct, kw_only=True):
    """The best drive known so far, and the progress of the solver."""

    stage: Stage
    done: float = 1.0
    """The share of the work done; a first result may be there long before."""
    stale: bool = False
    """Whether there was a solution of other rules or of an older solver; it is solved again."""
    reason: Message | None = None
    """Why the drive cannot be solved."""
    drive: PerfectDrive | None = None
    board: Board | None = None


class Solutions:
    """Stores solved drives in a folder."""

    def __init__(self, folder: Path, job_queue: JobQueue, wish: Wish) -> None:
        self.store = Store(folder)
        self.job_queue = job_queue
        self.wish = wish

    async def look(self, game: str, options: dict[str, Any]) -> PerfectState:
        """Return what is known of a drive, without starting work."""
        return await self._state(game, options, begin=False)

    async def wanted(self, game: str, options: dict[str, Any]) -> PerfectState:
        """Return what is known of a drive; queues the solver if needed."""
        return await self._state(game, options, begin=True)

    async def _state(self, game: str, options: dict[str, Any], begin: bool) -> PerfectState:
        if game not in solvers():
            raise BadInput("solve.no-solver", game=game, known=", ".join(solvers()))
        if find_spec("numba") is None:
            return PerfectState(stage="unsolvable", reason=Message("server.no-solving"))
        chosen = find_game(game).options(options)
        key = _key(game, chosen)
        refused = self.job_queue.refused.get(key)
        try:
            found, drawn = await VISITORS.run(self._kept, game, chosen)
        except BadInput as error:
            return PerfectState(stage="unsolvable", reason=refused or error.message)
        if refused is not None:
            return PerfectState(stage="unsolvable", reason=refused, drive=found.perfect, board=drawn)
        state = PerfectState(stage="missing", stale=found.stale, drive=found.perfect, board=drawn)
        if found.perfect is not None and find_shelf(game).enough(found.perfect, self.wish):
            state.stage = "solved"
            return state
        job = self.job_queue.find(key)
        if job is None and begin:
            if self.job_queue.full:
                raise TooMany("server.too-many-errands")
            text = msgspec.json.encode(chosen)
            job = self.job_queue.ask(key, solve, game, text, str(self.store.folder), self.wish)
        if job is not None:
            state.stage = "solving" if job.begun else "waiting"
        state.done = job.done if job is not None else 0.0
        return state

    def _kept(self, game: str, chosen: Any) -> tuple[Kept, Board | None]:
        found = kept(game, chosen, self.store)
        road = find_shelf(game).road(chosen)
        return found, board(road) if road.placements else None


@lru_cache(maxsize=4096)
def _key(game: str, chosen: Any) -> str:
    text = msgspec.json.encode(chosen)
    return hashlib.sha256(game.encode() + b"\n" + text).hexdigest()


def solve(tell: Tell, game: str, text: bytes, folder: str, wish: Wish) -> None:
    """Solve a drive and store it; runs in a background job."""
    chosen = find_game(game).options(msgspec.json.decode(text))
    find_solver(game).solved(chosen, wish, Store(Path(folder)), lambda done, _: tell(done))
