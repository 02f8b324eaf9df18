"""GT-END, GT-ADV: the finish and the advanced rules."""

from __future__ import annotations

import pytest

from paddock.core.errors import BadInput, IllegalAction
from paddock.games.rallyman.dice import lays
from paddock.games.rallyman.gt import RALLYMAN_GT, plans
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.drive import drive_of
from paddock.games.rallyman.gt.relays import Relays
from paddock.games.rallyman.gt.state import GtOptions, hand_of
from paddock.games.rallyman.questions import NextSteps, Outlook, WaysTo
from paddock.testing import rule
from paddock.testing.gt import Race, at, tokens_everywhere
from paddock.testing.sure import some

RING = "102a 103a 103a"
STRAIGHT = "102a 103a 103a 103a 103a"


@rule("GT-END-1")
def test_a_race_has_as_many_laps_as_one_likes() -> None:
    assert [RALLYMAN_GT.options({"laps": laps}).laps for laps in (1, 24, 99)] == [1, 24, 99]
    with pytest.raises(BadInput, match="laps"):
        RALLYMAN_GT.options({"laps": 0})


@rule("GT-END-1", "GT-END-2")
def test_laps_are_counted_at_the_line() -> None:
    race = Race(RING, at("0:C1", 0), at("0:A1", 0), laps=2)
    race.plan("1>0:D1")
    race.roll("-")
    race.do(a.DriveOn())
    assert (race.car().laps, race.found(a.LapDone)) == (0, [])
    second = Race(RING, at("0:C1", 3, lap=1), at("0:A1", 0), laps=2)
    second.plan("c>0:D1 c>1:A1")
    second.roll("-", "-")
    assert (second.car().laps, second.car().status, second.where()) == (1, "track", "1:A1")
    last = Race(RING, at("0:C1", 3, lap=2, laps=1), at("0:A1", 0), laps=2)
    last.plan("c>0:D1")
    last.roll("-")
    assert (last.car().laps, last.car().status) == (2, "finished")


@rule("GT-END-3", "GT-END-D5")
def test_the_first_to_complete_the_last_lap_wins_at_once() -> None:
    race = Race(RING, at("0:C1", 3, lap=1), at("0:C3", 3, lap=1))
    race.plan("c>0:D1")
    race.roll("-")
    assert RALLYMAN_GT.pending(race.state).over
    result = RALLYMAN_GT.result(race.state)
    assert result is not None
    assert result.places == (1, 2)
    assert not GtOptions().play_on


@rule("GT-END-4", "GT-END-D4", "GT-END-D6")
def test_option_to_go_on_for_further_places() -> None:
    race = Race(RING, at("0:C1", 3, lap=1), at("0:C3", 3, lap=1), at("0:A1", 2, lap=1), play_on=True)
    race.plan("c>0:D1")
    race.roll("-")
    assert (RALLYMAN_GT.pending(race.state).seats, race.car().status) == ((1,), "finished")
    assert race.allows("c>0:D2")
    race.plan("c>0:D3")
    race.roll("-")
    assert RALLYMAN_GT.result(race.state) is None
    race.do(a.Retire())
    result = RALLYMAN_GT.result(race.state)
    assert result is not None
    assert result.places == (1, 2, 3)


@rule("GT-END-4")
def test_a_race_is_over_when_all_have_finished() -> None:
    race = Race(RING, at("0:C1", 3, lap=1), at("0:C3", 3, lap=1), play_on=True)
    race.plan("c>0:D1")
    race.roll("-")
    race.plan("c>0:D3")
    race.roll("-")
    result = RALLYMAN_GT.result(race.state)
    assert result is not None
    assert (RALLYMAN_GT.pending(race.state).over, result.places) == (True, (1, 2))


@rule("GT-END-D8")
def test_cars_that_come_back_to_one_cell_rank_by_who_left_first() -> None:
    race = Race(
        RING,
        at("0:C1", 3, lap=1),
        at("2:A1", -1, status="off", left=2),
        at("2:A1", -1, status="pit", left=1),
        at("1:A1", 0, status="pit"),
        at("1:A1", 0),
    )
    race.plan("c>0:D1")
    race.roll("-")
    result = RALLYMAN_GT.result(race.state)
    assert result is not None
    assert result.places == (1, 3, 2, 5, 4)


@rule("GT-END-D1", "GT-END-D7")
def test_a_plan_is_cut_at_the_line() -> None:
    race = Race(RING, at("0:C1", 3, lap=1), at("0:A1", 0))
    race.plan("4>0:D1 5>1:A1 4>1:B1", "flat-out")
    assert len(race.state.plan) == 1
    race.roll("-")
    assert (race.car().focus, race.car().status) == (1, "finished")


