"""The club player of Outspeed: weighs routes by what the others will probably do."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from paddock.core.game import Perspective
from paddock.games.outspeed.bonus import play_tokens, take_from_hand
from paddock.games.outspeed.components import SideName, components
from paddock.games.outspeed.events import Keep, Lay, OutspeedAction, Program, SetDial
from paddock.games.outspeed.previews import cost_odds, gain_odds
from paddock.games.outspeed.state import TURNS, OutspeedState, affordable, at_finish, copy, racing, with_
from paddock.games.outspeed.terms import COLOURS, Colour

Mix = dict[Colour, float]
"""How likely a player takes each route, or what each is worth to him."""

TOKEN_WORTH = {
    "electromagnet": 0.9,
    "ion_cannon": 0.9,
    "flamethrower": 0.8,
    "nitro": 0.95,
    "fuel_tank": 0.7,
    "force_field": 0.1,
}
"""What holding a token is worth, in zones."""
DRAWN = 1.2
"""What the better of two unknown tokens is worth, in zones."""
LATE = {1: 0.6, 2: 0.85}
"""How much of a token's worth is left so many turns before the end; all of it earlier."""
FUEL_STEPS = (1, 1, 1, 2, 3, 4, 99)
"""Fuel by how badly it is needed: the first drop, the second, the third, the next two, and so on."""
STAGES = (
    (1, 0.85, (0.5, 0.75, 0.55, 0.30, 0.25, 0.12, 0.02)),
    (2, 0.72, (1.0, 1.50, 0.80, 0.50, 0.35, 0.18, 0.03)),
    (3, 0.62, (2.0, 2.00, 0.90, 0.68, 0.45, 0.20, 0.03)),
    (5, 0.54, (2.0, 1.90, 1.30, 0.87, 0.52, 0.33, 0.05)),
    (8, 0.45, (2.0, 2.20, 1.90, 0.95, 0.69, 0.44, 0.10)),
    (13, 0.37, (2.0, 2.20, 2.00, 1.20, 0.84, 0.64, 0.20)),
)
"""Up to how many turns before the end: how much a zone decides, and what each step of fuel is worth in zones.

The nearer the end, the more a zone decides and the less fuel is worth. Fitted (as a conditional logit) to
who won from the 38 000 positions of 3 000 races between random players and club players that err now and
then, and rounded; what tokens are worth was set by hand after it.
"""
FULL = 30
"""More fuel than this is worth no more."""
SOON = 3
"""So many zones before a new board comes, the rear one is soon removed."""
IN_DANGER = 0.03
"""What every zone on a board soon removed costs, in zones, for every turn to come."""
NEARLY_OUT = -40.0


