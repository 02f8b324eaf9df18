"""The club driver of Rallyman: DIRT: minimises expected seconds with exact odds and spares the car."""

from __future__ import annotations

from random import Random
from typing import Any

from paddock.bots.dirt.plan_search import SHORTCUT, TOKEN, DirtDraft, drafts, flat_out_worth, guess, loss_cost
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.components import FRONT_SECONDS, HAZARD_LIMIT, ZERO_TURN_SECONDS
from paddock.games.rallyman.dirt.drive import Drive, drive_of, rest_of_turn
from paddock.games.rallyman.dirt.outlooks import Turn
from paddock.games.rallyman.dirt.relays import Relays
from paddock.games.rallyman.dirt.stages import goes_on, road
from paddock.games.rallyman.dirt.state import State, Step, damage, seconds_gained
from paddock.games.rallyman.dirt.turn import other_lanes
from paddock.games.rallyman.hazards import Leg
from paddock.games.rallyman.securing import price
from paddock.games.rallyman.turns import Ending, OneByOne, Value, Way

WIDTH = 28
"""The number of lines followed at each length of a plan."""
CANDIDATES = 24
"""The number of plans evaluated exactly."""
WORN = 3
"""The number of gearbox tokens at which a wheel change in a stage pays."""


class ClubBot:
    """Minimises expected time: respects limits, computes exact odds, spends seconds and repairs the car."""

    name = "club"
    level: Level = "club"
    strength, pace = measured("rallyman-dirt.club")

    def choose(self, perspective: Perspective[Any, Any], rng: Random) -> a.DirtAction:
        """Returns the decision of the driver."""
        return Thoughts(perspective.imagine(rng), perspective.seat).decide()


