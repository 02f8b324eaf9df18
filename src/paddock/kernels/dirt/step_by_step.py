"""Rolling one by one: what a plan is worth, and the best plan by branch and bound over the relaxed turn."""

from __future__ import annotations

import numpy as np

from paddock.kernels.compiling import kernel
from paddock.kernels.dirt.dice import gear_after, lays, used_after
from paddock.kernels.dirt.stage_arrays import Floats, Ground, Ints
from paddock.kernels.dirt.token_bank import Purse
from paddock.kernels.dirt.turn_nodes import DICE_ROOM, Spots, wades
from paddock.kernels.dirt.value_tables import NEVER, Bounds, Problems, Values, mixed

STEPS = 12
"""More than the steps of any plan."""
WIDE = 64
DIE, BRAKES, CELL, GEAR, SPOT, FATAL, TOUCHY, ENDS, CUT, LOST_ON, PLACE = range(11)
LEG = 11
"""The fields of a step of a plan."""


@kernel
def worth(
    count: int,
    relaxed: bool,
    legs: Ints,
    flying: bool,
    k: int,
    column: int,
    limit: int,
    chances: Floats,
    purse: Purse,
    spots: Spots,
    values: Values,
    bounds: Bounds,
    problems: Problems,
    old: Floats,
    new: Floats,
    rest: Floats,
    carry: Floats,
) -> float:
    """The worth of a plan at its start, stopping and securing for the best.

    `relaxed`: it may go on behind its last step as the relaxed turn does. `old`, `new`: [punctures, hazards,
    secured]; `rest`: [punctures, secured] with hazards ignored; `carry`: [punctures].
    """
    punctures = 1
    for i in range(count):
        if legs[i, CUT] >= 0:
            punctures += 1
    punctures = min(punctures, values.stop.shape[1])
    lent = column == purse.lent
    window, side = spots.window, problems.side[k]
    calm = problems.calm[k]
    last = legs[count - 1]
    finishes = last[ENDS] == 1
    from_entry = purse.entry[problems.low[k], 0]
    to_entry = purse.column.shape[0]
    if problems.high[k] < purse.lent:
        to_entry = purse.entry[problems.high[k] + 1, 0]
    wide = to_entry - from_entry
    child = last[SPOT] % window if last[SPOT] >= 0 else 0
    goes_on = relaxed and last[SPOT] >= 0
    most = values.stop.shape[1]
    for p in range(punctures):
        carry[p] = bounds.finish[child, k, p] if goes_on else values.crossed[k, p, last[GEAR]]
    before = 0
    for i in range(count - 1):
        before += 1 + legs[i, BRAKES]
    for i in range(count - 1, -1, -1):
        leg = legs[i]
        odds = chances[leg[DIE], leg[BRAKES]]
        cell, gear, on = leg[CELL], leg[GEAR], leg[LOST_ON]
        final = i == count - 1
        forgiving = flying and i == 0
        q = 0
        while q <= before and (lent or purse.price[q] <= column):
            left = column if lent else column - purse.price[q]
            q2 = q + 1 + leg[BRAKES]
            can = lent or purse.price[q2] <= column
            left2 = column if lent else column - purse.price[q2]
            paid = float(purse.price[q2] - purse.price[q]) if lent else 0.0
            for p in range(punctures):
                onward = bounds.offset[k] + (child * most + p) * limit * wide - from_entry
                gone = NEVER
                if leg[FATAL] or not finishes:
                    gone = values.lost[k, p, on, gear, left]
                if finishes and not leg[FATAL]:
                    gone = carry[p] - (0 if lent else left)
                elif goes_on and not leg[FATAL]:
                    gone = min(gone, carry[p] - (0 if lent else left))
                ends_here = values.stop[k, p, cell, gear, left]
                if calm >= 0:
                    sure = values.stop[calm, p, cell, gear, left]
                    if final and goes_on:
                        sure = min(sure, bounds.calm[child, k, p, left])
                    elif not final:
                        sure = min(sure, rest[p, q])
                    new_rest = sure
                else:
                    new_rest = NEVER
                for h in range(limit):
                    if leg[FATAL]:
                        value = gone
                        if can:
                            value = min(value, values.lost[k, p, on, gear, left2] + paid)
                    else:
                        value = 0.0
                        for r in range(leg[BRAKES] + 2):
                            if r > 0 and leg[TOUCHY]:
                                value += odds[r] * min(gone, new_rest)
                            elif r > 0 and forgiving:
                                value += odds[r] * min(ends_here, new_rest)
                            elif h + r >= limit:
                                value += odds[r] * min(gone, new_rest)
                            elif not final:
                                value += odds[r] * old[p, h + r, q]
                            elif goes_on:
                                value += (
                                    odds[r] * bounds.ahead[onward + (h + r) * wide + purse.entry[left, q]]
                                )
                            else:
                                value += odds[r] * ends_here
                        if can:
                            if not final:
                                sure = old[p, h, q2]
                            elif goes_on:
                                sure = bounds.ahead[onward + h * wide + purse.entry[left2, q2]]
                            else:
                                sure = values.stop[k, p, cell, gear, left2]
                            value = min(value, sure + paid)
                    new[p, h, q] = value
                if calm >= 0:
                    rest[p, q] = NEVER if leg[FATAL] else new_rest
            if leg[CUT] >= 0:
                for p in range(punctures - 1):
                    draw = problems.puncture[k, leg[CUT], p]
                    for h in range(limit):
                        new[p, h, q] = mixed(new[p, h, q], new[p + 1, h, q], draw, side)
                    if calm >= 0:
                        rest[p, q] = mixed(rest[p, q], rest[p + 1, q], draw, side)
            if i > 0:
                stop = legs[i - 1]
                for p in range(punctures):
                    here = values.stop[k, p, stop[CELL], stop[GEAR], left]
                    for h in range(limit):
                        new[p, h, q] = min(new[p, h, q], here)
            q += 1
        for p in range(punctures):
            for h in range(limit):
                for j in range(q):
                    old[p, h, j] = new[p, h, j]
        if leg[CUT] >= 0:
            for p in range(punctures - 1):
                carry[p] = mixed(carry[p], carry[p + 1], problems.puncture[k, leg[CUT], p], side)
        if i > 0:
            before -= 1 + legs[i - 1, BRAKES]
    return float(old[0, 0, 0])


