"""Bots by name, and by module and class."""

import pytest

from paddock.arena.entrants import bot_for
from paddock.arena.runner import play
from paddock.arena.series import Series
from paddock.core.errors import BadInput

FROZEN = {
    "dirt-and-dust": "bench.frozen.dirt_and_dust.club:ClubBot",
    "outspeed": "bench.frozen.outspeed:ClubBot",
    "rallyman-dirt": "bench.frozen.rallyman.dirt_club:ClubBot",
    "rallyman-gt": "bench.frozen.rallyman.gt_club:ClubBot",
}


@pytest.mark.parametrize("game", sorted(FROZEN))
def test_the_frozen_clubs_can_be_raced(game: str) -> None:
    seats = 3 if game == "outspeed" else 2
    names = (FROZEN[game], *["random"] * (seats - 1))
    ((played, _, _),) = play(Series(game, {}, names, seed="frozen"))
    assert played.bots == names


@pytest.mark.parametrize("name", ["nix", "bench.nix:ClubBot", "bench.frozen.outspeed:Nix", "json:dumps"])
def test_what_is_no_bot_is_named(name: str) -> None:
    with pytest.raises(BadInput, match=name):
        bot_for("outspeed", name)
