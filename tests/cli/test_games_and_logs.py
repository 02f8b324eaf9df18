"""The commands a newcomer types first, run as they would run them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from paddock.cli import app
from paddock.core.logs import distinct, load_file
from paddock.core.match import first_state
from paddock.core.registry import find_game


def paddock(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def test_games_lists_names_seats_options_and_rules_version() -> None:
    listed = {game["name"]: game for game in json.loads(paddock("games", "--json").stdout)}
    assert listed["pig"]["seats"] == [2, 6]
    assert listed["pig"]["options"] == {"goal": 100}
    assert listed["pig"]["rules"] == 1
    assert "random" in listed["pig"]["bots"]
    assert "goal=100" in paddock("games").stdout


def test_games_tells_of_one_game_with_its_options_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    told = " ".join(paddock("games", "rallyman-gt").stdout.split())
    assert "1-6 seats, rules version 1" in told
    assert "track=list-1 Track" in told
    assert "weather=dry Weather at the start dry | wet" in told
    assert "choose_tyres=false Choose tyres true | false" in told
    assert "outspeed" not in told
    assert "no game called chess" in " ".join(paddock("games", "chess").stderr.split())


def test_run_reports_and_repeats_itself_from_its_seed() -> None:
    words = ("run", "pig", "--games", "6", "--option", "goal=30", "--seed", "x", "--json")
    first, again = paddock(*words), paddock(*words)
    assert first.exit_code == 0
    assert first.stdout == again.stdout
    told = json.loads(first.stdout)
    assert len(told["games"]) == 6
    assert sum(row["wins"] for row in told["standings"]) == pytest.approx(6)
    assert "6 games" in paddock(*words[:-1]).stdout


def test_a_written_log_replays_and_verifies(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    assert paddock("run", "pig", "--option", "goal=20", "--log", str(log)).exit_code == 0
    shown = paddock("replay", str(log))
    assert shown.exit_code == 0
    assert "rolls" in shown.stdout
    assert "rzuca" in paddock("replay", str(log), "--language", "pl").stdout.replace("wyrzuca", "rzuca")
    assert "verified" in paddock("verify", str(log)).stdout
    part = paddock("replay", str(log), "--from", "2", "--to", "3").stdout
    assert "   2  " in part
    assert "   4  " not in part


def test_a_replay_ends_with_the_results_in_their_order(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    orders = set()
    for seed in range(8):
        words = ("run", "pig", "--option", "goal=20", "--seats", "3", "--seed", str(seed), "--log", str(log))
        assert paddock(*words).exit_code == 0
        told = [line.split() for line in paddock("replay", str(log)).stdout.splitlines()[-3:]]
        places = [line[0] for line in told]
        scores = [int(line[-2]) for line in told]
        assert places[0] == "1." and places == sorted(places)
        assert scores == sorted(scores, reverse=True)
        orders.add(tuple(" ".join(line[1:-2]) for line in told))
    assert len(orders) > 1, "the order is not always that of the seats"
    assert {name for order in orders for name in order} == {"random 1", "random 2", "random 3"}


@pytest.mark.parametrize("game", ["gt-1", "dirt-4", "outspeed-4"])
def test_a_replay_calls_seats_and_cells_by_their_names(game: str) -> None:
    file = Path(__file__).parents[1] / "recorded" / f"{game}.jsonl"
    log = load_file(file)
    told = [
        line.strip() for line in paddock("replay", str(file)).stdout.splitlines() if line.startswith("      ")
    ]
    assert not [line for line in told if re.search(r"^\d+ |drives to \d+ |: \d+ (wins|is fastest)", line)]
    for name in distinct(log.header.seats):
        assert any(line.startswith(f"{name} ") for line in told)
    cells = find_game(log.header.game).cells(first_state(find_game(log.header.game), log))
    driven = [line for line in told if "drives to" in line]
    assert bool(driven) == bool(cells) == (game != "outspeed-4")
    if game == "gt-1":
        assert all(any(f"drives to {cell} " in line for cell in cells) for line in driven)
    if game == "dirt-4":
        assert any(f"over: {name} wins" in told[-1] for name in distinct(log.header.seats))


def test_several_logs_are_numbered(tmp_path: Path) -> None:
    paddock("run", "pig", "--option", "goal=10", "--games", "3", "--log", str(tmp_path / "g.jsonl"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["g-1.jsonl", "g-2.jsonl", "g-3.jsonl"]


def test_an_altered_log_is_refused_with_its_record(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    paddock("run", "pig", "--option", "goal=20", "--log", str(log))
    lines = log.read_bytes().splitlines()
    lines[1] = lines[1].replace(b'"seat":0', b'"seat":1')
    log.write_bytes(b"\n".join(lines))
    for command in ("replay", "verify"):
        refused = paddock(command, str(log))
        assert refused.exit_code == 1
        assert "Record 1 was altered" in refused.stderr
        assert "Traceback" not in refused.output


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("run", "chess"), "no game called chess"),
        (("run", "pig", "--bots", "god"), "no bot called god"),
        (("run", "pig", "--option", "goal"), "key=value"),
        (("run", "pig", "--option", "gaol=3"), "gaol"),
        (("run", "pig", "--seats", "9"), "2 to 6 players"),
        (("run", "pig", "--seats", "2", "--bots", "random,random,random"), "too many"),
    ],
)
def test_mistakes_are_answered_with_a_sentence(words: tuple[str, ...], complaint: str) -> None:
    answer = paddock(*words)
    assert answer.exit_code == 1
    assert complaint in answer.stderr.replace("\n", " ")


def test_a_reader_who_left_is_no_mistake() -> None:
    speech = """
import typer
from paddock.cli.screen import Commands

app = typer.Typer(cls=Commands)
app.callback()(lambda: None)
app.command("speak")(lambda: print("lap " * 1_000_000))
app()
"""
    words = [sys.executable, "-c", speech, "speak"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as speaker:
        assert speaker.stdout is not None
        assert speaker.stderr is not None
        assert speaker.stdout.read(3) == b"lap"
        speaker.stdout.close()
        assert (speaker.stderr.read(), speaker.wait()) == (b"", 1)
