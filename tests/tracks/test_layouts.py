from __future__ import annotations

import msgspec
import pytest

from paddock.core.errors import BadInput
from paddock.core.messages import LANGUAGES, catalogue, say
from paddock.tracks import (
    InvalidLayout,
    Layout,
    check,
    circuits,
    compile_road,
    rallies,
    ready_circuit,
    ready_rally,
    ready_stage,
    stages,
    title,
)
from paddock.tracks.hexes import Hex
from paddock.tracks.layouts import Circuit, Placement, Stage, faces_for, way_in, way_out

READY: list[Layout] = [*circuits().values(), *stages().values()]


def by_id(layout: Layout) -> str:
    return layout.id


@pytest.mark.parametrize("layout", READY, ids=by_id)
def test_every_ready_layout_is_sound(layout: Layout) -> None:
    assert check(layout) == ()


@pytest.mark.parametrize("layout", READY, ids=by_id)
def test_layouts_are_hashable_and_survive_json(layout: Layout) -> None:
    again = msgspec.json.decode(msgspec.json.encode(layout), type=Layout)
    assert again == layout
    assert hash(again) == hash(layout)
    assert compile_road(again) is compile_road(layout)


def test_ready_layouts_are_found_by_id() -> None:
    assert ready_circuit("list-1").name == "Track 1"
    assert ready_rally("rally-4").author == "Dwayne Karenko"
    assert ready_stage("rally-4/SS2").assistance
    assert [len(rally.stages) for rally in rallies().values()] == [3] * 6
    with pytest.raises(BadInput, match="list-1, list-2"):
        ready_circuit("monza")


def test_ready_layouts_are_called_in_the_readers_language() -> None:
    assert say(title(ready_circuit("list-c"))) == "Track C"
    assert say(title(ready_circuit("list-1")), "pl") == "Tor 1"
    assert say(title(ready_rally("rally-2")), "ru") == "Ралли 2"
    assert say(title(ready_stage("rally-2/SS3"))) == "Rally 2, SS3"
    assert say(title(Circuit("list-1", (), "Monza")), "pl") == "Monza"


def test_the_road_leaves_through_the_exit_edge_and_mirrored_through_the_entry_edge() -> None:
    faces = faces_for(Circuit("own", ()))
    bend = faces["105a"]
    assert way_in(Placement("105a", 0, 0, 0), bend) == (0, -1)
    assert way_out(Placement("105a", 0, 0, 0), bend) == (1, 0)
    assert way_out(Placement("105a", 0, 0, 0, True), bend) == (0, -1)
    assert way_out(Placement("105a", 2, 3, 2), bend) == (2, 2)


def reasons(layout: Layout) -> list[tuple[str, int | None]]:
    return [(found.message.id.removeprefix("tracks.problem."), found.index) for found in check(layout)]


def ring(*tiles: Placement) -> Circuit:
    return Circuit("own", tiles)


def test_all_problems_come_at_once_with_tile_and_place() -> None:
    layout = ring(
        Placement("103a", 0, 0),
        Placement("999z", 0, 0),
        Placement("102a", 0, 1, 0, True),
        Placement("102b", 1, 1),
        Placement("202a", 4, 4),
        Placement("104a", 3, 3),
    )
    assert set(reasons(layout)) == {
        ("unknown_tile", 1),
        ("overlap", 1),
        ("start_not_first", 2),
        ("start_reversed", 2),
        ("edges", 2),
        ("lanes", 2),
        ("both_faces", 3),
        ("second_start", 3),
        ("other_game", 4),
        ("not_closed", 5),
    }
    places = {found.index: found.place for found in check(layout)}
    assert places[3] == Hex(1, 1)
    with pytest.raises(InvalidLayout) as refused:
        compile_road(layout)
    assert refused.value.problems == check(layout)
    for found in check(layout):
        assert str(found) in str(refused.value)
    assert "999z at 0, 0" in str(refused.value)


def test_a_layout_without_tiles() -> None:
    assert reasons(ring()) == [("empty", None)]


def test_a_tile_cannot_be_turned_by_seven_sixths() -> None:
    tiles = list(ready_circuit("list-1").tiles)
    tiles[2] = Placement("103b", 0, 2, 6)
    assert reasons(ring(*tiles)) == [("rotation", 2)]


def test_a_tile_lying_across_meets_neither_neighbour() -> None:
    tiles = list(ready_circuit("list-1").tiles)
    tiles[2] = Placement("103b", 0, 2, 1)
    assert reasons(ring(*tiles)) == [("edges", 1), ("edges", 2)]


def test_a_tile_too_many_of_a_kind() -> None:
    tiles = [Placement("103a", 0, r) for r in range(4)]
    assert ("copies", 3) in reasons(ring(*tiles))
    assert all(reason != "copies" for reason, _ in reasons(ring(*tiles[:3])))


def test_both_faces_together_may_not_exceed_the_copies() -> None:
    tiles = [Placement("105a", 0, 0), Placement("105b", 0, 1), Placement("105a", 0, 2)]
    assert ("copies", 2) in reasons(ring(*tiles))


def test_a_tile_taken_out_of_a_ring_leaves_a_gap_that_is_named() -> None:
    tiles = ready_circuit("list-1").tiles
    found = check(ring(*tiles[:4], *tiles[5:]))
    assert [(problem.message.id, problem.index) for problem in found] == [("tracks.problem.edges", 3)]
    assert "105b at 0, 3" in str(found[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_is_worded(language: str) -> None:
    words = [key for key in catalogue("en") if key.startswith("tracks.")]
    assert [key for key in words if key not in catalogue(language)] == []
    start = ready_stage("rally-1/SS1").tiles
    broken = Stage(
        "own", (*start[2:], Placement("201a", 7, 7), Placement("203b", 7, 7, 9), Placement("115a", 0, 0))
    )
    for found in check(broken):
        assert say(found.message, language) != str(found.message.id)
        assert "{" not in say(found.message, language)
