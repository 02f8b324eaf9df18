"""The drive with damage between two proven bounds.

Lower bound: a lap is solved for every set of few tokens, and further tokens are forgotten. Upper bound: the
plans found are driven with tokens rounded up; the largest sets lead to fallback policies that are solved
separately. The proof that both are bounds is in docs/solving.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from paddock.core.errors import BadInput
from paddock.games.rallyman.dice import Hand
from paddock.kernels.gt.backward_sweep import MOST_GAIN, MOST_TOKENS
from paddock.kernels.gt.best_turn import NEVER, purse_of
from paddock.kernels.gt.lap_solver import Crash, Lap, harmless, lent, seconds, solve_lap
from paddock.kernels.gt.lap_tables import Ground, ground, worn
from paddock.kernels.gt.places import Unrolled
from paddock.kernels.gt.road_arrays import Floats
from paddock.solve.gt.damage import NONE, Damage, draws, solved_sets
from paddock.solve.gt.problem import CAPS, Drive
from paddock.solve.solver import Watch, Wish, unwatched

WHOLE_PURSE, PURSE = 24, 24
"""The numbers of focus tokens distinguished: if damage has no effect, and if it has."""
_PURSES = (PURSE, PURSE, PURSE, 16)
"""The numbers of focus tokens distinguished, by bad tokens drawn (the last: or more)."""
LONGEST = WHOLE_PURSE + 1 + MOST_GAIN
"""The number of purses with a bound of their own."""
SHELTER_PURSE = 8
_ROUNDED = {0: (0, 1, 2, 3, 4, 8), 1: (0, 1, 2, 3, 4, 6, 8), 2: (0, 2, 4, 6), 3: (0, 3, 6), 4: (0, 4)}
"""By bad tokens: the numbers of harmless ones an upper bound distinguishes, followed by all there are."""
_ROUNDED_LAST = 6
"""The same for sets where one more bad token leads to a fallback policy."""


class Driven(NamedTuple):
    """Laps with a policy that can be driven, by the assumed set of tokens, with the effect of crashes."""

    laps: dict[Damage, Lap]
    crashes: dict[Damage, Crash]
    fresh: dict[Damage, Floats]
    """The time to go in gear 0, by place and focus tokens."""

    def pretends(self, damage: Damage, place: int, focus: int) -> Damage:
        """Returns the best set to assume for a driver who has drawn these tokens."""
        holding = [known for known in self.fresh if damage.within(known)]
        return min(holding, key=lambda known: float(self.fresh[known][place, focus]))


class Solved(NamedTuple):
    """A drive as far as it is solved."""

    drive: Drive
    grounds: dict[Hand, Ground]
    free: Lap
    """The lap if damage has no effect."""
    laps: dict[Damage, Lap]
    """Laps of the lower bound by tokens drawn."""
    upper: float
    cap: int
    driven: Driven
    """The policy of the upper bound; without damage until one is found."""
    steady: float = NEVER
    """The optimum without damage and without flat out."""

    @property
    def line(self) -> Unrolled:
        """The lap as a line of places."""
        return self.grounds[self.drive.hand].line

    @property
    def start(self) -> int:
        """The place of pole position."""
        return int(np.flatnonzero(self.line.cell == self.drive.road.grid[0])[0])

    @property
    def lower(self) -> float:
        """The lower bound: no policy has a lower expected time."""
        best = self.laps.get(NONE, self.free)
        return float(best.time[self.start, 0, 0])

    @property
    def damage_free(self) -> float:
        """The optimum if damage has no effect."""
        return float(self.free.time[self.start, 0, 0])


def memory_needed(found: Ground, jobs: int) -> int:
    """Estimates the peak memory of solving a road in megabytes.

    The tables of all damaged cars together are about eight times those of an undamaged one.
    """
    ahead = found.spots * int(found.hand[6]) * purse_of(WHOLE_PURSE).entries * 8
    tables = found.ids.nbytes + sum(part.nbytes for part in found.flat)
    laps = found.line.places * 7 * (PURSE + 1) * 120 * len(solved_sets(CAPS[-2]))
    return int((jobs * (ahead + 150e6) + 9 * tables + laps) / 1e6)


def solve_drive(drive: Drive, wish: Wish, watch: Watch = unwatched) -> Iterator[Solved]:
    """Yields the damage-free drive first, then better and better bounds until they are close enough."""
    whole = ground(drive.road, drive.hand, drive.limit)
    needed = memory_needed(whole, wish.jobs)
    if needed > wish.memory:
        raise BadInput("solve.too-large", needed=needed, allowed=wish.memory)
    toll = seconds()
    free = solve_lap(whole, toll, WHOLE_PURSE, low=on_credit(whole, toll), bound=True)
    crash = harmless(whole.line.places, LONGEST)
    found = Solved(drive, {drive.hand: whole}, free, {}, NEVER, 0, Driven({NONE: free}, {NONE: crash}, {}))
    watch(0.05, f"without damage {found.damage_free:.2f} s")
    yield found
    steady = solve_lap(whole, toll, 0, low=free.time[:, :, : 1 + MOST_GAIN].copy(), daring=False)
    found = found._replace(steady=float(steady.time[found.start, 0, 0]))
    caps = CAPS[_first_try(found, wish.gap) :]
    for number, cap in enumerate(caps):
        began, share = 0.05 + 0.95 * number / len(caps), 0.95 / len(caps)

        def tell(done: float, told: str, began: float = began, share: float = share) -> None:
            watch(began + share * done, told)

        laps = _lower(found, cap, wish.jobs, tell)
        found = found._replace(laps=laps, cap=cap)
        upper, driven = _upper(found, cap, wish.jobs)
        if upper < found.upper:
            found = found._replace(upper=upper, driven=driven)
        tell(1.0, f"{found.lower:.2f} to {found.upper:.2f} s")
        yield found
        if found.upper - found.lower <= wish.gap:
            return


def on_credit(whole: Ground, toll: Floats) -> Floats:
    """Returns a lower bound of the time to go by place, gear and focus tokens, which may go into debt."""
    return np.ascontiguousarray(lent(whole, toll)[:, :, None] - toll[8] * np.arange(LONGEST))


def _first_try(found: Solved, gap: float) -> int:
    """Returns the index of the first cap to try; the more damage, the less a small cap achieves.

    Damage is measured by the bad tokens drawn by a driver who ignores them.
    """
    crash = harmless(found.line.places, LONGEST)
    for tokens in range(1, MOST_TOKENS + 1):
        drawn = draws(found.drive.bag, NONE, tokens)
        crash.time[:, :, tokens] = sum(chance * damage.bad for damage, chance in drawn)
    whole = found.grounds[found.drive.hand]
    told = solve_lap(whole, seconds(), WHOLE_PURSE, crash, follow=found.free)
    bad = float(told.time[found.start, 0, 0]) - found.damage_free
    return 2 if bad > gap else 1 if bad > gap / 10 else 0


def ground_of(found: Solved, damage: Damage) -> Ground:
    """Returns the static tables of a road for the dice that damage leaves; computed once."""
    hand = damage.hand(found.drive.hand)
    if hand not in found.grounds:
        found.grounds[hand] = worn(found.grounds[found.drive.hand], hand)
    return found.grounds[hand]


def in_order(
    sets: Iterable[Damage],
    jobs: int,
    one: Callable[[Damage], Lap],
    add: Callable[[Damage, Lap], None],
    watch: Watch = unwatched,
) -> None:
    """Solves sets, those with more tokens first; sets of equal size do not depend on each other."""
    todo = sorted(sets, key=lambda damage: -damage.drawn)
    with ThreadPoolExecutor(jobs) as pool:
        done = 0
        for drawn in sorted({damage.drawn for damage in todo}, reverse=True):
            # most dice first, so that the longest jobs do not start last
            level = sorted((some for some in todo if some.drawn == drawn), key=lambda some: some.bad)
            for damage, lap in zip(level, list(pool.map(one, level)), strict=True):
                add(damage, lap)
                done += 1
                watch(done / len(todo), "")


def crash_of(line: Unrolled, width: int, outcomes: list[list[tuple[Floats | None, float]]]) -> Crash:
    """Returns the time to go in gear 0 after crashes, by damage tokens, with chances; None: unchanged."""
    time, same = np.zeros((2, line.places, MOST_TOKENS + 1, width)), np.zeros(MOST_TOKENS + 1)
    same[0] = 1.0
    for tokens, ways in enumerate(outcomes, 1):
        for then, chance in ways:
            if then is None:
                same[tokens] += chance
            else:
                for side in range(2):
                    time[side, :, tokens] += chance * then[line.back[:, side], :width]
    return Crash(time, same)


def forgotten(damage: Damage, own: Damage, solved: Iterable[Damage]) -> list[Damage]:
    """Returns the sets left after forgetting tokens; their maximum is a lower bound (none: use `own`).

    Only solved sets with more tokens than `own` count, as they are known when it is solved.
    """
    kept = [known for known in solved if known.drawn > own.drawn and known.within(damage)]
    tight = [a for a in kept if not any(a != b and a.within(b) for b in kept)]
    return tight if any(own.within(known) for known in tight) else []


def fresh_time(time: Floats, free: Floats) -> Floats:
    """Returns the time to go in gear 0 by place and focus tokens; unsolved purses count as undamaged."""
    known = free[:, 0].copy()
    width = min(known.shape[1], time.shape[2])
    known[:, :width] = time[:, 0, :width]
    return known


def solve_set(
    found: Ground,
    bag: Damage,
    damage: Damage,
    free: Floats,
    fresh: Mapping[Damage, Floats],
    near: Lap | None = None,
) -> Lap:
    """Returns the lower bound's lap of a set; tokens beyond the sets in `fresh` are forgotten.

    `near` is a lap with the same dice to start the iteration from.
    """
    most = _PURSES[min(damage.bad, len(_PURSES) - 1)]

    def then(drawn: Damage) -> Floats | None:
        left = forgotten(damage.plus(drawn), damage, fresh)
        return np.maximum.reduce([fresh[known] for known in left]) if left else None

    ways = [
        [(then(drawn), chance) for drawn, chance in draws(bag, damage, tokens)]
        for tokens in range(1, MOST_TOKENS + 1)
    ]
    crash = crash_of(found.line, most + 1 + MOST_GAIN, ways)
    low = np.ascontiguousarray(free[:, :, : most + 1 + MOST_GAIN])
    return solve_lap(found, seconds(), most, crash, low=low, bound=True, near=near)


def _lower(found: Solved, cap: int, jobs: int, watch: Watch) -> dict[Damage, Lap]:
    """Returns laps by tokens drawn; tokens beyond the solved sets are forgotten."""
    bag = found.drive.bag
    laps: dict[Damage, Lap] = {}
    fresh: dict[Damage, Floats] = {}
    """The time to go in gear 0, by tokens drawn."""

    def one(damage: Damage) -> Lap:
        near = _like({**found.laps, **laps}, damage) or (None if damage.bad else found.free)
        return solve_set(ground_of(found, damage), bag, damage, found.free.time, fresh, near)

    def add(damage: Damage, lap: Lap) -> None:
        laps[damage] = lap
        fresh[damage] = fresh_time(lap.time, found.free.time)

    sets = [damage for damage in solved_sets(cap) if damage.within(bag)]
    for damage in {damage.hand(found.drive.hand): damage for damage in sets}.values():
        ground_of(found, damage)
    in_order(sets, jobs, one, add, watch)
    return laps


def _like(laps: Mapping[Damage, Lap], damage: Damage) -> Lap | None:
    """Returns the closest lap to that of a set, among those with the same dice."""
    alike = [some for some in laps if some[:3] == damage[:3]]
    return laps[min(alike, key=lambda some: abs(some.harmless - damage.harmless))] if alike else None


def _upper(found: Solved, cap: int, jobs: int) -> tuple[float, Driven]:
    """Returns the expected time of all laps' plans with tokens rounded up, and the plans."""
    bag, toll, line = found.drive.bag, seconds(), found.line
    longest = LONGEST
    known: dict[Damage, Floats] = {}
    driven = Driven({}, {}, known)
    nowhere = np.full((line.places, longest), NEVER)

    def covered(damage: Damage) -> Floats:
        """Returns the least time to go over all known sets that include this one."""
        least = nowhere
        for other, time in known.items():
            if damage.within(other):
                least = np.minimum(least, time)
        return least

    def crash(damage: Damage, most: int) -> Crash:
        ways: list[list[tuple[Floats | None, float]]] = [
            [(covered(damage.plus(drawn)), chance) for drawn, chance in draws(bag, damage, tokens)]
            for tokens in range(1, MOST_TOKENS + 1)
        ]
        driven.crashes[damage] = crash_of(line, most + 1 + MOST_GAIN, ways)
        return driven.crashes[damage]

    def add(damage: Damage, lap: Lap) -> None:
        driven.laps[damage] = lap
        time = lap.time[:, 0]
        tail = np.arange(1, max(0, longest - time.shape[1]) + 1)
        known[damage] = np.concatenate([time, time[:, -1:] - toll[8] * tail], axis=1)[:, :longest]

    for gears in range(bag.gear - 1, 0, -1):
        shelter = Damage(gears, bag.brake, bag.engine, bag.harmless)
        add(shelter, solve_lap(ground_of(found, shelter), toll, SHELTER_PURSE, crash(shelter, SHELTER_PURSE)))

    def one(damage: Damage) -> Lap:
        driven = max((lap for lap in found.laps if lap.within(damage) and lap[:3] == damage[:3]), key=sum)
        plans = found.laps[driven]
        most = plans.plans.shape[2] - 1
        # with forgotten tokens, plans are reckless where the next token is the first to be forgotten
        follow = plans if damage.bad < cap else None
        return solve_lap(ground_of(found, damage), toll, most, crash(damage, most), follow=follow, near=plans)

    bad = {damage[:3] for damage in found.laps}
    in_order(
        [
            Damage(gear, brake, engine, few)
            for gear, brake, engine in bad
            for few in {min(few, bag.harmless) for few in _rounded(gear + brake + engine, cap, bag)}
        ],
        jobs,
        one,
        add,
    )
    return float(known[NONE][found.start, 0]), driven


def _rounded(bad: int, cap: int, bag: Damage) -> tuple[int, ...]:
    """Returns the numbers of harmless tokens an upper bound distinguishes for `bad` bad ones."""
    return (_ROUNDED_LAST,) if bad == cap else (*_ROUNDED[bad], bag.harmless)
