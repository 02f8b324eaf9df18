"""Reports of drives: computed once in the background, kept in a folder, shared by all who see the game."""

from __future__ import annotations

import asyncio
import hashlib
import os
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from paddock.analysis import Report, analyse, analysers
from paddock.core.errors import BadInput
from paddock.core.logs import Log, load
from paddock.core.messages import Message
from paddock.core.registry import find_game
from paddock.server.backroom.backroom import Backroom, Tell
from paddock.server.errors import TooMany
from paddock.solve import Store, Wish, find_shelf

Stage = Literal["analysed", "working", "waiting", "missing", "impossible"]


class AnalysisState(Struct, kw_only=True):
    """The report of a drive, or how far the work on it is."""

    stage: Stage
    done: float = 1.0
    reason: Message | None = None
    """Why there is nothing to analyse."""
    report: Report | None = None


class Analyses:
    """Reports in a folder of the server, named by what was analysed and by which solver."""

    def __init__(self, folder: Path, solutions: Path, backroom: Backroom, wish: Wish) -> None:
        self.folder = folder
        self.solutions = solutions
        self.backroom = backroom
        self.wish = wish

    async def state(self, raw: bytes, begin: bool) -> AnalysisState:
        """The report of the drive in a log; `begin`: let it be computed if nobody has."""
        if find_spec("numba") is None:
            return AnalysisState(stage="impossible", reason=Message("server.no-solving"))
        try:
            path = await asyncio.to_thread(self._path, raw)
        except BadInput as error:
            return AnalysisState(stage="impossible", reason=error.message)
        if path.name in self.backroom.refused:
            return AnalysisState(stage="impossible", reason=self.backroom.refused[path.name])
        kept = await asyncio.to_thread(_read, path)
        if kept is not None:
            return AnalysisState(stage="analysed", report=kept)
        errand = self.backroom.find(path.name)
        if errand is None and begin:
            if self.backroom.full:
                raise TooMany("server.too-many-errands")
            args = (raw, str(self.solutions), self.wish, str(path))
            errand = self.backroom.ask(path.name, analyse_log, *args)
        if errand is None:
            return AnalysisState(stage="missing", done=0.0)
        return AnalysisState(stage="working" if errand.begun else "waiting", done=errand.done)

    def _path(self, raw: bytes) -> Path:
        log = load(raw)
        game = log.header.game
        if game not in analysers():
            raise BadInput("analysis.no-analyser", game=game, known=", ".join(analysers()))
        if len(log.header.seats) != 1:
            raise BadInput("analysis.not-solo", n=len(log.header.seats))
        course = find_shelf(game).course(find_game(game).options(log.header.options))
        parts = (*_driven(log), course.file, str(course.rules_version), str(course.solver_version))
        digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]
        return self.folder / f"{game}-{digest}.json"


def _driven(log: Log) -> list[str]:
    """What happened, whoever it was that drove."""
    return [msgspec.json.encode(record).decode() for _, record in log.counted]


def _read(path: Path) -> Report | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Report)
    except (OSError, msgspec.MsgspecError):
        return None


def analyse_log(tell: Tell, raw: bytes, solutions: str, wish: Wish, path: str) -> None:
    """Analyse a drive and keep its report; runs in the backroom."""
    report = analyse(load(raw), wish, Store(Path(solutions)), lambda done, _: tell(done))
    goal = Path(path)
    goal.parent.mkdir(parents=True, exist_ok=True)
    half = goal.with_name(f"{goal.name}.{os.getpid()}")
    half.write_bytes(msgspec.json.encode(report))
    half.replace(goal)
