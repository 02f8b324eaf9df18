"""A game being played: its state and its log, kept in step.

Whoever plays alone changes a match at once: `decide`, `draw`, `settle`, `take_back`. Whoever has to store a
change before it counts asks for a `Draft` first, which changes nothing, and lets the match `keep` it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Generic

import msgspec

from paddock.core.chance import DiceStream, Outcome, Stream, outcome_at, seed_hash
from paddock.core.data import figures_mark, own_data
from paddock.core.errors import BadInput, IllegalAction, LogError, PaddockError
from paddock.core.game import A, AnyGame, Game, O, S
from paddock.core.logs import Decision, Drawn, End, Header, Log, Record, TakenBack, write_line
from paddock.core.play import settle
from paddock.core.registry import find_game
from paddock.core.snapshots import Snapshot, Snapshots


class Happening(msgspec.Struct, frozen=True):
    """What one record brought about, and which seat decided it (None: chance, or a taken-back decision)."""

    step: int
    by: int | None
    events: list[Any]
    cells: Sequence[str] = ()
    """What the cells were called that it happened on."""


class Draft(msgspec.Struct):
    """Records that do not count yet, and the state they lead to."""

    first: int
    records: list[Record]
    lines: list[bytes]
    happenings: list[Happening]
    state: Any
    link: str

    @property
    def step(self) -> int:
        """The number of the newest record after all of them."""
        return self.first + len(self.records) - 1

    def add(self, record: Record, by: int | None, events: list[Any], cells: Sequence[str] = ()) -> None:
        """One more record, what it brought about, and what the cells were called it happened on."""
        line, self.link = write_line(record, self.link)
        self.records.append(record)
        self.lines.append(line)
        self.happenings.append(Happening(self.step, by, events, cells))


class Match(Generic[O, S, A]):
    """A running game. Decisions come from seats, outcomes from a stream; both go into the log."""

    def __init__(self, game: Game[O, S, A], log: Log, state: S, every: int | None = None) -> None:
        """`every` so many records a snapshot is kept; None: never, as suits games that do not go back."""
        self.game = game
        self.log = log
        self.state = state
        self.snapshots = Snapshots(every)

    def __repr__(self) -> str:
        return f"<match of {self.game.name} at step {self.step}>"

    @property
    def step(self) -> int:
        """The number of the newest record."""
        return len(self.log.records)

    def decide(self, seat: int, action: A) -> list[Any]:
        """Let a seat decide; raises IllegalAction and changes nothing if it may not."""
        events = self.game.act(self.state, seat, action)
        self.note(seat, action)
        return events

    def draw(self, outcome: Outcome) -> list[Any]:
        """Give the pending chance node its outcome."""
        chance = self.game.pending(self.state).chance
        if chance is None or chance.weight_of(outcome) == 0:
            raise BadInput("core.impossible-outcome", outcome=outcome)
        events = self.game.resolve(self.state, outcome)
        self.note(None, outcome)
        return events

    def note(self, seat: int | None, what: Any, _events: object = None) -> None:
        """Write down what a seat has just decided, or (None) what was drawn: the state is behind it."""
        self.log.append(Drawn(what) if seat is None else Decision(seat, msgspec.to_builtins(what)))
        self._snap()

    def settle(self, stream: Stream) -> list[Any]:
        """Let the stream answer chance nodes until a seat is asked or the game is over."""
        return settle(self.game, self.state, stream.draw, self.note)

    def take_back(self, to: int) -> None:
        """Return to the state after record `to`; never across a die or a draw."""
        self.keep(self.taking_back(to))

    def end(self, seed: bytes) -> None:
        """Close the log of a finished game and show the seed."""
        if not self.game.pending(self.state).over:
            raise BadInput("core.not-over")
        self.log.append(End(seed.hex()))

    def deciding(self, seat: int, action: A, seed: bytes) -> Draft:
        """A seat's decision and all the dice that follow; raises IllegalAction."""
        draft = self._draft(self.game.clone(self.state))
        cells = self.game.cells(draft.state)
        events = self.game.act(draft.state, seat, action)
        draft.add(Decision(seat, msgspec.to_builtins(action)), seat, events, cells)
        return self._settled(draft, seed)

    def settling(self, seed: bytes) -> Draft:
        """The dice that are pending, such as those a game starts with."""
        return self._settled(self._draft(self.game.clone(self.state)), seed)

    def taking_back(self, to: int) -> Draft:
        """A return to the state after record `to`; raises LogError across a die or a draw."""
        self.log.check_back(to)
        draft = self._draft(state_at(self.game, self.log, to, self.snapshots))
        draft.add(TakenBack(to), None, [])
        return draft

    def keep(self, draft: Draft) -> None:
        """Let a draft count; nothing may have come in between."""
        if draft.first != self.step + 1:
            raise ValueError(f"a draft of record {draft.first} comes too late after record {self.step}")
        self.log.extend(draft.records, draft.lines)
        self.state = draft.state
        self._snap()

    def follow(self, raw: bytes) -> Happening:
        """Take in a line that was stored elsewhere; raises LogError if the log or the rules refuse it."""
        record = self.log.take_in(raw)
        if isinstance(record, TakenBack):
            self.state = state_at(self.game, self.log, record.to, self.snapshots)
        by, events, cells = None, [], self.game.cells(self.state)
        if isinstance(record, Decision | Drawn):
            by = record.seat if isinstance(record, Decision) else None
            events = apply(self.game, self.state, record, self.step)
        self._snap()
        return Happening(self.step, by, events, cells)

    def _draft(self, state: S) -> Draft:
        return Draft(self.step + 1, [], [], [], state, self.log.last_link)

    def _settled(self, draft: Draft, seed: bytes) -> Draft:
        dice = DiceStream(seed, self.log.draws)
        while (chance := self.game.pending(draft.state).chance) is not None:
            outcome = dice.draw(chance)
            cells = self.game.cells(draft.state)
            draft.add(Drawn(outcome), None, self.game.resolve(draft.state, outcome), cells)
        if self.game.pending(draft.state).over:
            draft.add(End(seed.hex()), None, [])
        return draft

    def _snap(self) -> None:
        newest = self.log.records[-1] if self.log.records else None
        if isinstance(newest, TakenBack):
            self.snapshots.drop_after(newest.to)
        elif isinstance(newest, Decision | Drawn):
            self.snapshots.offer(self.step, self.state)


