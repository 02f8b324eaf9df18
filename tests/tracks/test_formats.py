"""Track files: every ready track round-trips; what cannot be read is refused with the reason."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paddock.core.errors import BadInput
from paddock.core.messages import LANGUAGES, catalogue, say
from paddock.tracks.boxes import dirt_faces
from paddock.tracks.formats import FORMATS, TrackFormat, format_of, load, read, save, sniff, write
from paddock.tracks.formats.order import Placed
from paddock.tracks.formats.rekee import RekeeTile, from_rekee, to_rekee
from paddock.tracks.formats.rgt import RgtTile, from_rgt, to_rgt
from paddock.tracks.generator import CircuitWish, StageWish, generate
from paddock.tracks.generator.laying import Driven, lay
from paddock.tracks.hexes import direction_to, neighbour, turned
from paddock.tracks.layouts import Layout, Stage, circuits, ready_circuit, ready_stage, stages, way_out
from paddock.tracks.problems import InvalidLayout, check

READY: list[Layout] = [*circuits().values(), *stages().values()]

# One public track in both foreign forms: id, Rekee q, r, dir, editor X, Y, Orientation.
PUBLIC = [
    ("102b", 0, 1, 0, 54, 53, 0),
    ("106b-2", 1, 1, 2, 53, 53, 2),
    ("116b-2", 0, 0, 0, 55, 52, 0),
    ("117b-2", 1, 0, 2, 54, 52, 2),
    ("111b-2", 2, -1, 5, 53, 51, 5),
    ("125b-1", -1, 0, 0, 56, 52, 0),
    ("112b-1", 2, 0, 1, 53, 52, 1),
    ("128b", -1, -1, 3, 56, 51, 3),
    ("138b-1", -2, 0, 3, 57, 52, 3),
    ("104b-2", -1, 1, 0, 55, 53, 0),
    ("105b-1", -2, 1, 3, 56, 53, 3),
]


def rekee_file(*tiles: tuple[str, int, int, int], **more: Any) -> bytes:
    """A Rekee file of tiles written as id, q, r, dir."""
    listed = [{"q": q, "r": r, "id": name, "dir": turn} for name, q, r, turn in tiles]
    return json.dumps({"title": "Test", "author": "", "tiles": listed, **more}).encode()


def refused(data: bytes) -> BadInput:
    with pytest.raises(BadInput) as caught:
        read(data)
    return caught.value


class TestRoundTrips:
    @pytest.mark.parametrize("into", FORMATS)
    @pytest.mark.parametrize("layout", READY, ids=lambda layout: layout.id)
    def test_every_ready_track_comes_back_from_every_format(self, layout: Layout, into: TrackFormat) -> None:
        data = write(layout, into)
        assert sniff(data) == into
        back = read(data)
        assert back.tiles == layout.tiles
        assert (type(back), back.name, back.author) == (type(layout), layout.name, layout.author)
        assert getattr(back, "assistance", None) == getattr(layout, "assistance", None)
        assert check(back) == ()

    @pytest.mark.parametrize("into", FORMATS)
    def test_generated_tracks_of_every_length_come_back(self, into: TrackFormat) -> None:
        for tiles in range(6, 32):
            for layout in (
                generate(CircuitWish(tiles=tiles), tiles),
                generate(StageWish(tiles=tiles, assistance=tiles % 2 == 0), tiles),
            ):
                assert read(write(layout, into)) == layout

    @pytest.mark.parametrize("layout", READY, ids=lambda layout: layout.id)
    def test_our_own_format_keeps_everything_to_the_byte(self, layout: Layout) -> None:
        data = write(layout)
        assert read(data) == layout
        assert write(read(data)) == data

    def test_our_own_format_keeps_even_a_wrong_layout(self) -> None:
        wrong = msgspec.structs.replace(ready_circuit("list-1"), tiles=ready_circuit("list-1").tiles[:3])
        assert check(wrong)
        assert read(write(wrong)) == wrong

    def test_foreign_formats_take_only_sound_layouts(self) -> None:
        wrong = msgspec.structs.replace(ready_circuit("list-1"), tiles=ready_circuit("list-1").tiles[:3])
        for into in ("rekee", "rgt"):
            with pytest.raises(InvalidLayout):
                write(wrong, into)

    def test_files_are_made_to_be_read(self) -> None:
        lines = write(ready_stage("rally-1/SS1")).decode().splitlines()
        assert lines[1:4] == ['  "format": "paddock-track",', '  "version": 1,', '  "kind": "stage",']
        assert '    {"tile": "202a", "q": 0, "r": 0, "rotation": 4, "reverse": true},' in lines

    @pytest.mark.parametrize(
        ("name", "into"),
        [("a.json", "paddock"), ("a.REKEE.json", "rekee"), ("a.b.rgt", "rgt"), ("A.RGT", "rgt")],
    )
    def test_a_file_goes_into_the_format_its_name_asks_for(
        self, name: str, into: str, tmp_path: Path
    ) -> None:
        path = tmp_path / name
        assert format_of(path) == into
        save(ready_circuit("list-c"), path)
        assert sniff(path.read_bytes()) == into
        assert load(path).tiles == ready_circuit("list-c").tiles

    def test_names_in_any_script_survive(self) -> None:
        named = msgspec.structs.replace(ready_circuit("list-1"), name="Tor „Żółw“ Черепаха", author="王")
        for into in FORMATS:
            back = read(write(named, into))
            assert (back.name, back.author) == (named.name, named.author)


class TestConversion:
    """The public track, tile by tile; some of its tiles are of an expansion, so only places are compared."""

    @pytest.mark.parametrize("row", PUBLIC, ids=lambda row: row[0])
    def test_both_foreign_grids_mean_the_same_place(self, row: tuple[Any, ...]) -> None:
        name, q, r, turn, x, y, orientation = row
        rekee, editor = RekeeTile(q, r, name, turn), RgtTile(x, y, orientation, name)
        placed = from_rekee(rekee)
        assert from_rgt(editor) == placed
        assert to_rekee(placed) == rekee
        assert to_rgt(placed) == editor

    @pytest.mark.parametrize(
        ("rekee", "editor"),
        [
            (((1, 0, 0), (0, 0, 0)), ((54, 52, 0), (55, 52, 0))),
            (((1, -1, 5), (0, 0, 5)), ((55, 52, 5), (55, 53, 5))),
        ],
    )
    def test_two_public_examples_with_tiles_of_the_other_box(
        self, rekee: tuple[tuple[int, int, int], ...], editor: tuple[tuple[int, int, int], ...]
    ) -> None:
        """Start tile 202a and behind it 205a; the two forms lie at different ends of the table."""
        ours = [from_rekee(RekeeTile(q, r, "202a", turn)) for q, r, turn in rekee]
        theirs = [from_rgt(RgtTile(x, y, turn, "202A")) for x, y, turn in editor]
        for start, behind in (ours, theirs):
            assert start.rotation == behind.rotation
            direction = direction_to((start.q, start.r), (behind.q, behind.r))
            assert direction in (start.rotation, (start.rotation + 3) % 6)
        steps = [(behind.q - start.q, behind.r - start.r) for start, behind in (ours, theirs)]
        assert steps[0] == steps[1]
        assert ours[0].rotation == theirs[0].rotation

    def test_all_known_joints_of_the_public_track_meet(self) -> None:
        ends = {
            "102b": (3, 0), "104b": (3, 0), "105b": (3, 1), "106b": (3, 1),
            "111b": (3, 2), "112b": (3, 1), "116b": (3, 0), "117b": (3, 1),
        }  # fmt: skip
        placed = [from_rekee(RekeeTile(q, r, name[:4], turn)) for name, q, r, turn, *_ in PUBLIC]
        leads = {
            ((p.q, p.r), tuple(neighbour((p.q, p.r), turned(edge, p.rotation))))
            for p in placed
            if p.tile in ends
            for edge in ends[p.tile]
        }
        known = {(p.q, p.r) for p in placed if p.tile in ends}
        table = {(p.q, p.r) for p in placed}
        assert all(there in table for _, there in leads)
        inner = [(here, there) for here, there in leads if there in known]
        assert len(inner) >= 8
        assert all((there, here) in leads for here, there in inner)

    def test_conversions_are_one_to_one_over_the_whole_grid(self) -> None:
        for q in range(-9, 10):
            for r in range(-9, 10):
                placed = Placed("103a", q, r, (q + r) % 6)
                assert from_rekee(to_rekee(placed)) == placed
                assert from_rgt(to_rgt(placed)) == placed

    def test_neighbours_stay_neighbours_on_the_editors_offset_grid(self) -> None:
        for y in (51, 52):
            around = {
                from_rgt(RgtTile(55 + dx, y + dy, 0, "103a"))[1:3] for dx in (-1, 0, 1) for dy in (-1, 0, 1)
            }
            centre = from_rgt(RgtTile(55, y, 0, "103a"))
            assert {tuple(neighbour((centre.q, centre.r), d)) for d in range(6)} <= around

    def test_the_public_track_itself_is_refused_for_its_expansion_tiles(self) -> None:
        tiles = [(name, q, r, turn) for name, q, r, turn, *_ in PUBLIC]
        error = refused(rekee_file(*tiles))
        assert error.message.id == "tracks.formats.expansion"
        assert str(error) == (
            "3 tiles belong to an expansion that Paddock does not know: "
            "125b (q -1, r 0), 128b (q -1, r -1), 138b (q -2, r 0)."
        )
        editor = [{"X": x, "Y": y, "Orientation": o, "TuileId": name} for name, _, _, _, x, y, o in PUBLIC]
        error = refused(json.dumps({"Name": "ShortTrack2", "Tuiles": editor}).encode())
        assert "128b (X 56, Y 51)" in str(error)

    def test_copies_are_told_apart_as_the_editors_do(self) -> None:
        names = [tile["id"] for tile in json.loads(write(ready_circuit("list-1"), "rekee"))["tiles"]]
        assert names[:6] == ["102b", "110b", "103b-1", "105b-1", "109b", "105b-2"]
        names = [t["TuileId"] for t in json.loads(write(ready_stage("rally-1/SS1"), "rgt"))["Tuiles"]]
        assert names[0] == "202A"


class TestDrivingOrder:
    def shuffled(self, layout: Layout) -> bytes:
        file = json.loads(write(layout, "rekee"))
        file["tiles"] = file["tiles"][5:] + file["tiles"][:5][::-1]
        return json.dumps(file).encode()

    @pytest.mark.parametrize("layout", READY, ids=lambda layout: layout.id)
    def test_the_order_in_the_file_does_not_matter(self, layout: Layout) -> None:
        assert read(self.shuffled(layout)).tiles == layout.tiles

    def test_artwork_variants_case_and_unknown_fields_mean_nothing(self) -> None:
        file = json.loads(write(ready_circuit("list-1"), "rekee"))
        file["version"] = 7
        for tile in file["tiles"]:
            tile["id"] = tile["id"][:4].upper() + "-9"
            tile["tokens"] = [{"id": "chicane"}]
        assert read(json.dumps(file).encode()).tiles == ready_circuit("list-1").tiles

    def test_the_pit_beside_the_track_is_left_out(self) -> None:
        file = json.loads(write(ready_circuit("list-1"), "rekee"))
        for name in ("101a", "101", "101B-1"):
            more = [*file["tiles"], {"q": 9, "r": 9, "id": name, "dir": 0}]
            data = json.dumps({**file, "tiles": more}).encode()
            assert read(data).tiles == ready_circuit("list-1").tiles

    def test_a_byte_order_mark_is_no_obstacle(self) -> None:
        assert read(b"\xef\xbb\xbf" + write(ready_circuit("list-1"), "rgt")).name == "Track 1"

    def ring(self, last: str) -> Stage:
        """A triangle of nine tiles whose last one leads straight into the back of the start."""
        names = ["202a", "210a", "204a", "205a", "211a", "206a", "207a", "212a", last]
        return Stage("ring", lay([Driven(dirt_faces()[name], False) for name in names]))

    def test_a_finish_that_touches_the_back_of_the_start_is_still_the_end(self) -> None:
        ring = self.ring("203a")
        assert way_out(ring.tiles[-1], dirt_faces()["203a"]) == ring.tiles[0].place
        for into in ("rekee", "rgt"):
            assert read(write(ring, into)).tiles == ring.tiles

    def test_a_ring_without_a_finish_is_no_stage(self) -> None:
        tiles = [to_rekee(Placed(t.tile, t.q, t.r, t.rotation)) for t in self.ring("214a").tiles]
        error = refused(rekee_file(*[(t.id, t.q, t.r, t.dir) for t in tiles]))
        assert error.message.id == "tracks.formats.no_finish"

    def test_the_service_tile_finds_room_beside_a_finish_that_is_shut_in(self) -> None:
        ring = msgspec.structs.replace(self.ring("203a"), assistance=True)
        back = read(write(ring, "rekee"))
        assert isinstance(back, Stage)
        assert back.assistance
        assert back.tiles == ring.tiles

    @pytest.mark.parametrize(
        ("tiles", "reason", "words"),
        [
            ([], "no_start", "102"),
            ([("103a", 0, 0, 0)], "no_start", "102"),
            ([("204a", 0, 0, 0)], "no_start", "202"),
            ([("102a", 0, 0, 0), ("102b", 5, 0, 0)], "two_starts", "102b (q 5, r 0)"),
            ([("102a", 0, 0, 0), ("204a", 5, 0, 0)], "two_games", "both games"),
            ([("102a", 0, 0, 0), ("103a", 0, 0, 0)], "overlap", "103a lies on 102a (q 0, r 0)"),
            ([("102a", 0, 0, 0)], "road_ends", "ends on 102a (q 0, r 0)"),
            ([("102a", 0, 0, 0), ("103a", 1, 0, 1)], "blank_side", "103a (q 1, r 0)"),
            ([("202a", 0, 0, 0), ("204a", 1, 0, 0)], "road_ends", "204a (q 1, r 0)"),
            ([("202a", 0, 0, 0), ("203a", 1, 0, 0), ("204a", 5, 5, 0)], "left_over", "204a (q 5, r 5)"),
            ([("PODIUM", 0, 0, 0)], "not_a_tile", "PODIUM"),
            ([("401a", 0, 0, 0)], "expansion", "401a (q 0, r 0)"),
        ],
    )
    def test_tiles_that_are_not_one_road_are_refused(
        self, tiles: list[tuple[str, int, int, int]], reason: str, words: str
    ) -> None:
        error = refused(rekee_file(*tiles))
        assert error.message.id == f"tracks.formats.{reason}"
        assert words in str(error)

    def test_two_tiles_make_the_shortest_stage(self) -> None:
        stage = read(rekee_file(("202a", 0, 0, 0), ("203a", 1, 0, 3)))
        assert [tile.reverse for tile in stage.tiles] == [False, True]
        assert check(stage) == ()
        backwards = read(rekee_file(("202a", 0, 0, 0), ("203a", -1, 0, 0)))
        assert [tile.reverse for tile in backwards.tiles] == [True, True]


class TestRefusals:
    @pytest.mark.parametrize(
        ("data", "reason"),
        [
            (b"", "not_json"),
            (b"not json", "not_json"),
            (b"\xff\xfe\x00", "not_json"),
            (b"[]", "bad_field"),
            (b"7", "bad_field"),
            (b"null", "bad_field"),
            (b"{}", "no_track"),
            (b'{"format": "other"}', "unknown_format"),
            (b'{"format": 3}', "bad_field"),
            (b'{"format": "paddock-track"}', "bad_field"),
            (b'{"format": "paddock-track", "version": 2}', "version"),
            (b'{"format": "paddock-track", "version": 1, "kind": "rally"}', "bad_field"),
            (b'{"tiles": 5}', "bad_field"),
            (b'{"tiles": [{"q": 0, "r": 0, "id": "102a", "dir": 6}]}', "bad_field"),
            (b'{"tiles": [{"q": 1e999, "r": 0, "id": "102a", "dir": 0}]}', None),
            (b'{"tiles": [{"q": 0.5, "r": 0, "id": "102a", "dir": 0}]}', "bad_field"),
            (b'{"tiles": [{"q": 1' + b"0" * 5000 + b', "r": 0, "id": "102a", "dir": 0}]}', None),
            (b'{"Tuiles": [{"X": 99999999999, "Y": 0, "Orientation": 0, "TuileId": "102a"}]}', "bad_field"),
            (b'{"Tuiles": [{"X": true, "Y": 0, "Orientation": 0, "TuileId": "102a"}]}', "bad_field"),
            (b'{"tiles": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", None),
            (b'{"junk": ' + b'{"a":' * 30_000 + b"1" + b"}" * 30_000 + b', "tiles": []}', None),
            (b" " * (256 * 1024 + 1), "too_big"),
        ],
        ids=lambda value: str(value)[:40],
    )
    def test_files_that_are_no_tracks_are_refused(self, data: bytes, reason: str | None) -> None:
        error = refused(data)
        assert reason is None or error.message.id == f"tracks.formats.{reason}"

    def test_the_place_in_the_file_is_named(self) -> None:
        error = refused(rekee_file(("102a", 0, 0, 0), ("103a", 0, 0, 9)))
        assert "$.tiles[1].dir" in str(error) or "$.tiles[...].dir" in str(error)
        file = json.loads(write(ready_circuit("list-1")))
        file["tiles"][4]["rotation"] = "two"
        assert ".rotation" in str(refused(json.dumps(file).encode()))
        file["tiles"][4] = {"tile": "102a"}
        assert "q" in str(refused(json.dumps(file).encode()))

    def test_a_circuit_with_assistance_is_refused(self) -> None:
        file = json.loads(write(ready_circuit("list-1")))
        file["assistance"] = True
        assert refused(json.dumps(file).encode()).message.id == "tracks.formats.circuit_assistance"

    def test_control_characters_do_not_get_through(self) -> None:
        file = json.loads(write(ready_circuit("list-1"), "rekee"))
        file["title"] = "Red\n\x1b[31m ring\t"
        assert read(json.dumps(file).encode()).name == "Red [31m ring"
        own = json.loads(write(ready_circuit("list-1")))
        own["name"] = "\x1b[31m"
        assert "$.name" in str(refused(json.dumps(own).encode()))
        assert "\x1b" not in str(refused(rekee_file(("\x1b[31m", 0, 0, 0))))

    def test_too_many_tiles_are_refused(self) -> None:
        assert refused(rekee_file(*[("103a", i, 0, 0) for i in range(201)])).message.id.endswith("bad_field")

    def test_files_that_are_not_there_or_cannot_be_are_refused(self, tmp_path: Path) -> None:
        for path in (tmp_path / "missing.json", tmp_path, Path("a\0b.json")):
            with pytest.raises(BadInput) as caught:
                load(path)
            assert caught.value.message.id == "tracks.formats.cannot_read"
        with pytest.raises(BadInput, match="cannot be written"):
            save(ready_circuit("list-1"), tmp_path / "no" / "folder.json")
        with pytest.raises(BadInput, match=r"use \.json"):
            save(ready_circuit("list-1"), tmp_path / "track.txt")

    def test_a_huge_file_is_not_read_to_its_end(self, tmp_path: Path) -> None:
        path = tmp_path / "huge.json"
        with path.open("wb") as file:
            file.truncate(10**9)
        with pytest.raises(BadInput, match="too big"):
            load(path)


def test_every_refusal_is_worded_in_every_language() -> None:
    ids = {key for key in catalogue("en") if key.startswith(("tracks.formats.", "tracks.generator."))}
    assert len(ids) > 20
    for language in LANGUAGES:
        assert ids == {
            key for key in catalogue(language) if key.startswith(("tracks.formats.", "tracks.generator."))
        }
    error = refused(rekee_file(("102a", 0, 0, 0)))
    assert len({say(error.message, language) for language in LANGUAGES}) == 3
