"""Nerve: name a higher number, or lose your nerve. A small game whose actions are too many to be listed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct

from paddock.core.chance import Outcome
from paddock.core.errors import IllegalAction
from paddock.core.game import (
    OVER,
    Action,
    ActionSpace,
    Event,
    Game,
    Listed,
    Options,
    Pending,
    Result,
    not_asked,
)
from paddock.core.messages import SeatNo, add_catalogue

MOST = 1_000_000


class NerveOptions(Options, frozen=True):
    """There is nothing to choose."""


class Name(Action, frozen=True):
    """Name a number."""

    number: Annotated[int, Meta(ge=1, le=MOST)]


class GiveUp(Action, frozen=True):
    """Name none."""


class Named(Event, frozen=True):
    """A number was named."""

    seat: SeatNo
    number: int


class Lost(Event, frozen=True):
    """Somebody has given up."""

    seat: SeatNo


NerveAction = Name | GiveUp
NerveEvent = Named | Lost


class NerveState(Struct):
    """The last number, whose turn it is, and who has given up."""

    last: int = 0
    turn: int = 0
    loser: int = -1


class Higher:
    """Every number above the last one, and giving up; never listed as a whole."""

    def __init__(self, last: int) -> None:
        self.last = last

    def __contains__(self, action: object) -> bool:
        return isinstance(action, GiveUp) or (isinstance(action, Name) and self.last < action.number <= MOST)

    def __iter__(self) -> Iterator[NerveAction]:
        yield GiveUp()
        yield from (Name(number) for number in range(self.last + 1, MOST + 1))

    def sample(self, rng: random.Random) -> NerveAction:
        if self.last == MOST or rng.random() < 0.2:
            return GiveUp()
        return Name(rng.randint(self.last + 1, MOST))


class Nerve(Game[NerveOptions, NerveState, NerveAction]):
    """Two players, one number after the other."""

    name = "nerve"
    title = "Nerve"
    rules_version = 1
    seats = range(2, 3)
    open_events = True
    longest = MOST + 1
    widest = 1
    Options = NerveOptions
    State = NerveState
    Action = NerveAction
    Event = NerveEvent
    View = NerveState

    def start(self, options: NerveOptions, seats: int) -> NerveState:
        return NerveState()

    def pending(self, state: NerveState) -> Pending:
        return Pending((state.turn,)) if state.loser < 0 else OVER

    def actions(self, state: NerveState, seat: int) -> ActionSpace[NerveAction]:
        return Higher(state.last) if seat in self.pending(state).seats else Listed()

    def act(self, state: NerveState, seat: int, action: NerveAction) -> list[Any]:
        if seat not in self.pending(state).seats:
            raise not_asked("NERVE-1", seat)
        if isinstance(action, GiveUp):
            state.loser = seat
            return [Lost(seat)]
        if action.number <= state.last:
            raise IllegalAction("NERVE-2", "nerve.too-low", last=state.last)
        state.last, state.turn = action.number, 1 - seat
        return [Named(seat, action.number)]

    def resolve(self, state: NerveState, outcome: Outcome) -> list[Any]:
        raise AssertionError("nothing is left to chance")

    def view(self, state: NerveState, seat: int | None) -> NerveState:
        return self.clone(state)

    def result(self, state: NerveState) -> Result | None:
        if state.loser < 0:
            return None
        places = (2, 1) if state.loser == 0 else (1, 2)
        return Result(places, (0.0, 1.0) if state.loser == 0 else (1.0, 0.0))


NERVE = Nerve()
add_catalogue("tests.sample")
