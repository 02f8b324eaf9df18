"""Drawings of faces and tracks: well formed, complete, small, the same every time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from math import hypot
from xml.etree import ElementTree

import msgspec
import pytest

from paddock.core.errors import BadInput
from paddock.tracks.boxes import dirt_faces, gt_faces
from paddock.tracks.drawing import Board, board, draw_face, draw_track
from paddock.tracks.drawing.style import PALETTE, stylesheet, used_properties
from paddock.tracks.faces import Corner, DirtFace, Face, GtFace
from paddock.tracks.generator import CircuitWish, StageWish, generate
from paddock.tracks.layouts import Circuit, Stage, circuits, stages
from paddock.tracks.road_gt import circuit_road, ring_road
from paddock.tracks.road_stage import stage_road

SVG = "{http://www.w3.org/2000/svg}"
FACES: dict[str, Face] = {**gt_faces(), **dirt_faces()}
LAYOUTS: dict[str, Circuit | Stage] = {**circuits(), **stages()}


def elements(svg: str, kind: str) -> Iterator[ElementTree.Element]:
    for element in ElementTree.fromstring(svg).iter():
        if kind in element.get("class", "").split():
            yield element


def limits_of(face: Face) -> int:
    if isinstance(face, GtFace):
        return sum(space.limit is not None for space in face.spaces)
    found = sum(cut.spaces for cut in face.shortcuts)
    for section in face.sections:
        if isinstance(section, Corner):
            found += section.inside.spaces + section.outside.spaces
        else:
            found += section.limit is not None
    return found


@pytest.fixture(scope="module")
def drawn_faces() -> dict[str, str]:
    return {face: draw_face(face) for face in FACES}


@pytest.fixture(scope="module")
def drawn_tracks() -> dict[str, str]:
    return {name: draw_track(layout) for name, layout in LAYOUTS.items()}


def test_all_102_faces_are_drawn(drawn_faces: dict[str, str]) -> None:
    assert len(drawn_faces) == 102
    for name, svg in drawn_faces.items():
        tiles = list(elements(svg, "tile"))
        assert [tile.get("data-tile") for tile in tiles] == [name]


@pytest.mark.parametrize("name", FACES)
def test_a_face_shows_every_limit_line_and_sign(name: str, drawn_faces: dict[str, str]) -> None:
    svg, face = drawn_faces[name], FACES[name]
    assert len(list(elements(svg, "limit"))) == limits_of(face)
    assert len(list(elements(svg, "danger"))) == (face.danger is not None)
    assert [number.text for number in elements(svg, "number")] == [name]
    if isinstance(face, GtFace):
        assert len(list(elements(svg, "on-line"))) == len(face.lines)
        assert len(list(elements(svg, "dots"))) == len(face.lines)
        assert len(list(elements(svg, "check"))) == (face.finish_line_at is not None)
    else:
        rows = [section for section in face.sections if not isinstance(section, Corner)]
        assert len(list(elements(svg, "jump"))) == sum(row.jump is not None for row in rows)
        assert len(list(elements(svg, "water"))) == sum(row.water for row in rows)
        assert bool(list(elements(svg, "slide"))) == any(row.slide for row in rows)
        assert len(list(elements(svg, "cut"))) == sum(cut.spaces for cut in face.shortcuts)
        assert len(list(elements(svg, "start"))) == (face.start_line_at is not None)
        assert len(list(elements(svg, "check"))) == (face.finish_line_at is not None)


@pytest.mark.parametrize("name", FACES)
def test_the_numbers_on_a_face_do_not_overlap(name: str, drawn_faces: dict[str, str]) -> None:
    circles = [
        tuple(float(circle.get(key, "")) for key in ("cx", "cy", "r"))
        for kind in ("limit", "on-line")
        for group in elements(drawn_faces[name], kind)
        for circle in group.iter(f"{SVG}circle")
    ]
    for (x0, y0, r0), (x1, y1, r1) in combinations(circles, 2):
        assert hypot(x1 - x0, y1 - y0) >= r0 + r1 - 1


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_track_has_one_group_per_tile_and_one_path_per_cell(
    name: str, drawn_tracks: dict[str, str]
) -> None:
    svg, layout = drawn_tracks[name], LAYOUTS[name]
    road = circuit_road(layout) if isinstance(layout, Circuit) else stage_road(layout)
    cells = list(elements(svg, "cell"))
    assert [cell.get("id") for cell in cells] == [f"cell-{i}" for i in range(len(road))]
    assert [cell.get("data-cell") for cell in cells] == [str(i) for i in range(len(road))]
    drawn = [tile.get("data-tile") for tile in elements(svg, "tile")]
    assert drawn[: len(layout.tiles)] == [tile.tile for tile in layout.tiles]


def test_drawings_are_small_and_stand_alone(
    drawn_tracks: dict[str, str], drawn_faces: dict[str, str]
) -> None:
    for svg in drawn_tracks.values():
        assert len(svg.encode()) < 150_000
    for svg in drawn_faces.values():
        assert len(svg.encode()) < 20_000
    for svg in (*drawn_tracks.values(), *drawn_faces.values()):
        assert set(re.findall(r'href="(.)', svg)) <= {"#"}
        assert re.findall(r"https?://[^\"]+", svg) == ["http://www.w3.org/2000/svg"]
        assert not re.search(r"url\(|@import|@font-face|<image|<script", svg)


def test_coordinates_have_one_decimal(drawn_tracks: dict[str, str]) -> None:
    for svg in drawn_tracks.values():
        for path in re.findall(r' d="([^"]+)"', svg):
            assert not re.search(r"\d\.\d\d", path)


def test_a_track_is_drawn_the_same_every_time(drawn_tracks: dict[str, str]) -> None:
    for name in ("list-1", next(iter(stages()))):
        assert draw_track(LAYOUTS[name]) == drawn_tracks[name]


def test_a_road_draws_like_its_layout(drawn_tracks: dict[str, str]) -> None:
    circuit = circuits()["list-1"]
    assert draw_track(circuit_road(circuit), title=circuit.name) == drawn_tracks["list-1"]


def test_every_colour_is_defined_in_both_themes() -> None:
    assert used_properties() == set(PALETTE)
    css = stylesheet("auto")
    blocks = re.findall(r"\{((?:--track-[a-z-]+:#[0-9a-f]{6};)+)\}", css)
    assert len(blocks) == 4
    for block in blocks:
        assert set(re.findall(r"--track-([a-z-]+):", block)) == used_properties()
    assert set(re.findall(r"var\(--track-([a-z-]+)\)", css)) == used_properties()


def test_a_chosen_theme_does_not_depend_on_the_reader() -> None:
    light, dark = draw_face("103a", "light"), draw_face("103a", "dark")
    assert "prefers-color-scheme" not in light + dark
    assert f"--track-grass:{PALETTE['grass'][0]}" in light
    assert f"--track-grass:{PALETTE['grass'][1]}" in dark
    assert "prefers-color-scheme:dark" in draw_face("103a")


def test_colours_also_stand_there_plainly_for_viewers_without_properties() -> None:
    for theme, side in (("light", 0), ("dark", 1)):
        css = stylesheet(theme)
        for name, value in re.findall(r":(#[0-9a-f]{6});[a-z-]+:var\(--track-([a-z-]+)\)", css):
            assert PALETTE[value][side] == name


def test_a_title_is_escaped() -> None:
    title = ElementTree.fromstring(draw_track(circuits()["list-1"], title='<Spa & "Ring">')).find(
        f"{SVG}title"
    )
    assert title is not None
    assert title.text == '<Spa & "Ring">'


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(BadInput):
        draw_face("999x")
    with pytest.raises(BadInput):
        draw_track(ring_road("102a", "103a"))


def test_the_service_park_lies_behind_a_finish_with_assistance(drawn_tracks: dict[str, str]) -> None:
    shown = [
        name
        for name, stage in stages().items()
        if stage.assistance
        and any(t.get("data-tile") == "201a" for t in elements(drawn_tracks[name], "tile"))
    ]
    assert shown
    for name, stage in stages().items():
        if not stage.assistance:
            assert "201a" not in drawn_tracks[name]


def test_faces_of_both_boxes_have_their_own_ground(drawn_faces: dict[str, str]) -> None:
    for name, svg in drawn_faces.items():
        game = "dirt" if isinstance(FACES[name], DirtFace) else "gt"
        assert f'class="paddock-track {game}"' in svg


def test_a_board_is_a_background_and_cells_that_travel_as_json() -> None:
    stage = next(iter(stages().values()))
    whole, drawn = board(stage), draw_track(stage)
    assert not list(elements(whole.svg, "cell"))
    assert len(list(elements(whole.svg, "tile"))) == len(list(elements(drawn, "tile")))
    assert [cell.path for cell in whole.cells] == [cell.get("d") for cell in elements(drawn, "cell")]
    box = ElementTree.fromstring(drawn).get("viewBox", "")
    assert whole.view_box == tuple(float(number) for number in box.split())
    assert msgspec.json.decode(msgspec.json.encode(whole), type=Board) == whole


@pytest.mark.parametrize("seed", range(3))
def test_made_up_tracks_are_drawn_too(seed: int) -> None:
    wishes = (CircuitWish(tiles=24, lanes="mixed"), StageWish(tiles=18, shortcuts=True, assistance=True))
    for wish in wishes:
        layout = generate(wish, seed)
        road = circuit_road(layout) if isinstance(layout, Circuit) else stage_road(layout)
        svg = draw_track(layout)
        assert len(list(elements(svg, "cell"))) == len(road)
        assert len(svg.encode()) < 150_000
