"""Dirt & Dust: rolling, playing, buying, resolving, special actions and passives."""

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
    React,
    Replay,
    Resolve,
    Scout,
    Skip,
    Steer,
    Take,
    Use,
    UsePassive,
)
from paddock.games.dirt_and_dust.events import Bought, PopularityDieTaken, TookFree
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
from paddock.testing.sure import all_of, one, some

pytestmark = pytest.mark.usefixtures("example_cards")


@rule("DD-ROLL-1")
@pytest.mark.parametrize(
    ("popularity", "holder"), [((3, 5, 4), 1), ((7, 7, 3), None), ((0, 0, 0), None), ((0, 1, 0), 1)]
)
def test_strictly_the_most_popular_takes_the_popularity_die(
    popularity: tuple[int, ...], holder: int | None
) -> None:
    state = before_rolling(*(player(popularity=n) for n in popularity))
    assert state.holder == holder
    rolled = [made.throws.count("popularity") for made in state.players]
    assert rolled == [int(seat == holder) for seat in range(3)]


@rule("DD-ROLL-2", "DD-ROLL-6")
def test_everyone_rolls_player_dice_the_risk_pool_and_a_popularity_die_held() -> None:
    state = before_rolling(player(risk=2, popularity=1), player(risk=0))
    labels = []
    for outcome in ("1", "1", 2, 3, 4, 0, 1, 1, 1):
        chance = DIRT_AND_DUST.pending(state).chance
        assert chance is not None
        labels.append(chance.label)
        DIRT_AND_DUST.resolve(state, outcome)
    assert labels == ["risk 0"] * 2 + ["player 0"] * 3 + ["popularity 0"] + ["player 1"] * 3
    assert state.players[0].risk == 2, "Risk dice stay in the pool"


@rule("DD-ROLL-3", "DD-ROLL-4")
def test_risk_dice_count_before_the_popularity_die_is_paid() -> None:
    state = before_rolling(player(risk=1, popularity=15), player())
    throw(state, "3+2", 1, 2, 3, 2, 1, 1, 1)
    assert state.players[0].popularity == 13, "15 + 2 is 15, then 2 are lost; not 15 - 2 + 2"
    assert state.players[0].damage == 3
    blank = before_rolling(player(popularity=6), player())
    throw(blank, 1, 2, 3, 0, 1, 1, 1)
    assert blank.players[0].popularity == 6


@rule("DD-ROLL-3")
def test_a_car_destroyed_by_the_roll_takes_no_further_part() -> None:
    state = before_rolling(player(risk=1, popularity=6, tokens=7, damage=4), player())
    throw(state, "1", 1, 2, 3, 2, 1, 1, 1)
    assert state.players[0].out
    assert state.holder is None, "the Popularity die goes back to the board"
    assert DIRT_AND_DUST.pending(state).seats == (1,)


@rule("DD-ROLL-5")
def test_dice_lie_above_the_slots_of_their_values() -> None:
    state = before_rolling(player(popularity=1, hand=["5A"]), player())
    throw(state, 2, 2, 6, 2, 1, 1, 1)
    assert active_values(state.players[0]) == [2, 2, 2, 6]
    act(state, Play("5A", 2))
    assert Resolve(2) in DIRT_AND_DUST.actions(state, 0)
    assert Resolve(2, "popularity") in DIRT_AND_DUST.actions(state, 0)
    assert forbidden(state, Resolve(6)) == "DD-RESOLVE-1"


@rule("DD-DRIVE-1", "DD-DRIVE-2")
def test_actions_come_in_any_number_and_order() -> None:
    state = driving(
        player(hand=["2S", "3S"], slots={1: "9A", 2: "5A"}, dice=[2, 2], wrench=10, traction=6, space="B4")
    )
    offered = {type(action) for action in DIRT_AND_DUST.actions(state, 0)}
    assert offered == {Play, Buy, Resolve, Scout, Steer, ChangeDie, Dare, UsePassive, Finish}
    act(
        state,
        Buy("2A"),
        Play("2S", 3),
        Buy("2A"),
        Steer("B5"),
        Scout(1),
        Play("3S", 4),
        Steer("B4"),
        Buy("2A"),
    )
    assert state.players[0].deck.discards["2A"] == 3
    assert forbidden(state, Discard(())) == "DD-DRIVE-1"


