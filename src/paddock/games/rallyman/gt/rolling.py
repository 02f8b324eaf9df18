"""Rolling and moving: one by one, flat out, relays, and where control is lost."""

from __future__ import annotations

from collections.abc import Sequence

from paddock.core.errors import IllegalAction
from paddock.games.rallyman.dice import HAZARD, gear_after
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt import losses, plans, relays
from paddock.games.rallyman.gt.actions import Events
from paddock.games.rallyman.gt.drive import drive_of
from paddock.games.rallyman.gt.focus import focus_gain
from paddock.games.rallyman.gt.state import Car, LaidStep, State, Step, hazard_limit, road_of
from paddock.games.rallyman.gt.turn import end_turn, finish, next_turn
from paddock.games.rallyman.securing import price
from paddock.games.rallyman.turns import Way
from paddock.tracks.faces import Side
from paddock.tracks.road_gt import GtStep


def start_plan(state: State, steps: tuple[Step, ...], way: Way, events: Events) -> None:
    """Checks a plan, lays its dice and begins to roll (GT-ROLL-1, GT-ROLL-D2)."""
    seat, car = state.seat, state.car
    steps = plans.laid(drive_of(state, seat), steps)
    if car.gear == 0 and state.flags:
        losses.lift_flags(state, seat, events)
    state.plan, state.way = steps, way
    events.append(a.Planned(seat, steps, way, len(steps)))
    if way == "flat-out":
        state.phase = "flat"
    else:
        state.phase = "step" if can_secure(state) else "roll"


def can_secure(state: State) -> bool:
    """Whether the tokens suffice to secure the next step as a whole (GT-FOCUS-6)."""
    return price(state.secured, 1 + state.plan[state.at].brakes) <= state.car.focus


def secure(state: State, events: Events) -> None:
    """Pays for the next step and takes it without a roll (GT-FOCUS-4, -5)."""
    dice = 1 + state.plan[state.at].brakes
    cost = price(state.secured, dice)
    car = state.car
    if cost > car.focus:
        rule = "GT-FOCUS-5" if dice == 1 else "GT-FOCUS-6"
        raise IllegalAction(rule, "rallyman-gt.too-few-tokens", price=cost, focus=car.focus, dice=dice)
    car.focus -= cost
    state.secured += dice
    events.append(a.Secured(state.seat, state.at + 1, dice, cost, car.focus))
    take_step(state, "*", events)


def stop(state: State, events: Events) -> None:
    """Ends the turn after a step (GT-ROLL-6)."""
    if state.at == 0:
        raise IllegalAction("GT-ROLL-D3", "rallyman-gt.first-step")
    events.append(a.Stopped(state.seat, state.car.gear))
    end_turn(state, events)


def roll(state: State) -> None:
    """Begins to roll the dice of the next step."""
    state.phase = "roll"


def rolled_one(state: State, faces: str, events: Events) -> None:
    """Handles the dice of the next step, rolled one by one."""
    hazards = state.hazards + faces.count(HAZARD)
    events.append(a.Rolled(state.seat, state.at + 1, state.plan[state.at].die, faces, hazards))
    take_step(state, faces, events)


def take_step(state: State, faces: str, events: Events) -> None:
    """Moves along the next step of the plan and resolves it (GT-ROLL-2 to -6)."""
    car = state.car
    planned = state.plan[state.at]
    flying_start_failed = _fails_flying_start(car, planned, faces)
    state.faces = (*state.faces, faces)
    state.at += 1
    step, finished = _drive(state, (planned,), events)
    state.hazards += faces.count(HAZARD) + step.hazards[car.gear]
    cause: a.Cause | None = None
    if car.gear > step.limit:
        cause = "overspeed"
    elif state.hazards >= hazard_limit(state, state.seat) and not flying_start_failed:
        cause = "hazards"
    if cause or finished or flying_start_failed or state.at == len(state.plan):
        _settle(state, cause, finished, flying_start_failed, events)
    else:
        state.phase = "step"


def _fails_flying_start(car: Car, first: Step, faces: str) -> bool:
    """Whether die 2 was laid from gear 0 and shows a hazard (GT-ADV-4, -5)."""
    return car.gear == 0 and first.die == "2" and faces == HAZARD


