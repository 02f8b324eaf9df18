"""Losing control: spin or crash, damage tokens, flags and weather."""

from __future__ import annotations

from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.actions import Cause, Events
from paddock.games.rallyman.gt.components import (
    OTHER_WEATHER,
    TOKENS,
    WEATHER_TOKEN,
    YELLOW_FLAG,
    loss_of,
)
from paddock.games.rallyman.gt.lines import LETTERS
from paddock.games.rallyman.gt.state import DOUBLE_ZERO, Car, Flag, State, road_of, weather_changes
from paddock.tracks.faces import Side


def lose_control(state: State, cause: Cause, events: Events) -> None:
    """Resolves a loss on the car's cell in its gear until the player has to decide (GT-LOSS-D1)."""
    seat, car = state.seat, state.car
    road = road_of(state.options.track)
    danger = road.danger[car.cell]
    marker, tokens = loss_of(car.gear, danger)
    state.lost_on, state.to_draw, state.lost = car.cell, tokens, marker
    events.append(a.ControlLost(seat, car.cell, car.gear, danger, cause, state.hazards, tokens))
    if marker == "0":
        car.gear, car.backwards = 0, True
        events.append(a.Spun(seat, car.cell))
        _draw_on(state, events)
        return
    sides = open_sides(state)
    if len(sides) == 1:
        crash(state, sides[0], events)
    else:
        state.phase = "side"


def open_sides(state: State) -> tuple[Side, ...]:
    """Returns the sides on which a crash on the car's cell can leave the track (GT-LOSS-6, GT-LOSS-D2)."""
    road, cell = road_of(state.options.track), state.car.cell
    if road.kerb_left[cell] == road.kerb_right[cell]:
        return "left", "right"
    return ("left",) if road.kerb_left[cell] else ("right",)


def crash(state: State, side: Side, events: Events) -> None:
    """Takes the car off the track on a side and fixes its return cell (GT-LOSS-6, GT-OFF-D1)."""
    car = state.car
    road = road_of(state.options.track)
    car.status, car.gear, car.side = "off", DOUBLE_ZERO, side
    car.cell = (road.return_left if side == "left" else road.return_right)[car.cell]
    car.left = state.departures
    state.departures += 1
    events.append(a.Crashed(state.seat, car.cell, side))
    _draw_on(state, events)


def _draw_on(state: State, events: Events) -> None:
    """Draws the next token, or applies those drawn (GT-LOSS-7, GT-DMG-D2)."""
    if state.to_draw and len(state.bag):
        state.phase = "damage"
        return
    state.phase = "plan"
    _apply(state, events)


def draw(state: State, token: str, events: Events) -> None:
    """Handles a token drawn from the bag (GT-ADV-2 sets weather aside)."""
    state.bag.take(token)
    if token == TOKENS[WEATHER_TOKEN] and state.options.no_weather:
        state.aside += 1
        state.words = (*state.words, "set-aside")
        events.append(a.SetAside(state.seat))
    else:
        state.to_draw -= 1
        state.drawn = (*state.drawn, token)
        state.letters += LETTERS[token]  # type: ignore[index]
        events.append(a.DamageDrawn(state.seat, token))  # type: ignore[arg-type]
    _draw_on(state, events)


def _apply(state: State, events: Events) -> None:
    """Places flags and damage, then changes the weather (GT-LOSS-D1, GT-WEATHER-2)."""
    seat, car = state.seat, state.car
    for token in state.drawn:
        if token == TOKENS[YELLOW_FLAG]:
            state.flags = (*state.flags, Flag(state.lost_on, seat))
            events.append(a.FlagShown(seat, state.lost_on))
        else:
            keep(car, token)
    if state.drawn.count(TOKENS[WEATHER_TOKEN]) % 2 and weather_changes(state):
        state.weather = OTHER_WEATHER[state.weather]
        state.words = (*state.words, state.weather)
        events.append(a.WeatherChanged(state.weather))
    state.drawn, state.to_draw, state.lost_on = (), 0, -1


def keep(car: Car, token: str) -> None:
    """Lays a token on the dashboard (GT-DMG-1, GT-DMG-D1)."""
    damage = list(car.damage)
    damage[TOKENS.index(token)] += 1
    car.damage = tuple(damage)


def lift_flags(state: State, seat: int, events: Events) -> None:
    """Moves a player's flags from the track to the dashboard (GT-FLAG-5, GT-FLAG-D3, -D5)."""
    own = sum(flag.seat == seat for flag in state.flags)
    if own:
        state.flags = tuple(flag for flag in state.flags if flag.seat != seat)
        for _ in range(own):
            keep(state.cars[seat], TOKENS[YELLOW_FLAG])
        events.append(a.FlagLifted(seat))
