"""Closed circuits from the tiles of the GT box."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Literal, NamedTuple

from paddock.core.errors import BadInput
from paddock.tracks.boxes import gt_faces
from paddock.tracks.faces import GtFace
from paddock.tracks.generator.chance import pick, seeded, weighted_order
from paddock.tracks.generator.laying import Driven, lay, turn
from paddock.tracks.generator.paths import Stock, loop
from paddock.tracks.generator.wishes import DANGER_WEIGHTS, CircuitWish, LaneWish
from paddock.tracks.layouts import Circuit

FEWEST: dict[LaneWish, int] = {"any": 5, "two": 5, "three": 5, "mixed": 6}
"""The smallest circuits: a loop with one straight, or one with a tile between the two lane changes."""

_PATIENCE = 10_000


class _Box(NamedTuple):
    """The GT tiles by function; each number is listed once per copy."""

    starts: dict[int, GtFace]
    """The start face by its lanes."""
    plain: tuple[tuple[str, ...], ...]
    """Numbers of tiles with constant width, by sharpness."""
    sides: dict[tuple[str, int], GtFace]
    """The face of a plain tile by number and lanes."""
    changers: dict[str, tuple[GtFace, ...]]
    """Faces that join different widths, by number; every box has exactly two such tiles."""


@lru_cache
def _box() -> _Box:
    starts: dict[int, GtFace] = {}
    plain: tuple[list[str], ...] = ([], [], [])
    sides: dict[tuple[str, int], GtFace] = {}
    changers: dict[str, tuple[GtFace, ...]] = {}
    for face in gt_faces().values():
        if face.grid:
            starts[face.lanes.entry] = face
        elif face.lanes.entry != face.lanes.exit:
            changers[face.number] = (*changers.get(face.number, ()), face)
        else:
            if not any(number == face.number for number, _ in sides):
                plain[abs(turn(face))].extend([face.number] * face.copies)
            sides[face.number, face.lanes.entry] = face
    return _Box(starts, tuple(tuple(numbers) for numbers in plain), sides, changers)


def most_tiles(lanes: LaneWish) -> int:
    """Returns the length of the longest circuit the box allows."""
    box = _box()
    same_width = 1 + sum(len(numbers) for numbers in box.plain)
    return same_width + len(box.changers) if lanes in ("any", "mixed") else same_width


def circuit(wish: CircuitWish, seed: int) -> Circuit:
    """Returns a valid closed circuit as wished; the same seed returns the same circuit."""
    fewest, most = FEWEST[wish.lanes], most_tiles(wish.lanes)
    if not fewest <= wish.tiles <= most:
        raise BadInput(
            "tracks.generator.circuit_size", tiles=wish.tiles, lanes=wish.lanes, fewest=fewest, most=most
        )
    rng = seeded(seed)
    lanes = _settled(wish, rng)
    for _ in range(_PATIENCE):
        road = _mixed(wish, rng) if lanes == "mixed" else _one_width(wish, 2 if lanes == "two" else 3, rng)
        if road is not None:
            name = f"circuit-{wish.tiles}-{seed}"
            return Circuit(id=name, name=name, tiles=lay(road))
    raise BadInput("tracks.generator.no_luck", tiles=wish.tiles)


def _settled(wish: CircuitWish, rng: Random) -> LaneWish:
    if wish.lanes != "any":
        return wish.lanes
    kinds: tuple[Literal["two", "three", "mixed"], ...] = ("two", "three", "mixed")
    return pick(rng, [kind for kind in kinds if FEWEST[kind] <= wish.tiles <= most_tiles(kind)])


def _stock(extra: int = 0) -> Stock:
    straights, bends, hairpins = (len(numbers) for numbers in _box().plain)
    return straights + extra, bends + extra, hairpins


def _one_width(wish: CircuitWish, lanes: int, rng: Random) -> list[Driven] | None:
    turns = loop(wish.tiles, _stock(), rng)
    return None if turns is None else _with_tiles(turns, [lanes] * len(turns), {}, wish, rng)


def _mixed(wish: CircuitWish, rng: Random) -> list[Driven] | None:
    changers = _box().changers
    turns = loop(wish.tiles, _stock(len(changers)), rng)
    if turns is None:
        return None
    at_start = pick(rng, (2, 3))
    ways = _lane_changes(turns, at_start)
    if not ways:
        return None
    # Prefer a stretch of at least a quarter of the lap; short circuits may have less.
    worth = [way for way in ways if len(turns) // 4 <= way[1][0] - way[0][0] <= len(turns) * 3 // 4]
    first, second = pick(rng, worth or ways)
    lanes = [5 - at_start if first[0] < place < second[0] else at_start for place in range(len(turns))]
    return _with_tiles(turns, lanes, dict((first, second)), wish, rng)


def _lane_changes(turns: Sequence[int], at_start: int) -> list[tuple[tuple[int, Driven], tuple[int, Driven]]]:
    """Returns every way to change to the other width and back, as two places with their tiles."""
    narrowing, widening = _fitting(turns, reverse=False), _fitting(turns, reverse=True)
    firsts, seconds = (narrowing, widening) if at_start == 3 else (widening, narrowing)
    used = [sum(abs(bend) == sharpness for bend in turns[1:]) for sharpness in range(3)]
    stock = _stock()
    ways = []
    for first in firsts:
        for second in seconds:
            if second[0] - first[0] < 2 or first[1].face.number == second[1].face.number:
                continue
            left = list(used)
            left[abs(turns[first[0]])] -= 1
            left[abs(turns[second[0]])] -= 1
            if all(have <= most for have, most in zip(left, stock, strict=True)):
                ways.append((first, second))
    return ways


def _fitting(turns: Sequence[int], reverse: bool) -> list[tuple[int, Driven]]:
    changers = [Driven(face, reverse) for faces in _box().changers.values() for face in faces]
    return [
        (place, changer)
        for place in range(1, len(turns))
        for changer in changers
        if turn(changer.face, reverse) == turns[place]
    ]


def _with_tiles(
    turns: Sequence[int],
    lanes: Sequence[int],
    fixed: dict[int, Driven],
    wish: CircuitWish,
    rng: Random,
) -> list[Driven]:
    """Assigns tiles of the right sharpness and width to every place."""
    box = _box()
    weights = DANGER_WEIGHTS[wish.danger]
    dealt = {0: Driven(box.starts[lanes[0]], False), **fixed}
    for sharpness, numbers in enumerate(box.plain):
        places = [i for i, bend in enumerate(turns) if abs(bend) == sharpness and i not in dealt]
        # Both sides of a tile rank alike among their kind, so the wide one stands for both.
        pull = [weights[box.sides[number, 3].danger] for number in numbers]
        hand = weighted_order(rng, numbers, pull)[: len(places)]
        for place, number in zip(weighted_order(rng, places, [1.0] * len(places)), hand, strict=True):
            face = box.sides[number, lanes[place]]
            reverse = rng.random() < 0.5 if sharpness == 0 else turn(face) != turns[place]
            dealt[place] = Driven(face, reverse)
    return [dealt[place] for place in range(len(turns))]
