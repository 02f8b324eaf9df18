"""Rallyman: GT keeps the contract, conserves its pieces, and tells its turns."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from paddock.core.game import Perspective
from paddock.core.messages import LANGUAGES, catalogue, say
from paddock.core.notation import by_tag
from paddock.core.play import at_random, by_weights, play
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.report import GtReport
from paddock.games.rallyman.gt.state import GtOptions, State, road_of
from paddock.games.rallyman.notation import read_turn, write_turn
from paddock.testing.gt import tokens_everywhere
from paddock.testing.harness import exercise

OPTIONS = [
    GtOptions(),
    GtOptions(track="list-2", laps=2, weather="wet", choose_tyres=True),
    GtOptions(track="list-c", flying_start=True, red_zone=True, play_on=True),
    GtOptions(track="list-d", no_weather=True, car_class="GT4", flying_start=True),
    GtOptions(track=("102a", "115a", "103a"), laps=3, red_zone=True, car_class="GT5 BOP", play_on=True),
    GtOptions(track=("102b", "110b", "113b", "103b"), laps=2, weather="wet", car_class="GT6 BOP"),
    GtOptions(track="list-2", car_class="GT6 BOP", car_classes=("GT4", "GT5"), red_zone=True),
]


@pytest.mark.parametrize("options", OPTIONS, ids=range(len(OPTIONS)))
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_races_keep_the_contract(options: GtOptions, seats: int) -> None:
    match = exercise(RALLYMAN_GT, options, seats, seed=f"{seats}", thorough_every=5)
    assert RALLYMAN_GT.result(match.state) is not None


@pytest.mark.parametrize(
    "options",
    [
        GtOptions(),
        GtOptions(track="list-2", changing_weather=True, weather="wet", choose_tyres=True),
        GtOptions(track="list-c", flying_start=True, red_zone=True),
        GtOptions(track="list-d", car_class="GT5", no_weather=True),
    ],
    ids=range(4),
)
def test_solo_drives_keep_the_contract(options: GtOptions) -> None:
    match = exercise(RALLYMAN_GT, options, 1, seed=11, thorough_every=2)
    assert match.state.marks


def race(options: GtOptions, seats: int, seed: int) -> tuple[list[State], list[Any]]:
    """A random race: a copy of every state, and all events."""
    rng = Random(seed)
    state = RALLYMAN_GT.start(options, seats)
    states, events = [RALLYMAN_GT.clone(state)], []

    def watch(_seat: int | None, _what: Any, told: list[Any]) -> None:
        events.extend(told)
        states.append(RALLYMAN_GT.clone(state))

    play(RALLYMAN_GT, state, at_random(RALLYMAN_GT, state, rng), by_weights(rng), watch)
    return states, events


@pytest.mark.parametrize("options", OPTIONS, ids=range(len(OPTIONS)))
def test_pieces_are_conserved(options: GtOptions) -> None:
    road = road_of(options.track)
    for seed in range(3):
        states, events = race(options, 5, seed)
        backwards = {event.seat for event in events if isinstance(event, a.Crashed)}
        for before, after in pairwise(states):
            assert tokens_everywhere(after) == 42
            on_track = [car.cell for car in after.cars if car.status == "track"]
            assert len(set(on_track)) == len(on_track)
            for seat, (old, new) in enumerate(zip(before.cars, after.cars, strict=True)):
                assert new.focus >= 0
                if old.cell >= 0 and road.place(new.cell, new.k) < road.place(old.cell, old.k):
                    assert new.status == "off", "a front goes back only by a crash"
                    assert seat in backwards
                assert all(count >= 0 for count in new.damage)


@pytest.mark.parametrize("options", OPTIONS, ids=range(len(OPTIONS)))
def test_every_turn_is_told_in_a_line_that_reads_back(options: GtOptions) -> None:
    _, events = race(options, 4, 7)
    told = [read_turn(event.line) for event in events if isinstance(event, a.TurnTold)]
    assert [write_turn(line) for line in told] == [e.line for e in events if isinstance(e, a.TurnTold)]
    assert len(told) >= sum(isinstance(event, a.TurnBegan) for event in events)
    assert sum(line.lost for line in told) == sum(isinstance(event, a.ControlLost) for event in events)
    assert sum(len(line.damage) for line in told) == sum(isinstance(e, a.DamageDrawn) for e in events)
    gained = sum(event.tokens for event in events if isinstance(event, a.FocusGained))
    assert sum(line.tokens for line in told if line.flat) == gained
    spent = sum(event.price for event in events if isinstance(event, a.Secured))
    assert sum(line.tokens for line in told if not line.flat) == spent
    weather = sum(isinstance(event, a.WeatherChanged) for event in events)
    assert sum("wet" in line.words or "dry" in line.words for line in told) == weather


def test_every_event_and_option_is_worded() -> None:
    _, events = race(GtOptions(track="list-c", flying_start=True, no_weather=True), 6, 3)
    for language in LANGUAGES:
        words = catalogue(language)
        for event in events:
            text = say(RALLYMAN_GT.tell(event), language)
            assert text
            assert "{" not in text
        for field in GtOptions.__struct_fields__:
            assert f"rallyman-gt.option.{field}" in words
        for tag in by_tag(a.GtAction):
            assert f"rallyman-gt.action.{tag}" in words
        for tag in by_tag(a.GtEvent):
            assert f"rallyman-gt.{tag}" in words


def test_catalogues_are_complete_in_all_languages() -> None:
    own = [{key for key in catalogue(language) if key.startswith("rallyman-gt.")} for language in LANGUAGES]
    assert own[0] == own[1] == own[2]


def test_a_report_gathers_races() -> None:
    report = RALLYMAN_GT.report()
    assert isinstance(report, GtReport)
    for seed in range(3):
        states, events = race(GtOptions(), 3, seed)
        report.game([states[0], states[-1]], events, RALLYMAN_GT.result(states[-1]))
    titles = [table.title for table in report.tables()]
    assert titles == ["A race on average", "Loss of control by gear and cause", "Wins by place on the grid"]
    wins = report.tables()[-1]
    assert sum(int(row[2]) for row in wins.rows) == 3
    alone = GtReport()
    states, events = race(GtOptions(), 1, 2)
    alone.game([states[0], states[-1]], events, RALLYMAN_GT.result(states[-1]))
    assert alone.tables()[-1].title == "Solo results"


def test_a_view_shows_the_table_to_everyone_alike() -> None:
    states, _ = race(GtOptions(track="list-2"), 4, 5)
    for state in states[:: len(states) // 20]:
        view = RALLYMAN_GT.view(state, None)
        assert [car.seat for car in view.cars] == [0, 1, 2, 3]
        asked = RALLYMAN_GT.pending(state).seats
        assert (view.asked,) == asked or (view.asked is None and not asked)
        assert bool(view.can) == bool(asked)
        if asked:
            tags = {
                action.__struct_config__.tag
                for action in ([RALLYMAN_GT.actions(state, asked[0]).sample(Random(i)) for i in range(60)])
            }
            assert tags <= set(view.can)
        seat = Perspective(RALLYMAN_GT, state, 2)
        assert seat.view.you == 2
