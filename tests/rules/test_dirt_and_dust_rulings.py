"""Dirt & Dust: the rulings made where the rules were silent."""

import random

import pytest

from paddock.core.game import encode_state
from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust.actions import (
    Accept,
    Buy,
    Dare,
    Discard,
    Finish,
    Pass,
    Play,
    React,
    Resolve,
    Scout,
    Take,
    Use,
    UsePassive,
)
from paddock.games.dirt_and_dust.effects import available
from paddock.games.dirt_and_dust.events import ClaimLost, Finished, Told
from paddock.games.dirt_and_dust.language import DiscardSelf, Effect, Gain
from paddock.games.dirt_and_dust.phases import most_popular
from paddock.games.dirt_and_dust.state import Claim, Doing, State
from paddock.games.dirt_and_dust.supply import shuffle_in
from paddock.testing import rule
from paddock.testing.dirt_and_dust import act, before_rolling, driving, forbidden, player, throw
from paddock.testing.sure import some

pytestmark = pytest.mark.usefixtures("example_cards")


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
    assert some(view.own).risk_faces[0].hits == 3


@rule("DD-SYNC-12")
def test_nobody_sees_a_drive_until_all_have_finished() -> None:
    state = driving(*(player(wrench=5, hand=["1S"] * 5) for _ in range(3)))
    events = act(state, Dare(), outcomes=["1"])
    act(state, Finish(), seat=1)
    for seat in (None, 1, 2):
        assert DIRT_AND_DUST.view(state, seat).boards[0].traction == 0
        assert [DIRT_AND_DUST.witness(event, seat) for event in events] == [None] * len(events)
    act(state, Finish())
    last = act(state, Dare(), seat=2, outcomes=["1"])
    heard = [DIRT_AND_DUST.witness(event, None) for event in last]
    assert heard == [None] * len(last), "the last one drives unseen as well"
    act(state, Finish(), seat=2)
    assert [DIRT_AND_DUST.view(state, None).boards[seat].traction for seat in (0, 2)] == [2, 2]
    trial = driving(player(), player(), stage="trial")
    act(trial, Dare(), outcomes=["1"])
    assert DIRT_AND_DUST.view(trial, None).boards[0].traction == 2


@rule("DD-SYNC-13")
def test_nothing_of_a_claim_can_be_seen_or_imagined() -> None:
    state = driving(player(wrench=5), player(), stock={"7A": 1})
    act(state, Buy("7A"))
    act(state, Finish(), seat=1)
    assert DIRT_AND_DUST.view(state, 1).boards[0].wrench == 5
    assert DIRT_AND_DUST.view(state, 0).boards[0].wrench == 2
    guess = DIRT_AND_DUST.imagine(state, 1, random.Random(3))
    assert DIRT_AND_DUST.view(guess, 1) == DIRT_AND_DUST.view(state, 1)
    assert (guess.players[0].claims, guess.stock["7A"]) == ([], 1)


def claiming_at_the_cap(stock: int) -> State:
    """Seat 0 holds ten Wrenches, pays three for a claim and wins two."""
    state = driving(
        player(wrench=10, slots={3: "4S"}, dice=[3], hand=["1S"]),
        player(wrench=3, popularity=5, hand=["1S"]),
        stock={"7A": stock},
    )
    act(state, Buy("7A"), Resolve(3), Use(0))
    act(state, Buy("7A"), Finish(), seat=1)
    return state


@rule("DD-SYNC-16", "DD-RES-1")
def test_a_claim_neither_banks_wrenches_beyond_the_limit_nor_loses_its_refund() -> None:
    failing = claiming_at_the_cap(1)
    assert failing.players[0].wrench == 9
    assert failing.players[0].claims == [Claim("7A", 3, lost=2)]
    events = act(failing, Finish())
    assert failing.players[0].wrench == 10, "as if nothing had been paid: ten, and the two were lost"
    assert ClaimLost(0, "7A", 1) in events
    winning = claiming_at_the_cap(2)
    act(winning, Finish())
    assert winning.players[0].wrench == 9, "as if the card had come at once"


