"""Trains the correction for other cars in a race: `python -m tools.gt_crowd [rounds] [races] [seed]`.

In every round a driver that plans with the present networks, with some random deviations, races three club
drivers on the ready circuits. The target for a state at the end of a car's turn is the expected value of
its next turn, after the others have moved, mixed with the winner of the race. Two networks learn from half
of the races each. The value of the next turn is that of the plan one network prefers, evaluated by the
other, so that neither trains on its own errors. Only the races of the last two rounds are used, since
earlier ones were driven with worse networks. The result is stored beside the bots (`traffic_model.json`)
after every round.
"""

from __future__ import annotations

import multiprocessing
import random
import sys
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
import numpy as np

from paddock.bots.gt.expert import ExpertBot, wanted_pace
from paddock.bots.gt.race_arrays import Standing, row_of
from paddock.bots.gt.race_expert import Thoughts
from paddock.bots.gt.settings import EXPERT
from paddock.bots.gt.traffic_model import SEEN, Ends, Net, Seen, judged, seen, shifted
from paddock.bots.gt.turn_plans import Candidate, Turn, WinChances, best_plan, ends_after
from paddock.bots.gt.win_chance import HOME, Outlook, patience
from paddock.core.game import Perspective
from paddock.core.play import by_weights, play
from paddock.core.registry import find_bot
from paddock.games.rallyman.dice import Hand
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import NO_DAMAGE
from paddock.games.rallyman.gt.drive import drive_of
from paddock.games.rallyman.gt.state import GtOptions, State, hand_on, hazard_limit
from paddock.kernels.gt.road_arrays import Floats
from paddock.kernels.gt.rollouts import OUT, TRACK, WHOLE
from paddock.solve.gt.race_tables import Pace, made, prepare
from paddock.solve.table_cache import be_patient
from tools import PACKAGE
from tools.nets import fitted, untaught

CIRCUITS = ("list-1", "list-2", "list-c", "list-d")
CARS = 4
SLIPS = 0.08
"""How often the learning driver deviates from the best plan."""
OTHERS = 0.3
"""The share of the clubs' turns in the training data."""
OUTCOME = 0.3
"""The weight of the winner in the target, against the value of the next turn."""
SWEEPS = 4
"""The number of passes that propagate targets back by a turn, per round."""
_FILE = PACKAGE / "bots/gt/traffic_model.json"

Nets = tuple[Net, ...]


class Course(NamedTuple):
    """The parameters that identify a set of tables."""

    track: str
    hand: Hand
    limit: int


@lru_cache(maxsize=16)
def _pace(course: Course) -> Pace:
    return made(GtOptions(track=course.track), course.hand, course.limit)


class Then(NamedTuple):
    """The planned next turn, and the chances by tables at its possible ends."""

    course: Course
    standing: Standing
    seat: int
    turn: Turn
    first: int
    held: Floats
    gone: Floats


class Turned(NamedTuple):
    """A state at the end of a car's turn, and what followed."""

    race: int
    seen: Seen
    driver: bool
    """Whether the learning driver drove, not a club driver."""
    won: bool
    then: Then | None
    """None if another car won before the next turn."""


class Learner(ExpertBot):
    """Plans by tables and the present networks, with random deviations."""

    def __init__(self, nets: Nets) -> None:
        self.nets = nets

    def racing(self, state: State, seat: int, rng: random.Random) -> a.GtAction | None:
        """Returns the decision in a race."""
        pace = wanted_pace(state, seat) if state.phase != "tyres" else None
        return None if pace is None else _Slipping(state, seat, pace, self.nets, rng).decide()


class _Slipping(Thoughts):
    def __init__(self, state: State, seat: int, pace: Pace, nets: Nets, rng: random.Random) -> None:
        super().__init__(state, seat, pace, EXPERT, rng)
        self.outlook.nets = nets

    def weighed(self, live: list[Candidate], turn: Turn, win_chances: WinChances) -> Candidate:
        return self.rng.choice(live)

    def candidates(self, best: Candidate, turn: Turn, win_chances: WinChances) -> list[Candidate]:
        return super().candidates(best, turn, win_chances) if self.rng.random() < SLIPS else [best]


