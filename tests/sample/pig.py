"""Pig: roll as often as you dare; a 1 loses what the turn brought; the first to the goal wins."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from paddock.core.chance import Chance, Outcome
from paddock.core.errors import IllegalAction
from paddock.core.game import OVER, Action, Event, Game, Listed, Options, Pending, Result, not_asked
from paddock.core.messages import SeatNo, add_catalogue

DIE = Chance("die", (1, 2, 3, 4, 5, 6), (1, 1, 1, 1, 1, 1))


class PigOptions(Options, frozen=True):
    """How far it is to the goal."""

    goal: Annotated[int, Meta(ge=2, le=1000)] = 100


class Roll(Action, frozen=True):
    """Roll the die."""


class Hold(Action, frozen=True):
    """Bank the turn's points."""


class Rolled(Event, frozen=True):
    """The die came to rest."""

    seat: SeatNo
    die: int


class Held(Event, frozen=True):
    """A seat banked its points and passed the die."""

    seat: SeatNo
    points: int


class Pigged(Event, frozen=True):
    """A 1: the turn is lost."""

    seat: SeatNo


PigAction = Roll | Hold
PigEvent = Rolled | Held | Pigged


class PigState(Struct):
    """Everything there is to know; there are no secrets in Pig."""

    options: PigOptions
    scores: list[int]
    turn: int = 0
    pot: int = 0
    rolling: bool = False


class Pig(Game[PigOptions, PigState, PigAction]):
    """The sample game of the core."""

    name = "pig"
    title = "Pig"
    rules_version = 1
    seats = range(2, 7)
    open_events = True
    longest = 100_000
    widest = 6
    Options = PigOptions
    State = PigState
    Action = PigAction
    Event = PigEvent
    View = PigState

    def start(self, options: PigOptions, seats: int) -> PigState:
        return PigState(options, [0] * seats)

    def pending(self, state: PigState) -> Pending:
        if self.winner(state) is not None:
            return OVER
        return Pending(chance=DIE) if state.rolling else Pending((state.turn,))

    def actions(self, state: PigState, seat: int) -> Listed[PigAction]:
        if seat not in self.pending(state).seats:
            return Listed()
        return Listed([Roll(), Hold()] if state.pot else [Roll()])

    def act(self, state: PigState, seat: int, action: PigAction) -> list[PigEvent]:
        if seat not in self.pending(state).seats:
            raise not_asked("PIG-TURN-1", seat)
        if isinstance(action, Roll):
            state.rolling = True
            return []
        if not state.pot:
            raise IllegalAction("PIG-TURN-2", "pig.nothing-to-hold")
        points = state.pot
        state.scores[seat] += points
        self.pass_on(state)
        return [Held(seat, points)]

    def resolve(self, state: PigState, outcome: Outcome) -> list[PigEvent]:
        assert isinstance(outcome, int)
        seat, state.rolling = state.turn, False
        if outcome == 1:
            self.pass_on(state)
            return [Rolled(seat, 1), Pigged(seat)]
        state.pot += outcome
        return [Rolled(seat, outcome)]

    def view(self, state: PigState, seat: int | None) -> PigState:
        return self.clone(state)

    def result(self, state: PigState) -> Result | None:
        if self.winner(state) is None:
            return None
        places = tuple(1 + sum(other > score for other in state.scores) for score in state.scores)
        return Result(places, tuple(state.scores))

    def clone(self, state: PigState) -> PigState:
        return PigState(state.options, state.scores[:], state.turn, state.pot, state.rolling)

    def winner(self, state: PigState) -> int | None:
        return next((s for s, score in enumerate(state.scores) if score >= state.options.goal), None)

    def pass_on(self, state: PigState) -> None:
        state.pot = 0
        state.turn = (state.turn + 1) % len(state.scores)


PIG = Pig()
add_catalogue("tests.sample")
