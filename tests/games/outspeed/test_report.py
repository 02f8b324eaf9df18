"""The balance report."""

from __future__ import annotations

from paddock.core.game import Table
from paddock.core.match import replay
from paddock.games.outspeed import outspeed
from paddock.games.outspeed.report import BalanceReport, lead_changes
from paddock.testing.harness import exercise
from paddock.testing.outspeed import race


def gathered(games: int, seats: int) -> dict[str, Table]:
    report = outspeed.report()
    for seed in range(games):
        match = exercise(outspeed, seats=seats, seed=f"report {seed}", thorough_every=1000)
        events = [event for step in replay(match.log, outspeed) for event in step.events]
        first = outspeed.start(outspeed.Options(), seats)
        report.game([first, match.state], events, outspeed.result(match.state))
    return {table.title: table for table in report.tables()}


def test_it_shows_routes_eliminations_course_and_seats() -> None:
    tables = gathered(games=6, seats=5)
    routes = tables["Routes by tile"]
    assert {row[0] for row in routes.rows} >= set(range(1, 13))
    assert {row[1] for row in routes.rows} == {"3-4", "5-6"}
    for row in routes.rows:
        assert abs(sum(row[3:6]) - 1) < 0.01  # type: ignore[arg-type]
    seats = tables["Seats"]
    assert [row[0] for row in seats.rows] == [1, 2, 3, 4, 5]
    assert 0.9 < sum(row[2] for row in seats.rows) <= 1.5  # type: ignore[misc]
    assert tables["Course"].rows[0] == ("races", 6)
    assert tables["Eliminations"].rows[-1][0] == "all"


def test_an_empty_report_has_tables_too() -> None:
    assert len(BalanceReport(("red", "yellow", "blue")).tables()) == 4


def test_a_lead_change_is_another_ship_alone_in_front() -> None:
    table = race([6, 5, 5], tile=1)
    first = outspeed.clone(table.state)
    table.program("blue", "red", "blue").come(9)
    assert table.zones == [7, 8, 6] and lead_changes(first, table.told) == 0
    table.program("red", "blue", "blue").come(4, 3)
    assert table.zones == [11, 9, 7] and lead_changes(first, table.told) == 1
