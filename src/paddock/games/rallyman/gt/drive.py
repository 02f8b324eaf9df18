"""A car at the start of its turn on a circuit, and the steps open to it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

from paddock.games.rallyman import drives
from paddock.games.rallyman.dice import DiceSet, Hand, Lay, lays
from paddock.games.rallyman.drives import Exit, others_on_track
from paddock.games.rallyman.gt.components import dice
from paddock.games.rallyman.gt.state import State, Step, hand_of, hazard_limit, road_of
from paddock.games.rallyman.hazards import Leg
from paddock.tracks.road import mask
from paddock.tracks.road_gt import GtRoad, GtStep

NEVER = 9
"""The gear needed to draw level where a yellow flag forbids it: higher than any gear."""


Place = tuple[int, int]
"""A cell and the tile borders crossed to reach it; the borders are negative once the race is finished."""


class Opening(NamedTuple):
    """A free cell ahead: the road's step to it, and the gear needed to draw level with cars there."""

    step: GtStep
    need: int


class Spot(NamedTuple):
    """Where a plan stands: cell, tile borders crossed, gear in force, dice used up."""

    cell: int
    k: int
    gear: int
    used: int = 0


class Move(NamedTuple):
    """A legal next step: its dice, the road's step, and whether it ends the plan."""

    lay: Lay
    step: GtStep
    fatal: bool
    """Whether it is overspeed: control is certainly lost there."""
    finishes: bool

    @property
    def last(self) -> bool:
        """Whether a plan ends with it (GT-CORNER-D6, GT-END-D1)."""
        return self.fatal or self.finishes


