"""GT-COMP, GT-SETUP, GT-MODEL: what is in the box and how the table is laid."""

from __future__ import annotations

import msgspec
import pytest

from paddock.core.errors import BadInput
from paddock.core.game import encode_state
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import components, dice, side
from paddock.games.rallyman.gt.state import GtOptions, State, hand_of, hazard_limit, marker, road_of
from paddock.testing import rule
from paddock.testing.gt import Race, at, tokens_everywhere
from paddock.tracks.boxes import gt_faces
from paddock.tracks.layouts import circuits


@rule("GT-COMP-1")
def test_the_box() -> None:
    box = components().box
    copies = {face.number: face.copies for face in gt_faces().values()}
    assert box.track_tiles == sum(copies.values()) == 31
    assert (box.pit_tiles, box.cars, box.driver_cards, box.dashboard_cards) == (1, 6, 6, 12)
    assert (sum(box.dice.values()) - box.dice["total"], box.dice["total"]) == (11, 11)
    assert (box.gear_markers, box.damage_tokens, box.focus_tokens) == (48, 42, 160)
    assert (box.round_markers, box.damage_bags) == (1, 1)


@rule("GT-COMP-2")
def test_one_set_of_dice_is_shared_by_all() -> None:
    assert components().box.dice == {"gear": 6, "coast": 2, "brake": 3, "total": 11}
    race = Race("102a 103a 103a", at("1:A1", 3), at("0:A1", 3))
    race.plan("4>1:B1 c>2:A1")
    race.roll("-", "-")
    assert race.state.seat == 1
    assert race.allows("4>0:B1 c>0:C1 c>0:D1")


@rule("GT-COMP-3", "GT-SETUP-10")
def test_gear_markers_have_a_white_and_a_black_side() -> None:
    assert components().box.gear_markers_per_player == ("00", "0", "1", "2", "3", "4", "5", "6")
    state = RALLYMAN_GT.start(GtOptions(), 2)
    RALLYMAN_GT.resolve(state, 1)
    RALLYMAN_GT.resolve(state, 0)
    assert [marker(state, seat) for seat in (0, 1)] == [("0", "white"), ("0", "white")]
    assert RALLYMAN_GT.view(state, 0).round_colour == "white"


@rule("GT-COMP-4", "GT-SETUP-4")
def test_the_damage_bag() -> None:
    state = RALLYMAN_GT.start(GtOptions(), 6)
    assert state.bag.pool == {
        "gear": 6,
        "brake": 6,
        "engine": 6,
        "weather": 6,
        "yellow_flag": 6,
        "green_flag": 12,
    }
    assert tokens_everywhere(state) == len(state.bag) == 42


@rule("GT-COMP-5", "GT-COMP-6")
@pytest.mark.parametrize(
    ("tyre", "weather", "figures"),
    [
        ("asphalt", "dry", (6, 2, 3, 3)),
        ("asphalt", "wet", (6, 2, 1, 2)),
        ("rain", "dry", (6, 1, 2, 2)),
        ("rain", "wet", (6, 2, 2, 3)),
    ],
)
def test_dashboards(tyre: str, weather: str, figures: tuple[int, ...]) -> None:
    race = Race("102a 103a 103a", at("1:A1", 3, tyre=tyre), weather=weather)
    hand = hand_of(race.state, 0)
    assert (hand.gear, hand.coast, hand.brake, hazard_limit(race.state, 0)) == figures
    assert hand.top == 6


@rule("GT-COMP-7")
def test_hazard_faces() -> None:
    faces = {die: dice().hazard_faces(die) for die in "123456cbr"}
    assert faces == {"1": 1, "2": 1, "3": 2, "4": 2, "5": 2, "6": 2, "c": 1, "b": 2, "r": 2}
    roll = dice().roll("3").chance
    assert roll is not None
    assert (roll.outcomes, roll.weights) == (("-", "!"), (4, 2))


@rule("GT-COMP-D2", "GT-DICE-D4")
def test_other_classes_are_behind_a_switch() -> None:
    assert GtOptions().car_class == "GT6"
    car = side("GT4", "asphalt", "dry")
    assert (car.gear, car.coast, car.brake, car.hazard_limit) == (4, 3, 2, 3)
    gt4 = Race("102a 103a 103a", at("1:A1", 4), car_class="GT4")
    assert gt4.refuses("5>1:B1") == "GT-DICE-D4"
    assert gt4.allows("c>1:B1 c>2:A1 c>2:B1")
    gt5 = Race("102a 103a 103a", at("1:A1", 4), car_class="GT5 BOP")
    assert gt5.allows("5>1:B1")
    assert gt5.refuses("5>1:B1 6>2:A1") == "GT-DICE-D4"
    with pytest.raises(BadInput):
        RALLYMAN_GT.options({"car_class": "soft"})


def figures(race: Race, seat: int) -> tuple[int, ...]:
    """Gear, coast and brake dice, top gear and hazard limit of a seat."""
    hand = hand_of(race.state, seat)
    return hand.gear, hand.coast, hand.brake, hand.top, hazard_limit(race.state, seat)


