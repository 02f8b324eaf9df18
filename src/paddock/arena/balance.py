"""A bench for balance: strong bots play seat-balanced games over candidate figures, in parallel."""

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
"""How many standard errors 95 of 100 intervals span."""


class Tally(Struct):
    """How often and how much: enough for a mean and its interval."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0
    least: float = -math.inf
    most: float = math.inf

    def add(self, other: Tally) -> None:
        """Take in another tally of the same figure."""
        self.n += other.n
        self.total += other.total
        self.squares += other.squares
        self.least, self.most = other.least, other.most

    @property
    def mean(self) -> float:
        """The mean, or the share where every value is 0 or 1."""
        return self.total / self.n

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true mean lies with 95 %: Wilson's for shares, the normal one else."""
        if math.isclose(self.squares, self.total) and 0 <= self.mean <= 1:
            middle = (self.mean + Z * Z / (2 * self.n)) / (1 + Z * Z / self.n)
            spread = math.sqrt(self.mean * (1 - self.mean) / self.n + (Z / (2 * self.n)) ** 2)
            half = Z * spread / (1 + Z * Z / self.n)
            return max(0.0, middle - half), min(1.0, middle + half)
        error = math.sqrt(max(0.0, self.squares / self.n - self.mean**2) / self.n)
        return self.mean - Z * error, self.mean + Z * error

    @property
    def verdict(self) -> str:
        """Whether the figure keeps its target: `yes`, `no`, or `open` while the interval spans the border."""
        if self.least == -math.inf and self.most == math.inf:
            return ""
        low, high = self.interval
        if high < self.least or low > self.most:
            return "no"
        return "yes" if self.least <= low and high <= self.most else "open"


Tallies = dict[tuple[str, str], Tally]


class Bench(Struct, frozen=True):
    """What is to be played, and with which figures."""

    series: Series
    candidates: tuple[Candidate, ...]


def strongest(game: str) -> str:
    """The strongest bot there is for a game, but for champions: they take their time."""
    return [name for name, bot in bots(game).items() if bot.level != "champion"][-1]


def measure(series: Series, fixture: Fixture) -> list[Figure]:
    """Everything one game tells."""
    game = find_game(series.game)
    played, state, events = play_logged(series, fixture)
    first = game.start(game.options(series.options), len(series.bots))
    found = [*game.figures(first, state, events, played.result)]
    for seat, won in enumerate(shares_of(played.places)):
        found.append(Figure("Wins by seat", f"seat {seat + 1}", won))
    found.append(Figure("Course", "decisions and dice", played.nodes))
    return found


def measured(series: Series, fixture: Fixture) -> Tallies:
    """The figures of one game, added up."""
    return tallied(measure(series, fixture))


def tallied(figures: Sequence[Figure]) -> Tallies:
    """Figures added up."""
    tallies: Tallies = {}
    for f in figures:
        one = Tally(1, f.value, f.value * f.value, f.least, f.most)
        tallies.setdefault((f.table, f.row), Tally()).add(one)
    return tallies


def check(bench: Bench) -> None:
    """Refuse a bench that cannot be played: wrong options, unknown bots, or figures the game refuses."""
    bench.series.check()
    for candidate in bench.candidates:
        find_game(bench.series.game).check_data(candidate.file)


def play_bench(bench: Bench, jobs: int) -> Iterator[tuple[int, Tallies]]:
    """Play all candidates, each in processes of its own; gives (which candidate, what a game adds).

    Closing the iterator stops the rest.
    """
    series = bench.series
    chunk = max(1, min(8, series.games // (jobs * 16)))
    for place, candidate in enumerate(bench.candidates):
        runner = OnProcesses(jobs, chunk, {series.game: candidate.file})
        for tallies in runner.play(partial(measured, series), series.fixtures()):
            yield place, tallies


def tables(tallies: Tallies) -> list[ReportTable]:
    """The tallies as tables, each figure with its interval and whether it keeps its target."""
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
