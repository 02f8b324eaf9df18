"""Dirt & Dust: evaluation, preparation, scoring, variants, the Trial Stage and the Ghost."""

from typing import Any

import pytest

from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust.actions import Block, Buy, ChangeDie, Dare, Discard, Finish, Play, Scout
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.events import Drew, GhostScored, Qualified, Scored
from paddock.games.dirt_and_dust.ghost import new_ghost
from paddock.games.dirt_and_dust.phases import begin_round
from paddock.games.dirt_and_dust.scoring import ghost_score, score
from paddock.games.dirt_and_dust.state import Die, Placed, State, face_up
from paddock.testing import rule
from paddock.testing.dirt_and_dust import (
    act,
    before_rolling,
    card_in,
    dealt,
    driving,
    forbidden,
    player,
    settle,
    throw,
)
from paddock.testing.sure import one

pytestmark = pytest.mark.usefixtures("example_cards")


def all_finish(state: State, *outcomes: int | str) -> list[object]:
    """Everyone stops driving."""
    events: list[object] = []
    while state.phase == "driving":
        events += DIRT_AND_DUST.act(state, DIRT_AND_DUST.pending(state).seats[0], Finish())
    return [*events, *throw(state, *outcomes)]


@rule("DD-EVAL-1")
def test_the_lowest_card_falls_and_the_others_move_down() -> None:
    state = driving(player(hand=["1S"], navigators={3: 1, 4: 1}), round=3)
    all_finish(state)
    assert next(iter(face_up(state))) == 4
    assert state.players[0].navigators[2:4] == [0, 1]


@rule("DD-EVAL-2", "DD-EVAL-3")
@pytest.mark.parametrize(
    "space", [space.id for space in (*BOX.tracks["bricks"].top, *BOX.tracks["bricks"].bottom)]
)
def test_each_navigator_scores_the_value_of_the_cars_space(space: str) -> None:
    values = {"T": [5, 2, 3, 4, 3, 2, 5], "B": [3, 1, 2, 3, 3, 2, 1, 3]}[space[0]]
    red = space in ("T1", "T7", "B1", "B8")
    points = 2 * values[int(space[1]) - 1]
    state = driving(player(hand=["1S"], navigators={3: 2}, space=space), round=3)
    all_finish(state)
    made = state.players[0]
    assert (made.speed, made.popularity) == ((0, points) if red else (points, 0))


@rule("DD-EVAL-3")
def test_popularity_from_a_red_space_is_capped() -> None:
    state = driving(player(hand=["1S"], navigators={3: 1}, space="T1", popularity=13), round=3)
    all_finish(state)
    assert (state.players[0].popularity, state.players[0].speed) == (15, 0)


@rule("DD-EVAL-4")
def test_nothing_without_a_navigator() -> None:
    state = driving(player(hand=["1S"], navigators={4: 1}), round=3)
    events = all_finish(state)
    assert state.players[0].speed == 0
    assert not [event for event in events if isinstance(event, Scored)]


@rule("DD-EVAL-5", "DD-EVAL-7")
def test_navigators_of_the_fallen_card_go_home_the_others_stay() -> None:
    state = driving(
        player(hand=["1S"], navigators={3: 2, 5: 1}), player(navigators={3: 1}, hand=["1S"]), round=3
    )
    all_finish(state)
    assert [board.navigators_left for board in DIRT_AND_DUST.view(state, 0).boards] == [9, 10]
    assert state.players[0].speed == 8


@rule("DD-EVAL-6")
def test_the_next_card_is_revealed_while_the_deck_lasts() -> None:
    state = driving(player(traction=9, hand=["1S"]), round=4)
    assert [card.no for card in DIRT_AND_DUST.view(state, 0).road][-1] == 9
    state = driving(player(traction=9, hand=["1S"]), round=5)
    assert [card.no for card in DIRT_AND_DUST.view(state, 0).road] == [5, 6, 7, 8, 9, 10]
    state = driving(player(traction=9, hand=["1S"]), round=6)
    assert [card.no for card in DIRT_AND_DUST.view(state, 0).road] == [6, 7, 8, 9, 10]


