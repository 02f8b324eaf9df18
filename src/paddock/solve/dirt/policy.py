"""The optimal policy: the value of a position and the best decision, for any state of a solo drive.

Between turns the value tables answer. Within a turn the engine is expanded to the beginning of the next
turns, over every decision and outcome. Plans are found by the kernels that solved the stage, over the
tables of the upper bound, so a drive costs on average no more than the expected value.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import compress
from typing import Any, NamedTuple

import msgspec
import numpy as np

from paddock.core.chance import Chance
from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.cards import FIRST_BACK, pile_seconds
from paddock.games.rallyman.dirt.components import KINDS, TOKEN, UP
from paddock.games.rallyman.dirt.drive import drive_of
from paddock.games.rallyman.dirt.relays import Relays
from paddock.games.rallyman.dirt.state import Phase, State, Step, damage
from paddock.games.rallyman.turns import Way
from paddock.kernels.dirt.dice import COAST, RED
from paddock.kernels.dirt.flat_out_plans import Desk, close_upwards, desk, spread
from paddock.kernels.dirt.flat_out_values import best_flat, roll_all
from paddock.kernels.dirt.stage_arrays import Ground, Ints
from paddock.kernels.dirt.step_by_step import BRAKES, DIE, LEG, PLACE, STEPS, best_plan
from paddock.kernels.dirt.value_tables import NEVER
from paddock.solve.dirt.stage import StageSolution, punctured_tables, restart_tables, wheel_tables
from paddock.solve.dirt.stage_problem import Held
from paddock.solve.dirt.tables import Stage, Workbench, hand_of, set_up, workbench
from paddock.solve.dirt.traffic import ground_among


class Found(NamedTuple):
    """A plan with the way to roll it and the expected time to go."""

    steps: tuple[Step, ...]
    way: Way
    worth: float


class Policy:
    """The optimal policy for one stage."""

    def __init__(self, solution: StageSolution) -> None:
        self.solution = solution
        self.bench = lru_cache(maxsize=MOST_BENCHES)(self._bench)
        self.stage = lru_cache(maxsize=2)(self._stage)
        self.desk = lru_cache(maxsize=1)(self._desk)
        self._known: dict[bytes, float] = {}
        self._plans: dict[tuple[Any, ...], Found | None] = {}
        """Plans found for a car alone on the stage."""

    def held(self, state: State, seat: int = 0) -> Held:
        """Returns a car's tokens as the tables count them."""
        caps = self.solution.stage.figures.caps
        gear, coast, brake = damage(state.cars[seat].tokens)
        return min(gear, caps[0]), min(coast, caps[1]), min(brake, caps[2])

    def losses(self, state: State, seat: int = 0) -> int:
        """Returns how often control was lost in this stage."""
        return sum(entry >= FIRST_BACK for entry in state.cars[seat].pile)

    def level(self, state: State, seat: int = 0) -> int:
        """Returns the problem whose tables the car uses."""
        return self.solution.level(self.losses(state, seat), True, state.cars[seat].sisu)

    def tables(self, state: State, seat: int = 0) -> Workbench:
        """Returns the tables for a car in its present state, for the whole stage."""
        car = state.cars[seat]
        leads = self.solution.stage.case.leader and seat == state.leader
        return self.bench(self.held(state, seat), int(car.spare), self.level(state, seat), leads)

    def bounds(self, state: State) -> tuple[float, float]:
        """Returns the bounds of the time to go at the start of a turn."""
        car = state.cars[0]
        return self.solution.bounds(
            car.cell, car.gear, car.seconds, self.held(state), spare=car.spare, sisu=car.sisu,
            losses=self.losses(state),
        )  # fmt: skip

    def value(self, state: State) -> float:
        """Returns the expected time to go under this policy (upper bound) at any node of a solo stage."""
        return self._to_go(state, state.stage, len(state.sheet))

    def action(self, state: State) -> a.DirtAction:
        """Returns the best decision."""
        if state.phase == "plan":
            found = self.plan(state)
            return a.Plan(found.steps, found.way) if found else self._stay(state)
        return min(self._choices(state), key=lambda action: self._after(state, action))

    def plan(self, state: State, seat: int = 0) -> Found | None:
        """Returns the best plan at the start of a turn among other cars and mud; None if no car can move.

        The tables assume an empty stage after this turn.
        """
        if len(state.cars) > 1:
            return self._plan(state, seat)
        car = state.cars[seat]
        key = (car.cell, car.gear, car.seconds, self.held(state), car.spare, self.level(state))
        if key not in self._plans:
            self._plans[key] = self._plan(state, seat)
        return self._plans[key]

    def _plan(self, state: State, seat: int) -> Found | None:
        car = state.cars[seat]
        bench, k = self.tables(state, seat), self.level(state, seat)
        stage = bench.stage
        ground = ground_among(drive_of(state, seat))
        place = ground.cells if car.cell < 0 else car.cell
        column = min(car.seconds, stage.most(k))
        best, pick = np.full(stage.columns, NEVER), np.zeros(stage.columns, np.int64)
        flown: tuple[Step, ...] = ()
        limit = stage.figures.limit
        for flying in (False, True) if car.gear == 0 and stage.case.flying_start else (False,):
            spread(place, car.gear, flying, limit, ground, bench.hand, bench.faces, bench.desk)
            close_upwards(bench.desk, bench.hand)
            roll_all(flying, limit, stage.hazard, bench.hand, bench.desk)
            before = best[column]
            best_flat(k, flying, stage.purse, bench.values, bench.problems, bench.desk, best, pick)
            if best[column] < before:
                flown = self._flat_steps(bench, ground, abs(int(pick[column])) - 1)
        legs: Ints = np.full((STEPS, LEG), -1, np.int64)
        worth, _ = best_plan(
            place, car.gear, k, column, best[column], legs, False, limit, ground, bench.hand,
            stage.chances, stage.purse, bench.spots, bench.values, bench.bounds, bench.problems,
        )  # fmt: skip
        extra = max(0, car.seconds - column)
        if legs[0, DIE] > 0:
            steps = [_step(stage, leg[DIE], leg[BRAKES], leg[PLACE]) for leg in legs if leg[DIE] > 0]
            return Found(tuple(steps[: _length(legs)]), "one-by-one", float(worth) - extra)
        return Found(flown, "flat-out", float(best[column]) - extra) if flown else None

    def _stage(self, leads: bool) -> Stage:
        """Returns the stage with or without leader dice; times to go are those of the solved one in both."""
        solved = self.solution.stage
        if leads == solved.case.leader:
            return solved
        return set_up(solved.case._replace(leader=leads), solved.levels, solved.figures, solved.home)

    def _desk(self) -> Desk:
        """Returns a table for the plans of any car."""
        stage = self.solution.stage
        return desk(stage.ground, hand_of(stage, (0, 0, 0)))

    def _bench(self, held: Held, spare: int, k: int, leads: bool) -> Workbench:
        """Returns the tables of a car on one level, for the whole stage."""
        solution, stage = self.solution, self.stage(leads)
        spare = spare if (held, spare) in solution.tables else 0
        wanted = np.zeros(len(stage.levels), np.int64)
        for number in (k, stage.levels[k].calm):
            if number >= 0:
                wanted[number] = 1
        bench = workbench(
            stage,
            held,
            spare,
            restart_tables(stage, solution.tables, spare),
            punctured_tables(stage, held, spare, solution.tables),
            wheel_tables(stage, held, spare, solution.tables),
            wanted=wanted,
            whole=True,
            on=self.desk(),
        )
        bench.values.start[:] = solution.tables[held, spare]
        bench.fill()
        return bench

    def _flat_steps(self, bench: Workbench, ground: Ground, end: int) -> tuple[Step, ...]:
        """Returns the steps of the last plan flat out."""
        desk, stage = bench.desk, bench.stage
        last = desk.end_last[end]
        steps = [_step(stage, last[1], last[2], ground.to[last[0]])]
        at = int(desk.end[end, 0])
        while at > 0:
            _, step, die, brakes = desk.laid[at]
            steps.append(_step(stage, die, brakes, ground.to[step]))
            at = int(desk.parent[at])
        return tuple(reversed(steps))

    def _stay(self, state: State) -> a.DirtAction:
        staying = [action for action in RALLYMAN_DIRT.actions(state, 0) if isinstance(action, a.Pass)]
        return min(staying, key=lambda action: self._after(state, action))

    def _choices(self, state: State) -> Iterable[a.DirtAction]:
        """Yields the decisions to compare; of relays one for every way to lose control."""
        if state.phase == "relay":
            relays = Relays(state)
            return [a.Relay(steps) for steps in relays.endings().values()]
        if state.phase == "clocks":
            return [a.TakeTime(0)]
        return list(RALLYMAN_DIRT.actions(state, 0))

    def _after(self, state: State, action: a.DirtAction) -> float:
        twin = RALLYMAN_DIRT.clone(state)
        before = _so_far(state)
        RALLYMAN_DIRT.act(twin, 0, action)
        return self._to_go(twin, state.stage, len(state.sheet)) + _so_far(twin) - before

    def _to_go(self, state: State, stage: int, sheets: int) -> float:
        """Returns the expected time to go; after the end of a stage the value of the stages behind it."""
        pending = RALLYMAN_DIRT.pending(state)
        if pending.over or len(state.sheet) > sheets:
            return self._behind(state)
        if state.phase == "plan" and not state.calm:
            return self.bounds(state)[1]
        key = _key(state)
        known = self._known.get(key)
        if known is None:
            known = self._look(state, stage, sheets)
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            self._known[key] = known
        return known

    def _behind(self, state: State) -> float:
        """Returns the value behind a finished stage."""
        home = self.solution.stage.home
        if not home.goes_on:
            return 0.0
        car = state.cars[0]
        if state.sheet[-1][0].retired:
            return float(home.retired[1, int(car.sisu)])
        return float(home.finished[(1, int(car.spare), int(car.sisu), *self.held(state))])

    def _look(self, state: State, stage: int, sheets: int) -> float:
        now = _so_far(state)
        node = RALLYMAN_DIRT.pending(state).chance
        if node is None:
            return min(self._after(state, action) for action in self._choices(state))
        total = 0.0
        for outcome, weight in _told_apart(state.phase, node):
            twin = RALLYMAN_DIRT.clone(state)
            RALLYMAN_DIRT.resolve(twin, outcome)
            total += weight * (_so_far(twin) - now + self._to_go(twin, stage, sheets))
        return total / node.total


