"""From stage to stage: stage times, the rally sheet, service, time controls, the next start."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from paddock.core.errors import BadInput, IllegalAction
from paddock.core.summaries import Underway
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.actions import Events
from paddock.games.rallyman.dirt.cards import pile_seconds
from paddock.games.rallyman.dirt.components import ALL_BACKS, KINDS, RETIREMENT_SECONDS, TOKENS, UP
from paddock.games.rallyman.dirt.stages import goes_on, roads_of, stages_of
from paddock.games.rallyman.dirt.state import MOST_TIME_TOKENS, Car, SheetLine, State, damage
from paddock.games.rallyman.dirt.tokens import draw, put_back, removable, remove
from paddock.games.rallyman.sheet import clock

SECONDS_PER_TOKEN = 5
"""The seconds that a token taken at a time control adds (DIRT-ADV-3)."""


def stage_seconds(car: Car) -> int:
    """Returns the seconds on the pile less those in tokens (DIRT-FINISH-6)."""
    return pile_seconds(car) - car.seconds


def stage_times(state: State) -> tuple[int, ...]:
    """Returns all stage times; retired cars get the last finisher's plus a penalty (DIRT-RETIRE-2)."""
    own = [stage_seconds(car) for car in state.cars]
    if not state.finishers:
        return (max(own) + RETIREMENT_SECONDS,) * len(own)
    late = own[state.finishers[-1]] + RETIREMENT_SECONDS
    return tuple(
        time if car.status == "finished" else late for time, car in zip(own, state.cars, strict=True)
    )


def places(times: Sequence[int | tuple[int, int]]) -> tuple[int, ...]:
    """Returns places by time, 1 is best; equal times share a place (DIRT-FINISH-D4)."""
    return tuple(1 + sum(other < time for other in times) for time in times)  # type: ignore[operator]


def totals(state: State) -> tuple[int, ...]:
    """Returns all rally times so far, with time controls and a filled sheet (DIRT-RALLY-1, -6)."""
    before = carried_seconds(state)
    return tuple(
        before[seat] + sum(row[seat].total for row in state.sheet) for seat in range(len(state.cars))
    )


def underway(state: State) -> Underway:
    """Returns the share of the rally completed by a solo driver, and the time so far."""
    roads, car, stages = roads_of(state.options), state.cars[0], len(state.sheet)
    lengths = [road.finish_at - road.start_at for road in roads]
    driven, seconds = sum(lengths[:stages]), totals(state)[0]
    if stages == state.stage:
        road = roads[stages]
        driven += (road.front[car.cell] if car.cell >= 0 else road.start_at) - road.start_at
        seconds += stage_seconds(car)
    return Underway(min(1.0, max(0.0, driven / sum(lengths))), float(seconds), car.cell)


def carried_seconds(state: State) -> tuple[int, ...]:
    """Returns the rally times carried over from a filled sheet (DIRT-RALLY-6)."""
    return tuple(line.seconds for line in state.options.carried) or (0,) * len(state.cars)


def take_up(state: State) -> None:
    """Sets up what a filled sheet carries over: damage, spare wheels, SISU (DIRT-RALLY-6, -D6)."""
    carried = state.options.carried
    if carried and len(carried) != len(state.cars):
        raise BadInput("rallyman-dirt.carried-lines", lines=len(carried), cars=len(state.cars))
    for car, line in zip(state.cars, carried, strict=False):
        car.spare, car.sisu = line.spare, car.sisu and line.sisu
        for side, count in (("gear", line.gear), ("coast", line.coast), ("brake", line.brake)):
            for _ in range(count):
                car.tokens = (*car.tokens, _token_showing(state, side))


def _token_showing(state: State, side: str) -> int:
    """Takes a token with this damage side from the bag, of the most frequent kind."""
    kinds = [token for token in range(KINDS) if UP[token] == side and state.bag[token]]
    if not kinds:
        raise BadInput("rallyman-dirt.carried-damage", token=side)
    return draw(state, TOKENS[max(kinds, key=lambda token: state.bag[token])])


def final_places(state: State) -> tuple[int, ...]:
    """Returns the places of the rally; ties are broken by the last stage, else shared (DIRT-RALLY-D2)."""
    if not state.sheet:
        return places(carried_seconds(state))
    return places([(total, line.total) for total, line in zip(totals(state), state.sheet[-1], strict=True)])


def end_stage(state: State, events: Events) -> bool:
    """Records the times and services the cars; returns whether the next stage can begin (DIRT-RALLY-2)."""
    times = stage_times(state)
    ranks = places(times)
    winner = ranks.index(1)
    events.append(a.StageEnded(state.stage + 1, times, ranks, winner, clock(times[winner])))
    state.sheet = (
        *state.sheet,
        tuple(_line(car, time) for car, time in zip(state.cars, times, strict=True)),
    )
    if not goes_on(state):
        _end_rally(state, events)
        return False
    _service(state, events)
    state.asked = tuple(seat for seat, car in enumerate(state.cars) if _may_change_wheel(state, car))
    state.phase = "service"
    return _after_service(state)


