"""Dirt & Dust: every effect of every card in one scenario each."""

from typing import Any

import pytest

from paddock.games.dirt_and_dust.actions import (
    AnyAction,
    Exchange,
    Go,
    Pick,
    React,
    Replay,
    Resolve,
    Scout,
    Take,
    TurnDie,
    Use,
    UsePassive,
)
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.state import Player, State
from paddock.testing.dirt_and_dust import act, active_values, card_in, driving, player

pytestmark = pytest.mark.usefixtures("example_cards")

UP: dict[str, Any] = {"space": "T4"}
DOWN: dict[str, Any] = {"space": "B4"}

# card, effect (from 0), what else lies on the table, answers and dice, what comes of it
SCENARIOS: list[tuple[str, int, dict[str, Any], list[AnyAction | int | str], dict[str, Any]]] = [
    ("1S", 0, UP, [Go("B5")], {"space": "B5"}),
    ("1S", 1, UP, [], {"traction": 1}),
    ("2S", 0, UP, [Go("T3")], {"space": "T3"}),
    ("2S", 1, UP, [], {"wrench": 1}),
    ("2S", 2, DOWN, [], {"traction": 2}),
    ("3S", 0, UP, [], {"wrench": 1}),
    ("3S", 1, UP, [], {"wrench": 1}),
    ("3S", 2, DOWN | {"wrench": 1, "risk": 2}, [], {"wrench": 0, "risk": 1}),
    ("4S", 0, UP, [], {"wrench": 2}),
    ("4S", 1, DOWN, [], {"traction": 2}),
    ("HJ1", 0, UP, [], {"wrench": 1}),
    ("HJ1", 1, DOWN, [], {"traction": 1}),
    ("HJ2", 0, {"space": "B6"}, [], {"wrench": 1, "popularity": 1}),
    ("HJ2", 1, UP, [], {"popularity": 1}),
    ("HJ2", 2, DOWN, [], {"traction": 1}),
    ("HJ3", 0, {"boost": [2]}, [TurnDie("boost", 2, 5)], {"active": [5]}),
    ("HJ3", 1, UP, [], {"traction": 1}),
    ("HJ3", 2, UP, [], {"popularity": 1}),
    ("HJ3", 3, DOWN, [], {"wrench": 1}),
    ("SF1", 0, UP, [], {"wrench": 1}),
    ("SF1", 1, DOWN, [], {"traction": 1}),
    ("SF2", 0, {"space": "T5"}, ["2"], {"traction": 3, "risk": 1, "damage": 2}),
    ("SF2", 1, UP, [], {"wrench": 1}),
    ("SF2", 2, DOWN | {"risk": 1}, [], {"risk": 0}),
    ("SF3", 0, {"risk": 3}, [], {"traction": 3}),
    ("SF3", 1, UP, [], {"wrench": 1}),
    ("AY1", 0, UP, [], {"wrench": 1}),
    ("AY1", 1, DOWN, [], {"traction": 1, "popularity": 1}),
    ("AY2", 0, {"space": "T3", "slots": {1: "1S"}}, [Pick(1)], {"removed": ["1S"]}),
    ("AY2", 1, UP, [], {"traction": 1}),
    ("AY2", 2, UP, [], {"wrench": 1}),
    ("AY3", 0, {"removed": ["1S", "1S"]}, [], {"wrench": 2}),
    ("AY3", 1, UP, [], {"traction": 1}),
    ("FK1", 0, UP, [], {"wrench": 1}),
    ("FK1", 1, DOWN, [], {"traction": 1}),
    ("FK2", 0, {"space": "T3"}, [], {"traction": 2, "discards": ["FK2"]}),
    ("FK2", 1, DOWN, [], {"wrench": 1}),
    ("FK3", 0, {"slots": {1: "1S"}}, [], {"discards": ["1S", "FK3"]}),
    ("FK3", 1, DOWN, [], {"traction": 1}),
    ("1A", 0, UP, [], {"traction": 1}),
    ("1A", 1, UP, [6], {"active": [6]}),
    ("1A", 2, DOWN, [], {"wrench": 1}),
    ("2A", 0, DOWN, [Go("T3")], {"space": "T3"}),
    ("2A", 1, UP, [], {"wrench": 2}),
    ("3A", 0, UP, [], {"traction": 1}),
    ("3A", 1, UP, [], {"wrench": 1}),
    ("3A", 2, UP, [], {"popularity": 2}),
    ("3A", 3, {"risk": 1}, [], {"risk": 0}),
    ("4A", 0, UP, [], {"traction": 1}),
    ("4A", 1, {"space": "B8"}, [], {"space": "T4"}),
    ("4A", 2, UP, [], {"popularity": 1}),
    ("4A", 3, DOWN, [], {"wrench": 1}),
    ("5A", 0, UP, [], {"traction": 2}),
    ("5A", 1, {"slots": {1: "1S"}}, [], {"discards": ["1S", "5A"]}),
    ("6A", 0, {"slots": {1: "1S"}}, [Pick(1)], {"removed": ["1S"]}),
    ("6A", 1, DOWN, [], {"traction": 2}),
    ("6A", 2, UP, [], {"wrench": 2}),
    ("7A", 0, UP, [Go("T5")], {"space": "T5"}),
    ("7A", 1, UP, [], {"popularity": 2, "wrench": 1}),
    ("7A", 2, DOWN, [], {"traction": 2}),
    ("7A", 3, {"space": "B1"}, [], {"speed": 2}),
    ("8A", 0, UP, [], {"traction": 2}),
    ("8A", 1, UP, [], {"wrench": 1}),
    ("8A", 2, DOWN, [], {"traction": 1}),
    ("9A", 0, UP, [Go("T3")], {"space": "T3"}),
    ("9A", 1, DOWN, [], {"traction": 1}),
    ("1B", 0, UP, [], {"traction": 1}),
    ("1B", 1, UP, [], {"wrench": 1}),
    ("1B", 2, DOWN, [], {"traction": 1}),
    ("2B", 0, UP, [Go("B4")], {"space": "B4"}),
    ("2B", 1, UP, [Go("T2")], {"space": "T2"}),
    ("2B", 2, DOWN, [], {"traction": 1}),
    ("2B", 3, UP, [], {"popularity": 1}),
    ("3B", 0, UP, [], {"traction": 1}),
    ("3B", 1, {"space": "B5"}, [], {"traction": 1}),
    ("3B", 2, UP, [], {"wrench": 1}),
    ("3B", 3, DOWN, [], {"popularity": 1}),
    ("4B", 0, {"risk": 2}, [], {"risk": 1}),
    ("4B", 1, UP, [], {"wrench": 2, "traction": 2}),
    ("4B", 2, UP, [], {"discards": ["4B"]}),
    ("5B", 0, UP, [], {"popularity": 2}),
    ("5B", 1, {"space": "T7"}, [], {"popularity": 2}),
    ("5B", 2, {"popularity": 3}, [], {"popularity": 1, "speed": 2}),
    ("5B", 3, UP, [], {"wrench": 1}),
    ("6B", 0, {"slots": {1: "1S"}}, [], {"traction": 3}),
    ("6B", 1, {"slots": {1: "1S"}}, [Pick(1)], {"discards": ["1S"]}),
    ("6B", 2, UP, [], {"wrench": 1}),
    ("7B", 0, UP, [], {"traction": 2}),
    ("7B", 1, {"wrench": 1}, [1], {"wrench": 0, "active": [1]}),
    ("7B", 2, {"die": "boost"}, [], {"traction": 1}),
    ("7B", 3, {"die": "popularity"}, [], {"popularity": 2}),
    ("8B", 0, UP, [], {"traction": 2}),
    ("8B", 1, {"slots": {1: "1S", 5: "2S"}}, [Exchange(1, 5)], {"in": {1: "2S", 5: "1S"}}),
    ("8B", 2, {"value": 6}, [], {"traction": 2}),
    ("9B", 0, UP, [], {"wrench": 2}),
    ("9B", 1, DOWN, [], {"traction": 2}),
]

