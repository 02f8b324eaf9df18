"""An evaluator for Rallyman: DIRT in seconds, by drivers' estimates: time recorded, and time to go."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Literal

from paddock.analysis.error_estimates import stated
from paddock.analysis.evaluator import Judgement
from paddock.analysis.mistakes import gears_of, plan_fault, plan_risk, step_fault
from paddock.analysis.report import Basis, Unit
from paddock.bots.dirt.club import CANDIDATES, WIDTH, Thoughts
from paddock.bots.dirt.plan_search import TOKEN, drafts, flat_out_worth, guess, loss_cost, seconds_to_go
from paddock.games.rallyman.dice import HAZARD
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.cards import pile_seconds
from paddock.games.rallyman.dirt.components import FRONT_SECONDS, HAZARD_LIMIT, RETIREMENT_SECONDS
from paddock.games.rallyman.dirt.drive import Drive, drive_of, rest_of_turn
from paddock.games.rallyman.dirt.outlooks import Turn
from paddock.games.rallyman.dirt.rally import totals
from paddock.games.rallyman.dirt.relays import Relays
from paddock.games.rallyman.dirt.stages import road, roads_of
from paddock.games.rallyman.dirt.state import LaidStep, State, Step, damage, seconds_gained
from paddock.games.rallyman.hazards import Leg
from paddock.games.rallyman.securing import price
from paddock.games.rallyman.turns import OneByOne

PACE = 0.617
"""Real seconds of club drivers per estimated second, from 180 solo drives over the 18 ready stages."""
BETWEEN = ("plan", "over", "service", "clocks")
"""Phases in which no turn is in progress."""


class DriveThoughts(Thoughts):
    """The decisions of a driver with their values, in negative seconds."""

    def driven(self, drive: Drive, plan: a.Plan[Step]) -> float:
        """Returns the value of a plan rolled in its way."""
        return dict(self.weigh(drive, plan.steps))[plan.way]

    def plans(self) -> tuple[float, a.DirtAction]:
        """Returns the value of the best plan found, and the plan."""
        drive = drive_of(self.state, self.seat)
        rated = self.rated(drive, WIDTH, CANDIDATES)
        if rated:
            return max(rated, key=lambda each: each[0])
        action = self.stuck(drive)
        return (self.of(action), action)

    def rated(self, drive: Drive, width: int, most: int) -> list[tuple[float, a.DirtAction]]:
        """Returns the most promising plans of a search of this width, with their values."""
        found = sorted(drafts(drive, width), key=lambda line: -line.score)[:most]
        return [
            (worth, a.Plan(line.steps, way)) for line in found for way, worth in self.weigh(drive, line.steps)
        ]

    def ahead(self) -> OneByOne:
        """Returns the rest of a plan one by one, behind one step already done."""
        state = self.state
        turn = Turn(rest_of_turn(state), state.plan[state.at :], calm=state.calm)
        tokens = self.car.seconds + price(0, state.secured)
        return OneByOne([Leg((1,), 1), *turn.legs], HAZARD_LIMIT, tokens, self._value(turn, 1))

    def of(self, action: a.DirtAction) -> float:
        """Returns the value of a decision."""
        state, car = self.state, self.car
        hazards = 0 if state.calm else state.hazards
        match action:
            case a.Plan():
                return self.driven(drive_of(state, self.seat), action)
            case a.Pass():
                cell = car.cell if action.cell is None else action.cell
                stranded = drive_of(state, self.seat).staying() == "stranded"
                gear = 0 if stranded else car.gear
                return self.in_control(cell, gear) + car.seconds
            case a.Roll():
                return self.ahead()._rolled(1, hazards, state.secured)
            case a.Secure():
                turn = self.ahead()
                return turn.landed(1, hazards, state.secured + turn.legs[1].dice, 0)
            case a.Stop():
                return self.in_control(car.cell, car.gear) + car.seconds
        raise ValueError(f"{action} is not weighed")

    def flat(self) -> float:
        """Returns the value of a plan flat out with some dice already rolled."""
        state = self.state
        drive = drive_of(state, self.seat)
        turn = Turn(drive, state.plan, calm=state.calm)
        legs = [
            leg._replace(odds=tuple(int(n == faces.count(HAZARD)) for n in range(leg.dice + 1)))
            for leg, faces in zip(turn.legs, state.faces, strict=False)
        ]
        tokens = self.car.seconds + seconds_gained(state.plan)
        return flat_out_worth([*legs, *turn.legs[len(legs) :]], drive.limit, tokens, self._value(turn))

    def relays(self) -> dict[tuple[LaidStep, ...], float]:
        """Returns the value of every relay of a failed flat out."""
        return {
            steps: self.lost(*end) + self.car.seconds for end, steps in Relays(self.state).endings().items()
        }

    def steps(self) -> list[a.DirtAction]:
        """Returns the options in the middle of a plan."""
        state = self.state
        dice = 1 + state.plan[state.at].brakes
        paid = price(state.secured, dice) <= self.car.seconds
        return [a.Roll(), *([a.Secure()] if paid else []), *([a.Stop()] if state.at else [])]


class DriveEvaluator:
    """Values a rally in seconds, recorded and to come."""

    unit: Unit = "seconds"
    lowest = True
    basis: Basis = "expert"
    noise = 0.0
    hidden = False
    surprise: Literal["drift", "rivals"] = "drift"

    def __init__(self) -> None:
        self.error = stated("rallyman-dirt").error

    def value(self, state: State, seat: int) -> float | None:
        """Returns the expected result of the seat's rally."""
        if state.phase == "shortcut" and state.seat == seat:
            return None
        if state.phase in ("driver", *BETWEEN) or state.seat != seat:
            return self._static(state, seat)
        return self._told(state, seat, self._in_turn(state, seat))

    def _told(self, state: State, seat: int, worth: float) -> float:
        """Converts drivers' negative seconds into the expected result of the rally."""
        return _noted(state, seat) + PACE * (_later(state) + self._worn(state, seat) - worth)

    def _in_turn(self, state: State, seat: int) -> float:
        """Returns the value of a moment within the seat's own turn."""
        mind, car = DriveThoughts(state, seat), state.cars[seat]
        match state.phase:
            case "roll":
                return mind.ahead()._rolled(1, 0 if state.calm else state.hazards, state.secured)
            case "flat":
                return mind.flat()
            case "step":
                return max(mind.of(action) for action in mind.steps())
            case "relay":
                return max(mind.relays().values())
            case "back":
                lost = TOKEN
                if car.cell >= 0:
                    lost = loss_cost(state.lost_gear, road(state).danger[state.lost_on])
                return car.seconds - lost - self._to_go(state, seat, 0)
            case "damage":
                return car.seconds - TOKEN * state.to_draw - self._to_go(state, seat, 0)
            case _:
                return car.seconds - FRONT_SECONDS[car.gear] - self._to_go(state, seat, car.gear)

    def _static(self, state: State, seat: int) -> float:
        if state.phase == "over":
            return float(totals(state)[seat])
        car = state.cars[seat]
        done = _noted(state, seat) + PACE * _later(state)
        if len(state.sheet) > state.stage:
            return done
        if car.status == "retired":
            return done - car.seconds + RETIREMENT_SECONDS
        if car.status == "finished":
            return done - car.seconds
        gear = car.gear if car.status == "track" else 0
        return self._told(state, seat, car.seconds - self._to_go(state, seat, gear))

    def _to_go(self, state: State, seat: int, gear: int) -> float:
        car = state.cars[seat]
        if car.status in ("finished", "retired"):
            return 0.0
        return float(guess(drive_of(state, seat))[car.cell][gear])

    def _worn(self, state: State, seat: int) -> float:
        """Returns the future cost of damage, which falls towards the finish."""
        whole = seconds_to_go(road(state))[-1][0]
        here = self._to_go(state, seat, 0)
        return TOKEN * sum(damage(state.cars[seat].tokens)) * min(1.0, here / whole)

    def judge(self, state: State, seat: int, action: a.DirtAction) -> Judgement | None:
        """Judges a decision against the best one found; SISU, wheels and clocks are not rated."""
        if state.phase not in ("plan", "step", "relay") or isinstance(action, a.PlaySisu):
            return None
        mind = DriveThoughts(state, seat)
        if isinstance(action, a.Relay):
            return self._relaid(state, seat, mind, action)
        worth = mind.of(action)
        if state.phase == "plan":
            found, choice = mind.plans()
        else:
            found, choice = max(((mind.of(each), each) for each in mind.steps()), key=lambda each: each[0])
        drive = drive_of(state, seat)
        risk, best_risk = plan_risk(drive, action), plan_risk(drive, choice)
        if isinstance(action, a.Plan) and isinstance(choice, a.Plan):
            fault = plan_fault(action, choice, risk or 0.0, best_risk or 0.0)
        else:
            fault = step_fault(action, choice)
        made, top = self._told(state, seat, worth), self._told(state, seat, found)
        return Judgement(made, choice, top, fault, risk, best_risk)

    def _relaid(
        self, state: State, seat: int, mind: DriveThoughts, action: a.Relay[LaidStep]
    ) -> Judgement | None:
        ways = mind.relays()
        best = max(ways, key=lambda steps: ways[steps])
        made = ways.get(action.steps)
        if made is None:
            last = action.steps[-1]
            gears = gears_of(action.steps)
            made = mind.lost(Relays(state).ends_on(last), gears[-1] if gears else mind.car.gear)
            made += mind.car.seconds
        worth, top = self._told(state, seat, made), self._told(state, seat, ways[best])
        return Judgement(worth, a.Relay(best), top, "choice")

    def widely(self, state: State, seat: int) -> list[tuple[float, a.DirtAction]]:
        """Returns the plans of a search twice as wide as the drivers', with their expected results."""
        rated = DriveThoughts(state, seat).rated(drive_of(state, seat), 2 * WIDTH, 2 * CANDIDATES)
        return [(self._told(state, seat, worth), plan) for worth, plan in rated]

    def awake(self, state: State) -> Iterable[int]:
        """Returns all seats between turns, and only the driver within a turn."""
        if state.phase in BETWEEN:
            return range(len(state.cars))
        return (state.seat,) if state.phase != "driver" else ()

    def roller(self, state: State) -> int | None:
        """Returns the driver on turn."""
        return state.seat if state.phase != "driver" else None

    def lumped(self, state: State) -> bool:
        """Returns false: every die is a chance event of its own."""
        return False

    def moment(self, state: State) -> Hashable:
        """Returns the round of the stage."""
        return state.stage, state.round


def _noted(state: State, seat: int) -> float:
    """Returns the seconds on the sheet and on the pile."""
    done = totals(state)[seat]
    return float(done if len(state.sheet) > state.stage else done + pile_seconds(state.cars[seat]))


def _later(state: State) -> float:
    """Estimates the seconds of the stages after this one."""
    return sum(seconds_to_go(way)[-1][0] for way in roads_of(state.options)[state.stage + 1 :])
