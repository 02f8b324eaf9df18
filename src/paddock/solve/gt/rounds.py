"""The number of rounds a car alone on the track needs: the chance to finish within n of them.

By place, gear, focus tokens and damage, the tables hold the distribution of the rounds to go under a fast
policy that minimises rounds and prefers high gears between them. Gears decide the order within a round, so
the gear before the last turn is included.

The tables are exact for that policy up to caps: focus tokens beyond `MOST_FOCUS` have no value, bad damage
tokens beyond `CAP` are forgotten, and the bag holds all tokens but the car's own bad ones. Other cars, pits
and changes of weather are ignored. Further than `LAPS` laps ahead, laps take their mean.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt.components import Tyre, Weather
from paddock.games.rallyman.gt.state import Car, GtOptions, hand_of, hazard_limit, road_of
from paddock.kernels.gt.backward_sweep import MOST_GAIN, MOST_TOKENS
from paddock.kernels.gt.forward_distribution import CRASH, FOCUS, GEAR, KIND, ROW, TO, TOKENS
from paddock.kernels.gt.lap_solver import Crash, Lap, rounds, solve_lap
from paddock.kernels.gt.lap_tables import Ground, ground, line_on, worn
from paddock.kernels.gt.places import Unrolled
from paddock.kernels.gt.road_arrays import Floats, Ints
from paddock.solve.gt.bounds import crash_of
from paddock.solve.gt.damage import NONE, Damage, bag_of, draws
from paddock.solve.gt.problem import Drive, named_course
from paddock.solve.gt.time_distribution import turns_of
from paddock.solve.solver import Watch, unwatched
from paddock.solve.store import Course, Store, Stored
from paddock.solve.table_cache import Tables

MOST_FOCUS, CAP, LAPS = 12, 2, 2
LEAD = 0.05
"""The value of one gear more at the end of a turn, in rounds: a car in a higher gear moves first."""
_SCALE = 65535
_RARE = 5e-4
"""Late rounds with smaller chances are merged."""

_LONGEST = 250
"""The largest number of rounds."""

Shares = NDArray[np.uint16]


class Book(NamedTuple):
    """Rounds to go with one set of damage tokens, by place, gear and focus tokens."""

    mean: NDArray[np.float32]
    begin: NDArray[np.uint8]
    """The first possible round of the finish."""
    shares: Shares
    """By round from `begin` on and gear before the last turn: chances in parts of 65,535."""


class RoundsToGo:
    """The tables of one kind of car on one circuit."""

    def __init__(self, options: GtOptions, laps: int, books: dict[Damage, Book]) -> None:
        self.road = road_of(options.track)
        self.laps = options.laps
        self.books = books
        self._solved_laps = laps

    @cached_property
    def line(self) -> Unrolled:
        """The solved laps as a line of places."""
        return line_on(self.road, self._solved_laps)

    @cached_property
    def _place_of(self) -> dict[tuple[int, int], int]:
        cells = zip(self.line.cell.tolist(), self.line.lap.tolist(), strict=True)
        return {place: number for number, place in enumerate(cells)}

    @cached_property
    def _lap(self) -> float:
        """The mean number of rounds of a whole lap."""
        mean, places = self.books[NONE].mean, self._place_of
        both = [(place, places[cell, 1]) for (cell, lap), place in places.items() if lap == 0]
        return float(np.mean([mean[a, 0, 0] - mean[b, 0, 0] for a, b in both]))

    @cached_property
    def _within(self) -> dict[Damage, NDArray[np.float32]]:
        return {damage: _cumulated(book) for damage, book in self.books.items()}

    def _standing(self, cell: int, k: int) -> tuple[int, int]:
        """Returns the place of a cell after `k` tile borders, and the laps before the solved ones."""
        lap = k // self.road.n - (self.laps - self._solved_laps)
        if (cell, lap) in self._place_of:
            return self._place_of[cell, lap], 0
        return self._place_of[cell, 1], 1 - lap

    def known(self, damage: Damage) -> Damage:
        """Returns the slowest known set that these tokens include."""
        return max(
            (some for some in self.books if some.within(damage)),
            key=lambda some: float(self.books[some].mean[:, 0, 0].sum()),
        )

    def within(
        self, cell: int, k: int, gear: int, focus: int = 0, damage: Damage = NONE, off: bool = False
    ) -> Floats:
        """Returns the chance to have finished within 0, 1, 2, … rounds, until almost nothing is missing.

        `k` counts tile borders as `Car.k` does; `off`: the car waits off the track to return there.
        """
        place, further = self._standing(cell, k)
        if further:
            return np.cumsum(self.finishes(cell, k, gear, focus, damage, off).sum(axis=1))
        table = self._within[self.known(damage)]
        found = table[place, 0 if off else gear, min(focus, MOST_FOCUS)].astype(np.float64)
        return np.concatenate([[0.0], found]) if off else found

    def finishes(
        self, cell: int, k: int, gear: int, focus: int = 0, damage: Damage = NONE, off: bool = False
    ) -> Floats:
        """Returns the chance to finish in round 0, 1, 2, … from now, by the gear before the last turn."""
        place, further = self._standing(cell, k)
        book = self.books[self.known(damage)]
        at = place, 0 if off else gear, min(focus, MOST_FOCUS)
        found = np.concatenate([np.zeros((int(book.begin[at]) + off, 7)), book.shares[at] / _SCALE])
        for _ in range(further):
            whole, part = int(self._lap), self._lap % 1
            later = np.zeros((len(found) + whole + 1, 7))
            later[whole:-1] += (1 - part) * found
            later[whole + 1 :] += part * found
            found = later
        return found

    def mean(
        self, cell: int, k: int, gear: int, focus: int = 0, damage: Damage = NONE, off: bool = False
    ) -> float:
        """Returns the expected rounds to go."""
        place, further = self._standing(cell, k)
        book = self.books[self.known(damage)]
        found = float(book.mean[place, 0 if off else gear, min(focus, MOST_FOCUS)])
        return found + off + (further * self._lap if further else 0.0)

    def of(self, car: Car) -> Floats:
        """Returns `within` for a car of a race, wherever it stands."""
        gear, brake, engine = car.damage[:3]
        off = car.status != "track" and car.gear < 0
        return self.within(car.cell, car.k, max(0, car.gear), car.focus, Damage(gear, brake, engine), off)


def _cumulated(book: Book) -> NDArray[np.float32]:
    """Returns the chance to have finished, by state and number of rounds."""
    width = book.shares.shape[3]
    sums = np.cumsum(book.shares.sum(axis=4, dtype=np.float32) / _SCALE, axis=3)
    longest = int(book.begin.max()) + width
    at = np.arange(longest) - book.begin[..., None].astype(np.int64)
    found = np.take_along_axis(sums, np.clip(at, 0, width - 1), axis=3)
    return np.where(at < 0, np.float32(0), found)


def race_drive(options: GtOptions, seat: int = 0, tyre: Tyre = "asphalt", weather: Weather = "dry") -> Drive:
    """Returns the problem of a seat: road, dice on a tyre in a weather, limit and bag."""
    state = RALLYMAN_GT.start(options, max(2, seat + 1))
    state.cars[seat].tyre, state.weather = tyre, weather
    bag = bag_of(options.no_weather)
    return Drive(road_of(options.track), hand_of(state, seat), hazard_limit(state, seat), bag)


def _course(options: GtOptions, drive: Drive) -> Course:
    laps = min(options.laps, LAPS)
    return named_course(options, drive, "rounds to go", laps, MOST_FOCUS, CAP, LEAD)


def kept_rounds(options: GtOptions, drive: Drive, store: Store | None = None) -> RoundsToGo | None:
    """Returns the stored tables of a kind of car; None if they are missing or stale."""
    stored = (store or Store()).find(_course(options, drive))
    return _from_store(options, stored) if stored is not None else None


def rounds_to_go(
    options: GtOptions,
    drive: Drive,
    store: Store | None = None,
    watch: Watch = unwatched,
    jobs: int = 1,
) -> RoundsToGo:
    """Returns the tables of a kind of car on a circuit; computes and stores missing or stale ones."""
    kept = store or Store()
    found = kept_rounds(options, drive, kept)
    if found is not None:
        return found
    laps = min(options.laps, LAPS)
    made = RoundsToGo(options, laps, solve_rounds(drive, laps, watch, jobs=jobs))
    arrays: dict[str, NDArray[np.generic]] = {}
    for damage, book in made.books.items():
        name = "-".join(map(str, damage))
        arrays |= {f"mean {name}": book.mean, f"begin {name}": book.begin, f"shares {name}": book.shares}
    facts = {"laps": laps, "sets": [list(damage) for damage in made.books]}
    kept.save(_course(options, drive), facts, arrays)
    return made


def _from_store(options: GtOptions, stored: Stored) -> RoundsToGo:
    books = {}
    for counts in stored.facts["sets"]:
        name = "-".join(map(str, counts))
        books[Damage(*counts)] = Book(*(stored.arrays[f"{part} {name}"] for part in Book._fields))
    return RoundsToGo(options, stored.facts["laps"], books)


_MADE: Tables[RoundsToGo] = Tables(64)


def wanted_rounds(options: GtOptions, drive: Drive, store: Store | None = None) -> RoundsToGo | None:
    """Returns the tables if they are stored; otherwise None, and computes them in the background."""
    kept = store or Store()
    key = kept.folder, options.track, options.laps, _course(options, drive)
    return _MADE.wanted(
        key, lambda: rounds_to_go(options, drive, kept), lambda: kept_rounds(options, drive, kept)
    )


def solve_rounds(
    drive: Drive,
    laps: int,
    watch: Watch = unwatched,
    *,
    jobs: int = 1,
    cap: int = CAP,
    lead: float = LEAD,
) -> dict[Damage, Book]:
    """Returns rounds to go by bad damage tokens, largest sets first."""
    sets = [Damage(*kinds) for kinds in product(range(cap + 1), repeat=3) if sum(kinds) <= cap]
    sets = [damage for damage in sets if damage.within(drive.bag)]
    spreads: dict[Damage, Floats] = {}
    means: dict[Damage, Floats] = {}

    whole = ground(drive.road, drive.hand, drive.limit, laps)

    def one(damage: Damage) -> tuple[Floats, Floats]:
        found = worn(whole, damage.hand(drive.hand))
        crash, ways = _crash(found, drive, damage, means)
        lap = solve_lap(found, fast(lead), MOST_FOCUS, crash, finish=1.0)
        return lap.time[:, 0], _spread(found, lap, crash, ways, spreads)

    with ThreadPoolExecutor(jobs) as pool:
        for bad in range(cap, -1, -1):
            level = [damage for damage in sets if damage.bad == bad]
            for damage, (mean, spread) in zip(level, pool.map(one, level), strict=True):
                means[damage], spreads[damage] = mean, spread
                watch(len(spreads) / len(sets), "")
    return {damage: _packed(spread) for damage, spread in spreads.items()}


def fast(lead: float = LEAD) -> Floats:
    """Returns the toll of the fast policy: a round a turn, a little less in a higher gear."""
    toll = rounds()
    toll[:7] -= lead * np.arange(7)
    return toll


Ways = dict[int, list[tuple[Damage | None, float]]]
"""By tokens drawn: the resulting sets with their chances; None: unchanged."""


def _crash(found: Ground, drive: Drive, damage: Damage, known: dict[Damage, Floats]) -> tuple[Crash, Ways]:
    """Returns the effect of crashes on a car with a set of tokens."""
    ways: Ways = {}
    for tokens in range(1, MOST_TOKENS + 1):
        ways[tokens] = []
        for drawn, chance in draws(drive.bag, damage, tokens):
            then = damage.plus(drawn)._replace(harmless=0)
            ways[tokens].append((_slowest(then, damage, known), chance))
    times = [[(known[to] if to else None, chance) for to, chance in ways[tokens]] for tokens in sorted(ways)]
    return crash_of(found.line, MOST_FOCUS + 1 + MOST_GAIN, times), ways


def _slowest(then: Damage, own: Damage, known: dict[Damage, Floats]) -> Damage | None:
    """Returns the slowest known set that these tokens include, if they are more than the car's own."""
    held = [some for some in known if some.within(then) and own.within(some) and some != own]
    return max(held, key=lambda some: float(known[some][:, 0].sum()), default=None)


