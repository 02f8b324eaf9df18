"""GT-SOLO, GT-BOARD: driving against the clock, the score sheet and what records are kept under."""

from __future__ import annotations

import pytest

from paddock.core.errors import BadInput
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import components
from paddock.games.rallyman.gt.solo import result_seconds, track_seconds
from paddock.games.rallyman.gt.state import GtOptions, Mark
from paddock.testing import rule
from paddock.testing.gt import Race, at

STRAIGHT = "102a 103a 103a 103a 103a"


def gears(race: Race) -> list[str]:
    return [mark.gear for mark in race.state.marks]


@rule("GT-SOLO-1")
def test_solo_is_one_car_over_one_lap() -> None:
    state = RALLYMAN_GT.start(GtOptions(), 1)
    RALLYMAN_GT.resolve(state, 0)
    assert (state.solo, RALLYMAN_GT.pending(state).seats) == (True, (0,))
    with pytest.raises(BadInput):
        RALLYMAN_GT.start(GtOptions(laps=2), 1)


@rule("GT-SOLO-2")
def test_no_pit_stops() -> None:
    race = Race(STRAIGHT, at("1:A1", 1))
    race.plan("c>1:B1")
    race.roll("-")
    assert race.state.phase == "plan"


@rule("GT-SOLO-3")
def test_weather_tokens_count_as_green_flags() -> None:
    race = Race(STRAIGHT, at("1:A1", 5), weather="wet")
    race.plan("c>1:B1 c>2:A1")
    race.roll("!", "!")
    race.draw("weather")
    assert (race.state.weather, sum(race.car().damage)) == ("wet", 1)


@rule("GT-SOLO-4", "GT-SOLO-6", "GT-SOLO-D7")
def test_changing_weather_brings_pits_and_weather_back() -> None:
    race = Race(STRAIGHT, at("1:A1", 5), weather="wet", changing_weather=True)
    race.plan("c>1:B1 c>2:A1")
    race.roll("!", "!")
    race.draw("weather")
    assert race.state.weather == "dry"
    assert race.state.marks[:2] == (Mark("00", "W"), Mark("0", "D"))
    race.plan("1>2:B1")
    race.roll("-")
    assert race.state.phase == "pit"


@rule("GT-SOLO-5")
def test_seconds_by_gear() -> None:
    assert components().solo.seconds_by_final_gear == {
        "6": 10,
        "5": 15,
        "4": 20,
        "3": 30,
        "2": 40,
        "1": 50,
        "0": 60,
        "00": 30,
    }
    race = Race(STRAIGHT, at("1:A1", 3))
    race.plan("4>1:B1 5>2:A1")
    race.roll("-", "-")
    assert race.state.marks == (Mark("5", "X"),)
    assert race.found(a.Marked)[0].seconds == 15


@rule("GT-SOLO-7", "GT-SOLO-8")
def test_the_last_turn_is_marked_with_the_gear_at_the_line() -> None:
    race = Race(STRAIGHT, at("0:C1", 3, lap=1))
    race.plan("4>0:D1 5>1:A1 c>1:B1", "flat-out")
    race.roll("-")
    assert (gears(race), race.car().focus) == (["4"], 1)
    result = RALLYMAN_GT.result(race.state)
    assert result is not None
    assert (result.scores, result.unit) == ((19.0,), "seconds")


@rule("GT-SOLO-9")
def test_the_result_is_the_track_time_less_the_focus_left() -> None:
    marks = [Mark(gear, "X") for gear in ("6", "5", "2", "4", "6")]
    assert (track_seconds(marks), result_seconds(marks, 4)) == (95, 91)


@rule("GT-SOLO-D1")
def test_a_crash_costs_two_marks() -> None:
    race = Race(STRAIGHT, at("1:A1", 3), weather="wet")
    race.plan("c>1:B1 c>2:A1")
    race.roll("!", "!")
    assert (gears(race), race.state.phase, race.car().gear) == (["00", "0"], "plan", 0)


