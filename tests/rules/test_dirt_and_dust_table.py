"""Dirt & Dust: what lies on the table, resources, dice, the Position Track, setup and rounds."""

import random
from collections import Counter

import msgspec
import pytest

from paddock.core.errors import BadInput
from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust.actions import (
    Buy,
    ChangeDie,
    Discard,
    Finish,
    Go,
    PickDriver,
    PickStage,
    Play,
    Resolve,
    Scout,
    Skip,
    Steer,
    Use,
    UsePassive,
)
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.explore import (
    AboutCard,
    AboutDie,
    AboutStageCard,
    CardAnswer,
    DieAnswer,
    StageAnswer,
    Verdict,
    WhyNot,
)
from paddock.games.dirt_and_dust.state import Die, State, face_up
from paddock.games.dirt_and_dust.track import SHIFTS, along
from paddock.testing import rule
from paddock.testing.dirt_and_dust import (
    act,
    active_values,
    before_rolling,
    card_in,
    dealt,
    driving,
    forbidden,
    player,
    settle,
    throw,
)
from paddock.testing.sure import all_of, one

pytestmark = pytest.mark.usefixtures("example_cards")


@rule("DD-STATE-1")
def test_a_players_state_survives_being_written_down() -> None:
    made = player(
        hand=["1S"],
        deck=["2S", "3S"],
        discards={"4S": 1},
        removed=["5A"],
        slots={2: "9A"},
        dice=[1, 1, 6],
        boost=[4],
        popularity_die=2,
        navigators={3: 1},
        space="B2",
        wrench=3,
        traction=4,
        popularity=5,
        speed=6,
        risk=2,
        damage=4,
        tokens=3,
        tripled=True,
    )
    state = driving(made)
    again = msgspec.json.decode(msgspec.json.encode(state), type=State)
    assert again.players[0] == made
    board = DIRT_AND_DUST.view(state, 0).boards[0]
    assert (board.space, board.wrench, board.traction, board.popularity, board.speed) == ("B2", 3, 4, 5, 6)
    assert (board.risk_pool, board.risk_cockpit, board.damage, board.tokens) == (2, 1, 4, 3)
    assert (board.navigators_left, board.navigator_limit, board.out) == (9, 3, False)
    assert (board.deck_size, board.hand_size, board.discards) == (2, 1, {"4S": 1})


@rule("DD-STATE-2")
def test_everybody_sees_the_road_the_supply_the_round_and_the_phase() -> None:
    state = driving(player(), player(popularity=3), round=4, stock={"7A": 5})
    state.holder = 1
    for seat in (None, 0, 1):
        view = DIRT_AND_DUST.view(state, seat)
        assert [card.no for card in view.road] == [4, 5, 6, 7, 8, 9]
        assert view.stage_deck == 1
        assert {stack.card: stack.copies for stack in view.market}["7A"] == 5
        assert (view.round, view.phase, view.popularity_die) == (4, "driving", 1)


@rule("DD-STATE-3")
def test_hands_and_deck_orders_are_secret_and_nothing_else() -> None:
    one = driving(player(), player(hand=["1S", "2S"], deck=["3S", "4S"], wrench=2))
    other = driving(player(), player(hand=["3S", "4S"], deck=["2S", "1S"], wrench=2))
    assert DIRT_AND_DUST.view(one, 0) == DIRT_AND_DUST.view(other, 0)
    assert DIRT_AND_DUST.view(one, None) == DIRT_AND_DUST.view(other, None)
    assert DIRT_AND_DUST.view(one, 1) != DIRT_AND_DUST.view(other, 1)
    assert DIRT_AND_DUST.view(one, 0).boards[1].unseen == {"1S": 1, "2S": 1, "3S": 1, "4S": 1}
    guesses = {tuple(DIRT_AND_DUST.imagine(one, 0, random.Random(i)).players[1].hand) for i in range(30)}
    assert len(guesses) == 6


