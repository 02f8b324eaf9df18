"""GT-LOSS, GT-OFF, GT-DMG, GT-WEATHER, GT-PIT: losing control, damage, weather and the pits."""

from __future__ import annotations

import pytest

from paddock.games.rallyman.gt import GAME
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import TOKENS, loss_of
from paddock.games.rallyman.gt.state import hand_of, hazard_limit, marker
from paddock.testing import rule
from paddock.testing.gt import Scene, at, tokens_everywhere

STRAIGHT = "102a 103a 103a 103a 103a"
NARROW = "102b 103b 103b 103b"


def lost(gear: int, lane: int = 1, faces: str = STRAIGHT, **options: object) -> Scene:
    """A car in a gear that has just lost control on 1:B<lane>, with another car far behind."""
    scene = Scene(faces, at(f"1:A{lane}", gear), at("0:A1", 3), weather="wet", **options)  # type: ignore[arg-type]
    scene.plan(f"c>1:B{lane} c>2:A{lane}")
    scene.state.hazards = 1
    scene.roll("!")
    return scene


def drive_on(scene: Scene, cell: str) -> None:
    """The car on turn coasts to a cell."""
    scene.plan(f"c>{cell}")
    scene.roll("-")


@rule("GT-LOSS-1", "GT-LOSS-2")
def test_hazards_or_overspeed_lose_control_on_the_cell_entered() -> None:
    [by_hazards] = lost(3).found(a.ControlLost)
    assert (by_hazards.cause, by_hazards.hazards) == ("hazards", 2)
    fast = Scene("102a 103a 115a 103a", at("2:A2", 4), at("0:A1", 3))
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
    scene = lost(gear)
    assert (scene.where(), scene.car().status, scene.car().gear, scene.car().backwards) == (
        "1:B1",
        "track",
        0,
        True,
    )
    drive_on(scene, "0:B1")
    drive_on(scene, "0:C1")
    assert scene.state.seat == 0
    assert scene.allows("1>2:A1")
    scene.plan("1>2:A1")
    scene.roll("-")
    assert not scene.car().backwards


@rule("GT-LOSS-6")
def test_a_crash_from_a_kerb_cell_goes_off_there_and_frees_the_cell() -> None:
    left, right = lost(4, lane=1), lost(4, lane=3)
    assert [scene.found(a.Crashed)[0].side for scene in (left, right)] == ["left", "right"]
    assert marker(left.state, 0)[0] == "00"
    follower = Scene(STRAIGHT, at("1:A1", 2), at("1:B1", -1, status="off"))
    assert follower.allows("c>1:B1")


@rule("GT-LOSS-6", "GT-LOSS-D2")
def test_the_player_chooses_the_side_from_a_central_cell() -> None:
    scene = lost(3, lane=2)
    assert scene.state.phase == "side"
    assert set(GAME.actions(scene.state, 0)) == {a.GoOff("left"), a.GoOff("right"), a.Retire()}
    scene.do(a.GoOff("right"))
    assert (scene.car().side, scene.where()) == ("right", "1:B3")
    assert (scene.state.phase, scene.state.seat) == ("plan", 1)


@rule("GT-FLAG-D6", "GT-ROUND-D1")
def test_a_driver_who_retires_in_a_crash_draws_nothing() -> None:
    scene = lost(6, lane=2)
    assert scene.state.to_draw == 2
    scene.do(a.Retire())
    view = GAME.view(scene.state, None)
    assert view.turn is not None
    assert (view.turn.seat, view.turn.to_draw, view.turn.lost_on) == (1, 0, None)
    assert len(scene.state.bag) == 42


@rule("GT-LOSS-7", "GT-DMG-1")
def test_tokens_are_drawn_without_putting_back() -> None:
    scene = lost(6, faces=NARROW)
    count = scene.found(a.ControlLost)[0].tokens
    assert count == loss_of(6, scene.road.danger[scene.road.cell("1:B1")])[1] > 1
    scene.draw(*(["gear"] * count))
    assert scene.state.bag.count("gear") == 6 - count
    assert scene.car().damage[TOKENS.index("gear")] == count
    assert scene.state.seat == 1
    assert tokens_everywhere(scene.state) == 42