PASSIVES: list[tuple[str, dict[str, Any], list[AnyAction | int | str], dict[str, Any]]] = [
    ("HJ1", {"popularity": 3, "dice": [1, 4]}, [], {"popularity": 1, "active": [6, 6], "discards": ["HJ1"]}),
    ("AY1", {"removed": ["8A"]}, [Replay("8A", 5)], {"removed": [], "in": {5: "8A"}, "popularity": 1}),
    ("FK1", {}, [Take("6A")], {"top": ["6A"]}),
    ("9A", {}, [3], {"active": [3]}),
    ("9B", {"dice": [4]}, [TurnDie("player", 4, 3)], {"active": [3], "wrench": 1}),
]

# stage, card, what the player has, answers and dice (use the effect first), what comes of it
ROAD: list[tuple[str, int, dict[str, Any], list[AnyAction | int | str], dict[str, Any]]] = [
    ("blue_haven", 1, {}, [], {"traction": 9, "space": "T5"}),
    ("blue_haven", 2, {}, [Use(0)], {"traction": 8, "space": "T3", "wrench": 1}),
    ("blue_haven", 3, {}, [Use(0)], {"traction": 8, "space": "T6", "popularity": 1}),
    ("blue_haven", 4, {}, [Use(0)], {"traction": 7, "space": "T2", "wrench": 2}),
    ("blue_haven", 5, {}, ["1"], {"traction": 7, "space": "T6", "risk": 1, "damage": 1}),
    ("blue_haven", 6, {}, [Use(0), Go("B3")], {"traction": 7, "space": "B3"}),
    ("blue_haven", 7, {}, [Use(0)], {"traction": 8, "space": "T2"}),
    ("blue_haven", 8, {"risk": 1}, [Use(0)], {"traction": 6, "space": "T5", "risk": 0}),
    ("blue_haven", 9, {}, [Use(0), 4], {"traction": 6, "space": "T5", "active": [4]}),
    ("blue_haven", 10, {}, [], {"traction": 4, "space": "T1", "tripled": True}),
    ("old_town", 1, {}, [], {"traction": 8, "space": "T2"}),
    ("old_town", 2, {"slots": {1: "1S", 2: "2S", 3: "3S"}}, [], {"space": "T6", "covered": [1, 2]}),
    ("old_town", 3, {}, [Use(0), Go("B4")], {"space": "B4"}),
    ("old_town", 4, {}, [Use(0)], {"space": "T7", "wrench": 2}),
    ("old_town", 5, {"slots": {1: "1S", 2: "2S"}}, [Use(0)], {"space": "T2", "in": {1: "2S", 2: "1S"}}),
    ("old_town", 6, {}, [], {"traction": 5, "space": "T6", "tripled": True}),
    ("old_town", 7, {"slots": {1: "1S", 2: "2S"}}, [], {"space": "T1", "covered": [1]}),
    ("old_town", 8, {"risk": 2}, [Use(0)], {"space": "T5", "risk": 1}),
    ("old_town", 9, {"discards": {"1S": 1}}, [Use(0)], {"space": "T2", "popularity": 1, "discards": []}),
    ("old_town", 10, {}, [Use(0)], {"space": "T5", "speed": 1}),
    ("eagle_pass", 1, {}, [Use(0)], {"space": "T5", "wrench": 1}),
    ("eagle_pass", 2, {}, ["0"], {"space": "T2", "risk": 1}),
    ("eagle_pass", 3, {}, [Use(0)], {"space": "T6", "traction": 8}),
    ("eagle_pass", 4, {}, [], {"space": "T2", "tripled": True}),
    ("eagle_pass", 5, {}, ["0"], {"space": "T7", "risk": 1}),
    ("eagle_pass", 6, {"risk": 1}, [Use(0)], {"space": "T3", "risk": 0}),
    ("eagle_pass", 7, {}, [Go("B7")], {"space": "B7"}),
    ("eagle_pass", 8, {}, [Use(0)], {"space": "T1", "popularity": 3}),
    ("eagle_pass", 9, {"risk": 1}, [Use(0)], {"space": "T5", "risk": 0}),
    ("eagle_pass", 10, {"wrench": 3}, [Use(0)], {"space": "T2", "wrench": 1, "speed": 2}),
    ("deep_forest", 1, {}, [], {"space": "T3", "traction": 8}),
    ("deep_forest", 2, {"slots": {4: "1S"}}, [Use(0)], {"space": "T6", "removed": ["1S"]}),
    ("deep_forest", 3, {"slots": {4: "1S", 5: "2S"}}, [Pick(5)], {"space": "T2", "covered": [5]}),
    ("deep_forest", 4, {}, [Use(0)], {"space": "T5", "wrench": 2}),
    ("deep_forest", 5, {"dice": [2]}, [Use(0), TurnDie("player", 2, 3)], {"space": "T1", "active": [3]}),
    ("deep_forest", 6, {"risk": 1}, [Use(0)], {"space": "T6", "risk": 0}),
    ("deep_forest", 7, {}, [], {"space": "T2", "tripled": True}),
    ("deep_forest", 8, {"slots": {4: "1S", 5: "2S"}}, [Pick(4)], {"space": "T7", "discards": ["1S"]}),
    ("deep_forest", 9, {}, [Use(0), Go("B4")], {"space": "B4"}),
    ("deep_forest", 10, {}, [Use(0)], {"space": "T6", "traction": 7}),
    ("midnight_run", 1, {}, [Use(0)], {"space": "T3", "popularity": 1}),
    ("midnight_run", 2, {"slots": {4: "1S", 5: "2S"}}, [], {"space": "T6", "covered": [4]}),
    ("midnight_run", 3, {"space": "B4"}, ["2"], {"space": "B1", "risk": 1, "damage": 2}),
    ("midnight_run", 4, {"risk": 1}, [Use(0)], {"space": "T6", "risk": 0}),
    ("midnight_run", 5, {}, [Use(0), 2], {"space": "T2", "active": [2]}),
    ("midnight_run", 6, {"popularity": 9}, [], {"space": "T7", "popularity": 0}),
    ("midnight_run", 7, {"risk": 1}, [Use(0)], {"space": "T3", "risk": 0}),
    ("midnight_run", 8, {}, [], {"space": "T7", "tripled": True}),
    ("midnight_run", 9, {}, ["0"], {"space": "T2", "risk": 1}),
    ("midnight_run", 10, {"space": "B7"}, [Use(0)], {"space": "T4"}),
    ("trial", 1, {}, [], {"space": "T5"}),
    ("trial", 2, {}, [Use(0)], {"space": "T2", "wrench": 1}),
    ("trial", 3, {}, [Use(0)], {"space": "T6", "popularity": 1}),
    ("trial", 4, {"risk": 1}, [Use(0)], {"space": "T2", "risk": 0}),
    ("trial", 5, {}, [Use(0), Go("B6")], {"space": "B6"}),
]