def _line(car: Car, seconds: int) -> SheetLine:
    gear, coast, brake = damage(car.tokens)
    return SheetLine(seconds, 0, gear, coast, brake, car.spare, car.sisu, car.status == "retired")


def _end_rally(state: State, events: Events) -> None:
    sums, ranks = totals(state), final_places(state)
    winner = ranks.index(1)
    events.append(a.RallyEnded(sums, ranks, winner, clock(sums[winner])))
    state.order, state.turn, state.leader = (), 0, -1
    state.phase = "over"


def _service(state: State, events: Events) -> None:
    """Repairs the cars if there is assistance, then clears up (DIRT-ASSIST-2, DIRT-RALLY-3, -D3)."""
    assistance = stages_of(state.options)[state.stage].assistance
    if assistance:
        events.append(a.Assisted(state.stage + 1))
    for car in state.cars:
        if assistance or car.status == "retired":
            put_back(state, car.tokens)
            car.tokens, car.spare = (), True
            car.sisu = car.sisu or state.options.sisu == "stage"
    put_back(state, tuple(token for _, token in state.mud))
    state.mud = ()


def _may_change_wheel(state: State, car: Car) -> bool:
    """Whether a wheel can be changed between stages; after assistance there is no damage (DIRT-SPARE-6)."""
    return car.spare and removable(car, state.options.spare_wheel_removes) >= 0


def decide_wheel(state: State, seat: int, change: bool, events: Events) -> bool:
    """Applies the choice to change the wheel between stages; returns whether the next stage can begin."""
    car = state.cars[seat]
    if change:
        token = removable(car, state.options.spare_wheel_removes)
        remove(state, car, token)
        car.spare = False
        events.append(a.WheelChanged(seat, UP[token], 0))  # type: ignore[arg-type]
    else:
        events.append(a.WheelKept(seat))
    state.asked = tuple(other for other in state.asked if other != seat)
    return _after_service(state)


def _after_service(state: State) -> bool:
    if state.asked:
        return False
    _write_carried(state)
    if state.options.time_controls:
        seats = range(len(state.cars))
        state.phase = "clocks"
        state.asked, state.clocks = tuple(seats), (-1,) * len(state.cars)
        return False
    return True


def _write_carried(state: State) -> None:
    """Writes on the sheet what every car takes into the next stage (DIRT-SHEET-1, -D2)."""
    row = []
    for line, car in zip(state.sheet[-1], state.cars, strict=True):
        gear, coast, brake = damage(car.tokens)
        row.append(
            msgspec.structs.replace(line, gear=gear, coast=coast, brake=brake, spare=car.spare, sisu=car.sisu)
        )
    state.sheet = (*state.sheet[:-1], tuple(row))


def take_time(state: State, seat: int, tokens: int, events: Events) -> bool:
    """Applies a choice at the time control (DIRT-ADV-3); returns whether the next stage can begin."""
    if not 0 <= tokens <= MOST_TIME_TOKENS:
        raise IllegalAction("DIRT-ADV-D6", "rallyman-dirt.too-many-tokens", most=MOST_TIME_TOKENS)
    state.clocks = (*state.clocks[:seat], tokens, *state.clocks[seat + 1 :])
    state.asked = tuple(other for other in state.asked if other != seat)
    events.append(a.TimeTaken(seat))
    if state.asked:
        return False
    added = tuple(SECONDS_PER_TOKEN * tokens for tokens in state.clocks)
    row = tuple(
        msgspec.structs.replace(line, control=seconds)
        for line, seconds in zip(state.sheet[-1], added, strict=True)
    )
    state.sheet = (*state.sheet[:-1], row)
    events.append(a.TimesShown(added))
    return True


def open_stage(state: State, events: Events) -> None:
    """Sets up the next stage: clears everything but cockpits and spare wheels (DIRT-RALLY-3 to -5)."""
    sums = totals(state)
    state.starters = tuple(sorted(state.starters, key=lambda seat: sums[seat]))
    state.stage += 1
    for car in state.cars:
        car.status, car.cell, car.gear, car.left = "waiting", -1, 0, 0
        car.seconds, car.pile = 0, ()
    state.backs = ALL_BACKS
    state.round = state.turn = state.departures = 0
    state.order, state.finishers, state.clocks = (), (), ()
    announce_stage(state, events)


def announce_stage(state: State, events: Events) -> None:
    """Announces which stage begins and who starts when."""
    stage = stages_of(state.options)[state.stage]
    events.append(a.StageBegan(state.stage + 1, stage.id, stage.name or stage.id, state.starters))