@rule("DD-DRIVE-3", "DD-RESOLVE-5")
def test_an_activation_is_finished_before_the_next_action() -> None:
    state = driving(
        player(hand=["1S"], slots={2: "3S", 3: "9A"}, dice=[2, 3], wrench=3, traction=5, space="B4")
    )
    act(state, Resolve(2))
    for action in (
        Play("1S", 1),
        Buy("2A"),
        Resolve(3),
        Scout(1),
        Steer("B5"),
        Dare(),
        UsePassive(3),
        Finish(),
    ):
        assert forbidden(state, action) == "DD-RESOLVE-5"
    act(state, Skip(), Play("1S", 1))


@rule("DD-DRIVE-4")
def test_a_player_may_finish_at_any_time_and_active_dice_are_not_kept() -> None:
    state = driving(player(hand=["1S"], slots={2: "5A"}, dice=[2, 2, 2]))
    act(state, Finish())
    assert state.phase == "preparation"
    assert state.players[0].dice == []


@rule("DD-DRIVE-5")
def test_all_drive_at_the_same_time() -> None:
    state = driving(player(hand=["1S"]), player(hand=["1S"]), player(hand=["1S"]))
    assert DIRT_AND_DUST.pending(state).seats == (0, 1, 2)
    act(state, Play("1S", 1), seat=2)
    act(state, Play("1S", 1), seat=0)
    act(state, Finish(), seat=2)
    assert DIRT_AND_DUST.pending(state).seats == (0, 1)


@rule("DD-DRIVE-6")
def test_no_action_touches_another_players_things() -> None:
    state = driving(
        player(hand=["1S"], slots={2: "FK3", 3: "5A"}, dice=[2], wrench=9, traction=9, space="B4"),
        player(slots={1: "2S", 2: "3S"}, dice=[1, 2], navigators={3: 1}, space="T2"),
    )
    other = state.players[1].clone()
    act(state, Resolve(2), Use(0), Skip(), Buy("1A"), Scout(3), Skip(), Dare(), outcomes=["3+2"])
    assert state.players[1] == other


@rule("DD-PLAY-1", "DD-PLAY-4")
def test_a_card_goes_from_hand_into_any_empty_slot_for_nothing() -> None:
    state = driving(player(hand=["5A"], dice=[4]))
    before = state.players[0].traction
    act(state, Play("5A", 4))
    made = state.players[0]
    assert (made.hand, card_in(made, 4), made.wrench, made.traction) == ([], "5A", 0, before)
    assert active_values(made) == [4], "playing does not resolve"
    assert forbidden(state, Play("5A", 3)) == "DD-PLAY-1"
    assert forbidden(state, Play("5A", 7)) == "DD-PLAY-1"


@rule("DD-PLAY-2")
def test_an_occupied_slot_takes_no_card() -> None:
    state = driving(player(hand=["5A"], slots={4: "1S"}))
    assert forbidden(state, Play("5A", 4)) == "DD-PLAY-2"


@rule("DD-PLAY-3")
def test_a_card_is_active_as_soon_as_it_lies_in_a_slot() -> None:
    state = driving(player(hand=["1S"], slots={2: "6B"}, dice=[2]), team_cards="B")
    act(state, Play("1S", 5), Resolve(2), Use(1))
    assert {action.slot for action in all_of(Pick, DIRT_AND_DUST.actions(state, 0))} == {2, 5}, (
        "no die lies above slot 5"
    )


@rule("DD-BUY-1", "DD-PERM-2")
def test_the_price_is_printed_and_one_more_with_damage_2() -> None:
    state = driving(player(wrench=3))
    assert forbidden(state, Buy("8A")) == "DD-BUY-1"
    act(state, Buy("7A"))
    assert state.players[0].wrench == 0
    state = driving(player(wrench=4, tokens=2))
    assert some(DIRT_AND_DUST.view(state, 0).own).prices["7A"] == 4
    act(state, Buy("7A"))
    assert state.players[0].wrench == 0


@rule("DD-BUY-2")
def test_a_bought_card_lies_in_the_discard_pile() -> None:
    state = driving(player(wrench=3))
    act(state, Buy("7A"))
    assert state.players[0].deck.discards == {"7A": 1}
    assert forbidden(state, Play("7A", 1)) == "DD-PLAY-1"


