"""Roads: hexes, tile faces, layouts, the compiled road, formats, drawings.

>>> road = compile_road(ready_circuit("list-1"))
>>> road.name(road.grid[0])
'0:C2'
"""

from typing import overload

from paddock.core.messages import add_catalogue
from paddock.tracks.boxes import dirt_faces, gt_faces
from paddock.tracks.layouts import (
    Circuit,
    Layout,
    Placement,
    Rally,
    Stage,
    circuits,
    rallies,
    ready_circuit,
    ready_rally,
    ready_stage,
    stages,
    title,
)
from paddock.tracks.problems import InvalidLayout, Problem, check
from paddock.tracks.road import NO_LIMIT, Road
from paddock.tracks.road_dirt import DirtRoad, DirtStep
from paddock.tracks.road_gt import GtRoad, GtStep, circuit_road, ring_road
from paddock.tracks.road_stage import stage_road

add_catalogue("paddock.tracks")


@overload
def compile_road(layout: Circuit) -> GtRoad: ...


@overload
def compile_road(layout: Stage) -> DirtRoad: ...


def compile_road(layout: Layout) -> GtRoad | DirtRoad:
    """Returns the road of a layout, compiled once; raises `InvalidLayout` with all its problems."""
    return circuit_road(layout) if isinstance(layout, Circuit) else stage_road(layout)


__all__ = [
    "NO_LIMIT",
    "Circuit",
    "DirtRoad",
    "DirtStep",
    "GtRoad",
    "GtStep",
    "InvalidLayout",
    "Layout",
    "Placement",
    "Problem",
    "Rally",
    "Road",
    "Stage",
    "check",
    "circuit_road",
    "circuits",
    "compile_road",
    "dirt_faces",
    "gt_faces",
    "rallies",
    "ready_circuit",
    "ready_rally",
    "ready_stage",
    "ring_road",
    "stage_road",
    "stages",
    "title",
]
