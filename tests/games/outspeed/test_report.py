"""The balance report."""

from __future__ import annotations

import json

import msgspec
import pytest
from typer.testing import CliRunner

from paddock.arena.runner import play
from paddock.arena.series import Series
from paddock.cli import app
from paddock.core.game import ReportTable
from paddock.core.match import replay
from paddock.games.outspeed import OUTSPEED
from paddock.games.outspeed.components import components
from paddock.games.outspeed.events import TileShown
from paddock.games.outspeed.report import UNLIT, BalanceReport, fuel_by_turn, lead_changes
from paddock.games.outspeed.state import OutspeedState
from paddock.games.outspeed.terms import COLOURS
from paddock.testing.harness import exercise
from paddock.testing.outspeed import Race, race

pytestmark = pytest.mark.usefixtures("example_tiles")


def gathered(games: int, seats: int) -> dict[str, ReportTable]:
    report = OUTSPEED.report()
    for seed in range(games):
        match = exercise(OUTSPEED, seats=seats, seed=f"report {seed}", thorough_every=1000)
        events = [event for step in replay(match.log, OUTSPEED) for event in step.events]
        first = OUTSPEED.start(OUTSPEED.Options(), seats)
        report.game([first, match.state], events, OUTSPEED.result(match.state))
    return {table.title: table for table in report.tables()}


def told(first: OutspeedState, table: Race) -> dict[str, tuple[tuple[str | int | float, ...], ...]]:
    """The report of one race set up by hand, as if its tile had just been shown."""
    report, state = BalanceReport(), table.state
    shown = TileShown(first.turn, first.seen[-1], first.side, finish=False)
    report.game([first, state], [shown, *table.told], table.result)
    return {each.title: each.rows for each in report.tables()}


def test_it_shows_routes_eliminations_course_and_seats() -> None:
    tables = gathered(games=6, seats=5)
    routes = tables["Routes by tile"]
    assert {row[0] for row in routes.rows} >= set(range(1, 13))
    assert {row[1] for row in routes.rows} == {"3-4", "5-6"}
    for tile, side, _, *shares, _ in routes.rows:
        lit = components().tiles[tile].sides[side].lit  # type: ignore[index]
        assert [share == UNLIT for share in shares] == [colour not in lit for colour in COLOURS]
        assert abs(sum(share for share in shares if share != UNLIT) - 100) < 0.3  # type: ignore[misc]
    seats = tables["Seats"]
    assert [row[0] for row in seats.rows] == [1, 2, 3, 4, 5]
    assert abs(sum(row[2] for row in seats.rows) - 100) < 0.5  # type: ignore[misc]
    assert tables["Course"].rows[0] == ("races", 6)
    out = tables["Eliminations"]
    assert out.rows[-1][0] == "all"
    assert out.rows[-1][1] == sum(row[1] for row in out.rows[:-1])  # type: ignore[misc]
    fuel = tables["Fuel"]
    assert [row[0] for row in fuel.rows] == list(range(1, len(fuel.rows) + 1))
    assert fuel.rows[0][1] == 5.0 and fuel.rows[0][2] > fuel.rows[-1][2]  # type: ignore[operator]


def test_an_empty_report_has_tables_too() -> None:
    tables = {table.title: table for table in BalanceReport().tables()}
    assert tables["Routes by tile"].rows == tables["Seats"].rows == tables["Fuel"].rows == ()
    assert tables["Eliminations"].rows == (("all", 0, 0.0, 0.0),)


def test_eliminations_tokens_and_fuel_are_counted() -> None:
    table = race([5, 5, 5], fuel=[1, 4, 9], tokens={1: ["fuel_tank"], 2: ["flamethrower"]}, tile=1)
    first = OUTSPEED.clone(table.state)
    table.lay({1: "fuel_tank", 2: "flamethrower"}).program("blue", "blue", "blue")
    assert list(fuel_by_turn(first, table.told)) == [[5, 8]]
    tables = told(first, table)
    assert tables["Eliminations"] == (("out of fuel", 1, 33.3, 2.0), ("all", 1, 33.3, 2.0))
    assert ("fuel tank", 1, 1.0, 0.0) in tables["Bonus tokens"]
    assert ("flamethrower", 1, 1.0, 100.0) in tables["Bonus tokens"]
    assert tables["Fuel"] == ((1, 2.0, 6.5),)


def test_a_shared_win_counts_in_parts() -> None:
    table = race([5, 5, 4], tile=13)
    first = OUTSPEED.clone(table.state)
    table.program("blue", "blue", "blue")
    tables = told(first, table)
    assert [row[2] for row in tables["Seats"]] == [50.0, 50.0, 0.0]
    assert ("decided by shared %", 100.0) in tables["Course"]


def test_a_lead_change_is_another_ship_alone_in_front() -> None:
    table = race([6, 5, 5], tile=1)
    first = OUTSPEED.clone(table.state)
    table.program("blue", "red", "blue").come(9)
    assert table.zones == [7, 8, 6] and lead_changes(first, table.told) == 0
    table.program("red", "blue", "blue").come(4, 3)
    assert table.zones == [11, 9, 7] and lead_changes(first, table.told) == 1


def test_the_command_prints_what_its_races_come_to() -> None:
    words = ["run", "outspeed", "--games", "3", "--seats", "4", "--seed", "balance", "--json"]
    printed = json.loads(CliRunner().invoke(app, words).stdout)["tables"]
    report = BalanceReport()
    for played, state, events in play(Series("outspeed", {}, ("random",) * 4, 3, "balance")):
        report.game([OUTSPEED.start(OUTSPEED.Options(), 4), state], events, played.result)
    assert printed == json.loads(msgspec.json.encode(report.tables()))
    fuel = next(table for table in printed if table["title"] == "Fuel")["rows"]
    assert len(fuel) == 13 and fuel[0][1] == 4 and 10 < fuel[0][2] < 13
