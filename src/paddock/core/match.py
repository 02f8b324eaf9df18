"""A game in progress: its state and its log, kept in step.

`decide`, `draw`, `settle` and `take_back` change a match at once. A caller that has to store a change before
it counts asks for a `Draft`, which changes nothing, and then passes it to `keep`.
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
    """The effects of one record, and the seat that decided it (None: chance, or a decision taken back)."""

    step: int
    by: int | None
    events: list[Any]
    cells: Sequence[str] = ()
    """The names of the cells at the time."""


class Draft(msgspec.Struct):
    """Records that are not yet in force, and the state they lead to."""

    first: int
    records: list[Record]
    lines: list[bytes]
    happenings: list[Happening]
    state: Any
    link: str

    @property
    def step(self) -> int:
        """The number of the newest record once the draft is kept."""
        return self.first + len(self.records) - 1

    def add(self, record: Record, by: int | None, events: list[Any], cells: Sequence[str] = ()) -> None:
        """Adds a record, its events and the names of the cells at the time."""
        line, self.link = write_line(record, self.link)
        self.records.append(record)
        self.lines.append(line)
        self.happenings.append(Happening(self.step, by, events, cells))


class Match(Generic[O, S, A]):
    """A game in progress. Seats supply decisions, a stream supplies outcomes; both are logged."""

    def __init__(self, game: Game[O, S, A], log: Log, state: S, every: int | None = None) -> None:
        """Keeps a snapshot every `every` records; None: never, for games that do not go back."""
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
        """Applies a decision of a seat; raises IllegalAction and changes nothing if it is illegal."""
        events = self.game.act(self.state, seat, action)
        self.note(seat, action)
        return events

    def draw(self, outcome: Outcome) -> list[Any]:
        """Applies an outcome to the pending chance node."""
        chance = self.game.pending(self.state).chance
        if chance is None or chance.weight_of(outcome) == 0:
            raise BadInput("core.impossible-outcome", outcome=outcome)
        events = self.game.resolve(self.state, outcome)
        self.note(None, outcome)
        return events

    def note(self, seat: int | None, what: Any, _events: object = None) -> None:
        """Logs the decision of a seat, or a draw (None), that the state already contains."""
        self.log.append(Drawn(what) if seat is None else Decision(seat, msgspec.to_builtins(what)))
        self._snap()

    def settle(self, stream: Stream) -> list[Any]:
        """Resolves chance nodes from the stream until a seat is asked or the game is over."""
        return settle(self.game, self.state, stream.draw, self.note)

    def take_back(self, to: int) -> None:
        """Returns to the state after record `to`; never across a die or a draw."""
        self.keep(self.taking_back(to))

    def end(self, seed: bytes) -> None:
        """Closes the log of a finished game and reveals the seed."""
        if not self.game.pending(self.state).over:
            raise BadInput("core.not-over")
        self.log.append(End(seed.hex()))

    def deciding(self, seat: int, action: A, seed: bytes) -> Draft:
        """Drafts a seat's decision and all the dice that follow; raises IllegalAction."""
        draft = self._draft(self.game.clone(self.state))
        cells = self.game.cells(draft.state)
        events = self.game.act(draft.state, seat, action)
        draft.add(Decision(seat, msgspec.to_builtins(action)), seat, events, cells)
        return self._settled(draft, seed)

    def settling(self, seed: bytes) -> Draft:
        """Drafts the pending dice, such as those at the start of a game."""
        return self._settled(self._draft(self.game.clone(self.state)), seed)

    def taking_back(self, to: int) -> Draft:
        """Drafts a return to the state after record `to`; raises LogError across a die or a draw."""
        self.log.check_back(to)
        draft = self._draft(state_at(self.game, self.log, to, self.snapshots))
        draft.add(TakenBack(to), None, [])
        return draft

    def keep(self, draft: Draft) -> None:
        """Puts a draft into force; nothing may have changed since it was made."""
        if draft.first != self.step + 1:
            raise ValueError(f"a draft of record {draft.first} comes too late after record {self.step}")
        self.log.extend(draft.records, draft.lines)
        self.state = draft.state
        self._snap()

    def follow(self, raw: bytes) -> Happening:
        """Adds a line that was stored elsewhere; raises LogError if the log or the rules refuse it."""
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
    """Returns the header of a new game, with the hash of the seed and the names of the players."""
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
    """Returns the hash of the figures a game is played with here; empty for the shipped ones."""
    return figures_mark(game.name, game.shipped_data()) if game.name in own_data() else ""


def start(game: Game[O, S, A], options: O, seats: Sequence[str], seed: bytes | None = None) -> Match[O, S, A]:
    """Starts a game; `seats` names the players, and the header contains the hash of the seed."""
    return Match(game, Log(first_line(game, options, seats, seed)), game.start(options, len(seats)))


class Replayed(msgspec.Struct, frozen=True):
    """One step of a replay: the record, its events, and the state after it."""

    number: int
    record: Decision | Drawn
    events: list[Any]
    state: Any
    cells: Sequence[str] = ()
    """The names of the cells at the time."""


def game_of(log: Log) -> AnyGame:
    """Returns the game of a log; raises LogError if it was played under other rules or other figures."""
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
    """Returns the first state of a log; raises LogError if its rules or figures are not the present ones."""
    _check_rules(game, log)
    try:
        game.check_seats(len(log.header.seats))
        return game.start(game.options(log.header.options), len(log.header.seats))
    except PaddockError as error:
        raise LogError(0, "core.log-refused", reason=str(error)) from error


def apply(game: AnyGame, state: Any, record: Decision | Drawn, number: int) -> list[Any]:
    """Applies a record to a state; raises LogError that names the record if the rules refuse it."""
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
    """Replays a log step by step up to record `to`; the next step changes the state of the last one.

    With `since`, a snapshot of the same log, only later records are replayed. Raises LogError that names the
    first record the rules refuse.
    """
    game = game or game_of(log)
    state = first_state(game, log) if since is None else since.restore(game)
    done = since.number if since is not None else 0
    for number, record in log.counted:
        if to is not None and number > to:
            return
        if number > done:
            # A record can end the stage it was driven on, so take the cells from before it.
            cells = game.cells(state)
            yield Replayed(number, record, apply(game, state, record, number), state, cells)


def state_at(
    game: Game[O, S, A], log: Log, number: int | None = None, snapshots: Snapshots | None = None
) -> S:
    """Returns the state after record `number` (None: the newest; 0: the start), from the nearest
    snapshot."""
    since = None
    if snapshots is not None:
        since = snapshots.before(number if number is not None else len(log.records))
    state: S = since.restore(game) if since is not None else first_state(game, log)
    for step in replay(log, game, number, since):
        state = step.state
    return state


def resume(log: Log) -> Match[Any, Any, Any]:
    """Continues a game where its log ends."""
    game = game_of(log)
    return Match(game, log, state_at(game, log))


def verify(log: Log, seed: bytes | None = None, game: AnyGame | None = None) -> int:
    """Recomputes every outcome from the seed and replays the game; returns how many were checked."""
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
    """Returns the dice stream of a match, positioned at the end of its log."""
    return DiceStream(seed, match.log.draws)
