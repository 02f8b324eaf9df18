"""Cars on a circuit or stage: a map for the terminal and a picture for a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from paddock.core.text_pictures import disc, label, lines_as_svg, seat_mark
from paddock.tracks.drawing import Board, board
from paddock.tracks.drawing.board import BoardCell
from paddock.tracks.road import NO_LIMIT, Road

_WIDEST = 118
_LINE = 18.0


class OnTrack(NamedTuple):
    """A car on the map."""

    seat: int
    cell: int
    away: bool = False
    """Whether it is beside the track or in the pits: `cell` is then where it comes back."""


def map_text(road: Road, cars: Sequence[OnTrack], below: Sequence[str]) -> str:
    """Returns the road as text, limits as digits, cars as their seats, with lines below it."""
    grid = _grid(road)
    rows = [[" "] * (max(x for x, _ in grid) + 1) for _ in range(max(y for _, y in grid) + 1)]
    for cell, (x, y) in enumerate(grid):
        limit = road.limit[cell]
        rows[y][x] = "·" if limit >= NO_LIMIT else str(limit)
    for car in cars:
        x, y = grid[car.cell]
        rows[y][x] = "○" if car.away else seat_mark(car.seat)
    return "\n".join([*("".join(row).rstrip() for row in rows), "", *below])


def _grid(road: Road) -> list[tuple[int, int]]:
    """Returns a column and a row for every cell, all different if the widest map allows it."""
    if not road.placements:
        return [(2 * cell % _WIDEST, 2 * cell // _WIDEST) for cell in range(len(road))]
    cells = board(road).cells
    left, top = min(cell.x for cell in cells), min(cell.y for cell in cells)
    right = max(cell.x for cell in cells)
    grid: list[tuple[int, int]] = []
    for width in range(60, _WIDEST + 1, 2):
        scale = (width - 1) / max(right - left, 1)
        grid = [(round((c.x - left) * scale), round((c.y - top) * scale * 0.5)) for c in cells]
        if len(set(grid)) == len(grid):
            break
    return grid


def map_svg(road: Road, cars: Sequence[OnTrack], below: Sequence[str]) -> str:
    """Returns the drawn road with the cars on it and lines below; only the lines if cells have no places."""
    if not road.placements:
        return lines_as_svg(map_text(road, cars, below).splitlines())
    drawn: Board = board(road, "light")
    left, top, width, height = drawn.view_box
    scale = max(width, 640) / 640
    pieces = "".join(_piece(drawn.cells[car.cell], car) for car in cars)
    words = "".join(
        label(left + 8 * scale, top + height + (i + 1) * _LINE * scale, line, 13 * scale)
        for i, line in enumerate(below)
    )
    taller = height + (len(below) * _LINE + 12) * scale
    box = f'viewBox="{left:g} {top:g} {width:g} {taller:g}" width="640" height="{640 * taller / width:.0f}"'
    head, _, rest = drawn.svg.partition("viewBox=")
    inner = rest[rest.index(">") :]
    return f"{head}{box}{inner.rstrip().removesuffix('</svg>')}{pieces}{words}</svg>"


def _piece(cell: BoardCell, car: OnTrack) -> str:
    faded = ' opacity="0.45"' if car.away else ""
    return f"<g{faded}>{disc(cell.x, cell.y, car.seat, 13)}</g>"
