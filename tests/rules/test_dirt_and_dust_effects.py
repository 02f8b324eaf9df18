"""Dirt & Dust: effects, reconnaissance, Risk and damage."""

from typing import Any

import pytest

from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust.actions import (
    Accept,
    Buy,
    ChangeDie,
    Dare,
    Discard,
    Exchange,
    Finish,
    Go,
    Pick,
    Play,
    Replay,
    Resolve,
    Scout,
    Skip,
    Steer,
    TurnDie,
    Use,
    UsePassive,
)
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.components import StageCard
from paddock.games.dirt_and_dust.events import Damaged, LeftRoad, TokenFlipped
from paddock.games.dirt_and_dust.language import Effect
from paddock.games.dirt_and_dust.resources import payable
from paddock.games.dirt_and_dust.scoring import score
from paddock.games.dirt_and_dust.scouting import follow_order
from paddock.games.dirt_and_dust.state import Die, Placed
from paddock.testing import rule
from paddock.testing.dirt_and_dust import (
    act,
    active_values,
    before_rolling,
    card_in,
    driving,
    forbidden,
    player,
    throw,
)
from paddock.testing.sure import all_of, some

pytestmark = pytest.mark.usefixtures("example_cards")


@rule("DD-EFFECT-1")
def test_the_card_wins_over_the_rules() -> None:
    state = driving(player(slots={3: "4A", 2: "7A"}, dice=[2, 3], space="B1", wrench=0))
    assert forbidden(state, Steer("T4")) == "DD-SPECIAL-1"
    act(state, Resolve(3), Use(1), Skip())
    assert state.players[0].space == "T4", "the card moves the car between the rows"
    act(state, Resolve(2), Use(0), Go("T5"))
    assert state.players[0].space == "T5", "the card moves an accelerating car, for no Traction"


@rule("DD-EFFECT-2")
@pytest.mark.parametrize(
    ("card", "slot", "kind", "space", "usable"),
    [
        ("5A", 2, "player", "T4", {0, 1}),
        ("6A", 2, "player", "T4", {0, 2}),
        ("6A", 2, "player", "B4", {0, 1}),
        ("HJ2", 2, "player", "B2", {0, 2}),
        ("7B", 2, "boost", "T4", {0, 1, 2}),
        ("7B", 2, "popularity", "T4", {0, 1, 3}),
        ("7B", 2, "player", "T4", {0, 1}),
        ("8B", 6, "player", "T4", {0, 2}),
        ("8B", 5, "player", "T4", {0}),
    ],
)
def test_the_kinds_of_conditions(card: str, slot: int, kind: Any, space: str, usable: set[int]) -> None:
    dice = {"player": "dice", "boost": "boost"}.get(kind)
    given = {dice: [slot]} if dice else {"popularity_die": slot}
    state = driving(player(slots={slot: card}, space=space, wrench=1, **given), team_cards="B")
    act(state, Resolve(slot, kind))
    assert {action.effect for action in DIRT_AND_DUST.actions(state, 0) if isinstance(action, Use)} == usable


@rule("DD-EFFECT-3")
def test_an_optional_effect_that_cannot_be_carried_out_is_not_available() -> None:
    state = driving(player(slots={3: "3A"}, dice=[3], risk=0))
    act(state, Resolve(3))
    assert forbidden(state, Use(3)) == "DD-EFFECT-3"
    state = driving(player(slots={3: "9A"}, dice=[3], space="T1", traction=10))
    act(state, Resolve(3), Use(0))
    assert state.players[0].space == "T2", "only one direction is possible"
    state = driving(player(slots={3: "5A"}, dice=[3], traction=10))
    act(state, Resolve(3), Use(0))
    assert state.players[0].traction == 10, "a gain above the cap counts as carried out"


@rule("DD-EFFECT-4")
def test_a_mandatory_effect_pays_what_is_there() -> None:
    state = driving(player(traction=9, popularity=4, space="T1"), stage="midnight_run", round=6)
    act(state, Scout(6))
    assert state.players[0].popularity == 0
    poor = driving(player(traction=9, space="T1"), stage="midnight_run", round=6)
    act(poor, Scout(6))
    assert poor.players[0].doing is None


