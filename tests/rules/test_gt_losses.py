"""GT-LOSS, GT-OFF, GT-DMG, GT-WEATHER, GT-PIT: losing control, damage, weather and the pits."""

from __future__ import annotations

import pytest

from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import TOKENS, loss_of
from paddock.games.rallyman.gt.state import hand_of, hazard_limit, marker
from paddock.testing import rule
from paddock.testing.gt import Race, at, tokens_everywhere

STRAIGHT = "102a 103a 103a 103a 103a"
NARROW = "102b 103b 103b 103b"


def lost(gear: int, lane: int = 1, faces: str = STRAIGHT, **options: object) -> Race:
    """A car in a gear that has just lost control on 1:B<lane>, with another car far behind."""
    race = Race(faces, at(f"1:A{lane}", gear), at("0:A1", 3), weather="wet", **options)  # type: ignore[arg-type]
    race.plan(f"c>1:B{lane} c>2:A{lane}")
    race.state.hazards = 1
    race.roll("!")
    return race


def drive_on(race: Race, cell: str) -> None:
    """The car on turn coasts to a cell."""
    race.plan(f"c>{cell}")
    race.roll("-")


@rule("GT-LOSS-1", "GT-LOSS-2")
def test_hazards_or_overspeed_lose_control_on_the_cell_entered() -> None:
    [by_hazards] = lost(3).found(a.ControlLost)
    assert (by_hazards.cause, by_hazards.hazards) == ("hazards", 2)
    fast = Race("102a 103a 115a 103a", at("2:A2", 4), at("0:A1", 3))
    drive_on(fast, "2:B1")
    [by_speed] = fast.found(a.ControlLost)
    assert (by_speed.cause, fast.road.name(by_speed.cell)) == ("overspeed", "2:B1")


@rule("GT-LOSS-3", "GT-LOSS-4")
def test_the_loss_table() -> None:
    table = {
        gear: (
            loss_of(gear, "yellow")[0],
            *(loss_of(gear, danger)[1] for danger in ("yellow", "orange", "red")),
        )
        for gear in range(1, 7)
    }
    assert table == {
        1: ("0", 0, 0, 0),
        2: ("0", 0, 0, 0),
        3: ("00", 0, 0, 1),
        4: ("00", 0, 1, 2),
        5: ("00", 1, 2, 3),
        6: ("00", 2, 3, 4),
    }


@rule("GT-LOSS-5", "GT-LOSS-D4")
@pytest.mark.parametrize("gear", [1, 2])
def test_a_spin_leaves_the_car_backwards_in_gear_0(gear: int) -> None:
    race = lost(gear)
    assert (race.where(), race.car().status, race.car().gear, race.car().backwards) == (
        "1:B1",
        "track",
        0,
        True,
    )
    drive_on(race, "0:B1")
    drive_on(race, "0:C1")
    assert race.state.seat == 0
    assert race.allows("1>2:A1")
    race.plan("1>2:A1")
    race.roll("-")
    assert not race.car().backwards


@rule("GT-LOSS-6")
def test_a_crash_from_a_kerb_cell_goes_off_there_and_frees_the_cell() -> None:
    left, right = lost(4, lane=1), lost(4, lane=3)
    assert [race.found(a.Crashed)[0].side for race in (left, right)] == ["left", "right"]
    assert marker(left.state, 0)[0] == "00"
    follower = Race(STRAIGHT, at("1:A1", 2), at("1:B1", -1, status="off"))
    assert follower.allows("c>1:B1")


@rule("GT-LOSS-6", "GT-LOSS-D2")
def test_the_player_chooses_the_side_from_a_central_cell() -> None:
    race = lost(3, lane=2)
    assert race.state.phase == "side"
    assert set(RALLYMAN_GT.actions(race.state, 0)) == {a.GoOff("left"), a.GoOff("right"), a.Retire()}
    race.do(a.GoOff("right"))
    assert (race.car().side, race.where()) == ("right", "1:B3")
    assert (race.state.phase, race.state.seat) == ("plan", 1)


@rule("GT-FLAG-D6", "GT-ROUND-D1")
def test_a_driver_who_retires_in_a_crash_draws_nothing() -> None:
    race = lost(6, lane=2)
    assert race.state.to_draw == 2
    race.do(a.Retire())
    view = RALLYMAN_GT.view(race.state, None)
    assert view.turn is not None
    assert (view.turn.seat, view.turn.to_draw, view.turn.lost_on) == (1, 0, None)
    assert len(race.state.bag) == 42


