"""Balance over many games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from msgspec import Struct

from paddock.core.game import Event, ReportTable, Result
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.events import (
    Bought,
    ClaimWon,
    Damaged,
    Destroyed,
    Scouted,
    TokenFlipped,
    TookFree,
)
from paddock.games.dirt_and_dust.scoring import ghost_score, score
from paddock.games.dirt_and_dust.state import State

NO_DRIVER = "none (Trial Stage)"


class Tally(Struct):
    """The totals of a group of cars."""

    cars: int = 0
    wins: float = 0.0
    scores: list[float] = []

    def add(self, points: float, win: float) -> None:
        """Adds one car."""
        self.cars += 1
        self.wins += win
        self.scores.append(points)

    @property
    def mean(self) -> float:
        """The mean score."""
        return round(sum(self.scores) / self.cars, 2)

    @property
    def win_share(self) -> float:
        """The mean share of a victory per car."""
        return round(self.wins / self.cars, 3)


class DirtAndDustReport:
    """Scores, cards bought, win share by driver, damage, destroyed cars."""

    def __init__(self) -> None:
        self.cars = 0
        self.stages: dict[str, Tally] = defaultdict(Tally)
        self.drivers: dict[str, Tally] = defaultdict(Tally)
        self.owners: dict[str, Tally] = defaultdict(Tally)
        self.parts: Counter[str] = Counter()
        self.offered: set[str] = set()
        self.bought: Counter[str] = Counter()
        self.taken: Counter[str] = Counter()
        self.happened: Counter[str] = Counter()
        self.ghosts: dict[str, Tally] = defaultdict(Tally)
        self.trial_cars = 0
        self.qualified = 0

    def game(self, states: Sequence[State], events: Sequence[Event], result: Result | None) -> None:
        """Adds one finished game."""
        if result is None:
            return
        last = states[-1]
        self.offered |= set(last.stock)
        got = self._count(events)
        winners = [seat for seat, place in enumerate(result.places) if place == 1]
        for seat, player in enumerate(last.players):
            points = result.scores[seat]
            win = 1 / len(winners) if seat in winners else 0.0
            self.cars += 1
            self.stages[last.stage].add(points, win)
            self.drivers[player.driver].add(points, win)
            for card in got[seat]:
                self.owners[card].add(points, win)
            own = score(last, seat)
            self.parts.update(speed=own.speed, cards=own.cards, risk=own.risk, bonus=own.bonus)
            if last.stage == "trial":
                self.trial_cars += 1
                self.qualified += not player.out and points >= BOX.trial.qualify_at
        if last.ghost is not None:
            self.ghosts[last.options.ghost].add(ghost_score(last).total, 0.0 if winners else 1.0)

    def _count(self, events: Sequence[Event]) -> dict[int, set[str]]:
        """Counts the events; returns the cards each seat acquired."""
        got: dict[int, set[str]] = defaultdict(set)
        for event in events:
            match event:
                case Bought() | ClaimWon():
                    self.bought[event.card] += 1
                    got[event.seat].add(event.card)
                case TookFree():
                    self.taken[event.card] += 1
                    got[event.seat].add(event.card)
                case Damaged():
                    self.happened["hits"] += event.hits
                case Scouted() | TokenFlipped() | Destroyed():
                    self.happened[type(event).__name__] += 1
        return got

    def tables(self) -> list[ReportTable]:
        """Returns the tables for the games added so far."""
        if not self.cars:
            return []
        tables = [self._scores(), self._points(), self._drivers(), self._cards(), self._damage()]
        if self.trial_cars:
            row = (self.trial_cars, self.qualified, round(self.qualified / self.trial_cars, 3))
            tables.append(ReportTable("Trial Stage", ("cars", "qualified", "share"), (row,)))
        if self.ghosts:
            tables.append(self._ghosts())
        return tables

    def _per_car(self, n: float) -> float:
        return round(n / self.cars, 2)

    def _scores(self) -> ReportTable:
        return ReportTable(
            "Scores by stage",
            ("stage", "cars", "mean", "least", "most"),
            tuple(
                (BOX.stages[stage].name, found.cars, found.mean, min(found.scores), max(found.scores))
                for stage, found in sorted(self.stages.items())
            ),
        )

    def _points(self) -> ReportTable:
        kinds = ("speed", "cards", "risk", "bonus")
        parts = tuple(self._per_car(self.parts[kind]) for kind in kinds)
        columns = ("Speed points", "cards", "Risk dice", "Popularity bonus")
        return ReportTable("Where the points come from, per car", columns, (parts,))

    def _drivers(self) -> ReportTable:
        rows = []
        for driver, found in sorted(self.drivers.items()):
            name = BOX.drivers[driver].name if driver else NO_DRIVER
            rows.append((name, found.cars, found.win_share, found.mean))
        return ReportTable("Drivers", ("driver", "cars", "win share", "mean score"), tuple(rows))

    def _cards(self) -> ReportTable:
        rows = []
        for card in sorted(self.offered, key=lambda card: (-self.bought[card] - self.taken[card], card)):
            bought, taken, owners = self.bought[card], self.taken[card], self.owners.get(card)
            share = owners.win_share if owners is not None else "–"
            name = BOX.cards[card].name
            rows.append((card, name, bought, taken, self._per_car(bought + taken), share))
        columns = ("card", "name", "bought", "free", "per car", "owners' wins")
        return ReportTable("Cards bought", columns, tuple(rows))

    def _damage(self) -> ReportTable:
        happened = self.happened
        destroyed = happened["Destroyed"]
        row = (
            self._per_car(happened["Scouted"]),
            self._per_car(happened["hits"]),
            self._per_car(happened["TokenFlipped"]),
            destroyed,
            round(destroyed / self.cars, 3),
        )
        columns = ("Navigators", "Hits", "Permanent Damage", "cars destroyed", "share destroyed")
        return ReportTable("Navigators and damage, per car", columns, (row,))

    def _ghosts(self) -> ReportTable:
        return ReportTable(
            "Ghost",
            ("level", "games", "mean score", "beaten"),
            tuple(
                (BOX.ghosts[level].name, found.cars, found.mean, round(1 - found.win_share, 3))
                for level, found in sorted(self.ghosts.items())
            ),
        )
