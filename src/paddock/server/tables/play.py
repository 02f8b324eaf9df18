"""A game in play at a table: a match, what its players missed lately, and which decisions are known."""

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
    """A record as the database holds it."""

    number: int
    line: bytes
    seat: int | None = None
    decision: str | None = None


class Play(Match[Any, Any, Any]):
    """The game as far as it is stored. Drafts change nothing until `keep` takes them in."""

    def __init__(self, game: AnyGame, log: Log, state: Any, remember: int) -> None:
        super().__init__(game, log, state, _SNAPSHOT_EVERY)
        self.acked: dict[tuple[int, str], int] = {}
        self.recent: deque[Happening] = deque(maxlen=remember)
        self.numbering = Numbering(game, len(log.header.seats))

    def keep(self, draft: Draft) -> None:
        """Take in a draft that is stored now."""
        super().keep(draft)
        self.recent.extend(draft.happenings)
        settled = sum(not isinstance(record, End) for record in draft.records)
        for made, (record, happening) in enumerate(
            zip(draft.records, draft.happenings, strict=True), start=1
        ):
            pending = self.game.pending(self.state) if made == settled else None
            self.numbering.take(record, happening, pending)

    def take_in(self, rows: Sequence[StoredRecord]) -> None:
        """Follow records that another process has stored."""
        for row in rows:
            happening = self.follow(row.line)
            self.recent.append(happening)
            record = self.log.records[-1]
            pending = self.game.pending(self.state) if not isinstance(record, End) else None
            self.numbering.take(record, happening, pending)
            self.remember_id(row)

    def remember_id(self, row: StoredRecord) -> None:
        """Know a decision again that is sent twice."""
        if row.decision is not None and row.seat is not None:
            self.acked[row.seat, row.decision] = row.number

    def since(self, step: int) -> list[Happening] | None:
        """What happened after a step; None if that is too long ago."""
        first = self.recent[0].step if self.recent else self.step + 1
        if step > self.step or first > step + 1:
            return None
        newest = list(takewhile(lambda happening: happening.step > step, reversed(self.recent)))
        return newest[::-1]

    def happening(self, number: int) -> Happening | None:
        """What a record brought about; None if that is too long ago, or taken back."""
        found = next((happening for happening in reversed(self.recent) if happening.step <= number), None)
        return found if found is not None and found.step == number else None

    def back_since(self, step: int, face: int | None) -> int | None:
        """The earliest step returned to after a step by taking back what a seat knew; None if nothing was."""
        returns = [
            record.to
            for number, record in enumerate(self.log.records[step:], start=step + 1)
            if isinstance(record, TakenBack) and self.numbering.knows(face, number)
        ]
        return min(returns, default=None)

    def shown(self, face: int | None, step: int | None = None) -> int:
        """A step, the newest unless one is named, as a seat numbers it."""
        return self.numbering.shown(face, self.step if step is None else step)

    def retell(self) -> None:
        """Play the whole log again, from a state at its start."""
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
    """A game that has just started, its log with nothing but a header."""
    header = first_line(game, options, names, seed)
    return Play(game, Log(header), game.start(options, len(names)), remember)


def load_log(rows: Sequence[StoredRecord]) -> Log:
    """The log from the lines of the database."""
    return Log.read(row.line for row in rows)


def resume(rows: Sequence[StoredRecord], remember: int) -> Play:
    """Take up a game where its stored log ends; raises LogError if it was played under other rules."""
    play = resume_log(load_log(rows), remember)
    for row in rows:
        play.remember_id(row)
    return play


def resume_log(log: Log, remember: int) -> Play:
    """As `resume`, from the log itself."""
    game = game_of(log)
    play = Play(game, log, first_state(game, log), remember)
    if play.numbering.open:
        play.retell()
        return play
    # What was taken back is played again too: it counts in the numbers of those who knew of it.
    play = Play(game, Log.read(log.lines[:1]), first_state(game, log), remember)
    play.take_in([StoredRecord(number, line) for number, line in enumerate(log.lines[1:], start=1)])
    return play