@rule("DD-EVAL-1", "DD-EVAL-6")
def test_who_prepares_sees_the_road_as_it_lies_after_the_fall() -> None:
    state = driving(player(hand=["1S"]), player(hand=["1S"]), round=2)
    all_finish(state)
    view = DIRT_AND_DUST.view(state, 0)
    assert (view.phase, view.stage_deck) == ("preparation", 2)
    assert [card.no for card in view.road] == [3, 4, 5, 6, 7, 8]


@rule("DD-PREP-1")
def test_cards_move_right_and_slot_6_is_discarded() -> None:
    state = driving(player(hand=["1S"], slots={1: "2S", 5: Placed("3S", covered=True), 6: "4S"}))
    all_finish(state)
    made = state.players[0]
    assert [card_in(made, slot) for slot in range(1, 7)] == [None, "2S", None, None, None, "3S"]
    assert made.slots[5] == Placed("3S", covered=True)
    assert made.deck.discards == {"4S": 1}


@rule("DD-PREP-3", "DD-PREP-4")
def test_dice_go_back() -> None:
    state = driving(
        player(hand=["1S"], dice=[1, 2, 3], boost=[4], popularity_die=1, risk=2), player(hand=["1S"])
    )
    state.holder = 0
    all_finish(state)
    assert (state.players[0].dice, state.holder, state.players[0].risk) == ([], None, 2)


@rule("DD-PREP-5")
def test_any_number_of_cards_may_be_discarded_from_hand() -> None:
    state = driving(player(hand=["1S", "2S"], deck=["3S"] * 5))
    all_finish(state)
    assert set(DIRT_AND_DUST.actions(state, 0)) == {
        Discard(),
        Discard(("1S",)),
        Discard(("2S",)),
        Discard(("1S", "2S")),
    }
    assert forbidden(state, Discard(("4S",))) == "DD-PREP-5"
    assert forbidden(state, Discard(("1S", "1S"))) == "DD-PREP-5"
    assert forbidden(state, Play("1S", 1)) == "DD-PREP-5"
    DIRT_AND_DUST.act(state, 0, Discard(("1S", "2S")))
    assert state.players[0].deck.discards == {"1S": 1, "2S": 1}


@rule("DD-PREP-7")
def test_drawing_up_to_five_and_shuffling_only_when_a_card_is_needed() -> None:
    state = driving(player(hand=["1S"], deck=["2S", "2S"], discards={"3S": 3}))
    all_finish(state)
    DIRT_AND_DUST.act(state, 0, Discard())
    throw(state, "2S", "2S")
    chance = DIRT_AND_DUST.pending(state).chance
    assert chance is not None
    assert chance.outcomes == ("3S",)
    throw(state, "3S", "3S")
    assert state.players[0].hand == ["1S", "2S", "2S", "3S", "3S"]
    assert len(state.players[0].deck) == 1

    exact = driving(player(hand=["1S"], deck=["2S"] * 4, discards={"3S": 3}))
    all_finish(exact)
    act(exact, Discard(), outcomes=["2S"] * 4 + ["0", 1, 1, 1, 1])
    assert exact.players[0].deck.discards == {"3S": 3}, "no card had to be drawn"

    short = driving(player(hand=["1S"], deck=["2S"]))
    all_finish(short)
    act(short, Discard(), outcomes=["2S", "0", 1, 1, 1, 1])
    assert short.players[0].hand == ["1S", "2S"], "both piles are empty: drawing stops"


@rule("DD-PREP-7")
def test_only_the_owner_learns_which_card_was_drawn() -> None:
    drew = Drew(0, "9A")
    assert DIRT_AND_DUST.witness(drew, 0) == drew
    for stranger in (1, None):
        assert one(Drew, DIRT_AND_DUST.witness(drew, stranger)).card == "hidden"


