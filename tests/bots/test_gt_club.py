"""The club driver of Rallyman: GT races sensibly and answers at once."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest

from paddock.bots.gt.club import ClubBot
from paddock.bots.gt.plan_search import braking_ahead, lap_steps, steps_to_go, steps_to_line
from paddock.bots.random import RandomBot
from paddock.core.game import Bot, Perspective
from paddock.core.play import by_weights, play
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.state import GtOptions, State, road_of
from paddock.testing.gt import Race, at


def drive(options: GtOptions, bots: list[Bot], seed: int) -> tuple[State, list[float]]:
    """A race of bots; also how long each answer of the club driver took, in seconds of computing."""
    rng = Random(seed)
    state = RALLYMAN_GT.start(options, len(bots))
    took = []

    def choose(seat: int) -> Any:
        began = time.process_time()
        action = bots[seat].choose(Perspective(RALLYMAN_GT, state, seat), rng)
        if isinstance(bots[seat], ClubBot):
            took.append(time.process_time() - began)
        return action

    play(RALLYMAN_GT, state, choose, by_weights(rng))
    return state, took


def test_club_beats_random_in_95_of_100_races() -> None:
    wins = 0
    for seed in range(100):
        club = seed % 2
        bots: list[Bot] = [RandomBot(), RandomBot()]
        bots[club] = ClubBot()
        state, _ = drive(GtOptions(track=("list-1", "list-2", "list-c", "list-d")[seed % 4]), bots, seed)
        result = RALLYMAN_GT.result(state)
        assert result is not None
        wins += result.places[club] == 1
    assert wins >= 95


@pytest.mark.parametrize(
    ("track", "most"), [("list-1", 190), ("list-2", 200), ("list-c", 190), ("list-d", 260)]
)
def test_club_laps_alone_in_a_plausible_time(track: str, most: int) -> None:
    times = []
    for seed in range(6):
        result = RALLYMAN_GT.result(drive(GtOptions(track=track), [ClubBot()], seed)[0])
        assert result is not None
        assert result.unit == "seconds"
        times.append(result.scores[0])
    assert 100 < sum(times) / len(times) < most


def test_club_answers_well_under_a_tenth_of_a_second() -> None:
    took: list[float] = []
    options = GtOptions(track="list-d", flying_start=True, red_zone=True, choose_tyres=True, weather="wet")
    for seed in range(4):
        took += drive(options, [ClubBot() for _ in range(5)], seed)[1]
    took.sort()
    assert sum(took) / len(took) < 0.03
    assert took[int(len(took) * 0.99)] < 0.1


@pytest.mark.parametrize(
    "options",
    [
        GtOptions(track="list-c", laps=2, play_on=True),
        GtOptions(track="list-d", car_class="GT4", weather="wet"),
        GtOptions(track="list-2", car_class="GT6 BOP", car_classes=("GT4", None, "GT5 BOP"), play_on=True),
        GtOptions(track=("102b", "110b", "113b", "103b"), laps=2, red_zone=True, flying_start=True),
    ],
    ids=range(4),
)
def test_club_finishes_under_all_options(options: GtOptions) -> None:
    state, _ = drive(options, [ClubBot() for _ in range(6)], 3)
    assert state.places


def choice(race: Race) -> object:
    return ClubBot().choose(Perspective(RALLYMAN_GT, race.state, race.state.seat), Random(1))


def test_club_chooses_the_tyre_for_the_weather() -> None:
    state = RALLYMAN_GT.start(GtOptions(weather="wet", choose_tyres=True), 1)
    RALLYMAN_GT.resolve(state, 0)
    assert ClubBot().choose(Perspective(RALLYMAN_GT, state, 0), Random(1)) == a.ChooseTyre("rain")


def test_club_changes_wrong_tyres_when_it_may() -> None:
    race = Race("102a 103a 103a 115a 103a 103a", at("1:A1", 1, tyre="rain"), at("0:A1", 3))
    race.plan("c>1:B1")
    race.roll("-")
    assert choice(race) == a.Pit("tyres")
    fit = Race("102a 103a 103a 115a 103a 103a", at("1:A1", 1), at("0:A1", 3))
    fit.plan("c>1:B1")
    fit.roll("-")
    assert choice(fit) == a.DriveOn()


def test_club_repairs_a_wreck_with_far_to_go() -> None:
    wreck = {"gear": 5, "brake": 3, "engine": 2}
    race = Race(
        "102a 103a 103a 115a 103a 103a", at("1:A1", 1, damage={**wreck, "engine": 1}), at("0:A1", 3), laps=5
    )
    race.plan("c>1:B1")
    race.roll("-")
    assert isinstance(choice(race), a.Pit)


def test_club_secures_a_die_that_would_lose() -> None:
    race = Race("102b 103b 104b 103b 103b", at("1:A1", 5, focus=12), at("0:A1", 3))
    race.plan("4>1:B1 5>2:A1 6>2:B1 c>2:C1")
    race.roll("!", "!")
    assert choice(race) in (a.Secure(), a.Stop())


def test_club_takes_the_milder_loss() -> None:
    race = Race("102b 103b 104b 103b", at("1:B1", 4))
    race.flat_out("4>2:A1 5>2:B1 6>2:C1 3bb>3:A1", "!", "!", "!", "---")
    action = choice(race)
    assert isinstance(action, a.Relay)
    race.do(action)
    assert race.found(a.ControlLost)[0].tokens < 4


SLOW = "102b 103b 110b 103b"
"""A straight and a chicane of limit 1."""


@pytest.mark.parametrize("rivals", [(), (at("0:A1", 3),)], ids=["alone", "in a race"])
def test_club_does_not_wait_before_a_corner_for_ever(rivals: tuple[dict[str, Any], ...]) -> None:
    race = Race(SLOW, at("2:A1", 6, damage={"engine": 2}), *rivals, weather="wet")
    assert race.offers(a.Pass())
    assert isinstance(choice(race), a.Plan)


def test_club_waits_for_others_to_clear_the_road() -> None:
    race = Race("102b 103b 103b 103b", at("1:B1", 4), at("2:A1", 6), at("2:A2", 6))
    assert choice(race) == a.Pass()


def test_club_gives_up_only_when_nothing_can_move_the_car() -> None:
    wreck = {"gear": 6, "engine": 2}
    assert choice(Race(SLOW, at("1:A1", 3, damage=wreck), at("0:A1", 3))) == a.Retire()
    pits = Race(SLOW, at("1:A1", 1, damage=wreck), at("0:A1", 3))
    assert choice(pits) == a.Pass()
    pits.do(a.Pass())
    assert choice(pits) in (a.Pit("repair"), a.Pit("repair_and_tyres"))


@pytest.mark.parametrize("track", ["list-1", "list-2", "list-c", "list-d"])
def test_the_way_to_the_line_is_known_from_every_cell(track: str) -> None:
    road = road_of(track)
    far = steps_to_line(road)
    for cell, steps in enumerate(road.steps):
        assert far[cell] == min(1 if step.finish else 1 + far[step.cell] for step in steps)
    assert max(far) < len(road) / 2
    assert lap_steps(road) == max(far)


def test_club_uses_an_open_road_from_the_first_turn_on() -> None:
    for track in ("list-1", "list-2", "list-c", "list-d"):
        state = RALLYMAN_GT.start(GtOptions(track=track), 2)
        for seat in (0, 1):
            RALLYMAN_GT.resolve(state, seat)
        plan = ClubBot().choose(Perspective(RALLYMAN_GT, state, 0), Random(1))
        assert isinstance(plan, a.Plan)
        assert len(plan.steps) >= 5


def test_club_rolls_flat_out_what_it_would_not_cut_short() -> None:
    """A single step without any risk brings a token flat out and nothing one by one."""
    race = Race("102a 103a 103a 115a 103a", at("1:A1", 3, damage={"gear": 5, "engine": 2}), at("0:A1", 0))
    plan = choice(race)
    assert isinstance(plan, a.Plan)
    assert (len(plan.steps), plan.way) == (1, "flat-out")


def test_distances_and_braking_fall_along_the_road() -> None:
    road = road_of("list-1")
    start = road.grid[0]
    assert steps_to_go(road, start, 0, 1) == lap_steps(road) + 1
    assert steps_to_go(road, start, 0, 2) == 2 * lap_steps(road) + 1
    ahead = braking_ahead(road, 3)
    assert all(row[6] >= row[1] for row in ahead)
    assert any(row[6] > row[1] + 0.5 for row in ahead)
