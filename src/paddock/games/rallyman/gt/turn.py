"""Rounds and turns: who is asked next, and how a turn ends."""

from __future__ import annotations

from paddock.core.errors import IllegalAction
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt import losses, solo
from paddock.games.rallyman.gt.actions import Events
from paddock.games.rallyman.gt.drive import drive_of
from paddock.games.rallyman.gt.lines import told
from paddock.games.rallyman.gt.order import racing, turn_order
from paddock.games.rallyman.gt.state import Car, State, pits_open, road_of, round_colour


def begin_round(state: State, events: Events) -> None:
    """Starts the next round with a new order, or ends the game if nobody is left (GT-ROUND-1, -3)."""
    state.turn = 0
    state.order = turn_order(state)
    if not state.order:
        state.phase = "over"
        return
    state.round += 1
    events.append(a.RoundBegan(state.round, state.order, round_colour(state.round)))
    begin_turn(state, events)


def begin_turn(state: State, events: Events) -> None:
    """Asks the next car for a plan; cars that can only return do so (GT-OFF-1, GT-PIT-6, -7)."""
    while state.turn < len(state.order):
        seat = state.order[state.turn]
        car = state.cars[seat]
        state.turn_weather = state.weather
        state.began_in = car.gear
        if car.status == "track" or _back_on_track(state, seat, car, events):
            state.phase = "plan"
            events.append(a.TurnBegan(seat, car.gear))
            return
        close_turn(state, seat, events)
    begin_round(state, events)


def _back_on_track(state: State, seat: int, car: Car, events: Events) -> bool:
    """Puts a car back on its return cell; returns whether it may drive in the same turn."""
    if any(other.status == "track" and other.cell == car.cell for other in state.cars):
        state.words = (*state.words, "off")
        events.append(a.ReturnBlocked(seat, car.cell))
        return False
    drives = car.status == "pit" and car.gear == 0
    car.backwards = car.status == "off"
    car.status, car.gear, car.side = "track", 0, ""
    state.words = (*state.words, "back")
    events.append(a.Returned(seat, car.cell))
    return drives


def close_turn(state: State, seat: int, events: Events) -> None:
    """Ends the turn: marks it on the solo sheet and clears the dice away (GT-ROUND-4)."""
    if state.solo and state.cars[seat].status not in ("finished", "retired"):
        solo.mark_turn(state, events)
    events.append(a.TurnTold(seat, told(state, seat)))
    state.turn += 1
    state.plan, state.faces, state.at, state.hazards, state.secured = (), (), 0, 0, 0
    state.way, state.began_in, state.relaid = "one-by-one", 0, ()
    state.lost, state.letters, state.words = "", "", ()


def next_turn(state: State, events: Events) -> None:
    """Closes the turn and goes on to the next car."""
    close_turn(state, state.seat, events)
    begin_turn(state, events)


def end_turn(state: State, events: Events) -> None:
    """Ends a turn without a loss; the car may pit (GT-PIT-1, GT-PIT-D1)."""
    car = state.car
    if car.gear == 1 and road_of(state.options.track).pit[car.cell] and pits_open(state):
        state.phase = "pit"
    else:
        next_turn(state, events)


def stay(state: State, events: Events) -> None:
    """Ends the turn of a blocked car without a step (GT-BLOCK-3)."""
    if not drive_of(state, state.seat).blocked():
        raise IllegalAction("GT-MOVE-6", "rallyman-gt.not-blocked")
    state.words = (*state.words, "pass")
    events.append(a.Blocked(state.seat, state.car.gear))
    end_turn(state, events)


def finish(state: State, lost: bool, events: Events) -> None:
    """Records a car that completed the last lap, even if it lost control there (GT-END-3, -4, GT-END-D2)."""
    seat = state.seat
    if state.solo:
        solo.mark_finish(state, lost, events)
    state.places = (*state.places, seat)
    state.cars[seat].status = "finished"
    state.words = (*state.words, "finish")
    events.append(a.Finished(seat, len(state.places)))
    if state.solo or not state.options.play_on:
        close_turn(state, seat, events)
        state.phase = "over"
    else:
        next_turn(state, events)


def retire(state: State, events: Events) -> None:
    """Retires the car, even in the middle of a crash (GT-ROUND-D1, GT-FLAG-D5, -D6)."""
    seat, car = state.seat, state.car
    losses.lift_flags(state, seat, events)
    car.status = "retired"
    state.words = (*state.words, "retired")
    events.append(a.Retired(seat))
    state.to_draw, state.lost_on = 0, -1
    if racing(state):
        next_turn(state, events)
    else:
        close_turn(state, seat, events)
        state.phase = "over"
