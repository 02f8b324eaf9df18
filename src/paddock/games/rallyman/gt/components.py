"""The GT box except its tiles: dashboards, dice, loss table, tokens, pit lanes, the score sheet."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from paddock.core.data import decode_data, game_data
from paddock.games.rallyman.dice import BRAKE, COAST, GEAR_DICE, DiceSet
from paddock.tracks.faces import Danger

CarClass = Literal["GT6", "GT6 BOP", "GT5", "GT5 BOP", "GT4"]
Tyre = Literal["asphalt", "rain"]
Weather = Literal["dry", "wet"]
Lane = Literal["tyres", "repair", "repair_and_tyres"]
Token = Literal["gear", "brake", "engine", "weather", "yellow_flag", "green_flag"]

Count = Annotated[int, Meta(ge=0)]
Faces = Annotated[int, Meta(ge=0, le=6)]

OTHER_TYRE: dict[Tyre, Tyre] = {"asphalt": "rain", "rain": "asphalt"}
OTHER_WEATHER: dict[Weather, Weather] = {"dry": "wet", "wet": "dry"}


class Side(Struct, frozen=True):
    """One side of a dashboard card: dice and hazard limit for a tyre in a weather."""

    gear: Count
    coast: Count
    brake: Count
    hazard_limit: Annotated[int, Meta(ge=1)]


class Class(Struct, frozen=True):
    """A car class: its top gear, its loss table and its four dashboard sides."""

    top_gear: int
    loss_table: Literal["standard"]
    sides: dict[Tyre, dict[Weather, Side]]
    in_base_box: bool


class Outcome(Struct, frozen=True):
    """The result of a loss of control in a gear: marker 0 (spin) or 00 (crash), tokens by danger."""

    result: Literal["0", "00"]
    damage: dict[Danger, Count]


class PitLane(Struct, frozen=True):
    """A pit lane: the gear marker after the stop, and the work done in it."""

    id: Lane
    marker: Literal["0", "00"]
    changes_tyres: bool
    repairs: bool


class _HazardFaces(Struct):
    gear: dict[str, Faces]
    coast: Faces
    brake: Faces


class _Dice(Struct):
    faces_per_die: Literal[6]
    hazard_faces: _HazardFaces


class _Dashboards(Struct):
    classes: dict[CarClass, Class]


class _LossTables(Struct):
    standard: dict[str, Outcome]


class _Bag(Struct):
    tokens: dict[Token, Count]
    total: int


class _Pit(Struct):
    lanes: tuple[PitLane, ...]


class _Solo(Struct):
    laps: int
    seconds_by_final_gear: dict[str, Count]
    sheet_rows_top_to_bottom: tuple[str, ...]
    sheet_columns: int


class _Gain(Struct):
    gear_die: int
    coast_die: int
    brake_die: int
    red_zone_brake_die: int


class _Focus(Struct):
    supply: int
    gain_flat_out: _Gain
    solo_seconds_per_token: int


class _Colours(Struct):
    list: tuple[str, ...]


class _Size(Struct):
    tiles: int
    laps: int


class _Length(Struct):
    minutes: int
    options: tuple[_Size, ...]


class _Lengths(Struct):
    short: _Length
    medium: _Length
    long: _Length


class _Box(Struct):
    track_tiles: int
    pit_tiles: int
    cars: int
    driver_cards: int
    dashboard_cards: int
    dice: dict[str, int]
    gear_markers: int
    gear_markers_per_player: tuple[str, ...]
    damage_tokens: int
    focus_tokens: int
    round_markers: int
    damage_bags: int


class Components(Struct):
    """The data file, validated when it is loaded."""

    box: _Box
    colours: _Colours
    dice: _Dice
    dashboards: _Dashboards
    loss_tables: _LossTables
    damage_bag: _Bag
    focus: _Focus
    pit: _Pit
    solo: _Solo
    track_lengths: _Lengths

    def __post_init__(self) -> None:
        for name, car_class in self.dashboards.classes.items():
            sides = [name for tyre in get_args(Tyre) for name in car_class.sides.get(tyre, ())]
            if len(sides) != len(get_args(Tyre)) * len(get_args(Weather)):
                raise ValueError(f"the dashboard of {name} needs a side for every tyre and weather")
        if set(self.dice.hazard_faces.gear) != set(GEAR_DICE):
            raise ValueError("the dice need hazard faces for every gear from 1 to 6")
        if set(self.damage_bag.tokens) != set(get_args(Token)):
            raise ValueError("the damage bag needs a number for every kind of token")
        if sum(self.damage_bag.tokens.values()) != self.damage_bag.total:
            raise ValueError("the damage tokens do not add up")
        for gear, outcome in self.loss_tables.standard.items():
            if set(outcome.damage) != set(get_args(Danger)):
                raise ValueError(f"the loss table needs damage of every colour for gear {gear}")
        if set(self.loss_tables.standard) != set(GEAR_DICE):
            raise ValueError("the loss table needs every gear from 1 to 6")
        if set(self.solo.seconds_by_final_gear) != set(self.box.gear_markers_per_player):
            raise ValueError("the score sheet needs a row for every gear marker")


def read_file(file: bytes) -> Components:
    """Returns the figures of the box from a data file, validated."""
    return decode_data("rallyman-gt", file, Components)


@lru_cache
def components() -> Components:
    """Returns the figures of the box in use."""
    return read_file(game_data("rallyman-gt", "paddock.games.rallyman.gt"))


def side(car_class: CarClass, tyre: Tyre, weather: Weather) -> Side:
    """Returns the dashboard side that is face up (GT-COMP-5, -6)."""
    return components().dashboards.classes[car_class].sides[tyre][weather]


def loss_of(gear: int, danger: Danger) -> tuple[Literal["0", "00"], int]:
    """Returns the marker and the number of damage tokens of a loss of control (GT-LOSS-3, -4)."""
    row = components().loss_tables.standard[str(gear)]
    return row.result, row.damage[danger]


@lru_cache
def dice() -> DiceSet:
    """Returns the dice of the box (GT-COMP-7)."""
    faces = components().dice.hazard_faces
    return DiceSet({**faces.gear, COAST: faces.coast, BRAKE: faces.brake})


@lru_cache
def pit_lanes() -> Mapping[Lane, PitLane]:
    """Returns the lanes of the pits by id."""
    return {lane.id: lane for lane in components().pit.lanes}


TOKENS: tuple[Token, ...] = ("gear", "brake", "engine", "weather", "yellow_flag", "green_flag")
"""The kinds of damage tokens in the order in which a dashboard counts them."""
GEAR_TOKEN, BRAKE_TOKEN, ENGINE_TOKEN, WEATHER_TOKEN, YELLOW_FLAG, GREEN_FLAG = range(6)
NO_DAMAGE = (0,) * 6
