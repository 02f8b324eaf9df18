"""Every game that is installed keeps the contract, without being named here; a fifth one is checked, too."""

from importlib.metadata import entry_points

import pytest

from paddock.testing.harness import exercise
from tests.sample.pig import PIG

FEW_AND_MANY = [
    pytest.param(game, seats, id=f"{game.name}-{seats}")
    for game in [PIG, *(point.load() for point in entry_points(group="paddock.games"))]
    for seats in (game.seats[0], game.seats[-1])
]


@pytest.mark.parametrize(("game", "seats"), FEW_AND_MANY)
def test_a_game_as_it_comes_out_of_the_box(game, seats) -> None:  # type: ignore[no-untyped-def]
    match = exercise(game, None, seats, seed="out of the box", thorough_every=9)
    assert match.log.ended
    assert game.result(match.state) is not None