def first_line(game: Game[O, S, A], options: O, seats: Sequence[str], seed: bytes | None) -> Header:
    """The header of a new game; the seed's hash goes into it, and who sits where."""
    game.check_seats(len(seats))
    return Header(
        game=game.name,
        rules=game.rules_version,
        options=msgspec.to_builtins(options),
        seats=tuple(seats),
        seed_hash=seed_hash(seed) if seed is not None else "",
        figures=_figures_of(game) or msgspec.UNSET,
    )


def _figures_of(game: AnyGame) -> str:
    """The mark of the figures a game is played with here; empty if they are those that ship with it."""
    return figures_mark(game.name, game.shipped_data()) if game.name in own_data() else ""


def start(game: Game[O, S, A], options: O, seats: Sequence[str], seed: bytes | None = None) -> Match[O, S, A]:
    """Start a game; `seats` names who sits where, the seed's hash goes into the header."""
    return Match(game, Log(first_line(game, options, seats, seed)), game.start(options, len(seats)))


class Replayed(msgspec.Struct, frozen=True):
    """One step of a replay: the record, what it brought about, and the state after it."""

    number: int
    record: Decision | Drawn
    events: list[Any]
    state: Any
    cells: Sequence[str] = ()
    """What the cells were called that it happened on."""


def game_of(log: Log) -> AnyGame:
    """The game a log belongs to; raises LogError if it was played under other rules or with other figures."""
    game = find_game(log.header.game)
    _check_rules(game, log)
    return game