def _spread(found: Ground, lap: Lap, crash: Crash, ways: Ways, others: dict[Damage, Floats]) -> Floats:
    """Returns the chance to finish in round n, by place, gear, focus, n and gear before the last turn."""
    places, top = found.line.places, int(found.hand[3])
    starts = np.array(list(product(range(places), range(top + 1), range(MOST_FOCUS + 1))), np.int64)
    turns = turns_of(starts, lap, crash, found, rounds())
    ends, chances, count = turns.ends, turns.chances, len(turns.standings)
    focus = np.minimum(ends[:, FOCUS], MOST_FOCUS)
    over = ends[:, TO] == places
    on = ~over & (ends[:, TOKENS] == 0)
    own = np.zeros(len(ends), np.int64)
    own[~over] = turns.rows[
        ends[~over, TO], np.where(ends[:, KIND] == CRASH, 0, ends[:, GEAR])[~over], focus[~over]
    ]
    slow = ends[:, KIND] == CRASH
    moves = [(ends[on & ~slow, ROW], own[on & ~slow], chances[on & ~slow], 1)]
    later: list[tuple[Ints, Ints, Ints, Floats, Damage]] = []
    same = chances * (ends[:, TOKENS] == 0)
    for tokens, outcomes in ways.items():
        drawn = ends[:, TOKENS] == tokens
        for damage, share in outcomes:
            if damage is None:
                same[drawn] += share * chances[drawn]
            else:
                at = ends[drawn, ROW], ends[drawn, TO], focus[drawn]
                later.append((*at, share * chances[drawn], damage))
    back = slow & ~over & (same > 0)
    moves.append((ends[back, ROW], own[back], same[back], 2))
    layers = [np.zeros((count, 7)), np.zeros((count, 7))]
    np.add.at(layers[1], (ends[over, ROW], turns.standings[ends[over, ROW], 1]), chances[over])
    missing = 1.0 - layers[1].sum(axis=1)
    while missing.max() > _RARE / 10 and len(layers) < _LONGEST:
        n, layer = len(layers), np.zeros((count, 7))
        for row, to, chance, delay in moves:
            if n > delay:
                _add(layer, row, layers[n - delay][to] * chance[:, None])
        for row, to, left, chance, damage in later:
            if 2 < n < others[damage].shape[3] + 2:
                _add(layer, row, others[damage][to, 0, left, n - 2] * chance[:, None])
        layers.append(layer)
        missing -= layer.sum(axis=1)
    spread = np.zeros((places, 7, MOST_FOCUS + 1, len(layers), 7))
    spread[tuple(turns.standings.T)] = np.stack(layers, axis=1)
    return spread


