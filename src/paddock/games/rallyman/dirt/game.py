"""Rallyman: DIRT as a game of Paddock, with methods in the order of the contract."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from paddock.core.chance import Outcome, weighted
from paddock.core.data import shipped_data
from paddock.core.errors import BadInput
from paddock.core.game import OVER, ActionSpace, Challenge, Figure, Pending, Report, Result
from paddock.core.match import Replayed
from paddock.core.summaries import Recount, Underway
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt import losses, pictures, questions, rally, recounts, rolling, turn, views
from paddock.games.rallyman.dirt.actions import Events
from paddock.games.rallyman.dirt.cards import back_node
from paddock.games.rallyman.dirt.components import KINDS, TOKENS, components, dice, read_file
from paddock.games.rallyman.dirt.figures import figures
from paddock.games.rallyman.dirt.report import DirtReport
from paddock.games.rallyman.dirt.spaces import space
from paddock.games.rallyman.dirt.stages import roads_of, stages_of
from paddock.games.rallyman.dirt.state import MOST_TIME_TOKENS, Car, DirtOptions, Step
from paddock.games.rallyman.dirt.state import State as DirtState
from paddock.games.rallyman.dirt.tokens import draw_node
from paddock.games.rallyman.dirt.views import ASKING
from paddock.games.rallyman.game import Decision, Rallyman
from paddock.games.rallyman.questions import NextSteps
from paddock.tracks.drawing import board
from paddock.tracks.generator import StageWish, generate
from paddock.tracks.layouts import course_name, stages
from paddock.tracks.road_dirt import DirtRoad

_PLAYERS = components().box.players
_ASKED = tuple(Pending(seats=(seat,)) for seat in range(_PLAYERS.max))


def _driver(state: DirtState, outcome: Outcome, events: Events) -> None:
    """Sets the starting order: the owner of the card first, then clockwise (DIRT-SETUP-6, DIRT-RALLY-D6)."""
    first, seats = int(outcome), len(state.cars)
    before = rally.carried_seconds(state)
    clockwise = ((first + offset) % seats for offset in range(seats))
    state.starters = tuple(sorted(clockwise, key=lambda seat: before[seat]))
    events.append(a.DriverDrawn(first))
    rally.announce_stage(state, events)
    turn.begin_round(state, events)


def _wheel(state: DirtState, seat: int, change: bool, events: Events) -> None:
    if state.phase == "service":
        if rally.decide_wheel(state, seat, change, events):
            turn.next_stage(state, events)
    elif change:
        turn.change_wheel(state, events)
    else:
        turn.take_card(state, events)


def _take_time(state: DirtState, seat: int, action: a.TakeTime, events: Events) -> None:
    if rally.take_time(state, seat, action.tokens, events):
        turn.next_stage(state, events)


_DECISIONS: dict[type, Decision] = {
    action: Decision(phases, carry_out, "DIRT-TURN-1")
    for action, phases, carry_out in (
        (a.Plan, ("plan",), lambda s, _, act, events: rolling.start_plan(s, act.steps, act.way, events)),
        (a.Pass, ("plan",), lambda state, _, act, events: turn.stay(state, act.cell, events)),
        (a.Roll, ("step",), lambda state, *_: rolling.roll(state)),
        (a.Secure, ("step",), lambda state, _, __, events: rolling.secure(state, events)),
        (a.Stop, ("step",), lambda state, _, __, events: rolling.stop(state, events)),
        (a.PlaySisu, ("plan", "step", "sisu"), lambda state, _, __, events: rolling.play_sisu(state, events)),
        (a.Accept, ("sisu",), lambda state, _, __, events: rolling.accept(state, events)),
        (a.Relay, ("relay",), lambda state, _, act, events: rolling.lay_again(state, act.steps, events)),
        (
            a.ChangeWheel,
            ("wheel", "service"),
            lambda state, seat, _, events: _wheel(state, seat, True, events),
        ),
        (
            a.KeepWheel,
            ("wheel", "service"),
            lambda state, seat, _, events: _wheel(state, seat, False, events),
        ),
        (a.TakeTime, ("clocks",), _take_time),
    )
}
_OUTCOMES: dict[str, Callable[[DirtState, Any, Events], None]] = {
    "driver": _driver,
    "roll": rolling.rolled_one,
    "flat": rolling.rolled_flat,
    "shortcut": rolling.drew_for_shortcut,
    "back": losses.turned_over,
    "damage": losses.drew_damage,
}


class RallymanDirt(Rallyman[DirtOptions, DirtState, a.DirtAction]):
    """Rallyman: DIRT for one to six drivers: one stage or a rally of several."""

    name = "rallyman-dirt"
    title = "Rallyman: DIRT"
    rules_version = 2
    seats = range(_PLAYERS.min, _PLAYERS.max + 1)
    longest = 200_000
    widest = 12
    turn_rule = "DIRT-ORDER-1"
    dice = dice()
    decisions = _DECISIONS
    outcomes = _OUTCOMES
    Options = DirtOptions
    State = DirtState
    Action = a.DirtAction
    Event = a.DirtEvent
    View = views.DirtView
    Question = questions.DirtQuestion
    Answer = questions.DirtAnswer
    Answers = questions.ANSWERS
    quick = (NextSteps,)

    def start(self, options: DirtOptions, seats: int) -> DirtState:
        """Returns the state in which a driver card decides who starts first (DIRT-SETUP-1 to -7)."""
        self.check_seats(seats)
        roads_of(options)
        if options.one_shot and len(stages_of(options)) > 1:
            raise BadInput("rallyman-dirt.one-shot-one-stage")
        state = DirtState(options, [Car(sisu=options.sisu != "off") for _ in range(seats)])
        rally.take_up(state)
        return state

    def pending(self, state: DirtState) -> Pending:
        """Returns the seats that are asked, the dice being rolled, or the card or token being turned up."""
        if state.phase in ASKING:
            return _ASKED[state.order[state.turn]]
        match state.phase:
            case "roll":
                step = state.plan[state.at]
                return dice().roll(step.die, step.brakes)
            case "flat":
                step = state.plan[len(state.faces)]
                return dice().roll(step.die, step.brakes)
            case "shortcut" | "damage":
                return draw_node(state.bag)
            case "back":
                return back_node(state, state.lost_gear)
            case "driver":
                return Pending(chance=weighted("driver", ((seat, 1) for seat in range(len(state.cars)))))
            case "service" | "clocks":
                return Pending(seats=state.asked)
            case _:
                return OVER

    def road(self, state: DirtState) -> DirtRoad:
        """Returns the stage being driven, or the last one after the end."""
        roads = roads_of(state.options)
        return roads[min(state.stage, len(roads) - 1)]

    def space(self, state: DirtState) -> ActionSpace[a.DirtAction]:
        """Returns what a seat that is asked may decide."""
        return space(state)

    def plan_risk(self, state: DirtState, seat: int, plan: a.Plan[Step]) -> float:
        """Returns the exact chance that a plan loses control if rolled to its end."""
        return questions.plan_risk(state, seat, plan.steps)

    def rest_risk(self, state: DirtState) -> float:
        """Returns the exact chance that the plan being driven loses control if the rest of it is rolled."""
        return views.risks_now(state)[-1]

    def laid_on(self, state: DirtState, seat: int) -> str:
        """Returns where a plan begins: the stage, the space and the gear of the car."""
        return f"{super().laid_on(state, seat)} {len(state.sheet)}"

    def view(self, state: DirtState, seat: int | None) -> views.DirtView:
        """Returns everything but the others' secret choices at a time control."""
        return views.view(state, seat)

    def imagine(self, state: DirtState, seat: int | None, rng: random.Random) -> DirtState:
        """Returns the same table with the secret choices of the others drawn at random."""
        copy = state.clone()
        if state.phase == "clocks":
            copy.clocks = tuple(
                tokens if tokens < 0 or other == seat else rng.randint(0, MOST_TIME_TOKENS)
                for other, tokens in enumerate(state.clocks)
            )
        return copy

    def pieces(self, state: DirtState) -> Counter[str]:
        """Counts the damage tokens: in the bag, on cockpits, as mud on corners."""
        found = Counter(dict(zip(TOKENS, state.bag, strict=True)))
        lying = [token for car in state.cars for token in car.tokens] + [token for _, token in state.mud]
        found.update(TOKENS[token % KINDS] for token in lying)
        return found

    def result(self, state: DirtState) -> Result | None:
        """Returns places and rally times (DIRT-RALLY-1, -D2, DIRT-SOLO-D2)."""
        if state.phase != "over":
            return None
        return Result(
            rally.final_places(state), tuple(float(total) for total in rally.totals(state)), "seconds"
        )

    def explore(self, state: DirtState, seat: int, question: Any) -> Any:
        """Returns legal next steps with odds, dice for chosen spaces, outlooks or relays."""
        return questions.answer(state, seat, question)

    def report(self) -> Report:
        """Returns a report on stage times, losses and the value of early starting places."""
        return DirtReport()

    def figures(
        self, first: DirtState, last: DirtState, events: Sequence[Any], result: Result
    ) -> Iterable[Figure]:
        """Returns shortcuts taken, stage times, retirements and lead changes."""
        return figures(last, events)

    def shipped_data(self) -> bytes:
        """Returns the shipped file with the figures of the box."""
        return shipped_data("paddock.games.rallyman.dirt")

    def check_data(self, file: bytes) -> None:
        """Checks a data file; raises BadInput that names the wrong figure."""
        read_file(file)

    def board(self, options: DirtOptions) -> dict[str, Any] | None:
        """Returns the stages as drawings with the place of every space."""
        return {"stages": [msgspec.to_builtins(board(way)) for way in roads_of(options)]}

    def course(self, options: DirtOptions) -> str | None:
        """Returns the stages of a record; None for a rally continued from a filled sheet."""
        if options.carried:
            return None
        if not options.layouts and not options.stages:
            return options.rally
        return " + ".join(course_name(stage) for stage in stages_of(options))

    def recount(self, first: DirtState, steps: Iterable[Replayed]) -> Recount:
        """Returns times turn by turn, best turns, and luck with the dice."""
        return recounts.recount(first, steps)

    def underway(self, state: DirtState) -> Underway | None:
        """Returns the share of the stages driven and the time so far of a solo rally."""
        return rally.underway(state) if len(state.cars) == 1 and state.phase in ("plan", "over") else None

    def challenge(self, seed: bytes, span: str) -> Challenge | None:
        """Returns a generated stage: a short one for a day, a long one for a month."""
        wish = StageWish(tiles=11 if span == "daily" else 18)
        stage = generate(wish, int.from_bytes(seed[:6], "big"))
        return Challenge(DirtOptions(layouts=(stage,), one_shot=True, flying_start=bool(seed[1] % 2)))

    def race(self, seed: bytes) -> DirtOptions:
        """Returns one stage of one of the ready rallies."""
        ready = sorted(stages())
        stage = ready[seed[0] % len(ready)]
        return DirtOptions(rally=stage.partition("/")[0], stages=(stage,), flying_start=True)

    def text(self, state: DirtState, seat: int | None = None) -> str:
        """Returns the road with the cars on it and a line for every driver."""
        return pictures.text(state, seat)

    def svg(self, state: DirtState, seat: int | None = None) -> str:
        """Returns the drawn road with the cars on it."""
        return pictures.svg(state, seat)


RALLYMAN_DIRT = RallymanDirt()
