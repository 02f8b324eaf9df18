"""The race decisions of a Rallyman: GT expert: exact plans of a turn, compared in rollouts."""

from __future__ import annotations

from random import Random

import numpy as np

from paddock.bots.gt.duel_search import Replies
from paddock.bots.gt.race_arrays import Standing
from paddock.bots.gt.settings import Mind
from paddock.bots.gt.turn_plans import CHANCES, Candidate, Turn, WinChances, best_plan, ends_after
from paddock.bots.gt.win_chance import HOME, Outlook, first_home
from paddock.games.rallyman.dice import used
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.drive import Drive, Spot, drive_of
from paddock.games.rallyman.gt.losses import open_sides
from paddock.games.rallyman.gt.outlooks import places
from paddock.games.rallyman.gt.relays import Relays
from paddock.games.rallyman.gt.state import State, Step, hand_of, hazard_limit
from paddock.games.rallyman.hazards import Leg
from paddock.games.rallyman.securing import price
from paddock.games.rallyman.turns import Ending, OneByOne
from paddock.kernels.gt.dice import hand_array
from paddock.kernels.gt.road_arrays import Bytes, Floats, Ints, figures
from paddock.kernels.gt.rollouts import play_on
from paddock.kernels.random_stream import streams
from paddock.solve.gt.plan_tables import DICE
from paddock.solve.gt.race_tables import PURSE, Pace

CERTAIN = 0.97
"""A plan with this chance to win is taken without rollouts."""
SHAKES = (0.0, 0.02, 0.05)
"""The sizes of random changes to the values, which make further plans come out best."""


class Played:
    """A plan with its possible ends and the results of its rollouts."""

    def __init__(self, plan: Candidate, ends: Ints, chances: Floats) -> None:
        self.plan = plan
        self.ends = ends
        self.chances = chances
        self.summed = np.cumsum(chances)
        self.wins = 0
        self.worth = 0.0

    def hoped(self, win_chances: WinChances) -> float:
        """Returns the value of the plan by the tables."""
        place, gear, tokens, lost = self.ends.T
        worths = np.where(
            lost == 1, win_chances.lost[place, gear, tokens], win_chances.stop[place, gear, tokens]
        )
        return float(self.chances @ worths)


