"""Races of the kernel played again by the engine, decision for decision and die for die."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from paddock.core.play import at_random, by_weights, play
from paddock.games.rallyman.gt import RALLYMAN_GT as GAME
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import TOKENS
from paddock.games.rallyman.gt.state import GtOptions, LaidStep, State, Step
from paddock.kernels.gt import batch
from paddock.kernels.gt import race_parts as races
from paddock.tracks.generator import CircuitWish, generate
from paddock.tracks.layouts import circuits

DICE = " 123456cr"
STATUS = ("track", "off", "pit", "finished", "retired")
LANES = ("tyres", "repair", "repair_and_tyres")


def shown(bits: int, dice: int) -> str:
    return "".join("!" if bits >> i & 1 else "-" for i in range(dice))


def action(kind: int, told: Iterator[int]) -> object:
    """The decision a trace tells of."""
    match kind:
        case races.PLAN_AT:
            way, count = next(told), next(told)
            raw = [(next(told), next(told), next(told)) for _ in range(count)]
            steps = tuple(Step(DICE[die], cell, brakes) for die, brakes, cell in raw)  # type: ignore[arg-type]
            return a.Plan(steps, "flat-out" if way else "one-by-one")
        case races.RELAY_AT:
            raw = [(next(told), next(told), next(told)) for _ in range(next(told))]
            dice: Any = [DICE[die] for die, _, _ in raw]
            faces = [shown(face & 255, 1 + (face >> 8)) for _, face, _ in raw]
            cells = [cell for _, _, cell in raw]
            return a.Relay(tuple(map(LaidStep, dice, cells, faces)))
        case races.SIDE_AT:
            return a.GoOff("right" if next(told) else "left")
        case races.LANE_AT:
            return a.Pit(LANES[next(told)])  # type: ignore[arg-type]
        case races.TYRE_AT:
            return a.ChooseTyre("rain" if next(told) else "asphalt")
    plain = {
        races.PASS_AT: a.Pass,
        races.RETIRE_AT: a.Retire,
        races.ROLL_AT: a.Roll,
        races.SECURE_AT: a.Secure,
        races.STOP_AT: a.Stop,
        races.ON_AT: a.DriveOn,
    }
    return plain[kind]()


def replayed(options: GtOptions, seats: int, trace: np.ndarray) -> tuple[State, int]:
    """The engine's last state after a trace, and its nodes."""
    state, nodes = GAME.start(options, seats), 0
    told = iter(trace.tolist())
    for kind in told:
        pending = GAME.pending(state)
        nodes += 1
        if pending.chance is None:
            GAME.act(state, pending.seats[0], action(kind, told))  # type: ignore[arg-type]
            continue
        if kind == races.GRID_AT:
            outcome: int | str = next(told)
        elif kind == races.TOKEN_AT:
            outcome = TOKENS[next(told)]
        else:
            outcome = shown(next(told), 1 + state.plan[state.at].brakes)
        assert pending.chance.weight_of(outcome) > 0
        GAME.resolve(state, outcome)
    return state, nodes


def check(options: GtOptions, seats: int, games: int) -> int:
    seen = 0
    for number in range(games):
        nodes, out, trace = batch.traced(options, seats, 7, number)
        state, counted = replayed(options, seats, trace)
        assert GAME.pending(state).over
        assert nodes == counted
        result = GAME.result(state)
        assert result is not None
        assert out[races.HEAD : races.HEAD + seats].tolist() == list(result.places)
        assert out[races.FINISHERS] == len(state.places)
        assert out[races.ROUNDS] == state.round
        assert batch.WEATHERS[out[races.SKY]] == state.weather
        assert out[races.DRAWN] == 42 - len(state.bag)
        for seat, car in enumerate(state.cars):
            kept = out[races.HEAD + seats + seat * races.FIELDS :]
            assert (kept[races.CELL], kept[races.K], kept[races.FOCUS]) == (car.cell, car.k, car.focus)
            assert STATUS[kept[races.STATUS]] == car.status
            assert tuple(kept[races.DAMAGE : races.DAMAGE + 6]) == car.damage
            assert batch.TYRES[kept[races.TYRE]] == car.tyre
            assert car.status == "retired" or kept[races.GEAR] == car.gear
        if seats == 1 and state.places:
            assert out[races.SECONDS] - state.cars[0].focus == result.scores[0]
        seen += nodes
    return seen


@pytest.mark.parametrize("track", sorted(circuits()))
def test_races_on_every_ready_circuit_are_the_engine_s(track: str) -> None:
    assert sum(check(GtOptions(track=track), seats, 4) for seats in (1, 3, 6)) > 1000


@pytest.mark.parametrize(
    "options",
    [
        GtOptions(flying_start=True, red_zone=True, weather="wet", choose_tyres=True),
        GtOptions(laps=2, no_weather=True, play_on=True, track="list-d"),
        GtOptions(car_classes=("GT4", "GT5", None, "GT6 BOP"), red_zone=True, play_on=True),
    ],
    ids=["advanced", "laps", "classes"],
)
def test_races_with_options_are_the_engine_s(options: GtOptions) -> None:
    check(options, 4, 10)


def test_solo_drives_in_changing_weather_are_the_engine_s() -> None:
    check(GtOptions(changing_weather=True, red_zone=True, flying_start=True), 1, 40)


@pytest.mark.parametrize("number", range(4))
def test_races_on_made_circuits_are_the_engine_s(number: int) -> None:
    lanes = ("two", "three", "mixed", "mixed")[number]
    circuit = generate(CircuitWish(tiles=10 + 2 * number, lanes=lanes), number)  # type: ignore[arg-type]
    check(GtOptions(track=circuit, flying_start=number % 2 == 0), 1 + number, 6)


def test_a_batch_is_its_games_one_by_one() -> None:
    options = GtOptions(track="list-c")
    whole, rest = batch.play(options, 3, 50, seed=3), batch.play(options, 3, 20, seed=3, first=30)
    for field in ("nodes", "places", "scores", "cars"):
        assert getattr(whole, field)[30:].tolist() == getattr(rest, field).tolist()


def test_random_drives_take_as_long_as_the_engine_s() -> None:
    options = GtOptions()
    seconds = []
    for number in range(300):
        rng = random.Random(number)
        state = GAME.start(options, 1)
        play(GAME, state, at_random(GAME, state, rng), by_weights(rng))
        if state.places:
            seconds.append(GAME.result(state).scores[0])  # type: ignore[union-attr]
    kernel = batch.play(options, 1, 6000)
    times = kernel.scores[kernel.finished > 0, 0]
    spread = (np.var(seconds) / len(seconds) + np.var(times) / len(times)) ** 0.5
    assert abs(np.mean(seconds) - np.mean(times)) < 4 * spread
