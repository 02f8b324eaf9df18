"""What holds on every road: ready ones, and rings and rows of sections drawn at random."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paddock.core.errors import BadInput
from paddock.testing.roads import dirt_notation, dirt_road, gt_notation, gt_road
from paddock.tracks import DirtRoad, GtRoad, Layout, circuits, compile_road, gt_faces, stages
from paddock.tracks.layouts import driven
from paddock.tracks.road import mask
from paddock.tracks.road_dirt import CUT, HALF, LANE

READY: list[Layout] = [*circuits().values(), *stages().values()]
RoadOfEither = GtRoad | DirtRoad


@pytest.fixture(params=READY, ids=lambda layout: layout.id)
def road(request: pytest.FixtureRequest) -> RoadOfEither:
    layout: Layout = request.param
    return compile_road(layout)


def reached(road: RoadOfEither, starts: list[int]) -> set[int]:
    seen, waiting = set(starts), list(starts)
    while waiting:
        for step in road.steps[waiting.pop()]:
            if step.cell not in seen:
                seen.add(step.cell)
                waiting.append(step.cell)
    return seen


def every_step_goes_forward(road: RoadOfEither) -> bool:
    laps = road.n * 100 if isinstance(road, GtRoad) else 0
    return all(
        0
        < road.front[step.cell] - road.front[cell] + (laps if road.front[step.cell] < road.front[cell] else 0)
        <= 250
        for cell in range(len(road))
        for step in road.steps[cell]
    )


def test_every_step_of_a_ready_road_goes_forward(road: RoadOfEither) -> None:
    assert every_step_goes_forward(road)


def test_every_cell_is_reached_and_leads_on(road: RoadOfEither) -> None:
    if isinstance(road, GtRoad):
        for cell in range(len(road)):
            assert reached(road, [cell]) == set(range(len(road)))
    else:
        assert reached(road, [step.cell for step in road.start_steps]) == set(range(len(road)))
        for cell in range(len(road)):
            assert any(road.finish[end] for end in reached(road, [cell]))


def test_names_round_trip(road: RoadOfEither) -> None:
    assert [road.cell(road.name(cell)) for cell in range(len(road))] == list(range(len(road)))
    assert road.cells(road.names[:3]) == (0, 1, 2)
    with pytest.raises(BadInput, match="9:Z9"):
        road.cell("9:Z9")


def test_a_road_is_compiled_once() -> None:
    for layout in READY:
        assert compile_road(layout) is compile_road(layout)


def test_masks_and_cells_tell_the_same(road: RoadOfEither) -> None:
    if isinstance(road, GtRoad):
        for cell in range(len(road)):
            assert road.abreast_mask[cell] == mask(road.abreast[cell])
            for step in road.steps[cell]:
                assert step.level == mask(step.level_cells)
                assert step.cell not in step.level_cells
                assert all(road.tile[other] == road.tile[step.cell] for other in step.level_cells)


def test_overlaps_are_mutual(road: RoadOfEither) -> None:
    if isinstance(road, DirtRoad):
        for a in range(len(road)):
            assert road.overlaps[a] >> a & 1
            for b in range(len(road)):
                assert (road.overlaps[a] >> b & 1) == (road.overlaps[b] >> a & 1)


def test_rounding_keeps_places_apart() -> None:
    for stage in stages().values():
        road = compile_road(stage)
        for number, cells in enumerate(road.section_cells):
            ways: dict[int, list[int]] = {}
            for cell in cells:
                if road.kind[cell] != LANE:
                    ways.setdefault(road.kind[cell], []).append(road.front[cell])
            for fronts in ways.values():
                assert fronts == sorted(set(fronts))
                assert fronts[-1] == road.sections[number].front


def test_where_a_space_is_drawn(road: RoadOfEither) -> None:
    if isinstance(road, DirtRoad):
        for space in road.spaces:
            if space.kind == CUT:
                cut = road.shortcuts[space.shortcut]
                assert 0 <= space.nth < cut.shortcut.spaces
            elif space.kind == HALF:
                assert getattr(road.sections[space.section].section, "slide", False)
    else:
        for cell in range(len(road)):
            placement = road.placements[road.tile[cell]]
            face = driven(gt_faces()[placement.tile], placement.reverse)
            lies = next(space for space in face.spaces if space.id == road.spaces[cell])
            assert (lies.l, lies.r, lies.back, lies.front) == (
                road.l[cell],
                road.r[cell],
                road.back[cell],
                road.to[cell],
            )


def test_notation_round_trips(road: RoadOfEither) -> None:
    if isinstance(road, GtRoad):
        again = gt_road(gt_notation(road))
        assert (again.names, again.steps, again.grid) == (road.names, road.steps, road.grid)
    else:
        text = dirt_notation(road)
        assert dirt_notation(dirt_road(text)) == text
        assert dirt_road(text).names == road.names


def test_unreadable_roads_are_refused() -> None:
    with pytest.raises(BadInput, match="Q7"):
        dirt_road("R Q7 R")
    with pytest.raises(BadInput, match="pink"):
        dirt_road("R R:pink")
    with pytest.raises(BadInput, match="115c"):
        gt_road("102a 115c")
    with pytest.raises(BadInput, match="K1"):
        dirt_road("R R R K4[0>2,R]")


@st.composite
def rings(draw: st.DrawFn) -> str:
    """Faces whose lanes match, three lanes wide at the start tile and back to it."""
    wide = sorted(face.id for face in gt_faces().values() if face.lanes.entry == face.lanes.exit == 3)
    narrow = sorted(face.id for face in gt_faces().values() if face.lanes.entry == face.lanes.exit == 2)

    def some(tiles: list[str]) -> list[str]:
        chosen = draw(st.lists(st.sampled_from([tile for tile in tiles if tile[:3] != "102"]), max_size=4))
        return [draw(st.sampled_from(["", "-"])) + tile for tile in chosen]

    changes = st.sampled_from(["119a", "119b", "120a", "120b"])
    middle = [draw(changes), *some(narrow), f"-{draw(changes)}"] if draw(st.booleans()) else []
    return " ".join(["102a", *some(wide), *middle, *some(wide), "103a"])


@given(rings())
def test_any_ring_can_be_driven_round(faces: str) -> None:
    road = gt_road(faces)
    assert gt_notation(road) == faces
    assert every_step_goes_forward(road)
    for cell in road.grid:
        assert reached(road, [cell]) == set(range(len(road)))
    for cell in range(len(road)):
        assert sum(step.border for step in road.steps[cell]) in (0, len(road.steps[cell]))
        assert road.kerb_left[road.return_left[cell]] and road.kerb_right[road.return_right[cell]]
        assert all(step.straight or not step.lines for step in road.steps[cell])
        assert any(step.straight for step in road.steps[cell])


SECTION_WORDS = ["R", "R1", "R1(4)", "S", "J3", "W", "CL(1x1/2x3)", "CR(4x2/5x3)", "CR(2x1/3x2)"]


@given(st.lists(st.sampled_from(SECTION_WORDS), min_size=1, max_size=12))
def test_any_row_of_sections_can_be_driven_through(words: list[str]) -> None:
    road = dirt_road(" ".join(words))
    assert dirt_notation(road) == " ".join([*words, "|F|", "R"])
    assert every_step_goes_forward(road)
    assert reached(road, [step.cell for step in road.start_steps]) == set(range(len(road)))
    for cell in range(len(road)):
        assert bool(road.steps[cell]) != road.finish[cell]
        for landing in (*road.landings_short[cell], *road.landings_long[cell]):
            assert road.front[landing] > road.front[cell]
            assert not road.water[landing]