@rule("DD-SCORE-1")
def test_points_of_all_own_cards_count_but_removed_ones() -> None:
    slots: dict[int, str | Placed] = {1: Placed("8A", covered=True), 2: "4B"}
    made = player(hand=["8A"], deck=["9A"], discards={"8B": 2}, slots=slots, removed=["9B", "9B"])
    assert score(driving(made, player()), 0).cards == 1 + 1 + 2 + 1 - 1


@rule("DD-SCORE-2")
def test_risk_dice_in_the_pool_cost_a_point_each() -> None:
    made = player(risk=2, tokens=4, wrench=9, traction=9, speed=5)
    assert score(driving(made, player()), 0).total == 3


@rule("DD-SCORE-3")
@pytest.mark.parametrize(
    ("popularity", "bonus"),
    [
        ((5, 3, 1), [3, 1, 0]),
        ((5, 5, 1), [3, 3, 1]),
        ((5, 3, 3), [3, 1, 1]),
        ((4, 0, 0), [3, 0, 0]),
        ((0, 0, 0), [0, 0, 0]),
    ],
)
def test_the_popularity_bonus(popularity: tuple[int, ...], bonus: list[int]) -> None:
    state = driving(*(player(popularity=n) for n in popularity))
    assert [score(state, seat).bonus for seat in range(3)] == bonus


@rule("DD-SCORE-4")
def test_the_highest_total_wins_and_totals_may_be_negative() -> None:
    state = driving(player(speed=3), player(speed=7), player(risk=3), round=10)
    all_finish(state)
    result = DIRT_AND_DUST.result(state)
    assert result is not None
    assert (result.places, result.scores) == ((2, 1, 3), (3.0, 7.0, -3.0))


@rule("DD-SCORE-5")
@pytest.mark.parametrize(
    ("first", "second", "places"),
    [
        ({"speed": 10, "popularity": 3}, {"speed": 12, "popularity": 1}, (1, 2)),
        ({"speed": 10, "tokens": 2}, {"speed": 10, "tokens": 1}, (2, 1)),
        ({"speed": 10, "tokens": 1}, {"speed": 10, "tokens": 1}, (1, 1)),
    ],
)
def test_ties(first: dict[str, Any], second: dict[str, Any], places: tuple[int, int]) -> None:
    state = driving(player(**first), player(**second), round=10)
    all_finish(state)
    result = DIRT_AND_DUST.result(state)
    assert result is not None
    assert result.scores[0] == result.scores[1]
    assert result.places == places


@rule("DD-LEVEL-1")
def test_easier_shows_five_cards_but_lasts_as_long() -> None:
    state = driving(player(traction=9), five_face_up=True)
    assert [card.no for card in DIRT_AND_DUST.view(state, 0).road] == [1, 2, 3, 4, 5]
    assert forbidden(state, Scout(6)) == "DD-RECON-1"
    assert DIRT_AND_DUST.view(state, 0).rounds == 10
    assert list(face_up(driving(player(), five_face_up=True, round=5))) == [5, 6, 7, 8, 9]


@rule("DD-LEVEL-2")
def test_harder_flips_tokens_for_each_player_separately() -> None:
    assert [made.tokens for made in dealt("HJ", "SF", "AY", start_damage=[0, 1, 2]).players] == [0, 1, 2]


@rule("DD-TRIAL-1", "DD-TRIAL-2", "DD-TRIAL-3")
def test_the_trial_stage() -> None:
    state = DIRT_AND_DUST.start(DIRT_AND_DUST.options({"stage": "trial"}), 2)
    assert state.stock == {"1A": 8, "3A": 8, "5A": 8, "6A": 8}
    for made in state.players:
        assert made.driver == ""
        assert made.deck.pool == {"1S": 2, "2S": 1, "3S": 1, "4S": 1, "1B": 2, "3B": 2, "8B": 1}
    settle(state, ["1S", "1S", "2S", "3S", "4S"] * 2 + [1, 2, 3] * 2)
    view = DIRT_AND_DUST.view(state, 0)
    assert [card.no for card in view.road] == [1, 2, 3, 4, 5]
    assert (view.rounds, view.stage_deck) == (5, 0)


