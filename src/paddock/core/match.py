"""A game being played: its state and its log, kept in step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Generic

import msgspec

from paddock.core.chance import DiceStream, Outcome, Stream, outcome_at, seed_hash
from paddock.core.errors import BadInput, IllegalAction, LogError, PaddockError
from paddock.core.game import A, AnyGame, Game, O, S
from paddock.core.logs import Decision, Drawn, End, Header, Log, TakenBack, counting
from paddock.core.registry import find_game


class Match(Generic[O, S, A]):
    """A running game. Decisions come from seats, outcomes from a stream; both go into the log."""

    def __init__(self, game: Game[O, S, A], log: Log, state: S) -> None:
        self.game = game
        self.log = log
        self.state = state

    @property
    def draws(self) -> int:
        """How many outcomes count so far: the counter of the dice stream."""
        return sum(isinstance(record, Drawn) for _, record in counting(self.log.records))

    def decide(self, seat: int, action: A) -> list[Any]:
        """Let a seat decide; raises IllegalAction and changes nothing if it may not."""
        events = self.game.act(self.state, seat, action)
        self.log.append(Decision(seat, msgspec.to_builtins(action)))
        return events

    def draw(self, outcome: Outcome) -> list[Any]:
        """Give the pending chance node its outcome."""
        chance = self.game.pending(self.state).chance
        if chance is None or chance.weight_of(outcome) == 0:
            raise BadInput("core.impossible-outcome", outcome=outcome)
        events = self.game.resolve(self.state, outcome)
        self.log.append(Drawn(outcome))
        return events

    def settle(self, stream: Stream) -> list[Any]:
        """Let the stream answer chance nodes until a seat is asked or the game is over."""
        events: list[Any] = []
        while (chance := self.game.pending(self.state).chance) is not None:
            events += self.draw(stream.draw(chance))
        return events

    def take_back(self, to: int) -> None:
        """Return to the state after record `to`; never across a die or a draw."""
        log = Log(self.log.header)
        for record in (*self.log.records, TakenBack(to)):
            log.append(record)
        self.state = state_at(self.game, log)
        self.log = log

    def end(self, seed: bytes) -> None:
        """Close the log of a finished game and show the seed."""
        if not self.game.pending(self.state).over:
            raise BadInput("core.not-over")
        self.log.append(End(seed.hex()))


def start(game: Game[O, S, A], options: O, seats: Sequence[str], seed: bytes | None = None) -> Match[O, S, A]:
    """Start a game; `seats` names who sits where, the seed's hash goes into the header."""
    game.check_seats(len(seats))
    header = Header(
        game=game.name,
        rules=game.rules_version,
        options=msgspec.to_builtins(options),
        seats=tuple(seats),
        seed_hash=seed_hash(seed) if seed is not None else "",
    )
    return Match(game, Log(header), game.start(options, len(seats)))


class Replayed(msgspec.Struct, frozen=True):
    """One step of a replay: the record, what it brought about, and the state after it."""

    number: int
    record: Decision | Drawn
    events: list[Any]
    state: Any


def game_of(log: Log) -> AnyGame:
    """The game a log belongs to; raises LogError if it was played under other rules."""
    game = find_game(log.header.game)
    if game.rules_version != log.header.rules:
        raise LogError(0, "core.log-rules", found=log.header.rules, known=game.rules_version)
    return game


def _first_state(game: Game[O, S, A], log: Log) -> S:
    try:
        game.check_seats(len(log.header.seats))
        return game.start(game.options(log.header.options), len(log.header.seats))
    except PaddockError as error:
        raise LogError(0, "core.log-refused", reason=str(error)) from error


def replay(log: Log, game: AnyGame | None = None, to: int | None = None) -> Iterator[Replayed]:
    """Play a log again, step by step, up to record `to`; a step's state changes with the next step.

    Raises LogError that names the first record which the rules refuse.
    """
    game = game or game_of(log)
    state = _first_state(game, log)
    for number, record in counting(log.records):
        if to is not None and number > to:
            return
        try:
            if isinstance(record, Decision):
                events = game.act(state, record.seat, game.action(record.action))
            else:
                chance = game.pending(state).chance
                if chance is None or chance.weight_of(record.outcome) == 0:
                    raise LogError(number, "core.log-impossible", outcome=record.outcome)
                events = game.resolve(state, record.outcome)
        except (IllegalAction, BadInput) as error:
            raise LogError(number, "core.log-refused", reason=str(error)) from error
        yield Replayed(number, record, events, state)


def state_at(game: Game[O, S, A], log: Log, number: int | None = None) -> S:
    """The state after record `number` (None: the newest; 0: the start)."""
    state = _first_state(game, log)
    for step in replay(log, game, number):
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
    state = _first_state(game, log)
    steps = replay(log, game)
    counter = 0
    for number, record in counting(log.records):
        if isinstance(record, Drawn):
            chance = game.pending(state).chance
            if chance is not None and outcome_at(seed, counter, chance) != record.outcome:
                raise LogError(number, "core.log-die", outcome=record.outcome)
            counter += 1
        state = next(steps).state
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
    return DiceStream(seed, match.draws)
