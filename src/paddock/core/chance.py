"""Chance as a player: every die and draw is a node with exact integer weights."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Iterator
from typing import Protocol

import msgspec

Outcome = int | str
"""The outcome of a chance node: a plain value, so that it can be written to a log."""

_RANGE = 1 << 256


class Chance(msgspec.Struct, frozen=True):
    """One die or a small group of dice: the possible outcomes and the weight of each."""

    label: str
    outcomes: tuple[Outcome, ...]
    weights: tuple[int, ...]
    key: str = ""
    """Identifies a draw that must not depend on how many others came before it (a seat's own dice while all
    drive at once). Empty: the draws of a game are counted."""

    @property
    def total(self) -> int:
        """The sum of the weights; outcome i has weights[i] of these equally likely chances."""
        return sum(self.weights)

    def at(self, ticket: int) -> Outcome:
        """Returns the outcome for a ticket in range(total)."""
        for outcome, weight in zip(self.outcomes, self.weights, strict=True):
            ticket -= weight
            if ticket < 0:
                return outcome
        raise ValueError(f"ticket outside {self.label}")

    def weight_of(self, outcome: Outcome) -> int:
        """Returns the weight of an outcome; 0 if it cannot occur."""
        return self.weights[self.outcomes.index(outcome)] if outcome in self.outcomes else 0


def certain(label: str, outcome: Outcome) -> Chance:
    """Returns a node whose outcome is already known, such as the draw of a known top card."""
    return Chance(label, (outcome,), (1,))


def weighted(label: str, chances: Iterable[tuple[Outcome, int]]) -> Chance:
    """Returns a node for (outcome, weight) pairs; outcomes of weight 0 are left out.

    >>> weighted("coin", [("heads", 1), ("tails", 1)]).total
    2
    """
    pairs = [(outcome, weight) for outcome, weight in chances if weight]
    return Chance(label, tuple(o for o, _ in pairs), tuple(w for _, w in pairs))


class Stream(Protocol):
    """Source of outcomes, supplied by the caller that runs a game: a seed, a script, an enumeration."""

    def draw(self, chance: Chance) -> Outcome:
        """Returns the outcome of the next chance node."""
        ...


class DiceStream:
    """Outcomes from HMAC-SHA-256(seed, counter): anyone with the seed can recompute them."""

    def __init__(self, seed: bytes, counter: int = 0) -> None:
        self.seed = seed
        self.counter = counter

    def draw(self, chance: Chance) -> Outcome:
        """Returns the next outcome; each node uses one counter value, so each can be checked alone."""
        outcome = outcome_at(self.seed, self.counter, chance)
        self.counter += 1
        return outcome


def outcome_at(seed: bytes, counter: int, chance: Chance) -> Outcome:
    """Returns the outcome of the counter-th chance node (from 0), or of a node with a key, under a seed."""
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
        """Returns the next outcome of the script; it must be possible."""
        outcome = next(self._outcomes, None)
        if outcome is None:
            raise ValueError(f"the script has no outcome left for {chance.label}")
        if chance.weight_of(outcome) == 0:
            raise ValueError(f"{chance.label} cannot come to {outcome!r}: {chance.outcomes}")
        return outcome


def new_seed() -> bytes:
    """Returns a fresh secret seed. Only the caller that runs a game needs it, never a rule."""
    return secrets.token_bytes(32)


def seed_from(text: str | int) -> bytes:
    """Returns a reproducible seed: `seed_from(7)`, `seed_from("tonight")`."""
    return hashlib.sha256(f"paddock:{text}".encode()).digest()


def seed_hash(seed: bytes) -> str:
    """Returns the hash that is published before a game, so that the seed cannot be changed afterwards."""
    return hashlib.sha256(seed).hexdigest()
