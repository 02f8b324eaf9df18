"""What the loops of random races and rallies share.

Helpers are written into the loop (`inlined`): calls that hand arrays over cost more there than the rules
themselves.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paddock.kernels.compiling import inlined
from paddock.kernels.random_stream import below

Ints = NDArray[np.int64]


@inlined
def tell(trace: Ints, at: Ints, value: int) -> None:
    """Write a number into the trace, if there is one."""
    if trace.shape[0]:
        trace[at[0]] = value
        at[0] += 1


@inlined
def ones(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        count += bits & 1
        bits >>= 1
    return count


@inlined
def thrown(faces: Ints, die: int, more: int, stream: Ints) -> int:
    """Hazards on a step's dice as bits: the leading die first, then the brake dice."""
    bits = 0
    if below(stream, 6) < faces[die]:
        bits = 1
    for i in range(more):
        if below(stream, 6) < faces[8]:
            bits |= 2 << i
    return bits


@inlined
def sort_in(who: int, key: int, first: int, count: int, keys: Ints, order: Ints) -> None:
    """Put somebody in where the keys are in order, behind equal ones, no further ahead than `first`."""
    i = count
    while i > first and keys[i - 1] > key:
        keys[i] = keys[i - 1]
        order[i] = order[i - 1]
        i -= 1
    keys[i] = key
    order[i] = who
