"""Games for server tests: Pig, a game with secrets, and bots that misbehave."""

from __future__ import annotations

import multiprocessing
import os
import random
import time
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

from msgspec import Meta, Struct

from paddock.core.chance import Chance, Outcome, weighted
from paddock.core.errors import BadInput, IllegalAction
from paddock.core.game import (
    OVER,
    Action,
    Challenge,
    Event,
    Foresight,
    Game,
    Level,
    Listed,
    Options,
    Pending,
    Perspective,
    Result,
    Yardstick,
    not_asked,
)
from paddock.core.registry import add_bot, add_game
from paddock.core.summaries import Underway
from paddock.games.rallyman.gt.components import dice
from tests.sample.pig import PIG

FORBIDDEN_AT_TABLES, UNFORESEEN_AT_TABLES = 99_998, 99_997
"""Numbers that bots may seal when they search, but that the game at the table refuses."""
COLOURS = ("amber", "beryl", "coral", "denim")


_AT_TABLES = {
    FORBIDDEN_AT_TABLES: IllegalAction("SEAL-5", "core.not-asked", seat=0),
    UNFORESEEN_AT_TABLES: KeyError("nobody has foreseen this"),
}


class SealedOptions(Options, frozen=True):
    """The number of rounds."""

    rounds: Annotated[int, Meta(ge=1, le=50)] = 3


class Seal(Action, frozen=True):
    """Choose a number in secret."""

    secret: Annotated[int, Meta(ge=0, le=99_999)]


class Tap(Action, frozen=True):
    """A decision of any seat after the reveal; the same seat may tap again before it passes."""


class Pass(Action, frozen=True):
    """End the taps."""


class Sealed(Event, frozen=True):
    """A seat has chosen a number, which only the seat itself learns."""

    seat: int
    secret: int | None


class Revealed(Event, frozen=True):
    """All choices are disclosed."""

    secrets: tuple[int, ...]
    reveals = True


class Dealt(Event, frozen=True):
    """A seat got a colour, which only the seat itself learns."""

    seat: int
    colour: str | None


class Tapped(Event, frozen=True):
    """A seat tapped."""

    seat: int


class Passed(Event, frozen=True):
    """A seat passed."""

    seat: int


class Count(Struct, frozen=True, tag_field="question"):
    """How many taps?"""


class Ponder(Struct, frozen=True, tag_field="question"):
    """A question that waits until a file exists."""

    file: str


class Stumble(Struct, frozen=True, tag_field="question"):
    """A question the rules refuse to answer."""


class Counted(Struct, frozen=True):
    """The number of taps."""

    taps: int


class SealedState(Struct):
    """Hands of colours, sealed numbers, and the seat that taps."""

    options: SealedOptions
    hands: list[str]
    secrets: list[int | None]
    scores: list[int]
    round: int = 0
    tapper: int = -1
    taps: int = 0
    noise: int = 0
    """The taps of all seats in this round."""


class SealedView(Struct):
    """What a seat can see."""

    seat: int | None
    colour: str | None
    secret: int | None
    chosen: list[bool]
    scores: list[int]
    round: int
    tapper: int
    taps: int