@rule("DD-BUY-3", "DD-BUY-4")
def test_copies_can_be_bought_until_the_stack_is_empty() -> None:
    state = driving(player(wrench=10), stock={"2A": 2})
    act(state, Buy("2A"), Buy("2A"))
    assert state.players[0].deck.discards["2A"] == 2
    assert forbidden(state, Buy("2A")) == "DD-BUY-4"
    state.players[0].slots[0] = Placed("5A")
    state.players[0].dice = [Die("player", 1)]
    act(state, Resolve(1), Use(1), Skip())
    assert state.stock["2A"] == 0, "discarded cards do not go back"


@rule("DD-BUY-6")
def test_a_free_card_is_chosen_by_printed_cost_and_goes_on_top_of_the_deck() -> None:
    state = driving(player(slots={3: "FK1"}, tokens=2, deck=["1S"]), player(), stock={"2A": 0})
    act(state, UsePassive(3))
    offered = {action.card for action in all_of(Take, DIRT_AND_DUST.actions(state, 0))}
    assert offered == {"1A", "5A", "6A"}, "printed cost 1 or 2, not the empty stack of 2A"
    events = act(state, Take("5A"))
    assert state.players[0].deck.top == ["1S", "5A"]
    assert state.stock["5A"] == 7
    told = next(event for event in events if isinstance(event, TookFree))
    assert one(TookFree, DIRT_AND_DUST.witness(told, 0)).card == "5A"
    assert DIRT_AND_DUST.witness(told, 1) is None
    act(state, Finish())
    assert some(DIRT_AND_DUST.view(state, 0).own).top == ("1S", "5A")


@rule("DD-RESOLVE-1")
def test_resolving_needs_an_active_die_above_an_uncovered_card() -> None:
    state = driving(player(slots={2: "5A", 3: Placed("5A", covered=True)}, dice=[2, 3, 4]))
    assert forbidden(state, Resolve(4)) == "DD-RESOLVE-1"
    assert forbidden(state, Resolve(3)) == "DD-EFFECT-9"
    act(state, Resolve(2))
    assert Die("player", 2, True) in state.players[0].dice


@rule("DD-RESOLVE-2")
def test_each_effect_once_in_any_order() -> None:
    state = driving(player(slots={2: "3A"}, dice=[2], risk=1))
    act(state, Resolve(2), Use(3), Use(1), Use(0))
    assert forbidden(state, Use(1)) == "DD-RESOLVE-2"
    act(state, Use(2))
    made = state.players[0]
    assert (made.traction, made.wrench, made.popularity, made.risk) == (1, 1, 2, 0)
    assert made.doing is None


@rule("DD-RESOLVE-3")
def test_conditions_are_checked_when_their_effect_is_resolved() -> None:
    state = driving(player(slots={2: "2A"}, dice=[2, 2], space="B4"))
    act(state, Resolve(2))
    assert forbidden(state, Use(1)) == "DD-RESOLVE-3"
    act(state, Use(0), Go("T4"), Use(1))
    assert state.players[0].wrench == 2
    act(state, Resolve(2), Use(0), Go("B5"))
    assert state.players[0].doing is None, "shifted down first, the Wrenches are out of reach"


@rule("DD-RESOLVE-4")
def test_effects_are_optional_unless_mandatory() -> None:
    state = driving(player(slots={2: "5A", 4: "4B"}, dice=[2, 4]), team_cards="B")
    act(state, Resolve(2), Skip())
    assert state.players[0].traction == 0
    act(state, Resolve(4))
    assert forbidden(state, Skip()) == "DD-EFFECT-4"
    assert Skip() not in DIRT_AND_DUST.actions(state, 0)
    act(state, Use(2))
    act(state, Skip())
    assert card_in(state.players[0], 4) is None
    state = driving(player(slots={2: "8B", 3: "1S", 4: "2S"}, dice=[2]), team_cards="B")
    act(state, Resolve(2), Use(1))
    assert forbidden(state, Exchange(2, 6)) == "DD-RESOLVE-4", "a chosen effect is carried out completely"
    assert forbidden(state, Skip()) == "DD-RESOLVE-4"


@rule("DD-RESOLVE-6")
def test_a_card_is_resolved_once_for_each_die() -> None:
    state = driving(player(slots={2: "5A"}, dice=[2, 2], boost=[2]))
    act(state, Resolve(2), Use(0), Skip(), Resolve(2), Use(0), Skip(), Resolve(2, "boost"), Use(0), Skip())
    assert state.players[0].traction == 6
    assert forbidden(state, Resolve(2)) == "DD-DIE-3"


