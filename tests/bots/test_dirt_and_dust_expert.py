"""The expert of Dirt & Dust."""

from __future__ import annotations

import random

import pytest

from paddock.bots.dirt_and_dust.beginner import BeginnerBot
from paddock.bots.dirt_and_dust.champion import ChampionBot
from paddock.bots.dirt_and_dust.drive_search import QUICK, drives
from paddock.bots.dirt_and_dust.expert import ExpertBot, alone
from paddock.core.game import Perspective, encode_state
from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust.actions import Buy, Finish
from paddock.testing.dirt_and_dust import act, driving, player

pytestmark = pytest.mark.usefixtures("example_cards")


def test_a_drive_is_a_list_of_legal_decisions_to_where_it_says() -> None:
    state = driving(player(slots={3: "5A"}, dice=[3], hand=["1S"], traction=2), player(hand=["1S"]))
    before = encode_state(state)
    best = drives(state, 0, random.Random(1), QUICK)[0]
    assert encode_state(state) == before
    assert best.path[0] in DIRT_AND_DUST.actions(state, 0)
    assert best.value >= drives(state, 0, random.Random(1), QUICK)[-1].value


def test_alone_there_is_nobody_to_contest_a_card() -> None:
    state = driving(player(hand=["1S"]), player(wrench=9, hand=["2S"]), stock={"7A": 1})
    made = alone(state, 1)
    assert [one.hand for one in made.players] == [["2S"]]
    assert not made.before and DIRT_AND_DUST.pending(made).seats == (0,)


def test_a_beginner_buys_whatever_it_can_pay_and_sometimes_forgets_to() -> None:
    state = driving(player(wrench=9, risk=3, hand=[]), player(hand=["1S"]), stock={"7A": 1, "5A": 1})
    bot, seen = BeginnerBot(), set()
    for seed in range(20):
        state.players[0].hand = []
        plan = bot.plan(state, 0, random.Random(seed))
        assert plan[0] in DIRT_AND_DUST.actions(state, 0)
        seen.add(plan)
    assert {(Buy("7A"),), (Buy("5A"),), (Finish(),)} <= seen


@pytest.mark.parametrize("driver", [ExpertBot, ChampionBot])
def test_it_drives_without_peeking_and_follows_its_plan(driver: type[ExpertBot]) -> None:
    state = driving(
        player(slots={3: "5A"}, dice=[3], hand=["1S"], deck=["1S"] * 5, traction=4),
        player(hand=["1S"], deck=["1S"] * 5),
        round=10,
    )
    bot, rng = driver(), random.Random(2)
    decided = []
    while not state.players[0].done:
        choice = bot.choose(Perspective(DIRT_AND_DUST, state, 0), rng)
        assert choice in DIRT_AND_DUST.actions(state, 0)
        decided.append(choice)
        act(state, choice, outcomes=["1"] * 9)
    assert decided[-1] == Finish()


def test_the_champion_weighs_more_and_plays_it_on_more_often() -> None:
    state = driving(
        player(
            slots={3: "5A", 2: "7A"}, dice=[2, 3, 5], hand=["1S"] * 3, deck=["1S"] * 5, traction=4, wrench=9
        ),
        player(hand=["1S"], deck=["1S"] * 5),
        round=6,
    )
    weighed = {}
    for bot in (ExpertBot(), ChampionBot()):
        options = bot.options(state, 0, random.Random(3))
        best = bot.compared(options, 0, random.Random(3))
        assert best.value(bot.faith) == max(
            option.value(bot.faith) for option in options if len(option.totals) == len(best.totals)
        )
        weighed[bot.name] = len(options), len(best.totals)
    assert weighed["expert"][0] < weighed["champion"][0]
    assert weighed["expert"][1] < weighed["champion"][1]
