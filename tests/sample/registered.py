"""Importing this makes the sample games known, for servers started with `--load tests.sample.registered`."""

from paddock.core.registry import add_game
from tests.sample.nerve import NERVE
from tests.sample.pig import PIG

add_game(PIG)
add_game(NERVE)
