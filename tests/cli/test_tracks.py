"""`paddock track`: what people type, what they get, and how it says no."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner, Result

from paddock.cli.tracks import app
from paddock.tracks.formats import load, save, sniff, write
from paddock.tracks.generator import CircuitWish, StageWish, generate
from paddock.tracks.layouts import Layout, Stage, circuits, ready_circuit, ready_stage, stages
from paddock.tracks.problems import check

READY: list[Layout] = [*circuits().values(), *stages().values()]


def paddock_track(*words: str | Path) -> Result:
    """Run the command with a terminal wide enough to keep its lines whole."""
    result = CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "200"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def said(result: Result) -> str:
    """What was said, whatever the width of the terminal."""
    return " ".join((result.stdout + result.stderr).split())


class TestList:
    def test_every_ready_track_is_listed(self) -> None:
        result = paddock_track("list")
        assert result.exit_code == 0
        assert all(layout.id in result.stdout for layout in READY)

    def test_as_json(self) -> None:
        listing = json.loads(paddock_track("list", "--json").stdout)
        assert [entry["id"] for entry in listing] == [layout.id for layout in READY]
        track_1 = listing[0]
        assert (track_1["kind"], track_1["tiles"], track_1["faces"][0]) == ("circuit", 14, "102b")
        assert track_1["danger"] == {"yellow": 0, "orange": 9, "red": 5}
        last = listing[-1]
        assert (last["id"], last["jumps"], last["water"]) == ("rally-6/SS3", 3, 3)


class TestCheck:
    def test_a_sound_track(self) -> None:
        result = paddock_track("check", "list-1")
        assert result.exit_code == 0
        assert "14 tiles" in result.stdout

    def test_all_problems_at_once(self, tmp_path: Path) -> None:
        file = json.loads(write(ready_circuit("list-1")))
        file["tiles"][3]["rotation"] = 2
        file["tiles"][8]["tile"] = "103a"
        path = tmp_path / "broken.json"
        path.write_text(json.dumps(file))
        problems = check(load(path))
        assert len(problems) >= 4
        result = paddock_track("check", path)
        assert result.exit_code == 1
        assert all(str(problem) in said(result) for problem in problems)

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("nowhere", "There is no ready track “nowhere”"),
            ("missing.json", "missing.json cannot be read"),
            ("[/odd].json", "[/odd].json cannot be read"),
        ],
    )
    def test_what_is_not_there(self, name: str, words: str) -> None:
        result = paddock_track("check", name)
        assert result.exit_code == 1
        assert words in said(result)


class TestMake:
    def test_a_circuit_into_a_file(self, tmp_path: Path) -> None:
        path = tmp_path / "new.json"
        result = paddock_track(
            "make", "circuit", "--tiles", "18", "--seed", "5", "--lanes", "mixed", "-o", path
        )
        assert result.exit_code == 0
        assert load(path) == generate(CircuitWish(tiles=18, lanes="mixed"), 5)

    def test_a_stage_on_the_terminal(self) -> None:
        words = ["--tiles", "9", "--seed", "5", "--jumps", "--no-water", "--assistance", "--danger", "low"]
        result = paddock_track("make", "stage", *words)
        wish = StageWish(tiles=9, jumps=True, water=False, assistance=True, danger="low")
        assert result.stdout.encode() == write(generate(wish, 5))

    def test_without_a_seed_it_says_which_one_it_took(self, tmp_path: Path) -> None:
        first = paddock_track("make", "circuit", "-n", "10")
        seed = first.stderr.removeprefix("seed ").strip()
        again = paddock_track("make", "circuit", "-n", "10", "--seed", seed)
        assert again.stdout == first.stdout

    def test_several_at_once_are_numbered(self, tmp_path: Path) -> None:
        words = ["make", "stage", "--seed", "1", "--count", "12", "-o", str(tmp_path / "s.rekee.json")]
        assert paddock_track(*words).exit_code == 0
        names = sorted(path.name for path in tmp_path.iterdir())
        assert names[0] == "s-01.rekee.json"
        assert names[-1] == "s-12.rekee.json"
        assert all(check(load(path)) == () for path in tmp_path.iterdir())

    def test_it_says_when_there_are_not_that_many(self, tmp_path: Path) -> None:
        words = ["--jumps", "--water", "-n", "3", "--seed", "1", "--count", "50"]
        result = paddock_track("make", "stage", *words, "-o", tmp_path / "few.json")
        assert "there are only 12" in said(result)
        assert len(list(tmp_path.iterdir())) == 12

    @pytest.mark.parametrize(
        ("words", "reason"),
        [
            (["circuit", "--tiles", "60"], "5 to 31 tiles"),
            (["circuit", "--tiles", "30", "--lanes", "two"], "5 to 29 tiles"),
            (["stage", "--tiles", "2"], "3 to 31 tiles"),
            (["stage", "--tiles", "3", "--jumps", "--water", "--shortcuts"], "ask for more tiles"),
            (["circuit", "-o", "track.txt"], "use .json, .rekee.json or .rgt"),
        ],
    )
    def test_what_cannot_be_made(self, words: list[str], reason: str) -> None:
        result = paddock_track("make", *words)
        assert result.exit_code == 1
        assert reason in said(result)

    @pytest.mark.parametrize(
        "words",
        [
            ["circuit", "--tiles", "many"],
            ["circuit", "--lanes", "four"],
            ["stage", "--count", "0"],
            ["rally"],
        ],
    )
    def test_words_it_does_not_know(self, words: list[str]) -> None:
        assert paddock_track("make", *words).exit_code == 2


class TestConvert:
    def test_round_the_formats(self, tmp_path: Path) -> None:
        rgt, rekee, own = tmp_path / "a.rgt", tmp_path / "a.rekee.json", tmp_path / "a.json"
        assert paddock_track("convert", "rally-1/SS1", rgt).exit_code == 0
        assert paddock_track("convert", rgt, rekee).exit_code == 0
        assert paddock_track("convert", rekee, own).exit_code == 0
        assert [sniff(path.read_bytes()) for path in (rgt, rekee, own)] == ["rgt", "rekee", "paddock"]
        back = load(own)
        assert isinstance(back, Stage)
        assert back.assistance
        assert back.tiles == ready_stage("rally-1/SS1").tiles

    def test_the_format_can_be_told(self, tmp_path: Path) -> None:
        path = tmp_path / "track.txt"
        assert paddock_track("convert", "list-1", path, "--to", "rgt").exit_code == 0
        assert sniff(path.read_bytes()) == "rgt"

    def test_an_expansion_tile_is_named(self, tmp_path: Path) -> None:
        path = tmp_path / "a.json"
        path.write_text('{"tiles": [{"q": 0, "r": 0, "id": "125b-1", "dir": 0}]}')
        result = paddock_track("convert", path, tmp_path / "b.rgt")
        assert result.exit_code == 1
        assert "125b (q 0, r 0)" in said(result)
        assert not (tmp_path / "b.rgt").exists()

    def test_a_wrong_track_is_not_converted(self, tmp_path: Path) -> None:
        wrong = ready_circuit("list-1")
        path = tmp_path / "wrong.json"
        save(type(wrong)(wrong.id, wrong.tiles[:4]), path)
        result = paddock_track("convert", path, tmp_path / "b.json")
        assert result.exit_code == 1
        assert "not closed" in said(result)
        assert not (tmp_path / "b.json").exists()

    def test_a_place_that_cannot_be_written(self, tmp_path: Path) -> None:
        result = paddock_track("convert", "list-1", tmp_path / "no" / "b.json")
        assert result.exit_code == 1
        assert "cannot be written" in said(result)


class TestDraw:
    @pytest.mark.parametrize("layout", READY, ids=lambda layout: layout.id)
    def test_every_ready_track_draws(self, layout: Layout, tmp_path: Path) -> None:
        path = tmp_path / "track.svg"
        assert paddock_track("draw", layout.id, "-o", path).exit_code == 0
        assert ElementTree.parse(path).getroot().tag.endswith("svg")

    def test_a_file_a_generated_track_and_a_face(self, tmp_path: Path) -> None:
        path = tmp_path / "new.rgt"
        save(generate(CircuitWish(), 3), path)
        light = paddock_track("draw", path, "--theme", "light")
        dark = paddock_track("draw", path, "--theme", "dark")
        face = paddock_track("draw", "115a")
        assert light.exit_code == dark.exit_code == face.exit_code == 0
        assert light.stdout != dark.stdout
        assert len(face.stdout) < len(light.stdout)
        for result in (light, dark, face):
            ElementTree.fromstring(result.stdout)

    @pytest.mark.parametrize("name", ["999a", "nowhere", "missing.json"])
    def test_what_is_not_there(self, name: str) -> None:
        result = paddock_track("draw", name)
        assert result.exit_code == 1
        assert "error:" in result.stderr

    def test_a_place_that_cannot_be_written(self, tmp_path: Path) -> None:
        result = paddock_track("draw", "115a", "-o", tmp_path / "no" / "x.svg")
        assert result.exit_code == 1
        assert "No such file" in said(result)
