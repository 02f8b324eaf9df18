"""Rounds and turns: who is asked next, rolling and moving, and how a turn ends."""

from __future__ import annotations

from paddock.core.errors import IllegalAction
from paddock.games.rallyman.dice import HAZARD
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt import cards, plans, relays, shortcuts
from paddock.games.rallyman.dirt.actions import Events
from paddock.games.rallyman.dirt.components import HAZARD_LIMIT, UP, DamageSide
from paddock.games.rallyman.dirt.drive import GROUNDED, LONG, SHORT, drive_of, limit_now
from paddock.games.rallyman.dirt.lines import LETTERS, told
from paddock.games.rallyman.dirt.losses import lose_control, turned_in
from paddock.games.rallyman.dirt.order import open_round
from paddock.games.rallyman.dirt.rally import end_stage, open_stage, stage_seconds
from paddock.games.rallyman.dirt.stages import goes_on, road
from paddock.games.rallyman.dirt.state import Car, LaidStep, State, Step, gear_after, hand_of, seconds_gained
from paddock.games.rallyman.dirt.tokens import draw, lying, removable, remove
from paddock.games.rallyman.securing import price
from paddock.games.rallyman.sheet import clock
from paddock.games.rallyman.turns import Way
from paddock.tracks.road_dirt import LANE


def begin_round(state: State, events: Events) -> None:
    """Start the next round, or end the stage if nobody is left (DIRT-ORDER-1, DIRT-FINISH-5)."""
    if all(car.status in ("finished", "retired") for car in state.cars):
        if end_stage(state, events):
            next_stage(state, events)
        return
    open_round(state)
    events.append(a.RoundBegan(state.round, state.order, state.leader))
    begin_turn(state, events)


def next_stage(state: State, events: Events) -> None:
    """Start the next stage of the rally."""
    open_stage(state, events)
    begin_round(state, events)


def begin_turn(state: State, events: Events) -> None:
    """Ask the next car for a plan; some retire, some cannot come back (DIRT-TURN-1, DIRT-LOSS-8)."""
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
    """Put a car back on its space, unless another stands there or across it (DIRT-LOSS-8, -D1)."""
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
    """Write a word down for the line that tells the turn."""
    state.words = (*state.words, word)


def _zero_turn(state: State, events: Events) -> None:
    """End a turn in gear 0 without a card (DIRT-TIME-6)."""
    car = state.car
    entry = cards.lay(car, cards.ZERO)
    events.append(a.ZeroTurn(state.seat, entry.seconds, cards.pile_seconds(car)))


def next_turn(state: State, events: Events) -> None:
    """Close the turn and go on to the next car."""
    close_turn(state, events)
    begin_turn(state, events)


def close_turn(state: State, events: Events) -> None:
    """Tell the turn in a line and take its dice off the table."""
    events.append(a.TurnTold(state.seat, told(state)))
    state.turn += 1
    state.plan, state.faces, state.way = (), (), "one-by-one"
    state.at = state.hazards = state.secured = 0
    state.calm = state.accepted = state.carried = False
    state.lost_on, state.lost_gear, state.to_draw = -1, 0, 0
    state.origin, state.origin_gear = -1, 0
    state.rolled, state.lost, state.letters, state.words = (), "", "", ()


def start_plan(state: State, steps: tuple[Step, ...], way: Way, events: Events) -> None:
    """Check a plan, lay its dice and begin to roll (DIRT-TURN-2, DIRT-ROLL-D2, DIRT-FLAT-1)."""
    seat = state.seat
    plans.check_drive(drive_of(state, seat), steps)
    state.plan, state.way = steps, way
    events.append(a.Planned(seat, steps, way, len(steps)))
    if way == "flat-out":
        state.phase = "flat"
    else:
        state.phase = "step" if can_secure(state) or can_play_sisu(state) else "roll"


def stay(state: State, cell: int | None, events: Events) -> None:
    """End the turn of a blocked or stranded car where it is (DIRT-BLOCK-1, -2, -4)."""
    seat, car = state.seat, state.car
    standing = drive_of(state, seat).standing()
    if standing in ("free", "forced"):
        raise IllegalAction("DIRT-BLOCK-1", "rallyman-dirt.must-move")
    if cell is not None and (standing != "stranded" or cell not in other_lanes(state)):
        raise IllegalAction("DIRT-BLOCK-4", "rallyman-dirt.cannot-shift")
    if standing == "stranded":
        start, car.cell = car.cell, car.cell if cell is None else cell
        note(state, "stranded")
        events.append(a.Stranded(seat, start, car.cell))
        car.gear = 0
    else:
        note(state, "pass")
        events.append(a.Blocked(seat, car.gear))
    end_movement(state, events)


