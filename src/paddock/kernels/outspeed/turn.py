"""One turn of all players: what every way to choose comes to, and the balance over it.

Ways to choose are numbers to the base of three, the first player's colour first. A ship in zone 0 is out.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from paddock.kernels.compiling import kernel
from paddock.kernels.outspeed.tiles import BASE, Bools, Floats, Ints, Tiles
from paddock.kernels.random_stream import Stream, below

COLOURS = 3
BOARD = 7
"""Zones of a board."""


class Ships(NamedTuple):
    """The players who choose, in the order of their seats."""

    zone: Ints
    fuel: Ints
    held: Ints
    """How many tokens."""
    worth: Floats
    """What their tokens are worth after this turn."""


class Worths(NamedTuple):
    """What adds to a ship's strength after a turn, by whole amounts."""

    gap: Floats
    fuel: Floats
    danger: Floats
    """By the leader's distance from the front and the zones to go to the next board."""
    drawn: float


class Pull(NamedTuple):
    """How players come to a balance."""

    steps: int
    keenness: float
    warming: float
    stride: float
    unwatched: float
    """The least share of keen rivals that counts: whoever is watched less needs to hide less."""


@kernel
def chances(
    zone: Ints,
    fuel: Ints,
    held: Ints,
    worth: Floats,
    rear: int,
    front: int,
    left: int,
    by: Worths,
    out: Floats,
) -> None:
    """How likely each ship is to win once boards are tidied, with so many turns to come."""
    n = len(zone)
    top = 0
    for p in range(n):
        out[p] = 0.0
        top = max(top, zone[p])
    if top == 0:
        return
    while top > front:
        front += BOARD
        rear += BOARD
    if left == 0:
        best, many = -1, 0
        for p in range(n):
            rank = (zone[p] << 40) + (fuel[p] << 20) + held[p] if zone[p] >= rear else 0
            if rank > best:
                best, many = rank, 1
            elif rank == best:
                many += 1
        for p in range(n):
            rank = (zone[p] << 40) + (fuel[p] << 20) + held[p] if zone[p] >= rear else 0
            if rank == best and rank > 0:
                out[p] = 1.0 / many
        return
    near, border = min(front - top, len(by.danger) - 1), rear + BOARD
    total = 0.0
    for p in range(n):
        if zone[p] == 0 or zone[p] < rear:
            continue
        strength = worth[p] + by.gap[min(top - zone[p], len(by.gap) - 1)]
        if zone[p] < border:
            strength += by.danger[near, border - zone[p]]
        out[p] = math.exp(strength)
        total += out[p]
    if total > 0.0:
        for p in range(n):
            out[p] /= total


@kernel
def spread(way: int, n: int, lit: Bools, choice: Ints) -> int:
    """Write down what everyone chooses in a way; the split it makes, or -1 where a route is not open."""
    split = 0
    for p in range(n - 1, -1, -1):
        colour = way % COLOURS
        way //= COLOURS
        choice[p] = colour
        if not lit[p, colour]:
            return -1
        split += 1 if colour == 2 else BASE if colour == 1 else BASE * BASE
    return split


@kernel
def deal_of(tiles: Tiles, tile: int, fuel: int, colour: int, split: int) -> int:
    """The deal of a route for a ship with so much fuel."""
    dial = min(fuel, tiles.deal.shape[1] - 1) if tiles.dial[tile] else 0
    return tiles.deal[tile, dial, colour, split]


@kernel
def stand(
    tiles: Tiles, tile: int, deal: int, zone: int, fuel: int, fields: Ints, stream: Stream
) -> tuple[int, int, int]:
    """Where a ship ends its turn, its fuel and the tokens it draws; zone 0 where it leaves the race."""
    first, end = tiles.cost_first[deal], tiles.cost_end[deal]
    cost = tiles.cost[first]
    if end > first + 1:
        cost = tiles.cost[first + below(stream, end - first)]
    if cost > fuel or (cost == fuel and cost > 0 and not tiles.finish[tile]):
        return 0, 0, 0
    first, end = tiles.gain_first[deal], tiles.gain_end[deal]
    gain = first
    if end > first + 1:
        gain = first + below(stream, end - first)
    stop = zone + tiles.gain[gain, 0]
    for field in fields:
        if zone < field < stop:
            stop = field
            break
    return stop, fuel - cost + tiles.gain[gain, 1], tiles.gain[gain, 2]