@rule("GT-COMP-D5")
def test_each_car_of_a_mixed_field_drives_its_own_class() -> None:
    race = Race(
        "102a 103a 103a 103a",
        at("1:A1", 4),
        at("0:C1", 1),
        at("0:A1", 4),
        car_class="GT6 BOP",
        car_classes=("GT4", "GT5 BOP"),
        red_zone=True,
    )
    assert [figures(race, seat) for seat in range(3)] == [(4, 3, 2, 4, 3), (5, 2, 2, 5, 3), (6, 1, 3, 6, 3)]
    view = RALLYMAN_GT.view(race.state, None)
    assert [car.car_class for car in view.cars] == ["GT4", "GT5 BOP", "GT6 BOP"]
    assert [car.top_gear for car in view.cars] == [4, 5, 6]
    assert race.refuses("5>1:B1") == "GT-DICE-D4"
    race.plan("r>1:B1")
    race.roll("-")
    race.plan("1>0:D1")
    race.roll("-")
    race.do(a.Pit("tyres"))
    assert race.car(1).tyre == "rain"
    assert figures(race, 1) == (5, 1, 1, 5, 2)
    assert race.allows("5>0:B1 6>0:C1")


@rule("GT-COMP-D5")
def test_classes_are_named_for_cars_that_drive() -> None:
    with pytest.raises(BadInput, match="3 cars, but only 2 drive"):
        RALLYMAN_GT.start(RALLYMAN_GT.options({"car_classes": ["GT6", "GT5", "GT4"]}), 2)
    mixed = RALLYMAN_GT.start(RALLYMAN_GT.options({"car_class": "GT5", "car_classes": [None, "GT4"]}), 3)
    assert [car.car_class for car in mixed.cars] == ["GT5", "GT4", "GT5"]
    with pytest.raises(BadInput, match="car_classes"):
        RALLYMAN_GT.options({"car_classes": ["GT6", "soft"]})


@rule("GT-COMP-D3", "GT-MODEL-9")
def test_the_state_holds_everything_and_no_driver_card() -> None:
    race = Race(
        "102a 103a 103a",
        at("1:A1", 3, damage={"gear": 1}, focus=2),
        at("0:A1", 0),
        flags={"2:A1": 1},
    )
    again = msgspec.msgpack.decode(encode_state(race.state), type=State)
    assert again == race.state
    assert "driver" not in {field for kind in (State, type(race.car())) for field in kind.__struct_fields__}


@rule("GT-COMP-D4")
def test_the_focus_supply_has_no_end() -> None:
    race = Race("102a 103a 103a", at("1:A1", 3, focus=158))
    race.flat_out("4>1:B1 5>2:A1 c>2:B1", "-", "-", "-")
    assert race.car().focus == 161


@rule("GT-SETUP-1")
def test_any_ready_track_or_own_layout_can_be_driven() -> None:
    for name, circuit in circuits().items():
        assert road_of(name) is road_of(circuit)
        assert RALLYMAN_GT.start(GtOptions(track=circuit), 6).phase == "grid"
    with pytest.raises(BadInput):
        RALLYMAN_GT.start(GtOptions(track="nowhere"), 2)


@rule("GT-SETUP-2")
def test_race_lengths_are_advice_only() -> None:
    lengths = components().track_lengths
    sizes = {
        length.minutes: [(size.tiles, size.laps) for size in length.options]
        for length in (lengths.short, lengths.medium, lengths.long)
    }
    assert sizes == {30: [(15, 1)], 45: [(18, 1), (12, 2)], 60: [(21, 1), (16, 2)]}
    assert RALLYMAN_GT.start(GtOptions(laps=3, track="list-1"), 2).options.laps == 3


@rule("GT-SETUP-3")
def test_the_pit_tile_is_not_driven_over() -> None:
    for name in circuits():
        assert not any(tile.startswith("101") for tile in road_of(name).tiles)


@rule("GT-SETUP-5", "GT-SETUP-6")
def test_everyone_starts_on_asphalt_in_the_dry_without_focus() -> None:
    state = RALLYMAN_GT.start(GtOptions(), 3)
    assert state.weather == "dry"
    assert [(car.tyre, car.focus, sum(car.damage), car.gear) for car in state.cars] == [
        ("asphalt", 0, 0, 0)
    ] * 3


@rule("GT-SETUP-7")
def test_the_starting_order_is_drawn_by_lot() -> None:
    state = RALLYMAN_GT.start(GtOptions(), 3)
    chance = RALLYMAN_GT.pending(state).chance
    assert chance is not None
    assert (chance.outcomes, chance.weights) == ((0, 1, 2), (1, 1, 1))
    RALLYMAN_GT.resolve(state, 1)
    chance = RALLYMAN_GT.pending(state).chance
    assert chance is not None
    assert chance.outcomes == (0, 2)


@rule("GT-SETUP-D1", "GT-SETUP-D3")
@pytest.mark.parametrize("seats", [1, 2, 5, 6])
def test_slots_fill_from_pole(seats: int) -> None:
    state = RALLYMAN_GT.start(GtOptions(track="list-2"), seats)
    for seat in range(seats):
        RALLYMAN_GT.resolve(state, seat)
    assert tuple(car.cell for car in state.cars) == road_of("list-2").grid[:seats]


@rule("GT-ROUND-5", "GT-ROLL-6", "GT-FOCUS-D1", "GT-PIT-1", "GT-LOSS-6", "GT-FLAT-4", "GT-ADV-1")
def test_a_decision_out_of_its_phase_is_refused_by_its_own_rule() -> None:
    race = Race("102a 103a 103a", at("1:A1", 3), at("0:A1", 0))
    rules = {
        a.Roll(): "GT-ROUND-5",
        a.Stop(): "GT-ROLL-6",
        a.Secure(): "GT-FOCUS-D1",
        a.Pit("repair"): "GT-PIT-1",
        a.DriveOn(): "GT-PIT-1",
        a.GoOff("left"): "GT-LOSS-6",
        a.Relay(()): "GT-FLAT-4",
        a.ChooseTyre("rain"): "GT-ADV-1",
    }
    assert {action: race.refused(action) for action in rules} == rules