@rule("DD-RESOLVE-7")
def test_a_card_that_leaves_goes_on_working_but_not_for_further_dice() -> None:
    state = driving(player(slots={2: "5A", 4: "1S"}, dice=[2, 2]))
    act(state, Resolve(2), Use(1), Use(0))
    assert state.players[0].traction == 2
    assert card_in(state.players[0], 4) is None
    assert forbidden(state, Resolve(2)) == "DD-RESOLVE-1"


@rule("DD-RESOLVE-8")
def test_a_boost_die_won_inside_an_activation_waits_for_its_end() -> None:
    state = driving(player(slots={2: "7B", 5: "1S"}, dice=[2], wrench=1), team_cards="B")
    act(state, Resolve(2), Use(1), outcomes=[5])
    assert Die("boost", 5) in state.players[0].dice
    assert forbidden(state, Resolve(5, "boost")) == "DD-RESOLVE-5"
    act(state, Skip(), Resolve(5, "boost"))


@rule("DD-RESOLVE-9")
def test_cards_of_earlier_rounds_work_like_new_ones() -> None:
    state = driving(player(slots={1: "5A"}, hand=["1S", "1S", "2S", "3S", "4S"]))
    act(state, Finish(), Discard(), outcomes=["0", 2, 2, 2, 2])
    act(state, Resolve(2), Use(0))
    assert state.players[0].traction == 2


@rule("DD-SPECIAL-1")
def test_steering_costs_traction_and_only_while_braking() -> None:
    state = driving(player(space="T4", traction=5))
    assert forbidden(state, Steer("T5")) == "DD-SPECIAL-1"
    state = driving(player(space="B4", traction=3, tokens=7))
    assert forbidden(state, Steer("T4")) == "DD-SPECIAL-1"
    assert forbidden(state, Steer("B9")) == "DD-SPECIAL-1"
    assert forbidden(state, Steer("B8")) == "DD-SPECIAL-1"
    act(state, Steer("B1"))
    assert (state.players[0].space, state.players[0].traction) == ("B1", 0)


@rule("DD-SPECIAL-2")
def test_a_die_is_changed_for_a_wrench_per_step() -> None:
    state = driving(player(dice=[1], boost=[3], popularity_die=1, wrench=8, tokens=2, hand=["1S"]))
    assert forbidden(state, ChangeDie("player", 1, 0)) == "DD-SPECIAL-2"
    act(state, ChangeDie("player", 1, 6))
    assert state.players[0].wrench == 3, "1 and 6 are no neighbours; token 2 does not matter"
    act(state, ChangeDie("boost", 3, 2), ChangeDie("popularity", 1, 2))
    assert state.players[0].wrench == 1
    assert forbidden(state, ChangeDie("player", 6, 4)) == "DD-SPECIAL-2"
    act(state, Finish())
    assert forbidden(state, ChangeDie("player", 6, 5)) == "DD-PREP-5"


@rule("DD-SPECIAL-3")
def test_voluntary_risk_gives_traction_first_and_needs_a_die_on_the_cockpit() -> None:
    state = driving(player())
    act(state, Dare(), outcomes=["2"])
    made = state.players[0]
    assert (made.traction, made.risk, made.damage) == (2, 1, 2)
    act(state, Dare(), Dare(), outcomes=["0", "1"])
    assert (made.traction, made.risk, made.damage) == (6, 3, 3)
    assert forbidden(state, Dare()) == "DD-SPECIAL-3"


@rule("DD-SPECIAL-4", "DD-PASSIVE-1", "DD-PASSIVE-3")
def test_a_passive_needs_no_die() -> None:
    state = driving(player(slots={3: "9A", 4: Placed("9A", covered=True)}, dice=[3, 3]))
    act(state, UsePassive(3), outcomes=[6])
    assert active_values(state.players[0]) == [3, 3, 6]
    assert forbidden(state, UsePassive(3)) == "DD-PASSIVE-2", "two dice do not repeat it"
    assert forbidden(state, UsePassive(4)) == "DD-EFFECT-9"
    assert forbidden(state, UsePassive(5)) == "DD-PASSIVE-1"
    act(state, Resolve(3))
    assert set(DIRT_AND_DUST.actions(state, 0)) == {Use(0), Skip()}