def other_lanes(state: State) -> list[int]:
    """The free lane spaces a stranded car may be put on: the others of its row (DIRT-BLOCK-4)."""
    way, car = road(state), state.car
    if car.cell < 0 or way.section[car.cell] < 0:
        return []
    taken = sum(1 << other.cell for other in state.cars if other is not car and other.status == "track")
    row = way.section_cells[way.section[car.cell]]
    lanes = [cell for cell in row if way.kind[cell] == LANE and cell != car.cell]
    return [cell for cell in lanes if not taken & way.overlaps[cell]]


def can_secure(state: State) -> bool:
    """Whether the seconds suffice to secure the next step as a whole (DIRT-SEC-3, -4)."""
    return price(state.secured, 1 + state.plan[state.at].brakes) <= state.car.seconds


def can_play_sisu(state: State) -> bool:
    """Whether the player on turn may discard a SISU token now (DIRT-ADV-4)."""
    return state.car.sisu and not state.calm


def secure(state: State, events: Events) -> None:
    """Pay for the next step and take it without a roll (DIRT-SEC-3, -4)."""
    if not can_secure(state):
        raise IllegalAction("DIRT-SEC-3", "rallyman-dirt.too-few-seconds")
    dice = 1 + state.plan[state.at].brakes
    cost = price(state.secured, dice)
    car = state.car
    car.seconds -= cost
    state.secured += dice
    events.append(a.Secured(state.seat, state.at + 1, dice, cost, car.seconds))
    state.faces = (*state.faces, "*")
    take_step(state, events)


def stop(state: State, events: Events) -> None:
    """End the movement after a step (DIRT-ROLL-3, -D2)."""
    if state.at == 0:
        raise IllegalAction("DIRT-ROLL-D2", "rallyman-dirt.first-step")
    events.append(a.Stopped(state.seat, state.car.gear))
    end_movement(state, events)


def play_sisu(state: State, events: Events) -> None:
    """Discard the SISU token; a roll that went wrong is well again (DIRT-ADV-4, -D4, -D5)."""
    if not can_play_sisu(state):
        raise IllegalAction("DIRT-ADV-4", "rallyman-dirt.no-sisu")
    state.car.sisu = False
    state.calm = True
    note(state, "sisu")
    events.append(a.SisuPlayed(state.seat))
    if state.phase == "sisu":
        _go_on(state, events)


def accept(state: State, events: Events) -> None:
    """Keep the SISU token and let the hazards count."""
    state.accepted = True
    _go_on(state, events)


def _go_on(state: State, events: Events) -> None:
    """Take up again what the question about SISU interrupted."""
    if state.way == "flat-out" and state.at == 0:
        _drive_flat_out(state, events)
    else:
        land(state, events)


def _asks_for_sisu(state: State) -> bool:
    """Ask the player whether to play SISU against hazards; once a turn."""
    if state.accepted or not can_play_sisu(state):
        return False
    state.phase = "sisu"
    return True


def rolled_one(state: State, faces: str, events: Events) -> None:
    """The dice of the next step have been rolled one by one (DIRT-ROLL-1)."""
    step = state.plan[state.at]
    state.faces = (*state.faces, faces)
    hazards = state.hazards + faces.count(HAZARD)
    events.append(a.Rolled(state.seat, state.at + 1, step.die, faces, hazards))
    take_step(state, events)


def take_step(state: State, events: Events) -> None:
    """Move along the next step of the plan; a shortcut costs a draw (DIRT-ROLL-D1, DIRT-CUT-4, -D1)."""
    car, way, at = state.car, road(state), state.at
    step = state.plan[at]
    if at < len(state.faces):
        state.hazards += state.faces[at].count(HAZARD)
    gear = gear_after(car.gear, step.die)
    flight = _flight(way.jump[car.cell], car.gear) if at else GROUNDED
    events.append(a.Moved(state.seat, car.cell, step.cell, gear, flight))
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


def _flight(jump: int, gear: int) -> int:
    """How many spaces a car flies over that goes on from a row with this number (DIRT-JUMP-1 to -3)."""
    if not jump or gear < jump:
        return GROUNDED
    return SHORT if gear == jump else LONG


def drew_for_shortcut(state: State, token: str, events: Events) -> None:
    """A token came out of the bag on entering a shortcut."""
    shortcuts.apply(state, token, events)
    if state.carried:
        _carry_on(state, events)
    else:
        land(state, events)


