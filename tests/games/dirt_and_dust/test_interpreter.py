"""The interpreter runs cards that are not in the box: any effect of the language, in any combination."""

from typing import Any

import msgspec
import pytest

from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust.actions import (
    Accept,
    Go,
    Pick,
    React,
    Replay,
    Resolve,
    Scout,
    Skip,
    TurnDie,
    Use,
    UsePassive,
)
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.components import Card, Stage, StageCard
from paddock.games.dirt_and_dust.state import Placed, State
from paddock.testing.dirt_and_dust import act, active_values, card_in, driving, forbidden, player


@pytest.fixture
def own_card(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Put a card of one's own into the box under the id `X`."""

    def make(*effects: dict[str, Any], passive: dict[str, Any] | None = None, name: str = "X") -> None:
        values = {
            "id": name,
            "name": "Own",
            "points": 0,
            "source": "test",
            "effects": effects,
            "passive": passive,
        }
        monkeypatch.setitem(BOX.cards, name, msgspec.convert(values, type=Card))

    return make


def table(**fields: Any) -> State:
    slots = {2: "X"} | fields.pop("slots", {})
    return driving(player(slots=slots, dice=[2, *fields.pop("dice", [])], **fields))


def test_several_operations_that_each_need_something(own_card: Any) -> None:
    own_card({"do": [{"op": "remove_card"}, {"op": "play_removed"}]})
    state = table()
    act(state, Resolve(2), Use(0))
    assert set(DIRT_AND_DUST.actions(state, 0)) == {Replay("X", slot) for slot in range(1, 7)}
    own_card({"do": [{"op": "discard_self"}, {"op": "swap"}]})
    state = table(slots={3: "1S"})
    act(state, Resolve(2))
    assert state.players[0].doing is None, "after discarding itself there are not two cards to swap"
    state = table(slots={3: "1S", 4: "2S"})
    act(state, Resolve(2), Use(0))
    assert card_in(state.players[0], 3) == "2S"
    own_card({"do": [{"op": "gain", "what": "traction", "n": 1}, {"op": "repair", "n": 2}]})
    state = table(risk=1)
    before = state.clone()
    act(state, Resolve(2))
    assert state.players[0].doing is None
    assert before.players[0].traction == state.players[0].traction == 0, "looking ahead changes nothing"


def test_repeated_operations(own_card: Any) -> None:
    own_card({"do": [{"op": "take_risk", "n": 2}, {"op": "boost", "n": 2}]})
    state = table(risk=2)
    act(state, Resolve(2), Use(0), outcomes=["1", "2", 4, 5])
    made = state.players[0]
    assert (made.risk, made.damage, active_values(made)) == (3, 3, [4, 5])


def test_each_of_several_risks_can_be_reacted_to(own_card: Any) -> None:
    own_card({"do": [{"op": "take_risk", "n": 2}, {"op": "gain", "what": "speed", "n": 1}]})
    state = table(slots={1: "SF1"})
    act(state, Resolve(2), Use(0), outcomes=["2"])
    act(state, Accept(), outcomes=["3+1"])
    act(state, React(1))
    assert (state.players[0].damage, state.players[0].speed) == (2, 1)


def test_covering_several_cards_of_choice(own_card: Any) -> None:
    own_card({"do": [{"op": "cover", "which": "any", "n": 2}], "mandatory": True})
    state = table(slots={1: "1S", 4: "2S"})
    act(state, Resolve(2))
    assert forbidden(state, Skip()) == "DD-RESOLVE-4"
    act(state, Pick(4))
    assert set(DIRT_AND_DUST.actions(state, 0)) == {Pick(1), Pick(2)}
    act(state, Pick(2))
    assert state.players[0].slots[1] == Placed("X", covered=True)
    few = table()
    act(few, Resolve(2))
    assert few.players[0].doing is None, "only one card could be covered"


def test_mandatory_effects_among_optional_ones(own_card: Any) -> None:
    own_card(
        {"when": {"row": "accelerating"}, "do": [{"op": "take_risk", "n": 1}], "mandatory": True},
        {"do": [{"op": "shift"}]},
    )
    state = table()
    act(state, Resolve(2))
    assert set(DIRT_AND_DUST.actions(state, 0)) == {Use(0), Use(1)}
    act(state, Use(1), Go("B4"))
    assert (state.players[0].doing, state.players[0].risk) == (None, 0), (
        "braking, the condition does not hold"
    )


def test_a_mandatory_payment_takes_what_is_there(own_card: Any) -> None:
    own_card({"pay": {"wrench": 3}, "do": [{"op": "gain", "what": "speed", "n": 1}], "mandatory": True})
    state = table(wrench=1)
    act(state, Resolve(2))
    assert (state.players[0].wrench, state.players[0].speed) == (0, 1)


def test_several_conditions_at_once(own_card: Any) -> None:
    own_card(
        {
            "when": {"row": "braking", "zone": "red", "value": 2},
            "do": [{"op": "gain", "what": "speed", "n": 3}],
        }
    )
    for space, usable in (("B1", True), ("T1", False), ("B4", False)):
        state = table(space=space)
        act(state, Resolve(2))
        assert (Use(0) in DIRT_AND_DUST.actions(state, 0)) == usable


def test_a_passive_with_a_condition_and_two_questions(own_card: Any) -> None:
    own_card(
        passive={
            "when": {"row": "braking"},
            "do": [{"op": "mod_die", "by": 2}, {"op": "shift"}],
        }
    )
    assert forbidden(table(), UsePassive(2)) == "DD-RESOLVE-3"
    state = table(space="B4", dice=[5])
    act(state, UsePassive(2), TurnDie("player", 5, 3), Go("T3"))
    made = state.players[0]
    assert (active_values(made), made.space, made.doing) == ([2, 3], "T3", None)


def test_a_reaction_with_a_price(own_card: Any) -> None:
    own_card(
        passive={"pay": {"wrench": 1}, "do": [{"op": "ignore_risk_roll"}, {"op": "repair", "n": 1}]}, name="X"
    )
    own_card({"do": [{"op": "take_risk", "n": 1}]}, name="Y")
    poor = driving(player(slots={2: "X", 3: "Y"}, dice=[3]))
    act(poor, Resolve(3), Use(0), outcomes=["2"])
    assert poor.players[0].damage == 2, "nothing to pay with, so it is not asked"
    state = driving(player(slots={2: "X", 3: "Y"}, dice=[3, 3], wrench=2))
    act(state, Resolve(3), Use(0), outcomes=["2"])
    act(state, React(2))
    made = state.players[0]
    assert (made.damage, made.risk, made.wrench) == (0, 0, 1)
    assert made.slots[1] == Placed("X", passive_used=True), "it stays, but only once a round"
    act(state, Resolve(3), Use(0), outcomes=["1"])
    assert made.damage == 1


def test_moves_in_one_direction_and_limits_of_counted_gains(own_card: Any) -> None:
    own_card(
        {"do": [{"op": "move", "dir": "left", "n": 2}]},
        {"do": [{"op": "gain", "what": "speed", "n": 2, "per": "risk_die", "max": 3}]},
    )
    state = table(risk=2, space="T2")
    act(state, Resolve(2))
    assert forbidden(state, Use(0)) == "DD-EFFECT-3"
    act(state, Use(1))
    assert state.players[0].speed == 3


def test_a_stage_card_with_several_effects_goes_from_top_to_bottom(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = BOX.stages["blue_haven"]
    values = {
        "no": 1,
        "cost": 1,
        "moves": [{"dir": "right", "n": 3}, {"dir": "left", "n": 1}],
        "effects": [
            {"do": [{"op": "gain", "what": "wrench", "n": 1}]},
            {"do": [{"op": "gain", "what": "popularity", "n": 1}]},
            {"do": [{"op": "take_risk", "n": 1}], "mandatory": True},
            {"do": [{"op": "gain", "what": "speed", "n": 1}]},
        ],
        "source": "test",
    }
    card = msgspec.convert(values, type=StageCard)
    monkeypatch.setitem(BOX.stages, stage.id, Stage(stage.id, stage.name, (card, *stage.cards[1:])))
    state = driving(player(traction=1))
    act(state, Scout(1))
    assert state.players[0].space == "T6", "three to the right, one back"
    assert set(DIRT_AND_DUST.actions(state, 0)) == {Use(0), Skip()}
    assert forbidden(state, Use(1)) == "DD-RECON-5"
    act(state, Skip(), Use(1), outcomes=["1"])
    made = state.players[0]
    assert (made.wrench, made.popularity, made.risk) == (0, 1, 1), "the mandatory effect came by itself"
    assert forbidden(state, Use(0)) == "DD-RESOLVE-2"
    act(state, Use(3))
    assert (made.speed, made.doing) == (1, None)


def test_a_card_that_swapped_itself_away_still_discards_itself(own_card: Any) -> None:
    own_card({"do": [{"op": "swap"}, {"op": "discard_self"}]})
    state = table(slots={5: "1S"})
    act(state, Resolve(2), Use(0))
    made = state.players[0]
    assert (card_in(made, 2), card_in(made, 5), made.deck.discards) == ("1S", None, {"X": 1})