class Race:
    """One race, with the training data from every car's turns."""

    def __init__(self, number: int, seed: str, nets: Nets) -> None:
        self.number = number
        self.rng = random.Random(f"{seed}:{number}")
        self.track = CIRCUITS[number % len(CIRCUITS)]
        self.state = RALLYMAN_GT.start(RALLYMAN_GT.options({"track": self.track, "no_weather": True}), CARS)
        self.driver = number // len(CIRCUITS) % CARS
        club = find_bot("rallyman-gt", "club")
        self.bots = [Learner(nets) if seat == self.driver else club for seat in range(CARS)]
        self.open: dict[int, Seen] = {}
        """By seat: the features at the end of its last turn."""
        self.done: list[tuple[int, Seen, Then | None]] = []

    def drive(self) -> list[Turned]:
        """Plays the race to its end and returns its training data."""
        state, moving = self.state, (-1, 0)

        def choose(seat: int) -> a.GtAction:
            nonlocal moving
            if (seat, state.round) != moving:
                if moving[0] >= 0:
                    self._turned(*moving)
                moving = -1, 0
                if state.phase == "plan":
                    moving = seat, state.round
                    self._planning(seat)
            action: a.GtAction = self.bots[seat].choose(Perspective(RALLYMAN_GT, state, seat), self.rng)
            return action

        play(RALLYMAN_GT, state, choose, by_weights(self.rng))
        result = RALLYMAN_GT.result(state)
        assert result is not None
        won = [place == 1 for place in result.places]
        left = [(seat, looked, None) for seat, looked in self.open.items() if not won[seat]]
        return [
            Turned(self.number, looked, seat == self.driver, won[seat], then)
            for seat, looked, then in [*self.done, *left]
        ]

    def _outlook(self, seat: int) -> Outlook | None:
        pace = wanted_pace(self.state, seat)
        return None if pace is None else Outlook(self.state, seat, pace, EXPERT)

    def _planning(self, seat: int) -> None:
        """Records the value of a new turn as the result of the turn before it."""
        looked, outlook = self.open.pop(seat, None), self._outlook(seat)
        if looked is None or outlook is None:
            return
        thoughts = Thoughts(self.state, seat, outlook.pace, EXPERT, self.rng)
        turn = thoughts.turn(outlook.needs(drive_of(self.state, seat)))
        standing, places = outlook.standing(), slice(*outlook.window(turn.place))
        held, gone = _by_tables(outlook, standing, turn.place, turn.tokens)
        car = self.state.cars[seat]
        whole = hand_on(self.state, car, car.tyre, NO_DAMAGE)
        course = Course(self.track, whole, hazard_limit(self.state, seat))
        then = Then(course, standing, seat, turn, places.start, held, gone)
        self.done.append((seat, looked, then))

    def _turned(self, seat: int, round_: int) -> None:
        """Records the cars at the end of a turn."""
        state = self.state
        outlook = self._outlook(seat) if state.cars[seat].status in ("track", "off", "pit") else None
        if outlook is None or (seat != self.driver and self.rng.random() >= OTHERS):
            return
        order = list(state.order) if state.round == round_ else []
        cars = outlook.standing().cars
        later = order[order.index(seat) + 1 :] if seat in order else []
        standing = Standing(cars, tuple(other for other in later if cars[other].status != OUT))
        car, gear = cars[seat], max(0, cars[seat].gear)
        if car.status == TRACK:
            held, _ = _by_tables(outlook, standing, car.place, car.focus)
            chance = held[car.place - outlook.window(car.place)[0], gear, car.focus]
        else:
            wins = outlook.winning(standing, seat).chance[2:]
            home = outlook.pace.spreads[0][row_of(car, outlook.pace)][: len(wins)] / WHOLE
            chance = (home * wins[: len(home)]).sum()
        place = np.array([car.place])
        ends = Ends(place, np.array([gear]), car.status != TRACK, car.focus, np.array([chance]))
        self.open[seat] = seen(outlook.pace, standing, seat, ends)[0]


def _by_tables(outlook: Outlook, standing: Standing, here: int, tokens: int) -> tuple[Floats, Floats]:
    """Returns the chances to win by tables from every end of a turn from here, in control and out of it."""
    stops, losses = outlook.drivers(standing, outlook.seat, here, tokens)
    places = slice(*outlook.window(here))
    slow, late = patience(outlook.pace, places, stops[0].shape[2])
    held, gone = slow - np.minimum.reduce(stops)[places], late - np.minimum.reduce(losses)[places]
    return held.astype(np.float32), gone.astype(np.float32)