class SealedGame(Game[SealedOptions, SealedState, Any]):
    """Everyone gets a secret colour, then seals secret numbers; the highest scores; then open taps."""

    name = "sealed"
    title = "Sealed"
    rules_version = 1
    yardstick = Yardstick("points", lowest=False)
    seats = range(1, 7)
    longest = 5000
    widest = 4
    Options = SealedOptions
    State = SealedState
    Action = Seal | Tap | Pass
    Event = Sealed | Revealed | Dealt | Tapped | Passed
    View = SealedView
    Question = Count | Ponder | Stumble
    Answer = Counted
    Answers = MappingProxyType({Count: Counted, Ponder: Counted, Stumble: Counted})

    def start(self, options: SealedOptions, seats: int) -> SealedState:
        return SealedState(options, [""] * seats, [None] * seats, [0] * seats)

    def pending(self, state: SealedState) -> Pending:
        if "" in state.hands:
            return Pending(chance=self.deal())
        if state.round >= state.options.rounds:
            return OVER
        if state.tapper >= 0:
            return Pending((state.tapper,))
        return Pending(tuple(i for i, secret in enumerate(state.secrets) if secret is None))

    def deal(self) -> Chance:
        return weighted("colour", [(colour, 1) for colour in COLOURS])

    def actions(self, state: SealedState, seat: int) -> Listed[Any]:
        if seat not in self.pending(state).seats:
            return Listed()
        if state.tapper >= 0:
            return Listed([Tap(), Pass()] if state.taps < 5 else [Pass()])
        return Listed([Seal(n) for n in range(0, 100_000, 250)])

    def act(self, state: SealedState, seat: int, action: Any) -> list[Any]:
        if seat not in self.pending(state).seats:
            raise not_asked("SEAL-1", seat)
        if isinstance(action, Seal):
            if state.tapper >= 0:
                raise IllegalAction("SEAL-2", "core.not-asked", seat=seat)
            if action.secret in _AT_TABLES and multiprocessing.parent_process() is None:
                raise _AT_TABLES[action.secret]
            state.secrets[seat] = action.secret
            events: list[Any] = [Sealed(seat, action.secret)]
            if None not in state.secrets:
                secrets = tuple(s for s in state.secrets if s is not None)
                state.scores[secrets.index(max(secrets))] += 1
                state.secrets = [None] * len(secrets)
                state.tapper = 0
                events.append(Revealed(secrets))
            return events
        if state.tapper != seat:
            raise IllegalAction("SEAL-3", "core.not-asked", seat=seat)
        if isinstance(action, Tap):
            state.taps += 1
            state.noise += 1
            return [Tapped(seat)]
        state.taps = 0
        state.tapper += 1
        if state.tapper == len(state.scores):
            state.tapper, state.noise = -1, 0
            state.round += 1
        return [Passed(seat)]

    def foresee(self, state: SealedState, seat: int, action: Any) -> Foresight:
        if isinstance(action, Tap):
            raise BadInput("core.nothing-to-foresee", game=self.name)
        if isinstance(action, Seal) and action.secret > 90_000 and state.scores[seat]:
            raise IllegalAction("SEAL-4", "core.not-asked", seat=seat)
        return Foresight(state.noise / 10 if isinstance(action, Pass) else 0.0)

    def due(self, state: SealedState, seat: int, action: Any, begun: bool) -> tuple[Any, Foresight] | None:
        if begun or isinstance(action, Pass) != (state.tapper == seat):
            return None
        return action, self.foresee(state, seat, action)

    def resolve(self, state: SealedState, outcome: Outcome) -> list[Any]:
        seat = state.hands.index("")
        state.hands[seat] = str(outcome)
        return [Dealt(seat, str(outcome))]

    def view(self, state: SealedState, seat: int | None) -> SealedView:
        return SealedView(
            seat,
            state.hands[seat] if seat is not None else None,
            state.secrets[seat] if seat is not None else None,
            [secret is not None for secret in state.secrets],
            state.scores,
            state.round,
            state.tapper,
            state.taps,
        )

    def witness(self, event: Any, seat: int | None) -> Any:
        if isinstance(event, Sealed | Dealt) and event.seat != seat:
            return type(event)(event.seat, None)
        return event

    def explore(self, state: SealedState, seat: int, question: Any) -> Counted:
        if isinstance(question, Stumble):
            raise IllegalAction("SEAL-9", "core.not-asked", seat=seat)
        if isinstance(question, Ponder):
            while not Path(question.file).exists():
                time.sleep(0.01)
        return Counted(state.taps)

    def result(self, state: SealedState) -> Result | None:
        if not self.pending(state).over:
            return None
        places = tuple(1 + sum(o > s for o in state.scores) for s in state.scores)
        return Result(places, tuple(float(s) for s in state.scores))

    def underway(self, state: SealedState) -> Underway | None:
        if len(state.scores) > 1:
            return None
        return Underway((state.round + state.taps / 6) / state.options.rounds, float(state.scores[0]))

    def board(self, options: SealedOptions) -> dict[str, Any] | None:
        return {"rounds": options.rounds}

    def course(self, options: SealedOptions) -> str | None:
        return f"{options.rounds} rounds"

    def feats(self, options: SealedOptions, events: Any, result: Result) -> list[dict[str, float]]:
        if (clock := os.environ.get("PADDOCK_TEST_CLOCK")) and Path(clock).with_name("uncountable").exists():
            raise RuntimeError("nothing can be counted")
        return [
            {"taps": float(sum(isinstance(e, Tapped) and e.seat == seat for e in events))}
            for seat in range(len(result.places))
        ]

    def challenge(self, seed: bytes, span: str) -> Challenge | None:
        return Challenge(SealedOptions(rounds=1 + seed[0] % 2))


class CrashingBot:
    """Ends its whole process."""

    name = "crashing"
    level: Level = "champion"
    strength = 1000.0
    pace = 0.0

    def choose(self, perspective: Perspective[Any, Any], rng: random.Random) -> Any:
        os._exit(7)


class SleepingBot:
    """Never returns a decision."""

    name = "sleeping"
    level: Level = "champion"
    strength = 1000.0
    pace = 0.0

    def choose(self, perspective: Perspective[Any, Any], rng: random.Random) -> Any:
        time.sleep(3600)


class CheatingBot:
    """Returns an action that the rules forbid."""

    name = "cheating"
    level: Level = "champion"
    strength = 1000.0
    pace = 0.0

    def choose(self, perspective: Perspective[Any, Any], rng: random.Random) -> Any:
        return Seal(-1)


class RefusedBot:
    """Returns an action that only the game at the table refuses or fails on."""

    name = "refused"
    level: Level = "champion"
    strength = 1000.0
    pace = 0.0
    secret = FORBIDDEN_AT_TABLES

    def choose(self, perspective: Perspective[Any, Any], rng: random.Random) -> Any:
        return Seal(self.secret) if len(list(perspective.actions)) > 2 else Pass()


class UnforeseenBot(RefusedBot):
    name = "unforeseen"
    strength = 900.0
    secret = UNFORESEEN_AT_TABLES


class HazardBot:
    """Returns a random action if the dice of Rallyman: GT show only hazards; fails otherwise."""

    name = "all-hazards"
    level: Level = "champion"
    strength = 1000.0
    pace = 0.0

    def choose(self, perspective: Perspective[Any, Any], rng: random.Random) -> Any:
        if dice().hazard_faces("6") != 6:
            raise RuntimeError("these are the shipped figures")
        return perspective.actions.sample(rng)


SEALED = SealedGame()
add_game(PIG)
add_game(SEALED)
add_bot("sealed", "refused", RefusedBot)
add_bot("sealed", "unforeseen", UnforeseenBot)
add_bot("rallyman-gt", "all-hazards", HazardBot)
add_bot("pig", "crashing", CrashingBot)
add_bot("pig", "sleeping", SleepingBot)
add_bot("pig", "cheating", CheatingBot)
