"""The land around the road: hexes, patches, trees, rocks, and free places for signs."""

from __future__ import annotations

from math import cos, pi, sin
from zlib import crc32

from paddock.tracks.drawing import marks
from paddock.tracks.drawing.areas import Area
from paddock.tracks.drawing.middle import Point, distance_between
from paddock.tracks.drawing.strip import number, polygon, xy
from paddock.tracks.drawing.tiles import SIDE, Tile
from paddock.tracks.faces import GtFace

SYMBOLS = (
    '<g id="tree"><circle r="7"/><circle cx="-1.6" cy="-1.8" r="4.2" fill="#fff" fill-opacity=".16"/></g>'
    '<g id="bush"><circle r="4.4"/><circle cx="-1" cy="-1.2" r="2.5" fill="#fff" fill-opacity=".16"/></g>'
    '<g id="pine"><path d="M0-11 7 6H-7z"/><path d="M0-11 0 6H-7z" fill="#fff" fill-opacity=".14"/></g>'
    '<g id="fir"><path d="M0-7.5 5 4.5H-5z"/><path d="M0-7.5 0 4.5H-5z" fill="#fff" fill-opacity=".14"/></g>'
    '<path id="rock" d="M-5 2-3-3 2-4 5 0 3 3z"/>'
)
"""Scenery that is defined once and placed many times."""


def hex_path(tile: Tile) -> str:
    """Returns the outline of the tile."""
    return f'<path class="hex" d="{polygon(tile.corners())}"/>'


class Spots:
    """Free places on a tile, clear of the road and of what was placed before."""

    def __init__(self, tile: Tile, areas: list[Area]) -> None:
        self.tile = tile
        strip = tile.strip
        steps = 28
        self._taken: list[tuple[Point, float]] = []
        for i in range(steps + 1):
            progress = tile.end * i / steps
            self._taken.append((strip.at(progress, 3), strip.width(progress) / 2))
        self._taken += [(area.centre, area.size / 2) for area in areas if area.beside]
        self._taken += [(point, 2.0) for area in areas for point in area.border]

    def room(self, point: Point) -> float:
        """Returns the distance to the nearest object or to the tile's edge."""
        return min(self.clear(point), self.tile.depth(point))

    def clear(self, point: Point) -> float:
        """Returns the distance to the nearest object."""
        return min(distance_between(point, spot) - radius for spot, radius in self._taken)

    def take(self, point: Point, radius: float) -> None:
        """Marks a place as taken."""
        self._taken.append((point, radius))

    def best(self, radius: float, half_width: float = 0.0) -> Point:
        """Takes and returns the roomiest place for an object of that radius, or of that half width."""
        x, y = self.tile.centre
        found, found_room = (x, y), -1e9
        for ring in range(9):
            for turn in range(36):
                reach = SIDE * (0.34 + 0.07 * ring)
                spot = (x + reach * cos(pi / 18 * turn), y + reach * sin(pi / 18 * turn))
                ends = {spot, (spot[0] - half_width, spot[1]), (spot[0] + half_width, spot[1])}
                if min(self.tile.depth(end) for end in ends) <= found_room:
                    continue
                room = min(30.0, *(self.room(end) for end in ends))
                if room > found_room + 0.5:
                    found, found_room = spot, room
        self.take(found, radius)
        return found


def signs(tile: Tile, spots: Spots) -> str:
    """Returns the tile's danger sign and number, placed clear of the road."""
    parts = []
    if tile.face.danger is not None:
        parts.append(marks.danger_sign(spots.best(14), tile.face.danger))
    parts.append(marks.tile_number(spots.best(10, 11), tile.face.id))
    return "".join(parts)


def scenery(tile: Tile, spots: Spots) -> str:
    """Returns patches and trees, always the same for the same tile in the same place."""
    gt = isinstance(tile.face, GtFace)
    noise = _Noise(f"{tile.face.id}:{tile.index}")
    plants: list[tuple[Point, str]] = []
    patches: list[str] = []
    x, y = tile.centre
    for attempt in range(110):
        angle, reach = 2 * pi * noise(), SIDE * (0.25 + 0.7 * noise())
        spot = (x + reach * cos(angle), y + reach * sin(angle))
        room, depth = spots.clear(spot), tile.depth(spot)
        if attempt < 10 and min(room, depth) > 16 and len(patches) < 3:
            patches.append(_patch(spot, min(room, depth, 38) - 3, noise))
            continue
        kinds = _GT_PLANTS if gt else _DIRT_PLANTS
        kind, radius = kinds[int(noise() * len(kinds))]
        if room < radius + 9 or depth < radius + 2 or len(plants) >= (10 if gt else 16):
            continue
        spots.take(spot, radius * 0.4 - 6)
        plants.append((spot, kind))
    plants.sort(key=lambda plant: plant[0][1])
    ground = f'<path class="patch" d="{"".join(patches)}"/>' if patches else ""
    return ground + "".join(
        f'<use class="{kind}" href="#{kind}" x="{number(spot[0])}" y="{number(spot[1])}"/>'
        for spot, kind in plants
    )


_GT_PLANTS = (("tree", 7.0), ("bush", 4.4), ("bush", 4.4))
_DIRT_PLANTS = (("pine", 8.0), ("fir", 5.5), ("fir", 5.5), ("rock", 5.0))


def _patch(centre: Point, size: float, noise: _Noise) -> str:
    """Returns a soft patch of slightly different ground."""
    count = 5
    around = []
    for i in range(count):
        reach = size * (0.7 + 0.3 * noise())
        around.append(
            (centre[0] + reach * cos(2 * pi * i / count), centre[1] + reach * sin(2 * pi * i / count))
        )
    middles = [
        ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(around, around[1:] + around[:1], strict=True)
    ]
    curves = "".join(
        f"Q{xy(corner)} {xy(middle)}"
        for corner, middle in zip(around[1:] + around[:1], middles[1:] + middles[:1], strict=True)
    )
    return f"M{xy(middles[0])}{curves}Z"


class _Noise:
    """Pseudo-random numbers from 0 to 1 that depend only on a name."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._count = 0

    def __call__(self) -> float:
        self._count += 1
        return crc32(f"{self._name}/{self._count}".encode()) / 0x1_0000_0000