@rule("DD-PASSIVE-2")
def test_two_copies_are_two_passives() -> None:
    state = driving(player(slots={3: "9A", 4: "9A"}))
    act(state, UsePassive(3), UsePassive(4), outcomes=[1, 2])
    assert active_values(state.players[0]) == [1, 2]
    assert forbidden(state, UsePassive(4)) == "DD-PASSIVE-2"


@rule("DD-PASSIVE-4", "DD-PREP-2")
def test_the_used_mark_stays_with_the_card_until_the_preparation() -> None:
    state = driving(player(slots={3: "9A", 4: "6A", 1: "AY1"}, dice=[4], hand=["1S"]))
    act(state, UsePassive(3), outcomes=[1])
    act(state, Resolve(4), Use(0), Pick(3), Skip())
    act(state, UsePassive(1), Replay("9A", 2))
    assert forbidden(state, UsePassive(2)) == "DD-PASSIVE-2"
    act(state, Finish())
    assert state.players[0].slots[2] == Placed("9A")


@rule("DD-PASSIVE-5")
def test_passives_are_used_in_the_driving_phase_outside_activations() -> None:
    state = driving(player(slots={3: "9A", 4: "3S"}, dice=[4], hand=["1S"]))
    act(state, Resolve(4))
    assert forbidden(state, UsePassive(3)) == "DD-RESOLVE-5"
    act(state, Skip(), Finish())
    assert forbidden(state, UsePassive(3)) == "DD-PREP-5"


@rule("DD-PASSIVE-6")
def test_a_reaction_makes_a_whole_roll_blank_in_the_roll_phase() -> None:
    state = before_rolling(player(slots={3: "SF1"}, risk=2), player())
    throw(state, "3+2", "2", 1, 2, 3)
    assert DIRT_AND_DUST.pending(state).seats == (0,)
    assert list(DIRT_AND_DUST.actions(state, 0)) == [React(3), Accept()]
    act(state, React(3), outcomes=[1, 1, 1])
    made = state.players[0]
    assert (made.damage, made.popularity, made.risk) == (0, 0, 2)
    assert made.deck.discards == {"SF1": 1}
    assert card_in(made, 3) is None


@rule("DD-PASSIVE-6")
def test_a_reaction_inside_an_activation_keeps_the_new_die_and_may_be_declined() -> None:
    state = driving(player(slots={3: "SF1", 2: "SF2"}, dice=[2], space="T3"))
    assert forbidden(state, UsePassive(3)) == "DD-PASSIVE-6"
    act(state, Resolve(2), Use(0), outcomes=["3+1"])
    assert forbidden(state, Use(1)) == "DD-PASSIVE-6"
    declined = state.clone()
    act(declined, Accept())
    assert (declined.players[0].damage, declined.players[0].popularity) == (3, 1)
    act(state, React(3))
    made = state.players[0]
    assert (made.damage, made.risk, made.traction) == (0, 1, 3), "the rest of the effect follows"
    act(state, Use(1))


@rule("DD-PASSIVE-7", "DD-PERM-6")
def test_damage_6_switches_passives_off() -> None:
    state = driving(player(slots={3: "9A"}, tokens=6))
    assert forbidden(state, UsePassive(3)) == "DD-PASSIVE-7"
    state = driving(player(slots={3: "SF1"}, tokens=6))
    act(state, Dare(), outcomes=["2"])
    assert state.players[0].damage == 2, "no reaction was offered"


@rule("DD-PASSIVE-8")
def test_a_passive_is_carried_out_completely_or_not_at_all() -> None:
    poor = driving(player(slots={3: "HJ1"}, dice=[2], popularity=1))
    assert forbidden(poor, UsePassive(3)) == "DD-RES-5"
    full = driving(player(slots=dict.fromkeys(range(1, 7), "AY1"), removed=["1S"]))
    assert forbidden(full, UsePassive(3)) == "DD-EFFECT-3"
    rich = driving(player(slots={3: "HJ1"}, dice=[2, 5], popularity=2))
    act(rich, UsePassive(3))
    made = rich.players[0]
    assert (active_values(made), made.popularity, card_in(made, 3)) == ([6, 6], 0, None)


def test_the_holder_is_announced() -> None:
    state = driving(player(popularity=2, hand=["1S"]), player())
    act(state, Finish())
    events = act(state, Finish(), seat=1, outcomes=[])
    events += act(state, Discard(), outcomes=[1, 1, 1, 1, 1, 1, 1])
    assert PopularityDieTaken(0) in events
    assert not [event for event in events if isinstance(event, Bought)]
