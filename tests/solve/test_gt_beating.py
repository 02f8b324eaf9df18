"""The best chance to beat a time: against brute force, and between its bounds on a whole ring."""

from __future__ import annotations

import random
from collections.abc import Hashable
from pathlib import Path

import pytest

from paddock.core.decks import shuffled
from paddock.core.errors import BadInput
from paddock.core.play import by_weights, play
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.solo import track_seconds
from paddock.games.rallyman.gt.state import GtOptions, State, hand_of, hazard_limit, road_of
from paddock.solve import Store, find_hunt, small
from paddock.solve.gt.beating import beat
from paddock.solve.gt.courses import Drive
from paddock.solve.gt.damage import Damage
from paddock.solve.gt.hunting import Hunter, hunt
from paddock.solve.perfect import read_time
from tests.solve.test_gt_turns import name

WET = GtOptions(track=("102b", "103b"), car_class="GT4", weather="wet")
RING = GtOptions(track=("102b", "103b"), car_class="GT4")


def brute_force(state: State, target: int) -> float:
    """The best chance over the engine itself. Turns bring fewer tokens than they take seconds, so that who
    is late stays late."""

    def late(state: State) -> bool:
        return track_seconds(state.marks) - state.cars[0].focus > target

    def named(state: State) -> Hashable:
        return "late" if late(state) else (name(state), track_seconds(state.marks))

    world = small.World(
        RALLYMAN_GT,
        worth=lambda state: 0.0 if late(state) else 1.0,
        name=named,
        skip=lambda action: isinstance(action, a.Retire | a.Pass),
    )
    return small.solve(world, state, tolerance=1e-12).value


def test_the_best_chance_is_what_brute_force_says() -> None:
    state = RALLYMAN_GT.start(WET, 1)
    RALLYMAN_GT.resolve(state, 0)
    state.bag = shuffled({"green_flag": 40})
    state.cars[0].damage = (3, 3, 2, 0, 0, 0)
    drive = Drive(road_of(WET.track), hand_of(state, 0), hazard_limit(state, 0), Damage(harmless=40))
    chances = []
    for target in (150, 120, 180):
        found, _ = beat(drive, target)
        expected = brute_force(state, target)
        assert found.chance.lower == pytest.approx(expected, abs=1e-4), target
        assert found.chance.lower - 1e-9 <= expected <= found.chance.upper + 1e-9, target
        chances.append(expected)
        if 0.01 < expected < 0.99:
            break
    assert any(0.01 < chance < 0.99 for chance in chances), chances


def test_more_time_gives_a_better_chance_and_the_hunter_has_it(tmp_path: Path) -> None:
    store = Store(tmp_path)
    chances = {seconds: hunt(RING, seconds, store).beaten.chance for seconds in (5, 70, 110)}
    assert chances[5].upper == pytest.approx(0, abs=1e-5)
    assert 0 < chances[70].lower <= chances[70].upper < chances[110].lower <= chances[110].upper <= 1
    assert chances[110].gap < 0.05
    told: list[float] = []
    hunter = hunt(RING, 70, store, lambda done, _: told.append(done))
    assert hunter.beaten.chance == chances[70]
    assert not told
    beaten = [driven(hunter, seed) <= 70 for seed in range(150)]
    error = 4 * (chances[70].upper * (1 - chances[70].lower) / len(beaten)) ** 0.5
    assert chances[70].lower - error < sum(beaten) / len(beaten) < chances[70].upper + error
    start = hunter.advice("0: 0:C1")
    assert start.worth == pytest.approx(chances[70].lower)
    assert start.choices[0].told.startswith("0: 1>")
    assert hunter.advice("0: 0:C1 0:20").worth < start.worth
    assert not hunter.advice("0: 0:C1 1:40").choices


def driven(hunter: Hunter, seed: int) -> float:
    rng = random.Random(seed)
    state = RALLYMAN_GT.start(RING, 1)
    play(RALLYMAN_GT, state, lambda _: hunter.choose(state), by_weights(rng))
    result = RALLYMAN_GT.result(state)
    assert result is not None
    return result.scores[0]


def test_it_says_no() -> None:
    with pytest.raises(BadInput, match="rallyman-gt"):
        find_hunt("rallyman-dirt")
    with pytest.raises(BadInput, match="between 1 and"):
        hunt(RING, 0)
    assert read_time("2:05") == read_time("125") == 125
    for text in ("2:75", "2:5", ":", "a", "1:-3", ""):
        with pytest.raises(BadInput, match="2:05"):
            read_time(text)
