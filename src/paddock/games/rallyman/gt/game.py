"""Rallyman: GT as a game of Paddock: the contract, in the order every game follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from paddock.core.chance import Outcome, weighted
from paddock.core.decks import shuffled
from paddock.core.errors import BadInput, IllegalAction
from paddock.core.game import (
    OVER,
    ActionSpace,
    Challenge,
    Game,
    Listed,
    Pending,
    Report,
    Result,
    Yardstick,
    not_asked,
)
from paddock.games.rallyman import spelling
from paddock.games.rallyman.feats import driver_feats
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt import pictures, pits, questions, rolling, solo, turn, views
from paddock.games.rallyman.gt.actions import Events
from paddock.games.rallyman.gt.components import TOKENS, components, dice
from paddock.games.rallyman.gt.order import ranking
from paddock.games.rallyman.gt.report import GtReport
from paddock.games.rallyman.gt.spaces import space
from paddock.games.rallyman.gt.state import Car, GtOptions, clone, road_of
from paddock.games.rallyman.gt.state import State as GtState
from paddock.tracks.drawing import board
from paddock.tracks.generator import CircuitWish, generate
from paddock.tracks.layouts import course_name

_RECORDS_APART = ("changing_weather", "flying_start", "red_zone")
"""Options that make a record one of its own kind."""
_ASKED = tuple(Pending(seats=(seat,)) for seat in range(6))


class RallymanGt(Game[GtOptions, GtState, a.GtAction]):
    """Rallyman: GT for one to six drivers."""

    name = "rallyman-gt"
    title = "Rallyman: GT"
    rules_version = 1
    seats = range(1, 7)
    longest = 400_000
    yardstick = Yardstick("seconds", lowest=True)
    widest = 16
    Options = GtOptions
    State = GtState
    Action = a.GtAction
    Event = a.GtEvent
    View = views.GtView
    Question = questions.GtQuestion
    Answer = questions.GtAnswer
    Answers = questions.ANSWERS

    def start(self, options: GtOptions, seats: int) -> GtState:
        """All cars wait for their place on the grid (GT-SETUP-1 to -6)."""
        self.check_seats(seats)
        road = road_of(options.track)
        if not road.grid:
            raise BadInput("rallyman-gt.no-grid")
        if seats == 1 and options.laps != components().solo.laps:
            raise BadInput("rallyman-gt.solo-one-lap", laps=options.laps)
        if len(options.car_classes) > seats:
            raise BadInput("rallyman-gt.too-many-classes", classes=len(options.car_classes), cars=seats)
        return GtState(
            options=options,
            cars=[Car(car_class=options.class_of(seat)) for seat in range(seats)],
            bag=shuffled(components().damage_bag.tokens),
            weather=options.weather,
            turn_weather=options.weather,
        )

    def pending(self, state: GtState) -> Pending:
        """The seat on turn, the dice being rolled or the token being drawn."""
        match state.phase:
            case "roll" | "flat":
                step = state.plan[state.at]
                return dice().roll(step.die, step.brakes)
            case "damage":
                return Pending(chance=state.bag.next("damage"))
            case "grid":
                waiting = [seat for seat in range(len(state.cars)) if seat not in state.order]
                return Pending(chance=weighted("grid", ((seat, 1) for seat in waiting)))
            case "over":
                return OVER
            case _:
                return _ASKED[state.order[state.turn]]

    def actions(self, state: GtState, seat: int) -> ActionSpace[a.GtAction]:
        """What the seat may decide; plans are listed lazily."""
        if self.pending(state).seats != (seat,):
            return Listed()
        return space(state)

    def act(self, state: GtState, seat: int, action: a.GtAction) -> list[Any]:
        """Check a decision of the seat on turn and carry it out."""
        if self.pending(state).seats != (seat,):
            raise not_asked("GT-ROUND-1", seat)
        phases, rule, carry_out = _DECISIONS[type(action)]
        if state.phase not in phases:
            words = "no-pit-stop" if rule == "GT-PIT-1" else "not-now"
            raise IllegalAction(rule, f"rallyman-gt.{words}", phase=state.phase)
        events: Events = []
        carry_out(state, action, events)
        return events

    def resolve(self, state: GtState, outcome: Outcome) -> list[Any]:
        """Carry out what the dice or the bag came to."""
        events: Events = []
        _OUTCOMES[state.phase](state, outcome, events)
        return events

    def view(self, state: GtState, seat: int | None) -> views.GtView:
        """Everything on the table; nothing is hidden."""
        return views.view(state, seat)

    def cells(self, state: GtState) -> Sequence[str]:
        """The names of the track's cells, such as 0:A1."""
        return road_of(state.options.track).names

    def pieces(self, state: GtState) -> Counter[str]:
        """The damage tokens: in the bag, drawn, on dashboards, flags on the track, set aside."""
        found = Counter(state.bag.pool)
        found.update(state.drawn)
        found["yellow_flag"] += len(state.flags)
        found["weather"] += state.aside
        for car in state.cars:
            found.update(dict(zip(TOKENS, car.damage, strict=True)))
        return found

    def result(self, state: GtState) -> Result | None:
        """Places by GT-END-3, -4 and GT-END-D4; alone, the result of the score sheet."""
        if state.phase != "over":
            return None
        if state.solo:
            if not state.places:
                return Result((1,), (0.0,), "retired")
            return Result((1,), (float(solo.result_seconds(state.marks, state.cars[0].focus)),), "seconds")
        order = ranking(state)
        seats = len(state.cars)
        places = [len(order) + 1] * seats
        for place, seat in enumerate(order, 1):
            places[seat] = place
        return Result(tuple(places), tuple(float(seats - place) for place in places))

    def explore(self, state: GtState, seat: int, question: Any) -> Any:
        """Legal next steps with odds, dice for tapped cells, layouts after a failed flat out."""
        return questions.answer(state, seat, question)

    def report(self) -> Report:
        """Lap times, losses, pit stops and the worth of the grid over many races."""
        return GtReport()

    def board(self, options: GtOptions) -> dict[str, Any] | None:
        """The circuit as a drawing with the place of every cell; None for a plain ring of faces."""
        if isinstance(options.track, tuple):
            return None
        drawing: dict[str, Any] = msgspec.to_builtins(board(road_of(options.track)))
        return drawing

    def course(self, options: GtOptions) -> str | None:
        """Circuit, class and rules that records are kept under (GT-BOARD-D4); None for a plain ring."""
        if isinstance(options.track, tuple):
            return None
        car_class = options.class_of(0)
        apart = [
            *([car_class] if car_class != GtOptions().car_class else []),
            *(rule.replace("_", " ") for rule in _RECORDS_APART if getattr(options, rule)),
        ]
        return " · ".join([course_name(options.track), *apart])

    def feats(
        self, options: GtOptions, events: Sequence[a.GtEvent], result: Result
    ) -> list[dict[str, float]]:
        """Flat outs, losses of control and luck of every driver."""
        return driver_feats(events, len(result.places), dice())

    def challenge(self, seed: bytes, span: str) -> Challenge | None:
        """A time trial over a circuit nobody has driven: short for a day, long for a month."""
        tiles = 12 if span == "daily" else 18
        wish = CircuitWish(tiles=tiles, lanes="mixed" if seed[0] % 2 else "three")
        circuit = generate(wish, int.from_bytes(seed[:6], "big"))
        return Challenge(GtOptions(track=circuit, flying_start=bool(seed[1] % 2)))

    def write_action(self, state: GtState, action: a.GtAction) -> str:
        """An action in one line; plans and layouts name their cells."""
        match action:
            case a.Plan():
                return spelling.write_plan(road_of(state.options.track), action.steps, action.way)
            case a.Relay():
                return spelling.write_relay(road_of(state.options.track), action.steps)
            case _:
                return super().write_action(state, action)

    def read_action(self, state: GtState, text: str) -> a.GtAction:
        """The action of a line."""
        if spelling.is_steps(text):
            return self.action(spelling.read_steps(road_of(state.options.track), text))
        return super().read_action(state, text)

    def text(self, state: GtState, seat: int | None = None) -> str:
        """The road with the cars on it and a line for every driver."""
        return pictures.text(state)

    def svg(self, state: GtState, seat: int | None = None) -> str:
        """The drawn road with the cars on it."""
        return pictures.svg(state)

    def clone(self, state: GtState) -> GtState:
        """An independent copy."""
        return clone(state)