@rule("DD-EFFECT-4")
def test_a_mandatory_effect_touches_as_many_cards_as_there_are_and_only_if_its_condition_holds() -> None:
    state = driving(player(traction=9, slots={4: "1S"}), stage="old_town", round=2)
    act(state, Scout(2))
    assert state.players[0].slots[3] == Placed("1S", covered=True)
    empty = driving(player(traction=9), stage="old_town", round=2)
    act(empty, Scout(2))
    assert empty.players[0].doing is None
    braking = driving(player(traction=9, space="B4"), stage="eagle_pass", round=2)
    act(braking, Scout(2))
    assert braking.players[0].risk == 0
    accelerating = driving(player(traction=9, space="T4"), stage="eagle_pass", round=2)
    act(accelerating, Scout(2), outcomes=["1"])
    assert accelerating.players[0].risk == 1


@rule("DD-EFFECT-5")
def test_operations_come_in_the_written_order() -> None:
    state = driving(player(slots={3: "SF2"}, dice=[3], space="T3", tokens=7, damage=4))
    act(state, Resolve(3), Use(0), outcomes=["1"])
    assert state.players[0].out
    assert state.players[0].traction == 0, "the Risk comes before the Traction"
    state = driving(player(slots={3: "HJ1"}, dice=[3], popularity=2))
    events = [type(event).__name__ for event in act(state, UsePassive(3))]
    assert events == ["PassiveUsed", "Paid", "DieTurned", "Discarded"]


@rule("DD-EFFECT-6")
def test_discarding_one_or_all_active_cards() -> None:
    state = driving(player(slots={3: "6B", 1: "1S"}, dice=[3]), team_cards="B")
    act(state, Resolve(3), Use(1))
    assert set(DIRT_AND_DUST.actions(state, 0)) == {Pick(1), Pick(3)}
    act(state, Pick(3))
    assert state.players[0].deck.discards == {"6B": 1}
    state = driving(player(slots={3: "FK3", 1: "1S", 6: Placed("2S", covered=True)}, dice=[3]))
    act(state, Resolve(3), Use(0))
    assert state.players[0].slots == [None] * 6
    assert state.players[0].deck.discards == {"FK3": 1, "1S": 1, "2S": 1}


@rule("DD-EFFECT-7")
def test_removed_cards_are_out_of_the_game() -> None:
    state = driving(player(slots={3: "6A", 1: "8A", 2: "8A"}, dice=[3, 3], hand=["1S"]))
    assert score(state, 0).cards == 2
    act(state, Resolve(3), Use(0), Pick(1), Skip())
    made = state.players[0]
    assert made.removed == [Placed("8A")]
    assert score(state, 0).cards == 1
    assert made.deck.discards.get("8A", 0) == 0
    act(state, Resolve(3), Use(0), Pick(3))
    assert made.removed == [Placed("6A"), Placed("8A")], "the resolving card may remove itself"


@rule("DD-EFFECT-8")
def test_playing_a_removed_card() -> None:
    state = driving(player(slots={3: "AY1"}))
    assert forbidden(state, UsePassive(3)) == "DD-EFFECT-3"
    state = driving(player(slots={3: "AY1"}, removed=["8A", "1S"]))
    act(state, UsePassive(3))
    assert {(action.card, action.slot) for action in all_of(Replay, DIRT_AND_DUST.actions(state, 0))} == {
        (card, slot) for card in ("8A", "1S") for slot in (1, 2, 4, 5, 6)
    }
    act(state, Replay("8A", 6))
    made = state.players[0]
    assert (card_in(made, 6), made.removed, made.popularity) == ("8A", [Placed("1S")], 1)


@rule("DD-EFFECT-9")
def test_a_covered_card_stays_active_but_cannot_be_used() -> None:
    covered = Placed("9A", covered=True)
    state = driving(player(slots={2: covered, 3: "8B", 4: "6A"}, dice=[2, 3, 4], hand=["1S"]))
    assert forbidden(state, Resolve(2)) == "DD-EFFECT-9"
    assert forbidden(state, UsePassive(2)) == "DD-EFFECT-9"
    assert forbidden(state, Play("1S", 2)) == "DD-PLAY-2"
    act(state, Resolve(3), Use(1), Exchange(2, 3), Skip())
    assert state.players[0].slots[2] == covered, "it can be swapped and stays covered"
    moved = state.clone()
    act(moved, Finish())
    assert moved.players[0].slots[3] == covered, "it moves right with the others"
    act(state, Resolve(4), Use(0), Pick(3), Skip())
    assert state.players[0].removed == [Placed("9A")], "it is uncovered when it leaves the board"


