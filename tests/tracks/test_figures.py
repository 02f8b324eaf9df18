"""The figures of a track agree with the road a car drives on."""

import pytest

from paddock.tracks import compile_road
from paddock.tracks.figures import figures
from paddock.tracks.layouts import Stage, ready_circuit, stages
from paddock.tracks.road_dirt import CUT


def test_a_ready_circuit_in_figures() -> None:
    size = figures(ready_circuit("list-1"))
    assert (size.tiles, size.spaces, size.corners) == (14, 34, 7)
    assert size.danger == {"yellow": 0, "orange": 9, "red": 5}
    assert (size.jumps, size.water, size.shortcuts) == (0, 0, 0)


@pytest.mark.parametrize("stage", stages().values(), ids=lambda stage: stage.id)
def test_a_stage_is_as_long_as_the_shortest_drive_without_shortcuts(stage: Stage) -> None:
    road = compile_road(stage)
    reached = {step.cell for step in road.start_steps}
    spaces = 1
    while not any(road.finish[cell] for cell in reached):
        reached = {step.cell for cell in reached for step in road.steps[cell] if road.kind[step.cell] != CUT}
        spaces += 1
    size = figures(stage)
    assert size.spaces == spaces
    assert size.corners == len(road.corners)
    assert size.shortcuts == len(road.shortcuts)
    assert size.jumps == len({road.section[cell] for cell in range(len(road)) if road.jump[cell]})
    assert size.water == len({road.section[cell] for cell in range(len(road)) if road.water[cell]})
    assert sum(size.danger.values()) == size.tiles == len(stage.tiles)