class ClubBot:
    """Plays a mixed strategy from payoffs under beliefs, saves fuel for the end, hurts who is ahead."""

    name = "club"
    samples = 80
    doubt = 0.9
    """How much of the belief about others is that they do just anything."""
    others_keenness = 4.0
    own_keenness = 100.0
    confidence = 0.9
    """How much more it expects of itself than of others (in log-odds): a favourite takes fewer risks."""

    def choose(
        self, perspective: Perspective[OutspeedState, OutspeedAction], rng: random.Random
    ) -> OutspeedAction:
        """The seat's decision."""
        choices = list(perspective.actions)
        if len(choices) == 1:
            return choices[0]
        guess, seat = perspective.imagine(rng), perspective.seat
        if isinstance(choices[0], Program):
            return Program(self.route(guess, seat, rng))
        if isinstance(choices[0], SetDial):
            return choices[-1]
        if isinstance(choices[0], Keep):
            return max(choices, key=lambda keep: TOKEN_WORTH[keep.token] if isinstance(keep, Keep) else 0.0)
        return self.announcement(guess, seat, choices, rng)

    def announcement(
        self, guess: OutspeedState, seat: int, choices: Sequence[OutspeedAction], rng: random.Random
    ) -> OutspeedAction:
        """Lay the token after which the turn promises most, or none; all are tried against the same luck."""
        luck = rng.random()

        def promise(choice: OutspeedAction) -> float:
            trial = copy(guess)
            trial.laid = (None,) * len(trial.ships)
            if isinstance(choice, Lay):
                take_from_hand(trial, seat, choice.token)
                trial.laid = with_(trial.laid, seat, choice.token)
                play_tokens(trial, [])
            start = Standings(trial, seat, self.confidence)
            return max(self.own_payoffs(start, even_mixes(trial), seat, random.Random(luck)).values())

        return max(choices, key=promise)

    def route(self, guess: OutspeedState, seat: int, rng: random.Random) -> Colour:
        """A route drawn from the seat's own mix, its answer to what the others probably do."""
        start, mixes = Standings(guess, seat, self.confidence), even_mixes(guess)
        for player, payoffs in self.payoffs(start, mixes, rng).items():
            keen, even = answer_to(payoffs, self.others_keenness), 1 / len(payoffs)
            mixes[player] = {colour: self.doubt * even + (1 - self.doubt) * keen[colour] for colour in keen}
        return draw(answer_to(self.own_payoffs(start, mixes, seat, rng), self.own_keenness), rng)

    def payoffs(self, start: Standings, mixes: dict[int, Mix], rng: random.Random) -> dict[int, Mix]:
        """The mean outlook of every player for each of his routes if all follow their mixes."""
        sums = {player: dict.fromkeys(mix, 0.0) for player, mix in mixes.items()}
        tries = {player: dict.fromkeys(mix, 0) for player, mix in mixes.items()}
        for _ in range(self.samples):
            picks = {player: draw(mix, rng) for player, mix in mixes.items()}
            outlook = start.after(picks, rng).outlook(start.turns_left)
            for player, colour in picks.items():
                sums[player][colour] += outlook[player]
                tries[player][colour] += 1
        return {
            player: {colour: total / max(1, tries[player][colour]) for colour, total in by_route.items()}
            for player, by_route in sums.items()
        }

    def own_payoffs(self, start: Standings, mixes: dict[int, Mix], seat: int, rng: random.Random) -> Mix:
        """The mean outlook of each of the seat's routes, all against the same choices of the others."""
        sums = dict.fromkeys(mixes[seat], 0.0)
        for _ in range(self.samples):
            picks = {player: draw(mix, rng) for player, mix in mixes.items()}
            for colour in sums:
                picks[seat] = colour
                sums[colour] += start.after(picks, rng).outlook(start.turns_left)[seat]
        return {colour: total / self.samples for colour, total in sums.items()}


def even_mixes(state: OutspeedState) -> dict[int, Mix]:
    """Every player in the race takes each route open to him as often."""
    mixes: dict[int, Mix] = {}
    for player in racing(state):
        open_routes = affordable(state, player)
        mixes[player] = {colour: 1 / len(open_routes) for colour in open_routes}
    return mixes


def answer_to(payoffs: Mix, keenness: float) -> Mix:
    """A mix that prefers better routes, the more the keener; what counts is the share of the best lost."""
    best = max(payoffs.values()) or 1.0
    weights = {colour: math.exp(keenness * (payoff / best - 1)) for colour, payoff in payoffs.items()}
    total = sum(weights.values())
    return {colour: weight / total for colour, weight in weights.items()}


def draw(mix: Mix, rng: random.Random) -> Colour:
    """A route by its likelihood."""
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
    """The costs and the gains (zones, fuel, bonus) of a route, each as a list of equal chances."""
    face = components().tiles[tile].sides[side]
    split = tuple(zip(COLOURS, counts, strict=True))
    costs, gains = cost_odds(face, colour, split, dial), gain_odds(face, colour, split, dial)
    over = math.lcm(*(chance.denominator for _, chance in (*costs, *gains)))
    return (
        [cost for cost, chance in costs for _ in range(int(chance * over))],
        [(g.zones, g.fuel, g.bonus) for g, chance in gains for _ in range(int(chance * over))],
    )


