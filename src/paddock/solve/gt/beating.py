"""The best chance to beat a given time: what a record hunter wants instead of a good time on average.

Seconds left are a budget, solved from none to all of them: every turn uses some up, so each budget is one
pass over the line (`kernels.gt.clock`). Tokens left at the end bring their seconds back. What is capped is
bounded: from above purses beyond the cap win for certain and tokens drawn beyond those told apart are
forgotten; from below such purses are cut, and whoever has crashed is taken to have drawn every harmless
token, beyond the cap on bad ones to have lost.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import product
from math import gcd
from typing import NamedTuple

import numpy as np

from paddock.core.errors import BadInput
from paddock.kernels.gt.clock import against_clock
from paddock.kernels.gt.dice import odds
from paddock.kernels.gt.ground import Ground, ground, worn
from paddock.kernels.gt.lap import Lap, seconds
from paddock.kernels.gt.line import Unrolled
from paddock.kernels.gt.road import Floats, Ints, figures
from paddock.kernels.gt.sweep import MOST_GAIN, MOST_TOKENS
from paddock.kernels.gt.turns import STEPS, purse_of
from paddock.solve.contract import Watch, unwatched
from paddock.solve.gt.books import Book, book_of
from paddock.solve.gt.courses import Drive
from paddock.solve.gt.damage import NONE, Damage, draws
from paddock.solve.perfect import Beaten, Bounds

WHOLE_PURSE, PURSE, CAP = 32, 16, 1
"""Focus tokens told apart with a whole car and after a crash, bad tokens told apart."""
LONGEST = 900
"""Seconds beyond which no time is worth beating: a safe drive is quicker."""
SLACK = 1e-7
"""Plans that are better by no more are not looked for."""


class Chances(NamedTuple):
    """Of who has drawn a set: by seconds left, in units from the least."""

    least: int
    unit: int
    purse: int
    layers: list[Floats]
    """Chances by place, gear and tokens."""
    books: list[Book]
    """What to do, where it is kept."""

    def at(self, left: int) -> int:
        """The layer of so many seconds left; -1: too few to win."""
        return max(-1, min((left - self.least) // self.unit, len(self.layers) - 1))


class Side:
    """One of the two bounds, all its sets."""

    def __init__(self, drive: Drive, whole: Ground, target: int, above: bool) -> None:
        self.drive = drive
        self.whole = whole
        self.target = target
        self.above = above
        self.toll: Ints = seconds().astype(np.int64)
        self.unit = gcd(*self.toll[:8].tolist())
        self.tables: dict[Damage, Chances] = {}

    def sets(self) -> list[Damage]:
        """What is solved, those with more tokens first, the whole car last."""
        kinds = [Damage(*some) for some in product(range(CAP + 1), repeat=3) if sum(some) <= CAP]
        bad = [some for some in kinds if some.within(self.drive.bag)]
        if self.above:
            return sorted(bad, key=lambda some: -some.bad)
        crashed = [some._replace(harmless=self.drive.bag.harmless) for some in bad]
        return [*sorted(crashed, key=lambda some: -some.bad), NONE]

    def budgets(self, damage: Damage) -> range:
        """The seconds left that matter: after a crash there are fewer."""
        most = self.target if damage == NONE else self.target - int(self.toll[7] + self.toll[0])
        purse = WHOLE_PURSE if damage == NONE else PURSE
        below = (self.target + purse) // self.unit
        return range(self.target - below * self.unit, most + 1, self.unit)

    def _drawn(self, damage: Damage, tokens: int, left: int, width: int) -> Floats:
        """The chance in gear 0, by place and focus tokens, once so many damage tokens are drawn."""
        total = np.zeros((self.whole.line.places, width))
        for more, chance in draws(self.drive.bag, damage, tokens) if tokens else [(NONE, 1.0)]:
            total += chance * self._with(damage, damage.plus(more), left, width)
        return total

    def _with(self, own: Damage, then: Damage, left: int, width: int) -> Floats:
        """The chance in gear 0 with a set, bounded by sets that are solved."""
        if self.above:
            kinds = then._replace(harmless=0)
            held = [some for some in self.tables if some.within(kinds) and own.within(some)]
            tight = [a for a in held if not any(a != b and a.within(b) for b in held)]
            least: Floats = np.minimum.reduce([self.chance(some, left, width)[:, 0] for some in tight])
            return least
        taken = then if then == own else pretended(then, self.drive.bag)
        if taken not in self.tables:
            return np.zeros((self.whole.line.places, width))
        return self.chance(taken, left, width)[:, 0]

    def chance(self, damage: Damage, left: int, width: int) -> Floats:
        """Chances by place, gear and tokens with so many seconds left."""
        table = self.tables[damage]
        at = table.at(left)
        known = table.layers[at] if at >= 0 else np.zeros((self.whole.line.places, 7, table.purse + 1))
        beyond = max(0, width - known.shape[2])
        rest = np.ones((*known.shape[:2], beyond)) if self.above else np.repeat(known[:, :, -1:], beyond, 2)
        return np.concatenate([known[:, :, :width], rest], axis=2)

    def solve(self, damage: Damage) -> None:
        """All budgets of a set."""
        found = worn(self.whole, damage.hand(self.drive.hand))
        line, most = found.line, WHOLE_PURSE if damage == NONE else PURSE
        budgets, purse, width = self.budgets(damage), purse_of(most), most + 1 + MOST_GAIN
        table = Chances(budgets.start, self.unit, most, [], [])
        self.tables[damage] = table
        ahead = np.zeros((found.spots, int(found.hand[6]), purse.entries))
        plans = np.full((line.places, 7, most + 1, STEPS, 3), -1, np.int16)
        ends = np.full((line.places, 7, most + 1), -1, np.int32)
        for left in budgets:
            stop, lost = self._ends(damage, line, left, width)
            worth = np.zeros((line.places, 7, most + 1))
            against_clock(
                0, line, found.hand, odds(), purse, found.ids, found.keys, found.begin, found.flat,
                stop, lost, ahead, worth, plans, ends, SLACK, self.above,
            )  # fmt: skip
            if self.above:
                table.layers.append(np.minimum(1.0, SLACK - worth))
            else:
                table.layers.append(np.minimum(1.0, -worth))
                table.books.append(book_of(Lap(worth, stop, lost, plans, ends, 0.0), found))

    def _ends(self, damage: Damage, line: Unrolled, left: int, width: int) -> tuple[Floats, Floats]:
        """What ending a turn with control and without it is worth with so many seconds before it."""
        stop, lost = np.zeros((line.places + 1, 7, width)), np.zeros((line.places + 1, 7, width))
        tokens = np.arange(width)
        for gear in range(7):
            then = left - int(self.toll[gear])
            stop[:-1, gear] = -self.chance(damage, then, width)[:, gear]
            stop[-1, gear] = -1.0 * (then + tokens >= 0)
        spun, off = left - int(self.toll[0]), left - int(self.toll[7] + self.toll[0])
        backs = [_back(line, self._drawn(damage, n, off, width)) for n in range(MOST_TOKENS + 1)]
        spins = self.chance(damage, spun, width)[:, 0]
        for gear in range(1, 7):
            crashes, drawn = figures().loss[gear][line.danger].T
            after = np.stack(backs)[drawn[:-1], np.arange(line.places)]
            lost[:-1, gear] = -np.where(crashes[:-1, None] == 1, after, spins)
            lost[-1, gear] = -1.0 * ((off if crashes[-1] else spun) + tokens >= 0)
        return stop, lost


def pretended(damage: Damage, bag: Damage) -> Damage:
    """What the hunter takes tokens for: after a crash all harmless ones are out."""
    return damage if damage == NONE else damage._replace(harmless=bag.harmless)


def _back(line: Unrolled, chances: Floats) -> Floats:
    """The better side to come back from, by place of the crash."""
    sides = np.stack([chances[line.back[:, side]] for side in range(2)])
    allowed = np.stack([line.kerb != 2, line.kerb != 1])
    better: Floats = np.where(allowed[:, :, None], sides, 0.0).max(axis=0)
    return better


def beat(
    drive: Drive, target: int, watch: Watch = unwatched, jobs: int = 1
) -> tuple[Beaten, dict[Damage, Chances]]:
    """The best chance to need no more than `target` seconds, and how to drive for the lower bound."""
    if not 0 < target <= LONGEST:
        raise BadInput("solve.no-such-target", seconds=target, most=LONGEST)
    whole = ground(drive.road, drive.hand, drive.limit)
    start = int(np.flatnonzero(whole.line.cell == drive.road.grid[0])[0])
    below, above = (Side(drive, whole, target, side) for side in (False, True))
    todo = len(below.sets()) + len(above.sets())
    done = 0

    def solve(side: Side) -> None:
        nonlocal done
        for damage in side.sets():
            side.solve(damage)
            done += 1
            watch(done / todo, "")

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(solve, (below, above)))
    chances = [float(side.chance(NONE, target, 1)[start, 0, 0]) for side in (below, above)]
    return Beaten(target, Bounds(chances[0], max(chances))), below.tables
