"""Dirt & Dust: the rulings made where the rules were silent."""

import random

from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust.actions import (
    Accept,
    Buy,
    Dare,
    Finish,
    Pass,
    React,
    Resolve,
    Scout,
    Take,
    Use,
    UsePassive,
)
from paddock.games.dirt_and_dust.effects import available
from paddock.games.dirt_and_dust.language import DiscardSelf, Effect, Gain
from paddock.games.dirt_and_dust.phases import most_popular
from paddock.games.dirt_and_dust.state import Doing
from paddock.testing import rule
from paddock.testing.dirt_and_dust import act, before_rolling, driving, forbidden, player, throw


@rule("DD-EFFECT-17")
def test_an_operation_needs_something_to_work_on() -> None:
    state = driving(player(slots={3: "HJ1"}, popularity=5))
    assert forbidden(state, UsePassive(3)) == "DD-EFFECT-3", "no die can be set to 6"
    state = driving(player(slots={3: "6A"}, dice=[3]))
    act(state, Resolve(3), Use(0))
    assert state.players[0].removed[0].card == "6A"
    effect = Effect((Gain("traction", 2), DiscardSelf()))
    assert available(state, 0, Doing("card", "6A", 0), effect), "the card has gone already"


@rule("DD-RECON-12")
def test_the_raised_limit_needs_no_decision() -> None:
    state = driving(player(traction=6, space="T7"), round=10)
    act(state, Scout(10))
    assert state.players[0].tripled
    assert state.players[0].doing is None


@rule("DD-ROLL-7")
def test_the_popularity_die_needs_popularity() -> None:
    state = driving(player(popularity=0), player(out=True))
    assert most_popular(state) is None
    state.players[0].popularity = 1
    assert most_popular(state) == 0


@rule("DD-ROLL-8")
def test_a_reaction_is_declared_when_all_dice_lie_on_the_table() -> None:
    state = before_rolling(player(slots={3: "SF1"}, risk=1, popularity=2), player())
    throw(state, "3+2", 1, 2, 3, 2)
    view = DIRT_AND_DUST.view(state, 0)
    assert list(DIRT_AND_DUST.actions(state, 0)) == [React(3), Accept()]
    assert [die.value for die in view.boards[0].dice] == [1, 2, 3, 2]
    assert view.own.risk_faces[0].hits == 3


@rule("DD-SYNC-12")
def test_spectators_wait_until_all_have_finished() -> None:
    state = driving(player(wrench=5), player(), player())
    act(state, Dare(), outcomes=["1"])
    act(state, Finish(), seat=1)
    assert DIRT_AND_DUST.view(state, None).boards[0].traction == 0
    assert DIRT_AND_DUST.view(state, 1).boards[0].traction == 2
    trial = driving(player(), player(), stage="trial")
    act(trial, Dare(), outcomes=["1"])
    assert DIRT_AND_DUST.view(trial, None).boards[0].traction == 2


@rule("DD-SYNC-13")
def test_what_is_paid_for_a_claim_is_not_missed_by_others() -> None:
    state = driving(player(wrench=5), player(), stock={"7A": 1})
    act(state, Buy("7A"))
    act(state, Finish(), seat=1)
    assert DIRT_AND_DUST.view(state, 1).boards[0].wrench == 5
    assert DIRT_AND_DUST.view(state, 0).boards[0].wrench == 2
    assert DIRT_AND_DUST.view(DIRT_AND_DUST.imagine(state, 1, random.Random(3)), 1) == DIRT_AND_DUST.view(
        state, 1
    )


@rule("DD-SYNC-13", "DD-RES-1")
def test_nobody_seems_to_hold_more_wrenches_than_there_can_be() -> None:
    state = driving(player(wrench=10, slots={3: "4S"}, dice=[3]), player(), stock={"7A": 1})
    act(state, Buy("7A"), Resolve(3), Use(0))
    act(state, Finish(), seat=1)
    assert state.players[0].wrench == 9
    assert DIRT_AND_DUST.view(state, 1).boards[0].wrench == 10, "not 9 + 3: that would give the claim away"
    assert DIRT_AND_DUST.view(DIRT_AND_DUST.imagine(state, 1, random.Random(3)), 1) == DIRT_AND_DUST.view(
        state, 1
    )


@rule("DD-SYNC-14")
def test_second_purchases_go_round_until_one_passes() -> None:
    state = driving(
        player(wrench=9, hand=["1S"], slots={3: "FK1"}),
        player(wrench=9, hand=["1S"]),
        stock={"7A": 1, "2A": 2},
    )
    act(state, Buy("7A"))
    act(state, Buy("7A"), Finish(), seat=1)
    act(state, Finish())
    assert DIRT_AND_DUST.pending(state).seats == (0,), "equal in priority: seat order"
    act(state, Buy("2A"))
    act(state, Buy("2A"), seat=1)
    act(state, Pass())
    act(state, Buy("5A"), seat=1)
    assert DIRT_AND_DUST.pending(state).seats == (1,), "seat 0 has passed for good"
    assert Take("5A") not in DIRT_AND_DUST.actions(state, 1), "nothing is free for a failed purchase"


@rule("DD-SOLO-11")
def test_the_trial_alone_is_played_for_fifteen_points() -> None:
    state = driving(player(speed=15), stage="trial", round=5)
    assert DIRT_AND_DUST.view(state, 0).ghost is None
    act(state, Finish())
    assert DIRT_AND_DUST.result(state).places == (1,)
    state = driving(player(speed=14), stage="trial", round=5)
    act(state, Finish())
    assert DIRT_AND_DUST.result(state).places == (2,)


@rule("DD-ELIM-4")
def test_destroyed_cars_share_the_place_behind_the_survivors() -> None:
    state = driving(
        player(tokens=7, damage=4), player(speed=-3), player(tokens=7, damage=4), player(speed=2), round=10
    )
    act(state, Dare(), outcomes=["1"])
    act(state, Dare(), seat=2, outcomes=["1"])
    act(state, Finish(), seat=1)
    act(state, Finish(), seat=3)
    assert DIRT_AND_DUST.result(state).places == (3, 2, 3, 1)
