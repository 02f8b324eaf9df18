"""GT-END, GT-ADV: the finish and the advanced rules."""

from __future__ import annotations

import pytest

from paddock.core.errors import BadInput
from paddock.games.rallyman.dice import lays
from paddock.games.rallyman.gt import GAME
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.relays import Layouts
from paddock.games.rallyman.gt.state import GtOptions, hand_of
from paddock.testing import rule
from paddock.testing.gt import Scene, at, tokens_everywhere

RING = "102a 103a 103a"
STRAIGHT = "102a 103a 103a 103a 103a"


@rule("GT-END-1")
def test_a_race_has_as_many_laps_as_one_likes() -> None:
    assert [GAME.options({"laps": laps}).laps for laps in (1, 24, 99)] == [1, 24, 99]
    with pytest.raises(BadInput, match="laps"):
        GAME.options({"laps": 0})


@rule("GT-END-1", "GT-END-2")
def test_laps_are_counted_at_the_line() -> None:
    scene = Scene(RING, at("0:C1", 0), at("0:A1", 0), laps=2)
    scene.plan("1>0:D1")
    scene.roll("-")
    scene.do(a.DriveOn())
    assert (scene.car().laps, scene.found(a.LapDone)) == (0, [])
    second = Scene(RING, at("0:C1", 3, lap=1), at("0:A1", 0), laps=2)
    second.plan("c>0:D1 c>1:A1")
    second.roll("-", "-")
    assert (second.car().laps, second.car().status, second.where()) == (1, "track", "1:A1")
    last = Scene(RING, at("0:C1", 3, lap=2, laps=1), at("0:A1", 0), laps=2)
    last.plan("c>0:D1")
    last.roll("-")
    assert (last.car().laps, last.car().status) == (2, "finished")


@rule("GT-END-3", "GT-END-D5")
def test_the_first_to_complete_the_last_lap_wins_at_once() -> None:
    scene = Scene(RING, at("0:C1", 3, lap=1), at("0:C3", 3, lap=1))
    scene.plan("c>0:D1")
    scene.roll("-")
    assert GAME.pending(scene.state).over
    result = GAME.result(scene.state)
    assert result is not None
    assert result.places == (1, 2)
    assert not GtOptions().play_on


@rule("GT-END-4", "GT-END-D4", "GT-END-D6")
def test_option_to_go_on_for_further_places() -> None:
    scene = Scene(RING, at("0:C1", 3, lap=1), at("0:C3", 3, lap=1), at("0:A1", 2, lap=1), play_on=True)
    scene.plan("c>0:D1")
    scene.roll("-")
    assert (GAME.pending(scene.state).seats, scene.car().status) == ((1,), "finished")
    assert scene.allows("c>0:D2")
    scene.plan("c>0:D3")
    scene.roll("-")
    assert GAME.result(scene.state) is None
    scene.do(a.Retire())
    result = GAME.result(scene.state)
    assert result is not None
    assert result.places == (1, 2, 3)


@rule("GT-END-4")
def test_a_race_is_over_when_all_have_finished() -> None:
    scene = Scene(RING, at("0:C1", 3, lap=1), at("0:C3", 3, lap=1), play_on=True)
    scene.plan("c>0:D1")
    scene.roll("-")
    scene.plan("c>0:D3")
    scene.roll("-")
    result = GAME.result(scene.state)
    assert result is not None
    assert (GAME.pending(scene.state).over, result.places) == (True, (1, 2))


@rule("GT-END-D8")
def test_cars_that_come_back_to_one_cell_rank_by_who_left_first() -> None:
    scene = Scene(
        RING,
        at("0:C1", 3, lap=1),
        at("2:A1", -1, status="off", left=2),
        at("2:A1", -1, status="pit", left=1),
        at("1:A1", 0, status="pit"),
        at("1:A1", 0),
    )
    scene.plan("c>0:D1")
    scene.roll("-")
    result = GAME.result(scene.state)
    assert result is not None
    assert result.places == (1, 3, 2, 5, 4)


@rule("GT-END-D1", "GT-END-D7")
def test_a_plan_is_cut_at_the_line() -> None:
    scene = Scene(RING, at("0:C1", 3, lap=1), at("0:A1", 0))
    scene.plan("4>0:D1 5>1:A1 4>1:B1", "flat-out")
    assert len(scene.state.plan) == 1
    scene.roll("-")
    assert (scene.car().focus, scene.car().status) == (1, "finished")


