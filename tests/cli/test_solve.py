"""`paddock solve`: what people type, what they get, and how it says no."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from paddock.cli.main import app
from paddock.cli.solve import raced_on

RING = ("solve", "rallyman-gt", "--option", 'track=["102b", "103b"]', "--option", "car_class=GT4")


def paddock(*words: str) -> Result:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": "200"})


def said(result: Result) -> str:
    return " ".join((result.stdout + result.stderr).split())


def test_a_drive_is_solved_once_and_told_in_words_and_json(tmp_path: Path) -> None:
    wide = ("--gap", "10000", "--folder", str(tmp_path), "--jobs", "1")
    first = paddock(*RING, *wide)
    assert first.exit_code == 0, said(first)
    assert "at least" in said(first)
    assert "flat out is worth" in said(first)
    assert "█" in said(first)
    assert "102b" in said(first)
    assert len(list(tmp_path.iterdir())) == 1
    told = json.loads(paddock(*RING, *wide, "--json").stdout)
    assert told["bounds"]["lower"] >= told["parts"]["damage_free"]
    advice = paddock(*RING, *wide, "--policy", "0: 0:C1")
    assert "0: 1>" in said(advice)
    drawn = paddock(*RING, *wide, "--picture", str(tmp_path / "line.svg"))
    assert drawn.exit_code == 1
    assert "draw" in said(drawn)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("solve", "outspeed"), "no solver"),
        (("solve", "rallyman-gt", "--track", "nowhere"), "nowhere"),
        (("solve", "rallyman-dirt", "--track", "nowhere"), "nowhere"),
        (("solve", "rallyman-dirt", "--track", "list-1"), "track"),
        ((*RING, "--memory", "1"), "MB"),
        (("solve", "rallyman-dirt", "--option", "one_shot=true"), "single stage"),
        (("solve", "rallyman-dirt", "--tyre", "rain"), "tyre"),
        (("solve", "rallyman-gt", "--track", "list-1", "--policy", "4: nowhere"), "position"),
        (("solve", "rallyman-dirt", "--track", "rally-1/SS1", "--policy", "4"), "position"),
    ],
)
def test_it_says_no(words: tuple[str, ...], answer: str) -> None:
    result = paddock(*words)
    assert result.exit_code == 1
    assert answer in said(result)


def test_a_ready_stage_is_asked_for_by_its_name() -> None:
    assert raced_on("rally-2/SS3") == {"rally": "rally-2", "stages": ("SS3",)}
    assert raced_on("list-1") == {"track": "list-1"}