@rule("DD-EFFECT-9")
def test_covered_cards_are_still_the_first_from_the_left() -> None:
    slots: dict[int, str | Placed] = {1: Placed("1S", covered=True), 3: "2S", 5: "3S", 6: "4S"}
    state = driving(player(traction=9, slots=slots), stage="old_town", round=2)
    act(state, Scout(2))
    assert [placed.covered for placed in state.players[0].slots if placed] == [True, True, False, False]


@rule("DD-EFFECT-10")
def test_swapping_takes_the_flags_along_and_leaves_the_dice() -> None:
    state = driving(
        player(slots={2: "8B", 5: Placed("9A", passive_used=True)}, dice=[2, 2, 5]), team_cards="B"
    )
    act(state, Resolve(2), Use(1))
    made = state.players[0]
    assert made.slots[1] == Placed("9A", passive_used=True)
    assert card_in(made, 5) == "8B"
    assert active_values(made) == [2, 5]
    lonely = driving(player(slots={2: "8B"}, dice=[2]), team_cards="B")
    act(lonely, Resolve(2))
    assert forbidden(lonely, Use(1)) == "DD-EFFECT-3"


@rule("DD-EFFECT-11")
def test_setting_and_changing_dice() -> None:
    state = driving(player(slots={3: "HJ3"}, dice=[3, 1], popularity_die=1))
    act(state, Resolve(3), Use(0))
    assert set(DIRT_AND_DUST.actions(state, 0)) == {TurnDie("player", 1, 5), TurnDie("player", 1, 6)}
    act(state, TurnDie("player", 1, 6))
    assert active_values(state.players[0]) == [1, 6]
    state = driving(player(slots={3: "9B"}, dice=[1, 6], popularity_die=2), team_cards="B")
    act(state, UsePassive(3))
    assert set(DIRT_AND_DUST.actions(state, 0)) == {
        TurnDie("player", 1, 2),
        TurnDie("player", 6, 5),
        TurnDie("popularity", 2, 1),
    }


@rule("DD-EFFECT-12")
@pytest.mark.parametrize("discards", [{}, {"8A": 2}])
def test_shuffling_the_discard_pile_into_the_deck(discards: dict[str, int]) -> None:
    state = driving(player(traction=9, deck=["1S"], discards=discards), stage="old_town", round=9)
    act(state, Scout(9), Use(0))
    deck = state.players[0].deck
    assert deck.top == []
    assert {card: n for card, n in deck.pool.items() if n} == {"1S": 1} | discards
    assert not any(deck.discards.values())
    assert state.players[0].popularity == 1


@rule("DD-EFFECT-13")
def test_a_move_by_a_card_must_be_possible_in_full() -> None:
    state = driving(player(slots={3: "2B"}, dice=[3], space="T2"), team_cards="B")
    act(state, Resolve(3), Use(1))
    assert state.players[0].space == "T4", "two to the left do not exist"
    assert state.players[0].risk == 0


@rule("DD-EFFECT-14")
def test_per_effects_count_at_the_moment_they_are_resolved() -> None:
    state = driving(player(slots={3: "SF3"}, dice=[3], risk=2))
    act(state, Resolve(3), Use(0))
    assert state.players[0].traction == 2
    state = driving(player(slots={3: "AY3"}, dice=[3], removed=["1S"] * 4))
    act(state, Resolve(3), Use(0))
    assert state.players[0].wrench == 3, "at most 3"
    state = driving(player(slots=dict.fromkeys(range(1, 6), "6B"), dice=[3]), team_cards="B")
    act(state, Resolve(3), Use(1), Pick(1), Use(0))
    assert state.players[0].traction == 2, "the slot just emptied counts"


@rule("DD-EFFECT-15")
def test_paying_all_popularity() -> None:
    state = driving(player(traction=9, popularity=11, space="T1"), stage="midnight_run", round=6)
    act(state, Scout(6))
    assert state.players[0].popularity == 0
    optional = Effect((), pay={"popularity": "all"})
    assert payable(player(popularity=1), optional)
    assert not payable(player(popularity=0), optional)


@rule("DD-EFFECT-16", "DD-RISK-5")
def test_repair_moves_a_risk_die_back_and_nothing_else() -> None:
    state = driving(player(slots={3: "3A"}, dice=[3], risk=2, damage=3, tokens=1))
    act(state, Resolve(3), Use(3))
    made = state.players[0]
    assert (made.risk, made.damage, made.tokens) == (1, 3, 1)
    state = before_rolling(player(risk=2, hand=["1S"]))
    throw(state, "0", "0", 1, 2, 3)
    act(state, Finish())
    assert state.players[0].risk == 2, "nothing but repair empties the pool"


