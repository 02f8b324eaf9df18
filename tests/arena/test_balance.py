"""The bench for balance: variations over data files, figures with intervals, the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from paddock.arena.balance import Bench, Tally, check, measure, measured, strongest, tables, tallied
from paddock.arena.balance_page import markdown, page
from paddock.arena.playing import play_logged
from paddock.arena.series import Series
from paddock.arena.variations import Candidate, candidates, read_lines
from paddock.cli import app
from paddock.core.errors import BadInput
from paddock.core.game import Figure
from paddock.core.registry import find_game
from paddock.games.rallyman.dirt.actions import ShortcutTaken

OUTSPEED = find_game("outspeed").shipped_data()
CARDS = find_game("dirt-and-dust").shipped_data()
SEATS = "tiles.1.sides.3-4.routes.red.seats"


def test_lines_name_places_and_figures_and_are_tried_in_all_combinations() -> None:
    lines = [f"{SEATS} = 1 | 2  # a remark", "", "tiles.16.sides.5-6.routes.blue.cost = 0 | 1 | 2"]
    made = candidates(OUTSPEED, read_lines(lines))
    assert len(made) == 6
    assert made[3].name == f"{SEATS} = 2, tiles.16.sides.5-6.routes.blue.cost = 0"
    tile = json.loads(made[3].file)["tiles"][0]
    assert tile["sides"]["3-4"]["routes"]["red"]["seats"] == 2
    assert candidates(OUTSPEED, [])[0].file == OUTSPEED


def test_cards_are_found_by_their_id() -> None:
    (made,) = candidates(CARDS, read_lines(["team_cards.3A.cost = 2"]))
    assert next(card for card in json.loads(made.file)["team_cards"] if card["id"] == "3A")["cost"] == 2


@pytest.mark.parametrize(
    ("file", "line", "said"),
    [
        (OUTSPEED, "tiles.99.sides = 1", "there is no `99`"),
        (OUTSPEED, "tiles.1.sides.3-4.routes.red.seats", "a figure is no JSON"),
        (OUTSPEED, "= 3", "PLACE = FIGURE"),
        (OUTSPEED, "bonus_tokens.nitro.count = 8", "its source is rulebook"),
        (CARDS, "drivers.HJ.cards.HJ1.passive.pay.popularity = 1", "its source is rulebook"),
    ],
)
def test_what_cannot_be_varied_is_said(file: bytes, line: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        candidates(file, read_lines([line]))


def test_anything_may_be_varied_on_demand() -> None:
    (made,) = candidates(OUTSPEED, read_lines(["bonus_tokens.nitro.count = 8"]), anything=True)
    with pytest.raises(BadInput, match="bonus_tokens"):
        check(Bench(Series("outspeed", {}, ("random",) * 3), (made,)))


def test_intervals_and_bounds() -> None:
    shares = tallied([Figure("t", "r", float(n < 30), least=0.2, most=0.5) for n in range(100)])["t", "r"]
    low, high = shares.interval
    assert (round(low, 3), round(high, 3)) == (0.219, 0.396)
    assert shares.verdict == "yes"
    assert Tally(100, 30, 30, least=0.5, most=1).verdict == "no"
    assert Tally(100, 30, 30, least=0.25, most=1).verdict == "open"
    measured = tallied([Figure("t", "r", value) for value in (4.0, 6.0)])["t", "r"]
    assert (measured.mean, measured.verdict) == (5.0, "")
    assert measured.interval[0] < 5 < measured.interval[1]


@pytest.mark.parametrize(
    ("game", "seats", "row"),
    [
        ("outspeed", 4, ("Routes taken", "tile 01 side 3-4 red")),
        ("dirt-and-dust", 2, ("Cards bought", "1A")),
        ("dirt-and-dust", 1, ("Ghost beaten", "Standard")),
        ("rallyman-gt", 2, ("Wins by place on the grid", "slot 1")),
        ("rallyman-dirt", 2, ("Stage seconds", "rally-1/SS1")),
    ],
)
def test_a_game_tells_its_figures(game: str, seats: int, row: tuple[str, str]) -> None:
    series = Series(game, {}, ("random",) * seats, seed="figures")
    found = tallied([figure for number in range(2) for figure in measure(series, series.fixture(number))])
    assert found[row].n > 0
    wins = sum(tally.total for (table, _), tally in found.items() if table == "Wins by seat")
    assert wins in (0, 1, 2)
    assert {table.title for table in tables(found)} == {table for table, _ in found}


def test_of_the_shortcuts_a_car_passes_those_it_takes_are_counted() -> None:
    series = Series("rallyman-dirt", {"rally": "rally-2", "stages": ["SS1"]}, ("club",) * 2, seed="cuts")
    _, _, events = play_logged(series, series.fixture(0))
    found = measured(series, series.fixture(0))
    cuts = found["Shortcuts taken", "all stages"]
    assert (cuts.n, cuts.most) == (8, 0.5)
    assert cuts.total == len({(e.seat, e.shortcut) for e in events if isinstance(e, ShortcutTaken)}) > 0
    assert sum(found["Shortcuts taken", f"rally-2/SS1 {n}"].total for n in range(1, 5)) == cuts.total


def test_the_strongest_bot_is_an_expert_where_there_is_one() -> None:
    assert strongest("outspeed") == "expert"


def test_the_page_stands_on_its_own() -> None:
    series = Series("outspeed", {"first_game": True}, ("random",) * 3, seed="page")
    found = measured(series, series.fixture(0))
    bench = Bench(series, (Candidate("seats < 3", OUTSPEED),))
    made = page(bench, [1], [found])
    assert "seats &lt; 3" in made and "Routes taken" in made and "first_game True" in made
    assert "src=" not in made and "href=" not in made
    told = markdown(bench, [1], [found])
    assert told.startswith("### outspeed: seats < 3, 3 × random, first_game True, seed page: 1 games\n\n| ")
    assert "| Wins by seat | n | mean | from | to | in bounds |\n| --- | ---: |" in told


def test_the_command_plays_candidates_in_processes_of_their_own(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    words = ["balance", "outspeed", "--bots", "random", "--games", "3", "--jobs", "1", "--json"]
    zones = "tiles.1.sides.3-4.routes.blue.reward.0.amount = 1 | 9"
    done = CliRunner().invoke(app, [*words, "--vary", zones, "--html", str(out)])
    assert done.exit_code == 0, done.output
    near, far = json.loads(done.stdout)
    assert (near["games"], far["games"]) == (3, 3)
    assert near["tables"] != far["tables"]
    assert out.read_text().count("<details") == 2


def test_an_owners_file_is_printed_and_checked(tmp_path: Path) -> None:
    assert CliRunner().invoke(app, ["data", "outspeed"]).stdout.encode() == OUTSPEED
    wrong = tmp_path / "wrong.json"
    wrong.write_bytes(OUTSPEED.replace(b'"seats": 1', b'"seats": 0', 1))
    refused = CliRunner().invoke(app, ["balance", "outspeed", "--data", str(wrong)])
    assert refused.exit_code == 1
    assert "tile 1" in refused.stderr and "seats" in refused.stderr
    missing = CliRunner().invoke(app, ["balance", "outspeed", "--data", str(tmp_path / "nix.json")])
    assert missing.exit_code == 1
    assert "nix.json" in missing.stderr.replace("\n", ""), "a terminal may wrap the line"
