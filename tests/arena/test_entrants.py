"""Bots by name, and by module and class."""

import pytest

from paddock.arena.entrants import bot_for
from paddock.arena.runner import play
from paddock.arena.series import Series
from paddock.core.errors import BadInput

FROZEN = {
    "dirt-and-dust": "tests.opponents.dirt_and_dust:ClubBot",
    "outspeed": "tests.opponents.outspeed:ClubBot",
    "rallyman-dirt": "tests.opponents.rallyman_dirt:ClubBot",
    "rallyman-gt": "tests.opponents.rallyman_gt:ClubBot",
}


@pytest.mark.parametrize("game", sorted(FROZEN))
def test_the_frozen_clubs_can_be_raced(game: str) -> None:
    seats = 3 if game == "outspeed" else 2
    names = (FROZEN[game], *["random"] * (seats - 1))
    ((played, _, _),) = play(Series(game, {}, names, seed="frozen"))
    assert played.bots == names


@pytest.mark.parametrize("name", ["nix", "bench.nix:ClubBot", "tests.opponents.outspeed:Nix", "json:dumps"])
def test_what_is_no_bot_is_named(name: str) -> None:
    with pytest.raises(BadInput, match=name):
        bot_for("outspeed", name)
