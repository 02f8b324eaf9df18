"""Validation of layouts: all problems at once, each with the tile, its place and the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from paddock.core.errors import PaddockError
from paddock.core.messages import Message, say
from paddock.tracks.boxes import dirt_faces, gt_faces
from paddock.tracks.faces import DirtFace, Face, GtFace
from paddock.tracks.hexes import Hex
from paddock.tracks.layouts import Circuit, Layout, Placement, faces_for, way_in, way_out

GT_START = "102"
DIRT_START = "202"
DIRT_FINISH = "203"


class Problem(Struct, frozen=True):
    """One problem of a layout; `index` and `place` are None if it concerns no single tile."""

    message: Message
    index: int | None = None
    place: Hex | None = None

    def __str__(self) -> str:
        return say(self.message)


class InvalidLayout(PaddockError):
    """A layout is invalid; `problems` holds all its problems."""

    def __init__(self, layout: Layout, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__("tracks.invalid", layout=layout.name or layout.id, n=len(problems))

    def in_words(self, language: str = "en") -> str:
        """Returns the heading and all problems, one per line."""
        lines = [say(self.message, language)]
        lines += [f"- {say(problem.message, language)}" for problem in self.problems]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.in_words()


def check(layout: Layout) -> tuple[Problem, ...]:
    """Returns all problems of a layout in the order of its tiles; empty if it is valid.

    Circuits follow GT-SETUP-D4 and GT-COMP-D1, stages DIRT-TRACK-1.
    """
    if not layout.tiles:
        return (Problem(Message("tracks.problem.empty")),)
    faces: Mapping[str, Face] = faces_for(layout)
    found = [
        *_unknown_tiles(layout, faces),
        *_rotations(layout),
        *_overlaps(layout),
        *_copies(layout, faces),
        *(_circuit_ends(layout) if isinstance(layout, Circuit) else _stage_ends(layout)),
        *_joints(layout, faces),
    ]
    return tuple(sorted(found, key=lambda problem: -1 if problem.index is None else problem.index))


def ensure_sound(layout: Layout) -> None:
    """Raises `InvalidLayout` with all problems if a layout has any."""
    problems = check(layout)
    if problems:
        raise InvalidLayout(layout, problems)


def _problem(layout: Layout, index: int, reason: str, **params: Any) -> Problem:
    tile = layout.tiles[index]
    message = Message(
        f"tracks.problem.{reason}",
        {"tile": tile.tile, "number": index + 1, "q": tile.q, "r": tile.r, **params},
    )
    return Problem(message, index, tile.place)


def _unknown_tiles(layout: Layout, faces: Mapping[str, Face]) -> Iterator[Problem]:
    elsewhere: Mapping[str, Face] = dirt_faces() if isinstance(layout, Circuit) else gt_faces()
    for i, tile in enumerate(layout.tiles):
        if tile.tile in elsewhere:
            yield _problem(layout, i, "other_game")
        elif tile.tile not in faces:
            yield _problem(layout, i, "unknown_tile")


def _rotations(layout: Layout) -> Iterator[Problem]:
    for i, tile in enumerate(layout.tiles):
        if not 0 <= tile.rotation <= 5:
            yield _problem(layout, i, "rotation", rotation=tile.rotation)


def _overlaps(layout: Layout) -> Iterator[Problem]:
    taken: dict[Hex, int] = {}
    for i, tile in enumerate(layout.tiles):
        first = taken.setdefault(tile.place, i)
        if first != i:
            yield _problem(layout, i, "overlap", other=layout.tiles[first].tile, other_number=first + 1)


def _copies(layout: Layout, faces: Mapping[str, Face]) -> Iterator[Problem]:
    used: Counter[str] = Counter()
    first_face: dict[str, str] = {}
    for i, tile in enumerate(layout.tiles):
        face = faces.get(tile.tile)
        if face is None:
            continue
        used[face.number] += 1
        other = first_face.setdefault(face.number, face.id)
        if used[face.number] <= face.copies:
            continue
        if other != face.id and face.copies == 1:
            yield _problem(layout, i, "both_faces", other=other)
        else:
            yield _problem(layout, i, "copies", kind=face.number, copies=face.copies)


def _numbered(layout: Layout, number: str) -> list[int]:
    return [i for i, tile in enumerate(layout.tiles) if tile.tile[:-1] == number]


def _circuit_ends(circuit: Circuit) -> Iterator[Problem]:
    starts = _numbered(circuit, GT_START)
    if not starts:
        yield Problem(Message("tracks.problem.no_start", {"start": GT_START}))
    elif starts[0] != 0:
        yield _problem(circuit, starts[0], "start_not_first")
    for i in starts[1:]:
        yield _problem(circuit, i, "second_start")
    for i in starts:
        if circuit.tiles[i].reverse:
            yield _problem(circuit, i, "start_reversed")


def _stage_ends(stage: Layout) -> Iterator[Problem]:
    last = len(stage.tiles) - 1
    for number, where, missing, misplaced, second in (
        (DIRT_START, 0, "no_start", "start_not_first", "second_start"),
        (DIRT_FINISH, last, "no_finish", "finish_not_last", "second_finish"),
    ):
        found = _numbered(stage, number)
        if not found:
            yield Problem(Message(f"tracks.problem.{missing}", {"start": number, "finish": number}))
            continue
        if where not in found:
            yield _problem(stage, found[0], misplaced)
        for i in found[1:]:
            yield _problem(stage, i, second)
    for i, tile in enumerate(stage.tiles):
        face = dirt_faces().get(tile.tile)
        if face is not None and face.kind == "assistance":
            yield _problem(stage, i, "assistance")


def _joints(layout: Layout, faces: Mapping[str, Face]) -> Iterator[Problem]:
    tiles = layout.tiles
    pairs = [(i, i + 1) for i in range(len(tiles) - 1)]
    if isinstance(layout, Circuit):
        pairs.append((len(tiles) - 1, 0))
    for i, j in pairs:
        a, b = faces.get(tiles[i].tile), faces.get(tiles[j].tile)
        if a is None or b is None or a.exit is None or b.exit is None:
            continue
        names = {"next": tiles[j].tile, "next_number": j + 1, "next_q": tiles[j].q, "next_r": tiles[j].r}
        if not _meet(tiles[i], a, tiles[j], b):
            yield _problem(layout, i, "edges" if j > i else "not_closed", **names)
        leaving, entering = _lanes_out(tiles[i], a), _lanes_in(tiles[j], b)
        if leaving != entering:
            yield _problem(layout, i, "lanes", lanes=leaving, next_lanes=entering, **names)


def _meet(one: Placement, one_face: Face, other: Placement, other_face: Face) -> bool:
    return way_out(one, one_face) == other.place and way_in(other, other_face) == one.place


def _lanes_out(placement: Placement, face: GtFace | DirtFace) -> int:
    return face.lanes.entry if placement.reverse else face.lanes.exit


def _lanes_in(placement: Placement, face: GtFace | DirtFace) -> int:
    return face.lanes.exit if placement.reverse else face.lanes.entry
