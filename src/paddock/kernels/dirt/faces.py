"""Dice and the faces they show, in numbers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paddock.kernels.compiling import kernel
from paddock.kernels.dirt.dice import USED
from paddock.kernels.dirt.ground import Ints


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