@rule("DD-RECON-1")
def test_any_face_up_card_in_any_order() -> None:
    state = driving(player(traction=9), round=2)
    assert forbidden(state, Scout(8)) == "DD-RECON-1"
    assert forbidden(state, Scout(1)) == "DD-RECON-1"
    act(state, Scout(7), Skip(), Scout(2), Skip(), Scout(3), Skip())
    assert state.players[0].scouted == [7, 2, 3]


@rule("DD-RECON-2", "DD-PERM-3")
def test_a_navigator_costs_traction_and_one_more_with_damage_3() -> None:
    state = driving(player(traction=3))
    act(state, Scout(2), Skip())
    assert state.players[0].traction == 1
    state = driving(player(traction=2, tokens=3, space="B5"))
    assert forbidden(state, Scout(2)) == "DD-RECON-2"
    act(state, Steer("B4"))
    assert state.players[0].traction == 1, "steering does not cost more"
    state = driving(player(traction=3, tokens=3))
    act(state, Scout(2), Skip())
    assert state.players[0].traction == 0


@rule("DD-RECON-3")
def test_one_navigator_on_a_card_or_three_with_the_raised_limit() -> None:
    state = driving(player(traction=9, navigators={2: 1}), player(navigators={3: 1}))
    assert forbidden(state, Scout(2)) == "DD-RECON-3"
    act(state, Scout(3), Skip())
    state = driving(player(traction=9, navigators={2: 2}, tripled=True))
    act(state, Scout(2), Skip())
    assert forbidden(state, Scout(2)) == "DD-RECON-3"


@rule("DD-RECON-4")
def test_ten_navigators_are_a_limit() -> None:
    state = driving(player(traction=9, tripled=True, navigators={2: 3, 3: 3, 4: 3, 5: 1}))
    assert forbidden(state, Scout(1)) == "DD-RECON-4"
    assert DIRT_AND_DUST.view(state, 0).boards[0].navigators_left == 0


@rule("DD-RECON-5")
def test_pay_place_move_then_the_effects_each_time_at_full_price() -> None:
    state = driving(player(traction=7, tripled=True, space="T1"))
    events = [type(event).__name__ for event in act(state, Scout(3), Use(0))]
    assert events == ["Scouted", "Drove", "Gained"]
    act(state, Scout(3), Use(0))
    made = state.players[0]
    assert (made.traction, made.space, made.popularity, made.navigators[2]) == (3, "T5", 2, 2)


@rule("DD-RECON-6", "DD-PERM-1", "DD-PERM-5")
@pytest.mark.parametrize(("tokens", "space"), [(0, "T3"), (1, "T4"), (4, "T4"), (5, "T5")])
def test_move_orders_are_longer_with_damage(tokens: int, space: str) -> None:
    state = driving(player(traction=9, space="T1", tokens=tokens))
    act(state, Scout(3))
    assert state.players[0].space == space
    still = StageCard(no=1, cost=1, moves=(), effects=(), source="reconstructed")
    assert follow_order(player(space="T1", tokens=tokens), still) == ("T1", False)


@rule("DD-RECON-7")
def test_leaving_the_road_is_one_risk_and_reaching_the_end_is_none() -> None:
    state = driving(player(traction=9, space="T6", tokens=5), round=1)
    events = act(state, Scout(3), Skip(), outcomes=["1"])
    made = state.players[0]
    assert (made.space, made.risk, made.damage) == ("T7", 1, 1)
    assert sum(isinstance(event, LeftRoad) for event in events) == 1
    state = driving(player(traction=9, space="T6"))
    act(state, Scout(3), Skip(), outcomes=["1"])
    assert (state.players[0].space, state.players[0].risk) == ("T7", 1), "one missing space is enough"
    state = driving(player(traction=9, space="T5"))
    act(state, Scout(3), Skip())
    assert (state.players[0].space, state.players[0].risk) == ("T7", 0)


@rule("DD-RECON-8")
def test_conditions_of_a_stage_card_are_checked_after_its_move_and_risk() -> None:
    state = driving(player(traction=9, space="T7", risk=0), stage="old_town", round=8)
    act(state, Scout(8), Use(0), outcomes=["0"])
    assert state.players[0].risk == 0, "the Risk die of the edge can be repaired by the card"


