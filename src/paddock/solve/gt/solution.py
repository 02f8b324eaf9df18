"""A solved drive: the value of every position, and the best decision there.

Values are expected seconds to go: scores to come, less a second for each token left at the end. Less is
better. Everything within a turn is computed by the engine's exact turns over the solved tables.
"""

from __future__ import annotations

from functools import cached_property, lru_cache, partial

from paddock.games.rallyman.gt.components import Tyre
from paddock.games.rallyman.gt.solo import track_seconds
from paddock.games.rallyman.gt.state import GtOptions, State
from paddock.kernels.gt.lap_tables import Ground, ground, worn
from paddock.kernels.gt.road_arrays import Floats
from paddock.solve.gt.bounds import forgotten, fresh_time, solve_set
from paddock.solve.gt.damage import Damage, draws
from paddock.solve.gt.driver import Driver
from paddock.solve.gt.plan_tables import Book, book_of
from paddock.solve.gt.problem import Drive
from paddock.solve.perfect_drive import Bounds, PerfectDrive

_SETS, _CRASHES = 1 << 12, 1 << 16
"""The numbers of sets of tokens, and of crashes, whose values are cached."""


class Solution(Driver):
    """A solved solo drive in fixed weather."""

    def __init__(
        self,
        options: GtOptions,
        drive: Drive,
        tyre: Tyre,
        perfect: PerfectDrive,
        books: dict[Damage, Book],
        free: Floats,
    ) -> None:
        super().__init__(drive, tyre)
        self.options = options
        self.perfect = perfect
        self.books = books
        self.free = free
        """The time to go if damage has no effect."""
        self.known = lru_cache(maxsize=_SETS)(self._known)
        self.forgotten = lru_cache(maxsize=_SETS)(partial(forgotten, solved=books))
        self.crashed = lru_cache(maxsize=_CRASHES)(self._crashed)
        self._later: dict[Damage, Book] = {}
        """Sets that were solved when a drive reached them."""

    @property
    def bounds(self) -> Bounds:
        """The proven bounds of the least expected time."""
        return self.perfect.bounds

    @property
    def damage_free(self) -> float:
        """The optimum if damage has no effect."""
        return self.perfect.parts["damage_free"]

    @cached_property
    def _whole(self) -> Ground:
        return ground(self.drive.road, self.drive.hand, self.drive.limit)

    @cached_property
    def _fresh(self) -> dict[Damage, Floats]:
        return {damage: fresh_time(book.time, self.free) for damage, book in self.books.items()}

    def _known(self, damage: Damage) -> Damage:
        """Returns the set used for a driver's tokens: undistinguished harmless ones are forgotten."""
        fitting = [some for some in self.books if some.within(damage) and some[:3] == damage[:3]]
        return max(fitting) if fitting else damage._replace(harmless=0)

    def book(self, damage: Damage) -> Book:
        """Returns the table of a set of tokens; an unsolved one is solved now."""
        taken = self.known(damage)
        if taken in self.books:
            return self.books[taken]
        if taken not in self._later:
            found = worn(self._whole, taken.hand(self.drive.hand))
            lap = solve_set(found, self.drive.bag, taken, self.free, self._fresh)
            self._later[taken] = book_of(lap, found)
        return self._later[taken]

    def time(self, damage: Damage, place: int, gear: int, focus: int) -> float:
        """Returns the expected seconds to go before a turn."""
        table = self.book(damage).time[place, gear]
        if focus < len(table):
            return float(table[focus])
        most = min(focus, self.free.shape[2] - 1)
        return float(self.free[place, gear, most] - self.toll[8] * (focus - most))

    def ahead(self, damage: Damage, own: Damage, place: int, focus: int) -> float:
        """Returns the expected seconds to go in gear 0 for a driver who had `own` and now has `damage`."""
        left = self.forgotten(damage, own)
        if not left:
            return self.time(own, place, 0, focus)
        most = min(focus, len(self.free[place, 0]) - 1)
        worst = max(float(self._fresh[known][place, most]) for known in left)
        return worst - float(self.toll[8]) * (focus - most)

    def stopped(self, damage: Damage, place: int, gear: int, focus: int) -> float:
        """Returns the expected seconds after a turn that ends in control, its score included."""
        if place == self.line.places:
            return self.finished(float(self.toll[gear]), focus)
        return float(self.toll[gear]) + self.time(damage, place, gear, focus)

    def spun(self, damage: Damage, place: int, focus: int) -> float:
        """Returns the expected seconds after a spin, the score included."""
        return float(self.toll[0]) + self.time(damage, place, 0, focus)

    def off(self, own: Damage, more: Damage, tokens: int, place: int, focus: int, marks: float) -> float:
        """Returns the expected seconds after a crash, its scores included: more tokens are drawn later."""
        return marks + self.crashed(self.known(own), more, tokens, place, focus)

    def _crashed(self, known: Damage, more: Damage, tokens: int, place: int, focus: int) -> float:
        waiting = known.plus(more)
        return sum(
            chance * self.ahead(waiting.plus(drawn), known, place, focus)
            for drawn, chance in draws(self.drive.bag, waiting, tokens)
        )

    def finished(self, seconds: float, focus: int) -> float:
        """Returns the seconds of a turn over the line, tokens included."""
        return float(seconds - self.toll[8] * focus)

    def page(self, damage: Damage) -> Book:
        """Returns the table of the tokens drawn."""
        return self.book(damage)

    def onward(self, before: State, after: State) -> float:
        """Returns the expected seconds to go from an earlier position, including scores since then."""
        return track_seconds(after.marks) - track_seconds(before.marks) + self.value(after)