@rule("GT-END-D7")
def test_the_planning_aids_take_the_plans_that_the_game_takes() -> None:
    race = Race(RING, at("0:C1", 3, lap=1, focus=2), at("0:A1", 0))
    whole, cut = race.steps("4>0:D1 5>1:A1 6>2:A1"), race.steps("4>0:D1")
    assert race.allows("4>0:D1 5>1:A1 6>2:A1")
    plans.laid(drive_of(race.state, 0), whole)
    assert plans.extend(drive_of(race.state, 0), whole) == []
    for ask in (NextSteps, Outlook):
        assert RALLYMAN_GT.explore(race.state, 0, ask(whole)) == RALLYMAN_GT.explore(race.state, 0, ask(cut))
    flat = RALLYMAN_GT.explore(race.state, 0, Outlook(whole, "flat-out"))
    assert {end.focus for end in flat.ends} == {3}
    assert RALLYMAN_GT.explore(race.state, 0, WaysTo(race.road.cell("1:A1"), whole)).plans == ()
    with pytest.raises(IllegalAction):
        plans.laid(drive_of(race.state, 0), race.steps("5>0:D1 5>1:A1"))


@rule("GT-END-D2")
def test_a_loss_on_the_crossing_step_does_not_matter() -> None:
    race = Race(RING, at("0:C1", 6, lap=1), at("0:A1", 0), weather="wet")
    race.plan("c>0:D1")
    race.state.hazards = 1
    race.roll("!")
    assert (race.state.places, race.found(a.ControlLost)) == ((0,), [])
    assert tokens_everywhere(race.state) == 42


@rule("GT-END-D3")
def test_a_new_layout_must_lose_before_or_on_the_line() -> None:
    race = Race(RING, at("0:B1", 3, lap=1), at("0:A3", 0), weather="wet")
    race.flat_out("4>0:C1 3>0:D1", "!", "!")
    assert race.state.phase == "relay"
    for relay in Relays(race.state):
        assert len(relay) == 2
        assert race.road.name(relay[-1].cell).startswith("0:D")
    race.do(a.Relay(race.laid("4>0:C1! 3>0:D1!")))
    assert race.state.places == (0,)


@rule("GT-END-D3")
def test_a_shorter_way_does_not_lead_the_loss_behind_the_line() -> None:
    """By the long inner cell of 106a one die would be left behind the line."""
    race = Race("102a 106a", at("1:A2", 3), at("0:A1", 0), weather="wet")
    race.flat_out("4>1:B2 3>1:C2 c>0:A2 c>0:B2 2>0:C2 1>0:D2", "-", "-", "-", "-", "!", "!")
    assert race.state.phase == "relay"
    short = race.laid("4>1:B3- 3>0:A3- c>0:B3- c>0:C3- 2>0:D3! 1>1:A3!")
    assert race.refused(a.Relay(short)) == "GT-FLAT-5"
    lasts = {race.road.name(relay[-1].cell) for relay in Relays(race.state)}
    assert not any(name.startswith("1:A") for name in lasts)
    assert any(name.startswith("0:D") for name in lasts)


@rule("GT-END-D4")
def test_the_others_rank_by_distance_gear_and_inside() -> None:
    race = Race(
        "102a 103a 115a",
        at("0:C1", 3, lap=1),
        at("0:B1", 2, lap=1),
        at("0:B2", 4, lap=1),
        at("0:B3", 2, lap=1),
        at("2:D1", 6),
    )
    race.plan("c>0:D1")
    race.roll("-")
    result = RALLYMAN_GT.result(race.state)
    assert result is not None
    assert result.places == (1, 4, 2, 3, 5)
    assert RALLYMAN_GT.view(race.state, None).cars[0].status == "finished"


@rule("GT-ADV-1", "GT-ADV-D7")
def test_weather_and_tyres_may_be_chosen() -> None:
    state = RALLYMAN_GT.start(GtOptions(weather="wet", choose_tyres=True), 2)
    RALLYMAN_GT.resolve(state, 1)
    RALLYMAN_GT.resolve(state, 0)
    assert (state.weather, RALLYMAN_GT.pending(state).seats) == ("wet", (1,))
    assert set(RALLYMAN_GT.actions(state, 1)) == {a.ChooseTyre("asphalt"), a.ChooseTyre("rain")}
    RALLYMAN_GT.act(state, 1, a.ChooseTyre("rain"))
    assert (RALLYMAN_GT.pending(state).seats, RALLYMAN_GT.view(state, 0).cars[1].tyre) == ((0,), "rain")
    RALLYMAN_GT.act(state, 0, a.ChooseTyre("asphalt"))
    assert [car.tyre for car in state.cars] == ["asphalt", "rain"]
    assert (state.phase, state.round) == ("plan", 1)


