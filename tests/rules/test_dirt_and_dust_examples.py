"""Dirt & Dust: the worked examples of the rules, action by action, with the cards of the box."""

import pytest

from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust.actions import (
    Block,
    Buy,
    ChangeDie,
    Dare,
    Discard,
    Finish,
    Go,
    Pass,
    Pick,
    Play,
    Replay,
    Resolve,
    Scout,
    Skip,
    Steer,
    Use,
    UsePassive,
)
from paddock.games.dirt_and_dust.events import Bought, GhostScored, Scored, Scouted
from paddock.games.dirt_and_dust.scoring import score
from paddock.games.dirt_and_dust.state import Placed
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


@rule(
    "DD-ROLL-1",
    "DD-ROLL-4",
    "DD-DIE-4",
    "DD-DIE-5",
    "DD-PASSIVE-1",
    "DD-RECON-7",
    "DD-PERM-1",
    "DD-SPECIAL-2",
    "DD-EFFECT-4",
    "DD-DMG-2",
    "DD-BUY-1",
    "DD-EVAL-2",
    "DD-PREP-1",
    "DD-PREP-7",
)
@pytest.mark.parametrize(
    ("track", "spaces"),
    [("bricks", "B6 B2 B5 B7 B5 T4"), ("pairs", "B17 B13 B16 B18 B16 T13")],
)
def test_a_whole_round(track: str, spaces: str) -> None:
    start, left, right, far, back, centre = spaces.split()
    michal = player(
        wrench=3,
        traction=5,
        popularity=6,
        speed=20,
        space=start,
        tokens=2,
        risk=1,
        navigators={5: 1, 8: 1},
        slots={5: "9A", 6: "6A"},
        hand=["5A", "AY1", "2A", "1S"],
        deck=["2S", "3S", "4S"],
        discards={"AY2": 2},
    )
    state = before_rolling(michal, player(popularity=3, hand=["1S"]), round=5, track=track)

    throw(state, "3+1", 1, 3, 5, 2, 1, 1, 1)
    assert (michal.damage, michal.popularity, active_values(michal)) == (3, 5, [1, 2, 3, 5])

    act(state, UsePassive(5), outcomes=[1])
    assert michal.slots[4] == Placed("9A", passive_used=True)
    assert active_values(michal) == [1, 1, 2, 3, 5]

    act(state, Play("5A", 1), Resolve(1), Use(0), Skip(), Resolve(1, "boost"), Use(0), Skip())
    assert michal.traction == 9

    act(state, Scout(10))
    assert (michal.traction, michal.space, michal.risk, michal.tripled) == (3, left, 1, True)

    act(state, ChangeDie("player", 5, 6))
    assert michal.wrench == 2

    act(state, Resolve(6), Use(0), Pick(1), Use(1))
    assert (michal.removed, michal.traction) == ([Placed("5A")], 5)

    act(state, Play("AY1", 4), UsePassive(4), Replay("5A", 2))
    assert (michal.popularity, michal.removed, card_in(michal, 2)) == (6, [], "5A")

    act(state, Resolve(2, "popularity"), Use(0), Skip())
    assert michal.traction == 7

    act(state, Scout(5))
    assert (michal.traction, michal.space, michal.risk) == (4, right, 1)

    act(state, Scout(8), Use(0))
    assert (michal.traction, michal.space, michal.risk) == (0, far, 0)

    act(state, Dare(), outcomes=["2"])
    assert (michal.traction, michal.risk, michal.tokens, michal.damage) == (2, 1, 3, 0)

    act(state, Steer(back))
    assert (michal.traction, michal.space) == (0, back)

    ways = [Go(centre)] if track == "bricks" else []
    act(state, Play("2A", 3), Resolve(3), Use(0), *ways, Use(1))
    assert (michal.space, michal.wrench) == (centre, 4)

    assert [e.price for e in act(state, Buy("7A")) if isinstance(e, Bought)] == [4]
    assert (michal.wrench, michal.deck.discards["7A"]) == (0, 1)

    act(state, Finish())
    events = act(state, Finish(), seat=1)
    assert Scored(0, 2, "speed", 8) in events
    assert michal.speed == 28
    assert DIRT_AND_DUST.view(state, 0).boards[0].navigators_left == 7, (
        "one on card 10, two on card 8 are still out"
    )

    assert [card_in(michal, slot) for slot in range(1, 7)] == [None, None, "5A", "2A", "AY1", "9A"]
    act(state, Discard(("1S",)), outcomes=["2S", "3S", "4S", "7A", "AY2"])
    assert michal.hand == ["2S", "3S", "4S", "7A", "AY2"]
    assert {card: n for card, n in michal.deck.pool.items() if n} == {"1S": 1, "6A": 1, "AY2": 1}
    assert not any(michal.deck.discards.values())


