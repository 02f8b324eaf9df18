"""Complete drawings: a face, a track, or the board of the web client with all its cells."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape

from msgspec import Struct

from paddock.core.errors import BadInput
from paddock.tracks.boxes import dirt_faces, gt_faces
from paddock.tracks.drawing import circuit, land, stage
from paddock.tracks.drawing.areas import Area, areas
from paddock.tracks.drawing.strip import number
from paddock.tracks.drawing.style import Theme, stylesheet
from paddock.tracks.drawing.tiles import Tile, tile_on_paper
from paddock.tracks.faces import Face, GtFace
from paddock.tracks.hexes import direction_to
from paddock.tracks.layouts import Circuit, Layout, Placement, way_out
from paddock.tracks.road import Road
from paddock.tracks.road_dirt import CUT, HALF, DirtRoad
from paddock.tracks.road_gt import GtRoad, circuit_road
from paddock.tracks.road_stage import stage_road

_MARGIN = 6.0


class BoardCell(Struct, frozen=True):
    """A cell on the board: `x`, `y` its centre, `heading` the rotation in degrees of a car drawn pointing
    right, `path` its outline as SVG path data. A `half` of a slide row is on top of its lanes."""

    id: int
    name: str
    tile: int
    x: float
    y: float
    heading: float
    path: str
    half: bool = False


class Board(Struct, frozen=True):
    """A track for the web client: the drawing without cells, and the cells on top of it.

    `tiles` are the faces of its tiles, indexed by the `tile` of a cell.
    """

    view_box: tuple[float, float, float, float]
    svg: str
    cells: tuple[BoardCell, ...]
    tiles: tuple[str, ...]


def draw_face(face_id: str, theme: Theme = "auto", rotation: int = 0, reverse: bool = False) -> str:
    """Returns a tile face of either box as SVG; raises `BadInput` if no box has it."""
    faces: dict[str, Face] = {**gt_faces(), **dirt_faces()}
    if face_id not in faces:
        raise BadInput("tracks.unknown_face", face=face_id)
    tile = tile_on_paper(faces[face_id], Placement(face_id, 0, 0, rotation, reverse), 0)
    drawing = _Drawing([tile], face_id)
    cells = [_cell(i, area.name, tile, area) for i, area in enumerate(drawing.areas[0])]
    return drawing.svg(theme, cells)


def draw_track(track: Layout | Road, theme: Theme = "auto", title: str = "") -> str:
    """Returns a circuit or stage as SVG, with one `path.cell` for every cell of its road."""
    road = _road(track)
    drawing = _Drawing(_tiles(road), title or _title(track))
    return drawing.svg(theme, _cells(road, drawing))


@lru_cache(maxsize=64)
def board(track: Layout | Road, theme: Theme = "auto") -> Board:
    """Returns a circuit or stage as a board: background, and every cell's place, heading and outline."""
    road = _road(track)
    drawing = _Drawing(_tiles(road), _title(track))
    return Board(drawing.view_box, drawing.svg(theme, ()), tuple(_cells(road, drawing)), road.tiles)


def _road(track: Layout | Road) -> Road:
    if isinstance(track, Road):
        if not track.placements:
            raise BadInput("tracks.road_without_places")
        return track
    return circuit_road(track) if isinstance(track, Circuit) else stage_road(track)


def _title(track: Layout | Road) -> str:
    return "" if isinstance(track, Road) else track.name or track.id


def _tiles(road: Road) -> list[Tile]:
    faces: dict[str, Face] = {**gt_faces(), **dirt_faces()}
    tiles = [
        tile_on_paper(faces[placement.tile], placement, i) for i, placement in enumerate(road.placements)
    ]
    if isinstance(road, DirtRoad) and road.assistance:
        tiles += _service_park(road, faces)
    return tiles


