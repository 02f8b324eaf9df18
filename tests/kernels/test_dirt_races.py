"""Rallies of the kernel played again by the engine, decision for decision and die for die."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from paddock.core.play import at_random, by_weights, play
from paddock.games.rallyman.dirt import RALLYMAN_DIRT as GAME
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.cards import pile_seconds
from paddock.games.rallyman.dirt.components import BACKS, TOKENS
from paddock.games.rallyman.dirt.stages import roads_of
from paddock.games.rallyman.dirt.state import Carried, DirtOptions, LaidStep, State, Step
from paddock.kernels.dirt import batch
from paddock.kernels.dirt import race_parts as races
from paddock.tracks.generator import StageWish, generate
from paddock.tracks.layouts import stages

DICE = " 123456crl"
STATUS = ("waiting", "line", "track", "off", "finished", "retired")


def shown(bits: int, dice: int) -> str:
    return "".join("!" if bits >> i & 1 else "-" for i in range(dice))


def action(kind: int, told: Iterator[int], cells: int) -> object:
    """The decision a trace tells of; `cells` lie before the first space of this stage."""

    def here(cell: int) -> int:
        return cell - cells if cell >= 0 else -1

    match kind:
        case races.PLAN_AT:
            way, count = next(told), next(told)
            raw = [(next(told), next(told), next(told), next(told)) for _ in range(count)]
            steps: Any = [(DICE[die], here(cell), more, here(landing)) for die, more, cell, landing in raw]
            return a.Plan(tuple(Step(*step) for step in steps), "flat-out" if way else "one-by-one")
        case races.RELAY_AT:
            raw5 = [[next(told) for _ in range(5)] for _ in range(next(told))]
            laid: Any = [
                (DICE[die], here(cell), shown(face, 1 + more), here(landing))
                for die, more, face, cell, landing in raw5
            ]
            return a.Relay(tuple(LaidStep(*step) for step in laid))
        case races.PASS_AT:
            cell = next(told)
            return a.Pass(None if cell < 0 else here(cell))
        case races.TIME_AT:
            return a.TakeTime(next(told))
    plain = {
        races.ROLL_AT: a.Roll,
        races.STOP_AT: a.Stop,
        races.SECURE_AT: a.Secure,
        races.SISU_AT: a.PlaySisu,
        races.ACCEPT_AT: a.Accept,
        races.CHANGE_AT: a.ChangeWheel,
        races.KEEP_AT: a.KeepWheel,
    }
    return plain[kind]()


def replayed(options: DirtOptions, seats: int, trace: np.ndarray) -> tuple[State, int]:
    """The engine's last state after a trace, and its nodes."""
    state, nodes = GAME.start(options, seats), 0
    before = [sum(len(road) for road in roads_of(options)[:n]) for n in range(len(roads_of(options)))]
    told = iter(trace.tolist())
    for kind in told:
        pending = GAME.pending(state)
        nodes += 1
        if pending.chance is None:
            GAME.act(state, pending.seats[0], action(kind, told, before[state.stage]))  # type: ignore[arg-type]
            continue
        value = next(told)
        if kind == races.DRIVER_AT:
            outcome: int | str = value
        elif kind == races.TOKEN_AT:
            outcome = TOKENS[value]
        elif kind == races.BACK_AT:
            assert BACKS[value].gear == state.lost_gear
            outcome = BACKS[value].name
        else:
            at = len(state.faces) if state.way == "flat-out" else state.at
            outcome = shown(value, 1 + state.plan[at].brakes)
        assert pending.chance.weight_of(outcome) > 0
        GAME.resolve(state, outcome)
    return state, nodes


def check(options: DirtOptions, seats: int, games: int) -> int:
    seen = 0
    for number in range(games):
        nodes, out, trace = batch.traced(options, seats, 7, number, 400_000)
        state, counted = replayed(options, seats, trace)
        assert GAME.pending(state).over
        assert nodes == counted
        result = GAME.result(state)
        assert result is not None
        assert out[races.HEAD : races.HEAD + seats].tolist() == list(result.places)
        assert out[races.IN_BAG] == sum(state.bag)
        for seat, car in enumerate(state.cars):
            kept = out[races.HEAD + seats + seat * races.FIELDS :]
            assert kept[races.TOTAL] == result.scores[seat]
            assert STATUS[kept[races.STATUS]] == car.status
            assert kept[races.PILE] == pile_seconds(car)
            assert (kept[races.SECONDS], kept[races.TOKENS]) == (car.seconds, len(car.tokens))
            assert (kept[races.SPARE], kept[races.SISU]) == (car.spare, car.sisu)
        seen += nodes
    return seen


@pytest.mark.parametrize("stage", sorted(stages()))
def test_stages_of_every_ready_rally_are_the_engine_s(stage: str) -> None:
    rally, _, one = stage.partition("/")
    assert sum(check(DirtOptions(rally=rally, stages=(one,)), seats, 1) for seats in (1, 3, 6)) > 400


@pytest.mark.parametrize(
    "options",
    [
        DirtOptions(rally="rally-4", sisu="stage", flying_start=True, red_zone=True, time_controls=True),
        DirtOptions(rally="rally-2", sisu="rally", spare_wheel_removes="coast"),
        DirtOptions(rally="rally-6", stages=("SS3",), one_shot=True, red_zone=True),
    ],
    ids=["advanced", "rally", "one-shot"],
)
def test_rallies_with_options_are_the_engine_s(options: DirtOptions) -> None:
    check(options, 4, 3)


@pytest.mark.parametrize("number", range(3))
def test_rallies_on_made_stages_are_the_engine_s(number: int) -> None:
    stage = generate(StageWish(tiles=9 + number), number)
    check(DirtOptions(layouts=(stage,), sisu="stage"), 2 + number, 2)


def test_a_batch_is_its_games_one_by_one() -> None:
    options = DirtOptions(stages=("SS1",))
    whole, rest = batch.play(options, 3, 20, seed=3), batch.play(options, 3, 5, seed=3, first=15)
    for field in ("nodes", "places", "seconds", "cars"):
        assert getattr(whole, field)[15:].tolist() == getattr(rest, field).tolist()


def test_random_stages_take_as_long_as_the_engine_s() -> None:
    options = DirtOptions(stages=("SS1",))
    seconds: list[float] = []
    for number in range(60):
        rng = random.Random(number)
        state = GAME.start(options, 2)
        play(GAME, state, at_random(GAME, state, rng), by_weights(rng))
        result = GAME.result(state)
        assert result is not None
        seconds += result.scores
    times = batch.play(options, 2, 2000).seconds.ravel()
    spread = 2 * (np.var(seconds) / len(seconds) + np.var(times) / len(times))
    assert abs(np.mean(seconds) - np.mean(times)) < 4 * spread**0.5


def test_a_rally_taken_up_from_a_sheet_is_the_engine_s() -> None:
    sheet = (Carried(300, gear=2, coast=1), Carried(280, brake=1, spare=False), Carried(280, sisu=False))
    check(DirtOptions(rally="rally-3", stages=("SS3",), carried=sheet, sisu="rally"), 3, 4)
