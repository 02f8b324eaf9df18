"""Balance over many games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from paddock.core.game import Event, Result, Table
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.events import Bought, ClaimWon, Damaged, Destroyed, TokenFlipped, TookFree
from paddock.games.dirt_and_dust.scoring import ghost_score
from paddock.games.dirt_and_dust.state import State


class DirtAndDustReport:
    """Scores, cards bought, win share by driver, damage, destroyed cars."""

    def __init__(self) -> None:
        self.games = 0
        self.cars = 0
        self.scores: dict[str, list[float]] = defaultdict(list)
        self.ghost_scores: list[int] = []
        self.ghost_wins = 0
        self.qualified = 0
        self.trial_cars = 0
        self.bought: Counter[str] = Counter()
        self.seats_of: Counter[str] = Counter()
        self.wins_of: dict[str, float] = defaultdict(float)
        self.hits = 0
        self.tokens = 0
        self.destroyed = 0

    def game(self, states: Sequence[State], events: Sequence[Event], result: Result | None) -> None:
        """Take in one finished game."""
        if result is None:
            return
        last = states[-1]
        self.games += 1
        self.cars += len(last.players)
        winners = [seat for seat, place in enumerate(result.places) if place == 1]
        for seat, player in enumerate(last.players):
            driver = player.driver or "trial"
            self.seats_of[driver] += 1
            self.wins_of[driver] += seat in winners and 1 / len(winners)
            self.scores[last.stage].append(result.scores[seat])
            if last.stage == "trial":
                self.trial_cars += 1
                self.qualified += not player.out and result.scores[seat] >= BOX.trial.qualify_at
        if last.ghost is not None:
            self.ghost_scores.append(ghost_score(last).total)
            self.ghost_wins += not winners
        for event in events:
            match event:
                case Bought() | ClaimWon() | TookFree():
                    self.bought[event.card] += 1
                case Damaged():
                    self.hits += event.hits
                case TokenFlipped():
                    self.tokens += 1
                case Destroyed():
                    self.destroyed += 1

    def tables(self) -> list[Table]:
        """What has been gathered so far."""
        if not self.games:
            return []
        tables = [
            Table(
                "Scores by stage",
                ("stage", "cars", "mean", "least", "most"),
                tuple(
                    (stage, len(found), round(sum(found) / len(found), 2), min(found), max(found))
                    for stage, found in sorted(self.scores.items())
                ),
            ),
            Table(
                "Drivers",
                ("driver", "cars", "win share"),
                tuple(
                    (driver, cars, round(self.wins_of[driver] / cars, 3))
                    for driver, cars in sorted(self.seats_of.items())
                ),
            ),
            Table(
                "Cards bought",
                ("card", "name", "copies", "per car"),
                tuple(
                    (card, BOX.cards[card].name, copies, round(copies / self.cars, 2))
                    for card, copies in self.bought.most_common()
                ),
            ),
            Table(
                "Damage",
                ("hits per car", "permanent damage per car", "cars destroyed", "share destroyed"),
                (
                    (
                        round(self.hits / self.cars, 2),
                        round(self.tokens / self.cars, 2),
                        self.destroyed,
                        round(self.destroyed / self.cars, 3),
                    ),
                ),
            ),
        ]
        if self.trial_cars:
            row = (self.trial_cars, self.qualified, round(self.qualified / self.trial_cars, 3))
            tables.append(Table("Trial Stage", ("cars", "qualified", "share"), (row,)))
        if self.ghost_scores:
            mean = round(sum(self.ghost_scores) / len(self.ghost_scores), 2)
            share = round(1 - self.ghost_wins / len(self.ghost_scores), 3)
            games = len(self.ghost_scores)
            tables.append(Table("Ghost", ("games", "mean score", "beaten"), ((games, mean, share),)))
        return tables
