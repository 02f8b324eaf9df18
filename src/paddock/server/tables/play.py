"""A running game at a table: the match, recent events, and known request ids."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from msgspec import Struct

from paddock.core.game import AnyGame
from paddock.core.logs import Decision, End, Log, TakenBack
from paddock.core.match import Draft, Happening, Match, first_line, first_state, game_of, replay
from paddock.server.tables.visible_steps import Numbering

_SNAPSHOT_EVERY = 16


class StoredRecord(Struct, frozen=True):
    """A stored record."""

    number: int
    line: bytes
    seat: int | None = None
    decision: str | None = None


class Play(Match[Any, Any, Any]):
    """The game up to the last stored record. Drafts change nothing until `keep` applies them."""

    def __init__(self, game: AnyGame, log: Log, state: Any, remember: int) -> None:
        super().__init__(game, log, state, _SNAPSHOT_EVERY)
        self.acked: dict[tuple[int, str], int] = {}
        self.recent: deque[Happening] = deque(maxlen=remember)
        self.numbering = Numbering(game, len(log.header.seats))

    def keep(self, draft: Draft) -> None:
        """Apply a draft that has been stored."""
        super().keep(draft)
        self.recent.extend(draft.happenings)
        settled = sum(not isinstance(record, End) for record in draft.records)
        for made, (record, happening) in enumerate(
            zip(draft.records, draft.happenings, strict=True), start=1
        ):
            pending = self.game.pending(self.state) if made == settled else None
            self.numbering.take(record, happening, pending)

    def take_in(self, rows: Sequence[StoredRecord]) -> None:
        """Apply records that another process has stored."""
        for row in rows:
            happening = self.follow(row.line)
            self.recent.append(happening)
            record = self.log.records[-1]
            pending = self.game.pending(self.state) if not isinstance(record, End) else None
            self.numbering.take(record, happening, pending)
            self.remember_id(row)

    def remember_id(self, row: StoredRecord) -> None:
        """Remember a decision's request id, so that a repeated request is not applied again."""
        if row.decision is not None and row.seat is not None:
            self.acked[row.seat, row.decision] = row.number

    def since(self, step: int) -> list[Happening] | None:
        """What happened after a step; None if that is no longer in memory."""
        first = self.recent[0].step if self.recent else self.step + 1
        if step > self.step or first > step + 1:
            return None
        newest = list(takewhile(lambda happening: happening.step > step, reversed(self.recent)))
        return newest[::-1]

    def happening(self, number: int) -> Happening | None:
        """What a record caused; None if it is no longer in memory or was undone."""
        found = next((happening for happening in reversed(self.recent) if happening.step <= number), None)
        return found if found is not None and found.step == number else None

    def back_since(self, step: int, face: int | None) -> int | None:
        """The earliest step that undos visible to this seat went back to since `step`; None if none did."""
        returns = [
            record.to
            for number, record in enumerate(self.log.records[step:], start=step + 1)
            if isinstance(record, TakenBack) and self.numbering.knows(face, number)
        ]
        return min(returns, default=None)

    def shown(self, face: int | None, step: int | None = None) -> int:
        """The number under which a seat knows a step (default: the newest)."""
        return self.numbering.shown(face, self.step if step is None else step)

    def retell(self) -> None:
        """Replay the whole log from the first state."""
        happenings: list[Happening] = []
        for step in replay(self.log, self.game):
            by = step.record.seat if isinstance(step.record, Decision) else None
            happenings.append(Happening(step.number, by, step.events, step.cells))
            self.state = step.state
            self.snapshots.offer(step.number, step.state)
        happenings += [
            Happening(number, None, [])
            for number, record in enumerate(self.log.records, start=1)
            if isinstance(record, TakenBack)
        ]
        self.recent.extend(sorted(happenings, key=lambda happening: happening.step))


def begin(game: AnyGame, options: Any, names: Sequence[str], seed: bytes, remember: int) -> Play:
    """A new game whose log contains only the header."""
    header = first_line(game, options, names, seed)
    return Play(game, Log(header), game.start(options, len(names)), remember)


def load_log(rows: Sequence[StoredRecord]) -> Log:
    """Parse a log from database rows."""
    return Log.read(row.line for row in rows)


def resume(rows: Sequence[StoredRecord], remember: int) -> Play:
    """Replay a stored log to its end; raises LogError if it was played under other rules."""
    play = resume_log(load_log(rows), remember)
    for row in rows:
        play.remember_id(row)
    return play


def resume_log(log: Log, remember: int) -> Play:
    """As `resume`, from a parsed log."""
    game = game_of(log)
    play = Play(game, log, first_state(game, log), remember)
    if play.numbering.open:
        play.retell()
        return play
    # Undone records are replayed too: they count in the step numbers of seats that saw them.
    play = Play(game, Log.read(log.lines[:1]), first_state(game, log), remember)
    play.take_in([StoredRecord(number, line) for number, line in enumerate(log.lines[1:], start=1)])
    return play
