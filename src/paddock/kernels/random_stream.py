"""Chance inside kernels: a stream of its own for every game, the same compiled and plain.

Marsaglia's xorshift over four words of 32 bits: nothing overflows 64 bits, so that compiled code, plain
Python and a graphics processor draw the same numbers. Games for people never draw from it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paddock.kernels.compiling import inlined

Stream = NDArray[np.int64]
"""The four words of one game's chance."""

WORDS = 4
_MASK = 0xFFFFFFFF


def streams(seed: int, games: int, first: int = 0) -> NDArray[np.int64]:
    """A stream for every game from number `first` on; the same seed and number give the same stream."""
    number = np.arange(first * WORDS, (first + games) * WORDS, dtype=np.uint64)
    with np.errstate(over="ignore"):
        mixed = number + np.uint64(seed % 2**64) * np.uint64(0x9E3779B97F4A7C15)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
            mixed = mixed + np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(31)
    words = (mixed & np.uint64(_MASK)).astype(np.int64).reshape(games, WORDS)
    words[:, 0] |= 1
    return words


@inlined
def draw(stream: Stream) -> int:
    """A number from 0 to 2**32 - 1."""
    t = stream[0]
    t ^= (t << 11) & 0xFFFFFFFF
    t ^= t >> 8
    w = stream[3]
    stream[0], stream[1], stream[2] = stream[1], stream[2], w
    w ^= (w >> 19) ^ t
    stream[3] = w
    return w


@inlined
def below(stream: Stream, n: int) -> int:
    """A number from 0 to n - 1."""
    return (draw(stream) * n) >> 32
