"""Options and state of a race: everything on the table, and the turn in progress."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from paddock.core.decks import Deck
from paddock.core.game import Options
from paddock.games.rallyman.dice import Hand
from paddock.games.rallyman.gt.components import (
    BRAKE_TOKEN,
    ENGINE_TOKEN,
    GEAR_TOKEN,
    NO_DAMAGE,
    CarClass,
    Tyre,
    Weather,
    components,
    side,
)
from paddock.games.rallyman.state import RallymanState
from paddock.tracks.layouts import Circuit, ready_circuit
from paddock.tracks.road_gt import GtRoad, circuit_road, ring_road

DOUBLE_ZERO = -1
"""The gear of a car whose marker shows 00."""

Status = Literal["grid", "track", "off", "pit", "finished", "retired"]
Phase = Literal["grid", "tyres", "plan", "step", "roll", "flat", "relay", "side", "damage", "pit", "over"]


class GtOptions(Options, frozen=True):
    """The setup of a race; everything beyond track and laps is off by default."""

    track: str | Circuit | tuple[str, ...] = "list-1"
    """The id of a ready track, a layout, or for experiments a plain ring of faces."""
    laps: Annotated[int, Meta(ge=1, le=99)] = 1
    weather: Weather = "dry"
    choose_tyres: bool = False
    """Every player chooses a tyre before the start (GT-ADV-1)."""
    no_weather: bool = False
    """Weather tokens are set aside (GT-ADV-2)."""
    flying_start: bool = False
    red_zone: bool = False
    car_class: CarClass = "GT6"
    """The class of every car that `car_classes` does not name (GT-COMP-D2)."""
    car_classes: tuple[CarClass | None, ...] = ()
    """Classes by seat for a mixed field; None and missing seats drive `car_class` (GT-COMP-D5)."""
    play_on: bool = False
    """Go on for second and further places (GT-END-4)."""
    changing_weather: bool = False
    """Solo only: weather changes and pit stops count (GT-SOLO-4)."""

    def class_of(self, seat: int) -> CarClass:
        """Returns the class of a seat's car (GT-COMP-D5)."""
        own = self.car_classes[seat] if seat < len(self.car_classes) else None
        return own or self.car_class


class Step(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A planned step: the die laid for it, the cell it leads to, and the brake dice with it."""

    die: Literal["1", "2", "3", "4", "5", "6", "c", "r"]
    cell: int
    brakes: Annotated[int, Meta(ge=0, le=3)] = 0


class LaidStep(Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a relay: a rolled die with the faces it and its brake dice show (plain ones first)."""

    die: Literal["1", "2", "3", "4", "5", "6", "c", "r"]
    cell: int
    faces: str


class Car(Struct):
    """A car and its player's dashboard; `cell` is the return cell while it is off the track."""

    status: Status = "grid"
    k: int = 0
    """Tile borders crossed since the start (GT-MODEL-3)."""
    cell: int = -1
    gear: int = 0
    backwards: bool = False
    car_class: CarClass = "GT6"
    tyre: Tyre = "asphalt"
    damage: tuple[int, ...] = NO_DAMAGE
    """Tokens on the dashboard, counted in the order of `components.TOKENS`."""
    focus: int = 0
    side: Literal["", "left", "right"] = ""
    left: int = 0
    """When it left the track: the number of cars that had left before."""
    laps: int = 0


class Flag(Struct, frozen=True):
    """A yellow flag on the track and the seat that drew it."""

    cell: int
    seat: int


class Mark(Struct, frozen=True):
    """One column of the solo sheet: the gear a turn ended in and how it is marked (GT-SOLO-5, -6)."""

    gear: str
    mark: Literal["X", "D", "W"]


class State(RallymanState[GtOptions, Car, Step], kw_only=True):
    """A race: everything on the table; nothing is hidden."""

    bag: Deck
    weather: Weather
    phase: Phase = "grid"
    flags: tuple[Flag, ...] = ()
    aside: int = 0
    """Weather tokens set aside for good (GT-ADV-D6)."""
    places: tuple[int, ...] = ()
    """Seats in the order in which they finished."""
    marks: tuple[Mark, ...] = ()
    turn_weather: Weather = "dry"
    began_in: int = 0
    """The gear the turn began in."""
    relaid: tuple[LaidStep, ...] = ()
    lost: Literal["", "0", "00"] = ""
    """The marker of a loss in this turn."""
    drawn: tuple[str, ...] = ()

    def clone(self) -> State:
        """Returns an independent copy, including the bag."""
        twin = super().clone()
        twin.bag = self.bag.clone()
        return twin

    @property
    def solo(self) -> bool:
        """Whether a single driver races against the clock."""
        return len(self.cars) == 1


@lru_cache(maxsize=256)
def road_of(track: str | Circuit | tuple[str, ...]) -> GtRoad:
    """Returns the compiled road of a track option; raises BadInput that says what is wrong with it."""
    if isinstance(track, tuple):
        return ring_road(*track)
    return circuit_road(ready_circuit(track) if isinstance(track, str) else track)


def gear_text(gear: int) -> str:
    """Returns a gear as its marker shows it: `00`, `0`, `1` … `6`."""
    return "00" if gear == DOUBLE_ZERO else str(gear)


Colour = Literal["white", "black"]


def round_colour(number: int) -> Colour:
    """Returns the colour of a round: white and black in turn, white first (GT-ROUND-1)."""
    return "white" if number % 2 else "black"


def marker(state: State, seat: int) -> tuple[str, Colour]:
    """Returns the gear marker of a seat: number and colour; after its turn it shows the next round's."""
    moved = state.phase == "over" or (seat in state.order and state.order.index(seat) < state.turn)
    return gear_text(state.cars[seat].gear), round_colour(max(state.round, 1) + moved)


@lru_cache(maxsize=4096)
def _hand(
    options: GtOptions, car_class: CarClass, tyre: Tyre, weather: Weather, gear: int, brake: int, engine: int
) -> Hand:
    card = side(car_class, tyre, weather)
    return Hand(
        gear=max(0, card.gear - gear),
        coast=max(0, card.coast - engine),
        brake=max(0, card.brake - brake),
        top=components().dashboards.classes[car_class].top_gear,
        flying_start=options.flying_start,
        red_zone=options.red_zone,
        red_costs_gear=True,
    )


def hand_on(state: State, car: Car, tyre: Tyre, damage: tuple[int, ...]) -> Hand:
    """Returns a car's dice on a tyre with damage in the present weather (GT-DICE-1, GT-DMG-5)."""
    return _hand(
        state.options,
        car.car_class,
        tyre,
        state.weather,
        damage[GEAR_TOKEN],
        damage[BRAKE_TOKEN],
        damage[ENGINE_TOKEN],
    )


def hand_of(state: State, seat: int) -> Hand:
    """Returns the dice a seat may use: its dashboard side less its damage."""
    car = state.cars[seat]
    return hand_on(state, car, car.tyre, car.damage)


@lru_cache
def _limit(car_class: CarClass, tyre: Tyre, weather: Weather) -> int:
    return side(car_class, tyre, weather).hazard_limit


def hazard_limit(state: State, seat: int) -> int:
    """Returns how many hazards lose control for a seat now."""
    car = state.cars[seat]
    return _limit(car.car_class, car.tyre, state.weather)


def pits_open(state: State) -> bool:
    """Whether pit stops are part of this game (GT-SOLO-2, -4)."""
    return not state.solo or state.options.changing_weather


def weather_changes(state: State) -> bool:
    """Whether weather tokens change the weather in this game (GT-SOLO-3, -4)."""
    return not state.solo or state.options.changing_weather
