"""Rounds to go of a car alone: against brute force, against the expected number, from the store and later."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt.state import GtOptions, State, hand_of, hazard_limit, road_of
from paddock.kernels.gt.lap_solver import rounds, solve_lap
from paddock.kernels.gt.lap_tables import ground
from paddock.solve import Store
from paddock.solve.gt import rounds as tables
from paddock.solve.gt.damage import NONE, Damage
from paddock.solve.gt.problem import Drive
from paddock.solve.gt.rounds import (
    MOST_FOCUS,
    RoundsToGo,
    kept_rounds,
    race_drive,
    rounds_to_go,
    solve_rounds,
    wanted_rounds,
)
from paddock.solve.table_cache import be_patient
from tests.solve.test_gt_turns import PURSE, brute_force

TINY = GtOptions(track=("102b", "103b"), car_class="GT4", laps=2)


def turns_noted(before: State, after: State) -> float:
    """Rounds between two states; the last one counts once, however it ends."""
    if after.phase == "over" and before.phase != "over":
        return 1.0
    return float(len(after.marks) - len(before.marks))


def test_the_fewest_rounds_are_what_brute_force_says() -> None:
    options = GtOptions(track=("102b", "114b"))
    expected, state = brute_force(options, (5, 3, 1, 0, 0, 0), turns_noted)
    found = ground(road_of(options.track), hand_of(state, 0), hazard_limit(state, 0))
    lap = solve_lap(found, rounds(), PURSE, finish=1.0)
    start = found.line.cell.tolist().index(state.cars[0].cell)
    assert lap.time[start, 0, 0] == pytest.approx(expected, abs=1e-9)


def harmless() -> Drive:
    """A car whose damage tokens harm nobody."""
    return race_drive(TINY)._replace(bag=Damage(harmless=40))


def test_the_spread_has_the_expected_rounds_for_its_mean() -> None:
    drive = harmless()
    book = solve_rounds(drive, 2, lead=0.0)[NONE]
    lap = solve_lap(ground(drive.road, drive.hand, drive.limit, 2), rounds(), MOST_FOCUS, finish=1.0)
    top = drive.hand.top + 1
    assert book.mean[:, :top] == pytest.approx(lap.time[:, :top, : MOST_FOCUS + 1], abs=0.01)


@lru_cache
def tiny() -> RoundsToGo:
    return RoundsToGo(TINY, 2, solve_rounds(race_drive(TINY), 2))


def test_chances_are_those_of_a_spread() -> None:
    table, road = tiny(), road_of(TINY.track)
    start = road.grid[0]
    within = table.within(start, 0, 0)
    finishes = table.finishes(start, 0, 0)
    assert within[0] == within[1] == 0
    assert (np.diff(within) >= 0).all()
    assert within[-1] == pytest.approx(1, abs=1e-3)
    assert np.cumsum(finishes.sum(axis=1)) == pytest.approx(within[: len(finishes)], abs=1e-4)
    mean = float(finishes.sum(axis=1) @ np.arange(len(finishes)))
    assert table.mean(start, 0, 0) == pytest.approx(mean, abs=0.02)


def test_what_slows_a_car_down_is_in_the_tables() -> None:
    table, road = tiny(), road_of(TINY.track)
    start = road.grid[0]
    fresh = table.mean(start, 0, 0)
    assert table.mean(start, road.n, 0) < fresh, "a lap less to go"
    assert table.mean(start, 0, 0, focus=6) < fresh
    assert table.mean(start, 0, 0, off=True) == pytest.approx(fresh + 1)
    assert table.mean(start, 0, 0, damage=Damage(gear=1)) > fresh
    assert table.known(Damage(gear=3, brake=1)) in (Damage(2), Damage(1, 1))
    state = RALLYMAN_GT.start(TINY, 2)
    for number in (0, 0):
        RALLYMAN_GT.resolve(state, number)
    car = state.cars[state.order[0]]
    assert (table.of(car) == table.within(car.cell, car.k, 0)).all()


def test_laps_beyond_those_solved_take_their_mean() -> None:
    long = RoundsToGo(GtOptions(track=TINY.track, car_class="GT4", laps=5), 2, tiny().books)
    start = long.road.grid[0]
    lap = tiny().mean(start, 0, 0) - tiny().mean(start, long.road.n, 0)
    assert long.mean(start, 0, 0) == pytest.approx(tiny().mean(start, 0, 0) + 3 * lap, abs=1.0)
    finishes = long.finishes(start, 0, 0)
    assert finishes.sum() == pytest.approx(1, abs=1e-3)
    assert long.within(start, 0, 0)[-1] == pytest.approx(1, abs=1e-3)
    mean = float(finishes.sum(axis=1) @ np.arange(len(finishes)))
    assert mean == pytest.approx(long.mean(start, 0, 0), abs=0.05)


def test_tables_are_stored_and_made_when_they_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "solve_rounds", lambda *_, **__: tiny().books)
    store, drive = Store(tmp_path), race_drive(TINY)
    assert kept_rounds(TINY, drive, store) is None
    assert wanted_rounds(TINY, drive, store) is None
    be_patient()
    later = wanted_rounds(TINY, drive, store)
    assert later is not None
    kept = rounds_to_go(TINY, drive, store)
    start = kept.road.grid[0]
    assert kept.within(start, 0, 0).tolist() == later.within(start, 0, 0).tolist()
    assert kept.within(start, 0, 0).tolist() == tiny().within(start, 0, 0).tolist()
    wet = race_drive(TINY, weather="wet")
    assert kept_rounds(TINY, wet, store) is None