@rule("DD-STATE-4")
def test_dice_and_draws_can_be_scripted() -> None:
    state = dealt("HJ", "SF")
    settle(state, ["1S", "2S", "HJ1", "HJ2", "HJ2", "SF1", "SF2", "SF3", "SF3", "4S", 6, 5, 4, 3, 2, 1])
    assert state.players[0].hand == ["1S", "2S", "HJ1", "HJ2", "HJ2"]
    assert state.players[1].hand == ["4S", "SF1", "SF2", "SF3", "SF3"]
    assert active_values(state.players[0]) == [4, 5, 6]
    assert active_values(state.players[1]) == [1, 2, 3]


@rule("DD-RES-1")
def test_no_more_than_ten_wrenches() -> None:
    state = driving(player(slots={3: "4S"}, dice=[3], wrench=9))
    act(state, Resolve(3), Use(0))
    assert state.players[0].wrench == 10


@rule("DD-RES-2")
def test_no_more_than_ten_traction() -> None:
    state = driving(player(slots={3: "5A"}, dice=[3], traction=9))
    act(state, Resolve(3), Use(0))
    assert state.players[0].traction == 10


@rule("DD-RES-3")
def test_popularity_stays_between_0_and_15() -> None:
    state = driving(player(slots={3: "5B"}, dice=[3], popularity=14), team_cards="B")
    act(state, Resolve(3), Use(0))
    assert state.players[0].popularity == 15
    state = before_rolling(player(popularity=1), player())
    throw(state, 1, 1, 1, 2, 1, 1, 1)
    assert state.players[0].popularity == 0


@rule("DD-RES-4")
def test_stores_are_kept_from_round_to_round() -> None:
    state = driving(player(wrench=4, traction=7, popularity=2, deck=["1S"] * 5))
    act(state, Finish(), outcomes=[*["1S"] * 5, "0", 1, 1, 2, 3, 0])
    made = state.players[0]
    assert state.round == 2
    assert (made.wrench, made.traction, made.popularity) == (4, 7, 2)


@rule("DD-RES-5")
def test_a_cost_is_paid_completely_or_not_at_all() -> None:
    state = driving(player(slots={3: "7B"}, dice=[3], wrench=0, traction=1), team_cards="B")
    assert forbidden(state, Scout(2)) == "DD-RECON-2"
    act(state, Resolve(3))
    assert forbidden(state, Use(1)) == "DD-RES-5"


@rule("DD-RES-6")
def test_speed_points_pass_fifty() -> None:
    state = driving(player(speed=49, navigators={1: 1}, hand=["1S"]))
    act(state, Finish())
    assert state.players[0].speed == 53


@rule("DD-DIE-1")
def test_the_faces_of_the_dice() -> None:
    state = before_rolling(player(risk=1, popularity=1), player())
    seen = {}
    for outcome in ("0", 1, 1, 1, 0):
        chance = DIRT_AND_DUST.pending(state).chance
        assert chance is not None
        seen[chance.label] = dict(zip(chance.outcomes, chance.weights, strict=True))
        DIRT_AND_DUST.resolve(state, outcome)
    assert seen["risk 0"] == {"0": 1, "1": 2, "2": 1, "3+1": 1, "3+2": 1}
    assert seen["player 0"] == dict.fromkeys(range(1, 7), 1)
    assert seen["popularity 0"] == {0: 2, 1: 2, 2: 2}


@rule("DD-DIE-2", "DD-DIE-6")
def test_risk_dice_are_no_dice_for_cards() -> None:
    state = driving(player(slots={3: "HJ3", 1: "1S"}, dice=[3], risk=3))
    act(state, Resolve(3))
    assert Use(0) not in DIRT_AND_DUST.actions(state, 0), "no die is left to be set, Risk dice do not count"
    state = before_rolling(player(risk=3))
    throw(state, "1", "1", "1", 2, 2, 2)
    assert all(die.kind == "player" for die in state.players[0].dice)


