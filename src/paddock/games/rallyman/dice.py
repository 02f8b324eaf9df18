"""The dice of a turn: what a hand holds, which die may be laid next, and which faces each has.

A die is written as players write it: `1` to `6` gear dice, `c` coast, `l` leader, `b` brake, and `r` a brake
die used as a coast die in the red zone. Brake dice never stand alone: they go with a gear die.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import product
from typing import Literal, NamedTuple, Protocol

from msgspec import Struct

from paddock.core.chance import Chance, weighted
from paddock.core.game import Pending

Die = Literal["1", "2", "3", "4", "5", "6", "c", "l", "r"]
"""The die that leads a step; brake dice are only counted."""

SIDES = 6
GEAR_DICE = "123456"
COAST, LEADER, RED, BRAKE = "c", "l", "r", "b"
PLAIN, HAZARD = "-", "!"
"""The symbols of a die's faces: no hazard, hazard."""

_GEAR_BITS = 0b111111
_COASTS, _BRAKES, _REDS, _FEW = 6, 9, 12, 0b111


class Hand(Struct, frozen=True, cache_hash=True):
    """The dice a car may use in a turn: its dashboard less its damage, as the options allow."""

    gear: int
    coast: int
    brake: int
    top: int = 6
    coast_die: Die = "c"
    flying_start: bool = False
    red_zone: bool = False
    red_costs_gear: bool = False
    """Whether a brake die in the red zone also counts against the gear dice."""


class Lay(NamedTuple):
    """One way to lay the next step: its dice, the gear after it, and the dice then used up."""

    die: Die
    brakes: int
    gear: int
    used: int


class StepLike(Protocol):
    """The dice of a step."""

    @property
    def die(self) -> Die:
        """The die that leads it."""
        ...

    @property
    def brakes(self) -> int:
        """How many brake dice go with it."""
        ...


def gear_after(gear: int, die: str) -> int:
    """Returns the gear in force after a step led by a die (GT-DICE-4, -6; DIRT-DICE-3, -7)."""
    return int(die) if die in GEAR_DICE else gear


def used(die: Die, brakes: int, before: int = 0) -> int:
    """Returns the dice used up after a step: gear dice as bits, and counts of coast, brake and red dice."""
    if die in GEAR_DICE:
        return (before | 1 << int(die) - 1) + (brakes << _BRAKES)
    return before + (1 << (_REDS if die == RED else _COASTS))


def any_gear_die_used(spent: int) -> bool:
    """Whether a gear die is among the dice used up."""
    return bool(spent & _GEAR_BITS)


@lru_cache(maxsize=1 << 14)
def dice_letters(spent: int, coast_die: Die) -> str:
    """Returns the dice used up, one letter each; a brake die in the red zone is a brake die."""
    gears = "".join(die for bit, die in enumerate(GEAR_DICE) if spent >> bit & 1)
    brakes = (spent >> _BRAKES & _FEW) + (spent >> _REDS & _FEW)
    return gears + coast_die * (spent >> _COASTS & _FEW) + BRAKE * brakes


class Left(NamedTuple):
    """How many dice of each kind a hand still holds."""

    gear: int
    coast: int
    brake: int


def left(hand: Hand, spent: int) -> Left:
    """Returns what is left of a hand after the dice used up."""
    reds = spent >> _REDS & _FEW
    return Left(
        hand.gear - (spent & _GEAR_BITS).bit_count() - (reds if hand.red_costs_gear else 0),
        hand.coast - (spent >> _COASTS & _FEW),
        hand.brake - (spent >> _BRAKES & _FEW) - reds,
    )


class DiceLeft(Struct, frozen=True):
    """The dice left to a driver: how many gear, coast and brake dice, and how many of each die."""

    gear: int
    coast: int
    brake: int
    dice: dict[Die, int]
    """For every die that can lead a step, gears first: how many are not on the road yet."""


def spent_on(steps: Iterable[StepLike]) -> int:
    """Returns the dice used up by the steps of a plan."""
    spent = 0
    for step in steps:
        spent = used(step.die, step.brakes, spent)
    return spent


def dice_left(hand: Hand, spent: int) -> DiceLeft:
    """Returns the dice a driver can still choose from.

    >>> dice_left(Hand(6, 2, 3, top=5), used("2", 1)).dice
    {'1': 1, '2': 0, '3': 1, '4': 1, '5': 1, 'c': 2}
    """
    # Damage drawn during a turn can remove dice that are already on the road.
    gears, coasts, brakes = (max(0, count) for count in left(hand, spent))
    dice: dict[Die, int] = {
        die: int(gears > 0 and not spent >> at & 1)  # type: ignore[misc]
        for at, die in enumerate(GEAR_DICE[: hand.top])
    }
    dice[hand.coast_die] = coasts
    if hand.red_zone:
        dice["r"] = min(brakes, gears) if hand.red_costs_gear else brakes
    return DiceLeft(gears, coasts, brakes, dice)


