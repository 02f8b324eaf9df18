"""The expert of Rallyman: DIRT drives by the solved stage, and never waits for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Event

import pytest

from paddock.bots.dirt import expert as expert_module
from paddock.bots.dirt.beginner import BeginnerBot
from paddock.bots.dirt.club import ClubBot
from paddock.bots.dirt.expert import ExpertBot, alone
from paddock.core.game import Bot, Perspective
from paddock.core.play import by_weights, choices_of, play
from paddock.core.registry import bots, find_bot
from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.state import Carried, DirtOptions, State
from paddock.solve.dirt.problem import Depth, course_of
from paddock.solve.dirt.rally import RallyPolicy, solve_rally
from paddock.solve.dirt.solver import SOLVER
from paddock.solve.table_cache import Tables, be_patient
from paddock.testing.dirt import car, do, plan, stage_of, underway

LONG = "R R R CL(1x1/2x2) R R J3 R R R CR(2x1/3x2) R R |F| R"


def solved(state: State) -> RallyPolicy:
    """A small stage solved roughly."""
    return RallyPolicy(solve_rally(alone(state.options), Depth(0, 0, 0, 0.5), 4))


@pytest.fixture(scope="module")
def expert() -> RallyPolicy:
    return solved(underway(LONG, car("", 0), sisu="stage"))


def decision(state: State, tables: RallyPolicy) -> a.DirtAction:
    return expert_module.Thoughts(RALLYMAN_DIRT.clone(state), state.seat, tables).decide()


def race(line_up: list[Bot], options: DirtOptions, seed: int) -> State:
    rng = Random(seed)
    state = RALLYMAN_DIRT.start(options, len(line_up))
    choose = choices_of(RALLYMAN_DIRT, state, line_up, [rng] * len(line_up))
    play(RALLYMAN_DIRT, state, choose, by_weights(rng))
    return state


def test_an_expert_races_legally_in_every_phase_and_beats_the_club(
    expert: RallyPolicy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expert_module, "rally_tables", lambda _: expert)
    options = DirtOptions(layouts=(stage_of(LONG),), sisu="stage")
    seconds: dict[str, list[float]] = {"expert": [], "club": []}
    for seed in range(24):
        line_up: list[Bot] = [ExpertBot(), ClubBot(), ClubBot()]
        line_up = line_up[seed % 3 :] + line_up[: seed % 3]
        result = RALLYMAN_DIRT.result(race(line_up, options, seed))
        assert result is not None
        for bot, score in zip(line_up, result.scores, strict=True):
            seconds[bot.name].append(score)
    mine, theirs = (sum(found) / len(found) for found in seconds.values())
    assert mine < theirs


def test_alone_an_expert_plans_what_the_solution_says(expert: RallyPolicy) -> None:
    for cell, gear, seconds in (("0.L", 2, 0), ("4.R", 1, 3), ("7.L", 4, 1), ("11.L", 2, 6)):
        state = underway(LONG, car(cell, gear, seconds=seconds, sisu=True), leader=0, sisu="stage")
        found = expert.drivers[0].plan(state)
        assert found is not None
        assert decision(state, expert) == a.Plan(found.steps, found.way)


def test_a_car_in_the_way_is_driven_around(expert: RallyPolicy) -> None:
    blocked = underway(
        LONG, car("12.L", 3, sisu=True), car("13.L", 6), car("13.R", 0), on_turn=0, sisu="stage"
    )
    chosen = decision(blocked, expert)
    RALLYMAN_DIRT.act(blocked, 0, chosen)


def test_sisu_is_played_where_a_loss_is_dear(expert: RallyPolicy) -> None:
    state = underway(LONG, car("4.L", 2, sisu=True), car("", 0), sisu="stage")
    do(state, a.Plan(plan(state, "2@5.L c@6.L c@7.L")))
    for _ in range(3):
        do(state, a.Roll(), "!")
    assert state.phase == "sisu"
    assert decision(state, expert) == a.PlaySisu()


def test_a_missing_table_stalls_nobody_is_told_and_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PADDOCK_SOLUTIONS", str(tmp_path))
    monkeypatch.setattr(SOLVER, "depth", Depth(0, 0, 0, 0.5))
    monkeypatch.setattr(SOLVER, "cap", 1)
    monkeypatch.setattr(expert_module, "_course", lambda rally: course_of(rally, SOLVER.depth, SOLVER.cap))
    state = underway("R R CL(2x1/3x2) R |F| R", car("0.L", 2), car("", 0))
    asked = Perspective(RALLYMAN_DIRT, state, 0)
    assert ExpertBot().choose(asked, Random(1)) == ClubBot().choose(asked, Random(1)), "nothing is made"
    monkeypatch.setenv("PADDOCK_TABLES", "")
    may_go_on = Event()
    monkeypatch.setattr(expert_module, "_MADE", Tables(2))
    monkeypatch.setattr(expert_module, "_make", _waits(may_go_on, expert_module._make))
    assert ExpertBot().choose(asked, Random(1)) == ClubBot().choose(asked, Random(1)), "nobody waits"
    be_patient()
    may_go_on.set()
    assert isinstance(expert_module.rally_tables(state.options), RallyPolicy)
    be_patient(False)
    assert "is not solved yet" in caplog.text and "is solved" in caplog.text


def _waits(until: Event, make: Callable[[DirtOptions], bool]) -> Callable[[DirtOptions], bool]:
    def made(rally: DirtOptions) -> bool:
        until.wait(60)
        return make(rally)

    return made


def test_tables_are_those_of_the_solo_drive_over_the_same_stages() -> None:
    options = DirtOptions(time_controls=True, carried=(Carried(seconds=5), Carried()), red_zone=True)
    assert alone(options) == DirtOptions(red_zone=True)


def test_a_beginner_loses_to_the_club_and_beats_chance() -> None:
    lost = 0
    for seed in range(24):
        options = DirtOptions(rally=f"rally-{1 + seed % 6}", stages=(f"SS{1 + seed // 6 % 3}",))
        line_up: list[Bot] = [ClubBot(), BeginnerBot()] if seed % 2 else [BeginnerBot(), ClubBot()]
        result = RALLYMAN_DIRT.result(race(line_up, options, seed))
        assert result is not None
        lost += result.places[seed % 2] == 2
    assert lost >= 18


def test_levels_are_asked_for_by_name() -> None:
    assert list(bots("rallyman-dirt")) == ["random", "beginner", "club", "expert"]
    assert isinstance(find_bot("rallyman-dirt", "expert"), ExpertBot)
    assert isinstance(find_bot("rallyman-dirt", "beginner"), BeginnerBot)