@rule("GT-LOSS-7", "GT-DMG-1")
def test_tokens_are_drawn_without_putting_back() -> None:
    race = lost(6, faces=NARROW)
    count = race.found(a.ControlLost)[0].tokens
    assert count == loss_of(6, race.road.danger[race.road.cell("1:B1")])[1] > 1
    race.draw(*(["gear"] * count))
    assert race.state.bag.count("gear") == 6 - count
    assert race.car().damage[TOKENS.index("gear")] == count
    assert race.state.seat == 1
    assert tokens_everywhere(race.state) == 42


@rule("GT-LOSS-8", "GT-PIT-9")
def test_the_turn_ends_after_a_loss_without_a_pit_stop() -> None:
    race = lost(1)
    assert race.state.phase == "plan"
    assert race.state.seat == 1


@rule("GT-LOSS-D1")
def test_all_tokens_are_drawn_before_any_takes_effect() -> None:
    race = lost(6, lane=2, faces="102a 103a 104a 103a")
    race.do(a.GoOff("left"))
    count = race.found(a.ControlLost)[0].tokens
    assert count >= 2
    race.draw("weather")
    assert (race.state.weather, race.state.flags, sum(race.car().damage)) == ("wet", (), 0)
    race.draw("yellow_flag", *(["green_flag"] * (count - 2)))
    names = [type(event).__name__ for event in race.events]
    assert names.index("FlagShown") < names.index("WeatherChanged") < len(names)
    assert names.index("Crashed") < names.index("DamageDrawn")
    assert race.state.weather == "dry"


@rule("GT-LOSS-D3")
def test_a_loss_while_braking_counts_in_the_new_gear() -> None:
    race = Race(STRAIGHT, at("1:A1", 5), at("0:A1", 3))
    race.plan("2bb>1:B1 c>2:A1")
    race.roll("!!!")
    assert (race.found(a.ControlLost)[0].gear, race.car().status) == (2, "track")


@rule("GT-OFF-1", "GT-OFF-2", "GT-OFF-D2")
def test_the_next_turn_only_brings_the_car_back() -> None:
    race = lost(3)
    drive_on(race, "0:B1")
    drive_on(race, "0:C1")
    assert (race.car().status, race.car().gear, race.car().backwards) == ("track", 0, True)
    assert (race.state.seat, race.state.round) == (1, 3)
    drive_on(race, "0:D1")
    assert race.state.seat == 0
    assert race.refuses("2>2:A1") == "GT-DICE-5"
    assert race.allows("1>2:A1")


@rule("GT-OFF-D2", "GT-PIT-D5")
def test_returning_needs_no_overtaking() -> None:
    race = Race(STRAIGHT, at("0:A1", 3), at("1:B1", -1, status="off"), at("1:B3", 6))
    race.state.order = (0, 2, 1)
    drive_on(race, "0:B1")
    drive_on(race, "2:A3")
    assert race.car(1).status == "track"


@rule("GT-OFF-3")
def test_a_car_stays_off_while_its_cell_is_taken() -> None:
    race = Race(STRAIGHT, at("1:A1", 3), at("1:B1", -1, status="off"))
    drive_on(race, "1:B1")
    assert race.found(a.ReturnBlocked) != []
    assert (race.car(1).status, marker(race.state, 1)[0], race.state.round) == ("off", "00", 2)
    drive_on(race, "2:A1")
    assert race.car(1).status == "track"


@rule("GT-OFF-4")
def test_the_car_that_left_first_returns_first() -> None:
    race = Race(
        STRAIGHT,
        at("0:A1", 3),
        at("1:B1", -1, status="off", left=1),
        at("1:B1", -1, status="off", left=0),
    )
    race.state.order = (0, 2, 1)
    drive_on(race, "0:B1")
    assert [race.car(seat).status for seat in (1, 2)] == ["off", "track"]


@rule("GT-OFF-D1", "GT-OFF-D3")
def test_the_return_cell_is_fixed_at_the_crash_and_keeps_the_distance() -> None:
    race = lost(3, lane=2)
    k = race.car().k
    race.do(a.GoOff("left"))
    assert race.where() == "1:B1"
    assert race.car().k == k == 1
    assert RALLYMAN_GT.view(race.state, None).cars[0].front == race.road.place(race.road.cell("1:B1"), 1)


