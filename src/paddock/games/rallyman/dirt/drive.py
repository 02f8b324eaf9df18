"""A car at the start of its turn on a stage, and the steps open to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Literal, NamedTuple

from msgspec import structs

from paddock.games.rallyman import drives
from paddock.games.rallyman.dice import DiceSet, Hand, Lay, lays, used
from paddock.games.rallyman.dirt.components import HAZARD_LIMIT, dice
from paddock.games.rallyman.dirt.ground import GROUNDED, LONG, SHORT, Opening, flight, fresh, less_mud, wades
from paddock.games.rallyman.dirt.stages import road as road_now
from paddock.games.rallyman.dirt.state import State, Step, hand_of
from paddock.games.rallyman.dirt.tokens import mud_on
from paddock.games.rallyman.drives import Exit, others_on_track
from paddock.games.rallyman.hazards import Leg
from paddock.tracks.road import mask
from paddock.tracks.road_dirt import DirtRoad

Place = tuple[int, int, int]
"""A space, how the car leaves it, and the chosen landing."""


class Spot(NamedTuple):
    """Where a plan stands: space (-1: before the line), gear in force, dice used up, in the air or not."""

    cell: int
    gear: int
    used: int = 0
    flight: int = GROUNDED
    landing: int = -1
    """Where the flight lands, if a landing was chosen."""


class Move(NamedTuple):
    """A legal next step: its dice, where it leads, its risk, and whether it ends the plan.

    `fatal`: control is certainly lost there; `touchy`: it is lost if its dice show a hazard.
    """

    lay: Lay
    cell: int
    flight: int = GROUNDED
    landing: int = -1
    limit: int = 9
    fatal: bool = False
    touchy: bool = False
    finishes: bool = False

    @property
    def last(self) -> bool:
        """Whether a plan ends with it (DIRT-TURN-D2, DIRT-FINISH-D1)."""
        return self.fatal or self.finishes

    @property
    def lost_on(self) -> int:
        """The space of the loss if this step alone loses control."""
        return self.landing if self.landing >= 0 else self.cell

    @property
    def step(self) -> Step:
        """The step as a player plans it."""
        return Step(self.lay.die, self.cell, self.lay.brakes, self.landing)


Staying = Literal["free", "blocked", "forced", "stranded"]
"""Whether a car may stay. free: no; blocked: yes; forced: no, despite a certain loss; stranded: it must."""


class Drive(drives.Drive[DirtRoad, Step, Spot, Move, Place]):
    """One car's turn on a stage with its mud."""

    __slots__ = ("_fresh", "_muddy", "_openings", "mud")

    def __init__(
        self,
        road: DirtRoad,
        start: Spot,
        hand: Hand,
        mud: Sequence[int] = (),
        gears: dict[int, int] | None = None,
        limit: int = HAZARD_LIMIT,
    ) -> None:
        super().__init__(road, start, hand, limit, gears)
        self.mud = mud
        """How much mud is on each corner; empty if there is none."""
        self._muddy = mask(corner for corner, depth in enumerate(mud) if depth) if mud else 0
        self._fresh = fresh(road)
        self._openings: dict[tuple[int, int, int], tuple[Opening, ...]] = {}

    def without_cars(self) -> Drive:
        """Returns the same turn without the other cars (DIRT-BLOCK-1)."""
        return Drive(self.road, self.start, self.hand, self.mud)

    def current_limit(self, start: int, cell: int) -> int:
        """Returns the limit of a space for a car coming from `start`."""
        return less_mud(self.road, self.mud, start, cell)

    def openings(self, cell: int, flight: int = GROUNDED, landing: int = -1) -> tuple[Opening, ...]:
        """Returns the free and passable spaces that can come next, with the gear to draw level there."""
        printed = self._fresh
        if flight == GROUNDED:
            found, matters = printed.over_ground[cell], printed.matters_ground[cell]
            corners = printed.corners_ground[cell]
        elif flight == SHORT:
            found, matters = printed.over_one[cell], printed.matters_one[cell]
            corners = printed.corners_one[cell]
        else:
            found, matters = printed.alone[landing], printed.matters_alone[landing]
            corners = printed.corners_alone[landing]
        if not self.taken & matters and not self._muddy & corners:
            return found
        key = (cell, flight, landing)
        known = self._openings.get(key)
        if known is None:
            known = self._openings[key] = tuple(
                opening
                for plain in found
                if not self.taken & self.road.overlaps[plain.cell]
                and (opening := self._opened(cell, plain)).limit > 0
            )
        return known

    def _opened(self, start: int, printed: Opening) -> Opening:
        cell = printed.cell
        return Opening(
            cell,
            self.current_limit(start, cell),
            self._need(cell),
            printed.water,
            printed.jump,
            tuple(landing for landing in printed.short if self.can_land(landing)),
            tuple(landing for landing in printed.long if self.can_land(landing)),
            printed.finish,
        )

    def _need(self, cell: int) -> int:
        """Returns the gear a car needs to draw level with those in the row (DIRT-PASS-1, -D1, -D4)."""
        beside = self.road.level[cell] & self.taken
        if not beside:
            return 0
        return max(gear for other, gear in self.gears.items() if beside >> other & 1)

    def can_land(self, cell: int) -> bool:
        """Whether a flying car can land on a space (DIRT-JUMP-6, -7)."""
        return not self.taken & self.road.overlaps[cell] and self.current_limit(-1, cell) > 0

    def moves(self, spot: Spot) -> list[Move]:
        """Returns all legal next steps from a spot; the caller checks that the plan may go on."""
        openings = self.openings(spot.cell, spot.flight, spot.landing)
        moves: list[Move] = []
        for lay in lays(self.hand, spot.gear, spot.used):
            for opening in openings:
                moves += self.ends(lay, opening)
        return moves

    def ends(self, lay: Lay, opening: Opening) -> tuple[Move, ...]:
        """Returns the legal ways to enter an opening with these dice: none, one, or one for each landing."""
        cell, limit, need, water, jump, short, long, finish = opening
        gear = lay.gear
        if gear < need or (water and not wades(lay)):
            return ()
        if not jump or gear < jump or gear > limit:
            return (Move(lay, cell, GROUNDED, -1, limit, gear > limit, False, finish),)
        if gear == jump:
            return (Move(lay, cell, SHORT, -1, limit, False, False, finish),) if short else ()
        dangerous = gear > jump + 1
        return tuple(
            Move(lay, cell, LONG, landing, limit, dangerous, not dangerous, finish) for landing in long
        )

    def after(self, _: Spot, move: Move) -> Spot:
        """Returns where a plan stands after a step."""
        return Spot(move.cell, move.lay.gear, move.lay.used, move.flight, move.landing)

    def planned(self, move: Move) -> Step:
        """Returns the step as a player plans it."""
        return move.step

    def cell(self, move: Move) -> int:
        """Returns the space a step leads to."""
        return move.cell

    def landing(self, move: Move) -> int:
        """Returns where a long or dangerous jump lands; -1 for any other step."""
        return move.landing

    @property
    def dice(self) -> DiceSet:
        """The dice of the box."""
        return dice()

    def place(self, spot: Spot) -> Place:
        """Returns the space, how the car leaves it, and the chosen landing."""
        return spot.cell, spot.flight, spot.landing

    def exits(self, place: Place, lay: Lay) -> Iterator[Exit[Place]]:
        """Yields everywhere a step with these dice may lead from a place."""
        for opening in self.openings(*place):
            for move in self.ends(lay, opening):
                to = move.cell, move.flight, move.landing
                yield Exit(to, move.cell, 0, move.fatal, move.touchy, move.last)

    def feel(self, lay: Lay) -> int:
        """Returns the gear and, for water, whether the car coasts: the road depends on nothing else."""
        return 2 * lay.gear + wades(lay)

    def laid(self, lay: Lay, exit_: Exit[Place]) -> Step:
        """Returns the step as a player plans it."""
        return Step(lay.die, exit_.cell, lay.brakes, exit_.place[2])

    def staying(self) -> Staying:
        """Whether the car may or must stay where it is (DIRT-BLOCK-1, -4)."""
        safe, bad = self._first_steps()
        if safe:
            return "free"
        if self.taken:
            empty_safe, empty_bad = self.without_cars()._first_steps()
            if empty_safe or (empty_bad and not bad):
                return "blocked"
        return "forced" if bad else "stranded"

    def _first_steps(self) -> tuple[bool, bool]:
        """Returns whether there are first steps without, and with, a certain loss of control."""
        bad = False
        start = self.start
        openings = self.openings(start.cell)
        for lay in lays(self.hand, start.gear):
            for opening in openings:
                for move in self.ends(lay, opening):
                    if not move.fatal:
                        return True, bad
                    bad = True
        return False, bad

    def leg(self, move: Move, gear_before: int) -> Leg:
        """Returns the risk of a step (DIRT-JUMP-3, -4, DIRT-ADV-1)."""
        lay = move.lay
        return Leg(
            dice().odds(lay.die, lay.brakes),
            1 + lay.brakes,
            fatal=move.fatal,
            touchy=move.touchy,
            forgiving=gear_before == 0 and lay.die == "2",
        )

    def find(self, spot: Spot, planned: Step) -> Move | None:
        """Returns the legal move for a planned step, or None if it is illegal."""
        lay, cell = self.lay(spot, planned), planned.cell
        if lay is None:
            return None
        for opening in self.openings(spot.cell, spot.flight, spot.landing):
            if opening.cell == cell:
                for move in self.ends(lay, opening):
                    if move.landing == planned.landing:
                        return move
        return None

    def wander(self, rng: Random) -> tuple[Step, ...]:
        """Returns a random legal plan, empty if there is none; every legal plan is possible."""
        cell, gear, used, flight, landing = self.start
        random, hand = rng.random, self.hand
        steps: list[Step] = []
        while True:
            choices = lays(hand, gear, used)
            openings = self.openings(cell, flight, landing)
            if not choices or not openings:
                break
            lay = choices[int(random() * len(choices))]
            ends = self.ends(lay, openings[int(random() * len(openings))])
            if not ends:
                ends = tuple(move for lay in choices for way in openings for move in self.ends(lay, way))
                if not ends:
                    break
            lay, cell, flight, landing, _, fatal, _, finishes = ends[int(random() * len(ends))]
            steps.append(Step(lay.die, cell, lay.brakes, landing))
            if fatal or finishes or random() < 0.2:
                break
            gear, used = lay.gear, lay.used
        return tuple(steps)


def drive_of(state: State, seat: int) -> Drive:
    """Returns the turn ahead of a seat: what the rules let it plan now."""
    car = state.cars[seat]
    way = road_now(state)
    return Drive(
        way,
        Spot(car.cell, car.gear),
        hand_of(state, seat),
        mud_on(way, state.mud) if state.mud else (),
        others_on_track(state.cars, seat),
    )


def rest_of_turn(state: State) -> Drive:
    """Returns the drive of the car on turn between two steps of its plan, ignoring punctures on the way."""
    car, way = state.car, road_now(state)
    drive = drive_of(state, state.seat)
    spent = 0
    for planned in state.plan[: state.at]:
        spent = used(planned.die, planned.brakes, spent)
    flown = flight(way.jump[car.cell], car.gear) if state.at else GROUNDED
    landing = state.plan[state.at - 1].landing if flown == LONG else -1
    drive.start = Spot(car.cell, car.gear, spent, flown, landing)
    drive.hand = structs.replace(drive.hand, coast=drive.hand.coast + len(car.tokens))
    return drive
