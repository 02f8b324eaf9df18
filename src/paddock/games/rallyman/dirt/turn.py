"""Rounds and turns: who is asked next, and how a turn ends."""

from __future__ import annotations

from paddock.core.errors import IllegalAction
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt import cards
from paddock.games.rallyman.dirt.actions import Events
from paddock.games.rallyman.dirt.components import UP
from paddock.games.rallyman.dirt.drive import drive_of
from paddock.games.rallyman.dirt.lines import told
from paddock.games.rallyman.dirt.order import open_round
from paddock.games.rallyman.dirt.rally import end_stage, open_stage, stage_seconds
from paddock.games.rallyman.dirt.stages import goes_on, road
from paddock.games.rallyman.dirt.state import Car, State, hand_of
from paddock.games.rallyman.dirt.tokens import removable, remove
from paddock.games.rallyman.sheet import clock
from paddock.tracks.road_dirt import LANE


def begin_round(state: State, events: Events) -> None:
    """Starts the next round, or ends the stage if nobody is left (DIRT-ORDER-1, DIRT-FINISH-5)."""
    if all(car.status in ("finished", "retired") for car in state.cars):
        if end_stage(state, events):
            next_stage(state, events)
        return
    open_round(state)
    events.append(a.RoundBegan(state.round, state.order, state.leader))
    begin_turn(state, events)


def next_stage(state: State, events: Events) -> None:
    """Starts the next stage of the rally."""
    open_stage(state, events)
    begin_round(state, events)


def begin_turn(state: State, events: Events) -> None:
    """Asks the next car for a plan; some retire, some cannot return (DIRT-TURN-1, DIRT-LOSS-8)."""
    while state.turn < len(state.order):
        seat = state.order[state.turn]
        car = state.cars[seat]
        if hand_of(state, seat).gear == 0:
            car.status, car.cell = "retired", -1
            events.append(a.Retired(seat))
            state.turn += 1
            continue
        starts = car.status == "waiting"
        if starts:
            car.status = "line"
        if car.status != "off" or _back_on_track(state, seat, car, events):
            state.phase = "plan"
            state.origin, state.origin_gear = car.cell, car.gear
            events.append(a.TurnBegan(seat, car.gear, starts, seat == state.leader))
            return
        _zero_turn(state, events)
        close_turn(state, events)
    begin_round(state, events)


def _back_on_track(state: State, seat: int, car: Car, events: Events) -> bool:
    """Puts a car back on its space, unless another stands on or beside it (DIRT-LOSS-8, -D1)."""
    overlapping = road(state).overlaps[car.cell]
    for other in state.cars:
        if other.status == "track" and overlapping >> other.cell & 1:
            note(state, "off")
            events.append(a.ReturnBlocked(seat, car.cell))
            return False
    car.status = "track"
    note(state, "back")
    events.append(a.Returned(seat, car.cell))
    return True


def note(state: State, word: str) -> None:
    """Adds a word to the line that summarises the turn."""
    state.words = (*state.words, word)


def _zero_turn(state: State, events: Events) -> None:
    """Ends a turn in gear 0 without a card (DIRT-TIME-6)."""
    car = state.car
    entry = cards.lay(car, cards.ZERO)
    events.append(a.ZeroTurn(state.seat, entry.seconds, cards.pile_seconds(car)))


def next_turn(state: State, events: Events) -> None:
    """Closes the turn and goes on to the next car."""
    close_turn(state, events)
    begin_turn(state, events)


def close_turn(state: State, events: Events) -> None:
    """Summarises the turn in a line and clears its dice away."""
    events.append(a.TurnTold(state.seat, told(state)))
    state.turn += 1
    state.plan, state.faces, state.way = (), (), "one-by-one"
    state.at = state.hazards = state.secured = 0
    state.calm = state.accepted = state.carried = False
    state.lost_on, state.lost_gear, state.to_draw = -1, 0, 0
    state.origin, state.origin_gear = -1, 0
    state.rolled, state.lost, state.letters, state.words = (), "", "", ()