class Standings:
    """Where the ships stand, in the few numbers the outlook rests on; zone 0: out of the race.

    `edge` is how much more is expected of a seat than its standing says, in log-odds.
    """

    __slots__ = (
        "edge",
        "fields",
        "finish",
        "front",
        "fuel",
        "held",
        "rear",
        "side",
        "tile",
        "tokens",
        "turns_left",
        "zones",
    )

    def __init__(self, state: OutspeedState, favourite: int, edge: float) -> None:
        self.edge = [edge if seat == favourite else 0.0 for seat in range(len(state.ships))]
        self.zones = [ship.zone for ship in state.ships]
        self.fuel = [ship.fuel for ship in state.ships]
        self.tokens = [len(ship.tokens) for ship in state.ships]
        self.held = [sum(TOKEN_WORTH[token] for token in ship.tokens) for ship in state.ships]
        self.rear, self.front, self.fields = state.rear, state.front, state.fields
        self.tile, self.side, self.finish = state.seen[-1], state.side, at_finish(state)
        self.turns_left = TURNS - state.turn

    def after(self, picks: dict[int, Colour], rng: random.Random) -> Standings:
        """The standings after this turn if everyone takes these routes; dice fall by chance."""
        new = Standings.__new__(Standings)
        new.zones, new.fuel = self.zones[:], self.fuel[:]
        new.tokens, new.held = self.tokens[:], self.held[:]
        new.edge = self.edge
        new.rear, new.front, new.fields = self.rear, self.front, self.fields
        new.tile, new.side, new.finish, new.turns_left = self.tile, self.side, self.finish, self.turns_left
        taken = list(picks.values())
        counts = tuple(taken.count(colour) for colour in COLOURS)
        for seat, colour in picks.items():
            had = self.fuel[seat]
            dial = min(components().dial_most, had)
            costs, gains = equally_likely(self.tile, self.side, colour, counts, dial)
            cost = costs[int(rng.random() * len(costs))]
            if cost > had or (cost == had and not self.finish):
                new.zones[seat] = new.fuel[seat] = new.tokens[seat] = 0
                continue
            zones, fuel, bonus = gains[int(rng.random() * len(gains))]
            new.fuel[seat] = had - cost + fuel
            new.tokens[seat] += bonus
            new.held[seat] += bonus * DRAWN
            start = self.zones[seat]
            stop = start + zones
            for zone in self.fields:
                if start < zone < stop:
                    stop = zone
                    break
            new.zones[seat] = stop
        new.tidy_boards()
        return new

    def tidy_boards(self) -> None:
        """Shift the window after the ship furthest ahead; who is left behind is out."""
        board = components().zones_per_board
        while max(self.zones) > self.front:
            self.front += board
            self.rear += board
        self.zones = [zone if zone >= self.rear else 0 for zone in self.zones]

    def outlook(self, turns_left: int) -> list[float]:
        """How likely each seat is to win, with so many turns to come."""
        if turns_left == 0:
            ranks = list(zip(self.zones, self.fuel, self.tokens, strict=True))
            best = max(ranks)
            share = 1 / ranks.count(best)
            return [share if rank == best and rank[0] else 0.0 for rank in ranks]
        decides, fuel_worths = stage(turns_left)
        token_left = LATE.get(turns_left, 1.0)
        soon_gone = self.front + 1 - max(self.zones) <= SOON
        safe = self.rear + components().zones_per_board if soon_gone else 0
        weights = []
        for zone, fuel, held, edge in zip(self.zones, self.fuel, self.held, self.edge, strict=True):
            strength = NEARLY_OUT
            if zone:
                strength = zone + fuel_worths[min(fuel, FULL)] + held * token_left
                strength -= max(0, safe - zone) * IN_DANGER * turns_left
            weights.append(math.exp(decides * strength + edge))
        total = sum(weights)
        return [weight / total for weight in weights]


@lru_cache
def stage(turns_left: int) -> tuple[float, tuple[float, ...]]:
    """How much a zone decides so long before the end, and what every amount of fuel is worth in zones."""
    decides, steps = next((decides, steps) for most, decides, steps in STAGES if turns_left <= most)
    each = [worth for size, worth in zip(FUEL_STEPS, steps, strict=True) for _ in range(size)]
    return decides, tuple(accumulate(each[:FULL], initial=0.0))
