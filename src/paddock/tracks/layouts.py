"""Layouts: tiles placed on the hex grid, as circuits (GT) and as stages and rallies (DIRT)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from paddock.core.errors import BadInput
from paddock.core.messages import Message
from paddock.tracks.boxes import dirt_faces, gt_faces
from paddock.tracks.faces import AnyFace, DirtFace, Face, GtFace
from paddock.tracks.hexes import Hex, neighbour, turned

Label = Annotated[str, Meta(max_length=120)]
"""Names of layouts and authors; their length is limited because layouts are stored and listed."""
Coordinate = Annotated[int, Meta(ge=-10_000, le=10_000)]


class Placement(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """A tile face on the grid, rotated clockwise by `rotation` sixths; `reverse`: driven exit to entry."""

    tile: Annotated[str, Meta(max_length=40)]
    q: Coordinate
    r: Coordinate
    rotation: Annotated[int, Meta(ge=0, le=5)] = 0
    reverse: bool = False

    @property
    def place(self) -> Hex:
        """The tile's hex on the grid."""
        return Hex(self.q, self.r)


class Circuit(
    Struct,
    frozen=True,
    cache_hash=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="circuit",
):
    """A closed GT track: tiles in driving order, the start tile first."""

    id: Label
    tiles: tuple[Placement, ...]
    name: Label = ""
    author: Label = ""


class Stage(
    Struct,
    frozen=True,
    cache_hash=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="stage",
):
    """A DIRT stage: tiles in driving order from start to finish; `assistance`: service follows it."""

    id: Label
    tiles: tuple[Placement, ...]
    name: Label = ""
    author: Label = ""
    assistance: bool = False


class Rally(
    Struct,
    frozen=True,
    cache_hash=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="rally",
):
    """Stages driven in sequence; their times add up."""

    id: Label
    stages: tuple[Stage, ...]
    name: Label = ""
    author: Label = ""


Layout = Circuit | Stage
AnyLayout = TypeVar("AnyLayout", Circuit, Stage, Rally)


def faces_for(layout: Layout) -> Mapping[str, GtFace] | Mapping[str, DirtFace]:
    """Returns the faces of the box a layout is built from."""
    return gt_faces() if isinstance(layout, Circuit) else dirt_faces()


def driven(face: AnyFace, reverse: bool) -> AnyFace:
    """Returns the face as driven: mirrored if it is driven from exit to entry."""
    return _mirrored(face) if reverse else face


@lru_cache(maxsize=512)
def _mirrored(face: AnyFace) -> AnyFace:
    return face.mirrored()


def way_in(placement: Placement, face: Face) -> Hex:
    """Returns the hex from which the road enters a placed face."""
    edge = face.exit if placement.reverse and face.exit is not None else face.entry
    return neighbour(placement.place, turned(edge, placement.rotation))


def way_out(placement: Placement, face: Face) -> Hex | None:
    """Returns the hex to which the road leaves a placed face; None if the road ends there."""
    edge = face.entry if placement.reverse and face.exit is not None else face.exit
    return None if edge is None else neighbour(placement.place, turned(edge, placement.rotation))


class _CircuitFile(Struct, forbid_unknown_fields=True):
    source: Literal["rulebook", "public", "reconstructed"]
    about: str
    circuits: tuple[Circuit, ...]


class _RallyFile(Struct, forbid_unknown_fields=True):
    source: Literal["rulebook", "public", "reconstructed"]
    about: str
    rallies: tuple[Rally, ...]


def _data(name: str) -> bytes:
    return (resources.files("paddock.tracks") / "data" / name).read_bytes()


@lru_cache
def circuits() -> Mapping[str, Circuit]:
    """Returns the ready circuits by id."""
    file = msgspec.json.decode(_data("gt_circuits.json"), type=_CircuitFile)
    return MappingProxyType({circuit.id: circuit for circuit in file.circuits})


@lru_cache
def rallies() -> Mapping[str, Rally]:
    """Returns the ready rallies by id."""
    file = msgspec.json.decode(_data("dirt_rallies.json"), type=_RallyFile)
    return MappingProxyType({rally.id: rally for rally in file.rallies})


@lru_cache
def stages() -> Mapping[str, Stage]:
    """Returns the stages of all ready rallies by id, such as `rally-1/SS2`."""
    return MappingProxyType({stage.id: stage for rally in rallies().values() for stage in rally.stages})


def ready_circuit(name: str) -> Circuit:
    """Returns the ready circuit of that id; raises `BadInput` that lists the known ones."""
    return _ready(circuits(), name)


def ready_stage(name: str) -> Stage:
    """Returns the ready stage of that id; raises `BadInput` that lists the known ones."""
    return _ready(stages(), name)


def ready_rally(name: str) -> Rally:
    """Returns the ready rally of that id; raises `BadInput` that lists the known ones."""
    return _ready(rallies(), name)


def _ready(known: Mapping[str, AnyLayout], name: str) -> AnyLayout:
    if name not in known:
        raise BadInput("tracks.unknown_layout", id=name, known=list(known))
    return known[name]


def title(layout: Circuit | Stage | Rally) -> Message:
    """Returns the title of a layout: translated for ready ones, the own name for others."""
    if isinstance(layout, Circuit) and circuits().get(layout.id) == layout:
        return Message("tracks.title.circuit", {"label": layout.id.removeprefix("list-").upper()})
    if isinstance(layout, Rally) and rallies().get(layout.id) == layout:
        return Message("tracks.title.rally", {"number": layout.id.removeprefix("rally-")})
    if isinstance(layout, Stage) and stages().get(layout.id) == layout:
        rally, _, stage = layout.id.partition("/")
        return Message("tracks.title.stage", {"number": rally.removeprefix("rally-"), "stage": stage})
    return Message("tracks.title.own", {"name": layout.name or layout.id})


def course_name(layout: str | Circuit | Stage) -> str:
    """Returns the name under which records of a track are kept: a ready track's id, or a unique own name."""
    if isinstance(layout, str):
        return layout
    ready = circuits().get(layout.id) if isinstance(layout, Circuit) else stages().get(layout.id)
    if ready == layout:
        return layout.id
    mark = hashlib.blake2b(msgspec.json.encode(layout.tiles), digest_size=3).hexdigest()
    return f"{layout.name or layout.id} ({mark})"
