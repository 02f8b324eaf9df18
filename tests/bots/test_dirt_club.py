"""The club driver of Rallyman: DIRT drives sensibly and answers at once."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest

from paddock.bots.dirt.club import ClubBot
from paddock.bots.dirt.plan_search import loss_cost, seconds_to_go
from paddock.bots.random import RandomBot
from paddock.core.chance import DiceStream, seed_from
from paddock.core.game import Bot, Perspective
from paddock.core.play import play
from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.drive import drive_of
from paddock.games.rallyman.dirt.stages import road, roads_of
from paddock.games.rallyman.dirt.state import DirtOptions, State
from paddock.testing.dirt import car, do, drive, plan, underway

READY = tuple(f"rally-{n}" for n in range(1, 7))


def race(options: DirtOptions, bots: list[Bot], seed: int) -> tuple[State, list[float]]:
    """A rally of bots; also how long each answer of the club driver took, in seconds of computing."""
    rng, stream = Random(seed), DiceStream(seed_from(seed))
    state = RALLYMAN_DIRT.start(options, len(bots))
    took = []

    def choose(seat: int) -> Any:
        began = time.process_time()
        action = bots[seat].choose(Perspective(RALLYMAN_DIRT, state, seat), rng)
        if isinstance(bots[seat], ClubBot):
            took.append(time.process_time() - began)
        return action

    play(RALLYMAN_DIRT, state, choose, stream.draw)
    return state, took


def test_club_beats_random_in_95_of_100_stages() -> None:
    wins = 0
    for seed in range(100):
        club = seed % 2
        bots: list[Bot] = [RandomBot(), RandomBot()]
        bots[club] = ClubBot()
        options = DirtOptions(rally=READY[seed % 6], stages=(f"SS{1 + seed // 6 % 3}",))
        result = RALLYMAN_DIRT.result(race(options, bots, seed)[0])
        assert result is not None
        wins += result.places[club] == 1
    assert wins >= 95


@pytest.mark.parametrize("rally", READY)
def test_club_finishes_every_ready_rally_in_plausible_times(rally: str) -> None:
    retired, times = 0, []
    for seed in range(4):
        state, _ = race(DirtOptions(rally=rally), [ClubBot(), ClubBot()], seed)
        assert len(state.sheet) == 3
        retired += any(line.retired for row in state.sheet for line in row)
        times += [line.seconds for row in state.sheet for line in row]
    assert retired <= 1
    assert 80 < sum(times) / len(times) < 300


def test_club_answers_well_under_a_tenth_of_a_second() -> None:
    options = DirtOptions(rally="rally-3", flying_start=True, red_zone=True, sisu="stage", time_controls=True)
    _, took = race(options, [ClubBot() for _ in range(5)], 1)
    took.sort()
    assert sum(took) / len(took) < 0.03
    assert took[int(len(took) * 0.99)] < 0.1


@pytest.mark.parametrize(
    "options",
    [
        DirtOptions(rally="rally-6", stages=("SS3",), one_shot=True, red_zone=True),
        DirtOptions(rally="rally-2", stages=("SS3", "SS1"), spare_wheel_removes="coast", sisu="rally"),
        DirtOptions(rally="rally-4", time_controls=True, flying_start=True),
    ],
    ids=range(3),
)
def test_club_plays_by_all_options(options: DirtOptions) -> None:
    state, _ = race(options, [ClubBot(), RandomBot(), ClubBot(), ClubBot()], 8)
    assert RALLYMAN_DIRT.result(state) is not None


def decision(state: State) -> a.DirtAction:
    return ClubBot().choose(Perspective(RALLYMAN_DIRT, state, state.seat), Random(1))


def test_club_brakes_for_a_corner_and_never_overspeeds_at_will() -> None:
    state = underway("R R CL(1x1/2x2) R R R |F| R", car("0.L", 5), car("", 0))
    action = decision(state)
    assert isinstance(action, a.Plan)
    moves = drive_of(state, 0).trace(action.steps)
    assert any(road(state).corner[move.cell] >= 0 for move in moves)
    assert not any(move.fatal for move in moves)


def test_a_worn_car_stops_with_two_hazards_on_a_dangerous_road() -> None:
    state = underway("R:red " * 8 + "|F| R", car("0.L", 4, tokens=("gear",) * 5), car("", 0))
    drive(state, "5@1.L c@2.L c@3.L", "! !")
    assert decision(state) == a.Stop()


def test_club_secures_where_a_second_saves_much() -> None:
    state = underway("R:red " * 8 + "|F| R", car("0.L", 5, seconds=1), car("", 0))
    do(state, a.Plan(plan(state, "5@1.L 6@2.L c@3.L c@4.L")))
    do(state, a.Roll(), "!")
    do(state, a.Roll(), "!")
    assert decision(state) == a.Secure()


def test_club_waits_when_blocked_and_moves_over_when_stranded() -> None:
    blocked = underway("R R R |F| R", car("0.L", 3), car("1.L", 4), car("1.R", 4))
    assert decision(blocked) == a.Pass()
    stranded = underway("R W R R |F| R", car("0.L", 3, tokens=("coast", "coast")))
    assert isinstance(decision(stranded), a.Pass)


def test_club_mends_the_car_between_stages_and_when_it_is_worn() -> None:
    state = underway("R |F| R", car("0.L", 3, tokens=("gear",)), stages=2)
    drive(state, "3@1.L", "-")
    assert ClubBot().choose(Perspective(RALLYMAN_DIRT, state, 0), Random(1)) == a.ChangeWheel()
    worn = underway("R " * 9 + "|F| R", car("0.L", 1, tokens=("gear",) * 4), car("", 0))
    drive(worn, "1@1.L", "-")
    assert decision(worn) == a.ChangeWheel()
    nearly_new = underway("R " * 9 + "|F| R", car("0.L", 1, tokens=("gear",)), car("", 0))
    drive(nearly_new, "1@1.L", "-")
    assert decision(nearly_new) == a.KeepWheel()


def test_seconds_to_go_fall_along_the_road_and_losses_cost_more_on_red() -> None:
    way = roads_of(DirtOptions(rally="rally-3"))[1]
    to_go = seconds_to_go(way)
    for cell in range(len(way)):
        for step in way.steps[cell]:
            assert min(to_go[step.cell]) < min(to_go[cell]) + 30
    assert to_go[-1][0] > max(to_go[cell][3] for cell in range(len(way)) if way.section[cell] > 5)
    assert loss_cost(5, "red") > loss_cost(5, "yellow") > 50
