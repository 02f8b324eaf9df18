"""What all tests share: the sample game is registered."""

from paddock.core.registry import add_game
from tests.sample.pig import PIG

add_game(PIG)