@rule("GT-LOSS-8", "GT-PIT-9")
def test_the_turn_ends_after_a_loss_without_a_pit_stop() -> None:
    scene = lost(1)
    assert scene.state.phase == "plan"
    assert scene.state.seat == 1


@rule("GT-LOSS-D1")
def test_all_tokens_are_drawn_before_any_takes_effect() -> None:
    scene = lost(6, lane=2, faces="102a 103a 104a 103a")
    scene.do(a.GoOff("left"))
    count = scene.found(a.ControlLost)[0].tokens
    assert count >= 2
    scene.draw("weather")
    assert (scene.state.weather, scene.state.flags, sum(scene.car().damage)) == ("wet", (), 0)
    scene.draw("yellow_flag", *(["green_flag"] * (count - 2)))
    names = [type(event).__name__ for event in scene.events]
    assert names.index("FlagShown") < names.index("WeatherChanged") < len(names)
    assert names.index("Crashed") < names.index("DamageDrawn")
    assert scene.state.weather == "dry"


@rule("GT-LOSS-D3")
def test_a_loss_while_braking_counts_in_the_new_gear() -> None:
    scene = Scene(STRAIGHT, at("1:A1", 5), at("0:A1", 3))
    scene.plan("2bb>1:B1 c>2:A1")
    scene.roll("!!!")
    assert (scene.found(a.ControlLost)[0].gear, scene.car().status) == (2, "track")


@rule("GT-OFF-1", "GT-OFF-2", "GT-OFF-D2")
def test_the_next_turn_only_brings_the_car_back() -> None:
    scene = lost(3)
    drive_on(scene, "0:B1")
    drive_on(scene, "0:C1")
    assert (scene.car().status, scene.car().gear, scene.car().backwards) == ("track", 0, True)
    assert (scene.state.seat, scene.state.round) == (1, 3)
    drive_on(scene, "0:D1")
    assert scene.state.seat == 0
    assert scene.refuses("2>2:A1") == "GT-DICE-5"
    assert scene.allows("1>2:A1")


@rule("GT-OFF-D2", "GT-PIT-D5")
def test_returning_needs_no_overtaking() -> None:
    scene = Scene(STRAIGHT, at("0:A1", 3), at("1:B1", -1, status="off"), at("1:B3", 6))
    scene.state.order = (0, 2, 1)
    drive_on(scene, "0:B1")
    drive_on(scene, "2:A3")
    assert scene.car(1).status == "track"


@rule("GT-OFF-3")
def test_a_car_stays_off_while_its_cell_is_taken() -> None:
    scene = Scene(STRAIGHT, at("1:A1", 3), at("1:B1", -1, status="off"))
    drive_on(scene, "1:B1")
    assert scene.found(a.ReturnBlocked) != []
    assert (scene.car(1).status, marker(scene.state, 1)[0], scene.state.round) == ("off", "00", 2)
    drive_on(scene, "2:A1")
    assert scene.car(1).status == "track"


@rule("GT-OFF-4")
def test_the_car_that_left_first_returns_first() -> None:
    scene = Scene(
        STRAIGHT,
        at("0:A1", 3),
        at("1:B1", -1, status="off", left=1),
        at("1:B1", -1, status="off", left=0),
    )
    scene.state.order = (0, 2, 1)
    drive_on(scene, "0:B1")
    assert [scene.car(seat).status for seat in (1, 2)] == ["off", "track"]


@rule("GT-OFF-D1", "GT-OFF-D3")
def test_the_return_cell_is_fixed_at_the_crash_and_keeps_the_distance() -> None:
    scene = lost(3, lane=2)
    k = scene.car().k
    scene.do(a.GoOff("left"))
    assert scene.where() == "1:B1"
    assert scene.car().k == k == 1
    assert GAME.view(scene.state, None).cars[0].front == scene.road.place(scene.road.cell("1:B1"), 1)


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
        scene = Scene(STRAIGHT, at("1:A1", 3, damage={token: 1}))
        hand = hand_of(scene.state, 0)
        assert (hand.gear, hand.coast, hand.brake) == expected


