"""Whatever a file holds, reading it gives a layout, or an error a person can read."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from paddock.core.errors import BadInput
from paddock.tracks.boxes import dirt_faces, gt_faces
from paddock.tracks.formats import FORMATS, read, write
from paddock.tracks.layouts import Circuit, Stage, circuits, stages
from paddock.tracks.problems import InvalidLayout, check

FILES = [
    json.loads(write(layout, into))
    for layout in (circuits()["list-d"], stages()["rally-3/SS1"], stages()["rally-6/SS3"])
    for into in FORMATS
]

junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
names = st.sampled_from([*gt_faces(), *dirt_faces(), "101a", "121b", "106b-2", "205A", "PODIUM", ""])


def must_be_handled(data: bytes) -> None:
    try:
        layout = read(data)
    except BadInput as error:
        assert str(error)
        return
    assert isinstance(layout, Circuit | Stage)
    assert all(str(problem) for problem in check(layout))
    try:
        for into in FORMATS:
            write(layout, into)
    except InvalidLayout as error:
        assert error.problems


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.binary(max_size=200))
def test_bytes(data: bytes) -> None:
    must_be_handled(data)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.dictionaries(st.sampled_from(["format", "version", "tiles", "Tuiles", "title", "Name"]), junk))
def test_any_json_under_the_right_keys(file: dict[str, Any]) -> None:
    must_be_handled(json.dumps(file).encode("utf-8", "surrogatepass"))


@settings(max_examples=250, deadline=None, derandomize=True)
@given(st.data())
def test_real_files_with_something_replaced_dropped_or_repeated(data: st.DataObject) -> None:
    file = json.loads(json.dumps(data.draw(st.sampled_from(FILES))))
    tiles = file["Tuiles"] if "Tuiles" in file else file["tiles"]
    for _ in range(data.draw(st.integers(1, 3))):
        where: dict[str, Any] = data.draw(st.sampled_from([file, *tiles]))
        key = data.draw(st.sampled_from(sorted(where)))
        match data.draw(st.sampled_from(["junk", "small", "name", "drop", "again"])):
            case "junk":
                where[key] = data.draw(junk)
            case "small":
                where[key] = data.draw(st.integers(-2, 7))
            case "name":
                where[key] = data.draw(names)
            case "drop":
                del where[key]
                if not where:
                    break
            case "again":
                tiles.append(dict(data.draw(st.sampled_from(tiles))))
    must_be_handled(json.dumps(file).encode("utf-8", "surrogatepass"))


@settings(max_examples=250, deadline=None, derandomize=True)
@given(
    st.lists(
        st.tuples(names, st.integers(-2, 2), st.integers(-2, 2), st.integers(0, 5)),
        max_size=12,
        unique_by=lambda tile: tile[1:3],
    )
)
def test_tiles_thrown_on_the_table(tiles: list[tuple[str, int, int, int]]) -> None:
    listed = [{"id": name, "q": q, "r": r, "dir": turn} for name, q, r, turn in tiles]
    must_be_handled(json.dumps({"tiles": listed}).encode())
    listed = [{"TuileId": n, "X": q + 55, "Y": r + 52, "Orientation": t} for n, q, r, t in tiles]
    must_be_handled(json.dumps({"Tuiles": listed}).encode())


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.sampled_from(FILES), st.integers(0, 4000), st.binary(min_size=1, max_size=3))
def test_real_files_with_bytes_overwritten(file: dict[str, Any], at: int, noise: bytes) -> None:
    data = json.dumps(file).encode()
    at %= len(data)
    must_be_handled(data[:at] + noise + data[at + len(noise) :])
