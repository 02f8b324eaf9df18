"""Balance tests: strong bots play seat-balanced games over variants of a game's data, in parallel."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import Struct

from paddock.arena.playing import play_logged
from paddock.arena.runner import OnProcesses
from paddock.arena.series import Fixture, Series
from paddock.arena.standings import shares_of
from paddock.arena.variations import Candidate
from paddock.core.game import Figure, ReportTable
from paddock.core.registry import bots, find_game

Z = 1.96
"""The number of standard errors in each half of a 95 % interval."""


class Tally(Struct):
    """Count, sum and sum of squares: enough for a mean and its interval."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0
    least: float = -math.inf
    most: float = math.inf

    def add(self, other: Tally) -> None:
        """Adds another tally of the same quantity."""
        self.n += other.n
        self.total += other.total
        self.squares += other.squares
        self.least, self.most = other.least, other.most

    @property
    def mean(self) -> float:
        """The mean, or the share if every value is 0 or 1."""
        return self.total / self.n

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the true mean: Wilson's for shares, otherwise the normal one."""
        if math.isclose(self.squares, self.total) and 0 <= self.mean <= 1:
            middle = (self.mean + Z * Z / (2 * self.n)) / (1 + Z * Z / self.n)
            spread = math.sqrt(self.mean * (1 - self.mean) / self.n + (Z / (2 * self.n)) ** 2)
            half = Z * spread / (1 + Z * Z / self.n)
            return max(0.0, middle - half), min(1.0, middle + half)
        error = math.sqrt(max(0.0, self.squares / self.n - self.mean**2) / self.n)
        return self.mean - Z * error, self.mean + Z * error

    @property
    def verdict(self) -> str:
        """Whether the target is met: `yes`, `no`, or `open` while the interval contains the limit."""
        if self.least == -math.inf and self.most == math.inf:
            return ""
        low, high = self.interval
        if high < self.least or low > self.most:
            return "no"
        return "yes" if self.least <= low and high <= self.most else "open"


Tallies = dict[tuple[str, str], Tally]


class Bench(Struct, frozen=True):
    """The games to play, and the data to play them with."""

    series: Series
    candidates: tuple[Candidate, ...]


def strongest(game: str) -> str:
    """Returns the strongest bot of a game except champions, which take too long."""
    return [name for name, bot in bots(game).items() if bot.level != "champion"][-1]


def measure(series: Series, fixture: Fixture) -> list[Figure]:
    """Returns all measurements of one game."""
    game = find_game(series.game)
    played, state, events = play_logged(series, fixture)
    first = game.start(game.options(series.options), len(series.bots))
    found = [*game.figures(first, state, events, played.result)]
    for seat, won in enumerate(shares_of(played.places)):
        found.append(Figure("Wins by seat", f"seat {seat + 1}", won))
    found.append(Figure("Course", "decisions and dice", played.nodes))
    return found


def measured(series: Series, fixture: Fixture) -> Tallies:
    """Returns the measurements of one game, tallied."""
    return tallied(measure(series, fixture))


def tallied(figures: Sequence[Figure]) -> Tallies:
    """Returns the tallies of measurements."""
    tallies: Tallies = {}
    for f in figures:
        one = Tally(1, f.value, f.value * f.value, f.least, f.most)
        tallies.setdefault((f.table, f.row), Tally()).add(one)
    return tallies


def check(bench: Bench) -> None:
    """Raises an error for wrong options, unknown bots, or data that the game refuses."""
    bench.series.check()
    for candidate in bench.candidates:
        find_game(bench.series.game).check_data(candidate.file)


def play_bench(bench: Bench, jobs: int) -> Iterator[tuple[int, Tallies]]:
    """Plays all candidates in their own processes; yields (candidate, tallies of one game).

    Closing the iterator stops the rest.
    """
    series = bench.series
    chunk = max(1, min(8, series.games // (jobs * 16)))
    for place, candidate in enumerate(bench.candidates):
        runner = OnProcesses(jobs, chunk, {series.game: candidate.file})
        for tallies in runner.play(partial(measured, series), series.fixtures()):
            yield place, tallies


def tables(tallies: Tallies) -> list[ReportTable]:
    """Returns the tallies as tables: each with its interval and whether it meets its target."""
    made = []
    for title in dict.fromkeys(table for table, _ in tallies):
        rows = []
        for (table, row), tally in sorted(tallies.items()):
            if table == title:
                low, high = tally.interval
                rows.append(
                    (row, tally.n, round(tally.mean, 3), round(low, 3), round(high, 3), tally.verdict)
                )
        made.append(ReportTable(title, ("what", "n", "mean", "from", "to", "in bounds"), tuple(rows)))
    return made