@rule("GT-DMG-2", "GT-DMG-3", "GT-DMG-4", "GT-DMG-6")
def test_what_each_token_takes_away() -> None:
    for token, expected in {
        "gear": (5, 2, 3),
        "brake": (6, 2, 2),
        "engine": (6, 1, 3),
        "green_flag": (6, 2, 3),
        "weather": (6, 2, 3),
        "yellow_flag": (6, 2, 3),
    }.items():
        race = Race(STRAIGHT, at("1:A1", 3, damage={token: 1}))
        hand = hand_of(race.state, 0)
        assert (hand.gear, hand.coast, hand.brake) == expected


@rule("GT-DMG-5")
def test_tokens_beyond_zero_count_again_when_the_figure_rises() -> None:
    race = Race(STRAIGHT, at("1:A1", 3, damage={"brake": 2}), weather="wet")
    assert hand_of(race.state, 0).brake == 0
    race.state.weather = "dry"
    assert hand_of(race.state, 0).brake == 1


@rule("GT-DMG-D1")
def test_weather_and_green_tokens_stay_on_the_dashboard() -> None:
    race = lost(6, lane=1, faces="102a 103a 104a 103a")
    count = race.found(a.ControlLost)[0].tokens
    race.draw("weather", *(["green_flag"] * (count - 1)))
    assert race.car().damage[TOKENS.index("weather")] == 1
    assert race.car().damage[TOKENS.index("green_flag")] == count - 1


@rule("GT-DMG-D2")
def test_an_empty_bag_gives_what_is_there() -> None:
    race = Race(STRAIGHT, at("1:A1", 6), at("0:A1", 3), weather="wet")
    race.state.bag.pool = {**dict.fromkeys(race.state.bag.pool, 0), "green_flag": 1}
    race.plan("c>1:B1 c>2:A1")
    race.roll("!", "!")
    assert race.found(a.ControlLost)[0].tokens == 2
    race.draw("green_flag")
    assert race.state.seat == 1


@rule("GT-WEATHER-1", "GT-WEATHER-D1", "GT-WEATHER-D2")
def test_a_weather_change_turns_all_dashboards() -> None:
    race = Race(
        STRAIGHT,
        at("1:A1", 5),
        at("0:A1", 3),
        at("0:B1", -1, status="off"),
        at("0:C1", 0, status="pit", tyre="rain"),
    )
    assert [hazard_limit(race.state, seat) for seat in range(4)] == [3, 3, 3, 2]
    race.plan("c>1:B1 c>2:A1 5>2:B1")
    race.roll("!", "!", "!")
    race.draw("weather")
    assert race.found(a.WeatherChanged)[0].weather == "wet"
    assert [hazard_limit(race.state, seat) for seat in range(4)] == [2, 2, 2, 3]
    assert [hand_of(race.state, seat).brake for seat in range(4)] == [1, 1, 1, 2]


@rule("GT-WEATHER-2")
@pytest.mark.parametrize(("drawn", "changes"), [(1, True), (2, False), (3, True), (4, False)])
def test_an_even_number_of_weather_tokens_cancels_out(drawn: int, changes: bool) -> None:
    race = Race("102b 103b 104b 103b", at("1:B1", 6), at("0:A1", 3), weather="wet")
    race.plan("c>2:A1 c>2:B1")
    race.roll("!", "!")
    assert race.found(a.ControlLost)[0].tokens == 4
    race.draw(*(["weather"] * drawn), *(["green_flag"] * (4 - drawn)))
    assert (race.state.weather == "dry") is changes


@rule("GT-WEATHER-3")
def test_tyres_do_not_change_with_the_weather() -> None:
    race = lost(5)
    race.draw("weather")
    assert [car.tyre for car in race.state.cars] == ["asphalt", "asphalt"]


def pitted(lane: str, **fields: object) -> Race:
    """A car that has stopped in gear 1 on a kerb cell and gone to the pits, with another car behind."""
    race = Race(STRAIGHT, at("1:A1", 1, **fields), at("0:A1", 3))  # type: ignore[arg-type]
    drive_on(race, "1:B1")
    race.do(a.Pit(lane))  # type: ignore[arg-type]
    return race


