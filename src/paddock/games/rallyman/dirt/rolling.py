"""Rolling and moving: one by one, flat out, relays, and where control is lost."""

from __future__ import annotations

from paddock.core.errors import IllegalAction
from paddock.games.rallyman.dice import HAZARD, gear_after
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt import plans, relays, shortcuts
from paddock.games.rallyman.dirt.actions import Events
from paddock.games.rallyman.dirt.components import HAZARD_LIMIT
from paddock.games.rallyman.dirt.drive import drive_of
from paddock.games.rallyman.dirt.ground import GROUNDED, LONG, flight, limit_now
from paddock.games.rallyman.dirt.stages import road
from paddock.games.rallyman.dirt.state import LaidStep, State, Step, seconds_gained
from paddock.games.rallyman.dirt.turn import end_movement, finish, note
from paddock.games.rallyman.securing import price
from paddock.games.rallyman.turns import Way


def start_plan(state: State, steps: tuple[Step, ...], way: Way, events: Events) -> None:
    """Checks a plan, lays its dice and begins to roll (DIRT-TURN-2, DIRT-ROLL-D2, DIRT-FLAT-1)."""
    seat = state.seat
    steps = plans.laid(drive_of(state, seat), steps)
    state.plan, state.way = steps, way
    events.append(a.Planned(seat, steps, way, len(steps)))
    if way == "flat-out":
        state.phase = "flat"
    else:
        state.phase = "step" if can_secure(state) or can_play_sisu(state) else "roll"


def can_secure(state: State) -> bool:
    """Whether the seconds suffice to secure the next step as a whole (DIRT-SEC-3, -4)."""
    return price(state.secured, 1 + state.plan[state.at].brakes) <= state.car.seconds


def can_play_sisu(state: State) -> bool:
    """Whether the player on turn may discard a SISU token now (DIRT-ADV-4)."""
    return state.car.sisu and not state.calm


def secure(state: State, events: Events) -> None:
    """Pays for the next step and takes it without a roll (DIRT-SEC-3, -4)."""
    dice = 1 + state.plan[state.at].brakes
    cost = price(state.secured, dice)
    car = state.car
    if cost > car.seconds:
        rule = "DIRT-SEC-3" if dice == 1 else "DIRT-SEC-4"
        raise IllegalAction(rule, "rallyman-dirt.too-few-seconds", price=cost, seconds=car.seconds, dice=dice)
    car.seconds -= cost
    state.secured += dice
    events.append(a.Secured(state.seat, state.at + 1, dice, cost, car.seconds))
    state.faces = (*state.faces, "*")
    take_step(state, events)


def stop(state: State, events: Events) -> None:
    """Ends the movement after a step (DIRT-ROLL-3, -D2)."""
    if state.at == 0:
        raise IllegalAction("DIRT-ROLL-D2", "rallyman-dirt.first-step")
    events.append(a.Stopped(state.seat, state.car.gear))
    end_movement(state, events)


def play_sisu(state: State, events: Events) -> None:
    """Discards the SISU token; the last roll no longer fails (DIRT-ADV-4, -D4, -D5)."""
    if not can_play_sisu(state):
        raise IllegalAction("DIRT-ADV-4", "rallyman-dirt.no-sisu")
    state.car.sisu = False
    state.calm = True
    note(state, "sisu")
    events.append(a.SisuPlayed(state.seat))
    if state.phase == "sisu":
        _go_on(state, events)


def accept(state: State, events: Events) -> None:
    """Keeps the SISU token and lets the hazards count."""
    state.accepted = True
    _go_on(state, events)


def _go_on(state: State, events: Events) -> None:
    """Continues where the question about SISU interrupted the turn."""
    if state.way == "flat-out" and state.at == 0:
        _drive_flat_out(state, events)
    else:
        land(state, events)


def _asks_for_sisu(state: State) -> bool:
    """Asks the player once a turn whether to play SISU against hazards; returns whether it asked."""
    if state.accepted or not can_play_sisu(state):
        return False
    state.phase = "sisu"
    return True


def roll(state: State) -> None:
    """Begins to roll the dice of the next step."""
    state.phase = "roll"


def rolled_one(state: State, faces: str, events: Events) -> None:
    """Handles the dice of the next step, rolled one by one (DIRT-ROLL-1)."""
    step = state.plan[state.at]
    state.faces = (*state.faces, faces)
    hazards = state.hazards + faces.count(HAZARD)
    events.append(a.Rolled(state.seat, state.at + 1, step.die, faces, hazards))
    take_step(state, events)


def take_step(state: State, events: Events) -> None:
    """Moves along the next step of the plan; a shortcut costs a draw (DIRT-ROLL-D1, DIRT-CUT-4, -D1)."""
    car, way, at = state.car, road(state), state.at
    step = state.plan[at]
    if at < len(state.faces):
        state.hazards += state.faces[at].count(HAZARD)
    gear = gear_after(car.gear, step.die)
    flown = flight(way.jump[car.cell], car.gear) if at else GROUNDED
    events.append(a.Moved(state.seat, car.cell, step.cell, gear, flown))
    car.status, car.cell, car.gear = "track", step.cell, gear
    state.at = at + 1
    if way.shortcut[step.cell] >= 0 and way.nth[step.cell] == 0:
        if any(state.bag):
            state.phase = "shortcut"
            return
        events.append(a.BagEmpty(state.seat))
    if state.carried:
        _carry_on(state, events)
    else:
        land(state, events)


