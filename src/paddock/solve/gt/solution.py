"""A solved drive as drivers and analysts use it: what a position is worth, and what to do there.

Worth is in expected seconds to go: marks still to be made less a second for each token left at the end.
Less is better. Everything inside a turn is found by the engine's own exact turns over the solved tables.
"""

from __future__ import annotations

from functools import cached_property, lru_cache, partial

from paddock.games.rallyman.gt.components import Tyre
from paddock.games.rallyman.gt.solo import track_seconds
from paddock.games.rallyman.gt.state import GtOptions, State
from paddock.kernels.gt.ground import Ground, ground, worn
from paddock.kernels.gt.road import Floats
from paddock.solve.gt.books import Book, book_of
from paddock.solve.gt.bounds import forgotten, fresh_time, solve_set
from paddock.solve.gt.courses import Drive
from paddock.solve.gt.damage import Damage, draws
from paddock.solve.gt.driving import Driver
from paddock.solve.perfect import Bounds, PerfectDrive

_SETS, _CRASHES = 1 << 12, 1 << 16
"""Sets of tokens, and crashes, about which what was found out is kept in mind."""


class Solution(Driver):
    """A solved solo drive on fixed weather."""

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
        """The time to go if tokens harmed nobody."""
        self.known = lru_cache(maxsize=_SETS)(self._known)
        self.forgotten = lru_cache(maxsize=_SETS)(partial(forgotten, solved=books))
        self.crashed = lru_cache(maxsize=_CRASHES)(self._crashed)
        self._later: dict[Damage, Book] = {}
        """Sets that were solved when a drive came to them."""

    @property
    def bounds(self) -> Bounds:
        """Between what the least expected time is proven to lie."""
        return self.perfect.bounds

    @property
    def damage_free(self) -> float:
        """The optimum if tokens harmed nobody."""
        return self.perfect.parts["damage_free"]

    @cached_property
    def _whole(self) -> Ground:
        return ground(self.drive.road, self.drive.hand, self.drive.limit)

    @cached_property
    def _fresh(self) -> dict[Damage, Floats]:
        return {damage: fresh_time(book.time, self.free) for damage, book in self.books.items()}

    def _known(self, damage: Damage) -> Damage:
        """The set a driver's tokens are taken for: harmless ones beyond those told apart are forgotten."""
        fitting = [some for some in self.books if some.within(damage) and some[:3] == damage[:3]]
        return max(fitting) if fitting else damage._replace(harmless=0)

    def book(self, damage: Damage) -> Book:
        """What is known for a set of tokens; one that was not solved for is solved now."""
        taken = self.known(damage)
        if taken in self.books:
            return self.books[taken]
        if taken not in self._later:
            found = worn(self._whole, taken.hand(self.drive.hand))
            lap = solve_set(found, self.drive.bag, taken, self.free, self._fresh)
            self._later[taken] = book_of(lap, found)
        return self._later[taken]

    def time(self, damage: Damage, place: int, gear: int, focus: int) -> float:
        """Expected seconds to go before a turn."""
        table = self.book(damage).time[place, gear]
        if focus < len(table):
            return float(table[focus])
        most = min(focus, self.free.shape[2] - 1)
        return float(self.free[place, gear, most] - self.toll[8] * (focus - most))

    def ahead(self, damage: Damage, own: Damage, place: int, focus: int) -> float:
        """Expected seconds to go in gear 0 for who had drawn `own` and draws up to `damage`."""
        left = self.forgotten(damage, own)
        if not left:
            return self.time(own, place, 0, focus)
        most = min(focus, len(self.free[place, 0]) - 1)
        worst = max(float(self._fresh[known][place, most]) for known in left)
        return worst - float(self.toll[8]) * (focus - most)

    def stopped(self, damage: Damage, place: int, gear: int, focus: int) -> float:
        """Expected seconds of having ended a turn somewhere in control, its own mark counted."""
        if place == self.line.places:
            return self.finished(float(self.toll[gear]), focus)
        return float(self.toll[gear]) + self.time(damage, place, gear, focus)

    def spun(self, damage: Damage, place: int, focus: int) -> float:
        """Expected seconds of having spun, the mark counted."""
        return float(self.toll[0]) + self.time(damage, place, 0, focus)

    def off(self, own: Damage, more: Damage, tokens: int, place: int, focus: int, marks: float) -> float:
        """Expected seconds of a crash, its marks counted: who had `own` has drawn `more`, others wait."""
        return marks + self.crashed(self.known(own), more, tokens, place, focus)

    def _crashed(self, known: Damage, more: Damage, tokens: int, place: int, focus: int) -> float:
        waiting = known.plus(more)
        return sum(
            chance * self.ahead(waiting.plus(drawn), known, place, focus)
            for drawn, chance in draws(self.drive.bag, waiting, tokens)
        )

    def finished(self, seconds: float, focus: int) -> float:
        """Seconds of a turn over the line, tokens cashed."""
        return float(seconds - self.toll[8] * focus)

    def page(self, damage: Damage) -> Book:
        """The book of what has been drawn."""
        return self.book(damage)

    def onward(self, before: State, after: State) -> float:
        """Expected seconds to go seen from an earlier position: marks made between count."""
        return track_seconds(after.marks) - track_seconds(before.marks) + self.value(after)
