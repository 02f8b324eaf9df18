"""The club player of Dirt & Dust."""

import random

import pytest

from paddock.arena.playing import play_out
from paddock.bots.dirt_and_dust import ClubBot
from paddock.bots.dirt_and_dust.card_values import card_worth, purchase_worth
from paddock.bots.random import RandomBot
from paddock.core.game import Perspective, Result, encode_state
from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust.actions import (
    Accept,
    AnyAction,
    Buy,
    Discard,
    Finish,
    Pass,
    React,
    Resolve,
    Scout,
)
from paddock.games.dirt_and_dust.scoring import ghost_score
from paddock.games.dirt_and_dust.state import State
from paddock.testing.dirt_and_dust import act, before_rolling, driving, player, throw

pytestmark = pytest.mark.usefixtures("example_cards")


def choice(state: State, seat: int = 0) -> AnyAction:
    before = encode_state(state)
    action = ClubBot().choose(Perspective(DIRT_AND_DUST, state, seat), random.Random(0))
    assert encode_state(state) == before
    assert action in DIRT_AND_DUST.actions(state, seat)
    return action


def finished(seed: str, *bots: ClubBot | RandomBot, **options: object) -> tuple[Result, State]:
    match, _ = play_out(DIRT_AND_DUST, DIRT_AND_DUST.options(options), list(bots), seed)
    result = DIRT_AND_DUST.result(match.state)
    assert result is not None
    return result, match.state


@pytest.mark.parametrize("number", range(4))
def test_it_beats_a_random_player(number: int) -> None:
    bots = (ClubBot(), RandomBot()) if number % 2 else (RandomBot(), ClubBot())
    result, _ = finished(f"club {number}", *bots, team_cards="AB"[number // 2 % 2])
    club = number % 2 == 0
    assert result.places[club] == 1
    assert result.scores[club] > 10


def test_it_qualifies_in_the_trial_stage() -> None:
    totals = [finished(f"trial {n}", ClubBot(), ClubBot(), stage="trial")[0].scores for n in range(2)]
    qualified = [total >= 15 for pair in totals for total in pair]
    assert sum(qualified) >= 3


def test_harder_ghosts_are_beaten_less_often_and_by_less() -> None:
    margins, wins = [], []
    for ghost in ("greenhorn", "standard", "devil"):
        games = [finished(f"ghost {number}", ClubBot(), ghost=ghost) for number in range(4)]
        margins.append(sum(result.scores[0] - ghost_score(state).total for result, state in games))
        wins.append(sum(result.places[0] == 1 for result, _ in games))
    assert wins[0] == 4
    assert wins[0] >= wins[1] >= wins[2]
    assert wins[0] > wins[2]
    assert margins[0] > margins[1] > margins[2]


def test_the_same_dice_give_the_same_game() -> None:
    one = finished("again", ClubBot(), stage="trial")[1]
    two = finished("again", ClubBot(), stage="trial")[1]
    assert encode_state(one) == encode_state(two)


def test_it_scouts_the_falling_card_when_it_scores() -> None:
    state = driving(player(traction=1, space="T3"), round=1)
    assert choice(state) == Scout(1)


def test_it_uses_its_dice() -> None:
    state = driving(player(slots={3: "5A"}, dice=[3]), round=2)
    assert choice(state) == Resolve(3)


def test_it_buys_early_and_in_the_end_only_points() -> None:
    assert isinstance(choice(driving(player(risk=3, wrench=3), round=1)), Buy)
    assert choice(driving(player(risk=3, wrench=3), round=10)) == Finish()
    assert choice(driving(player(risk=3, wrench=4), round=10)) == Buy("8A")


def test_it_ignores_heavy_damage_and_keeps_the_card_for_later_otherwise() -> None:
    heavy = before_rolling(player(slots={1: "SF1"}, risk=3, damage=4, tokens=4), player())
    throw(heavy, "3+2", "3+2", "2", 1, 2, 3)
    assert choice(heavy) == React(1)
    light = before_rolling(player(slots={1: "SF1"}, risk=1), player())
    throw(light, "0", 1, 2, 3)
    assert choice(light) == Accept()


def test_it_prefers_good_cards() -> None:
    assert card_worth("8A") > card_worth("1S")
    early, late = driving(player(), round=1), driving(player(), round=9)
    assert purchase_worth(early, early.players[0], "8A", 4) > purchase_worth(late, late.players[0], "8A", 4)


def test_it_keeps_to_the_hand_limit_and_throws_away_weak_cards() -> None:
    state = driving(player(tokens=4, hand=["1S", "1S", "8A", "8B", "7B"], deck=["8A"] * 5), round=3)
    act(state, Finish())
    action = choice(state)
    assert isinstance(action, Discard)
    assert action.cards[:2] == ("1S", "1S")


def test_it_decides_after_a_failed_claim() -> None:
    state = driving(
        player(wrench=3, popularity=1, hand=["1S"]),
        player(wrench=3, popularity=2, hand=["1S"]),
        stock={"7A": 1},
    )
    act(state, Buy("7A"))
    act(state, Buy("7A"), Finish(), seat=1)
    act(state, Finish())
    assert isinstance(choice(state), Buy | Pass)