class Drive(drives.Drive[GtRoad, Step, Spot, Move, Place]):
    """One car's turn on a circuit with its yellow flags."""

    __slots__ = ("_ahead", "_crowded", "_open", "flagged", "laps")

    def __init__(
        self,
        road: GtRoad,
        start: Spot,
        hand: Hand,
        limit: int,
        laps: int = 1,
        gears: dict[int, int] | None = None,
        flagged: int = 0,
    ) -> None:
        super().__init__(road, start, hand, limit, gears)
        self.laps = laps
        self.flagged = flagged
        """The cells, as bits, on which a yellow flag forbids drawing level."""
        self._open, self._ahead = empty_road(road)
        self._crowded: dict[int, tuple[Opening, ...]] = {}

    def openings(self, cell: int) -> tuple[Opening, ...]:
        """Returns the free cells ahead, each with the gear to draw level (GT-MOVE-1, -2, GT-PASS-3)."""
        taken = self.taken
        if not self._ahead[cell] & taken:
            return self._open[cell]
        found = self._crowded.get(cell)
        if found is None:
            found = self._crowded[cell] = tuple(
                [
                    Opening(step, self.need(step) if step.level & taken else 0)
                    for step in self.road.steps[cell]
                    if not taken >> step.cell & 1
                ]
            )
        return found

    def need(self, step: GtStep) -> int:
        """Returns the gear needed to draw level with the cars beside a step (GT-PASS-D2, GT-FLAG-2, -3)."""
        gears = self.gears
        highest = max((gears[cell] for cell in step.level_cells if cell in gears), default=0)
        return NEVER if highest > 0 and self.flagged >> step.cell & 1 else highest

    def finishes(self, step: GtStep, k: int) -> bool:
        """Whether a step of a car that has crossed `k` borders completes the last lap (GT-END-2)."""
        return step.finish and (k + step.border) // self.road.n >= self.laps

    def moves(self, spot: Spot) -> list[Move]:
        """Returns all legal next steps from a spot; the caller checks that the plan may go on."""
        cell, k, gear, used = spot
        openings = self.openings(cell)
        moves = []
        for lay in lays(self.hand, gear, used):
            at = lay.gear
            for step, need in openings:
                if at >= need:
                    moves.append(Move(lay, step, at > step.limit, step.finish and self.finishes(step, k)))
        return moves

    def after(self, spot: Spot, move: Move) -> Spot:
        """Returns where a plan stands after one more step."""
        return Spot(move.step.cell, spot.k + move.step.border, move.lay.gear, move.lay.used)

    def planned(self, move: Move) -> Step:
        """Returns the step as a player plans it."""
        return Step(move.lay.die, move.step.cell, move.lay.brakes)  # type: ignore[arg-type]

    def cell(self, move: Move) -> int:
        """Returns the cell a step leads to."""
        return move.step.cell

    def landing(self, _: Move) -> int:
        """Returns -1: there are no jumps on a circuit."""
        return -1

    @property
    def dice(self) -> DiceSet:
        """The dice of the box."""
        return dice()

    def place(self, spot: Spot) -> Place:
        """Returns the cell and the borders crossed."""
        return spot.cell, spot.k

    def exits(self, place: Place, lay: Lay) -> Iterator[Exit[Place]]:
        """Yields everywhere a step with these dice may lead from a place."""
        cell, k = place
        gear = lay.gear
        for step, need in self.openings(cell):
            if gear >= need:
                fatal = gear > step.limit
                last = fatal or (step.finish and self.finishes(step, k))
                place = step.cell, k + step.border
                yield Exit(place, step.cell, step.hazards[gear], fatal, False, last)

    def feel(self, lay: Lay) -> int:
        """Returns the gear: the road depends on nothing else."""
        return lay.gear

    def laid(self, lay: Lay, exit_: Exit[Place]) -> Step:
        """Returns the step as a player plans it."""
        return Step(lay.die, exit_.cell, lay.brakes)  # type: ignore[arg-type]

    def blocked(self) -> bool:
        """Whether every legal first step is a certain loss, or there is none (GT-BLOCK-1)."""
        openings = self.openings(self.start.cell)
        for lay in lays(self.hand, self.start.gear):
            gear = lay.gear
            for step, need in openings:
                if need <= gear <= step.limit and step.hazards[gear] < self.limit:
                    return False
        return True

    def leg(self, move: Move, gear_before: int) -> Leg:
        """Returns the risk of a step."""
        lay = move.lay
        return Leg(
            dice().odds(lay.die, lay.brakes),
            1 + lay.brakes,
            move.step.hazards[lay.gear],
            fatal=move.fatal,
            forgiving=gear_before == 0 and lay.die == "2",
        )

    def find(self, spot: Spot, planned: Step) -> Move | None:
        """Returns the legal move for a planned step, or None if it is illegal."""
        lay, cell = self.lay(spot, planned), planned.cell
        if lay is None:
            return None
        for step, need in self.openings(spot.cell):
            if step.cell == cell and lay.gear >= need:
                return Move(lay, step, lay.gear > step.limit, step.finish and self.finishes(step, spot.k))
        return None

    def wander(self, rng: Random) -> tuple[Step, ...]:
        """Returns a random legal plan, empty if there is none; every legal plan is possible."""
        cell, k, gear, used = self.start
        random = rng.random
        steps: list[Step] = []
        while True:
            choices = lays(self.hand, gear, used)
            openings = self.openings(cell)
            if not choices or not openings:
                break
            lay = choices[int(random() * len(choices))]
            step, need = openings[int(random() * len(openings))]
            if lay.gear < need:
                legal = [(a, b) for a in choices for b, need in openings if a.gear >= need]
                if not legal:
                    break
                lay, step = legal[int(random() * len(legal))]
            steps.append(Step(lay.die, step.cell, lay.brakes))  # type: ignore[arg-type]
            if lay.gear > step.limit or random() < 0.2 or (step.finish and self.finishes(step, k)):
                break
            cell, k, gear, used = step.cell, k + step.border, lay.gear, lay.used
        return tuple(steps)


@lru_cache(maxsize=256)
def empty_road(road: GtRoad) -> tuple[tuple[tuple[Opening, ...], ...], tuple[int, ...]]:
    """Returns for every cell its openings without traffic, and as bits the cells whose cars matter."""
    openings = tuple(tuple(Opening(step, 0) for step in steps) for steps in road.steps)
    ahead = tuple(mask(step.cell for step in steps) | _levels(steps) for steps in road.steps)
    return openings, ahead


def _levels(steps: tuple[GtStep, ...]) -> int:
    cells = 0
    for step in steps:
        cells |= step.level
    return cells


@lru_cache(maxsize=4096)
def flag_zone(road: GtRoad, cell: int) -> int:
    """Returns the cells of a flag's face and of its neighbours, as bits (GT-FLAG-2, -D1)."""
    face = road.tile[cell]
    return mask(near for offset in (-1, 0, 1) for near in road.face_cells[(face + offset) % road.n])


def drive_of(state: State, seat: int) -> Drive:
    """Returns the turn ahead of a seat: what the rules let it plan now."""
    car = state.cars[seat]
    road = road_of(state.options.track)
    flagged = 0
    for flag in state.flags:
        if flag.seat != seat or car.gear != 0:
            flagged |= flag_zone(road, flag.cell)
    return Drive(
        road,
        Spot(car.cell, car.k, car.gear),
        hand_of(state, seat),
        hazard_limit(state, seat),
        state.options.laps,
        others_on_track(state.cars, seat),
        flagged,
    )
