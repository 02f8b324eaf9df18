"""Every cell that a turn can reach, with the least exact risk of getting there and the plan for it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from paddock.games.rallyman.dice import BRAKE, RED, SIDES, DiceSet, Lay, dice_letters, lays
from paddock.games.rallyman.drives import Drive, Exit, S
from paddock.games.rallyman.hazards import Leg, Running, after

P = TypeVar("P")


class Goal(NamedTuple, Generic[S]):
    """A reachable cell: the least chance of a loss on the way, the gear there, and the plan."""

    cell: int
    risk: float
    gear: int
    dice: int
    fatal: bool
    steps: tuple[S, ...]


class _Way(NamedTuple, Generic[P]):
    """The best known way into a state: track hazards so far, and the step that led there."""

    track: int
    before: int
    lay: Lay
    exit: Exit[P]


@lru_cache(maxsize=1 << 14)
def plain_weights(dice: DiceSet, rolled: str) -> tuple[int, ...]:
    """Returns the weights of 0, 1, 2, … hazards on dice given as letters, out of 6 to their number."""
    if not rolled:
        return (1,)
    bad = dice.hazard_faces(rolled[-1])
    before = plain_weights(dice, rolled[:-1])
    return tuple(
        weight * (SIDES - bad) + less_one * bad
        for weight, less_one in zip((*before, 0), (0, *before), strict=True)
    )


@lru_cache(maxsize=1 << 14)
def less(coast_die: str, used: int, begun: int, odd: str) -> str:
    """Returns the dice used up, less those used before and those of steps kept separately."""
    letters = [*dice_letters(used, coast_die)]
    for die in dice_letters(begun, coast_die):
        letters.remove(die)
    for die in odd:
        letters.remove(die)
    return "".join(letters)


_Best = dict[int, tuple[tuple[float, int, int], _Way[P]]]
"""The best way into each cell, with its risk, its dice and its gear (the higher first)."""

_GEAR_SHIFT, _USED_BITS, _ODD_BITS = 4, 15, 8
_MOST_ODD = 1 << _ODD_BITS


class Reaching(Generic[S, P]):
    """Explores a turn step by step, merging equal place, gear and dice by the least track hazards.

    Dice used up and track hazards determine the chance of a loss, whatever their order. Only steps whose
    hazards count differently (a long jump, a flying start) are kept separately.
    """

    def __init__(
        self, drive: Drive[Any, S, Any, Any, P], place: P, gear: int, used: int, running: Running
    ) -> None:
        self.drive = drive
        self.base = running
        self.begun = used
        self.places: list[P] = [place]
        self.numbers: dict[P, int] = {place: 0}
        self.odd: list[tuple[Leg, ...]] = [()]
        self.odd_dice: list[str] = [""]
        self.odd_numbers: dict[tuple[int, str, int], int] = {}
        self.root = self._key(0, gear, used, 0)
        self.ways: dict[int, _Way[P]] = {}
        self._exits: dict[tuple[int, int], list[tuple[int, Exit[P]]]] = {}
        self._risks: dict[tuple[int, int, int], float] = {}

    @staticmethod
    def _key(place: int, gear: int, used: int, odd: int) -> int:
        return ((place << _GEAR_SHIFT | gear) << _USED_BITS | used) << _ODD_BITS | odd

    def goals(self, begun: tuple[S, ...], via: tuple[int, ...] = ()) -> list[Goal[S]]:
        """Returns all cells that can be reached by continuing a plan along some cells, in road order."""
        best: _Best[P] = {}
        self._explore(via, best)
        return [
            Goal(
                cell,
                rank[0],
                way.lay.gear,
                rank[1],
                way.exit.fatal,
                (*begun, *self._steps(way)),
            )
            for cell, (rank, way) in sorted(best.items())
        ]

    def _explore(self, via: tuple[int, ...], best: _Best[P]) -> None:
        level = {self.root: 0}
        for cell in via:
            onward = self._onward(level, {})
            level = {key: track for key, track in onward.items() if self.ways[key].exit.cell == cell}
            for beside in onward.keys() - level.keys():
                del self.ways[beside]
        while level:
            level = self._onward(level, best)

    def _onward(self, level: dict[int, int], best: _Best[P]) -> dict[int, int]:
        """Returns the states one step further, each with its track hazards."""
        onward: dict[int, int] = {}
        for key, track in level.items():
            self._leave(key, track, onward, best)
        return onward

    def _leave(
        self,
        key: int,
        track: int,
        onward: dict[int, int],
        best: _Best[P],
    ) -> None:
        odd = key & _MOST_ODD - 1
        used = key >> _ODD_BITS & (1 << _USED_BITS) - 1
        gear = key >> _ODD_BITS + _USED_BITS & 15
        place = key >> _ODD_BITS + _USED_BITS + _GEAR_SHIFT
        drive, ways, limit = self.drive, self.ways, self.drive.limit
        for lay in lays(drive.hand, gear, used):
            forgiving = gear == 0 and lay.die == "2"
            for number, exit_ in self._from(place, lay):
                now = track + exit_.track
                if exit_.fatal:
                    self._offer(best, limit, lay, odd, _Way(now, key, lay, exit_))
                    continue
                special = self._odd(odd, lay, forgiving) if forgiving or exit_.touchy else odd
                target = self._key(number, lay.gear, lay.used, special)
                if exit_.last or now >= limit:
                    self._offer(best, now, lay, special, _Way(now, key, lay, exit_))
                    continue
                known = ways.get(target)
                if known is None or now < known.track:
                    way = ways[target] = _Way(now, key, lay, exit_)
                    onward[target] = now
                    self._offer(best, now, lay, special, way)

    def _from(self, place: int, lay: Lay) -> list[tuple[int, Exit[P]]]:
        key = place, self.drive.feel(lay)
        found = self._exits.get(key)
        if found is None:
            exits = list(self.drive.exits(self.places[place], lay))
            found = self._exits[key] = [(self._number(exit_.place), exit_) for exit_ in exits]
        return found

    def _number(self, place: P) -> int:
        number = self.numbers.get(place)
        if number is None:
            number = self.numbers[place] = len(self.places)
            self.places.append(place)
        return number

    def _odd(self, odd: int, lay: Lay, forgiving: bool) -> int:
        """Returns the number of the steps kept separately, with one more."""
        key = odd, lay.die, lay.brakes
        number = self.odd_numbers.get(key)
        if number is None:
            number = len(self.odd)
            if number >= _MOST_ODD:
                raise OverflowError("more odd steps in a turn than any road has")
            leg = Leg(
                self.drive.dice.odds(lay.die, lay.brakes),
                1 + lay.brakes,
                touchy=not forgiving,
                forgiving=forgiving,
            )
            self.odd.append((*self.odd[odd], leg))
            leading = BRAKE if lay.die == RED else lay.die
            self.odd_dice.append(self.odd_dice[odd] + leading + BRAKE * lay.brakes)
            self.odd_numbers[key] = number
        return number

    def _offer(
        self,
        best: _Best[P],
        track: int,
        lay: Lay,
        odd: int,
        way: _Way[P],
    ) -> None:
        cell = way.exit.cell
        rival = best.get(cell)
        risk = self.risk(lay.used, odd, track)
        if rival is not None and risk > rival[0][0]:
            return
        dice = len(dice_letters(lay.used, "c")) - len(dice_letters(self.begun, "c"))
        rank = risk, dice, -lay.gear
        if rival is None or rank < rival[0]:
            best[cell] = (rank, way)

    def risk(self, used: int, odd: int, track: int) -> float:
        """Returns the chance of having lost control with these dice rolled and these track hazards."""
        key = used, odd, track
        found = self._risks.get(key)
        if found is None:
            found = self._risks[key] = self._loss(used, odd, track)
        return found

    def _loss(self, used: int, odd: int, track: int) -> float:
        running = self.base
        for leg in self.odd[odd]:
            running = after(running, leg)
        dice = less(self.drive.hand.coast_die, used, self.begun, self.odd_dice[odd])
        plain = plain_weights(self.drive.dice, dice)
        rolls: int = SIDES ** len(dice)
        total = running.total * rolls
        limit = len(running.alive)
        kept = sum(
            weight * sum(plain[: max(0, limit - track - counted)])
            for counted, weight in enumerate(running.alive)
        )
        return (total - running.safe * rolls - kept) / total

    def _steps(self, way: _Way[P]) -> list[S]:
        found = [self.drive.laid(way.lay, way.exit)]
        while way.before != self.root:
            way = self.ways[way.before]
            found.append(self.drive.laid(way.lay, way.exit))
        return found[::-1]
