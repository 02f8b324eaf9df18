"""The view of a seat as arrays of fixed shape: by name, or as one flat vector of float32.

Observations contain only the seat's view and the tokens of its unfinished action. Seats are numbered from
the observer: its own comes first, the others follow in order. Empty seats are zeros.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paddock.adapters.encoding import Encoding, encoding
from paddock.core.game import AnyGame

Array = NDArray[np.float32]
Named = dict[str, Array]


def one_hot(value: Any, options: Sequence[Any]) -> list[float]:
    """Returns a one-hot vector; all zeros if the value is not an option."""
    return [float(value == option) for option in options]


def rows(values: Iterable[Sequence[float]], count: int, width: int) -> Array:
    """Returns rows of numbers, padded with zeros to a fixed count."""
    table = np.zeros((count, width), np.float32)
    for number, row in enumerate(values):
        table[number] = row
    return table


def counts(pile: Mapping[str, int], kinds: Sequence[str]) -> list[float]:
    """Returns the number of each kind in a pile."""
    return [float(pile.get(kind, 0)) for kind in kinds]


class Observer(ABC):
    """Turns views of one game into arrays."""

    game: AnyGame

    @property
    def encoding(self) -> Encoding:
        """The action space that belongs to the observations."""
        return encoding(self.game.name)

    @abstractmethod
    def look(self, state: Any, seat: int, laid: tuple[str, ...]) -> Named:
        """Returns the view of a seat by name."""

    def named(self, state: Any, seat: int, laid: tuple[int, ...] = ()) -> Named:
        """Returns the view of a seat by name, including its tokens so far."""
        tokens = np.zeros(self.encoding.size, np.float32)
        for number in laid:
            tokens[number] += 1
        words = tuple(self.encoding.tokens[number] for number in laid)
        return {**self.look(state, seat, words), "laid": tokens}

    def flat(self, state: Any, seat: int, laid: tuple[int, ...] = ()) -> Array:
        """Returns the same as one vector."""
        return np.concatenate([part.ravel() for part in self.named(state, seat, laid).values()])

    @lru_cache  # noqa: B019 - one observer per game, never freed
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Returns the shapes of the arrays by name, in the order of the flat vector."""
        state = self.game.start(self.game.options(), self.game.seats[0])
        return {name: part.shape for name, part in self.named(state, 0).items()}

    @property
    def size(self) -> int:
        """The length of the flat vector."""
        return sum(int(np.prod(shape)) for shape in self.shapes().values())

    def in_turn(self, seat: int, seats: int) -> list[int]:
        """Returns all seats, the observer's own first."""
        return [(seat + offset) % seats for offset in range(seats)]


@lru_cache
def observer(name: str) -> Observer:
    """Returns the observer of a game."""
    from paddock.adapters.dirt_and_dust import DirtAndDustObserver
    from paddock.adapters.outspeed import OutspeedObserver
    from paddock.adapters.rallyman.observer import DirtObserver, GtObserver

    found: dict[str, Observer] = {
        "dirt-and-dust": DirtAndDustObserver(),
        "outspeed": OutspeedObserver(),
        "rallyman-dirt": DirtObserver(),
        "rallyman-gt": GtObserver(),
    }
    encoding(name)
    return found[name]