def _grid(state: GtState, outcome: Outcome, events: Events) -> None:
    """The next place on the grid goes to a car drawn by lot (GT-SETUP-7 to -10)."""
    seat = int(outcome)
    slot = len(state.order)
    car = state.cars[seat]
    car.status, car.cell = "track", road_of(state.options.track).grid[slot]
    state.order = (*state.order, seat)
    events.append(a.LinedUp(seat, slot + 1, car.cell))
    if len(state.order) == len(state.cars):
        if state.options.choose_tyres:
            state.phase = "tyres"
        else:
            turn.begin_round(state, events)


def _choose_tyre(state: GtState, action: a.ChooseTyre, events: Events) -> None:
    """Tyres are chosen openly in starting order (GT-ADV-1, GT-ADV-D7)."""
    state.car.tyre = action.tyre
    events.append(a.TyreChosen(state.seat, action.tyre))
    _tyres_on(state, events)


def _tyres_on(state: GtState, events: Events) -> None:
    state.turn += 1
    if state.turn == len(state.order):
        turn.begin_round(state, events)


def _retire(state: GtState, _: a.Retire, events: Events) -> None:
    turn.retire(state, events)


_ANY_TIME = ("plan", "step", "relay", "side", "pit")
_DECISIONS: dict[type, tuple[tuple[str, ...], str, Callable[[GtState, Any, Events], None]]] = {
    a.Plan: (
        ("plan",),
        "GT-ROUND-5",
        lambda state, act, events: rolling.start_plan(state, act.steps, act.way, events),
    ),
    a.Pass: (("plan",), "GT-BLOCK-D1", lambda state, _, events: turn.stay(state, events)),
    a.Roll: (("step",), "GT-ROUND-5", lambda state, _, __: rolling.roll(state)),
    a.Secure: (("step",), "GT-FOCUS-D1", lambda state, _, events: rolling.secure(state, events)),
    a.Stop: (("step",), "GT-ROLL-6", lambda state, _, events: rolling.stop(state, events)),
    a.Relay: (
        ("relay",),
        "GT-FLAT-4",
        lambda state, act, events: rolling.lay_again(state, act.steps, events),
    ),
    a.GoOff: (("side",), "GT-LOSS-6", lambda state, act, events: rolling.go_off(state, act.side, events)),
    a.Pit: (("pit",), "GT-PIT-1", lambda state, act, events: pits.pit(state, act.lane, events)),
    a.DriveOn: (("pit",), "GT-PIT-1", lambda state, _, events: turn.next_turn(state, events)),
    a.ChooseTyre: (("tyres",), "GT-ADV-1", _choose_tyre),
    a.Retire: (_ANY_TIME, "GT-ROUND-D1", _retire),
}
"""For every decision the phases it is open in, the rule that says so, and what it does."""
_OUTCOMES: dict[str, Callable[[GtState, Any, Events], None]] = {
    "grid": _grid,
    "roll": rolling.rolled_one,
    "flat": rolling.rolled_flat,
    "damage": rolling.draw_damage,
}

RALLYMAN_GT = RallymanGt()