@rule("DD-DIE-3")
def test_only_active_dice_are_spent_or_changed() -> None:
    state = driving(player(slots={3: "5A", 4: "5A"}, dice=[3], wrench=5))
    act(state, Resolve(3), Use(0), Skip())
    assert state.players[0].dice == [Die("player", 3, True)]
    assert forbidden(state, Resolve(3)) == "DD-DIE-3"
    assert forbidden(state, Resolve(4)) == "DD-DIE-3"
    assert forbidden(state, ChangeDie("player", 3, 4)) == "DD-DIE-3"


@rule("DD-DIE-4")
def test_the_popularity_die_shows_1_or_2_or_is_out_of_play() -> None:
    state = driving(player(slots={1: "HJ1"}, dice=[3], popularity_die=2, wrench=5, popularity=2))
    assert forbidden(state, ChangeDie("popularity", 2, 3)) == "DD-DIE-4"
    act(state, UsePassive(1))
    assert state.players[0].dice == [Die("player", 6), Die("popularity", 2)]
    act(state, ChangeDie("popularity", 2, 1))
    assert Die("popularity", 1) in state.players[0].dice
    blank = driving(player(slots={1: "9B"}, popularity_die=0, wrench=5), team_cards="B")
    assert forbidden(blank, ChangeDie("popularity", 0, 1)) == "DD-DIE-4"
    assert forbidden(blank, Resolve(1, "popularity")) == "DD-DIE-3"
    assert forbidden(blank, UsePassive(1)) == "DD-EFFECT-3"


@rule("DD-DIE-5")
def test_a_boost_die_is_rolled_at_once_and_goes_back_in_the_preparation() -> None:
    state = driving(player(slots={4: "9A"}, deck=["1S"] * 5, hand=["2S"]))
    act(state, UsePassive(4), outcomes=[4])
    assert state.players[0].dice == [Die("boost", 4)]
    act(state, Resolve(4, "boost"), Use(0), Go("T5"))
    act(state, Finish())
    assert state.phase == "preparation"
    assert state.players[0].dice == []


@rule("DD-POS-1", "DD-POS-4")
def test_a_shift_leads_to_the_spaces_that_touch() -> None:
    assert SHIFTS["T4"] == ("B4", "B5")
    assert SHIFTS["T1"] == ("B1", "B2")
    assert SHIFTS["B4"] == ("T3", "T4")
    assert SHIFTS["B1"] == ("T1",)
    assert SHIFTS["B8"] == ("T7",)
    assert along("T3", -1) == ("T2", 0)
    state = driving(player(slots={3: "1S"}, dice=[3], space="T7"))
    act(state, Resolve(3), Use(0))
    assert sorted(action.to for action in all_of(Go, DIRT_AND_DUST.actions(state, 0))) == ["B7", "B8"]
    act(state, Go("B8"))
    assert (state.players[0].risk, state.players[0].damage) == (0, 0)
    corner = driving(player(slots={3: "1S"}, dice=[3], space="B8"))
    act(corner, Resolve(3), Use(0))
    assert corner.players[0].space == "T7", "the only way up needs no choice"


@rule("DD-POS-7")
def test_the_other_track_leads_up_to_one_space_only() -> None:
    assert SHIFTS["T13"] == ("B15", "B16")
    assert SHIFTS["B15"] == SHIFTS["B16"] == ("T13",)
    assert along("T13", 3) == ("T15", 1)
    state = driving(player(slots={3: "2A"}, dice=[3], space="B16"), track="pairs")
    act(state, Resolve(3), Use(0))
    assert state.players[0].space == "T13", "up there is nothing to choose"
    centred = driving(player(slots={3: "4A"}, dice=[3], space="B20"), track="pairs")
    act(centred, Resolve(3), Use(1))
    assert centred.players[0].space == "T13"
    fresh = DIRT_AND_DUST.start(DIRT_AND_DUST.options({"track": "pairs"}), 2)
    assert fresh.players[0].space == "T13"
    assert [len(row) for row in DIRT_AND_DUST.view(fresh, None).track] == [5, 10]