@rule("GT-SOLO-D2")
@pytest.mark.parametrize(("gear", "marks"), [(2, ["0"]), (5, ["00", "0"])])
def test_a_loss_on_the_crossing_step(gear: int, marks: list[str]) -> None:
    race = Race(STRAIGHT, at("0:C1", gear, lap=1), weather="wet")
    race.plan("c>0:D1")
    race.state.hazards = 1
    race.roll("!")
    assert (gears(race), RALLYMAN_GT.pending(race.state).over, len(race.state.bag)) == (marks, True, 42)


@rule("GT-SOLO-D3")
def test_the_sheet_has_no_last_column() -> None:
    assert components().solo.sheet_columns == 12
    marks = [Mark("1", "X")] * 30
    assert track_seconds(marks) == 1500


@rule("GT-SOLO-D4")
def test_a_turn_without_a_step_is_marked_with_the_unchanged_gear() -> None:
    race = Race("102b 103b 110b 103b", at("2:A1", 6), weather="wet")
    race.do(a.Pass())
    assert gears(race) == ["6"]


@rule("GT-SOLO-D5")
def test_pit_turns_are_marked_with_the_marker_left() -> None:
    for lane, expected in (("tyres", ["0"]), ("repair", ["00", "0"])):
        race = Race(STRAIGHT, at("1:A1", 1), changing_weather=True)
        race.plan("c>1:B1")
        race.roll("-")
        race.do(a.Pit(lane))  # type: ignore[arg-type]
        assert (gears(race), race.state.phase, race.car().gear) == (expected, "plan", 0)


@rule("GT-SOLO-D6")
def test_yellow_flags_lie_and_are_lifted() -> None:
    race = Race(STRAIGHT, at("1:A1", 5), weather="wet")
    race.plan("c>1:B1 c>2:A1")
    race.roll("!", "!")
    race.draw("yellow_flag")
    assert len(race.state.flags) == 1
    race.plan("1>2:B1")
    assert race.state.flags == ()


@rule("GT-BOARD-1", "GT-BOARD-2", "GT-BOARD-3")
def test_the_table_shows_the_whole_sheet() -> None:
    rows = ["6", "5", "4", "3", "2", "1", "0", "00"]
    assert list(components().solo.sheet_rows_top_to_bottom) == rows
    race = Race(STRAIGHT, at("1:A1", 3, focus=4), car_classes=("GT4",), weather="wet")
    race.plan("c>1:B1")
    race.roll("-")
    race.plan("4>2:A1")
    race.roll("-")
    view = RALLYMAN_GT.view(race.state, 0)
    assert view.sheet is not None
    assert (view.cars[0].car_class, view.cars[0].tyre, view.weather) == ("GT4", "asphalt", "wet")
    assert [mark.gear for mark in view.sheet.marks] == ["3", "4"]
    assert (view.sheet.track_time, view.cars[0].focus, view.sheet.result_time) == ("0:50", 4, "0:46")


@rule("GT-BOARD-4")
def test_smaller_is_better() -> None:
    assert (RALLYMAN_GT.yardstick.unit, RALLYMAN_GT.yardstick.lowest) == ("seconds", True)


@rule("GT-BOARD-D4")
def test_records_of_played_drives_are_kept_apart_alike() -> None:
    course = RALLYMAN_GT.course
    assert course(GtOptions(weather="wet", choose_tyres=True)) == course(GtOptions()) == "list-1"
    others = [
        GtOptions(track="list-2"),
        GtOptions(car_class="GT4"),
        GtOptions(changing_weather=True),
        GtOptions(flying_start=True),
        GtOptions(red_zone=True),
        GtOptions(flying_start=True, red_zone=True),
    ]
    assert len({course(options) for options in (GtOptions(), *others)}) == 1 + len(others)
    assert course(GtOptions(car_classes=("GT4",))) == course(GtOptions(car_class="GT4"))