@rule("DD-TRIAL-4")
def test_the_trial_is_driven_one_after_the_other() -> None:
    state = driving(player(hand=["1S"], wrench=9), player(hand=["1S"]), player(hand=["1S"]), stage="trial")
    assert DIRT_AND_DUST.pending(state).seats == (0,)
    assert forbidden(state, Finish(), seat=1) == "DD-ROUND-2"
    state.stock["1A"] = 1
    act(state, Buy("1A"))
    assert state.players[0].deck.discards == {"1A": 1}, "buying is always immediate"
    assert DIRT_AND_DUST.view(state, 2).boards[0].wrench == 7, "everyone looks on"
    act(state, Finish())
    assert DIRT_AND_DUST.pending(state).seats == (1,)
    act(state, Finish(), seat=1)
    act(state, Finish(), seat=2)
    assert DIRT_AND_DUST.pending(state).seats == (0, 1, 2), "the Preparation is simultaneous"
    act(state, Discard(), outcomes=["1A"])
    act(state, Discard(), seat=1)
    act(state, Discard(), seat=2, outcomes=[1] * 9)
    assert DIRT_AND_DUST.pending(state).seats == (0,), "the same player starts every round"


@rule("DD-TRIAL-5", "DD-TRIAL-6")
def test_fifteen_points_after_final_scoring_qualify() -> None:
    state = driving(player(speed=12, popularity=2), player(speed=14, risk=1), stage="trial", round=5)
    act(state, Finish())
    events = DIRT_AND_DUST.act(state, 1, Finish())
    assert [event for event in events if isinstance(event, Qualified)] == [Qualified(0, 15)]
    result = DIRT_AND_DUST.result(state)
    assert result is not None
    assert result.places == (1, 2)


@rule("DD-SOLO-1", "DD-SOLO-2")
def test_the_ghost_starts_with_dice_on_cards_1_2_and_3() -> None:
    state = driving(player())
    assert state.ghost is not None
    assert (state.ghost.pairs, state.ghost.waiting) == (0, [1, 2, 3])
    assert [card.no for card in DIRT_AND_DUST.view(state, 0).road if card.ghost_die] == [1, 2, 3]
    assert driving(player(), player()).ghost is None


@rule("DD-SOLO-3", "DD-SOLO-4")
def test_a_fallen_card_gives_the_ghost_a_pair_for_the_next_round() -> None:
    state = driving(player(hand=["1S"]))
    events = all_finish(state)
    assert [event for event in events if isinstance(event, GhostScored)] == [GhostScored(0, 0)]
    assert state.ghost is not None
    assert (state.ghost.pairs, state.ghost.waiting) == (1, [2, 3])
    DIRT_AND_DUST.act(state, 0, Discard())
    chance = DIRT_AND_DUST.pending(state).chance
    assert chance is not None
    assert chance.label == "ghost risk", "the Ghost rolls first"
    throw(state, "3+2", 6, 1, 2, 3)
    assert (state.ghost.faces, state.ghost.values) == (["3+2"], [6])


@rule("DD-SOLO-5", "DD-SOLO-6", "DD-SOLO-7")
def test_a_die_of_the_same_value_blocks_the_ghost() -> None:
    state = driving(player(dice=[6, 2], boost=[3], popularity_die=2, wrench=1, hand=["1S"]))
    ghost = state.ghost
    assert ghost is not None
    ghost.faces, ghost.values, ghost.blocked = ["3+2", "1", "3+1"], [6, 2, 4], [False] * 3
    ghost.popularity = 14
    assert forbidden(state, Block(2)) == "DD-DIE-3"
    assert forbidden(state, Block(3)) == "DD-SOLO-5"
    act(state, ChangeDie("boost", 3, 4), Block(2, "boost"))
    assert Die("boost", 4, True) in state.players[0].dice
    assert forbidden(state, Block(0)) == "DD-SOLO-5", "one die in a round"
    assert not [action for action in DIRT_AND_DUST.actions(state, 0) if isinstance(action, Block)]
    all_finish(state)
    assert (ghost.speed, ghost.popularity) == (4, 15)