@rule("DD-POS-2")
@pytest.mark.parametrize(
    "space", [space.id for space in (*BOX.tracks["bricks"].top, *BOX.tracks["bricks"].bottom)]
)
def test_a_car_accelerates_or_brakes(space: str) -> None:
    state = driving(player(slots={3: "4S"}, dice=[3], space=space))
    act(state, Resolve(3))
    assert [a for a in DIRT_AND_DUST.actions(state, 0) if a != Skip()] == [Use(0 if space[0] == "T" else 1)]


@rule("DD-POS-3")
@pytest.mark.parametrize(
    ("zone", "spaces"),
    [("grey", "T4 B4 B5"), ("yellow", "T2 T3 T5 T6 B2 B3 B6 B7"), ("red", "T1 T7 B1 B8")],
)
def test_zones_hold_in_both_rows(zone: str, spaces: str) -> None:
    for space in spaces.split():
        state = driving(
            player(slots={2: "HJ2", 3: "3B", 4: "5B"}, dice=[2, 3, 4], space=space), team_cards="B"
        )
        for slot, zone_of_card in ((2, "yellow"), (3, "grey"), (4, "red")):
            act(state, Resolve(slot))
            effect = 0 if slot == 2 else 1
            assert (Use(effect) in DIRT_AND_DUST.actions(state, 0)) == (zone == zone_of_card)
            act(state, Skip())


@rule("DD-POS-5")
@pytest.mark.parametrize("space", ["T1", "T4", "B1", "B8"])
def test_centre_is_T4_from_anywhere(space: str) -> None:  # noqa: N802
    state = driving(player(slots={3: "4A"}, dice=[3], space=space))
    act(state, Resolve(3), Use(1))
    assert state.players[0].space == "T4"


@rule("DD-POS-6")
def test_cars_do_not_block_each_other() -> None:
    state = driving(player(space="B4", traction=1), player(space="B5"))
    act(state, Steer("B5"))
    assert [made.space for made in state.players] == ["B5", "B5"]


@rule("DD-SETUP-1")
def test_the_stage_is_one_of_five_or_the_trial() -> None:
    state = DIRT_AND_DUST.start(DIRT_AND_DUST.options({"drivers": "fixed", "driver_list": ["HJ"]}), 1)
    chance = DIRT_AND_DUST.pending(state).chance
    assert chance is not None
    assert set(chance.outcomes) == {"blue_haven", "old_town", "eagle_pass", "deep_forest", "midnight_run"}
    drafted = DIRT_AND_DUST.start(DIRT_AND_DUST.options({"stage": "draft"}), 2)
    assert DIRT_AND_DUST.pending(drafted).seats == (0,)
    assert forbidden(drafted, PickStage("trial")) == "DD-SETUP-1"
    act(
        drafted, PickStage("eagle_pass"), outcomes=["HJ", "SF"] + ["1S", "1S", "2S", "3S", "4S"] * 2 + [1] * 6
    )
    assert drafted.stage == "eagle_pass"
    with pytest.raises(BadInput):
        DIRT_AND_DUST.options({"stage": "moon"})


@rule("DD-SETUP-2", "DD-SETUP-3")
def test_card_1_falls_first_and_six_cards_lie_face_up() -> None:
    state = driving(player(), player())
    assert list(face_up(state)) == [1, 2, 3, 4, 5, 6]
    view = DIRT_AND_DUST.view(state, None)
    assert [card.no for card in view.road] == [1, 2, 3, 4, 5, 6]
    assert view.stage_deck == 4
    assert [card.no for card in BOX.stages["blue_haven"].cards] == list(range(1, 11))