class Thoughts:
    """Decides for one driver in one state of a race."""

    def __init__(self, state: State, seat: int, pace: Pace, mind: Mind, rng: Random) -> None:
        self.state = state
        self.seat = seat
        self.pace = pace
        self.mind = mind
        self.rng = rng
        self.car = state.cars[seat]
        self.outlook = Outlook(state, seat, pace, mind)
        self.limit = hazard_limit(state, seat)
        self.tokens = min(self.car.focus, PURSE)

    def decide(self) -> a.GtAction | None:
        """Returns the decision of this phase, or None if another policy has to decide."""
        match self.state.phase:
            case "plan":
                return self.plan()
            case "step":
                return self.step()
            case "relay":
                return self.relay()
            case "side":
                return self.go_off()
            case _:
                return None

    @property
    def here(self) -> int:
        """The place of the car."""
        return self.outlook.place(self.car.cell, self.car.k)

    def plan(self) -> a.GtAction | None:
        """Returns the plan that wins most often, or None if no plan is safe."""
        drive = drive_of(self.state, self.seat)
        turn, win_chances = (
            self.turn(self.outlook.needs(drive)),
            self.outlook.win_chances(self.here, self.tokens),
        )
        best = best_plan(turn, self.pace, win_chances)
        if best is None:
            return None
        if drive.blocked() and win_chances.stop[self.here, self.car.gear, self.tokens] <= best.worth:
            return a.Pass()
        if best.worth > CERTAIN * HOME:
            best = self.weighed(self.candidates(best, turn, win_chances), turn, win_chances)
        return a.Plan(self.steps(best.steps, drive), best.way)

    def turn(self, need: Bytes) -> Turn:
        """Returns the turn to plan."""
        hand = hand_array(hand_of(self.state, self.seat), self.limit)
        return Turn(self.here, self.car.gear, self.tokens, hand, need)

    def candidates(self, best: Candidate, turn: Turn, win_chances: WinChances) -> list[Candidate]:
        """Returns the best plan, and plans that are best under slightly changed values."""
        found = {(best.way, str(best.steps)): best}
        shaking = np.random.default_rng(self.rng.getrandbits(32))
        for shake in SHAKES:
            for _ in range(self.mind.tries if shake else 0):
                stop = win_chances.stop + shake * shaking.standard_normal((len(win_chances.stop), 7, 1))
                stop[-1] = win_chances.stop[-1]
                other = best_plan(turn, self.pace, WinChances(stop, win_chances.lost))
                if other is not None:
                    found.setdefault((other.way, str(other.steps)), other)
        return list(found.values())

    def weighed(self, live: list[Candidate], turn: Turn, win_chances: WinChances) -> Candidate:
        """Returns the best plan, by exact replies within the search horizon, otherwise by rollouts."""
        standing, mind = self.outlook.standing(), self.mind
        ahead = mind.duel if len(standing.rivals(self.seat)) == 1 else mind.field
        if ahead and first_home(standing, self.pace) <= ahead:
            replies = Replies(self.outlook, turn.hand)
            return min(
                live,
                key=lambda plan: replies.worth(standing, *ends_after(plan, turn, self.pace, win_chances)),
            )
        return self.played_on(live, turn, standing, win_chances)

    def played_on(
        self, live: list[Candidate], turn: Turn, standing: Standing, win_chances: WinChances
    ) -> Candidate:
        """Returns the best plan by tables and rollouts together; each pass drops half of the plans."""
        cars, rest = np.array(standing.cars, np.int64), np.array(standing.rest, np.int64)
        games, begun = self.mind.games, 0
        line, hand = self.pace.ground.line, self.pace.ground.hand
        seed = self.rng.getrandbits(32)
        running = [Played(one, *ends_after(one, turn, self.pace, win_chances)) for one in live]
        clock = self.clock(running[0], win_chances)
        while len(running) > 1:
            flow = streams(seed, games, begun)
            begun, games = begun + games, games * 2
            for one in running:
                one.wins += play_on(
                    self.seat, cars, rest, one.ends, one.summed, line, hand, CHANCES, figures().loss,
                    self.pace.habits, self.mind.dull, clock, flow.copy(),
                )  # fmt: skip
                one.worth = one.wins / begun - self.mind.trust * one.hoped(win_chances)
            running.sort(key=lambda one: -one.worth)
            running = running[: len(running) // 2]
        return running[0].plan

    def clock(self, plan: Played, win_chances: WinChances) -> int:
        """Returns who drives in this round, if the driver that is best after a plan drives in the next."""
        worths = [plan.hoped(WinChances(stop, win_chances.lost)) for stop in win_chances.drivers]
        best = int(np.argmin(worths))
        return best + 1 if best else 0

    def steps(self, found: list[list[int]], drive: Drive) -> tuple[Step, ...]:
        """Returns the steps of a plan in the notation of the rules."""
        line, cell, gear, steps = self.pace.ground.line, self.car.cell, self.car.gear, []
        for die, brakes, to in found:
            gear = die if die <= 6 else gear
            cell = int(line.cell[to]) if to < line.places else _over_the_line(drive, cell, gear)
            steps.append(Step(DICE[die], cell, brakes))  # type: ignore[arg-type]
        return tuple(steps)

    def step(self) -> a.GtAction:
        """Rolls, secures or stops in the middle of a plan."""
        state, car = self.state, self.car
        drive, rest, spent = drive_of(state, self.seat), state.plan[state.at :], 0
        for planned in state.plan[: state.at]:
            spent = used(planned.die, planned.brakes, spent)
        drive.start = Spot(car.cell, car.k, car.gear, spent)
        spots = [(drive.start, False), *places(drive, rest)]
        win_chances = self.outlook.win_chances(self.here, self.tokens)

        def value(ending: Ending) -> float:
            spot, _ = spots[ending.steps - 1]
            crossed = ending.steps > 1 and self.crosses(spots[ending.steps - 2][0], spot)
            place = len(win_chances.stop) - 1 if crossed else self.outlook.place(spot.cell, spot.k)
            table = win_chances.lost if ending.lost else win_chances.stop
            return -float(table[place, spot.gear, min(ending.tokens, table.shape[2] - 1)])

        legs = [Leg((1,), 1), *drive.legs(rest)]
        turn = OneByOne(legs, self.limit, car.focus + price(0, state.secured), value)
        choice = turn.best(1, state.hazards, state.secured)[1]
        if choice == "stop" and state.at > 0:
            return a.Stop()
        return a.Secure() if choice == "secure" else a.Roll()

    def crosses(self, before: Spot, after: Spot) -> bool:
        """Whether a step crosses the line for the last time."""
        step = self.outlook.road.step(before.cell, after.cell)
        return step is not None and step.finish and self.outlook.finishes(after.k)

    def relay(self) -> a.GtAction:
        """Returns the relay with the best value."""
        win_chances = self.outlook.win_chances(self.here, self.tokens)
        found: dict[float, a.GtAction] = {}
        for (_, gear), steps in Relays(self.state).endings().items():
            spot, crossed = Spot(self.car.cell, self.car.k, gear), False
            for laid in steps:
                step = self.outlook.road.step(spot.cell, laid.cell)
                assert step is not None
                then = Spot(laid.cell, spot.k + step.border, gear)
                spot, crossed = then, self.crosses(spot, then)
            place = len(win_chances.lost) - 1 if crossed else self.outlook.place(spot.cell, spot.k)
            found.setdefault(float(win_chances.lost[place, gear, self.tokens]), a.Relay(steps))
        return found[min(found)]

    def go_off(self) -> a.GtAction:
        """Returns the side with fewer steps to go."""
        back, time = self.pace.ground.line.back[self.here], self.pace.time
        to_go = [float(time[place, 0, self.tokens]) for place in back]
        return a.GoOff(min(open_sides(self.state), key=lambda side: to_go[side == "right"]))


def _over_the_line(drive: Drive, cell: int, gear: int) -> int:
    openings = drive.openings(cell)
    return next(step.cell for step, need in openings if step.finish and need <= gear <= step.limit)