@rule("GT-PIT-1", "GT-PIT-D6")
def test_who_may_pit() -> None:
    asked = Race(STRAIGHT, at("1:A1", 1), at("0:A1", 3))
    drive_on(asked, "1:B1")
    assert asked.state.phase == "pit"
    asked.do(a.DriveOn())
    assert (asked.car().status, asked.state.seat) == ("track", 1)
    middle = Race(STRAIGHT, at("1:A1", 1), at("0:A1", 3))
    drive_on(middle, "1:B2")
    assert middle.state.seat == 1
    faster = Race(STRAIGHT, at("1:A1", 2), at("0:A1", 3))
    drive_on(faster, "1:B1")
    assert faster.state.seat == 1
    limited = Race("102a 103a 115a 103a", at("2:A1", 1), at("0:A1", 3))
    drive_on(limited, "2:B1")
    assert limited.state.seat == 1


@rule("GT-PIT-2", "GT-PIT-3", "GT-PIT-D4")
def test_the_tyres_lane() -> None:
    race = pitted("tyres", damage={"gear": 1})
    assert (race.car().status, race.car().tyre, marker(race.state, 0)[0]) == ("pit", "rain", "0")
    assert race.car().damage[TOKENS.index("gear")] == 1
    assert (race.where(), hazard_limit(race.state, 0)) == ("1:B1", 2)
    other = Race(STRAIGHT, at("1:A1", 2), at("1:B1", 0, status="pit"))
    assert other.allows("c>1:B1")


@rule("GT-PIT-4")
def test_the_repair_lane() -> None:
    race = pitted("repair", damage={"gear": 2, "green_flag": 1})
    assert (sum(race.car().damage), len(race.state.bag), race.car().tyre) == (0, 42, "asphalt")
    assert marker(race.state, 0)[0] == "00"


@rule("GT-PIT-5")
def test_the_repair_and_tyres_lane() -> None:
    race = pitted("repair_and_tyres", damage={"brake": 2})
    assert (sum(race.car().damage), race.car().tyre, marker(race.state, 0)[0]) == (0, "rain", "00")


@rule("GT-PIT-6", "GT-PIT-D5")
def test_after_marker_0_the_car_drives_in_the_next_turn() -> None:
    race = pitted("tyres")
    drive_on(race, "0:B1")
    drive_on(race, "0:C1")
    assert (race.state.seat, race.state.phase, race.state.round) == (0, "plan", 2)
    assert (race.car().status, race.car().gear, race.car().backwards) == ("track", 0, False)
    assert race.allows("1>2:A1")


@rule("GT-PIT-7")
def test_after_marker_00_the_next_turn_only_brings_it_back() -> None:
    race = pitted("repair")
    drive_on(race, "0:B1")
    drive_on(race, "0:C1")
    assert (race.state.seat, race.state.round) == (1, 3)
    assert (race.car().status, race.car().gear) == ("track", 0)


@rule("GT-PIT-8")
def test_a_taken_return_cell_costs_the_turn() -> None:
    race = Race(STRAIGHT, at("1:A1", 3), at("1:B1", 0, status="pit"))
    drive_on(race, "1:B1")
    assert (race.car(1).status, race.state.seat, race.state.round) == ("pit", 0, 2)
    drive_on(race, "2:A1")
    assert (race.car(1).status, race.state.seat) == ("track", 1)


@rule("GT-PIT-D1")
def test_a_blocked_car_in_gear_1_may_pit() -> None:
    race = Race(NARROW, at("1:B1", 1), at("2:A1", 1), at("2:A2", 1))
    race.do(a.Pass())
    assert race.state.phase == "pit"
    race.do(a.Pit("tyres"))
    assert race.car().status == "pit"


@rule("GT-PIT-D2")
def test_a_line_crossed_does_not_matter_for_pitting() -> None:
    race = Race("102a 103a 115a 103a", at("2:B2", 1), at("0:A1", 3))
    drive_on(race, "2:D3")
    assert race.state.phase == "pit"


@rule("GT-PIT-D3")
def test_any_number_of_cars_may_be_in_a_lane() -> None:
    race = Race(STRAIGHT, at("1:A1", 1), at("0:A3", 1))
    drive_on(race, "1:B1")
    race.do(a.Pit("repair"))
    drive_on(race, "0:B3")
    race.do(a.Pit("repair"))
    assert race.found(a.WentToPits)[1].lane == "repair"
    assert [car.status for car in race.state.cars] == ["track", "track"]