def _check_rules(game: AnyGame, log: Log) -> None:
    if game.rules_version != log.header.rules:
        raise LogError(0, "core.log-rules", found=log.header.rules, known=game.rules_version)
    played, here = log.header.figures or "shipped", _figures_of(game) or "shipped"
    if played != here:
        raise LogError(0, "core.log-figures", found=played, known=here)


def first_state(game: Game[O, S, A], log: Log) -> S:
    """The state a log starts from; raises LogError if it was played under other rules or other figures."""
    _check_rules(game, log)
    try:
        game.check_seats(len(log.header.seats))
        return game.start(game.options(log.header.options), len(log.header.seats))
    except PaddockError as error:
        raise LogError(0, "core.log-refused", reason=str(error)) from error


def apply(game: AnyGame, state: Any, record: Decision | Drawn, number: int) -> list[Any]:
    """Change a state by a record; raises LogError that names it if the rules refuse."""
    try:
        if isinstance(record, Decision):
            return game.act(state, record.seat, game.action(record.action))
        chance = game.pending(state).chance
        if chance is None or chance.weight_of(record.outcome) == 0:
            raise LogError(number, "core.log-impossible", outcome=record.outcome)
        return game.resolve(state, record.outcome)
    except (IllegalAction, BadInput) as error:
        raise LogError(number, "core.log-refused", reason=str(error)) from error


def replay(
    log: Log, game: AnyGame | None = None, to: int | None = None, since: Snapshot | None = None
) -> Iterator[Replayed]:
    """Play a log again, step by step, up to record `to`; a step's state changes with the next step.

    `since` a snapshot of the same log only what comes after it is played. Raises LogError that names the
    first record which the rules refuse.
    """
    game = game or game_of(log)
    state = first_state(game, log) if since is None else since.restore(game)
    done = since.number if since is not None else 0
    for number, record in log.counted:
        if to is not None and number > to:
            return
        if number > done:
            # A record may end the stage it was driven on: its cells are those from before it.
            cells = game.cells(state)
            yield Replayed(number, record, apply(game, state, record, number), state, cells)


def state_at(
    game: Game[O, S, A], log: Log, number: int | None = None, snapshots: Snapshots | None = None
) -> S:
    """The state after record `number` (None: the newest; 0: the start), from the nearest snapshot if any."""
    since = None
    if snapshots is not None:
        since = snapshots.before(number if number is not None else len(log.records))
    state: S = since.restore(game) if since is not None else first_state(game, log)
    for step in replay(log, game, number, since):
        state = step.state
    return state


def resume(log: Log) -> Match[Any, Any, Any]:
    """Take up a game where its log ends."""
    game = game_of(log)
    return Match(game, log, state_at(game, log))


def verify(log: Log, seed: bytes | None = None, game: AnyGame | None = None) -> int:
    """Recompute every outcome from the seed and replay the game; returns how many were checked."""
    game = game or game_of(log)
    if seed is None:
        if not isinstance(log.records[-1] if log.records else None, End):
            raise LogError(len(log.records), "core.log-unfinished")
        seed = _shown_seed(log)
    if seed_hash(seed) != log.header.seed_hash:
        raise LogError(0, "core.log-seed")
    state = first_state(game, log)
    counter = 0
    for number, record in log.counted:
        if isinstance(record, Drawn):
            chance = game.pending(state).chance
            if chance is not None and outcome_at(seed, counter, chance) != record.outcome:
                raise LogError(number, "core.log-die", outcome=record.outcome)
            counter += 1
        apply(game, state, record, number)
    if log.ended and not game.pending(state).over:
        raise LogError(len(log.records), "core.log-not-over")
    return counter


def _shown_seed(log: Log) -> bytes:
    end = log.records[-1]
    assert isinstance(end, End)
    try:
        return bytes.fromhex(end.seed)
    except ValueError:
        raise LogError(len(log.records), "core.log-seed") from None


def stream_for(match: Match[O, S, A], seed: bytes) -> DiceStream:
    """The dice stream of a match, set to where its log stands."""
    return DiceStream(seed, match.log.draws)