@lru_cache(maxsize=1 << 16)
def lays(hand: Hand, gear: int, spent: int = 0) -> tuple[Lay, ...]:
    """Returns all ways to lay the next step in a gear with what is left of the hand.

    >>> [lay.die + "b" * lay.brakes for lay in lays(Hand(6, 2, 3), 5)]
    ['6', '5', '4', '3b', '2bb', '1bbb', 'c']
    """
    gears, coasts, brakes = left(hand, spent)
    found: list[Lay] = []
    if gears > 0:
        for new in range(_highest(hand, gear), 0, -1):
            skipped = max(0, gear - 1 - new)
            if skipped > brakes:
                break
            if not spent >> new - 1 & 1:
                die: Die = GEAR_DICE[new - 1]  # type: ignore[assignment]
                found.append(Lay(die, skipped, new, used(die, skipped, spent)))
    if gear > 0 and coasts > 0:
        found.append(Lay(hand.coast_die, 0, gear, used(hand.coast_die, 0, spent)))
    if hand.red_zone and gear == hand.top and brakes > 0 and (gears > 0 or not hand.red_costs_gear):
        found.append(Lay("r", 0, gear, used("r", 0, spent)))
    return tuple(found)


def _highest(hand: Hand, gear: int) -> int:
    if gear == 0:
        return min(2, hand.top) if hand.flying_start else 1
    return min(gear + 1, hand.top)


Refusal = Literal[
    "no-such-die",
    "die-used",
    "no-gear-dice",
    "no-coast-dice",
    "no-brake-dice",
    "above-top",
    "start-with-1",
    "start-with-1-or-2",
    "coast-in-0",
    "skips-up",
    "too-few-brakes",
    "too-many-brakes",
    "not-in-top-gear",
    "no-red-zone",
]
"""Why a die cannot be laid next; each game maps this to its rules."""


def refusal(hand: Hand, gear: int, spent: int, die: Die, brakes: int) -> Refusal | None:
    """Returns why these dice cannot be laid for the next step; None if they can."""
    gears, coasts, brakes_left = left(hand, spent)
    if die in GEAR_DICE:
        return _gear_refusal(hand, gear, spent, int(die), brakes, gears, brakes_left)
    if brakes:
        return "too-many-brakes"
    if gear == 0:
        return "coast-in-0"
    if die == RED:
        if not hand.red_zone:
            return "no-red-zone"
        if gear != hand.top:
            return "not-in-top-gear"
        if brakes_left < 1:
            return "no-brake-dice"
        return "no-gear-dice" if hand.red_costs_gear and gears < 1 else None
    if die != hand.coast_die:
        return "no-such-die"
    return None if coasts > 0 else "no-coast-dice"


def _gear_refusal(
    hand: Hand, gear: int, spent: int, new: int, brakes: int, gears: int, brakes_left: int
) -> Refusal | None:
    if new > hand.top:
        return "above-top"
    if spent >> new - 1 & 1:
        return "die-used"
    if gears < 1:
        return "no-gear-dice"
    if new > _highest(hand, gear):
        if gear > 0:
            return "skips-up"
        return "start-with-1-or-2" if hand.flying_start else "start-with-1"
    needed = max(0, gear - 1 - new)
    if brakes != needed:
        return "too-few-brakes" if brakes < needed else "too-many-brakes"
    return "no-brake-dice" if brakes > brakes_left else None


class DiceSet:
    """The dice of a box: the hazard faces out of six for each die (`b` stands for brake dice)."""

    def __init__(self, hazard_faces: Mapping[str, int]) -> None:
        self._faces = dict(hazard_faces)
        self._rolls: dict[tuple[str, int], Pending] = {}
        self._odds: dict[tuple[str, int], tuple[int, ...]] = {}

    def hazard_faces(self, die: str) -> int:
        """Returns how many of a die's six faces show a hazard."""
        return self._faces[BRAKE if die == RED else die]

    def roll(self, die: str, brakes: int = 0) -> Pending:
        """Returns the chance node of a step's dice; an outcome is their faces, such as `-!` for `3b`."""
        node = self._rolls.get((die, brakes))
        if node is None:
            node = self._rolls[die, brakes] = Pending(chance=self._chance(die, brakes))
        return node

    def _chance(self, die: str, brakes: int) -> Chance:
        dice = die + BRAKE * brakes
        return weighted(
            dice, (("".join(faces), self._weight(dice, faces)) for faces in product("-!", repeat=len(dice)))
        )

    def _weight(self, dice: str, faces: tuple[str, ...]) -> int:
        weight = 1
        for die, face in zip(dice, faces, strict=True):
            hazards = self.hazard_faces(die)
            weight *= hazards if face == HAZARD else SIDES - hazards
        return weight

    def odds(self, die: str, brakes: int = 0) -> tuple[int, ...]:
        """Returns the weights of 0, 1, 2, … hazards on a step's dice, out of 6 to the number of dice."""
        found = self._odds.get((die, brakes))
        if found is None:
            weights = [0] * (brakes + 2)
            node = self._chance(die, brakes)
            for faces, weight in zip(node.outcomes, node.weights, strict=True):
                weights[str(faces).count(HAZARD)] += weight
            found = self._odds[die, brakes] = tuple(weights)
        return found
