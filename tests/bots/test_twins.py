"""Two bots of one level at one table are two players: they do not decide alike whatever they are asked."""

from __future__ import annotations

import random

import pytest

from paddock.core.chance import DiceStream, seed_from
from paddock.core.game import Perspective
from paddock.core.match import start
from paddock.core.registry import find_bot, find_game

MOST = 80
"""So many decisions of a game are looked at."""


def asked_twice(game_name: str, bot: str, seed: str) -> tuple[int, int]:
    """How many decisions of a game a twin takes otherwise, and how many leave a choice."""
    game, secret = find_game(game_name), seed_from(seed)
    seats = max(2, game.seats[0])
    match, stream = start(game, game.options(), [bot] * seats, secret), DiceStream(secret)
    match.settle(stream)
    own, other = random.Random(f"{seed} own"), random.Random(f"{seed} other")
    parted = free = 0
    for _ in range(MOST):
        asked = game.pending(match.state).seats
        if not asked:
            break
        seat = asked[0]
        mine, twins = (Perspective(game, match.state, seat, who) for who in ("Ada", "Bob"))
        choice = find_bot(game_name, bot).choose(mine, own)
        free += any(mine.actions.sample(own) != choice for _ in range(3))
        parted += find_bot(game_name, bot).choose(twins, other) != choice
        match.decide(seat, choice)
        match.settle(stream)
    return parted, free


@pytest.mark.parametrize("game", ["dirt-and-dust", "outspeed", "rallyman-dirt", "rallyman-gt"])
def test_newcomers_part_in_every_game(game: str) -> None:
    parted, free = asked_twice(game, "beginner", "twins")
    assert parted >= free / 10, f"{parted} of {free}"


@pytest.mark.parametrize(
    ("game", "level"), [("outspeed", "club"), ("outspeed", "expert"), ("dirt-and-dust", "club")]
)
def test_where_all_decide_at_once_stronger_ones_part_too(game: str, level: str) -> None:
    parted, free = asked_twice(game, level, "twins")
    assert parted > 0, f"{parted} of {free}"


def test_a_temperament_stays_through_a_game_and_is_another_at_every_seat() -> None:
    game = find_game("outspeed")
    state = game.start(game.options(), 3)
    at_table = [Perspective(game, state, seat, "a table").temperament for seat in range(3)]
    assert at_table == [Perspective(game, state, seat, "a table").temperament for seat in range(3)]
    assert len(set(at_table)) == 3 and all(0 <= one < 1 for one in at_table)
    assert Perspective(game, state, 0, "another table").temperament != at_table[0]
