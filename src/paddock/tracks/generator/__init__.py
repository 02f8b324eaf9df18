"""Generates new tracks from the tiles of the box, by wish and seed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import overload

from paddock.core.messages import add_catalogue
from paddock.tracks.generator.chance import seeded
from paddock.tracks.generator.circuits import circuit
from paddock.tracks.generator.laying import turn
from paddock.tracks.generator.stages import stage
from paddock.tracks.generator.wishes import CircuitWish, DangerWish, LaneWish, StageWish, Wish
from paddock.tracks.layouts import Circuit, Layout, Stage, faces_for

__all__ = [
    "CircuitWish",
    "DangerWish",
    "LaneWish",
    "StageWish",
    "Wish",
    "generate",
    "many",
    "shape",
]

add_catalogue("paddock.tracks.generator")

_REPEATS_BEFORE_GIVING_UP = 1_000


@overload
def generate(wish: CircuitWish, seed: int) -> Circuit: ...
@overload
def generate(wish: StageWish, seed: int) -> Stage: ...
@overload
def generate(wish: Wish, seed: int) -> Layout: ...
def generate(wish: Wish, seed: int) -> Layout:
    """Returns a valid track as wished; the same wish and seed return the same track."""
    return circuit(wish, seed) if isinstance(wish, CircuitWish) else stage(wish, seed)


@overload
def many(wish: CircuitWish, seed: int) -> Iterator[Circuit]: ...
@overload
def many(wish: StageWish, seed: int) -> Iterator[Stage]: ...
@overload
def many(wish: Wish, seed: int) -> Iterator[Layout]: ...
def many(wish: Wish, seed: int) -> Iterator[Layout]:
    """Yields different tracks as wished, beginning with that of the seed; rotated tracks count as equal.

    Ends when no new one is found.
    """
    rng = seeded(seed)
    seen: set[str] = set()
    repeats = 0
    while repeats < _REPEATS_BEFORE_GIVING_UP:
        layout = generate(wish, seed)
        key = shape(layout)
        if key in seen:
            repeats += 1
        else:
            seen.add(key)
            repeats = 0
            yield layout
        seed = int(rng.random() * 2**32)


def shape(layout: Layout) -> str:
    """Returns a text that is equal for rotated tracks: the tiles in driving order with their bends.

    >>> from paddock.tracks.layouts import ready_circuit
    >>> shape(ready_circuit("list-1"))[:28]
    '102b 110b 103b 105b> 109b<< '
    """
    faces = faces_for(layout)
    words = []
    for placement in layout.tiles:
        bend = turn(faces[placement.tile], placement.reverse)
        words.append(placement.tile + (">" * bend if bend > 0 else "<" * -bend))
    return " ".join(words)