@rule("DD-RECON-9")
def test_effects_of_a_stage_card_are_optional_unless_mandatory() -> None:
    state = driving(player(traction=9))
    act(state, Scout(2))
    assert set(DIRT_AND_DUST.actions(state, 0)) == {Use(0), Skip()}
    act(state, Skip())
    assert state.players[0].wrench == 0
    state = driving(player(traction=9, space="T1"), stage="eagle_pass", round=7)
    act(state, Scout(7))
    assert set(DIRT_AND_DUST.actions(state, 0)) == {Go("B3"), Go("B4")}, (
        "the mandatory shift cannot be declined"
    )


@rule("DD-RECON-10")
def test_the_three_navigators_symbol_raises_the_limit_for_good() -> None:
    for stage in BOX.stages.values():
        raising = [
            card.no
            for card in stage.cards
            for effect in card.effects
            for op in effect.do
            if type(op).__name__ == "TripleNavigators"
        ]
        assert len(raising) == (0 if stage.id == "trial" else 1)
    state = driving(player(traction=10, space="T7", hand=["1S"]), round=10)
    act(state, Scout(10))
    assert DIRT_AND_DUST.view(state, 0).boards[0].navigator_limit == 3
    state.players[0].traction = 10
    act(state, Scout(10))
    assert state.players[0].navigators[9] == 2


@rule("DD-RECON-11")
def test_a_navigator_waits_for_its_card_and_scores_where_the_car_is_then() -> None:
    state = driving(player(traction=9, space="T1", hand=["1S"]), round=3)
    act(state, Scout(3), Skip())
    state.players[0].space = "T4"
    act(state, Finish())
    assert state.players[0].speed == 4


@rule("DD-RISK-1", "DD-RISK-2")
def test_taking_a_risk_moves_a_die_to_the_pool_and_rolls_it_every_round() -> None:
    state = driving(player(hand=["1S"], deck=["1S"] * 4), player())
    act(state, Dare(), outcomes=["1"])
    board = DIRT_AND_DUST.view(state, 0).boards[0]
    assert (board.risk_pool, board.risk_cockpit) == (1, 2)
    act(state, Finish())
    act(state, Finish(), seat=1)
    act(state, Discard(), outcomes=["1S"] * 4 + ["3+2", 1, 2, 3, 1, 2, 3])
    assert state.players[0].damage == 4


@rule("DD-RISK-3", "DD-RISK-6")
def test_with_three_dice_in_the_pool_a_risk_rolls_one_of_them() -> None:
    state = driving(player(slots={3: "SF2"}, dice=[3], space="T3", risk=3))
    act(state, Resolve(3), Use(0), outcomes=["2"])
    made = state.players[0]
    assert (made.risk, made.damage, made.traction) == (3, 2, 3)
    assert DIRT_AND_DUST.pending(state).chance is None, "one die is rolled, not three"
    assert forbidden(driving(player(risk=3)), Dare()) == "DD-SPECIAL-3"


@rule("DD-RISK-4")
def test_hits_of_all_dice_come_before_popularity() -> None:
    state = before_rolling(player(risk=3, tokens=7, damage=0), player())
    throw(state, "3+1", "3+2", "0", 1, 2, 3, 1, 1, 1)
    assert state.players[0].out, "6 Hits destroy the car"
    assert state.players[0].popularity == 0
    state = before_rolling(player(risk=3), player())
    events = throw(state, "3+1", "3+2", "0", 1, 2, 3)
    assert [event for event in events if isinstance(event, Damaged)] == [Damaged(0, 6, 1)]
    assert state.players[0].popularity == 3


@rule("DD-DMG-1", "DD-DMG-2")
def test_the_marker_flips_tokens_at_five() -> None:
    state = driving(player(damage=2))
    act(state, Dare(), outcomes=["2"])
    assert (state.players[0].damage, state.players[0].tokens) == (4, 0)
    act(state, Dare(), outcomes=["3+1"])
    assert (state.players[0].damage, state.players[0].tokens) == (2, 1)
    state = before_rolling(player(risk=3, damage=4, tokens=2), player())
    events = throw(state, "3+1", "3+2", "0", 1, 2, 3)
    assert [event.token for event in events if isinstance(event, TokenFlipped)] == [3, 4]
    assert state.players[0].damage == 0


