"""The time pile: fronts and backs of time cards, the spare wheel card, entries for zero turns."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from paddock.core.chance import Chance, weighted
from paddock.core.game import Pending
from paddock.games.rallyman.dirt.components import (
    ALL_BACKS,
    BACK,
    BACKS,
    FRONT_SECONDS,
    SPARE_WHEEL_SECONDS,
    ZERO_TURN_SECONDS,
    Back,
)
from paddock.games.rallyman.dirt.state import Car, State


class Entry(NamedTuple):
    """An entry of a time pile: its kind, its seconds, the gear it shows, the card's gear."""

    kind: Literal["zero", "front", "spare", "back"]
    seconds: int
    gear: int
    card: int = 0
    back: str = ""


ENTRIES = (
    Entry("zero", ZERO_TURN_SECONDS, 0),
    *(Entry("front", FRONT_SECONDS[gear], gear, gear) for gear in range(1, 7)),
    Entry("spare", SPARE_WHEEL_SECONDS, 0),
    *(Entry("back", back.seconds, 0, back.gear, back.name) for back in BACKS),
)
"""All kinds of entry; a pile holds their numbers. The front of gear g is number g."""
ZERO, SPARE, FIRST_BACK = 0, 7, 8


def lay(car: Car, entry: int) -> Entry:
    """Puts an entry on a car's pile and sets the car's gear to it (DIRT-TIME-3 to -5)."""
    car.pile = (*car.pile, entry)
    car.gear = ENTRIES[entry].gear
    return ENTRIES[entry]


def pile_seconds(car: Car) -> int:
    """Returns the seconds of all entries of a pile."""
    return sum(ENTRIES[entry].seconds for entry in car.pile)


@lru_cache(maxsize=4096)
def _node(backs: tuple[int, ...], gear: int) -> Pending:
    kinds = [(back.name, left) for back, left in zip(BACKS, backs, strict=True) if back.gear == gear]
    chance: Chance = weighted(f"back of gear {gear}", kinds)
    if not chance.outcomes:
        chance = weighted(f"back of gear {gear}", [(b.name, b.copies) for b in BACKS if b.gear == gear])
    return Pending(chance=chance)


def back_node(state: State, gear: int) -> Pending:
    """Returns the chance node of turning over a card of a gear: all backs not seen yet (DIRT-TIME-D2)."""
    return _node(state.backs, gear)


def turn_over(state: State, gear: int, name: str) -> tuple[int, Back]:
    """Removes a back from those not seen; once all were seen the full set is used again."""
    number = BACK[gear, name]
    unseen = list(state.backs)
    if not any(unseen[n] for n, back in enumerate(BACKS) if back.gear == gear):
        for n, back in enumerate(BACKS):
            if back.gear == gear:
                unseen[n] = ALL_BACKS[n]
    unseen[number] -= 1
    state.backs = tuple(unseen)
    return FIRST_BACK + number, BACKS[number]
