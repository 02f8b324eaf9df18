"""Small worlds solved by brute force: values of a graph of decisions and chances, swept until they rest."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paddock.kernels.compiling import kernel

CHANCE, MOST, LEAST = 0, 1, 2
"""What a node does with the values behind it: their mean, the greatest, the least."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@kernel
def sweep(
    kind: Ints, first: Ints, to: Ints, chance: Floats, toll: Floats, sign: Floats, value: Floats
) -> float:
    """One pass over all nodes from the last found to the first; gives the largest change.

    The edges of node i are `first[i] : first[i + 1]`; one is worth `toll + sign * value[to]`. Nodes without
    edges keep their value.
    """
    largest = 0.0
    for node in range(kind.shape[0] - 1, -1, -1):
        if first[node] == first[node + 1]:
            continue
        if kind[node] == 0:
            found = 0.0
            for edge in range(first[node], first[node + 1]):
                found += chance[edge] * (toll[edge] + sign[edge] * value[to[edge]])
        else:
            found = toll[first[node]] + sign[first[node]] * value[to[first[node]]]
            for edge in range(first[node] + 1, first[node + 1]):
                worth = toll[edge] + sign[edge] * value[to[edge]]
                if (worth > found) == (kind[node] == 1):
                    found = worth
        change = abs(found - value[node])
        largest = max(largest, change)
        value[node] = found
    return largest