@rule("GT-END-D2")
def test_a_loss_on_the_crossing_step_does_not_matter() -> None:
    scene = Scene(RING, at("0:C1", 6, lap=1), at("0:A1", 0), weather="wet")
    scene.plan("c>0:D1")
    scene.state.hazards = 1
    scene.roll("!")
    assert (scene.state.places, scene.found(a.ControlLost)) == ((0,), [])
    assert tokens_everywhere(scene.state) == 42


@rule("GT-END-D3")
def test_a_new_layout_must_lose_before_or_on_the_line() -> None:
    scene = Scene(RING, at("0:B1", 3, lap=1), at("0:A3", 0), weather="wet")
    scene.flat_out("4>0:C1 3>0:D1", "!", "!")
    assert scene.state.phase == "relay"
    for layout in Layouts(scene.state):
        assert len(layout) == 2
        assert scene.road.name(layout[-1].cell).startswith("0:D")
    scene.do(a.Relay(scene.laid("4>0:C1! 3>0:D1!")))
    assert scene.state.places == (0,)


@rule("GT-END-D3")
def test_a_shorter_way_does_not_lead_the_loss_behind_the_line() -> None:
    """By the long inner cell of 106a one die would be left behind the line."""
    scene = Scene("102a 106a", at("1:A2", 3), at("0:A1", 0), weather="wet")
    scene.flat_out("4>1:B2 3>1:C2 c>0:A2 c>0:B2 2>0:C2 1>0:D2", "-", "-", "-", "-", "!", "!")
    assert scene.state.phase == "relay"
    short = scene.laid("4>1:B3- 3>0:A3- c>0:B3- c>0:C3- 2>0:D3! 1>1:A3!")
    assert scene.refused(a.Relay(short)) == "GT-FLAT-5"
    lasts = {scene.road.name(layout[-1].cell) for layout in Layouts(scene.state)}
    assert not any(name.startswith("1:A") for name in lasts)
    assert any(name.startswith("0:D") for name in lasts)


@rule("GT-END-D4")
def test_the_others_rank_by_distance_gear_and_inside() -> None:
    scene = Scene(
        "102a 103a 115a",
        at("0:C1", 3, lap=1),
        at("0:B1", 2, lap=1),
        at("0:B2", 4, lap=1),
        at("0:B3", 2, lap=1),
        at("2:D1", 6),
    )
    scene.plan("c>0:D1")
    scene.roll("-")
    result = GAME.result(scene.state)
    assert result is not None
    assert result.places == (1, 4, 2, 3, 5)
    assert GAME.view(scene.state, None).cars[0].status == "finished"


@rule("GT-ADV-1", "GT-ADV-D7")
def test_weather_and_tyres_may_be_chosen() -> None:
    state = GAME.start(GtOptions(weather="wet", choose_tyres=True), 2)
    GAME.resolve(state, 1)
    GAME.resolve(state, 0)
    assert (state.weather, GAME.pending(state).seats) == ("wet", (1,))
    assert set(GAME.actions(state, 1)) == {a.ChooseTyre("asphalt"), a.ChooseTyre("rain")}
    GAME.act(state, 1, a.ChooseTyre("rain"))
    assert (GAME.pending(state).seats, GAME.view(state, 0).cars[1].tyre) == ((0,), "rain")
    GAME.act(state, 0, a.ChooseTyre("asphalt"))
    assert [car.first_tyre for car in state.cars] == ["asphalt", "rain"]
    assert (state.phase, state.round) == ("plan", 1)


@rule("GT-ADV-2", "GT-ADV-D6")
def test_no_weather_sets_weather_tokens_aside() -> None:
    scene = Scene(STRAIGHT, at("1:A1", 5), at("0:A1", 3), weather="wet", no_weather=True)
    scene.plan("c>1:B1 c>2:A1")
    scene.roll("!", "!")
    assert scene.state.to_draw == 1
    scene.draw("weather")
    assert (scene.state.to_draw, scene.state.aside, scene.state.phase) == (1, 1, "damage")
    scene.draw("green_flag")
    assert (scene.state.weather, scene.state.bag.count("weather"), scene.state.seat) == ("wet", 5, 1)
    assert tokens_everywhere(scene.state) == 42


