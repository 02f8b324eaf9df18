"""Importing this makes Pig known, for servers that are started with `--load tests.sample.registered`."""

from paddock.core.registry import add_game
from tests.sample.pig import PIG

add_game(PIG)
