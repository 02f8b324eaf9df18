"""Step numbers as each seat sees them: secret records leave no gaps and no trace of their time.

A record counts for a seat (None: a spectator) if the seat learns something from it: an event, its own
decision, whom the game waits for, an undo of something it knew, the end. Other records get no number for that
seat, so neither the number nor the moment of a secret record reveals anything.
"""

from __future__ import annotations

from bisect import bisect_right

from paddock.core.game import AnyGame, Pending
from paddock.core.logs import Decision, Drawn, Record, TakenBack
from paddock.core.match import Happening

Face = int | None


class Numbering:
    """The records of a game that each seat knows of."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.game = game
        self.open = game.open_events
        """Whether all events are public, so that all seats share the same numbers."""
        self._known: dict[Face, list[int]] = {face: [] for face in (None, *range(seats))}
        self._asked: tuple[tuple[int, ...], tuple[int, ...]] | None = None
        self._newest = 0

    def take(self, record: Record, happening: Happening, pending: Pending | None) -> None:
        """Number a record; `pending` is what the game waits for after it, None while it rolls or draws."""
        self._newest = happening.step
        if self.open:
            return
        everyone = not isinstance(record, Decision | Drawn | TakenBack)
        if pending is not None and pending.chance is None:
            asked = (pending.seats, pending.may)
            everyone |= asked != self._asked
            self._asked = asked
        for face, known in self._known.items():
            if everyone or self._learns(face, record, happening):
                known.append(happening.step)

    def _learns(self, face: Face, record: Record, happening: Happening) -> bool:
        if isinstance(record, TakenBack):
            known = self._known[face]
            return bool(known) and known[-1] > record.to
        own = face is not None and happening.by == face
        return own or any(self.game.witness(event, face) is not None for event in happening.events)

    def knows(self, face: Face, step: int) -> bool:
        """Whether a record counts for a seat."""
        return self.open or self.shown(face, step) > self.shown(face, step - 1)

    def shown(self, face: Face, step: int) -> int:
        """The step number that a seat sees for a step."""
        return step if self.open else bisect_right(self._known[face], step)

    def real(self, face: Face, shown: int) -> int:
        """The newest record up to which a seat has seen everything; past the end if out of range."""
        if self.open:
            return shown
        known = self._known[face]
        if shown > len(known):
            return self._newest + 1
        return known[shown] - 1 if shown < len(known) else self._newest