def flying(gear: int = 0, faces: str = STRAIGHT, cell: str = "1:A1", **options: object) -> Scene:
    return Scene(faces, at(cell, gear, focus=3), at("0:A1", 3), flying_start=True, **options)  # type: ignore[arg-type]


@rule("GT-ADV-3")
def test_a_flying_start_lays_die_2_first() -> None:
    assert flying().allows("2>1:B1 3>2:A1")
    assert flying().allows("1>1:B1 2>2:A1")
    assert flying().refuses("3>1:B1") == "GT-DICE-5"
    assert Scene(STRAIGHT, at("1:A1", 0)).refuses("2>1:B1") == "GT-DICE-5"


@rule("GT-ADV-4")
def test_a_hazard_on_die_2_ends_the_turn_without_a_loss() -> None:
    scene = flying(weather="wet")
    scene.state.hazards = 0
    scene.plan("2>1:B1 3>2:A1")
    scene.roll("!")
    assert (scene.where(), scene.car().gear, scene.state.seat) == ("1:B1", 2, 1)
    assert scene.found(a.ControlLost) == []
    assert len(scene.found(a.FlyingStartFailed)) == 1


@rule("GT-ADV-4")
def test_a_failed_flying_start_forgives_track_hazards_too() -> None:
    scene = flying(faces="102b 103b 113b 103b", cell="2:A2", weather="wet")
    scene.plan("2>2:B2 3>2:D1")
    scene.do(a.Roll())
    scene.roll("!")
    assert scene.found(a.Moved)[0].hazards == 1
    assert (scene.where(), scene.car().gear, scene.found(a.ControlLost)) == ("2:B2", 2, [])


@rule("GT-ADV-5", "GT-ADV-D2")
def test_flat_out_a_hazard_on_die_2_moves_one_cell_and_keeps_the_tokens() -> None:
    scene = flying()
    scene.flat_out("2>1:B1 3>2:A1 4>2:B1 c>3:A1", "!", "!", "!", "-")
    assert (scene.where(), scene.car().gear, scene.car().focus) == ("1:B1", 2, 7)
    assert (scene.state.seat, scene.found(a.ControlLost)) == (1, [])
    assert len(scene.found(a.FlyingStartFailed)) == 1
    held = flying()
    held.flat_out("2>1:B1 3>2:A1", "-", "-")
    assert (held.found(a.FlyingStartFailed), held.where()) == ([], "2:A1")


@rule("GT-ADV-D3")
def test_a_failed_flying_start_at_the_limit_is_no_loss() -> None:
    for way in ("one-by-one", "flat-out"):
        scene = flying(faces="102b 103b 114b 103b", cell="2:B1")
        scene.plan("2>2:C2", way)  # type: ignore[arg-type]
        scene.roll("!")
        assert (scene.found(a.ControlLost), scene.car().gear, scene.where()) == ([], 2, "2:C2")


@rule("GT-ADV-6")
def test_without_a_hazard_on_die_2_the_turn_goes_on_as_usual() -> None:
    scene = flying(weather="wet")
    scene.plan("2>1:B1 3>2:A1 c>2:B1")
    scene.roll("-", "!", "!")
    assert len(scene.found(a.ControlLost)) == 1
    later = flying(gear=1)
    later.plan("2>1:B1 3>2:A1")
    later.roll("!")
    assert later.state.phase == "step"


@rule("GT-ADV-7")
def test_die_2_may_be_secured() -> None:
    scene = flying()
    scene.plan("2>1:B1 3>2:A1")
    scene.do(a.Secure())
    assert (scene.where(), scene.state.phase, scene.car().focus) == ("1:B1", "step", 2)


@rule("GT-ADV-8", "GT-ADV-D1")
def test_a_flying_start_is_possible_whenever_a_turn_begins_in_gear_0() -> None:
    grid = GAME.start(GtOptions(flying_start=True), 1)
    GAME.resolve(grid, 0)
    assert "2" in {lay.die for lay in lays(hand_of(grid, 0), 0)}
    crashed = Scene(STRAIGHT, at("0:A1", 3), at("1:B1", -1, status="off"), flying_start=True)
    crashed.plan("c>0:B1")
    crashed.roll("-")
    crashed.plan("c>0:C1")
    crashed.roll("-")
    assert crashed.state.seat == 1
    assert crashed.allows("2>2:A1")
    pits = Scene(STRAIGHT, at("0:A1", 3), at("1:B1", 0, status="pit"), flying_start=True)
    pits.plan("c>0:B1")
    pits.roll("-")
    assert pits.state.seat == 1
    assert pits.allows("2>2:A1")


