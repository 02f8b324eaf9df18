"""A race as a map for the terminal and a picture for a notebook."""

from __future__ import annotations

from paddock.core.text_pictures import seat_mark
from paddock.games.rallyman.gt.state import State, road_of
from paddock.games.rallyman.gt.views import CarView, view
from paddock.games.rallyman.pictures import OnTrack, map_svg, map_text

_AWAY = ("off", "pit")


def text(state: State) -> str:
    """Returns the race for a terminal."""
    return map_text(road_of(state.options.track), _cars(state), _lines(state))


def svg(state: State) -> str:
    """Returns the race as a picture."""
    return map_svg(road_of(state.options.track), _cars(state), _lines(state))


def _cars(state: State) -> list[OnTrack]:
    return [
        OnTrack(seat, car.cell, car.status in _AWAY)
        for seat, car in enumerate(state.cars)
        if car.status in ("track", *_AWAY)
    ]


def _lines(state: State) -> list[str]:
    seen = view(state, None)
    head = f"Rallyman: GT  round {seen.round}  {seen.weather}  lap of {state.options.laps}  {seen.phase}"
    if seen.sheet is not None:
        head += f"  {seen.sheet.result_time}"
    return [head, *(_line(car, asked=car.seat == seen.asked) for car in seen.cars)]


def _line(car: CarView, *, asked: bool) -> str:
    damage = "".join(f" {name} {count}" for name, count in car.damage.items() if count)
    dice = f"{car.dice.gear}+{car.dice.coast}c+{car.dice.brake}b"
    where = car.cell_name or "grid"
    return (
        f"{'>' if asked else ' '}{seat_mark(car.seat)} {where:>7} {car.status:<8} gear {car.gear:<2} "
        f"lap {car.lap}  focus {car.focus:<2}  dice {dice}{'  damage' + damage if damage else ''}"
    )
