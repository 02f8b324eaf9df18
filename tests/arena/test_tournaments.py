"""Tournaments: balanced, the same on whatever they run, taken up after a crash, honest."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from paddock.arena.reports import html
from paddock.arena.runner import InProcess, OnProcesses
from paddock.arena.series import Fixture, Played, Tournament
from paddock.arena.sinks import Journal, write_parquet
from paddock.arena.standings import decided, interval, points_of, standings, table
from paddock.arena.tournament import play_tournament
from paddock.bots.random import RandomBot
from paddock.cli import app
from paddock.core.errors import BadInput
from paddock.core.registry import add_bot

HERE = "tests.arena.test_tournaments"
PIG = {"goal": 20}


class Stumbler(RandomBot):
    """Raises at its third decision."""

    def __init__(self) -> None:
        self.left = 3

    def choose(self, perspective: Any, rng: random.Random) -> Any:
        self.left -= 1
        if not self.left:
            raise RuntimeError("lost the way")
        return super().choose(perspective, rng)


class Cheat(RandomBot):
    """Decides what nobody may."""

    def choose(self, perspective: Any, rng: random.Random) -> Any:
        return "a lap of honour"


def small(**changed: Any) -> Tournament:
    plan: dict[str, Any] = {"game": "outspeed", "bots": ("random", f"{HERE}:Twin"), "seats": 3, "games": 12}
    return Tournament(**{**plan, **changed})


class Twin(RandomBot):
    """Another random player."""


def plain(games: tuple[Played, ...]) -> list[tuple[Any, ...]]:
    return [(o.number, o.bots, o.places, o.scores, o.unit, o.nodes, o.luck, o.failed) for o in games]


def test_every_bot_sits_everywhere_equally_often_with_the_same_dice() -> None:
    plan = Tournament(
        game="rallyman-gt", bots=("a", "b", "c"), seats=3, courses=({"track": "list-1"}, {"track": "list-2"})
    )
    fixtures = [fixture for number in range(4) for fixture in plan.round(number)]
    at = Counter((bot, seat, f.course) for f in fixtures for seat, bot in enumerate(f.bots))
    assert len(set(at.values())) == 1
    assert len(at) == 3 * 3 * 2
    assert len({f.seed for f in plan.round(0)}) == 1
    assert {f.number for f in fixtures} == set(range(12))


def test_line_ups_of_every_kind() -> None:
    def ups(kind: Any, seats: int, *bots: str) -> list[tuple[str, ...]]:
        return Tournament(game="outspeed", bots=bots, kind=kind, seats=seats).line_ups()

    assert ups("gauntlet", 4, "hero", "x", "y") == [("hero", "x", "x", "x"), ("hero", "y", "y", "y")]
    assert ups("ladder", 4, "a", "b", "c") == [("a", "b", "a", "b"), ("b", "c", "b", "c")]
    assert ups("round-robin", 3, "a", "b", "c", "d") == [
        ("a", "b", "c"), ("a", "b", "d"), ("a", "c", "d"), ("b", "c", "d"),
    ]  # fmt: skip
    assert ups("round-robin", 4, "a", "b") == [("a", "b", "a", "b")]
    assert ups("round-robin", 1, "a", "b") == [("a",), ("b",)]


def test_processes_give_the_same_games() -> None:
    one = play_tournament(small())
    two = play_tournament(small(), OnProcesses(2, chunk=1))
    assert plain(one.games) == plain(two.games)
    assert one.rounds == two.rounds
    assert table(small(), one.games)[0].games


class Broken(InProcess):
    """Pulls the plug after some games."""

    def __init__(self, after: int) -> None:
        self.after = after

    def play(self, work: Any, fixtures: Any) -> Any:
        for number, game in enumerate(super().play(work, fixtures)):
            if number == self.after:
                raise KeyboardInterrupt
            yield game


def test_a_tournament_is_taken_up_without_losing_a_game(tmp_path: Path) -> None:
    whole = play_tournament(small())
    with pytest.raises(KeyboardInterrupt):
        play_tournament(small(), Broken(5), Journal(tmp_path, small()))
    kept = (tmp_path / "games.jsonl").read_bytes()
    assert kept.count(b"\n") == 5
    (tmp_path / "games.jsonl").write_bytes(kept + b'{"number": 5, "rou')
    journal = Journal(tmp_path, small())
    assert sorted(journal.played) == [0, 1, 2, 3, 4]
    played: list[Fixture] = []

    class Counting(InProcess):
        def play(self, work: Any, fixtures: Any) -> Any:
            for fixture in fixtures:
                played.append(fixture)
                yield from super().play(work, [fixture])

    again = play_tournament(small(), Counting(), journal)
    assert plain(again.games) == plain(whole.games)
    assert [fixture.number for fixture in played] == list(range(5, len(whole.games)))
    with pytest.raises(BadInput, match="another tournament"):
        Journal(tmp_path, small(seed="other"))


@pytest.mark.parametrize(("bot", "words"), [("Stumbler", "lost the way"), ("Cheat", "lap of honour")])
def test_a_bot_that_fails_is_named_and_loses(bot: str, words: str) -> None:
    plan = small(bots=("random", f"{HERE}:{bot}"), games=6)
    outcome = play_tournament(plan)
    failing = [game for game in outcome.games if game.failed is not None]
    assert failing
    for game in failing:
        assert game.failed is not None
        assert game.bots[game.failed] == f"{HERE}:{bot}"
        assert game.places[game.failed] == 3
        assert words in game.failure
    lines = {line.bot: line for line in table(plan, outcome.games)}
    assert lines[f"{HERE}:{bot}"].failed == len(failing)
    assert lines["random"].points > lines[f"{HERE}:{bot}"].points
    assert words in html(outcome)


def told(places: list[tuple[int, ...]], bots: tuple[str, ...] = ("a", "b")) -> list[Played]:
    return [
        Played(n, bots, own, (0.0,) * len(own), "points", 1, round=n // 2) for n, own in enumerate(places)
    ]


def test_the_order_is_decided_only_when_it_is() -> None:
    plan = Tournament(game="rallyman-gt", bots=("a", "b"), seats=2)
    clear = told([(1, 2)] * 40)
    even = told([(1, 2), (2, 1)] * 20)
    rng = random.Random(4)
    assert decided(plan, clear, 1)
    assert not decided(plan, even, 1)
    wrong = 0
    for _ in range(200):
        flips = told([rng.choice(((1, 2), (2, 1))) for _ in range(64)])
        wrong += any(decided(plan, flips[: 2 * at], look) for look, at in ((1, 8), (2, 16), (3, 32)))
    assert wrong <= 20, "equal bots are told apart too often"


def test_points_and_intervals() -> None:
    assert points_of((1, 2, 3)) == [1.0, 0.5, 0.0]
    assert points_of((1, 1, 3)) == [0.75, 0.75, 0.0]
    low, high = interval([0.5, 0.25, 0.75, 0.5] * 25)
    assert 0.4 < low < 0.5 < high < 0.6
    assert interval([1.0] * 30) == (0.9, 1.0)
    assert interval([]) == (0.0, 1.0)


def test_solo_drives_are_compared_by_time_and_retiring_is_worst() -> None:
    plan = Tournament(game="rallyman-gt", bots=("quick", "slow", "gone"), seats=1)
    games = [
        Played(n, (bot,), (1,), (score,), unit, 1, round=n // 3)
        for n, (bot, score, unit) in enumerate(
            [("quick", 120.0, "seconds"), ("slow", 150.0, "seconds"), ("gone", 0.0, "retired")] * 3
        )
    ]
    first, second, third = table(plan, games)
    assert (first.bot, first.best, first.share, first.score) == ("quick", 120.0, 1.0, 120.0)
    assert second.bot == "slow"
    assert (third.bot, third.best, third.score, third.retired) == ("gone", None, None, 3)
    assert first.rating > second.rating > third.rating


def test_standings_call_the_quickest_drive_the_best() -> None:
    drives = [(150.0, "seconds"), (120.0, "seconds"), (0.0, "retired")]
    row = standings(
        [Played(n, ("solo",), (1,), (score,), unit, 9) for n, (score, unit) in enumerate(drives)]
    )[0]
    assert (row.best, row.worst, row.retired, row.score) == (120.0, 150.0, 1, 135.0)


def test_the_command_writes_its_papers(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    add_bot("any", "twin", Twin)
    words = ["arena", "outspeed", "--bots", "random,twin", "--games", "6", "--out", str(tmp_path), "--json"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert {line["bot"] for line in msgspec.json.decode(done.stdout)["table"]} == {"random", "twin"}
    rows = pq.read_table(tmp_path / "games.parquet").to_pylist()
    assert len(rows) == 6 * 3
    assert {row["course"] for row in rows} == {"as it comes"}
    page = (tmp_path / "report.html").read_text()
    assert page.count("<svg") == 5
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    shown = CliRunner().invoke(app, words[:-1], env={"COLUMNS": "120"})
    assert "twin" in shown.stdout
    wrong = CliRunner().invoke(app, ["arena", "outspeed", "--bots", "random,twin", "--kind", "duel"])
    assert wrong.exit_code == 1
    assert CliRunner().invoke(app, ["arena", "outspeed", "--bots", "random"]).exit_code == 1


def test_parquet_of_a_tournament_with_luck(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    plan = Tournament(game="rallyman-gt", bots=("random", f"{HERE}:Twin"), seats=2, games=2)
    outcome = play_tournament(plan)
    write_parquet(plan, outcome.games, tmp_path / "games.parquet")
    assert all(row["luck"] is not None for row in pq.read_table(tmp_path / "games.parquet").to_pylist())
    assert "Luck" in html(outcome)