def play_out(state: State, first: list[AnyAction], answers: list[AnyAction | int | str]) -> Player:
    """Decisions and dice in the order they are asked for."""
    actions = [*first, *(answer for answer in answers if not isinstance(answer, int | str))]
    act(state, *actions, outcomes=[answer for answer in answers if isinstance(answer, int | str)])
    return state.players[0]


STORES = ("wrench", "traction", "popularity", "speed", "risk", "damage", "tokens", "space", "tripled")


def check_the_rest(before: Player, made: Player, expected: dict[str, Any]) -> None:
    """What is not said to change has not changed."""
    for name in STORES:
        if name not in expected:
            assert getattr(made, name) == getattr(before, name), name


def check(made: Player, expected: dict[str, Any]) -> None:
    """Compare what is said about a player with what came of them."""
    for name, value in expected.items():
        match name:
            case "active":
                assert active_values(made) == value
            case "removed":
                assert [placed.card for placed in made.removed] == value
            case "discards":
                assert sorted(c for c, n in made.deck.discards.items() for _ in range(n)) == value
            case "top":
                assert made.deck.top == value
            case "in":
                assert {slot: card_in(made, slot) for slot in value} == value
            case "covered":
                assert [s for s, placed in enumerate(made.slots, 1) if placed and placed.covered] == value
            case _:
                assert getattr(made, name) == value, name


