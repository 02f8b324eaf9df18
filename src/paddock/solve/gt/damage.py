"""Sets of damage tokens: draws from the bag, and rounding to the sets that are solved.

A set counts gear, brake, engine and harmless tokens. A driver with fewer tokens is never slower on average
(proof in docs/solving.md), so a lower bound may forget tokens and an upper bound may add some.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import comb
from typing import NamedTuple

from msgspec import structs

from paddock.games.rallyman.dice import Hand
from paddock.games.rallyman.gt.components import (
    BRAKE_TOKEN,
    ENGINE_TOKEN,
    GEAR_TOKEN,
    TOKENS,
    WEATHER_TOKEN,
    components,
)


class Damage(NamedTuple):
    """Tokens drawn so far."""

    gear: int = 0
    brake: int = 0
    engine: int = 0
    harmless: int = 0
    weather: int = 0
    """Distinguished from harmless tokens only in changing weather."""

    @property
    def drawn(self) -> int:
        """The number of all tokens."""
        return sum(self)

    @property
    def bad(self) -> int:
        """Tokens that cost dice."""
        return self.gear + self.brake + self.engine

    def plus(self, more: Damage) -> Damage:
        """Returns this set with more tokens drawn."""
        return Damage(*(a + b for a, b in zip(self, more, strict=True)))

    def within(self, other: Damage) -> bool:
        """Whether the other set includes these tokens."""
        return all(a <= b for a, b in zip(self, other, strict=True))

    def hand(self, whole: Hand) -> Hand:
        """Returns the dice that damage leaves of a set of dice."""
        return structs.replace(
            whole,
            gear=max(0, whole.gear - self.gear),
            coast=max(0, whole.coast - self.engine),
            brake=max(0, whole.brake - self.brake),
        )


NONE = Damage()


def bag_of(no_weather: bool, changing: bool = False) -> Damage:
    """Returns the full bag; in fixed weather its tokens are harmless or set aside (GT-SOLO-3, GT-ADV-2)."""
    tokens = [components().damage_bag.tokens[token] for token in TOKENS]
    gear, brake, engine = tokens[GEAR_TOKEN], tokens[BRAKE_TOKEN], tokens[ENGINE_TOKEN]
    weather = 0 if no_weather else tokens[WEATHER_TOKEN]
    harmless = sum(tokens) - gear - brake - engine - tokens[WEATHER_TOKEN]
    return (
        Damage(gear, brake, engine, harmless, weather)
        if changing
        else Damage(gear, brake, engine, harmless + weather)
    )


FULL_BAG = bag_of(no_weather=False)


@lru_cache(maxsize=4096)
def draws(bag: Damage, drawn: Damage, tokens: int) -> tuple[tuple[Damage, float], ...]:
    """Returns all results of drawing `tokens` tokens with chances; an empty bag yields fewer tokens."""
    left = [full - gone for full, gone in zip(bag, drawn, strict=True)]
    taken = min(tokens, sum(left))
    total = comb(sum(left), taken)
    found = []
    for take in product(*(range(min(taken, kind) + 1) for kind in left)):
        if sum(take) == taken:
            ways = 1
            for count, kind in zip(take, left, strict=True):
                ways *= comb(kind, count)
            found.append((Damage(*take), ways / total))
    return tuple(found)


_HARMLESS = {1: (2, 0), 2: (3, 2, 0), 3: (3, 2, 0, 0), 4: (6, 4, 3, 2, 0)}
"""By cap and bad tokens: the largest number of harmless tokens the lower bound distinguishes."""


def solved_sets(cap: int) -> list[Damage]:
    """Returns sets of at most `cap` tokens that cost dice; larger sets have fewer harmless tokens."""
    most = _HARMLESS[cap]
    return [
        Damage(gear, brake, engine, harmless)
        for gear, brake, engine in product(range(cap + 1), repeat=3)
        if gear + brake + engine <= cap
        for harmless in range(most[gear + brake + engine] + 1)
    ]