MOST_KNOWN = 200_000
"""The number of cached positions within turns."""
MOST_BENCHES = 12
"""The number of cars whose tables are cached."""


def _step(stage: Stage, die: int, brakes: int, place: int) -> Step:
    """Returns a step of the kernels in the form of the rules."""
    coast = "l" if stage.case.leader else "c"
    name = {COAST: coast, RED: "r"}.get(int(die), str(int(die)))
    cell, landing = int(stage.ground.cell[place]), int(stage.ground.landing[place])
    return Step(name, cell, int(brakes), landing)  # type: ignore[arg-type]


def _length(legs: Ints) -> int:
    """Returns the number of steps of a plan of the kernels."""
    for number in range(len(legs)):
        if legs[number, DIE] <= 0:
            return number
    return len(legs)


def _so_far(state: State) -> float:
    """Returns the time so far; seconds in tokens count once the stage is on the sheet."""
    done = sum(row[0].total for row in state.sheet)
    return float(done if len(state.sheet) > state.stage else done + pile_seconds(state.cars[0]))


def _told_apart(phase: Phase, node: Chance) -> Iterable[tuple[Any, int]]:
    """Yields the outcomes of a chance node with their weights; equivalent ones are merged.

    After a crash the damage side of a token counts, on a shortcut whether it is a puncture. Mud does not
    affect a solo driver, and the damage side of a drawn token counts only once it is on the cockpit.
    """
    if phase not in ("damage", "shortcut"):
        return zip(node.outcomes, node.weights, strict=True)
    alike: dict[Any, list[tuple[int, Any]]] = {}
    for outcome, weight in zip(node.outcomes, node.weights, strict=True):
        token = TOKEN[str(outcome)]
        side = UP[token] if phase == "damage" else UP[token + KINDS] == "puncture"
        alike.setdefault(side, []).append((weight, outcome))
    return [(max(some)[1], sum(weight for weight, _ in some)) for some in alike.values()]