@kernel
def _follow(
    ground: Ground,
    spots: Spots,
    place: int,
    gear: int,
    used: int,
    die: int,
    brakes: int,
    step: int,
    leg: Ints,
) -> None:
    """Write a step down as a leg of a plan."""
    to = ground.to[step]
    ends = ground.fatal[step] or ground.ends[step]
    leg[DIE], leg[BRAKES], leg[CELL], leg[GEAR] = die, brakes, ground.cell[to], gear
    leg[SPOT] = -1 if ends else spots.number[to * 7 + gear, used]
    leg[FATAL], leg[TOUCHY], leg[ENDS] = ground.fatal[step], ground.touchy[step], ground.ends[step]
    leg[CUT], leg[LOST_ON], leg[PLACE] = ground.cut[step], ground.lost_on[step], to


@kernel
def best_plan(
    cell: int,
    start_gear: int,
    k: int,
    column: int,
    best: float,
    plan: Ints,
    guess: bool,
    limit: int,
    ground: Ground,
    hand: Ints,
    chances: Floats,
    purse: Purse,
    spots: Spots,
    values: Values,
    bounds: Bounds,
    problems: Problems,
) -> tuple[float, float]:
    """The best plan rolled one by one, if it beats `best`, written into `plan`, -1 behind its end.

    Gives its worth, and what no plan can beat: less where the slack cut the search short. `guess`: `plan`
    holds a plan already, as good a start as any.
    """
    legs = np.zeros((STEPS, LEG), np.int64)
    kids = np.zeros((STEPS, WIDE, LEG), np.int64)
    marks = np.zeros((STEPS, WIDE))
    used = np.zeros(STEPS + 1, np.int64)
    number, at = np.zeros(STEPS + 1, np.int64), np.zeros(STEPS + 1, np.int64)
    die, brakes = np.zeros(DICE_ROOM, np.int64), np.zeros(DICE_ROOM, np.int64)
    shape = (values.stop.shape[1], limit, 24)
    old, new = np.zeros(shape), np.zeros(shape)
    rest, carry = np.zeros((shape[0], 24)), np.zeros(shape[0])
    slack = problems.slack[k]
    missed = NEVER
    if guess and plan[0, DIE] > 0:
        length = 0
        while length < STEPS and plan[length, DIE] > 0:
            length += 1
        flying = start_gear == 0 and plan[0, DIE] == 2
        here = worth(
            length, False, plan, flying, k, column, limit, chances, purse, spots, values, bounds, problems,
            old, new, rest, carry,
        )  # fmt: skip
        if here < best:
            best = here
        else:
            plan[0, DIE] = -1
    else:
        plan[0, DIE] = -1
    depth = 0
    place, gear = cell, start_gear
    fresh = True
    while depth >= 0:
        if fresh:
            found = 0
            if depth < STEPS:
                for i in range(lays(hand, gear, used[depth], die, brakes)):
                    now = gear_after(gear, die[i])
                    spent = used_after(used[depth], die[i], brakes[i])
                    for step in range(ground.first[place * 7 + now], ground.first[place * 7 + now + 1]):
                        if ground.water[step] and not wades(die[i], brakes[i]):
                            continue
                        _follow(ground, spots, place, now, spent, die[i], brakes[i], step, legs[depth])
                        flying = start_gear == 0 and legs[0, DIE] == 2
                        mark = worth(
                            depth + 1, True, legs, flying, k, column, limit, chances, purse, spots, values,
                            bounds, problems, old, new, rest, carry,
                        )  # fmt: skip
                        if mark < best - slack:
                            j = found
                            while j > 0 and marks[depth, j - 1] > mark:
                                marks[depth, j] = marks[depth, j - 1]
                                kids[depth, j] = kids[depth, j - 1]
                                j -= 1
                            marks[depth, j] = mark
                            kids[depth, j] = legs[depth]
                            found += 1
                        else:
                            missed = min(missed, mark)
            number[depth], at[depth] = found, 0
            fresh = False
        if at[depth] == number[depth] or marks[depth, at[depth]] >= best - slack:
            if at[depth] < number[depth]:
                missed = min(missed, marks[depth, at[depth]])
            depth -= 1
            continue
        pick = at[depth]
        at[depth] += 1
        legs[depth] = kids[depth, pick]
        flying = start_gear == 0 and legs[0, DIE] == 2
        here = worth(
            depth + 1, False, legs, flying, k, column, limit, chances, purse, spots, values, bounds, problems,
            old, new, rest, carry,
        )  # fmt: skip
        if here < best:
            best = here
            for j in range(STEPS):
                if j <= depth:
                    plan[j] = legs[j]
                else:
                    plan[j, DIE] = -1
        if legs[depth, SPOT] >= 0:
            place, gear = legs[depth, PLACE], legs[depth, GEAR]
            used[depth + 1] = used_after(used[depth], legs[depth, DIE], legs[depth, BRAKES])
            depth += 1
            fresh = True
    return best, min(best, missed)


