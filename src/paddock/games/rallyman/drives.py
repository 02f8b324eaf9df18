"""A car at the start of its turn, in both games: what a road has to say, and what follows from it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from paddock.games.rallyman.dice import DiceSet, Hand, Lay, StepLike, lays
from paddock.games.rallyman.hazards import Leg
from paddock.tracks.road import Road, mask


class SpotLike(Protocol):
    """Where a plan stands."""

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
        """The dice that pay for it."""
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
    """A car somewhere."""

    @property
    def status(self) -> str:
        """`track`: it is in the others' way."""
        ...

    @property
    def cell(self) -> int:
        """Where it stands."""
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
    """Where a step can lead: a place and its cell, what the road adds, and whether nothing follows."""

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
        """The dice of the box."""

    @abstractmethod
    def moves(self, spot: P) -> list[M]:
        """All legal next steps from a spot; the caller sees to it that the last one was no last one."""

    @abstractmethod
    def find(self, spot: P, planned: S) -> M | None:
        """The legal move a planned step stands for, if it is one."""

    @abstractmethod
    def after(self, spot: P, move: M) -> P:
        """Where a plan stands after one more step."""

    @abstractmethod
    def planned(self, move: M) -> S:
        """The step as a player plans it."""

    @abstractmethod
    def cell(self, move: M) -> int:
        """The cell a step leads to."""

    @abstractmethod
    def landing(self, move: M) -> int:
        """Where the step is flown on to; -1: it is not."""

    def lost_on(self, move: M) -> int:
        """The cell on which control is lost if it is lost by this step alone."""
        landing = self.landing(move)
        return landing if landing >= 0 else self.cell(move)

    @abstractmethod
    def leg(self, move: M, gear_before: int) -> Leg:
        """What a step risks."""

    @abstractmethod
    def place(self, spot: P) -> K:
        """What of a spot the road looks at."""

    @abstractmethod
    def exits(self, place: K, lay: Lay) -> Iterable[Exit[K]]:
        """Everywhere a step with these dice may lead from a place; equal for dice of the same `feel`."""

    @abstractmethod
    def feel(self, lay: Lay) -> int:
        """What the road looks at in a step's dice, as a number."""

    @abstractmethod
    def laid(self, lay: Lay, exit_: Exit[K]) -> S:
        """The step to an exit as a player plans it."""

    def lay(self, spot: P, planned: S) -> Lay | None:
        """The dice of a planned step, if they can pay for it."""
        for lay in lays(self.hand, spot.gear, spot.used):
            if lay.die == planned.die and lay.brakes == planned.brakes:
                return lay
        return None

    def trace(self, steps: Sequence[S]) -> list[M]:
        """The moves of a legal plan."""
        spot = self.start
        moves = []
        for planned in steps:
            move = self.find(spot, planned)
            assert move is not None
            moves.append(move)
            spot = self.after(spot, move)
        return moves

    def legs(self, steps: Sequence[S]) -> list[Leg]:
        """What each step of a legal plan risks."""
        gear = self.start.gear
        legs = []
        for move in self.trace(steps):
            legs.append(self.leg(move, gear))
            gear = move.lay.gear
        return legs

    def plans(self) -> Iterator[tuple[S, ...]]:
        """Every legal plan once."""
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
        """The next steps of a plan, each with where it then stands; None if nothing may follow."""
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
        """How many legal plans there are, without listing them."""
        known: dict[P, int] = {}

        def count(spot: P) -> int:
            if spot not in known:
                known[spot] = sum(
                    1 if move.last else 1 + count(self.after(spot, move)) for move in self.moves(spot)
                )
            return known[spot]

        return count(self.start)


def others_on_track(cars: Iterable[CarLike], seat: int) -> dict[int, int]:
    """The gears of all other cars on the track, by cell; cars beside it do not count (DIRT-PASS-6)."""
    return {car.cell: car.gear for other, car in enumerate(cars) if car.status == "track" and other != seat}