@rule("GT-ADV-D3")
def test_overspeed_in_the_first_cell_is_a_loss_as_usual() -> None:
    for way in ("one-by-one", "flat-out"):
        scene = flying(faces="102b 103b 110b 103b", cell="2:A1")
        scene.plan("2>2:C1", way)  # type: ignore[arg-type]
        scene.roll("!")
        assert [lost.cause for lost in scene.found(a.ControlLost)] == ["overspeed"]
        assert scene.car().gear == 0


@rule("GT-ADV-D8")
def test_a_new_layout_may_start_with_die_1_or_2() -> None:
    scene = flying(weather="wet")
    scene.flat_out("1>1:B1 2>2:A1 3>2:B1", "-", "!", "!")
    firsts = {layout[0].die for layout in Layouts(scene.state)}
    assert firsts == {"1", "2"}


def red(gear: int = 6, **fields: object) -> Scene:
    return Scene(STRAIGHT, at("1:A1", gear, **fields), at("0:A1", 3), red_zone=True)  # type: ignore[arg-type]


@rule("GT-ADV-9", "GT-ADV-D5")
def test_in_top_gear_brake_dice_may_coast() -> None:
    scene = red()
    scene.plan("r>1:B1 r>2:A1")
    chance = GAME.pending(scene.state).chance
    assert chance is not None
    assert (chance.label, chance.weights) == ("r", (4, 2))
    scene.roll("-", "!")
    assert (scene.where(), scene.car().gear) == ("2:A1", 6)
    assert red(5).refuses("r>1:B1") == "GT-ADV-9"
    assert Scene(STRAIGHT, at("1:A1", 6)).refuses("r>1:B1") == "GT-ADV-9"
    secured = red(focus=1)
    secured.plan("r>1:B1")
    secured.do(a.Secure())
    assert (secured.car().focus, secured.where()) == (0, "1:B1")


@rule("GT-ADV-10")
def test_red_zone_dice_count_against_gear_and_brake_dice() -> None:
    few = red(damage={"gear": 4})
    assert few.allows("r>1:B1 r>2:A1")
    assert few.refuses("r>1:B1 r>2:A1 r>2:B1") == "GT-DICE-1"
    assert few.refuses("r>1:B1 r>2:A1 5>2:B1") == "GT-DICE-1"
    assert red().refuses("r>1:B1 r>2:A1 3bb>2:B1") == "GT-DICE-1"


@rule("GT-ADV-11")
def test_each_brake_die_serves_one_use() -> None:
    assert red().allows("r>1:B1 3bb>2:A1")
    assert red().refuses("r>1:B1 2bbb>2:A1") == "GT-DICE-1"
    assert red().refuses("r>1:B1 r>2:A1 r>2:B1 4b>3:A1") == "GT-DICE-1"
    assert red().allows("r>1:B1 r>2:A1 r>2:B1")
    assert red().refuses("r>1:B1 r>2:A1 r>2:B1 r>3:A1") == "GT-DICE-1"


@rule("GT-ADV-11", "GT-FLAT-5")
def test_a_brake_die_may_change_its_use_when_laid_again() -> None:
    scene = red()
    scene.flat_out("r>1:B1 c>2:A1 4b>2:B1", "!", "!", "-!")
    dice = {tuple((laid.die, laid.faces) for laid in layout) for layout in Layouts(scene.state)}
    assert (("r", "!"), ("c", "!"), ("r", "!")) in dice
    assert (("c", "!"), ("r", "!"), ("4", "-!")) in dice


@rule("GT-ADV-12")
def test_red_zone_dice_bring_no_focus() -> None:
    scene = red()
    scene.flat_out("r>1:B1 c>2:A1", "-", "-")
    assert scene.car().focus == 1


@rule("GT-ADV-D4")
@pytest.mark.parametrize(("car_class", "top"), [("GT6", 6), ("GT5", 5), ("GT4", 4)])
def test_top_gear_is_that_of_the_class_whatever_the_damage(car_class: str, top: int) -> None:
    scene = Scene(
        STRAIGHT, at("1:A1", top, damage={"gear": 2}), at("0:A1", 3), red_zone=True, car_class=car_class
    )
    assert scene.allows("r>1:B1")