@rule("DD-SETUP-4", "DD-SETUP-6", "DD-SETUP-7", "DD-SETUP-8", "DD-SETUP-9", "DD-SETUP-10", "DD-SETUP-11")
def test_how_everyone_starts() -> None:
    state = dealt("HJ", "SF", "AY", "FK")
    assert state.holder is None
    for made in state.players:
        assert (made.speed, made.popularity, made.wrench, made.traction) == (0, 0, 0, 0)
        assert (made.space, made.tokens, made.damage, made.risk) == ("T4", 0, 0, 0)
    for board in DIRT_AND_DUST.view(state, 0).boards:
        assert (board.risk_cockpit, board.navigators_left, board.navigator_limit) == (3, 10, 1)
    assert [token.n for token in BOX.tokens if token.modifier != "eliminated"] == [1, 2, 3, 4, 5, 6, 7]
    for made in state.players:
        made.throws.clear()
    again = before_rolling(player())
    throw(again, 1, 2, 3)
    assert [die.kind for die in again.players[0].dice] == ["player"] * 3


@rule("DD-SETUP-5")
def test_nine_stacks_of_eight_each_number_once() -> None:
    assert dealt("HJ").stock == {f"{n}A": 8 for n in range(1, 10)}
    assert dealt("HJ", team_cards="B").stock == {f"{n}B": 8 for n in range(1, 10)}
    mixed = dealt("HJ", team_cards="chosen", versions="ABBAABABB").stock
    assert list(mixed) == ["1A", "2B", "3B", "4A", "5A", "6B", "7A", "8B", "9B"]
    with pytest.raises(BadInput):
        DIRT_AND_DUST.options({"versions": "AB"})
    state = driving(player(wrench=9))
    assert forbidden(state, Buy("1B")) == "DD-SETUP-5"


@rule("DD-SETUP-12")
def test_no_driver_is_used_twice() -> None:
    state = DIRT_AND_DUST.start(DIRT_AND_DUST.options({"stage": "blue_haven"}), 4)
    for driver in ("SF", "HJ", "FK"):
        DIRT_AND_DUST.resolve(state, driver)
    chance = DIRT_AND_DUST.pending(state).chance
    assert chance is not None
    assert chance.outcomes == ("AY",)
    drafted = DIRT_AND_DUST.start(DIRT_AND_DUST.options({"stage": "blue_haven", "drivers": "draft"}), 2)
    act(drafted, PickDriver("AY"))
    assert DIRT_AND_DUST.pending(drafted).seats == (1,)
    assert forbidden(drafted, PickDriver("AY"), seat=1) == "DD-SETUP-12"
    with pytest.raises(BadInput):
        dealt("AY", "AY")
    with pytest.raises(BadInput):
        DIRT_AND_DUST.start(DIRT_AND_DUST.options({"drivers": "fixed", "driver_list": ["AY"]}), 2)


@rule("DD-SETUP-13")
@pytest.mark.parametrize("driver", ["HJ", "SF", "AY", "FK"])
def test_the_starting_deck(driver: str) -> None:
    deck = dealt(driver).players[0].deck
    expected = {"1S": 2, "2S": 1, "3S": 1, "4S": 1, f"{driver}1": 1, f"{driver}2": 2, f"{driver}3": 2}
    assert {card: n for card, n in deck.pool.items() if n} == expected


@rule("DD-SETUP-14")
def test_everyone_draws_five_and_may_not_draw_again() -> None:
    state = dealt("HJ", "SF")
    events = settle(state, ["1S", "1S", "2S", "3S", "4S"] * 2 + [1, 2, 3, 4, 5, 6])
    assert [len(made.hand) for made in state.players] == [5, 5]
    assert state.phase == "driving", "the first decision is a drive, not a new hand"
    assert forbidden(state, Discard(("1S",))) == "DD-DRIVE-1"
    assert Counter(type(event).__name__ for event in events)["Drew"] == 10