class Thoughts:
    """Decides for one driver in one state; values are seconds, less is better."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.road = road(state)
        self.car = state.cars[seat]
        self.to_go = guess(drive_of(state, seat))
        worn = damage(self.car.tokens)[0]
        self.fear = 1.0 + 0.25 * worn + (0.6 if worn >= WORN else 0.0)
        """The factor on the cost of a loss for a damaged car."""

    def decide(self) -> a.DirtAction:
        """Returns the decision of this phase."""
        match self.state.phase:
            case "plan":
                return self.plan()
            case "step":
                return self.step()
            case "sisu":
                return a.PlaySisu()
            case "relay":
                return self.relay()
            case "wheel":
                return a.ChangeWheel() if self.needs_wheel() else a.KeepWheel()
            case "service":
                return a.ChangeWheel()
            case "clocks":
                return a.TakeTime(0)
            case _:
                raise ValueError(f"nobody is asked in phase {self.state.phase}")

    def needs_wheel(self) -> bool:
        """Whether a wheel change pays in the middle of a stage."""
        gear, coast, _ = damage(self.car.tokens)
        worn = gear if self.state.options.spare_wheel_removes == "gear" else coast
        far = self.road.finish_at - self.road.front[self.car.cell] > 300
        return worn >= WORN and (far or gear >= WORN + 2)

    def in_control(self, cell: int, gear: int) -> float:
        """Returns the value of ending a turn on a space in a gear."""
        return -FRONT_SECONDS[gear] - self.to_go[cell][gear]

    def lost(self, cell: int, gear: int) -> float:
        """Returns the value of losing control on a space in a gear (DIRT-FINISH-4)."""
        if self.road.finish[cell]:
            return -FRONT_SECONDS[gear] - (TOKEN if goes_on(self.state) else 0.0)
        return -loss_cost(gear, self.road.danger[cell]) * self.fear - self.to_go[cell][0]

    def plan(self) -> a.DirtAction:
        """Returns the best plan found, rolled in the better way."""
        drive = drive_of(self.state, self.seat)
        rated: list[tuple[float, a.DirtAction]] = [
            (worth, a.Plan(steps, way))
            for steps in self.lines(drive)
            for way, worth in self.weigh(drive, steps)
        ]
        return self.pick(rated) if rated else self.stuck(drive)

    def pick(self, rated: list[tuple[float, a.DirtAction]]) -> a.DirtAction:
        """Returns the best of the evaluated plans."""
        return max(rated, key=lambda one: one[0])[1]

    def lines(self, drive: Drive) -> list[tuple[Step, ...]]:
        """Returns the plans to evaluate."""
        return [line.steps for line in sorted(drafts(drive, WIDTH), key=_score)[:CANDIDATES]]

    def weigh(self, drive: Drive, steps: tuple[Step, ...]) -> list[tuple[Way, float]]:
        """Returns the value of a plan rolled one by one and flat out."""
        turn = Turn(drive, steps, calm=self.state.calm)
        value = self._value(turn)
        seconds = self.car.seconds
        slow = OneByOne(turn.legs, drive.limit, seconds, value).best()[0]
        fast = flat_out_worth(turn.legs, drive.limit, seconds + seconds_gained(steps), value)
        return [("one-by-one", slow), ("flat-out", fast)]

    def _value(self, turn: Turn, taken: int = 0) -> Value:
        """Returns a function that values every end of a turn; `taken` of its steps are only padding."""
        memo: dict[tuple[int, bool], float] = {}

        def value(ending: Ending) -> float:
            key = ending.steps, ending.lost
            worth = memo.get(key)
            if worth is None:
                worth = memo[key] = self._worth(turn, ending.steps - taken, ending.lost)
            return worth + ending.tokens

        return value

    def _worth(self, turn: Turn, steps: int, lost: bool) -> float:
        if steps == 0:
            return self.in_control(self.car.cell, self.car.gear)
        end = turn.end(steps, lost, 0)
        draws = SHORTCUT * turn.draws(steps, lost)
        if end.finished:
            harm = lost and goes_on(self.state)
            return -FRONT_SECONDS[end.gear] - draws - (TOKEN if harm else 0.0)
        return (self.lost if lost else self.in_control)(end.cell, end.gear) - draws

    def stuck(self, drive: Drive) -> a.DirtAction:
        """Decides when nothing is safe: waits if that is allowed, else takes the mildest loss."""
        best: tuple[float, a.DirtAction] | None = None
        staying = drive.staying()
        cell, gear = self.car.cell, self.car.gear
        if staying == "stranded":
            lanes = [None, *other_lanes(self.state)]
            return a.Pass(min(lanes, key=lambda lane: self.to_go[cell if lane is None else lane][0]))
        if staying == "blocked":
            stays = ZERO_TURN_SECONDS if gear == 0 else FRONT_SECONDS[gear]
            best = (-stays - self.to_go[cell][gear], a.Pass())
        for move in drive.moves(drive.start):
            worth = self.lost(move.lost_on, move.lay.gear)
            if best is None or worth > best[0]:
                best = (worth, a.Plan((move.step,)))
        assert best is not None
        return best[1]

    def step(self) -> a.DirtAction:
        """Rolls, secures or stops in the middle of a plan."""
        state, car = self.state, self.car
        turn = Turn(rest_of_turn(state), state.plan[state.at :], calm=state.calm)
        solver = OneByOne(
            [Leg((1,), 1), *turn.legs],
            HAZARD_LIMIT,
            car.seconds + price(0, state.secured),
            self._value(turn, 1),
        )
        choice = solver.best(1, 0 if state.calm else state.hazards, state.secured)[1]
        if choice == "stop" and state.at > 0:
            return a.Stop()
        return a.Secure() if choice == "secure" else a.Roll()

    def relay(self) -> a.DirtAction:
        """Returns the relay with the mildest loss."""
        endings = Relays(self.state).endings()
        best = max(endings, key=lambda end: self.lost(*end))
        return a.Relay(endings[best])


def _score(line: DirtDraft) -> float:
    return -line.score
