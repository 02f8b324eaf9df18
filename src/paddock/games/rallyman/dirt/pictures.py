"""A stage as a map for the terminal and a picture for a notebook."""

from __future__ import annotations

from paddock.core.text_pictures import seat_mark
from paddock.games.rallyman.dirt.stages import road
from paddock.games.rallyman.dirt.state import State
from paddock.games.rallyman.dirt.views import CarView, view
from paddock.games.rallyman.pictures import OnTrack, map_svg, map_text


def text(state: State, seat: int | None) -> str:
    """Returns the stage for a terminal."""
    return map_text(road(state), _cars(state), _lines(state, seat))


def svg(state: State, seat: int | None) -> str:
    """Returns the stage as a picture."""
    return map_svg(road(state), _cars(state), _lines(state, seat))


def _cars(state: State) -> list[OnTrack]:
    return [
        OnTrack(seat, car.cell, car.status == "off")
        for seat, car in enumerate(state.cars)
        if car.status in ("track", "off") and car.cell >= 0
    ]


def _lines(state: State, seat: int | None) -> list[str]:
    seen = view(state, seat)
    head = f"Rallyman: DIRT  stage {seen.stage + 1}  round {seen.round}  {seen.phase}"
    return [head, *(_line(car, asked=car.seat in seen.asked) for car in seen.cars)]


def _line(car: CarView, *, asked: bool) -> str:
    damage = "".join(f" {name} {count}" for name, count in car.damage.items() if count)
    dice = f"{car.dice.gear}+{car.dice.coast}{car.dice.coast_die}+{car.dice.brake}b"
    where = car.cell_name or "line"
    return (
        f"{'>' if asked else ' '}{seat_mark(car.seat)} {where:>7} {car.status:<8} gear {car.gear}  "
        f"time {car.stage_time}  dice {dice}{'  damage' + damage if damage else ''}"
    )