@rule("DD-ROUND-1", "DD-ROUND-2")
def test_the_phases_follow_each_other_when_all_have_finished() -> None:
    state = before_rolling(player(hand=["1S"], deck=["2S"] * 4), player(hand=["1S"], deck=["2S"] * 4))
    assert state.phase == "roll"
    throw(state, 1, 2, 3)
    assert state.phase == "roll", "the second player has not rolled"
    throw(state, 1, 2, 3)
    assert state.phase == "driving"
    act(state, Finish())
    assert state.phase == "driving", "the other still drives"
    assert forbidden(state, Play("1S", 1)) == "DD-ROUND-2"
    act(state, Finish(), seat=1)
    assert state.phase == "preparation"
    act(state, Discard(), outcomes=["2S"] * 4)
    assert state.phase == "preparation"
    act(state, Discard(), seat=1, outcomes=["2S"] * 4 + [1] * 6)
    assert (state.phase, state.round) == ("driving", 2)


@rule("DD-ROUND-3", "DD-END-1")
@pytest.mark.parametrize(("stage", "last"), [("blue_haven", 10), ("trial", 5)])
def test_a_stage_of_n_cards_lasts_n_rounds_and_has_no_preparation_after_it(stage: str, last: int) -> None:
    state = driving(player(hand=["1S"]), stage=stage, round=last - 1)
    act(state, Finish())
    assert state.phase == "preparation"
    state = driving(player(hand=["1S"], slots={6: "2S"}), stage=stage, round=last)
    act(state, Finish())
    assert state.phase == "over"
    assert card_in(state.players[0], 6) == "2S"
    assert DIRT_AND_DUST.result(state) is not None


def test_a_question_about_a_die_tells_where_the_car_could_go() -> None:
    state = driving(player(slots={3: "2S", 4: "1S"}, dice=[3], wrench=1, space="T4"))
    answer = one(DieAnswer, DIRT_AND_DUST.explore(state, 0, AboutDie("player", 3)))
    along_the_row, other_row = (next(use for use in answer.uses if use.slot == slot) for slot in (3, 4))
    assert along_the_row.effects[0].spaces == ("T3", "T5")
    assert other_row.effects[0].spaces == tuple(sorted(SHIFTS["T4"]))
    assert all(not effect.spaces for effect in (*along_the_row.effects[1:], *other_row.effects[1:]))
    at_the_edge = driving(player(slots={3: "2S"}, dice=[3], space="T1"))
    answer = one(DieAnswer, DIRT_AND_DUST.explore(at_the_edge, 0, AboutDie("player", 3)))
    assert answer.uses[0].effects[0].spaces == ("T2",)


def test_questions_about_a_die_and_a_card_tell_what_they_could_do() -> None:
    state = driving(player(slots={3: "1A", 4: "2A"}, dice=[3], hand=["1S"], wrench=1, space="T4", traction=3))
    answer = one(DieAnswer, DIRT_AND_DUST.explore(state, 0, AboutDie("player", 3)))
    assert [(use.slot, use.wrenches) for use in answer.uses] == [(3, 0), (2, 1), (4, 1)]
    assert [effect.available for effect in answer.uses[0].effects] == [True, True, False]
    card = one(CardAnswer, DIRT_AND_DUST.explore(state, 0, AboutCard("1S")))
    assert card.slots[0] == 1
    assert [effect.available for effect in card.effects] == [True, True]
    road = one(StageAnswer, DIRT_AND_DUST.explore(state, 0, AboutStageCard(3)))
    assert (road.space, road.price, road.leaves_road, road.worth) == ("T6", 2, False, 2)
    verdict = one(Verdict, DIRT_AND_DUST.explore(state, 0, WhyNot(Resolve(4))))
    assert (verdict.allowed, verdict.rule) == (False, "DD-DIE-3")
    assert one(Verdict, DIRT_AND_DUST.explore(state, 0, WhyNot(Resolve(3)))).allowed
