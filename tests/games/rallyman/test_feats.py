"""Statistics, courses and challenges of both Rallyman games."""

import hashlib
from typing import Any

import pytest

from paddock.core.game import AnyGame, Result
from paddock.core.registry import find_game
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.state import GtOptions
from paddock.tracks.layouts import ready_circuit

RALLYMAN = [find_game("rallyman-gt"), find_game("rallyman-dirt")]


def test_feats_count_flat_outs_losses_and_luck_for_the_right_driver() -> None:
    events: list[Any] = [
        a.Planned(0, (), "flat-out", 2),
        a.Rolled(0, 0, "3", "!-", 1),
        a.Rolled(0, 1, "c", "-", 1),
        a.Planned(1, (), "one-by-one", 1),
        a.Rolled(1, 0, "6", "!", 1),
        a.ControlLost(1, 0, 6, "red", "overspeed", 1, 4),
        a.Crashed(1, 0, "left"),
    ]
    first, second = RALLYMAN_GT.feats(GtOptions(), events, Result((1, 2), (1.0, 0.0)))
    assert (first["turns"], first["flat-outs"], first["losses-of-control"]) == (1, 1, 0)
    assert first["luck"] == pytest.approx(2 / 6 + 2 / 6 + 1 / 6 - 1), "die 3, a brake die and a coast die"
    assert (second["flat-outs"], second["losses-of-control"], second["crashes"]) == (0, 1, 1)
    assert second["luck"] == pytest.approx(2 / 6 - 1)


@pytest.mark.parametrize("game", RALLYMAN, ids=lambda game: game.name)
@pytest.mark.parametrize("span", ["daily", "monthly"])
def test_challenges_differ_from_day_to_day_and_can_be_driven(game: AnyGame, span: str) -> None:
    courses = set()
    for day in range(6):
        seed = hashlib.sha256(f"{span} {day}".encode()).digest()
        offered = game.challenge(seed, span)
        assert offered is not None
        assert offered == game.challenge(seed, span), "everybody gets the same"
        game.start(offered.options, 1)
        courses.add(game.course(offered.options))
    assert len(courses) == 6


def test_a_ready_track_has_one_course_however_it_is_named() -> None:
    by_name = RALLYMAN_GT.course(GtOptions(track="list-1"))
    assert by_name == "list-1"
    assert RALLYMAN_GT.course(GtOptions(track=ready_circuit("list-1"))) == by_name
