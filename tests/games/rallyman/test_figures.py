"""An owner of the box of GT or DIRT prints the data file, changes it, and plays with it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paddock.core.errors import BadInput
from paddock.core.registry import find_game

Change = Callable[[Any], None]


def paddock(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "paddock", *words]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def sure_dice(data: Any) -> None:
    """No die shows a hazard."""
    faces = data["dice"]["hazard_faces"]
    faces.update(gear=dict.fromkeys(faces["gear"], 0), coast=0, brake=0)


def slow_cards(data: Any) -> None:
    """Every turn takes a thousand seconds."""
    for deck in data["time_cards"]["decks"]:
        deck["front_seconds"] = 1000


@pytest.mark.parametrize(("game", "change"), [("rallyman-gt", sure_dice), ("rallyman-dirt", slow_cards)])
def test_the_printed_file_is_changed_and_played_with(game: str, change: Change, tmp_path: Path) -> None:
    printed = paddock("data", game)
    assert printed.stdout.encode() == find_game(game).shipped_data()
    owners, log = tmp_path / "owners.json", tmp_path / "game.jsonl"
    figures = json.loads(printed.stdout)
    change(figures)
    owners.write_text(json.dumps(figures))
    played = paddock("run", game, "--seats", "2", "--log", str(log), "--data", str(owners), "--json")
    assert played.returncode == 0, played.stderr
    assert json.loads(log.read_text().splitlines()[0])["figures"]
    if game == "rallyman-gt":
        told = paddock("replay", str(log), "--data", str(owners)).stdout
        assert "(0 hazards so far)" in told
        assert not re.search(r"[1-9] hazards? so far", told)
    else:
        assert json.loads(played.stdout)["standings"][0]["best"] > 10_000
    assert paddock("verify", str(log), "--data", str(owners)).returncode == 0
    assert paddock("verify", str(log)).returncode == 1


@pytest.mark.parametrize(
    ("game", "change", "named"),
    [
        ("rallyman-gt", lambda data: data["dice"]["hazard_faces"].update(coast=7), "hazard_faces.coast"),
        ("rallyman-gt", lambda data: data["damage_bag"]["tokens"].pop("gear"), "every kind of token"),
        ("rallyman-gt", lambda data: data["dashboards"]["classes"]["GT4"]["sides"].pop("rain"), "GT4"),
        ("rallyman-dirt", lambda data: data["time_cards"]["decks"][2].update(cards=3), "time cards"),
        ("rallyman-dirt", lambda data: data["cockpit"]["columns"]["gravel"].update(gear=-1), "gear"),
    ],
)
def test_a_wrong_file_is_refused_with_the_place(game: str, change: Change, named: str) -> None:
    figures = json.loads(find_game(game).shipped_data())
    change(figures)
    with pytest.raises(BadInput, match=named):
        find_game(game).check_data(json.dumps(figures).encode())


def test_a_file_that_is_wrong_is_refused_in_words(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"box": 1}')
    for words in (["run", "rallyman-gt", "--data"], ["balance", "rallyman-dirt", "--data"]):
        refused = paddock(*words, str(wrong))
        assert refused.returncode == 1
        assert "Traceback" not in refused.stderr
        assert "data file" in refused.stderr
