"""The positions of all ships, the possible results of a turn, and each ship's chance to win."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product

from paddock.bots.outspeed.values import BOARD, MOST_FUEL, MOST_GAP, SAFE, Book, Stage, book
from paddock.games.outspeed.components import SideName, components
from paddock.games.outspeed.previews import cost_odds, equal_chances, gain_odds
from paddock.games.outspeed.state import TURNS, Choice, OutspeedState, affordable, at_finish, racing
from paddock.games.outspeed.terms import COLOURS, Colour

Mix = dict[Colour, float]
"""The probability or the value of each route of a player."""
Payoffs = dict[tuple[Colour, ...], tuple[float, ...]]
"""For every combination of choices: the chance of each player to win after the turn."""
Stand = tuple[int, int, int, float]
"""Zone (0: out of the race), fuel, number of tokens, and the value of fuel and tokens."""
OUT: Stand = (0, 0, 0, 0.0)


def open_to(state: OutspeedState) -> dict[int, tuple[Colour, ...]]:
    """Returns the routes open to every player in the race who has any."""
    return {player: routes for player in racing(state) if (routes := affordable(state, player))}


def draw(mix: Mix, rng: random.Random) -> Colour:
    """Returns a random route by its probability."""
    ticket = rng.random()
    for colour, chance in mix.items():
        ticket -= chance
        if ticket < 0:
            return colour
    return next(reversed(mix))


@lru_cache(maxsize=8192)
def equally_likely(
    tile: int, side: SideName, colour: Colour, counts: tuple[int, ...], dial: int
) -> tuple[list[int], list[tuple[int, int, int]]]:
    """Returns the costs and the gains (zones, fuel, bonus) of a route, each as a list of equal chances."""
    face = components().tiles[tile].sides[side]
    split = tuple(zip(COLOURS, counts, strict=True))
    costs, gains = cost_odds(face, colour, split, dial), gain_odds(face, colour, split, dial)
    return equal_chances(costs), [(g.zones, g.fuel, g.bonus) for g in equal_chances(gains)]


class Fleet:
    """The numbers that win chances depend on: all ships' positions; zone 0 is out of the race.

    `edge` is the expected advantage of a seat over its position, in log-odds.
    """

    __slots__ = (
        "book",
        "drawn",
        "edge",
        "fields",
        "finish",
        "front",
        "fuel",
        "hands",
        "rear",
        "side",
        "tile",
        "turns_left",
        "zones",
    )

    def __init__(self, state: OutspeedState, favourite: int, edge: float, worths: Book | None = None) -> None:
        self.book = worths or book()
        self.edge = [edge if seat == favourite else 0.0 for seat in range(len(state.ships))]
        self.zones = [0 if ship.out else ship.zone for ship in state.ships]
        self.fuel = [ship.fuel for ship in state.ships]
        self.hands = [ship.tokens for ship in state.ships]
        self.drawn = [0] * len(state.ships)
        self.rear, self.front, self.fields = state.rear, state.front, state.fields
        self.tile, self.side, self.finish = state.seen[-1], state.side, at_finish(state)
        self.turns_left = TURNS - state.turn

    @classmethod
    def as_seen(cls, choice: Choice) -> Fleet:
        """Returns the fleet of an earlier turn as all players saw it: only the number of tokens is known."""
        fleet = cls.__new__(cls)
        seats = len(choice.ships)
        fleet.book, fleet.edge, fleet.hands = book(), [0.0] * seats, [()] * seats
        fleet.zones = [ship.zone for ship in choice.ships]
        fleet.fuel = [ship.fuel for ship in choice.ships]
        fleet.drawn = [ship.tokens for ship in choice.ships]
        fleet.rear, fleet.front, fleet.fields = choice.rear, choice.front, choice.fields
        fleet.tile, fleet.side, fleet.turns_left = choice.tile, choice.side, TURNS - choice.turn
        fleet.finish = components().tiles[choice.tile].kind == "finish"
        return fleet

    def worth(self, seat: int, stage: Stage) -> float:
        """Returns the value of the tokens of a seat."""
        return sum(stage.tokens[token] for token in self.hands[seat]) + self.drawn[seat] * stage.drawn

    def stands(self, seat: int, colour: Colour, counts: tuple[int, ...], stage: Stage) -> list[Stand]:
        """Returns the equally likely positions of a seat after a route, given the players on each colour."""
        had, start = self.fuel[seat], self.zones[seat]
        held, worth = len(self.hands[seat]) + self.drawn[seat], self.worth(seat, stage) + self.edge[seat]
        costs, gains = equally_likely(self.tile, self.side, colour, counts, min(components().dial_most, had))
        stands = []
        for cost in costs:
            if cost > had or (cost == had and cost and not self.finish):
                stands += [OUT] * len(gains)
                continue
            for zones, fuel, bonus in gains:
                stop = next((field for field in self.fields if start < field < start + zones), start + zones)
                left = had - cost + fuel
                value = worth + stage.fuel[min(left, MOST_FUEL)] + bonus * stage.drawn
                stands.append((stop, left, held + bonus, value))
        return stands

    def after(self, picks: dict[int, Colour], rng: random.Random) -> Fleet:
        """Returns the positions after this turn if everyone takes these routes, with random dice."""
        new = Fleet.__new__(Fleet)
        new.book, new.edge, new.hands, new.fields = self.book, self.edge, self.hands, self.fields
        new.zones, new.fuel, new.drawn = self.zones[:], self.fuel[:], self.drawn[:]
        new.rear, new.front, new.turns_left = self.rear, self.front, self.turns_left
        new.tile, new.side, new.finish = self.tile, self.side, self.finish
        taken = list(picks.values())
        counts = tuple(taken.count(colour) for colour in COLOURS)
        stage = self.book.stage(self.side, max(1, self.turns_left))
        for seat, colour in picks.items():
            zone, fuel, held, _ = rng.choice(self.stands(seat, colour, counts, stage))
            new.zones[seat], new.fuel[seat] = zone, fuel
            new.drawn[seat] = held - len(self.hands[seat]) if zone else 0
        new.tidy_boards()
        return new

    def tidy_boards(self) -> None:
        """Moves the window after the leading ship; ships left behind are out."""
        while max(self.zones) > self.front:
            self.front += BOARD
            self.rear += BOARD
        self.zones = [zone if zone >= self.rear else 0 for zone in self.zones]

    def outlook(self, turns_left: int) -> list[float]:
        """Returns the chance of each seat to win, with `turns_left` turns to go."""
        stage = self.book.stage(self.side, max(1, turns_left))
        stands = [
            (
                zone,
                fuel,
                len(hand) + drawn,
                self.worth(seat, stage) + stage.fuel[min(fuel, MOST_FUEL)] + self.edge[seat],
            )
            if zone
            else OUT
            for seat, (zone, fuel, hand, drawn) in enumerate(
                zip(self.zones, self.fuel, self.hands, self.drawn, strict=True)
            )
        ]
        return self.chances(stands, turns_left, stage)

    def chances(self, stands: Sequence[Stand], turns_left: int, stage: Stage) -> list[float]:
        """Returns the win chance of each of these ships once boards are tidied."""
        top, front, rear = max(stand[0] for stand in stands), self.front, self.rear
        if not top:
            return [0.0] * len(stands)
        while top > front:
            front += BOARD
            rear += BOARD
        if turns_left == 0:
            ranks = [stand[:3] if stand[0] >= rear else OUT[:3] for stand in stands]
            best = max(ranks)
            share = 1 / ranks.count(best)
            return [share if rank == best and rank[0] else 0.0 for rank in ranks]
        danger, next_board = stage.rear[min(front - top, SAFE)], rear + BOARD
        weights = []
        for zone, _, _, worth in stands:
            if zone < rear or not zone:
                weights.append(0.0)
                continue
            strength = worth + stage.gap[min(top - zone, MOST_GAP)]
            if zone < next_board:
                strength += danger[next_board - zone]
            weights.append(math.exp(strength))
        total = sum(weights) or 1.0
        return [weight / total for weight in weights]

    def payoffs(self, routes: Mapping[int, Sequence[Colour]], rng: random.Random, throws: int) -> Payoffs:
        """Returns the payoffs of every combination of routes: exact without dice, otherwise sample means."""
        stage = self.book.stage(self.side, max(1, self.turns_left))
        ways = list(product(*routes.values()))
        each = max(1, throws // len(ways))
        known: dict[tuple[int, Colour, tuple[int, ...]], list[Stand]] = {}
        table: Payoffs = {}
        chances, left, random_ = self.chances, self.turns_left, rng.random
        for way in ways:
            counts = tuple(way.count(colour) for colour in COLOURS)
            options = []
            sure = True
            for seat, colour in zip(routes, way, strict=True):
                key = seat, colour, counts
                stands = known.get(key)
                if stands is None:
                    stands = known[key] = self.stands(seat, colour, counts, stage)
                options.append(stands)
                sure = sure and len(stands) == 1
            if sure:
                table[way] = tuple(chances([stands[0] for stands in options], left, stage))
                continue
            sums = [0.0] * len(way)
            for _ in range(each):
                outlook = chances([stands[int(random_() * len(stands))] for stands in options], left, stage)
                sums = [total + chance for total, chance in zip(sums, outlook, strict=True)]
            table[way] = tuple(total / each for total in sums)
        return table
