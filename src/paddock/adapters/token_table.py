"""A game played token by token; all adapters use it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paddock.adapters.encoding import WAIT, Encoding, encoding
from paddock.adapters.observing import Array, Named, Observer, observer
from paddock.core.errors import BadInput
from paddock.core.game import Result
from paddock.core.play import settle
from paddock.core.registry import find_game

RETIRED = -10.0
"""The reward of an abandoned solo drive."""
SCALES = {"seconds": -0.01, "points": 0.01}
"""The reward for a second or a point of a solo drive."""


class Seating:
    """A game in progress: tokens of unfinished actions, masks, observations, rewards."""

    def __init__(
        self, game: str, seats: int, options: Mapping[str, Any], *, may_retire: bool = False
    ) -> None:
        self.game = find_game(game)
        self.game.check_seats(seats)
        self.seats = seats
        self.options = self.game.options(dict(options))
        self.encoding: Encoding = encoding(game)
        self.observer: Observer = observer(game)
        self.may_retire = may_retire
        self._retire = self.encoding.tokens.index("retire") if "retire" in self.encoding.tokens else -1
        self.reset(0)

    def reset(self, seed: int | str) -> None:
        """Starts a new game; the seed determines every die and draw."""
        self.rng = random.Random(f"seating:{seed}")
        self.state = self.game.start(self.options, self.seats)
        self.laid: list[tuple[int, ...]] = [()] * self.seats
        self._settle()

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that have to decide now."""
        return self.game.pending(self.state).seats

    @property
    def over(self) -> bool:
        """Whether no decisions are left."""
        return self.game.pending(self.state).over

    def choices(self, seat: int) -> dict[int, Any]:
        """Returns the tokens a seat may play now: each with the action it completes, or None."""
        found = self._open.get(seat)
        if found is None:
            found = {}
            if seat in self.asked:
                found = self.encoding.choices(self.state, seat, self.laid[seat])
                if not self.may_retire and len(found) > 1:
                    found.pop(self._retire, None)
            self._open[seat] = found
        return found

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Returns the mask of tokens a seat may play; a seat without a decision waits."""
        mask = np.zeros(self.encoding.size, np.int8)
        mask[list(self.choices(seat)) or [WAIT]] = 1
        return mask

    def lay(self, seat: int, token: int) -> bool:
        """Plays a token; returns whether it completed an action. Raises BadInput if it is not allowed."""
        choices = self.choices(seat)
        if token not in choices:
            name = self.encoding.tokens[token] if 0 <= token < self.encoding.size else "?"
            raise BadInput(
                "adapters.bad-token", number=int(token), token=name, place=len(self.laid[seat]) + 1
            )
        action = choices[token]
        self._open.pop(seat, None)
        if action is None:
            self.laid[seat] = (*self.laid[seat], int(token))
            return False
        self.act(seat, action)
        return True

    def act(self, seat: int, action: Any) -> None:
        """Applies a seat's action, and the dice and draws that follow."""
        self.game.act(self.state, seat, action)
        self.laid[seat] = ()
        self._settle()

    def named(self, seat: int) -> Named:
        """Returns the view of a seat by name."""
        return self.observer.named(self.state, seat, self.laid[seat])

    def flat(self, seat: int) -> Array:
        """Returns the view of a seat as one vector."""
        return self.observer.flat(self.state, seat, self.laid[seat])

    def rewards(self) -> list[float]:
        """Returns rewards by seat: 1 for the first place down to -1 for the last; zeros before the end."""
        result = self.game.result(self.state)
        return [0.0] * self.seats if result is None else final_rewards(result)

    def _settle(self) -> None:
        self._open: dict[int, dict[int, Any]] = {}
        settle(self.game, self.state, lambda chance: chance.at(self.rng.randrange(chance.total)))


def final_rewards(result: Result) -> list[float]:
    """Returns places as rewards with sum zero, or the score of a solo game in its own scale."""
    seats = len(result.places)
    if seats == 1:
        return [RETIRED if result.unit == "retired" else result.scores[0] * SCALES.get(result.unit, 1.0)]
    better = [sum(other < place for other in result.places) for place in result.places]
    worse = [sum(other > place for other in result.places) for place in result.places]
    return [(below - above) / (seats - 1) for above, below in zip(better, worse, strict=True)]