@rule("GT-DMG-5")
def test_tokens_beyond_zero_count_again_when_the_figure_rises() -> None:
    scene = Scene(STRAIGHT, at("1:A1", 3, damage={"brake": 2}), weather="wet")
    assert hand_of(scene.state, 0).brake == 0
    scene.state.weather = "dry"
    assert hand_of(scene.state, 0).brake == 1


@rule("GT-DMG-D1")
def test_weather_and_green_tokens_stay_on_the_dashboard() -> None:
    scene = lost(6, lane=1, faces="102a 103a 104a 103a")
    count = scene.found(a.ControlLost)[0].tokens
    scene.draw("weather", *(["green_flag"] * (count - 1)))
    assert scene.car().damage[TOKENS.index("weather")] == 1
    assert scene.car().damage[TOKENS.index("green_flag")] == count - 1


@rule("GT-DMG-D2")
def test_an_empty_bag_gives_what_is_there() -> None:
    scene = Scene(STRAIGHT, at("1:A1", 6), at("0:A1", 3), weather="wet")
    scene.state.bag.pool = {**dict.fromkeys(scene.state.bag.pool, 0), "green_flag": 1}
    scene.plan("c>1:B1 c>2:A1")
    scene.roll("!", "!")
    assert scene.found(a.ControlLost)[0].tokens == 2
    scene.draw("green_flag")
    assert scene.state.seat == 1


@rule("GT-WEATHER-1", "GT-WEATHER-D1", "GT-WEATHER-D2")
def test_a_weather_change_turns_all_dashboards() -> None:
    scene = Scene(
        STRAIGHT,
        at("1:A1", 5),
        at("0:A1", 3),
        at("0:B1", -1, status="off"),
        at("0:C1", 0, status="pit", tyre="rain"),
    )
    assert [hazard_limit(scene.state, seat) for seat in range(4)] == [3, 3, 3, 2]
    scene.plan("c>1:B1 c>2:A1 5>2:B1")
    scene.roll("!", "!", "!")
    scene.draw("weather")
    assert scene.found(a.WeatherChanged)[0].weather == "wet"
    assert [hazard_limit(scene.state, seat) for seat in range(4)] == [2, 2, 2, 3]
    assert [hand_of(scene.state, seat).brake for seat in range(4)] == [1, 1, 1, 2]


@rule("GT-WEATHER-2")
@pytest.mark.parametrize(("drawn", "changes"), [(1, True), (2, False), (3, True), (4, False)])
def test_an_even_number_of_weather_tokens_cancels_out(drawn: int, changes: bool) -> None:
    scene = Scene("102b 103b 104b 103b", at("1:B1", 6), at("0:A1", 3), weather="wet")
    scene.plan("c>2:A1 c>2:B1")
    scene.roll("!", "!")
    assert scene.found(a.ControlLost)[0].tokens == 4
    scene.draw(*(["weather"] * drawn), *(["green_flag"] * (4 - drawn)))
    assert (scene.state.weather == "dry") is changes


@rule("GT-WEATHER-3")
def test_tyres_do_not_change_with_the_weather() -> None:
    scene = lost(5)
    scene.draw("weather")
    assert [car.tyre for car in scene.state.cars] == ["asphalt", "asphalt"]


def pitted(lane: str, **fields: object) -> Scene:
    """A car that has stopped in gear 1 on a kerb cell and gone to the pits, with another car behind."""
    scene = Scene(STRAIGHT, at("1:A1", 1, **fields), at("0:A1", 3))  # type: ignore[arg-type]
    drive_on(scene, "1:B1")
    scene.do(a.Pit(lane))  # type: ignore[arg-type]
    return scene


@rule("GT-PIT-1", "GT-PIT-D6")
def test_who_may_pit() -> None:
    asked = Scene(STRAIGHT, at("1:A1", 1), at("0:A1", 3))
    drive_on(asked, "1:B1")
    assert asked.state.phase == "pit"
    asked.do(a.DriveOn())
    assert (asked.car().status, asked.state.seat) == ("track", 1)
    middle = Scene(STRAIGHT, at("1:A1", 1), at("0:A1", 3))
    drive_on(middle, "1:B2")
    assert middle.state.seat == 1
    faster = Scene(STRAIGHT, at("1:A1", 2), at("0:A1", 3))
    drive_on(faster, "1:B1")
    assert faster.state.seat == 1
    limited = Scene("102a 103a 115a 103a", at("2:A1", 1), at("0:A1", 3))
    drive_on(limited, "2:B1")
    assert limited.state.seat == 1