def stay(state: State, cell: int | None, events: Events) -> None:
    """Ends the turn of a blocked or stranded car where it is (DIRT-BLOCK-1, -2, -4)."""
    seat, car = state.seat, state.car
    staying = drive_of(state, seat).staying()
    if staying in ("free", "forced"):
        raise IllegalAction("DIRT-BLOCK-1", "rallyman-dirt.must-move")
    if cell is not None and (staying != "stranded" or cell not in other_lanes(state)):
        raise IllegalAction("DIRT-BLOCK-4", "rallyman-dirt.cannot-shift")
    if staying == "stranded":
        start, car.cell = car.cell, car.cell if cell is None else cell
        note(state, "stranded")
        events.append(a.Stranded(seat, start, car.cell))
        car.gear = 0
    else:
        note(state, "pass")
        events.append(a.Blocked(seat, car.gear))
    end_movement(state, events)


def other_lanes(state: State) -> list[int]:
    """Returns the free spaces in the row of a stranded car that it may move to (DIRT-BLOCK-4)."""
    way, car = road(state), state.car
    if car.cell < 0 or way.section[car.cell] < 0:
        return []
    taken = sum(1 << other.cell for other in state.cars if other is not car and other.status == "track")
    row = way.section_cells[way.section[car.cell]]
    lanes = [cell for cell in row if way.kind[cell] == LANE and cell != car.cell]
    return [cell for cell in lanes if not taken & way.overlaps[cell]]


def end_movement(state: State, events: Events) -> None:
    """Ends a movement without a loss: finish, wheel change or time card (DIRT-TURN-1)."""
    car = state.car
    if car.cell >= 0 and road(state).finish[car.cell]:
        finish(state, events)
    elif can_change_wheel(state, state.seat) and car.gear == 1:
        state.phase = "wheel"
    else:
        take_card(state, events)


def can_change_wheel(state: State, seat: int) -> bool:
    """Whether a player has an unused spare wheel and a token it removes (DIRT-SPARE-1, -D3)."""
    car = state.cars[seat]
    return car.spare and removable(car, state.options.spare_wheel_removes) >= 0


def take_card(state: State, events: Events) -> None:
    """Takes a time card of the gear in which the movement ended (DIRT-TIME-1, DIRT-BLOCK-2)."""
    car = state.car
    if car.gear == 0:
        _zero_turn(state, events)
    else:
        entry = cards.lay(car, car.gear)
        events.append(a.CardTaken(state.seat, car.gear, entry.seconds, cards.pile_seconds(car)))
    next_turn(state, events)


def change_wheel(state: State, events: Events) -> None:
    """Takes the car off the track and puts the spare wheel card on the pile (DIRT-SPARE-2, -3, -D2)."""
    car = state.car
    token = removable(car, state.options.spare_wheel_removes)
    remove(state, car, token)
    car.spare = False
    leave_track(state, car)
    entry = cards.lay(car, cards.SPARE)
    note(state, "wheel")
    removed = UP[token]
    events.append(a.WheelChanged(state.seat, removed, entry.seconds))  # type: ignore[arg-type]
    next_turn(state, events)


def leave_track(state: State, car: Car) -> None:
    """Moves the car beside its space; the first to leave goes first (DIRT-ORDER-D2)."""
    car.status = "off"
    car.left = state.departures
    state.departures += 1


def finish(state: State, events: Events) -> None:
    """Records a car on the finish row; nobody leads any more (DIRT-FINISH-1, -2, -4, DIRT-LEAD-3)."""
    seat, car = state.seat, state.car
    gear = car.gear
    cards.lay(car, gear)
    car.status, car.cell = "finished", -1
    state.finishers = (*state.finishers, seat)
    state.leader = -1
    seconds = stage_seconds(car)
    note(state, "finish")
    events.append(a.Finished(seat, gear, seconds, clock(seconds)))
    if state.lost_on >= 0 and goes_on(state):
        state.phase = "back"
    else:
        next_turn(state, events)