@rule("DD-EFFECT-4", "DD-RECON-8")
def test_in_the_top_row_the_fifth_card_would_have_been_a_risk() -> None:
    state = driving(player(traction=9, space="T1", tokens=2), round=5)
    act(state, Scout(5), outcomes=["0"])
    assert (state.players[0].space, state.players[0].risk) == ("T4", 1)


@rule("DD-ROLL-1", "DD-ROLL-4", "DD-ROLL-5")
def test_popularity_die() -> None:
    state = before_rolling(player(popularity=4), player(popularity=2))
    throw(state, 4, 3, 1, 1, 6, 6, 6)
    assert active_values(state.players[0]) == [1, 1, 3, 4]
    assert state.players[0].popularity == 3


@rule("DD-RESOLVE-2", "DD-RESOLVE-4", "DD-RESOLVE-7", "DD-EFFECT-6")
def test_all_or_nothing() -> None:
    results = {}
    ways: dict[str, list[Use | Skip]] = {
        "traction": [Use(0), Skip()],
        "discard": [Use(1), Skip()],
        "both": [Use(0), Use(1)],
        "other way": [Use(1), Use(0)],
        "neither": [Skip()],
    }
    for name, uses in ways.items():
        state = driving(player(slots={2: "5A", 1: "1S", 4: "2S", 6: "3S"}, dice=[2]))
        act(state, Resolve(2), *uses)
        made = state.players[0]
        results[name] = (made.traction, sum(placed is not None for placed in made.slots))
    assert results == {
        "traction": (2, 4),
        "discard": (0, 0),
        "both": (2, 0),
        "other way": (2, 0),
        "neither": (0, 4),
    }
    state = driving(player(slots={2: "5A", 1: "1S"}, dice=[2]))
    act(state, Resolve(2))
    assert forbidden(state, Pick(1)) == "DD-RESOLVE-5", "discarding only some is no choice"


@rule("DD-POS-3")
def test_zone_effect_in_either_row() -> None:
    for space, other in (("B3", 2), ("T3", 1)):
        state = driving(player(slots={2: "HJ2"}, dice=[2], space=space))
        act(state, Resolve(2))
        assert set(DIRT_AND_DUST.actions(state, 0)) == {Use(0), Use(other), Skip()}
        act(state, Use(0))
        assert (state.players[0].popularity, state.players[0].wrench) == (1, 1)


@rule("DD-RECON-3", "DD-RECON-5", "DD-EVAL-2")
def test_three_navigators() -> None:
    state = driving(player(traction=9, space="T7", tripled=True, hand=["1S"]), round=7)
    seen = []
    for _ in range(3):
        act(state, Scout(7), Use(0))
        seen.append((state.players[0].traction, state.players[0].space))
    assert seen == [(7, "T5"), (5, "T3"), (3, "T1")]
    events = act(state, Finish())
    assert Scored(0, 3, "popularity", 15) in events


@rule("DD-RECON-5", "DD-EFFECT-9")
def test_mandatory_cover() -> None:
    state = driving(
        player(traction=3, slots={2: "1S", 4: "2S", 5: "3S"}, dice=[2, 4, 5]), stage="old_town", round=2
    )
    act(state, Scout(2))
    made = state.players[0]
    assert made.space == "T6"
    assert [placed and placed.covered for placed in made.slots] == [None, True, None, True, False, None]
    assert forbidden(state, Resolve(2)) == "DD-EFFECT-9"
    act(state, Resolve(5))


@rule("DD-SPECIAL-2", "DD-EFFECT-6", "DD-PLAY-1")
def test_freeing_a_slot() -> None:
    state = driving(
        player(space="B4", slots={1: "1S", 3: "3S", 5: "2S"}, dice=[1, 3, 5], hand=["6B", "4S"]),
        team_cards="B",
    )
    made = state.players[0]
    act(state, Resolve(3), Use(0))
    assert made.wrench == 1
    act(state, ChangeDie("player", 5, 6), Play("6B", 6), Resolve(6), Use(1), Pick(1), Skip())
    assert (made.wrench, made.traction, card_in(made, 1)) == (0, 0, None)
    act(state, Play("4S", 1), Resolve(1), Use(1))
    assert (made.wrench, made.traction) == (0, 2)


