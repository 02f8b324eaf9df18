"""Which dice may pay for the next step, and what they show: `paddock.games.rallyman.dice` over numbers.

Dice are numbered: 1 to 6 the gear dice, 7 coast, 8 a brake die in the red zone. What is used up in a turn
is one number: gear dice as six bits, then two bits each for coast, brake and red-zone dice. A hand is an
array; its fields are named below.
"""

from __future__ import annotations

import numpy as np

from paddock.games.rallyman.dice import Hand
from paddock.kernels.compiling import inlined, kernel
from paddock.kernels.gt.road_arrays import Floats, Ints, figures

COAST, RED, BRAKE = 7, 8, 8
GEARS, COASTS, BRAKES, TOP, FLYING, REDS, LIMIT = range(7)
"""Fields of a hand: dice by kind, the top gear, flying start and red zone (0 or 1), the hazard limit."""
PLAIN_KINDS, RED_KINDS = 1 << 10, 1 << 12
"""How many numbers for dice used up there are without and with a red zone."""


def hand_array(hand: Hand, limit: int) -> Ints:
    """A hand of dice as kernels take it."""
    flags = (int(hand.flying_start), int(hand.red_zone))
    return np.array([hand.gear, hand.coast, hand.brake, hand.top, *flags, limit], np.int64)


def odds() -> Floats:
    """The chances of 0 to 4 hazards by leading die and brake dice."""
    faces = figures().faces
    found = np.zeros((9, 4, 5))
    for die in range(1, 9):
        for brakes in range(4):
            chances = np.array([1.0])
            for bad in (faces[die], *([faces[BRAKE]] * brakes)):
                chances = np.convolve(chances, [1 - bad / 6, bad / 6])
            found[die, brakes, : len(chances)] = chances
    return found


@inlined
def used_up(used: int, die: int, brakes: int) -> int:
    """The dice used up after a step."""
    if die == 7:
        return used + 64
    if die == 8:
        return used + 1024
    return (used | 1 << (die - 1)) + (brakes << 8)


@inlined
def gear_after(gear: int, die: int) -> int:
    """The gear in force after a step led by a die."""
    return die if die < 7 else gear


@kernel
def lays(hand: Ints, gear: int, used: int, die: Ints, brakes: Ints) -> int:
    """All ways to pay for the next step: fills leading dice and brake dice, gives their number."""
    reds = used >> 10 & 3
    left = hand[0] - reds
    mask = used & 63
    while mask:
        left -= mask & 1
        mask >>= 1
    braking = hand[2] - (used >> 8 & 3) - reds
    count = 0
    if left > 0:
        new = min(gear + 1, hand[3])
        if gear == 0 and hand[4] and hand[3] > 1:
            new = 2
        while new > 0:
            skipped = max(0, gear - 1 - new)
            if skipped > braking:
                break
            if not used >> (new - 1) & 1:
                die[count], brakes[count] = new, skipped
                count += 1
            new -= 1
    if gear > 0 and hand[1] > (used >> 6 & 3):
        die[count], brakes[count] = 7, 0
        count += 1
    if hand[5] and gear == hand[3] and braking > 0 and left > 0:
        die[count], brakes[count] = 8, 0
        count += 1
    return count


@inlined
def gain(used: int) -> int:
    """The focus tokens for rolling these dice flat out: one a gear or coast die."""
    tokens = used >> 6 & 3
    for bit in range(6):
        tokens += used >> bit & 1
    return tokens