def promised(then: Then, nets: Nets) -> tuple[float, float]:
    """Returns the value of each network's preferred plan, as evaluated by the other network."""
    course, standing, seat, turn, first, held, gone = then
    pace = _pace(course)
    places, width = slice(first, first + len(held)), held.shape[2]
    slow, late = patience(pace, places, width)
    judges = [judged((net,), pace, standing, seat, first, turn.tokens, held, gone, heed=1.0) for net in nets]
    found = []
    for own, other in (judges, judges[::-1]):
        stop, lost = (np.full((pace.ground.line.places + 1, 7, width), HOME) for _ in range(2))
        stop[places], lost[places] = slow - own[0], late - own[1]
        plan = best_plan(turn, pace, WinChances(stop, lost))
        if plan is None:
            found.append(0.0)
            continue
        ends, chances = ends_after(plan, turn, pace, WinChances(stop, lost))
        place, gear, tokens, out = ends.T
        over = place == pace.ground.line.places
        where = np.where(over, 0, place - first), gear, tokens
        worth = np.where(over, 1.0, np.where(out == 1, other[1][where], other[0][where]))
        found.append(float(chances @ worth))
    return found[0], found[1]


def learn(turns: list[Turned], nets: Nets, told: Callable[[str], None]) -> Nets:
    """Returns networks trained on all these turns."""
    looked = np.stack([turned.seen for turned in turns])
    half = np.array([turned.race // (len(CIRCUITS) * CARS) % 2 for turned in turns])
    won = np.array([turned.won for turned in turns], np.float32)
    outcome = np.where([turned.driver for turned in turns], OUTCOME, 0.0)
    for sweep in range(SWEEPS):
        with multiprocessing.get_context("fork").Pool(initializer=_hold, initargs=(turns, nets)) as pool:
            promises = np.array(pool.map(_promise, range(len(turns)), 64), np.float32)
        wanted = (1 - outcome[:, None]) * promises + (outcome * won)[:, None]
        nets = tuple(
            fitted(net, looked[half == side], wanted[half == side, side], sweep)
            for side, net in enumerate(nets)
        )
        miss = wanted.mean(axis=1) - shifted(1 / (1 + np.exp(-looked[:, 0])), _mean(nets, looked))
        told(f"sweep {sweep + 1} of {SWEEPS}, off by {float(np.sqrt((miss**2).mean())):.3f}")
    return nets


def _mean(nets: Nets, looked: Seen) -> Floats:
    return np.asarray(np.mean([net.extra(looked) for net in nets], axis=0), np.float64)


_HELD: list[tuple[list[Turned], Nets]] = []
"""The data of a forked worker process."""


def _hold(turns: list[Turned], nets: Nets) -> None:
    _HELD[:] = [(turns, nets)]


def _promise(number: int) -> tuple[float, float]:
    turns, nets = _HELD[0]
    then = turns[number].then
    return (0.0, 0.0) if then is None else promised(then, nets)


def _raced(asked: tuple[int, str, Nets]) -> list[Turned]:
    be_patient()
    return Race(*asked).drive()


def main(arguments: list[str]) -> None:
    """Races, trains and writes the networks, round by round."""
    rounds = int(arguments[0]) if arguments else 4
    races = int(arguments[1]) if len(arguments) > 1 else 2400
    seed = arguments[2] if len(arguments) > 2 else "crowd"
    for track in CIRCUITS:
        prepare(track)
    nets: Nets = tuple(untaught(SEEN, side) for side in range(2))
    before: list[Turned] = []

    def told(what: str) -> None:
        sys.stderr.write(f"\r{what:<70}")
        sys.stderr.flush()

    for number in range(rounds):
        asked = [(race, f"{seed}:{number}", nets) for race in range(races)]
        won, turns = 0, list[Turned]()
        with multiprocessing.get_context("fork").Pool() as pool:
            for done, found in enumerate(pool.imap(_raced, asked, 4), 1):
                won += any(turned.driver and turned.won for turned in found)
                turns += found
                told(f"round {number + 1} of {rounds}: {done} of {races} races, {won} won")
        sys.stderr.write("\n")
        nets, before = learn(before + turns, nets, told), turns
        sys.stderr.write("\n")
        _FILE.write_bytes(
            msgspec.json.format(msgspec.json.encode([_written(net) for net in nets]), indent=0) + b"\n"
        )


def _written(net: Net) -> dict[str, Any]:
    return {part: _short(table.tolist()) for part, table in net._asdict().items()}


def _short(table: Any) -> Any:
    return [_short(one) for one in table] if isinstance(table, list) else float(f"{table:.4g}")


if __name__ == "__main__":
    main(sys.argv[1:])