def _settle(
    state: State, cause: a.Cause | None, finished: bool, flying_start_failed: bool, events: Events
) -> None:
    """Resolves the end of the movement: finish line, loss or end of turn (GT-END-D2, GT-LOSS-8)."""
    if finished:
        finish(state, cause is not None, events)
    elif cause:
        losses.lose_control(state, cause, events)
        _after_loss(state, events)
    else:
        if flying_start_failed:
            state.words = (*state.words, "failed-start")
            events.append(a.FlyingStartFailed(state.seat))
        end_turn(state, events)


def _drive(state: State, steps: Sequence[Step | LaidStep], events: Events) -> tuple[GtStep, bool]:
    """Moves the car along steps; returns the last one and whether it completed the last lap."""
    seat, car = state.seat, state.car
    road = road_of(state.options.track)
    step: GtStep | None = None
    finished = False
    for planned in steps:
        step = road.step(car.cell, planned.cell)
        assert step is not None
        gear = gear_after(car.gear, planned.die)
        events.append(a.Moved(seat, car.cell, step.cell, gear, step.hazards[gear]))
        car.cell = step.cell
        car.k += step.border
        car.gear = gear
        if step.finish and car.k >= road.n:
            finished = _lap_done(state, seat, car.k // road.n, events)
    assert step is not None
    car.backwards = False
    return step, finished


def _lap_done(state: State, seat: int, lap: int, events: Events) -> bool:
    """Counts a lap; returns whether it was the last (GT-END-2)."""
    state.cars[seat].laps = lap
    state.words = (*state.words, "lap")
    events.append(a.LapDone(seat, lap))
    return lap >= state.options.laps


def rolled_flat(state: State, faces: str, events: Events) -> None:
    """Handles the dice of one step of a flat out; after the last one the car drives."""
    planned = state.plan[state.at]
    state.hazards += faces.count(HAZARD)
    state.faces = (*state.faces, faces)
    state.at += 1
    events.append(a.Rolled(state.seat, state.at, planned.die, faces, state.hazards))
    if state.at == len(state.plan):
        _all_rolled(state, events)


def _all_rolled(state: State, events: Events) -> None:
    """Resolves a flat out: tokens, then success, failed flying start or loss (GT-FLAT-2 to -8)."""
    seat, car, plan = state.seat, state.car, state.plan
    gain_focus(state, events)
    if _fails_flying_start(car, plan[0], state.faces[0]):
        step, finished = _drive(state, plan[:1], events)
        _settle(state, "overspeed" if car.gear > step.limit else None, finished, True, events)
        return
    state.hazards += sum(relays.track_hazards(state))
    if state.hazards >= hazard_limit(state, seat):
        state.phase = "relay"
        events.append(a.LayAgain(seat, state.hazards))
        return
    step, finished = _drive(state, plan, events)
    _settle(state, "overspeed" if car.gear > step.limit else None, finished, False, events)


def gain_focus(state: State, events: Events) -> None:
    """Adds one token for every gear and coast die rolled (GT-FLAT-8, GT-ADV-12)."""
    car = state.car
    tokens = focus_gain(state.plan)
    car.focus += tokens
    events.append(a.FocusGained(state.seat, tokens, car.focus))


def lay_again(state: State, steps: tuple[LaidStep, ...], events: Events) -> None:
    """Drives the relay of a failed flat out and loses control at its end (GT-FLAT-4 to -7)."""
    relays.check(state, steps)
    state.relaid = steps
    events.append(a.Relaid(state.seat, steps, len(steps)))
    _, finished = _drive(state, steps, events)
    _settle(state, "hazards", finished, False, events)


def go_off(state: State, side: Side, events: Events) -> None:
    """Resolves the player's choice of the side of a crash (GT-LOSS-6)."""
    losses.crash(state, side, events)
    _after_loss(state, events)


def draw_damage(state: State, token: str, events: Events) -> None:
    """Handles a token drawn from the bag."""
    losses.draw(state, token, events)
    _after_loss(state, events)


def _after_loss(state: State, events: Events) -> None:
    if state.phase not in ("side", "damage"):
        next_turn(state, events)