@rule("DD-SYNC-18")
def test_a_card_delivered_late_lies_where_it_would_lie_if_it_had_come_at_once() -> None:
    state = driving(player(wrench=9, hand=["1S"] * 5), player(hand=["1S"] * 5), stock={"7A": 1})
    act(state, Buy("7A"))
    shuffle_in(state.players[0])
    assert state.players[0].claims == [Claim("7A", 3, shuffled=True)]
    act(state, Finish(), seat=1)
    act(state, Finish())
    assert state.players[0].deck.pool["7A"] == 1
    assert not state.players[0].deck.discards.get("7A")


@rule("DD-SYNC-19")
def test_a_wreck_ends_a_drive_like_any_other_end() -> None:
    wrecked = driving(player(tokens=7, damage=4), player(hand=["1S"]), player())
    told = act(wrecked, Dare(), outcomes=["1"])
    finished = driving(player(tokens=7, damage=4), player(hand=["1S"]), player())
    said = act(finished, Finish())
    for seat in (None, 1, 2):
        heard = [seen for event in told if (seen := DIRT_AND_DUST.witness(event, seat)) is not None]
        assert heard == said == [Finished(0)]
        assert DIRT_AND_DUST.view(wrecked, seat) == DIRT_AND_DUST.view(finished, seat)
        guesses = [DIRT_AND_DUST.imagine(state, seat, random.Random(5)) for state in (wrecked, finished)]
        assert encode_state(guesses[0]) == encode_state(guesses[1])


@rule("DD-SYNC-20")
def test_a_risk_die_about_to_fall_on_a_hidden_drive_is_not_imagined() -> None:
    state = driving(player(hand=["1S"]), player())
    DIRT_AND_DUST.act(state, 0, Dare())
    assert DIRT_AND_DUST.pending(state).chance is not None
    guess = DIRT_AND_DUST.imagine(state, 1, random.Random(0))
    assert DIRT_AND_DUST.pending(guess).chance is None
    assert (guess.players[0].risk, guess.players[0].traction) == (0, 0)


@rule("DD-SYNC-21")
def test_what_was_shown_cannot_be_taken_back() -> None:
    def shown(events: list[Told], seats: int = 2) -> bool:
        return any(DIRT_AND_DUST.reveals(event, seats) for event in events)

    state = driving(player(hand=["1S"] * 7), player(hand=["1S"] * 6))
    assert not shown(act(state, Play("1S", 1))), "nobody saw it"
    assert not shown(act(state, Finish()))
    assert shown(act(state, Finish(), seat=1)), "all boards are open"
    assert shown(act(state, Discard(("1S",)), seat=1))
    trial = driving(player(hand=["1S"]), player(), stage="trial")
    played = act(trial, Play("1S", 1))
    assert shown(played), "the others see a card they did not know of"
    assert not shown(played, 1), "alone there is nobody to see it"


@rule("DD-SYNC-17", "DD-BUY-5")
def test_a_disputed_card_is_not_sold_to_anybody_after_all() -> None:
    state = driving(player(wrench=4, hand=["1S"]), player(wrench=4, hand=["1S"]), stock={"7A": 1})
    for seat in (0, 1):
        act(state, Buy("7A"), Finish(), seat=seat)
    assert state.phase == "settlement"
    assert DIRT_AND_DUST.pending(state).seats == (0,)
    assert Buy("7A") not in DIRT_AND_DUST.actions(state, 0)
    assert forbidden(state, Buy("7A")) == "DD-BUY-5"
    assert [stack.card for stack in DIRT_AND_DUST.view(state, 1).market if stack.disputed] == ["7A"]
    act(state, Pass())
    act(state, Pass(), seat=1)
    assert state.stock["7A"] == 1
    assert not state.disputed, "in the next round it can be wanted again"


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
    assert some(DIRT_AND_DUST.result(state)).places == (1,)
    state = driving(player(speed=14), stage="trial", round=5)
    act(state, Finish())
    assert some(DIRT_AND_DUST.result(state)).places == (2,)


@rule("DD-ELIM-4")
def test_destroyed_cars_share_the_place_behind_the_survivors() -> None:
    state = driving(
        player(tokens=7, damage=4), player(speed=-3), player(tokens=7, damage=4), player(speed=2), round=10
    )
    act(state, Dare(), outcomes=["1"])
    act(state, Dare(), seat=2, outcomes=["1"])
    act(state, Finish(), seat=1)
    act(state, Finish(), seat=3)
    assert some(DIRT_AND_DUST.result(state)).places == (3, 2, 3, 1)