def _service_park(road: DirtRoad, faces: dict[str, Face]) -> list[Tile]:
    """Returns the assistance tile behind the finish, if its place is free."""
    finish = road.placements[-1]
    place = way_out(finish, faces[finish.tile])
    if place is None or any(placement.place == place for placement in road.placements):
        return []
    face = faces["201a"]
    direction = direction_to(place, finish.place)
    rotation = ((direction or 0) - face.entry) % 6
    return [tile_on_paper(face, Placement(face.id, *place, rotation), len(road.placements))]


def _cells(road: Road, drawing: _Drawing) -> list[BoardCell]:
    known = [{area.name: area for area in own} for own in drawing.areas]
    return [
        _cell(
            cell,
            road.names[cell],
            drawing.tiles[tile],
            known[tile][_local_name(road, cell)],
            isinstance(road, DirtRoad) and road.kind[cell] == HALF,
        )
        for cell, tile in enumerate(road.tile)
    ]


def _local_name(road: Road, cell: int) -> str:
    """Returns the name of a cell on its own tile."""
    if isinstance(road, GtRoad):
        return road.spaces[cell]
    assert isinstance(road, DirtRoad)
    if road.kind[cell] == CUT:
        cut = road.shortcuts[road.shortcut[cell]]
        return f"K{cut.local}.{road.nth[cell] + 1}"
    letters = road.names[cell].partition(".")[2]
    return f"{road.sections[road.section[cell]].local}.{letters}"


def _cell(cell: int, name: str, tile: Tile, area: Area, half: bool = False) -> BoardCell:
    return BoardCell(
        cell,
        name,
        tile.index,
        round(area.centre[0], 1),
        round(area.centre[1], 1),
        round(area.heading, 1) % 360,
        area.path,
        half,
    )


class _Drawing:
    """Tiles laid out on one sheet."""

    def __init__(self, tiles: list[Tile], title: str) -> None:
        self.tiles = tiles
        self.title = title
        self.areas = [areas(tile) for tile in tiles]
        xs = [x for tile in tiles for x, _ in tile.corners()]
        ys = [y for tile in tiles for _, y in tile.corners()]
        left, top = round(min(xs) - _MARGIN, 1), round(min(ys) - _MARGIN, 1)
        self.view_box = (
            left,
            top,
            round(max(xs) + _MARGIN - left, 1),
            round(max(ys) + _MARGIN - top, 1),
        )

    def svg(self, theme: Theme, cells: Iterable[BoardCell]) -> str:
        box = " ".join(number(value) for value in self.view_box)
        game = "gt" if isinstance(self.tiles[0].face, GtFace) else "dirt"
        title = f"<title>{escape(self.title)}</title>" if self.title else ""
        kind = f'class="paddock-track {game}"'
        size = f'width="{number(self.view_box[2])}" height="{number(self.view_box[3])}"'
        over = "".join(
            f'<path class="cell" id="cell-{cell.id}" data-cell="{cell.id}" d="{cell.path}"/>'
            for cell in cells
        )
        return "\n".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" {kind} viewBox="{box}" {size}>',
                title,
                f"<style>{stylesheet(theme)}</style>",
                f"<defs>{land.SYMBOLS}</defs>",
                f'<g class="land">{"".join(land.hex_path(tile) for tile in self.tiles)}</g>',
                *(_tile(tile, own) for tile, own in zip(self.tiles, self.areas, strict=True)),
                *([f'<g class="cells">{over}</g>'] if over else []),
                "</svg>\n",
            )
        )


def _tile(tile: Tile, own: list[Area]) -> str:
    """Returns one tile: scenery, road, numbers and signs."""
    spots = land.Spots(tile, own)
    face = tile.face
    if isinstance(face, GtFace):
        road, signs = circuit.road(tile, face), circuit.signs(tile, face, own)
    else:
        road, signs = stage.road(tile, face, own), stage.signs(tile, face, own)
        for point, radius in stage.occupied(tile, face):
            spots.take(point, radius)
    labels = land.signs(tile, spots)
    return (
        f'<g class="tile" data-tile="{face.id}" data-index="{tile.index}">'
        f"{land.scenery(tile, spots)}{road}{signs}{labels}</g>"
    )