@kernel
def relaxed_turn(
    cell: int,
    start_gear: int,
    k: int,
    column: int,
    limit: int,
    ground: Ground,
    hand: Ints,
    chances: Floats,
    purse: Purse,
    spots: Spots,
    values: Values,
    bounds: Bounds,
    problems: Problems,
) -> float:
    """The worth of a turn whose steps are chosen when they are due: no plan is better."""
    legs = np.zeros((1, LEG), np.int64)
    die, brakes = np.zeros(DICE_ROOM, np.int64), np.zeros(DICE_ROOM, np.int64)
    shape = (values.stop.shape[1], limit, 24)
    old, new = np.zeros(shape), np.zeros(shape)
    rest, carry = np.zeros((shape[0], 24)), np.zeros(shape[0])
    best = NEVER
    for i in range(lays(hand, start_gear, 0, die, brakes)):
        now = gear_after(start_gear, die[i])
        spent = used_after(0, die[i], brakes[i])
        for step in range(ground.first[cell * 7 + now], ground.first[cell * 7 + now + 1]):
            if ground.water[step] and not wades(die[i], brakes[i]):
                continue
            _follow(ground, spots, cell, now, spent, die[i], brakes[i], step, legs[0])
            best = min(
                best,
                worth(
                    1, True, legs, start_gear == 0 and die[i] == 2, k, column, limit, chances, purse, spots,
                    values, bounds, problems, old, new, rest, carry,
                ),
            )  # fmt: skip
    return best