@pytest.mark.parametrize(
    ("card", "effect", "given", "answers", "expected"), SCENARIOS, ids=[f"{s[0]}-{s[1]}" for s in SCENARIOS]
)
def test_effect_of_a_card(
    card: str,
    effect: int,
    given: dict[str, Any],
    answers: list[AnyAction | int | str],
    expected: dict[str, Any],
) -> None:
    given = dict(given)
    kind, value = given.pop("die", "player"), given.pop("value", 2)
    slots = {value: card} | given.pop("slots", {})
    dice = {"player": {"dice": [value]}, "boost": {"boost": [value]}, "popularity": {"popularity_die": value}}
    made = player(slots=slots, **(dice[kind] | given))
    before = made.clone()
    check(play_out(driving(made), [Resolve(value, kind), Use(effect)], answers), expected)
    check_the_rest(before, made, expected)


@pytest.mark.parametrize(("card", "given", "answers", "expected"), PASSIVES, ids=[p[0] for p in PASSIVES])
def test_passive_of_a_card(
    card: str, given: dict[str, Any], answers: list[AnyAction | int | str], expected: dict[str, Any]
) -> None:
    made = player(slots={2: card}, **given)
    before = made.clone()
    check(play_out(driving(made), [UsePassive(2)], answers), expected)
    check_the_rest(before, made, expected)


