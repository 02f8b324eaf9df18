"""What boards of Dirt & Dust are worth: exact at the end, fitted before it."""

from __future__ import annotations

import random

import msgspec
import pytest

from paddock.bots.dirt_and_dust.board_values import NAMES, WRECKED, promised, shipped
from paddock.bots.dirt_and_dust.card_values import card_worth
from paddock.bots.dirt_and_dust.drive_search import WIDE, drives
from paddock.bots.dirt_and_dust.expert import alone
from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust.actions import Finish, Take, UsePassive
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.scoring import score
from paddock.testing.dirt_and_dust import act, driving, player
from tools.dirt_and_dust_values import CARDS, Board, board, fit, rally

pytestmark = pytest.mark.usefixtures("example_cards")


def test_every_card_and_everything_seen_has_a_worth() -> None:
    assert set(shipped().seen) == set(NAMES)
    assert set(shipped().cards) == set(BOX.cards)
    assert shipped().games > 100


def test_in_the_last_round_the_promise_is_the_sum_that_is_scored() -> None:
    state = driving(
        player(speed=20, popularity=6, risk=2, space="T3", navigators={10: 1}, hand=["8A"]),
        player(popularity=9, hand=["1S"]),
        round=10,
    )
    told = promised(state, 0)
    act(state, Finish())
    act(state, Finish(), seat=1)
    assert state.phase == "over"
    assert told == pytest.approx(score(state, 0).total + 0.03 * 6)


def test_a_wreck_is_worth_less_than_any_car_on_the_road() -> None:
    state = driving(player(tokens=6, risk=3, damage=4, hand=["1S"]), player(hand=["1S"]), round=5)
    assert promised(state, 0) < promised(driving(player(hand=["1S"]), player(hand=["1S"]), round=5), 0)
    state.players[0].out = True
    assert promised(state, 0) == WRECKED


def test_free_cards_are_told_apart_and_rated() -> None:
    deck = ["1S", "2S", "3S", "4S"] * 2
    state = driving(player(slots={1: "FK1"}, driver="FK", deck=deck), player(hand=["1S"]), round=2)
    ways = drives(state, 0, random.Random(1), WIDE)
    rated = {way.path[1]: way.value for way in ways if len(way.path) == 2 and isinstance(way.path[1], Take)}
    table = state.clone()
    act(table, UsePassive(1))
    assert set(rated) == {take for take in DIRT_AND_DUST.actions(table, 0) if isinstance(take, Take)}
    assert len(rated) > 1
    assert max(rated.values()) > min(rated.values())


def test_alone_the_most_popular_rival_is_still_the_one_to_beat() -> None:
    state = driving(player(popularity=3, hand=["1S"]), player(popularity=5, hand=["1S"]), round=10)
    made = alone(state, 0)
    assert promised(made, 0) == promised(state, 0)


def test_boards_are_held_against_what_came_of_them() -> None:
    boards = rally(0, "test")
    assert boards == rally(0, "test")
    assert {one.left for one in boards} <= set(range(1, 10))
    assert all(len(one.seen) == len(NAMES) and len(one.cards) == len(CARDS) + 1 for one in boards)


def test_a_fit_finds_what_the_totals_were_made_of() -> None:
    rng = random.Random(5)
    damage, three = NAMES.index("damage"), CARDS.index("3A")
    first = board(driving(player(hand=["1S"]), player(hand=["1S"]), round=1), 0)
    boards: list[Board] = []
    for _ in range(3000):
        left, hits, copies = rng.randint(1, 9), rng.randint(0, 4), rng.randint(0, 3)
        looked, cards = first.seen.copy(), first.cards.copy()
        looked[damage], cards[three] = float(hits), float(copies)
        cards[-1] += copies * card_worth("3A")
        total = 10.0 - hits * (1 + 0.5 * left) + 2.0 * copies
        boards.append(msgspec.structs.replace(first, left=left, seen=looked, cards=cards, total=total))
    found = fit(boards, 1)
    assert found.seen["damage"] == pytest.approx((-1.0, -0.5), abs=0.25)
    assert found.cards["3A"] == pytest.approx((2.0, 0.0), abs=0.25)