@rule("GT-PIT-2", "GT-PIT-3", "GT-PIT-D4")
def test_the_tyres_lane() -> None:
    scene = pitted("tyres", damage={"gear": 1})
    assert (scene.car().status, scene.car().tyre, marker(scene.state, 0)[0]) == ("pit", "rain", "0")
    assert scene.car().damage[TOKENS.index("gear")] == 1
    assert (scene.where(), hazard_limit(scene.state, 0)) == ("1:B1", 2)
    other = Scene(STRAIGHT, at("1:A1", 2), at("1:B1", 0, status="pit"))
    assert other.allows("c>1:B1")


@rule("GT-PIT-4")
def test_the_repair_lane() -> None:
    scene = pitted("repair", damage={"gear": 2, "green_flag": 1})
    assert (sum(scene.car().damage), len(scene.state.bag), scene.car().tyre) == (0, 42, "asphalt")
    assert marker(scene.state, 0)[0] == "00"


@rule("GT-PIT-5")
def test_the_repair_and_tyres_lane() -> None:
    scene = pitted("repair_and_tyres", damage={"brake": 2})
    assert (sum(scene.car().damage), scene.car().tyre, marker(scene.state, 0)[0]) == (0, "rain", "00")


@rule("GT-PIT-6", "GT-PIT-D5")
def test_after_marker_0_the_car_drives_in_the_next_turn() -> None:
    scene = pitted("tyres")
    drive_on(scene, "0:B1")
    drive_on(scene, "0:C1")
    assert (scene.state.seat, scene.state.phase, scene.state.round) == (0, "plan", 2)
    assert (scene.car().status, scene.car().gear, scene.car().backwards) == ("track", 0, False)
    assert scene.allows("1>2:A1")


@rule("GT-PIT-7")
def test_after_marker_00_the_next_turn_only_brings_it_back() -> None:
    scene = pitted("repair")
    drive_on(scene, "0:B1")
    drive_on(scene, "0:C1")
    assert (scene.state.seat, scene.state.round) == (1, 3)
    assert (scene.car().status, scene.car().gear) == ("track", 0)


@rule("GT-PIT-8")
def test_a_taken_return_cell_costs_the_turn() -> None:
    scene = Scene(STRAIGHT, at("1:A1", 3), at("1:B1", 0, status="pit"))
    drive_on(scene, "1:B1")
    assert (scene.car(1).status, scene.state.seat, scene.state.round) == ("pit", 0, 2)
    drive_on(scene, "2:A1")
    assert (scene.car(1).status, scene.state.seat) == ("track", 1)


@rule("GT-PIT-D1")
def test_a_blocked_car_in_gear_1_may_pit() -> None:
    scene = Scene(NARROW, at("1:B1", 1), at("2:A1", 1), at("2:A2", 1))
    scene.do(a.Pass())
    assert scene.state.phase == "pit"
    scene.do(a.Pit("tyres"))
    assert scene.car().status == "pit"


@rule("GT-PIT-D2")
def test_a_line_crossed_does_not_matter_for_pitting() -> None:
    scene = Scene("102a 103a 115a 103a", at("2:B2", 1), at("0:A1", 3))
    drive_on(scene, "2:D3")
    assert scene.state.phase == "pit"


@rule("GT-PIT-D3")
def test_any_number_of_cars_may_be_in_a_lane() -> None:
    scene = Scene(STRAIGHT, at("1:A1", 1), at("0:A3", 1))
    drive_on(scene, "1:B1")
    scene.do(a.Pit("repair"))
    drive_on(scene, "0:B3")
    scene.do(a.Pit("repair"))
    assert scene.found(a.WentToPits)[1].lane == "repair"
    assert [car.status for car in scene.state.cars] == ["track", "track"]