def drew_for_shortcut(state: State, token: str, events: Events) -> None:
    """Handles a token drawn from the bag on entering a shortcut."""
    shortcuts.apply(state, token, events)
    if state.carried:
        _carry_on(state, events)
    else:
        land(state, events)


def land(state: State, events: Events) -> None:
    """Resolves the step just taken, in this order: overspeed, jump, hazards (DIRT-ROLL-D1)."""
    car, way = state.car, road(state)
    step, faces = state.plan[state.at - 1], state.faces[state.at - 1]
    start = state.plan[state.at - 2].cell if state.at > 1 else state.origin
    gear, jump = car.gear, way.jump[car.cell]
    hazard = HAZARD in faces and not state.calm
    if gear > limit_now(way, state.mud, start, car.cell):
        lose(state, "overspeed", events)
    elif jump and gear > jump + 1:
        _fly(state, step.landing, events)
        lose(state, "jump", events)
    elif jump and gear == jump + 1 and hazard:
        if not _asks_for_sisu(state):
            if not _reaches_finish(state):
                _fly(state, step.landing, events)
            lose(state, "landing", events)
    elif state.at == 1 and hazard and relays.begins_flying(state.plan, state.origin_gear):
        if not _asks_for_sisu(state):
            note(state, "failed-start")
            events.append(a.FlyingStartFailed(state.seat))
            end_movement(state, events)
    elif state.hazards >= HAZARD_LIMIT and not state.calm:
        if not _asks_for_sisu(state):
            lose(state, "hazards", events)
    elif way.finish[car.cell] or state.at == len(state.plan):
        end_movement(state, events)
    elif state.way == "flat-out":
        take_step(state, events)
    else:
        state.phase = "step"


def _fly(state: State, landing: int, events: Events) -> None:
    car = state.car
    events.append(a.Moved(state.seat, car.cell, landing, car.gear, LONG))
    car.cell = landing


def rolled_flat(state: State, faces: str, events: Events) -> None:
    """Handles the dice of one step of a flat out; after the last one the car drives."""
    step = state.plan[len(state.faces)]
    state.faces = (*state.faces, faces)
    total = sum(shown.count(HAZARD) for shown in state.faces)
    events.append(a.Rolled(state.seat, len(state.faces), step.die, faces, total))
    if len(state.faces) == len(state.plan):
        car = state.car
        gained = seconds_gained(state.plan)
        car.seconds += gained
        events.append(a.SecondsGained(state.seat, gained, car.seconds))
        _drive_flat_out(state, events)


def _drive_flat_out(state: State, events: Events) -> None:
    """Drives the plan once all dice are rolled, or asks for a relay (DIRT-FLAT-3, -4, -D4, DIRT-ADV-D1)."""
    total = sum(shown.count(HAZARD) for shown in state.faces)
    flying_start_failed = HAZARD in state.faces[0] and relays.begins_flying(state.plan, state.origin_gear)
    if total < HAZARD_LIMIT or state.calm or (flying_start_failed and state.accepted):
        take_step(state, events)
    elif _asks_for_sisu(state):
        pass
    elif flying_start_failed:
        take_step(state, events)
    elif _reaches_finish(state):
        _cross_the_line(state, total, events)
    else:
        events.append(a.LayAgain(state.seat, total))
        state.phase = "relay"


def lay_again(state: State, steps: tuple[LaidStep, ...], events: Events) -> None:
    """Drives the relay of a failed flat out to its loss (DIRT-FLAT-4, -5)."""
    relays.Relays(state).check(steps)
    events.append(a.Relaid(state.seat, steps, len(steps)))
    state.rolled = tuple(
        LaidStep(step.die, step.cell, faces, step.landing)
        for step, faces in zip(state.plan, state.faces, strict=True)
    )
    state.plan = relays.planned(steps)
    state.faces = tuple(laid.faces for laid in steps)
    take_step(state, events)


def _reaches_finish(state: State) -> bool:
    """Whether the plan of the turn reaches the finish row (DIRT-FINISH-D2)."""
    last = state.plan[-1]
    return road(state).finish[last.cell]


def lose(state: State, cause: a.Cause, events: Events) -> None:
    """Loses control where the car is, unless its plan carries it across the line (DIRT-FINISH-4, -D2)."""
    car, way = state.car, road(state)
    if cause in ("hazards", "landing") and _reaches_finish(state) and not way.finish[car.cell]:
        _cross_the_line(state, state.hazards, events)
        return
    state.lost_on, state.lost_gear, state.lost = car.cell, car.gear, "!"
    events.append(a.ControlLost(state.seat, car.cell, car.gear, way.danger[car.cell], cause, state.hazards))
    if way.finish[car.cell]:
        finish(state, events)
    else:
        state.phase = "back"


def _cross_the_line(state: State, hazards: int, events: Events) -> None:
    """Drives on along the plan although control is lost (DIRT-FINISH-D2)."""
    state.lost = "!"
    events.append(a.CarriedOver(state.seat, hazards))
    state.carried = True
    _carry_on(state, events)


def _carry_on(state: State, events: Events) -> None:
    if state.at < len(state.plan):
        take_step(state, events)
        return
    car = state.car
    state.lost_on, state.lost_gear = car.cell, car.gear
    finish(state, events)