def land(state: State, events: Events) -> None:
    """What comes of the step just taken, in this order: overspeed, jump, hazards (DIRT-ROLL-D1)."""
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
    """The dice of one step of a flat out have been rolled; after the last one the car drives."""
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
    """All dice lie on the table: drive the plan, or lay it again (DIRT-FLAT-3, -4, -D4, DIRT-ADV-D1)."""
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
    """Take the new layout of a failed flat out and drive it to its loss (DIRT-FLAT-4, -5)."""
    relays.Layouts(state).check(steps)
    events.append(a.Relaid(state.seat, steps, len(steps)))
    state.rolled = tuple(
        LaidStep(step.die, step.cell, faces, step.landing)
        for step, faces in zip(state.plan, state.faces, strict=True)
    )
    state.plan = relays.planned(steps)
    state.faces = tuple(laid.faces for laid in steps)
    state.accepted = True
    take_step(state, events)


def _reaches_finish(state: State) -> bool:
    """Whether the plan of the turn reaches the finish row (DIRT-FINISH-D2)."""
    last = state.plan[-1]
    return road(state).finish[last.cell]


def lose(state: State, cause: a.Cause, events: Events) -> None:
    """Control is lost where the car is now, unless its plan carries it over the line (DIRT-FINISH-4, -D2)."""
    car, way = state.car, road(state)
    if cause in ("hazards", "landing") and _reaches_finish(state) and not way.finish[car.cell]:
        _cross_the_line(state, state.hazards, events)
        return
    state.lost_on, state.lost_gear, state.lost = car.cell, car.gear, "!"
    events.append(a.ControlLost(state.seat, car.cell, car.gear, way.danger[car.cell], cause, state.hazards))
    if way.finish[car.cell]:
        _finish(state, events)
    else:
        lose_control(state)


def _cross_the_line(state: State, hazards: int, events: Events) -> None:
    """Drive on along the plan although control is lost (DIRT-FINISH-D2)."""
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
    _finish(state, events)


def end_movement(state: State, events: Events) -> None:
    """A movement without a loss is over: finish, wheel change or time card (DIRT-TURN-1)."""
    car = state.car
    if car.cell >= 0 and road(state).finish[car.cell]:
        _finish(state, events)
    elif can_change_wheel(state, state.seat) and car.gear == 1:
        state.phase = "wheel"
    else:
        take_card(state, events)


def can_change_wheel(state: State, seat: int) -> bool:
    """Whether a player has an unused spare wheel and a token it removes (DIRT-SPARE-1, -D3)."""
    car = state.cars[seat]
    return car.spare and removable(car, state.options.spare_wheel_removes) >= 0


def take_card(state: State, events: Events) -> None:
    """Take a time card of the gear in which the movement ended (DIRT-TIME-1, DIRT-BLOCK-2)."""
    car = state.car
    if car.gear == 0:
        _zero_turn(state, events)
    else:
        entry = cards.lay(car, car.gear)
        events.append(a.CardTaken(state.seat, car.gear, entry.seconds, cards.pile_seconds(car)))
    next_turn(state, events)


def change_wheel(state: State, events: Events) -> None:
    """Stand beside the track; the spare wheel card goes on the pile (DIRT-SPARE-2, -3, -D2)."""
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
    """Stand beside the space; who left first goes first (DIRT-ORDER-D2)."""
    car.status = "off"
    car.left = state.departures
    state.departures += 1


def _finish(state: State, events: Events) -> None:
    """The car is on the finish row, nobody leads any more (DIRT-FINISH-1, -2, -4, DIRT-LEAD-3)."""
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


def turned_over(state: State, name: str, events: Events) -> None:
    """A time card has been turned over after a loss of control (DIRT-LOSS-3 to -6, DIRT-FINISH-4)."""
    if turned_in(state, name, events) == "crash" and state.car.status == "track":
        leave_track(state, state.car)
        events.append(a.Crashed(state.seat, state.lost_on))
    _draw_on(state, events)


def drew_damage(state: State, name: str, events: Events) -> None:
    """A token came out of the bag after a crash (DIRT-LOSS-7)."""
    car = state.car
    token = draw(state, name)
    car.tokens = (*car.tokens, lying(token, shortcut_side=False))
    state.to_draw -= 1
    side: DamageSide = UP[token]  # type: ignore[assignment]
    state.letters += LETTERS[side]
    events.append(a.DamageDrawn(state.seat, side))
    _draw_on(state, events)


def _draw_on(state: State, events: Events) -> None:
    """Draw the next token as long as the bag has any (DIRT-DMG-D2)."""
    if state.to_draw and any(state.bag):
        state.phase = "damage"
        return
    if state.to_draw:
        events.append(a.BagEmpty(state.seat))
    next_turn(state, events)
