"""What a seat sees, as arrays of fixed shape: by name, or as one flat vector of float32.

Only the seat's view is read, and the tokens it has laid itself. Seats are told from the observer's own: it
comes first, the others in turn; seats that are not taken are zeros.
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
    """A one in the place of the value; all zeros if it is none of them."""
    return [float(value == option) for option in options]


def rows(values: Iterable[Sequence[float]], count: int, width: int) -> Array:
    """Rows of numbers, filled up with zeros to a count."""
    table = np.zeros((count, width), np.float32)
    for number, row in enumerate(values):
        table[number] = row
    return table


def counts(pile: Mapping[str, int], kinds: Sequence[str]) -> list[float]:
    """How many of each kind lie in a pile."""
    return [float(pile.get(kind, 0)) for kind in kinds]


class Observer(ABC):
    """How the views of one game are turned into arrays."""

    game: AnyGame

    @property
    def encoding(self) -> Encoding:
        """The numbered actions that go with the observations."""
        return encoding(self.game.name)

    @abstractmethod
    def look(self, state: Any, seat: int, laid: tuple[str, ...]) -> Named:
        """What a seat sees, by name."""

    def named(self, state: Any, seat: int, laid: tuple[int, ...] = ()) -> Named:
        """What a seat sees, by name, with the tokens it has laid."""
        tokens = np.zeros(self.encoding.size, np.float32)
        for number in laid:
            tokens[number] += 1
        words = tuple(self.encoding.tokens[number] for number in laid)
        return {**self.look(state, seat, words), "laid": tokens}

    def flat(self, state: Any, seat: int, laid: tuple[int, ...] = ()) -> Array:
        """The same as one vector."""
        return np.concatenate([part.ravel() for part in self.named(state, seat, laid).values()])

    @lru_cache  # noqa: B019 - observers are made once for every game
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shapes of the arrays by name, in the order of the flat vector."""
        state = self.game.start(self.game.options(), self.game.seats[0])
        return {name: part.shape for name, part in self.named(state, 0).items()}

    @property
    def size(self) -> int:
        """The length of the flat vector."""
        return sum(int(np.prod(shape)) for shape in self.shapes().values())

    def in_turn(self, seat: int, seats: int) -> list[int]:
        """All seats, the observer's own first."""
        return [(seat + offset) % seats for offset in range(seats)]


@lru_cache
def observer(name: str) -> Observer:
    """The observer of a game."""
    from paddock.adapters.observing_dirt_and_dust import DirtAndDustObserver
    from paddock.adapters.observing_outspeed import OutspeedObserver
    from paddock.adapters.observing_rallyman import DirtObserver, GtObserver

    found: dict[str, Observer] = {
        "dirt-and-dust": DirtAndDustObserver(),
        "outspeed": OutspeedObserver(),
        "rallyman-dirt": DirtObserver(),
        "rallyman-gt": GtObserver(),
    }
    encoding(name)
    return found[name]
