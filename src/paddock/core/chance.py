"""Chance is a player: every die and draw is a node with exact integer weights."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Iterator
from typing import Protocol

import msgspec

Outcome = int | str
"""What a chance node came to; a plain value, so that it can be written in a log."""

_RANGE = 1 << 256


class Chance(msgspec.Struct, frozen=True):
    """One die or one small group: what can come up, and how many chances each outcome has."""

    label: str
    outcomes: tuple[Outcome, ...]
    weights: tuple[int, ...]
    key: str = ""
    """Names the draw where it must not depend on how many others came before it (one of a seat's own dice
    while all drive at once); empty: the draws of a game are counted."""

    @property
    def total(self) -> int:
        """The number of equally likely chances; outcome i has weights[i] of them."""
        return sum(self.weights)

    def at(self, ticket: int) -> Outcome:
        """The outcome that holds a ticket in range(total)."""
        for outcome, weight in zip(self.outcomes, self.weights, strict=True):
            ticket -= weight
            if ticket < 0:
                return outcome
        raise ValueError(f"ticket outside {self.label}")

    def weight_of(self, outcome: Outcome) -> int:
        """The weight of an outcome; 0 if it cannot come up."""
        return self.weights[self.outcomes.index(outcome)] if outcome in self.outcomes else 0


def certain(label: str, outcome: Outcome) -> Chance:
    """A node whose outcome is already decided, such as a draw from a known top."""
    return Chance(label, (outcome,), (1,))


def weighted(label: str, chances: Iterable[tuple[Outcome, int]]) -> Chance:
    """A node from (outcome, weight) pairs; outcomes of weight 0 are left out.

    >>> weighted("coin", [("heads", 1), ("tails", 1)]).total
    2
    """
    pairs = [(outcome, weight) for outcome, weight in chances if weight]
    return Chance(label, tuple(o for o, _ in pairs), tuple(w for _, w in pairs))


class Stream(Protocol):
    """Whoever runs a game supplies the outcomes: a seed, a script, an enumeration."""

    def draw(self, chance: Chance) -> Outcome:
        """The outcome of the next chance node."""
        ...


class DiceStream:
    """Outcomes from HMAC-SHA-256(seed, counter): anyone who has the seed can recompute them."""

    def __init__(self, seed: bytes, counter: int = 0) -> None:
        self.seed = seed
        self.counter = counter

    def draw(self, chance: Chance) -> Outcome:
        """The next outcome; one counter value per node, so outcomes can be checked one by one."""
        outcome = outcome_at(self.seed, self.counter, chance)
        self.counter += 1
        return outcome


def outcome_at(seed: bytes, counter: int, chance: Chance) -> Outcome:
    """The outcome of the counter-th chance node (from 0), or of the node with that key, under a seed."""
    total = chance.total
    fair = _RANGE - _RANGE % total
    attempt = 0
    while True:
        digest = hmac.digest(seed, f"{chance.key or counter}:{attempt}".encode(), "sha256")
        number = int.from_bytes(digest, "big")
        if number < fair:
            return chance.at(number % total)
        attempt += 1


class Script:
    """Outcomes given in advance, for tests and examples."""

    def __init__(self, outcomes: Iterable[Outcome]) -> None:
        self._outcomes: Iterator[Outcome] = iter(outcomes)

    def draw(self, chance: Chance) -> Outcome:
        """The next outcome of the script; it must be possible."""
        outcome = next(self._outcomes, None)
        if outcome is None:
            raise ValueError(f"the script has no outcome left for {chance.label}")
        if chance.weight_of(outcome) == 0:
            raise ValueError(f"{chance.label} cannot come to {outcome!r}: {chance.outcomes}")
        return outcome


def new_seed() -> bytes:
    """A fresh secret seed; only whoever runs a game calls this, never a rule."""
    return secrets.token_bytes(32)


def seed_from(text: str | int) -> bytes:
    """A seed anyone can name again: `seed_from(7)`, `seed_from("tonight")`."""
    return hashlib.sha256(f"paddock:{text}".encode()).digest()


def seed_hash(seed: bytes) -> str:
    """What is published before a game starts, so that the seed cannot be changed afterwards."""
    return hashlib.sha256(seed).hexdigest()
