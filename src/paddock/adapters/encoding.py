"""A fixed action space: every action of a game is a short sequence of numbered tokens.

The tokens of a game are versioned data (`data/encodings.json`). An action is built token by token. After
each one, `choices` returns the tokens that may follow: a mask over a few dozen numbers covers every plan.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

import msgspec

from paddock.core.errors import BadInput
from paddock.core.game import AnyGame

WAIT = 0
"""The token of a seat without a decision, in games where all seats act at once."""

Choices = Mapping[str, Any]
"""The possible next tokens: each with the action it completes, or None if more tokens follow."""


class Vocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbered tokens of a game; increase the version when a number changes its meaning."""

    version: int
    tokens: tuple[str, ...]


class Spelling(ABC):
    """Encodes the actions of one game as tokens."""

    @abstractmethod
    def choices(self, state: Any, seat: int, laid: tuple[str, ...]) -> Choices:
        """Returns the tokens that may follow those so far."""

    @abstractmethod
    def path(self, state: Any, seat: int, action: Any) -> tuple[str, ...]:
        """Returns the tokens of a legal action."""

    @abstractmethod
    def tokens(self) -> list[str]:
        """Returns all tokens in order."""


class Listing(Spelling):
    """The encoding of a game whose legal actions can be listed."""

    game: AnyGame

    @abstractmethod
    def spell(self, action: Any) -> tuple[str, ...]:
        """Returns the tokens of an action; no sequence is the prefix of another."""

    def path(self, state: Any, seat: int, action: Any) -> tuple[str, ...]:
        """Returns the tokens of a legal action."""
        return self.spell(action)

    def choices(self, state: Any, seat: int, laid: tuple[str, ...]) -> Choices:
        """Returns the tokens that may follow, from the sequences of all legal actions."""
        found: dict[str, Any] = {}
        for action in self.game.actions(state, seat):
            path = self.spell(action)
            if path[: len(laid)] == laid:
                found[path[len(laid)]] = action if len(path) == len(laid) + 1 else None
        return found


class Encoding:
    """The numbered action space of a game."""

    def __init__(self, game: AnyGame, spelling: Spelling, vocabulary: Vocabulary) -> None:
        self.game = game
        self.spelling = spelling
        self.version = vocabulary.version
        self.tokens = vocabulary.tokens
        self._numbers = {token: number for number, token in enumerate(vocabulary.tokens)}

    @property
    def size(self) -> int:
        """The number of tokens."""
        return len(self.tokens)

    def choices(self, state: Any, seat: int, laid: Iterable[int] = ()) -> dict[int, Any]:
        """Returns the possible next numbers: each with the action it completes, or None if more follow."""
        names = tuple(self.tokens[number] for number in laid)
        found = self.spelling.choices(state, seat, names)
        return {self._numbers[token]: found[token] for token in found}

    def encode(self, state: Any, seat: int, action: Any) -> tuple[int, ...]:
        """Returns the numbers of a legal action."""
        return tuple(self._numbers[token] for token in self.spelling.path(state, seat, action))

    def decode(self, state: Any, seat: int, numbers: Iterable[int]) -> Any:
        """Returns the action of a full sequence; raises BadInput with the first number not allowed."""
        laid: list[int] = []
        action = None
        for number in numbers:
            choices = self.choices(state, seat, laid)
            if action is not None or number not in choices:
                token = self.tokens[number] if 0 <= number < self.size else "?"
                raise BadInput("adapters.bad-token", number=number, token=token, place=len(laid) + 1)
            action = choices[number]
            laid.append(number)
        if action is None:
            raise BadInput("adapters.unfinished", laid=len(laid))
        return action

    def sample(self, state: Any, seat: int, rng: random.Random) -> tuple[int, ...]:
        """Returns a random sequence, chosen token by token."""
        laid: list[int] = []
        while True:
            choices = self.choices(state, seat, laid)
            number = rng.choice(sorted(choices))
            laid.append(number)
            if choices[number] is not None:
                return tuple(laid)

    def __repr__(self) -> str:
        return f"<{self.size} tokens of {self.game.title}, encoding version {self.version}>"


def spellings() -> dict[str, Spelling]:
    """Returns the encoders of all games that have one."""
    from paddock.adapters.dirt_and_dust import DirtAndDustSpelling
    from paddock.adapters.outspeed import OutspeedSpelling
    from paddock.adapters.rallyman.encoder import DirtSpelling, GtSpelling

    return {
        "dirt-and-dust": DirtAndDustSpelling(),
        "outspeed": OutspeedSpelling(),
        "rallyman-dirt": DirtSpelling(),
        "rallyman-gt": GtSpelling(),
    }


def vocabularies() -> dict[str, Vocabulary]:
    """Returns the tokens of every game from the data file."""
    data = resources.files("paddock.adapters").joinpath("data/encodings.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, Vocabulary])


@lru_cache
def encoding(name: str) -> Encoding:
    """Returns the action space of a game; raises BadInput if it has none."""
    from paddock.core.registry import find_game

    game = find_game(name)
    known = vocabularies()
    if name not in known:
        raise BadInput("adapters.no-encoding", game=name, known=list(known))
    return Encoding(game, spellings()[name], known[name])