@rule("DD-DMG-3")
def test_tokens_stay_for_the_rest_of_the_game() -> None:
    state = driving(player(tokens=2, risk=1, slots={3: "3A"}, dice=[3], hand=["1S"]))
    act(state, Resolve(3), Use(3), Skip(), Finish())
    assert state.players[0].tokens == 2


@rule("DD-PERM-2")
def test_damage_2_does_not_make_die_changes_dearer() -> None:
    state = driving(player(tokens=2, wrench=2, dice=[1]))
    assert forbidden(state, Buy("1A")) == "DD-BUY-1"
    act(state, ChangeDie("player", 1, 3))
    assert state.players[0].wrench == 0


@rule("DD-PERM-4", "DD-PREP-6")
def test_damage_4_lowers_the_hand_limit() -> None:
    state = driving(player(tokens=4, hand=["1S", "1S", "2S", "3S"], deck=["4S"] * 3))
    act(state, Finish())
    assert len(state.players[0].hand) == 4, "no discard before the Preparation Phase"
    assert forbidden(state, Discard()) == "DD-PREP-6"
    act(state, Discard(("3S",)), outcomes=["0", 1, 1, 1, 1])
    assert state.players[0].hand == ["1S", "1S", "2S"]


@rule("DD-PERM-7", "DD-PREP-8")
@pytest.mark.parametrize(("tokens", "left"), [(6, 5), (7, 0)])
def test_damage_7_empties_the_stores_after_every_preparation(tokens: int, left: int) -> None:
    state = driving(player(tokens=tokens, wrench=5, traction=5, popularity=0, hand=["1S"]))
    act(state, Finish())
    assert state.players[0].wrench == 5, "not before the end of the phase"
    act(state, Discard(), outcomes=["0", 1, 1, 1, 1])
    assert (state.players[0].wrench, state.players[0].traction) == (left, left)


@rule("DD-PERM-8")
def test_a_token_works_from_the_moment_it_is_flipped() -> None:
    state = driving(player(damage=4, tokens=2, traction=4, space="T6"), round=3)
    act(state, Scout(3), Skip(), outcomes=["1"])
    made = state.players[0]
    assert (made.tokens, made.traction) == (3, 2), "the Navigator paid for is not made dearer"
    assert some(DIRT_AND_DUST.view(state, 0).own).navigator_prices[4] == 4


@rule("DD-ELIM-1")
def test_an_eighth_token_destroys_the_car_in_the_middle_of_an_action() -> None:
    state = driving(
        player(slots={3: "SF2"}, dice=[3], space="T3", tokens=7, damage=4, speed=20, popularity=9), player()
    )
    act(state, Resolve(3), Use(0), outcomes=["1"])
    made = state.players[0]
    assert (made.out, made.speed, made.popularity, made.doing) == (True, 0, 0, None)
    assert DIRT_AND_DUST.pending(state).seats == (1,)


@rule("DD-ELIM-2")
def test_an_eliminated_player_no_longer_counts() -> None:
    state = driving(
        player(tokens=7, damage=4, navigators={1: 1, 2: 1}, popularity=9), player(popularity=5), player()
    )
    act(state, Dare(), outcomes=["1"])
    assert state.players[0].navigators == [0] * 10
    act(state, Finish(), seat=1)
    act(state, Finish(), seat=2, outcomes=[1] * 7)
    assert state.holder == 1
    assert state.priority == [[1], [2]]
    state.round = 10
    act(state, Finish(), seat=1)
    act(state, Finish(), seat=2)
    result = DIRT_AND_DUST.result(state)
    assert result is not None
    assert result.places[0] == 3
    assert score(state, 1).bonus == 3


@rule("DD-ELIM-3")
def test_the_game_goes_on_for_a_survivor_and_ends_without_one() -> None:
    state = driving(player(tokens=7, damage=4), player(hand=["1S"]))
    act(state, Dare(), outcomes=["1"])
    act(state, Finish(), seat=1)
    assert state.phase == "preparation"
    state = driving(player(tokens=7, damage=4), player(tokens=7, damage=4))
    act(state, Dare(), outcomes=["1"])
    act(state, Dare(), seat=1, outcomes=["2"])
    result = DIRT_AND_DUST.result(state)
    assert result is not None
    assert 1 not in result.places


def test_a_reaction_is_not_asked_where_nothing_was_rolled() -> None:
    state = driving(player(slots={3: "SF1"}))
    assert forbidden(state, Accept()) == "DD-DRIVE-1"
    assert Die("player", 1) not in state.players[0].dice
