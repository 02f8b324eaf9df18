"""Parts of a turn that not every turn has: other ways than a plan, dice laid again, a card turned over."""

from __future__ import annotations

import numpy as np

from paddock.kernels.compiling import kernel
from paddock.kernels.dirt.race_parts import (
    BACK_AT,
    DANGER,
    FINISH,
    FINISHED,
    GEAR,
    GROUNDED,
    JUMP,
    LEFT,
    OFF,
    OVER_ONE,
    OVER_TWO,
    PILE,
    STATUS,
    TOKENS,
    in_bag,
    landing_of,
    limit_of,
    open_ends,
    openings_of,
    payable,
    token_of,
)
from paddock.kernels.dirt.stage_arrays import Ints
from paddock.kernels.random_play import ones, tell
from paddock.kernels.random_stream import below


@kernel
def other_ways(
    cell: int, gear: int, gears: int, coasts: int, brakes: int, flying: int, red_zone: int, start: Ints,
    spaces: Ints, links: Ints, cars: Ints, taken: Ints, shut: Ints, mud: Ints, die: Ints, more: Ints,
    w_cell: Ints,
) -> tuple[int, bool]:  # fmt: skip
    """Fill what a car may do beside plans: stay (-1), move to a lane; their number, and if it is stranded."""
    safe, bad, empty_safe, empty_bad = False, False, False, False
    lays = payable(gear, gears, coasts, brakes, 0, flying, red_zone, die, more)
    begin, end = start[0], start[1]
    if cell >= 0:
        begin, end = spaces[cell, 9], spaces[cell, 10]
    for i in range(lays):
        g = die[i] if die[i] < 7 else gear
        wades = die[i] >= 7 or (die[i] == 1 and more[i] == 0)
        for j in range(begin, end):
            to = links[j]
            most, jump = limit_of(cell, to, spaces, mud), spaces[to, JUMP]
            if most <= 0:
                continue
            fatal = g > most or (jump > 0 and g > jump + 1)
            if shut[to] == 0 and open_ends(g, wades, cell, to, False, spaces, links, cars, taken, shut, mud):
                safe = safe or not fatal
                bad = bad or fatal
            if open_ends(g, wades, cell, to, True, spaces, links, cars, taken, shut, mud):
                empty_safe = empty_safe or not fatal
                empty_bad = empty_bad or fatal
    others = 0
    blocked = not safe and (empty_safe or (empty_bad and not bad))
    stranded = not safe and not blocked and not bad
    if blocked or stranded:
        w_cell[0] = -1
        others = 1
    if stranded and cell >= 0:
        for i in range(spaces[cell, 19], spaces[cell, 20]):
            if shut[links[i]] == 0:
                w_cell[others] = links[i]
                others += 1
    return others, stranded


