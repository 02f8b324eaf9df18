"""Bots say how strong they are: lists put the weakest first, and published strengths were measured."""

from __future__ import annotations

import random
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, get_args

import pytest

from paddock.bots.strengths import published
from paddock.core.errors import BadInput
from paddock.core.game import Bot, Level, Perspective
from paddock.core.registry import _installed_bots, add_bot, add_game, bots
from tests.sample.pig import PIG, Hold, PigState, Roll
from tools.strengths import compare, elo, measure, shown_in

add_game(PIG)
OURS = ("dirt-and-dust", "outspeed", "rallyman-dirt", "rallyman-gt")


class Holding:
    """Rolls until the turn is worth so much."""

    name = "holding"
    level: Level = "club"
    strength = 300.0
    pace = 0.0
    enough = 20

    def choose(self, perspective: Perspective[PigState, Any], rng: random.Random) -> Roll | Hold:
        view = perspective.view
        return Hold() if view.pot >= self.enough else Roll()


class Hasty(Holding):
    name = "a hasty one"
    level: Level = "beginner"
    strength = 100.0
    enough = 8


def test_bots_are_listed_weakest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paddock.core.registry._EXTRA_BOTS", {})
    add_bot("pig", "aces", Holding)
    add_bot("pig", "zeros", Hasty)
    assert list(bots("pig")) == ["random", "zeros", "aces"]
    assert "aces" not in bots("outspeed")


@pytest.mark.parametrize("lacking", ["name", "level", "strength", "pace", "choose"])
def test_a_bot_that_does_not_say_all_is_refused(lacking: str) -> None:
    fields = {name: getattr(Holding, name) for name in ("name", "level", "strength", "pace", "choose")}
    del fields[lacking]
    with pytest.raises(BadInput, match=lacking):
        add_bot("pig", "mute", type("Mute", (), fields))


def shipped(game: str) -> dict[str, type[Bot]]:
    """Returns the bots that ship; other tests may have added bots of their own in this process."""
    return {name: bot for name, bot in bots(game).items() if bot.__module__.startswith("paddock.")}


def test_every_installed_bot_has_a_level_and_a_measured_strength() -> None:
    for game in OURS:
        for name, bot in shipped(game).items():
            assert bot.level in get_args(Level), (game, name)
            if name != "random":
                found = published()[f"{game}.{name}"]
                assert (bot.strength, bot.pace) == (found.strength, found.pace)
                assert found.games > 0 and 0 < found.low < found.strength < found.high


def test_published_strengths_are_of_bots_that_there_are() -> None:
    assert set(published()) == {
        f"{game}.{name}" for game in OURS for name in shipped(game) if name != "random"
    }


def test_a_bot_of_a_package_that_is_not_whole_is_left_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = EntryPoint("outspeed.gone", "paddock.bots.outspeed.gone:GoneBot", "paddock.bots")
    monkeypatch.setattr("paddock.core.registry.entry_points", lambda group: [broken])
    assert _installed_bots.__wrapped__() == {}
    assert "outspeed.gone is left out" in caplog.text


def test_levels_rise_in_every_game() -> None:
    by_game: dict[str, dict[str, float]] = {}
    for name, found in published().items():
        game, bot = name.rsplit(".", 1)
        by_game.setdefault(game, {})[bot] = found.strength
    assert len(by_game) == 4
    for game, strengths in by_game.items():
        rising = [strengths[level] for level in get_args(Level) if level in strengths]
        assert len(rising) >= 3 and rising == sorted(rising), game


def test_the_arena_measures_strength_and_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paddock.core.registry._EXTRA_BOTS", {})
    add_bot("pig", "holding", Holding)
    add_bot("pig", "hasty", Hasty)
    found = measure(PIG, 30)
    assert list(found) == ["pig.hasty", "pig.holding"]
    assert 0 < found["pig.hasty"].strength < found["pig.holding"].strength
    alike = compare(PIG, "hasty", "hasty", 20)
    assert alike.low < 0 < alike.high
    assert elo(10 / 11) == pytest.approx(400)
    assert all(one.games == 30 and one.pace > 0 for one in found.values())


def test_the_readme_shows_the_published_strengths() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    assert shown_in(readme, published()) == readme, "python -m tools.strengths 0 writes it anew"
    with pytest.raises(ValueError, match="no table"):
        shown_in("no marks", published())
