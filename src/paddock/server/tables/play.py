"""A game in play at a table: the state, the log behind it, and drafts of what may come next."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from paddock.core.chance import DiceStream, seed_hash
from paddock.core.errors import LogError
from paddock.core.game import AnyGame
from paddock.core.logs import (
    Decision,
    Drawn,
    End,
    Header,
    Line,
    Log,
    Record,
    TakenBack,
    read_line,
    write_line,
)
from paddock.core.match import replay, state_at
from paddock.core.registry import find_game


class Happening(Struct, frozen=True):
    """What one record brought about."""

    step: int
    by: int | None
    events: list[Any]


class Draft(Struct):
    """Records that are not stored yet, and the state they lead to."""

    first: int
    records: list[Record]
    lines: list[bytes]
    happenings: list[Happening]
    state: Any
    link: str

    @property
    def step(self) -> int:
        """The step after all of them."""
        return self.first + len(self.records) - 1


class StoredRecord(Struct, frozen=True):
    """A record as the database holds it."""

    number: int
    line: bytes
    seat: int | None = None
    decision: str | None = None


class Play:
    """The game as far as it is stored. Drafts change nothing until `keep` takes them in."""

    def __init__(self, game: AnyGame, log: Log, state: Any, remember: int) -> None:
        self.game = game
        self.log = log
        self.state = state
        self.draws = sum(isinstance(record, Drawn) for record in log.records)
        self.acked: dict[tuple[int, str], int] = {}
        self.recent: deque[Happening] = deque(maxlen=remember)

    @property
    def step(self) -> int:
        """The number of the newest record."""
        return len(self.log.records)

    def deciding(self, seat: int, action: Any, seed: bytes) -> Draft:
        """A seat's decision and all the dice that follow; raises IllegalAction."""
        state = self.game.clone(self.state)
        events = self.game.act(state, seat, action)
        draft = Draft(self.step + 1, [], [], [], state, self.log.last_link)
        self._add(draft, Decision(seat, msgspec.to_builtins(action)), seat, events)
        return self._settled(draft, seed)

    def settling(self, seed: bytes) -> Draft:
        """The dice a game starts with."""
        draft = Draft(self.step + 1, [], [], [], self.game.clone(self.state), self.log.last_link)
        return self._settled(draft, seed)

    def taking_back(self, to: int) -> Draft:
        """A return to the state after record `to`; raises LogError across a die."""
        record = TakenBack(to)
        changed = Log(self.log.header)
        for kept in (*self.log.records, record):
            changed.append(kept)
        state = state_at(self.game, changed)
        draft = Draft(self.step + 1, [], [], [], state, self.log.last_link)
        self._add(draft, record, None, [])
        return draft

    def keep(self, draft: Draft) -> None:
        """Take in a draft that is stored now."""
        assert draft.first == self.step + 1
        self.log.records += draft.records
        self.log.lines += draft.lines
        self.log.last_link = draft.link
        self.draws += sum(isinstance(record, Drawn) for record in draft.records)
        self.recent.extend(draft.happenings)
        self.state = draft.state

    def take_in(self, rows: Sequence[StoredRecord]) -> None:
        """Follow records that another process has stored."""
        for row in rows:
            record, link = read_line(row.line, row.number, self.log.last_link)
            assert not isinstance(record, Header)
            draft = Draft(self.step + 1, [record], [row.line], [], self.state, link)
            if isinstance(record, TakenBack):
                draft = self.taking_back(record.to)
            elif not isinstance(record, End):
                by, events = follow(self.game, self.state, record)
                draft.happenings.append(Happening(row.number, by, events))
            self.keep(draft)
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
        return [happening for happening in self.recent if happening.step > step]

    def back_since(self, step: int) -> int | None:
        """The earliest step that was returned to after a step by taking back; None if nothing was."""
        returns = [record.to for record in self.log.records[step:] if isinstance(record, TakenBack)]
        return min(returns, default=None)

    def _settled(self, draft: Draft, seed: bytes) -> Draft:
        dice = DiceStream(seed, self.draws)
        while (chance := self.game.pending(draft.state).chance) is not None:
            outcome = dice.draw(chance)
            self._add(draft, Drawn(outcome), None, self.game.resolve(draft.state, outcome))
        if self.game.pending(draft.state).over:
            self._add(draft, End(seed.hex()), None, [])
        return draft

    def _add(self, draft: Draft, record: Record, by: int | None, events: list[Any]) -> None:
        line, draft.link = write_line(record, draft.link)
        draft.records.append(record)
        draft.lines.append(line)
        draft.happenings.append(Happening(draft.step, by, events))


def follow(game: AnyGame, state: Any, record: Decision | Drawn) -> tuple[int | None, list[Any]]:
    """Apply a stored record to a state; returns who decided and what came of it."""
    if isinstance(record, Decision):
        return record.seat, game.act(state, record.seat, game.action(record.action))
    return None, game.resolve(state, record.outcome)


def begin(game: AnyGame, options: Any, names: Sequence[str], seed: bytes, remember: int) -> Play:
    """A game that has just started, its log with nothing but a header."""
    header = Header(
        game=game.name,
        rules=game.rules_version,
        options=msgspec.to_builtins(options),
        seats=tuple(names),
        seed_hash=seed_hash(seed),
    )
    return Play(game, Log(header), game.start(options, len(names)), remember)


def renamed(log: Log, names: tuple[str, ...]) -> Log | None:
    """The log under other names, written anew since all links follow from the header; None if it has them."""
    if log.header.seats == names:
        return None
    changed = Log(msgspec.structs.replace(log.header, seats=names))
    for record in log.records:
        changed.append(record)
    return changed


def load_log(rows: Iterable[StoredRecord]) -> Log:
    """The log from the lines of the database."""
    lines = iter(rows)
    first = next(lines, None)
    if first is None:
        raise LogError(0, "core.log-empty")
    header: Line
    header, link = read_line(first.line, 0, "")
    assert isinstance(header, Header)
    log = Log(header)
    log.lines = [first.line]
    for number, row in enumerate(lines, start=1):
        record, link = read_line(row.line, number, link)
        assert not isinstance(record, Header)
        log.records.append(record)
        log.lines.append(row.line)
    log.last_link = link
    return log


def resume(rows: Sequence[StoredRecord], remember: int) -> Play:
    """Take up a game where its stored log ends."""
    log = load_log(rows)
    game = find_game(log.header.game)
    state = game.start(game.options(log.header.options), len(log.header.seats))
    play = Play(game, log, state, remember)
    play.recent.extend(_retold(play, log))
    for row in rows:
        play.remember_id(row)
    return play


def _retold(play: Play, log: Log) -> list[Happening]:
    happenings: list[Happening] = []
    for step in replay(log, play.game):
        by = step.record.seat if isinstance(step.record, Decision) else None
        happenings.append(Happening(step.number, by, step.events))
        play.state = step.state
    happenings += [
        Happening(number, None, [])
        for number, record in enumerate(log.records, start=1)
        if isinstance(record, TakenBack)
    ]
    return sorted(happenings, key=lambda happening: happening.step)
