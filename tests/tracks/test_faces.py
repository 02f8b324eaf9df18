from __future__ import annotations

from typing import Any

import msgspec
import pytest

from paddock.core.messages import LANGUAGES, say
from paddock.tracks.boxes import BadFace, dirt_faces, gt_faces, read_faces
from paddock.tracks.faces import DirtFace, Face, GtFace, Lanes


def test_both_boxes_are_complete() -> None:
    assert len(gt_faces()) == 38
    assert len(dirt_faces()) == 64
    assert len({face.number for face in dirt_faces().values()}) == 32
    assert all(face.copies == 1 for face in dirt_faces().values())


@pytest.mark.parametrize("face", [*gt_faces().values(), *dirt_faces().values()], ids=lambda face: face.id)
def test_driving_back_the_way_back_is_the_face_itself(face: Face) -> None:
    assert face.mirrored().mirrored() == face
    assert face.exit is None or face.mirrored() != face


@pytest.mark.parametrize("face", gt_faces().values(), ids=lambda face: face.id)
def test_mirrored_gt_faces_are_sound_too(face: GtFace) -> None:
    mirrored = face.mirrored()
    area = sum((space.r - space.l) * (space.front - space.back) for space in mirrored.spaces)
    assert area == 600
    assert (mirrored.lanes.entry, mirrored.lanes.exit) == (face.lanes.exit, face.lanes.entry)
    assert mirrored.number == face.number


def test_the_road_of_a_stage_is_two_lanes_wide_at_every_edge() -> None:
    for face in dirt_faces().values():
        if face.exit is not None:
            assert face.lanes == Lanes(2, 2)


def gt_face(**changes: Any) -> bytes:
    face = msgspec.to_builtins(gt_faces()["115a"]) | changes
    return msgspec.json.encode({"source": "public", "about": "", "faces": [face]})


def dirt_face(tile: str = "217b", **changes: Any) -> bytes:
    face = msgspec.to_builtins(dirt_faces()[tile]) | changes
    return msgspec.json.encode({"source": "public", "about": "", "faces": [face]})


def first(values: list[dict[str, Any]], **changes: Any) -> list[dict[str, Any]]:
    return [values[0] | changes, *values[1:]]


SPACES = msgspec.to_builtins(gt_faces()["115a"].spaces)
LINES = msgspec.to_builtins(gt_faces()["115a"].lines)
SECTIONS = msgspec.to_builtins(dirt_faces()["217b"].sections)
CUTS = msgspec.to_builtins(dirt_faces()["217b"].shortcuts)


def test_a_sound_file_is_read() -> None:
    assert read_faces(gt_face(), GtFace) == {"115a": gt_faces()["115a"]}
    assert read_faces(dirt_face(), DirtFace) == {"217b": dirt_faces()["217b"]}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"exit": 3}, "exit"),
        ({"entry": 6}, "entry"),
        ({"copies": 0}, "copies"),
        ({"danger": "green"}, "danger"),
        ({"turn": "both"}, "turn"),
        ({"surprise": 1}, "surprise"),
        ({"spaces": SPACES[1:]}, "spaces"),
        ({"spaces": first(SPACES, r=4)}, "spaces"),
        ({"spaces": first(SPACES, to=26)}, "spaces"),
        ({"spaces": first(SPACES, limit=7)}, "spaces.A1.limit"),
        ({"spaces": first(SPACES, hazard=True)}, "spaces.A1.hazard"),
        ({"spaces": first(SPACES, id="A2")}, "spaces"),
        ({"lines": first(LINES, at=30)}, "lines.0.at"),
        ({"lines": first(LINES, hazard=True)}, "lines.0.hazard"),
        ({"lines": first(LINES, l=6)}, "lines.0"),
        ({"lanes": {"entry": 2, "exit": 3}}, "lanes.entry"),
        ({"finish_line_at": 75}, "finish_line_at"),
        ({"grid": [{"space": "Z9"}], "finish_line_at": 75}, "grid"),
    ],
)
def test_a_wrong_gt_face_is_refused_by_name_and_field(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(BadFace) as refused:
        read_faces(gt_face(**changes), GtFace)
    assert "115a" in str(refused.value)
    assert field in str(refused.value)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"exit": None}, "exit"),
        ({"danger": None}, "danger"),
        ({"sections": []}, "sections"),
        ({"sections": SECTIONS[:-1]}, "sections"),
        ({"sections": first(SECTIONS, to=40)}, "sections.1.from"),
        ({"sections": first(SECTIONS, lanes=4)}, "sections.0.lanes"),
        ({"sections": first(SECTIONS, jump=3)}, "sections.0.slide"),
        (
            {"sections": [SECTIONS[0], SECTIONS[1] | {"outside": {"limit": 3, "spaces": 3, "cuts": [45]}}]},
            "cuts",
        ),
        ({"shortcuts": first(CUTS, to=0)}, "shortcuts.0"),
        ({"shortcuts": first(CUTS, to=1)}, "shortcuts.0"),
        ({"shortcuts": first(CUTS, limit=0)}, "shortcuts.0.limit"),
        ({"shortcuts": first(CUTS, to=7)}, "shortcuts.0"),
        ({"start_line_at": 33}, "start_line_at"),
        ({"kind": "assistance"}, "exit"),
    ],
)
def test_a_wrong_dirt_face_is_refused_by_name_and_field(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(BadFace) as refused:
        read_faces(dirt_face(**changes), DirtFace)
    assert "217b" in str(refused.value)
    assert field in str(refused.value)


def test_the_two_sides_of_a_tile_agree_on_copies() -> None:
    faces = [msgspec.to_builtins(gt_faces()[tile]) for tile in ("115a", "115b")]
    faces[1]["copies"] = 3
    with pytest.raises(BadFace, match=r"115b.*copies"):
        read_faces(msgspec.json.encode({"source": "public", "about": "", "faces": faces}), GtFace)


def test_a_face_appears_once() -> None:
    faces = [msgspec.to_builtins(gt_faces()["115a"])] * 2
    with pytest.raises(BadFace, match="115a"):
        read_faces(msgspec.json.encode({"source": "public", "about": "", "faces": faces}), GtFace)


def test_refusals_are_worded_in_every_language() -> None:
    message = BadFace("115a", "exit", 9).message
    assert len({say(message, language) for language in LANGUAGES}) == len(LANGUAGES)
