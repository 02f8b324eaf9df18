"""The balance report, and the page about the game."""

import doctest
from pathlib import Path

from paddock.arena.playing import play_out
from paddock.bots.random import RandomBot
from paddock.core.game import Result
from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust.events import Bought, Damaged, Destroyed, Scouted, TokenFlipped, TookFree
from paddock.testing.dirt_and_dust import driving, player

PAGE = Path(__file__).parent.parent.parent.parent / "docs" / "games" / "dirt-and-dust.md"


def test_the_report_adds_up() -> None:
    report = DIRT_AND_DUST.report()
    first = player(driver="HJ", speed=3, risk=1, popularity=2, hand=["8A"])
    state = driving(first, player(driver="SF", out=True), stage="eagle_pass")
    events = [
        Bought(0, "7A", 3),
        TookFree(1, "7A"),
        Damaged(0, 6, 1),
        TokenFlipped(0, 1),
        Destroyed(1),
        Scouted(0, 1, 2),
    ]
    report.game([state], events, Result((1, 2), (21.0, 0.0)))
    report.game([state], [Bought(0, "9A", 5)], Result((1, 1), (10.0, 10.0)))
    tables = {table.title: table for table in report.tables()}
    assert tables["Scores by stage"].rows == (("Eagle Pass", 4, 10.25, 0.0, 21.0),)
    assert tables["Where the points come from, per car"].rows == ((1.5, 0.5, -0.5, 1.5),)
    assert tables["Drivers"].rows == (("Harry Jordan", 2, 0.75, 15.5), ("Sofía Fernández", 2, 0.25, 5.0))
    assert tables["Cards bought"].rows[:3] == (
        ("7A", "Serpentine", 1, 1, 0.5, 0.5),
        ("9A", "Trajectory", 1, 0, 0.25, 0.5),
        ("1A", "Anti-lag Valve", 0, 0, 0.0, "–"),
    )
    assert len(tables["Cards bought"].rows) == 9, "what nobody wanted is shown too"
    assert tables["Navigators and damage, per car"].rows == ((0.25, 1.5, 0.25, 1, 0.25),)
    assert all(len(row) == len(table.columns) for table in tables.values() for row in table.rows)


def test_trial_and_solo_have_tables_of_their_own() -> None:
    report = DIRT_AND_DUST.report()
    assert report.tables() == []
    for options, bots in (({"stage": "trial"}, 2), ({"ghost": "devil"}, 1)):
        match, events = play_out(
            DIRT_AND_DUST, DIRT_AND_DUST.options(options), [RandomBot()] * bots, "report"
        )
        report.game([match.state], events, DIRT_AND_DUST.result(match.state))
    tables = {table.title: table for table in report.tables()}
    assert tables["Trial Stage"].rows[0][0] == 2
    assert tables["Ghost"].rows[0][:2] == ("Devil at the Wheel", 1)


def test_the_examples_of_the_page_are_true() -> None:
    assert doctest.testfile(str(PAGE), module_relative=False).failed == 0