@kernel
def payoffs(
    tiles: Tiles,
    tile: int,
    ships: Ships,
    lit: Bools,
    fields: Ints,
    rear: int,
    front: int,
    left: int,
    by: Worths,
    throws: int,
    stream: Stream,
) -> Floats:
    """By way and player: the chance to win, sure where no die falls, else the mean of some throws."""
    n = len(ships.zone)
    ways = COLOURS**n
    table = np.zeros((ways, n))
    choice, deal = np.zeros(n, np.int64), np.zeros(n, np.int64)
    zone, fuel, held = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
    worth, out = np.zeros(n), np.zeros(n)
    for way in range(ways):
        split = spread(way, n, lit, choice)
        if split < 0:
            continue
        each = 1
        for p in range(n):
            deal[p] = deal_of(tiles, tile, ships.fuel[p], choice[p], split)
            if tiles.cost_end[deal[p]] - tiles.cost_first[deal[p]] > 1:
                each = throws
            if tiles.gain_end[deal[p]] - tiles.gain_first[deal[p]] > 1:
                each = throws
        for _ in range(each):
            for p in range(n):
                zone[p], fuel[p], drawn = stand(
                    tiles, tile, deal[p], ships.zone[p], ships.fuel[p], fields, stream
                )
                held[p] = ships.held[p] + drawn
                worth[p] = ships.worth[p] + by.fuel[min(fuel[p], len(by.fuel) - 1)] + drawn * by.drawn
            chances(zone, fuel, held, worth, rear, front, left, by, out)
            for p in range(n):
                table[way, p] += out[p]
        for p in range(n):
            table[way, p] /= each
    return table


@kernel
def paid(table: Floats, mixes: Floats) -> Floats:
    """By player and colour: what it promises against the mixes of the others."""
    ways, n = table.shape
    found = np.zeros((n, COLOURS))
    choice, before = np.zeros(n, np.int64), np.ones(n + 1)
    for way in range(ways):
        rest = way
        for p in range(n - 1, -1, -1):
            choice[p] = rest % COLOURS
            rest //= COLOURS
        for p in range(n):
            before[p + 1] = before[p] * mixes[p, choice[p]]
        behind = 1.0
        for p in range(n - 1, -1, -1):
            found[p, choice[p]] += before[p] * behind * table[way, p]
            behind *= mixes[p, choice[p]]
            if behind == 0.0:
                break
    return found


@kernel
def evenly(lit: Bools) -> Floats:
    """Every player takes each route open to him as often."""
    n = len(lit)
    mixes = np.zeros((n, COLOURS))
    for p in range(n):
        mixes[p] = lit[p] / lit[p].sum()
    return mixes


@kernel
def preferred(worth: Floats, lit: Bools, keenness: float, out: Floats) -> None:
    """A mix that prefers better routes, the more the keener."""
    best = -1e9
    for colour in range(COLOURS):
        if lit[colour]:
            best = max(best, worth[colour])
    total = 0.0
    for colour in range(COLOURS):
        out[colour] = math.exp(keenness * (worth[colour] - best)) if lit[colour] else 0.0
        total += out[colour]
    for colour in range(COLOURS):
        out[colour] /= total


@kernel
def balance(table: Floats, lit: Bools, habits: Floats, free: Floats, pull: Pull) -> Floats:
    """The mix of every player: each prefers what pays better against what the others are taken to do.

    A player does what is in `habits` whatever happens, and follows his mix in the `free` share of turns. All
    start even and come closer little by little, ever keener.
    """
    n = len(lit)
    mixes = evenly(lit)
    expected, drawn, sharper = np.zeros((n, COLOURS)), np.zeros(COLOURS), np.zeros(n)
    for p in range(n):
        watched = (free.sum() - free[p]) / max(1, n - 1)
        sharper[p] = 1 / max(pull.unwatched, watched)
    for step in range(1, pull.steps + 1):
        keenness = pull.keenness * min(1.0, step / (pull.warming * pull.steps))
        stride = max(pull.stride, 1 / (step + 1))
        for p in range(n):
            for colour in range(COLOURS):
                expected[p, colour] = habits[p, colour] + free[p] * mixes[p, colour]
        found = paid(table, expected)
        for p in range(n):
            preferred(found[p], lit[p], keenness * sharper[p], drawn)
            for colour in range(COLOURS):
                mixes[p, colour] += stride * (drawn[colour] - mixes[p, colour])
    return mixes