@rule("DD-SOLO-8")
@pytest.mark.parametrize(("own", "other", "holder"), [(3, 2, 0), (3, 3, None), (3, 4, None)])
def test_the_ghost_can_deny_the_popularity_die(own: int, other: int, holder: int | None) -> None:
    state = before_rolling(player(popularity=own))
    assert state.ghost is not None
    state.ghost.popularity = other
    state.round = 0
    begin_round(state)
    assert state.holder == holder
    assert state.ghost.popularity == other


@rule("DD-SOLO-9")
def test_the_ghost_shares_in_the_popularity_bonus() -> None:
    state = driving(player(popularity=3, speed=5))
    assert state.ghost is not None
    state.ghost.popularity, state.ghost.speed, state.ghost.pairs = 5, 7, 3
    assert score(state, 0).total == 6
    assert ghost_score(state).total == 10, "its Risk dice cost nothing"


@rule("DD-SOLO-10")
@pytest.mark.parametrize(
    ("speed", "ghost", "tokens", "place"), [(8, 7, 0, 1), (7, 8, 0, 2), (8, 8, 0, 1), (8, 8, 1, 2)]
)
def test_winning_against_the_ghost(speed: int, ghost: int, tokens: int, place: int) -> None:
    state = driving(player(speed=speed, tokens=tokens), round=10)
    assert state.ghost is not None
    state.ghost.speed = ghost
    all_finish(state)
    result = DIRT_AND_DUST.result(state)
    assert result is not None
    assert result.places == (place,)


@rule("DD-SOLO-10")
def test_a_destroyed_car_loses_against_the_ghost() -> None:
    state = driving(player(speed=90, tokens=7, damage=4))
    act(state, Dare(), outcomes=["1"])
    result = DIRT_AND_DUST.result(state)
    assert result is not None
    assert result.places == (2,)


@rule("DD-LEVEL-3")
@pytest.mark.parametrize(
    ("level", "pairs", "cards", "rolls"),
    [
        ("greenhorn", 0, [4, 5, 6], 15),
        ("novice", 0, [3, 4, 5], 18),
        ("amateur", 0, [2, 3, 4], 21),
        ("standard", 0, [1, 2, 3], 24),
        ("daredevil", 1, [1, 2], 27),
        ("veteran", 2, [1], 29),
        ("devil", 3, [], 30),
    ],
)
def test_the_levels_of_the_ghost(level: str, pairs: int, cards: list[int], rolls: int) -> None:
    ghost = new_ghost(level)
    assert (ghost.pairs, ghost.waiting) == (pairs, cards)
    state = driving(player(hand=["1S"]), ghost=level)
    assert state.ghost is not None
    rolled = 0
    for number in range(1, 11):
        state.round = number
        rolled += state.ghost.pairs
        state.ghost.faces = ["0"] * state.ghost.pairs
        state.ghost.blocked = [False] * state.ghost.pairs
        state.phase, state.players[0].done = "driving", False
        DIRT_AND_DUST.act(state, 0, Finish())
    assert rolled == rolls


def test_a_solo_trial_has_no_ghost_and_is_won_by_qualifying() -> None:
    for speed, place in ((15, 1), (14, 2)):
        state = driving(player(speed=speed), stage="trial", round=5)
        assert state.ghost is None
        all_finish(state)
        result = DIRT_AND_DUST.result(state)
        assert result is not None
        assert result.places == (place,)