@kernel
def relay(
    length: int, origin: int, first_gear: int, gears: int, coasts: int, brakes: int, wings: int,
    red_zone: int, limit: int, start: Ints, spaces: Ints, links: Ints, cars: Ints, taken: Ints, shut: Ints,
    mud: Ints, die: Ints, more: Ints, openings: Ints, w_lay: Ints, w_cell: Ints, w_end: Ints, plan: Ints,
    stream: Ints,
) -> int:  # fmt: skip
    """Lay the dice of a failed plan again by chance, or in its own order; fills `plan`, gives its length."""
    laid = np.zeros((5, 16), np.int64)
    p_die, p_more, p_cell, p_land, p_face = plan[0], plan[1], plan[2], plan[3], plan[4]
    r_die, r_more, r_cell, r_land, r_face = laid[0], laid[1], laid[2], laid[3], laid[4]
    rolled, bad_gears, pc, hc, pb, hb = 0, 0, 0, 0, 0, 0
    for i in range(length):
        extra = ones(p_face[i] >> 1)
        if p_die[i] == 7:
            hc += p_face[i] & 1
            pc += 1 - (p_face[i] & 1)
        elif p_die[i] == 8:
            hb += p_face[i] & 1
            pb += 1 - (p_face[i] & 1)
        else:
            rolled |= 1 << (p_die[i] - 1)
            bad_gears |= (p_face[i] & 1) << (p_die[i] - 1)
            hb += extra
            pb += p_more[i] - extra
    driven, done = 0, False
    for _ in range(8):  # a relay by chance
        cell, gear, spent, ug, uc, ub = origin, first_gear, 0, 0, 0, 0
        xc, xb, count, driven, done = 0, 0, 0, 0, False
        flight, landing = GROUNDED, -1
        while not done:
            if cell >= 0 and spaces[cell, FINISH]:
                break
            lays = payable(gear, gears - ug, coasts - uc, brakes - ub, spent, wings, red_zone, die, more)
            free = openings_of(cell, flight, landing, start, spaces, links, shut, mud, openings)
            legal = 0
            for j in range(lays):
                g = die[j] if die[j] < 7 else gear
                wades = die[j] >= 7 or (die[j] == 1 and more[j] == 0)
                if die[j] == 7:
                    low = 0 if uc - xc < pc else 1
                    high = 1 if xc < hc else 0
                else:
                    if die[j] < 7 and not rolled >> (g - 1) & 1:
                        continue
                    dice = more[j] if die[j] < 7 else 1
                    low = max(0, dice - (pb - (ub - xb)))
                    high = min(dice, hb - xb)
                for bads in range(low, high + 1):
                    for o in range(free):
                        ways = open_ends(
                            g, wades, cell, openings[o], False, spaces, links, cars, taken, shut, mud
                        )
                        for e in range(ways):
                            w_lay[legal] = j | bads << 8
                            w_cell[legal], w_end[legal] = openings[o], e
                            legal += 1
            if legal == 0:
                break
            w = below(stream, legal)
            i, bads, to = w_lay[w] & 255, w_lay[w] >> 8, w_cell[w]
            g = die[i] if die[i] < 7 else gear
            most, jump = limit_of(cell, to, spaces, mud), spaces[to, JUMP]
            landing = landing_of(g, cell, to, w_end[w], spaces, links, shut, mud)
            shown = bads
            if die[i] == 7:
                uc += 1
                xc += bads
                r_face[driven] = bads
            elif die[i] == 8:
                ub += 1
                xb += bads
                r_face[driven] = bads
            else:
                spent |= 1 << (g - 1)
                ug += 1
                ub += more[i]
                xb += bads
                lead = bad_gears >> (g - 1) & 1
                shown += lead
                # brake dice: plain ones first
                r_face[driven] = lead | ((1 << bads) - 1) << (more[i] - bads) << 1
            count += shown
            r_die[driven], r_more[driven] = die[i], more[i]
            r_cell[driven], r_land[driven] = to, landing
            driven += 1
            fatal = g > most or (jump > 0 and g > jump + 1)
            touchy = jump > 0 and g == jump + 1 and g <= most
            done = count >= limit or fatal or (touchy and shown > 0)
            flight = GROUNDED
            if jump > 0 and g >= jump and g <= most:
                flight = OVER_ONE if g == jump else OVER_TWO
            cell, gear = to, g
        if done:
            break
    if not done:  # the order of the plan
        driven, count, gear = 0, 0, first_gear
        while not done:
            i = driven
            extra = ones(p_face[i] >> 1)
            r_face[i] = (p_face[i] & 1) | (((1 << extra) - 1) << (p_more[i] - extra) << 1)
            r_die[i], r_more[i] = p_die[i], p_more[i]
            r_cell[i], r_land[i] = p_cell[i], p_land[i]
            if p_die[i] < 7:
                gear = p_die[i]
            count += ones(p_face[i])
            before = p_cell[i - 1] if i else origin
            most, jump = limit_of(before, p_cell[i], spaces, mud), spaces[p_cell[i], JUMP]
            fatal = gear > most or (jump > 0 and gear > jump + 1)
            touchy = jump > 0 and gear == jump + 1
            done = count >= limit or fatal or (touchy and p_face[i] > 0)
            driven += 1
    for i in range(driven):
        for field in range(5):
            plan[field, i] = laid[field, i]
    return driven


@kernel
def turn_over(
    seat: int, lost_on: int, lost_gear: int, departures: int, spaces: Ints, backs: Ints, backs_first: Ints,
    unseen: Ints, bag: Ints, cars: Ints, tokens: Ints, stream: Ints, trace: Ints, at: Ints,
) -> int:  # fmt: skip
    """Turn over a time card for a loss of control, draw its damage tokens; gives the nodes that takes."""
    c, nodes = cars[seat], 1
    begin, end = backs_first[lost_gear], backs_first[lost_gear + 1]
    total = 0
    for i in range(begin, end):
        total += unseen[i]
    if total == 0:
        for i in range(begin, end):
            unseen[i] = backs[i, 1]
            total += unseen[i]
    ticket, back = below(stream, total), begin
    while ticket >= unseen[back]:
        ticket -= unseen[back]
        back += 1
    tell(trace, at, BACK_AT)
    tell(trace, at, back)
    unseen[back] -= 1
    if c[STATUS] != FINISHED:
        c[PILE] += backs[back, 2]
        c[GEAR] = 0
        if backs[back, 3]:
            c[STATUS] = OFF
            c[LEFT] = departures
    drawn = backs[back, 4 + spaces[lost_on, DANGER]]
    while drawn > 0:
        total = in_bag(bag)
        if total == 0:
            break
        tokens[seat, c[TOKENS]] = token_of(bag, total, stream, trace, at)
        nodes += 1
        c[TOKENS] += 1
        drawn -= 1
    return nodes
