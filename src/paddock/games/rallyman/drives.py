"""A car at the start of its turn, in both games: the interface to a road, and what follows from it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from paddock.games.rallyman.dice import DiceSet, Hand, Lay, StepLike, lays
from paddock.games.rallyman.hazards import Leg
from paddock.tracks.road import Road, mask


class SpotLike(Protocol):
    """Where a plan stands: the end of its last step."""

    @property
    def gear(self) -> int:
        """The gear in force."""
        ...

    @property
    def used(self) -> int:
        """The dice used up."""
        ...


class MoveLike(Protocol):
    """A legal next step."""

    @property
    def lay(self) -> Lay:
        """The dice laid for it."""
        ...

    @property
    def fatal(self) -> bool:
        """Whether control is certainly lost there."""
        ...

    @property
    def last(self) -> bool:
        """Whether a plan ends with it."""
        ...


class CarLike(Protocol):
    """A car, as other cars see it."""

    @property
    def status(self) -> str:
        """`track` if it can be in the way of other cars."""
        ...

    @property
    def cell(self) -> int:
        """The cell it is on."""
        ...

    @property
    def gear(self) -> int:
        """The gear it is in."""
        ...


R = TypeVar("R", bound=Road)
S = TypeVar("S", bound=StepLike)
P = TypeVar("P", bound=SpotLike)
M = TypeVar("M", bound=MoveLike)
K = TypeVar("K")


class Exit(NamedTuple, Generic[K]):
    """Where a step can lead: a place and its cell, the risks of the road, and whether it ends the plan."""

    place: K
    cell: int
    track: int = 0
    fatal: bool = False
    touchy: bool = False
    last: bool = False


class Drive(ABC, Generic[R, S, P, M, K]):
    """One car's turn: its place, gear, hand and hazard limit among the other cars."""

    __slots__ = ("gears", "hand", "limit", "road", "start", "taken")

    def __init__(self, road: R, start: P, hand: Hand, limit: int, gears: dict[int, int] | None) -> None:
        self.road = road
        self.start = start
        self.hand = hand
        self.limit = limit
        self.gears = gears or {}
        """The gears of the other cars on the track, by cell."""
        self.taken = mask(self.gears)

    @property
    @abstractmethod
    def dice(self) -> DiceSet:
        """Returns the dice of the box."""

    @abstractmethod
    def moves(self, spot: P) -> list[M]:
        """Returns all legal next steps from a spot; the caller checks that the plan may go on."""

    @abstractmethod
    def find(self, spot: P, planned: S) -> M | None:
        """Returns the legal move for a planned step, or None if it is illegal."""

    @abstractmethod
    def after(self, spot: P, move: M) -> P:
        """Returns where a plan stands after one more step."""

    @abstractmethod
    def planned(self, move: M) -> S:
        """Returns the step as a player plans it."""

    @abstractmethod
    def cell(self, move: M) -> int:
        """Returns the cell a step leads to."""

    @abstractmethod
    def landing(self, move: M) -> int:
        """Returns the cell on which a jump lands; -1 if the step is not a jump."""

    def lost_on(self, move: M) -> int:
        """Returns the cell of the loss if this step alone loses control."""
        landing = self.landing(move)
        return landing if landing >= 0 else self.cell(move)

    @abstractmethod
    def leg(self, move: M, gear_before: int) -> Leg:
        """Returns the risk of a step."""

    @abstractmethod
    def place(self, spot: P) -> K:
        """Returns the part of a spot that the road depends on."""

    @abstractmethod
    def exits(self, place: K, lay: Lay) -> Iterable[Exit[K]]:
        """Returns where a step with these dice may lead from a place; equal for dice of the same `feel`."""

    @abstractmethod
    def feel(self, lay: Lay) -> int:
        """Returns a number for the part of a step's dice that the road depends on."""

    @abstractmethod
    def laid(self, lay: Lay, exit_: Exit[K]) -> S:
        """Returns the step to an exit as a player plans it."""

    def lay(self, spot: P, planned: S) -> Lay | None:
        """Returns the dice of a planned step, or None if they cannot be laid."""
        for lay in lays(self.hand, spot.gear, spot.used):
            if lay.die == planned.die and lay.brakes == planned.brakes:
                return lay
        return None

    def trace(self, steps: Sequence[S]) -> list[M]:
        """Returns the moves of a legal plan."""
        spot = self.start
        moves = []
        for planned in steps:
            move = self.find(spot, planned)
            assert move is not None
            moves.append(move)
            spot = self.after(spot, move)
        return moves

    def legs(self, steps: Sequence[S]) -> list[Leg]:
        """Returns the risk of each step of a legal plan."""
        gear = self.start.gear
        legs = []
        for move in self.trace(steps):
            legs.append(self.leg(move, gear))
            gear = move.lay.gear
        return legs

    def plans(self) -> Iterator[tuple[S, ...]]:
        """Yields every legal plan once."""
        memo: dict[P, tuple[tuple[S, P | None], ...]] = {}
        plan: tuple[S, ...] = ()
        stack = [(plan, iter(self._branches(memo, self.start)))]
        while stack:
            plan, ahead = stack[-1]
            for step, onward in ahead:
                longer = (*plan, step)
                yield longer
                if onward is not None and (further := self._branches(memo, onward)):
                    stack.append((longer, iter(further)))
                    break
            else:
                stack.pop()

    def _branches(
        self, memo: dict[P, tuple[tuple[S, P | None], ...]], spot: P
    ) -> tuple[tuple[S, P | None], ...]:
        """Returns the next steps of a plan, each with where it then stands; None if it ends the plan."""
        found = memo.get(spot)
        if found is None:
            found = memo[spot] = tuple(
                [
                    (self.planned(move), None if move.last else self.after(spot, move))
                    for move in self.moves(spot)
                ]
            )
        return found

    def count(self) -> int:
        """Returns the number of legal plans without listing them."""
        known: dict[P, int] = {}

        def count(spot: P) -> int:
            if spot not in known:
                known[spot] = sum(
                    1 if move.last else 1 + count(self.after(spot, move)) for move in self.moves(spot)
                )
            return known[spot]

        return count(self.start)


def others_on_track(cars: Iterable[CarLike], seat: int) -> dict[int, int]:
    """Returns the gears of all other cars on the track, by cell; not of those beside it (DIRT-PASS-6)."""
    return {car.cell: car.gear for other, car in enumerate(cars) if car.status == "track" and other != seat}
