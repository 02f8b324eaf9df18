"""A tournament from its first game to its last: kept as it goes, taken up where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from paddock.arena.runner import InProcess, Runner
from paddock.arena.schedule import Fixture, Outing, Tournament
from paddock.arena.standings import decided, looks
from paddock.core.errors import BadInput

GAMES = "games.jsonl"
PLAN = "tournament.json"


class Journal:
    """The games of a tournament in a folder, one line each, written as they finish."""

    def __init__(self, folder: Path, tournament: Tournament) -> None:
        """Open a folder; raises BadInput if it holds another tournament."""
        folder.mkdir(parents=True, exist_ok=True)
        plan = folder / PLAN
        wanted = msgspec.json.format(msgspec.json.encode(msgspec.to_builtins(tournament)), indent=1)
        if plan.exists():
            held = msgspec.json.decode(plan.read_bytes(), type=Tournament)
            if held.mark() != tournament.mark():
                raise BadInput("arena.other-tournament", folder=str(folder))
        else:
            plan.write_bytes(wanted)
        self.path = folder / GAMES
        self.played = {outing.number: outing for outing in self._read()}

    def _read(self) -> Iterator[Outing]:
        """The games so far; a last line that was cut off is dropped."""
        if not self.path.exists():
            return
        lines = self.path.read_bytes().splitlines(keepends=True)
        whole = [line for line in lines if line.endswith(b"\n")]
        if len(whole) < len(lines):
            self.path.write_bytes(b"".join(whole))
        for line in whole:
            yield msgspec.json.decode(line, type=Outing)

    def keep(self, outing: Outing) -> None:
        """Write a game down at once."""
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(outing) + b"\n")
        self.played[outing.number] = outing


class Outcome(msgspec.Struct, frozen=True):
    """The games that count, and whether the order was decided before the last round."""

    tournament: Tournament
    outings: tuple[Outing, ...]
    rounds: int
    decided: bool


def play_tournament(
    tournament: Tournament,
    runner: Runner | None = None,
    journal: Journal | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Outcome:
    """Play until the order is decided or the games are used up; `progress` hears how many are done.

    The order is looked at after fixed numbers of rounds, so that the outcome is the same on whatever it runs.
    """
    tournament.check()
    known = journal.played if journal is not None else {}
    rounds = tournament.rounds
    stops = {at: number for number, at in enumerate(looks(rounds), start=1)} if tournament.decide else {}
    waiting = (f for n in range(rounds) for f in tournament.round(n) if f.number not in known)
    fresh = (runner or InProcess()).play(tournament, waiting)
    counted: list[Outing] = []
    try:
        for number in range(rounds):
            for fixture in tournament.round(number):
                outing = _next(fixture, known, fresh, journal)
                counted.append(outing)
                progress(len(counted))
            look = stops.get(number + 1)
            if look is not None and decided(tournament, counted, look):
                return Outcome(tournament, tuple(counted), number + 1, True)
    finally:
        fresh.close()  # type: ignore[attr-defined]
    return Outcome(tournament, tuple(counted), rounds, False)


def _next(
    fixture: Fixture, known: dict[int, Outing], fresh: Iterator[Outing], journal: Journal | None
) -> Outing:
    found = known.get(fixture.number)
    if found is None:
        found = next(fresh)
        if journal is not None:
            journal.keep(found)
    return found