@rule("DD-DMG-2")
def test_damage_overflow() -> None:
    state = before_rolling(player(damage=2, risk=2), player())
    throw(state, "3+1", "1", 1, 1, 1)
    assert (state.players[0].tokens, state.players[0].damage) == (1, 1)


@rule("DD-EVAL-2", "DD-EVAL-3", "DD-EVAL-4")
def test_evaluation() -> None:
    state = driving(
        player(navigators={3: 1}, space="T3", hand=["1S"]),
        player(navigators={3: 1}, space="T1", hand=["1S"]),
        player(space="T4", hand=["1S"]),
        round=3,
    )
    for seat in range(3):
        act(state, Finish(), seat=seat)
    assert [(made.speed, made.popularity) for made in state.players] == [(3, 0), (0, 5), (0, 0)]


@rule("DD-SCORE-1", "DD-SCORE-2", "DD-SCORE-3")
def test_final_scoring() -> None:
    blue = player(speed=41, hand=["8A", "8A", "9A", "9A"], risk=2, popularity=4)
    assert score(driving(blue, player(popularity=6), player(popularity=1)), 0).total == 44


@rule("DD-SOLO-5", "DD-SOLO-6")
def test_blocking_the_ghost() -> None:
    for block, expected in ((True, GhostScored(1, 0)), (False, GhostScored(4, 2))):
        state = driving(player(dice=[6], hand=["1S"]))
        assert state.ghost is not None
        state.ghost.faces, state.ghost.values = ["3+2", "1", "0"], [6, 2, 3]
        state.ghost.blocked = [False] * 3
        if block:
            act(state, Block(0))
        assert expected in act(state, Finish())


@rule("DD-RECON-7", "DD-RECON-8", "DD-RISK-2")
def test_edge_of_the_track() -> None:
    state = driving(player(space="T6", traction=2, risk=1), stage="eagle_pass", round=5)
    events = act(state, Scout(5), outcomes=["1", "2"])
    made = state.players[0]
    assert (made.space, made.risk, made.damage) == ("T7", 3, 3)
    assert [event for event in events if isinstance(event, Scouted)] == [Scouted(0, 5, 2)]


@rule("DD-BUY-5", "DD-SYNC-3", "DD-SYNC-4", "DD-SYNC-5", "DD-SYNC-6", "DD-SYNC-7")
def test_contested_card() -> None:
    for speed, owners in ((18, [0, 1]), (20, [0, 0])):
        state = driving(
            player(popularity=5, speed=20, wrench=4, hand=["1S"]),
            player(popularity=5, speed=speed, wrench=4, hand=["1S"]),
            stock={"8A": 1},
        )
        act(state, Buy("8A"))
        act(state, Buy("8A"), Finish(), seat=1)
        act(state, Finish())
        assert [made.deck.discards.get("8A", 0) for made in state.players] == owners
        assert state.players[0].wrench == 4
        assert state.stock["8A"] == 1 - sum(owners)
        act(state, Buy("7A"))
        if speed == 20:
            act(state, Pass(), seat=1)
        assert state.players[0].deck.discards["7A"] == 1


@rule("DD-RESOLVE-3")
def test_order_inside_an_activation() -> None:
    state = driving(player(slots={2: "2A"}, dice=[2, 2], space="T4"))
    act(state, Resolve(2), Use(1), Use(0))
    assert set(DIRT_AND_DUST.actions(state, 0)) == {Go("B4"), Go("B5")}
    act(state, Go("B4"))
    assert state.players[0].wrench == 2
    state = driving(player(slots={2: "2A"}, dice=[2, 2], space="T4"))
    act(state, Resolve(2), Use(0), Go("B4"))
    assert state.players[0].wrench == 0
    assert forbidden(state, Use(1)) == "DD-DRIVE-1", "the activation is over"


@rule("DD-ROLL-1")
def test_nobody_holds_the_popularity_die() -> None:
    state = before_rolling(player(popularity=7), player(popularity=7), player(popularity=3))
    assert state.holder is None
    assert not any("popularity" in made.throws for made in state.players)