def test_the_reaction() -> None:
    state = driving(player(slots={2: "SF1", 3: "SF2"}, dice=[3], space="T3"))
    act(state, Resolve(3), Use(0), React(2), outcomes=["3+2"])
    check(state.players[0], {"damage": 0, "popularity": 0, "risk": 1, "discards": ["SF1"], "traction": 3})


@pytest.mark.parametrize(
    ("stage", "card", "given", "answers", "expected"), ROAD, ids=[f"{r[0]}-{r[1]}" for r in ROAD]
)
def test_a_navigator_on_a_stage_card(
    stage: str,
    card: int,
    given: dict[str, Any],
    answers: list[AnyAction | int | str],
    expected: dict[str, Any],
) -> None:
    state = driving(player(traction=10, **given), stage=stage, round=card)
    before = state.players[0].clone()
    made = play_out(state, [Scout(card)], answers)
    check_the_rest(before, made, {"traction": None} | expected)
    check(made, {"doing": None, "navigators": [int(n == card) for n in range(1, len(made.navigators) + 1)]})
    check(made, expected)


def test_no_effect_is_left_out() -> None:
    played = {(card, effect) for card, effect, *_ in SCENARIOS}
    assert played == {(card.id, i) for card in BOX.cards.values() for i in range(len(card.effects))}
    passive = {card for card, *_ in PASSIVES} | {"SF1"}
    assert passive == {card.id for card in BOX.cards.values() if card.passive is not None}
    driven = {(stage, card) for stage, card, *_ in ROAD}
    assert driven == {(stage.id, card.no) for stage in BOX.stages.values() for card in stage.cards}