@rule("GT-ADV-2", "GT-ADV-D6")
def test_no_weather_sets_weather_tokens_aside() -> None:
    race = Race(STRAIGHT, at("1:A1", 5), at("0:A1", 3), weather="wet", no_weather=True)
    race.plan("c>1:B1 c>2:A1")
    race.roll("!", "!")
    assert race.state.to_draw == 1
    race.draw("weather")
    assert (race.state.to_draw, race.state.aside, race.state.phase) == (1, 1, "damage")
    race.draw("green_flag")
    assert (race.state.weather, race.state.bag.count("weather"), race.state.seat) == ("wet", 5, 1)
    assert tokens_everywhere(race.state) == 42


def flying(gear: int = 0, faces: str = STRAIGHT, cell: str = "1:A1", **options: object) -> Race:
    return Race(faces, at(cell, gear, focus=3), at("0:A1", 3), flying_start=True, **options)  # type: ignore[arg-type]


@rule("GT-ADV-3")
def test_a_flying_start_lays_die_2_first() -> None:
    assert flying().allows("2>1:B1 3>2:A1")
    assert flying().allows("1>1:B1 2>2:A1")
    assert flying().refuses("3>1:B1") == "GT-ADV-3"
    assert Race(STRAIGHT, at("1:A1", 0)).refuses("2>1:B1") == "GT-DICE-5"


@rule("GT-ADV-4")
def test_a_hazard_on_die_2_ends_the_turn_without_a_loss() -> None:
    race = flying(weather="wet")
    race.state.hazards = 0
    race.plan("2>1:B1 3>2:A1")
    race.roll("!")
    assert (race.where(), race.car().gear, race.state.seat) == ("1:B1", 2, 1)
    assert race.found(a.ControlLost) == []
    assert len(race.found(a.FlyingStartFailed)) == 1


@rule("GT-ADV-4")
def test_a_failed_flying_start_forgives_track_hazards_too() -> None:
    race = flying(faces="102b 103b 113b 103b", cell="2:A2", weather="wet")
    race.plan("2>2:B2 3>2:D1")
    race.do(a.Roll())
    race.roll("!")
    assert race.found(a.Moved)[0].hazards == 1
    assert (race.where(), race.car().gear, race.found(a.ControlLost)) == ("2:B2", 2, [])


@rule("GT-ADV-5", "GT-ADV-D2")
def test_flat_out_a_hazard_on_die_2_moves_one_cell_and_keeps_the_tokens() -> None:
    race = flying()
    race.flat_out("2>1:B1 3>2:A1 4>2:B1 c>3:A1", "!", "!", "!", "-")
    assert (race.where(), race.car().gear, race.car().focus) == ("1:B1", 2, 7)
    assert (race.state.seat, race.found(a.ControlLost)) == (1, [])
    assert len(race.found(a.FlyingStartFailed)) == 1
    held = flying()
    held.flat_out("2>1:B1 3>2:A1", "-", "-")
    assert (held.found(a.FlyingStartFailed), held.where()) == ([], "2:A1")


@rule("GT-ADV-D3")
def test_a_failed_flying_start_at_the_limit_is_no_loss() -> None:
    for way in ("one-by-one", "flat-out"):
        race = flying(faces="102b 103b 114b 103b", cell="2:B1")
        race.plan("2>2:C2", way)
        race.roll("!")
        assert (race.found(a.ControlLost), race.car().gear, race.where()) == ([], 2, "2:C2")


@rule("GT-ADV-6")
def test_without_a_hazard_on_die_2_the_turn_goes_on_as_usual() -> None:
    race = flying(weather="wet")
    race.plan("2>1:B1 3>2:A1 c>2:B1")
    race.roll("-", "!", "!")
    assert len(race.found(a.ControlLost)) == 1
    later = flying(gear=1)
    later.plan("2>1:B1 3>2:A1")
    later.roll("!")
    assert later.state.phase == "step"


@rule("GT-ADV-7")
def test_die_2_may_be_secured() -> None:
    race = flying()
    race.plan("2>1:B1 3>2:A1")
    race.do(a.Secure())
    assert (race.where(), race.state.phase, race.car().focus) == ("1:B1", "step", 2)


