import pytest

from paddock.testing.harness import exercise
from tests.sample.nerve import NERVE, NerveOptions
from tests.sample.pig import PIG, PigOptions


@pytest.mark.parametrize("seats", PIG.seats)
def test_pig_keeps_the_contract(seats: int) -> None:
    match = exercise(PIG, PigOptions(goal=50), seats, seed=seats)
    result = PIG.result(match.state)
    assert result is not None
    assert max(result.scores) >= 50


@pytest.mark.parametrize("seed", range(3))
def test_a_game_whose_actions_are_not_listed_keeps_the_contract(seed: int) -> None:
    exercise(NERVE, NerveOptions(), seats=2, seed=seed)