def _add(layer: Floats, rows: Ints, chances: Floats) -> None:
    for gear in range(7):
        layer[:, gear] += np.bincount(rows, chances[:, gear], len(layer))


def _packed(spread: Floats) -> Book:
    """Returns chances without empty rounds; later ones count for the last round."""
    by_round = spread.sum(axis=4)
    mean = by_round @ np.arange(spread.shape[3])
    sums = np.cumsum(by_round, axis=3)
    begin = np.argmax(sums > 0.5 / _SCALE, axis=3)
    end = np.argmax(sums >= sums[..., -1:] - _RARE, axis=3)
    width = int((end - begin).max()) + 1
    at = begin[..., None] + np.arange(width)
    inside = at < spread.shape[3]
    shares = np.take_along_axis(spread, np.minimum(at, spread.shape[3] - 1)[..., None], axis=3)
    shares *= inside[..., None]
    rest = 1.0 - shares.sum(axis=(3, 4))
    usual = shares.sum(axis=3)
    usual /= np.maximum(usual.sum(axis=3, keepdims=True), 1e-12)
    shares[..., -1, :] += np.maximum(0.0, rest)[..., None] * usual
    return Book(mean.astype(np.float32), begin.astype(np.uint8), np.round(shares * _SCALE).astype(np.uint16))
