"""Tile faces: the printed geometry of the tiles of both boxes, as data."""

from __future__ import annotations

from typing import Literal, TypeVar

import msgspec
from msgspec import Struct, field

Danger = Literal["yellow", "orange", "red"]
Side = Literal["left", "right"]
Turn = Literal["none", "left", "right", "chicane", "both"]
Half = Literal["a", "b", "both"]

ROAD_WIDTH = 6
"""Lateral positions on GT faces are in sixths of the road's width."""

OTHER_SIDE: dict[Side, Side] = {"left": "right", "right": "left"}
_OTHER_TURN: dict[Turn, Turn] = {"left": "right", "right": "left"}
_OTHER_HALF: dict[Half, Half] = {"a": "b", "b": "a", "both": "both"}


class GtSpace(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A cell of a GT face: sixths of the width from `l` to `r`, progress from `back` to `front`."""

    id: str
    l: int  # noqa: E741 - the name the rules use
    r: int
    back: int = field(name="from")
    front: int = field(name="to")
    limit: int | None = None
    hazard: bool = False


class GtLine(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A dotted line across part of a GT road, with its number or warning."""

    at: int
    l: int  # noqa: E741 - the name the rules use
    r: int
    limit: int | None = None
    hazard: bool = False


class GridSlot(Struct, frozen=True, forbid_unknown_fields=True):
    """A start slot printed on the start tile."""

    space: str


class Lanes(Struct, frozen=True, forbid_unknown_fields=True):
    """How many lanes a GT road has at its two edges."""

    entry: int
    exit: int


class GtFace(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One side of a GT tile, driven from edge `entry` to edge `exit`."""

    id: str
    entry: int
    exit: int
    danger: Danger
    copies: int
    lanes: Lanes
    turn: Turn
    spaces: tuple[GtSpace, ...]
    lines: tuple[GtLine, ...] = ()
    finish_line_at: int | None = None
    grid: tuple[GridSlot, ...] = ()
    notes: str = ""

    @property
    def number(self) -> str:
        """The tile number, shared by both sides."""
        return self.id[:-1]

    def mirrored(self) -> GtFace:
        """Returns the face as driven from its exit edge to its entry edge (GT-MODEL-2)."""
        return msgspec.structs.replace(
            self,
            entry=self.exit,
            exit=self.entry,
            lanes=Lanes(self.lanes.exit, self.lanes.entry),
            turn=_OTHER_TURN.get(self.turn, self.turn),
            spaces=tuple(
                msgspec.structs.replace(
                    space,
                    l=ROAD_WIDTH - space.r,
                    r=ROAD_WIDTH - space.l,
                    back=100 - space.front,
                    front=100 - space.back,
                )
                for space in self.spaces
            ),
            lines=tuple(
                msgspec.structs.replace(line, at=100 - line.at, l=ROAD_WIDTH - line.r, r=ROAD_WIDTH - line.l)
                for line in self.lines
            ),
            finish_line_at=_turned_round(self.finish_line_at),
        )


class Row(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind", tag="row"):
    """A row of a DIRT face: `lanes` spaces side by side."""

    lanes: int
    back: int = field(name="from")
    front: int = field(name="to")
    limit: int | None = None
    slide: bool = False
    jump: int | None = None
    water: bool = False

    def mirrored(self) -> Row:
        """Returns the row as driven the other way."""
        return msgspec.structs.replace(self, back=100 - self.front, front=100 - self.back)


class Way(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The inside or outside way through a DIRT corner."""

    limit: int
    spaces: int
    cuts: tuple[int, ...] = ()

    def mirrored(self) -> Way:
        """Returns the way as driven from its other end."""
        return msgspec.structs.replace(self, cuts=_cuts_turned_round(self.cuts))


class Corner(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind", tag="corner"
):
    """A DIRT corner: one area without rows, taken on the inside or on the outside."""

    turn: Side
    back: int = field(name="from")
    front: int = field(name="to")
    inside: Way
    outside: Way

    def mirrored(self) -> Corner:
        """Returns the corner as driven the other way."""
        return Corner(
            OTHER_SIDE[self.turn],
            100 - self.front,
            100 - self.back,
            self.inside.mirrored(),
            self.outside.mirrored(),
        )


Section = Row | Corner


class Shortcut(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A way beside the road from one DIRT section to a later one (both by index)."""

    limit: int
    side: Side
    from_section: int = field(name="from")
    to_section: int = field(name="to")
    from_half: Half = "both"
    to_half: Half = "both"
    spaces: int = 1
    cuts: tuple[int, ...] = ()
    touches: tuple[int, ...] = ()
    also_from: tuple[int, ...] = ()
    also_to: tuple[int, ...] = ()

    def mirrored(self, sections: int) -> Shortcut:
        """Returns the shortcut as driven the other way, on a face with `sections` sections."""
        last = sections - 1
        return msgspec.structs.replace(
            self,
            side=OTHER_SIDE[self.side],
            from_section=last - self.to_section,
            to_section=last - self.from_section,
            from_half=_OTHER_HALF[self.to_half],
            to_half=_OTHER_HALF[self.from_half],
            cuts=_cuts_turned_round(self.cuts),
            touches=tuple(last - section for section in reversed(self.touches)),
            also_from=tuple(last - section for section in reversed(self.also_to)),
            also_to=tuple(last - section for section in reversed(self.also_from)),
        )


class DirtFace(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One side of a DIRT tile, driven from edge `entry` to edge `exit`."""

    id: str
    entry: int
    exit: int | None
    danger: Danger | None
    copies: int
    turn: Turn = "none"
    kind: Literal["road", "assistance"] = "road"
    sections: tuple[Section, ...] = ()
    shortcuts: tuple[Shortcut, ...] = ()
    start_line_at: int | None = None
    finish_line_at: int | None = None
    printed_direction: Literal["entry_to_exit", "exit_to_entry"] | None = None
    notes: str = ""

    @property
    def number(self) -> str:
        """The tile number, shared by both sides."""
        return self.id[:-1]

    @property
    def lanes(self) -> Lanes:
        """How many lanes the road has at its two edges; a corner is as wide as two."""
        first, last = (
            section.lanes if isinstance(section, Row) else 2
            for section in (self.sections[0], self.sections[-1])
        )
        return Lanes(first, last)

    def mirrored(self) -> DirtFace:
        """Returns the face as driven from its exit edge to its entry edge (DIRT-TRACK-2)."""
        if self.exit is None:
            return self
        way = {"entry_to_exit": "exit_to_entry", "exit_to_entry": "entry_to_exit"}
        return msgspec.structs.replace(
            self,
            entry=self.exit,
            exit=self.entry,
            turn=_OTHER_TURN.get(self.turn, self.turn),
            sections=tuple(section.mirrored() for section in reversed(self.sections)),
            shortcuts=tuple(cut.mirrored(len(self.sections)) for cut in reversed(self.shortcuts)),
            start_line_at=_turned_round(self.start_line_at),
            finish_line_at=_turned_round(self.finish_line_at),
            printed_direction=way.get(self.printed_direction or ""),
        )


Face = GtFace | DirtFace
AnyFace = TypeVar("AnyFace", GtFace, DirtFace)


def _turned_round(progress: int | None) -> int | None:
    return None if progress is None else 100 - progress


def _cuts_turned_round(cuts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(100 - cut for cut in reversed(cuts))