def _key(state: State) -> bytes:
    """Returns a key of a position within a turn, without what cannot affect the rest of the turn.

    After a loss of control the plan does not matter, and of tokens only the damage sides count.
    """
    car = state.cars[0]
    known = (
        state.phase, state.stage, len(state.sheet), state.lost_on, state.lost_gear, state.to_draw,
        state.backs, car.cell, car.gear, car.seconds, car.status, car.spare, car.sisu,
        sum(entry >= FIRST_BACK for entry in car.pile),
    )  # fmt: skip
    if state.phase in ("back", "damage"):
        return msgspec.msgpack.encode((known, damage(car.tokens), _damage_sides(state.bag)))
    faces = state.faces
    if state.way == "one-by-one" and faces:
        faces = (*("-" for _ in faces[1:]), faces[-1])
    return msgspec.msgpack.encode(
        (
            known, state.plan, state.way, state.at, state.hazards, state.secured, faces, state.calm,
            state.accepted, state.carried, state.bag, state.origin, state.origin_gear, sorted(car.tokens),
        )
    )  # fmt: skip


@lru_cache(maxsize=4096)
def _damage_sides(bag: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the tokens of a bag by damage side."""
    sides = UP[:KINDS]
    return tuple(sum(compress(bag, (up == side for up in sides))) for side in sorted(set(sides)))
