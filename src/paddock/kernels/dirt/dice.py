"""The dice of a turn in numbers: 1 to 6 gear dice, 7 coast or leader die, 8 a brake die in the red zone.

Dice used up are one number: gear dice as bits 0 to 5, then two bits of coast dice and two of brake dice.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paddock.games.rallyman.dice import SIDES, Hand
from paddock.games.rallyman.dirt.components import dice
from paddock.kernels.compiling import kernel
from paddock.kernels.dirt.stage_arrays import Floats, Ints

COAST, RED = 7, 8
DICE = 9
USED = 1024
"""One more than the largest number of dice used up."""
HAND_GEARS, HAND_COASTS, HAND_BRAKES, HAND_TOP, HAND_FLYING, HAND_RED = range(6)


def hand_numbers(hand: Hand) -> Ints:
    """A hand as an array."""
    return np.array([hand.gear, hand.coast, hand.brake, hand.top, hand.flying_start, hand.red_zone], np.int64)


def hazard_chances(coast_die: str) -> Floats:
    """The chance of a hazard by die; the coast die is the one the driver must use. Brake dice stand at 8."""
    names = ["", *"123456", coast_die, "b"]
    return np.array([dice().hazard_faces(name) / SIDES if name else 0.0 for name in names])


def step_chances(hazard: Floats) -> Floats:
    """The chances of 0, 1, 2, … hazards by leading die and brake dice."""
    found = np.zeros((DICE, 4, 5))
    for die in range(1, DICE):
        for brakes in range(4):
            chances = np.array([1.0])
            for bad in [hazard[die], *[hazard[RED]] * brakes]:
                chances = np.convolve(chances, [1 - bad, bad])
            found[die, brakes, : len(chances)] = chances
    return found


@kernel
def lays(hand: Ints, gear: int, used: int, die: Ints, brakes: Ints) -> int:
    """Write down all dice that may pay for the next step; gives their number."""
    count = 0
    gears = hand[0]
    for bit in range(6):
        gears -= used >> bit & 1
    coasts = hand[1] - (used >> 6 & 3)
    left = hand[2] - (used >> 8 & 3)
    if gears > 0:
        new = min(gear + 1, hand[3])
        if gear == 0:
            new = 2 if hand[4] else 1
        while new > 0:
            skipped = max(0, gear - 1 - new)
            if skipped > left:
                break
            if not used >> (new - 1) & 1:
                die[count] = new
                brakes[count] = skipped
                count += 1
            new -= 1
    if gear > 0 and coasts > 0:
        die[count] = 7
        brakes[count] = 0
        count += 1
    if hand[5] and gear == hand[3] and left > 0:
        die[count] = 8
        brakes[count] = 0
        count += 1
    return count


@kernel
def used_after(used: int, die: int, brakes: int) -> int:
    """The dice used up after one more step."""
    if die == 7:
        return used + 64
    if die == 8:
        return used + 256
    return (used | 1 << (die - 1)) + 256 * brakes


@kernel
def gear_after(gear: int, die: int) -> int:
    """The gear in force after a step led by a die."""
    return gear if die >= 7 else die


class Faces(NamedTuple):
    """For every set of dice all faces with fewer hazards than the limit; for a hand, worked out once."""

    first: Ints
    bad: Ints
    """Gear dice that show a hazard, as bits."""
    bad_coasts: Ints
    bad_brakes: Ints
    hazards: Ints


def pairs(dice: int) -> int:
    """How many pairs of plain and hazard counts so many dice or fewer can show."""
    return (dice + 1) * (dice + 2) // 2


@kernel
def pair(plain: int, bad: int) -> int:
    """The number of a pair of counts."""
    both = plain + bad
    return int(both * (both + 1) // 2 + bad)


def faces_of(hand: Ints, limit: int) -> Faces:
    """All faces below the limit for every set of dice of a hand."""
    first, rows = [0], []
    for used in range(USED):
        gears, coasts, brakes = used & 63, used >> 6 & 3, used >> 8 & 3
        if coasts <= hand[1] and brakes <= hand[2] and gears.bit_count() <= hand[0]:
            bad = gears
            while True:
                for xc in range(coasts + 1):
                    for xb in range(brakes + 1):
                        if bad.bit_count() + xc + xb < limit:
                            rows.append((bad, xc, xb, bad.bit_count() + xc + xb))
                if not bad:
                    break
                bad = (bad - 1) & gears
        first.append(len(rows))
    columns = np.array(rows, np.int64).reshape(-1, 4).T.copy()
    return Faces(np.array(first, np.int64), *columns)


@kernel
def code_of(used: int, bad: int, bad_coasts: int, bad_brakes: int, hand: Ints) -> int:
    """The number of a set of dice with what they show."""
    code = 0
    for bit in range(5, -1, -1):
        code *= 3
        if used >> bit & 1:
            code += 1 + (bad >> bit & 1)
    coasts, brakes = used >> 6 & 3, used >> 8 & 3
    wide_c = (hand[1] + 1) * (hand[1] + 2) // 2
    wide_b = (hand[2] + 1) * (hand[2] + 2) // 2
    code = code * wide_c + pair(coasts - bad_coasts, bad_coasts)
    return int(code * wide_b + pair(brakes - bad_brakes, bad_brakes))
