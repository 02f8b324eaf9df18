"""Stages from the tiles of the DIRT box."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from paddock.core.errors import BadInput
from paddock.tracks.boxes import dirt_faces
from paddock.tracks.faces import DirtFace, Row
from paddock.tracks.generator.chance import pick, seeded, weighted_order
from paddock.tracks.generator.laying import Driven, lay, turn
from paddock.tracks.generator.paths import chain
from paddock.tracks.generator.wishes import DANGER_WEIGHTS, StageWish
from paddock.tracks.layouts import Stage

FEWEST = 3
"""The start, one tile to drive, and the finish."""

_PATIENCE = 1_000


class _Box(NamedTuple):
    """The DIRT tiles by function."""

    starts: tuple[DirtFace, ...]
    finishes: tuple[DirtFace, ...]
    tiles: tuple[dict[str, tuple[DirtFace, ...]], ...]
    """By sharpness: tile numbers with their faces; each tile exists once."""


@lru_cache
def _box() -> _Box:
    road = [face for face in dirt_faces().values() if face.kind == "road"]
    tiles: tuple[dict[str, tuple[DirtFace, ...]], ...] = ({}, {}, {})
    for face in road:
        if face.start_line_at is None and face.finish_line_at is None:
            alike = tiles[abs(turn(face))]
            alike[face.number] = (*alike.get(face.number, ()), face)
    return _Box(
        tuple(face for face in road if face.start_line_at is not None),
        tuple(face for face in road if face.finish_line_at is not None),
        tiles,
    )


def most_tiles() -> int:
    """Returns the length of the longest stage the box allows."""
    return 2 + sum(len(tiles) for tiles in _box().tiles)


def has_jump(face: DirtFace) -> bool:
    """Whether the face has a jump."""
    return any(isinstance(section, Row) and section.jump is not None for section in face.sections)


def has_water(face: DirtFace) -> bool:
    """Whether there is water across the road of the face."""
    return any(isinstance(section, Row) and section.water for section in face.sections)


def has_shortcut(face: DirtFace) -> bool:
    """Whether the face has a shortcut."""
    return bool(face.shortcuts)


def stage(wish: StageWish, seed: int) -> Stage:
    """Returns a valid stage as wished; the same seed returns the same stage."""
    if not FEWEST <= wish.tiles <= most_tiles():
        raise BadInput("tracks.generator.stage_size", tiles=wish.tiles, fewest=FEWEST, most=most_tiles())
    rng = seeded(seed)
    straights, bends, hairpins = (len(tiles) for tiles in _box().tiles)
    for _ in range(_PATIENCE):
        turns = chain(wish.tiles, (straights, bends, hairpins), rng)
        road = None if turns is None else _with_tiles(turns, wish, rng)
        if road is not None:
            name = f"stage-{wish.tiles}-{seed}"
            return Stage(id=name, name=name, tiles=lay(road), assistance=wish.assistance)
    raise BadInput("tracks.generator.no_luck", tiles=wish.tiles)


def _with_tiles(turns: Sequence[int], wish: StageWish, rng: Random) -> list[Driven] | None:
    """Assigns tiles of the right sharpness to every place; returns None if a wished feature does not fit."""
    box = _box()
    weights = DANGER_WEIGHTS[wish.danger]
    last = len(turns) - 1
    dealt = {0: _as_printed(pick(rng, box.starts)), last: _as_printed(pick(rng, box.finishes))}
    open_places = [
        weighted_order(rng, places, [1.0] * len(places))
        for places in (
            [i for i in range(1, last) if abs(turns[i]) == sharpness] for sharpness in range(len(box.tiles))
        )
    ]
    decks = [{number: _allowed(faces, wish) for number, faces in tiles.items()} for tiles in box.tiles]

    def deal(sharpness: int, face: DirtFace) -> None:
        del decks[sharpness][face.number]
        place = open_places[sharpness].pop()
        reverse = rng.random() < 0.5 if sharpness == 0 else turn(face) != turns[place]
        dealt[place] = Driven(face, reverse)

    for wanted in _wanted(wish):
        if any(wanted(driven.face) for driven in dealt.values() if isinstance(driven.face, DirtFace)):
            continue
        offers = [
            (sharpness, face)
            for sharpness, deck in enumerate(decks)
            if open_places[sharpness]
            for faces in deck.values()
            for face in faces
            if wanted(face)
        ]
        if not offers:
            return None
        deal(*pick(rng, offers, [weights[face.danger or "yellow"] for _, face in offers]))

    for sharpness, deck in enumerate(decks):
        numbers = list(deck)
        pull = [max(weights[face.danger or "yellow"] for face in deck[number]) for number in numbers]
        for number in weighted_order(rng, numbers, pull)[: len(open_places[sharpness])]:
            faces = deck[number]
            deal(sharpness, pick(rng, faces, [weights[face.danger or "yellow"] for face in faces]))
    return [dealt[place] for place in range(len(turns))]


def _wanted(wish: StageWish) -> list[Callable[[DirtFace], bool]]:
    features = ((wish.jumps, has_jump), (wish.water, has_water), (wish.shortcuts, has_shortcut))
    return [has for wanted, has in features if wanted]


def _allowed(faces: tuple[DirtFace, ...], wish: StageWish) -> tuple[DirtFace, ...]:
    features = ((wish.jumps, has_jump), (wish.water, has_water), (wish.shortcuts, has_shortcut))
    unwanted = [has for wanted, has in features if wanted is False]
    return tuple(face for face in faces if not any(has(face) for has in unwanted))


def _as_printed(face: DirtFace) -> Driven:
    return Driven(face, face.printed_direction == "exit_to_entry")