@rule("GT-ADV-8", "GT-ADV-D1")
def test_a_flying_start_is_possible_whenever_a_turn_begins_in_gear_0() -> None:
    grid = RALLYMAN_GT.start(GtOptions(flying_start=True), 1)
    RALLYMAN_GT.resolve(grid, 0)
    assert "2" in {lay.die for lay in lays(hand_of(grid, 0), 0)}
    crashed = Race(STRAIGHT, at("0:A1", 3), at("1:B1", -1, status="off"), flying_start=True)
    crashed.plan("c>0:B1")
    crashed.roll("-")
    crashed.plan("c>0:C1")
    crashed.roll("-")
    assert crashed.state.seat == 1
    assert crashed.allows("2>2:A1")
    pits = Race(STRAIGHT, at("0:A1", 3), at("1:B1", 0, status="pit"), flying_start=True)
    pits.plan("c>0:B1")
    pits.roll("-")
    assert pits.state.seat == 1
    assert pits.allows("2>2:A1")


@rule("GT-ADV-D3")
def test_overspeed_in_the_first_cell_is_a_loss_as_usual() -> None:
    for way in ("one-by-one", "flat-out"):
        race = flying(faces="102b 103b 110b 103b", cell="2:A1")
        race.plan("2>2:C1", way)
        race.roll("!")
        assert [lost.cause for lost in race.found(a.ControlLost)] == ["overspeed"]
        assert race.car().gear == 0


@rule("GT-ADV-D8")
def test_a_new_layout_may_start_with_die_1_or_2() -> None:
    race = flying(weather="wet")
    race.flat_out("1>1:B1 2>2:A1 3>2:B1", "-", "!", "!")
    firsts = {relay[0].die for relay in Relays(race.state)}
    assert firsts == {"1", "2"}


def red(gear: int = 6, **fields: object) -> Race:
    return Race(STRAIGHT, at("1:A1", gear, **fields), at("0:A1", 3), red_zone=True)  # type: ignore[arg-type]


@rule("GT-ADV-9", "GT-ADV-D5")
def test_in_top_gear_brake_dice_may_coast() -> None:
    race = red()
    race.plan("r>1:B1 r>2:A1")
    chance = RALLYMAN_GT.pending(race.state).chance
    assert chance is not None
    assert (chance.label, chance.weights) == ("r", (4, 2))
    race.roll("-", "!")
    assert (race.where(), race.car().gear) == ("2:A1", 6)
    assert red(5).refuses("r>1:B1") == "GT-ADV-9"
    assert Race(STRAIGHT, at("1:A1", 6)).refuses("r>1:B1") == "GT-ADV-9"
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
    planned = red()
    planned.plan("r>1:B1 r>2:A1")
    turn = some(RALLYMAN_GT.view(planned.state, 0).turn)
    assert (turn.left.gear, turn.left.brake, turn.left.dice["r"]) == (4, 1, 1)


@rule("GT-ADV-11")
def test_each_brake_die_serves_one_use() -> None:
    assert red().allows("r>1:B1 3bb>2:A1")
    assert red().refuses("r>1:B1 2bbb>2:A1") == "GT-DICE-1"
    assert red().refuses("r>1:B1 r>2:A1 r>2:B1 4b>3:A1") == "GT-DICE-1"
    assert red().allows("r>1:B1 r>2:A1 r>2:B1")
    assert red().refuses("r>1:B1 r>2:A1 r>2:B1 r>3:A1") == "GT-DICE-1"


@rule("GT-ADV-11", "GT-FLAT-5")
def test_a_brake_die_may_change_its_use_when_laid_again() -> None:
    race = red()
    race.flat_out("r>1:B1 c>2:A1 4b>2:B1", "!", "!", "-!")
    dice = {tuple((laid.die, laid.faces) for laid in relay) for relay in Relays(race.state)}
    assert (("r", "!"), ("c", "!"), ("r", "!")) in dice
    assert (("c", "!"), ("r", "!"), ("4", "-!")) in dice


@rule("GT-ADV-12")
def test_red_zone_dice_bring_no_focus() -> None:
    race = red()
    race.flat_out("r>1:B1 c>2:A1", "-", "-")
    assert race.car().focus == 1


@rule("GT-ADV-D4")
@pytest.mark.parametrize(("car_class", "top"), [("GT6", 6), ("GT5", 5), ("GT4", 4)])
def test_top_gear_is_that_of_the_class_whatever_the_damage(car_class: str, top: int) -> None:
    race = Race(
        STRAIGHT, at("1:A1", top, damage={"gear": 2}), at("0:A1", 3), red_zone=True, car_class=car_class
    )
    assert race.allows("r>1:B1")
