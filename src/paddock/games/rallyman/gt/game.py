"""Rallyman: GT as a game of Paddock, with methods in the order of the contract."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from paddock.core.chance import Outcome, weighted
from paddock.core.data import shipped_data
from paddock.core.decks import shuffled
from paddock.core.errors import BadInput
from paddock.core.game import OVER, ActionSpace, Challenge, Figure, Pending, Report, Result
from paddock.core.match import Replayed
from paddock.core.summaries import Recount, Underway
from paddock.games.rallyman.game import Decision, Rallyman
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt import pictures, pits, questions, recounts, rolling, solo, turn, views
from paddock.games.rallyman.gt.actions import Events
from paddock.games.rallyman.gt.components import TOKENS, components, dice, read_file
from paddock.games.rallyman.gt.figures import figures
from paddock.games.rallyman.gt.order import ranking
from paddock.games.rallyman.gt.report import GtReport
from paddock.games.rallyman.gt.spaces import space
from paddock.games.rallyman.gt.state import Car, GtOptions, Step, road_of
from paddock.games.rallyman.gt.state import State as GtState
from paddock.games.rallyman.questions import NextSteps
from paddock.tracks.drawing import board
from paddock.tracks.generator import CircuitWish, generate
from paddock.tracks.layouts import circuits, course_name
from paddock.tracks.road_gt import GtRoad

_RECORDS_APART = ("changing_weather", "flying_start", "red_zone")
"""Options that give a track separate records."""
_ASKED = tuple(Pending(seats=(seat,)) for seat in range(6))


def _grid(state: GtState, outcome: Outcome, events: Events) -> None:
    """Gives the next place on the grid to a car drawn at random (GT-SETUP-7 to -10)."""
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


def _choose_tyre(state: GtState, _: int, action: a.ChooseTyre, events: Events) -> None:
    """Applies a choice of tyre; choices are public and in starting order (GT-ADV-1, GT-ADV-D7)."""
    state.car.tyre = action.tyre
    events.append(a.TyreChosen(state.seat, action.tyre))
    _tyres_on(state, events)


def _tyres_on(state: GtState, events: Events) -> None:
    state.turn += 1
    if state.turn == len(state.order):
        turn.begin_round(state, events)


_ANY_TIME = ("plan", "step", "relay", "side", "pit")
_DECISIONS: dict[type, Decision] = {
    a.Plan: Decision(
        ("plan",),
        lambda state, _, act, events: rolling.start_plan(state, act.steps, act.way, events),
        "GT-ROUND-5",
    ),
    a.Pass: Decision(("plan",), lambda state, _, __, events: turn.stay(state, events), "GT-BLOCK-D1"),
    a.Roll: Decision(("step",), lambda state, *_: rolling.roll(state), "GT-ROUND-5"),
    a.Secure: Decision(("step",), lambda state, _, __, events: rolling.secure(state, events), "GT-FOCUS-D1"),
    a.Stop: Decision(("step",), lambda state, _, __, events: rolling.stop(state, events), "GT-ROLL-6"),
    a.Relay: Decision(
        ("relay",), lambda state, _, act, events: rolling.lay_again(state, act.steps, events), "GT-FLAT-4"
    ),
    a.GoOff: Decision(
        ("side",), lambda state, _, act, events: rolling.go_off(state, act.side, events), "GT-LOSS-6"
    ),
    a.Pit: Decision(
        ("pit",), lambda state, _, act, events: pits.pit(state, act.lane, events), "GT-PIT-1", "no-pit-stop"
    ),
    a.DriveOn: Decision(
        ("pit",), lambda state, _, __, events: turn.next_turn(state, events), "GT-PIT-1", "no-pit-stop"
    ),
    a.ChooseTyre: Decision(("tyres",), _choose_tyre, "GT-ADV-1"),
    a.Retire: Decision(_ANY_TIME, lambda state, _, __, events: turn.retire(state, events), "GT-ROUND-D1"),
}
_OUTCOMES: dict[str, Callable[[GtState, Any, Events], None]] = {
    "grid": _grid,
    "roll": rolling.rolled_one,
    "flat": rolling.rolled_flat,
    "damage": rolling.draw_damage,
}


class RallymanGt(Rallyman[GtOptions, GtState, a.GtAction]):
    """Rallyman: GT for one to six drivers."""

    name = "rallyman-gt"
    title = "Rallyman: GT"
    rules_version = 1
    seats = range(1, 7)
    longest = 400_000
    widest = 16
    turn_rule = "GT-ROUND-1"
    dice = dice()
    decisions = _DECISIONS
    outcomes = _OUTCOMES
    Options = GtOptions
    State = GtState
    Action = a.GtAction
    Event = a.GtEvent
    View = views.GtView
    Question = questions.GtQuestion
    Answer = questions.GtAnswer
    Answers = questions.ANSWERS
    quick = (NextSteps,)
    nothing_hidden = True

    def start(self, options: GtOptions, seats: int) -> GtState:
        """Returns the state in which all cars wait for their place on the grid (GT-SETUP-1 to -6)."""
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
        """Returns the seat on turn, the dice being rolled or the token being drawn."""
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

    def road(self, state: GtState) -> GtRoad:
        """Returns the circuit."""
        return road_of(state.options.track)

    def space(self, state: GtState) -> ActionSpace[a.GtAction]:
        """Returns what the seat on turn may decide."""
        return space(state)

    def plan_risk(self, state: GtState, seat: int, plan: a.Plan[Step]) -> float:
        """Returns the exact chance that a plan loses control if rolled to its end."""
        return questions.plan_risk(state, seat, plan.steps)

    def rest_risk(self, state: GtState) -> float:
        """Returns the exact chance that the plan being driven loses control if the rest of it is rolled."""
        return views.risks_now(state)[-1]

    def view(self, state: GtState, seat: int | None) -> views.GtView:
        """Returns everything on the table; nothing is hidden."""
        return views.view(state, seat)

    def pieces(self, state: GtState) -> Counter[str]:
        """Counts the damage tokens: in the bag, drawn, on dashboards, flags on the track, set aside."""
        found = Counter(state.bag.pool)
        found.update(state.drawn)
        found["yellow_flag"] += len(state.flags)
        found["weather"] += state.aside
        for car in state.cars:
            found.update(dict(zip(TOKENS, car.damage, strict=True)))
        return found

    def result(self, state: GtState) -> Result | None:
        """Returns the places (GT-END-3, -4, GT-END-D4), or in solo mode the result of the sheet."""
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
        """Returns legal next steps with odds, dice for chosen cells, outlooks or relays."""
        return questions.answer(state, seat, question)

    def report(self) -> Report:
        """Returns a report on lap times, losses, pit stops and the value of grid positions."""
        return GtReport()

    def figures(
        self, first: GtState, last: GtState, events: Sequence[Any], result: Result
    ) -> Iterable[Figure]:
        """Returns wins by grid position, retirements, pit stops and lead changes."""
        return figures(last, events, result)

    def shipped_data(self) -> bytes:
        """Returns the shipped file with the figures of the box."""
        return shipped_data("paddock.games.rallyman.gt")

    def check_data(self, file: bytes) -> None:
        """Checks a data file; raises BadInput that names the wrong figure."""
        read_file(file)

    def board(self, options: GtOptions) -> dict[str, Any] | None:
        """Returns the circuit as a drawing with the place of every cell; None for a plain ring of faces."""
        if isinstance(options.track, tuple):
            return None
        drawing: dict[str, Any] = msgspec.to_builtins(board(road_of(options.track)))
        return drawing

    def course(self, options: GtOptions) -> str | None:
        """Returns the circuit, class and rules of a record (GT-BOARD-D4); None for a plain ring."""
        if isinstance(options.track, tuple):
            return None
        car_class = options.class_of(0)
        apart = [
            *([car_class] if car_class != GtOptions().car_class else []),
            *(rule.replace("_", " ") for rule in _RECORDS_APART if getattr(options, rule)),
        ]
        return " · ".join([course_name(options.track), *apart])

    def recount(self, first: GtState, steps: Iterable[Replayed]) -> Recount:
        """Returns places round by round, best turns, and luck with the dice."""
        return recounts.recount(first, steps)

    def underway(self, state: GtState) -> Underway | None:
        """Returns the share of the laps driven and the time so far of a solo race."""
        return solo.underway(state) if state.solo and state.phase in ("plan", "over") else None

    def challenge(self, seed: bytes, span: str) -> Challenge | None:
        """Returns a time trial on a generated circuit: short for a day, long for a month."""
        tiles = 12 if span == "daily" else 18
        wish = CircuitWish(tiles=tiles, lanes="mixed" if seed[0] % 2 else "three")
        circuit = generate(wish, int.from_bytes(seed[:6], "big"))
        return Challenge(GtOptions(track=circuit, flying_start=bool(seed[1] % 2)))

    def race(self, seed: bytes) -> GtOptions:
        """Returns a race for all seats on one of the ready circuits."""
        ready = sorted(circuits())
        return GtOptions(track=ready[seed[0] % len(ready)], flying_start=True, play_on=True)

    def text(self, state: GtState, seat: int | None = None) -> str:
        """Returns the road with the cars on it and a line for every driver."""
        return pictures.text(state)

    def svg(self, state: GtState, seat: int | None = None) -> str:
        """Returns the drawn road with the cars on it."""
        return pictures.svg(state)


RALLYMAN_GT = RallymanGt()
