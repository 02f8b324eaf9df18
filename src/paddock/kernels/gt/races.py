"""Whole random races in one compiled loop, by all rules and options; the drivers are those of `sample`.

With a trace every decision and outcome is written down, so that the engine can play the same race.
"""

from __future__ import annotations

import numpy as np

from paddock.kernels.compiling import kernel
from paddock.kernels.gt.race_parts import (
    CELL,
    DAMAGE,
    DRAWN,
    FACES_AT,
    FIELDS,
    FINISHED,
    FINISHERS,
    FOCUS,
    GEAR,
    HEAD,
    LANE_AT,
    LEFT,
    OFF,
    ON_AT,
    PASS_AT,
    PIT,
    PLAN_AT,
    RELAY_AT,
    RETIRE_AT,
    RETIRED,
    ROLL_AT,
    ROUNDS,
    SECONDS,
    SIDE_AT,
    SKY,
    STATUS,
    TOKEN_AT,
    TRACK,
    TYRE,
    K,
    line_up,
    needed,
    payable,
    rank,
    round_order,
)
from paddock.kernels.gt.road_arrays import Ints
from paddock.kernels.random_play import ones, tell, thrown
from paddock.kernels.random_stream import below, draw

_RETIRES, _A_FIFTH, _A_QUARTER, _SEVEN_TENTHS, _NINE_TENTHS = (
    1 << 22,
    858993459,
    1 << 30,
    3006477107,
    3865470566,
)


@kernel
def race(
    steps: Ints,
    cells: Ints,
    level: Ints,
    grid: Ints,
    sides: Ints,
    faces: Ints,
    loss: Ints,
    seconds: Ints,
    full_bag: Ints,
    rules: Ints,
    stream: Ints,
    trace: Ints,
    at: Ints,
    out: Ints,
) -> int:
    """One random race; fills its result and gives its nodes: decisions and outcomes."""
    seats = sides.shape[0]
    solo = seats == 1
    n, laps = rules[8], rules[0]
    flying, red_zone = rules[4], rules[5]
    open_pits = not solo or rules[7] == 1
    cars = np.zeros((seats, FIELDS), np.int64)
    taken = np.full(cells.shape[0], -1, np.int64)
    flagged = np.zeros(n, np.int64)
    flag_tile, flag_seat, flags = np.zeros(64, np.int64), np.zeros(64, np.int64), 0
    bag = full_bag.copy()
    order, keys, places = np.zeros(seats, np.int64), np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    die, more = np.zeros(9, np.int64), np.zeros(9, np.int64)
    p_die, p_more, p_step, p_face = (
        np.zeros(16, np.int64),
        np.zeros(16, np.int64),
        np.zeros(16, np.int64),
        np.zeros(16, np.int64),
    )
    r_die, r_step, r_face = np.zeros(16, np.int64), np.zeros(16, np.int64), np.zeros(16, np.int64)
    o_step, o_lay, o_bad = np.zeros(256, np.int64), np.zeros(256, np.int64), np.zeros(256, np.int64)
    nodes, time, rounds, departures, finishers = 0, 0, 0, 0, 0
    weather = rules[1]
    nodes += line_up(grid, rules, stream, trace, at, cars, taken, order, keys)
    over = False
    while not over:
        racing = round_order(cells, cars, order, keys)
        if racing == 0:
            break
        rounds += 1
        for turn in range(racing):
            seat = order[turn]
            c = cars[seat]
            if c[STATUS] != TRACK:
                if taken[c[CELL]] >= 0:
                    continue
                drives = c[STATUS] == PIT and c[GEAR] == 0
                c[STATUS] = TRACK
                c[GEAR] = 0
                taken[c[CELL]] = seat
                if not drives:
                    if solo:
                        time += seconds[0]
                    continue
            side = sides[seat, c[TYRE], weather]
            gears, coasts = max(0, side[0] - c[DAMAGE]), max(0, side[1] - c[DAMAGE + 2])
            brakes, limit, top = max(0, side[2] - c[DAMAGE + 1]), side[3], side[4]
            if flags:
                for i in range(n):
                    flagged[i] = 0
                for i in range(flags):
                    if flag_seat[i] != seat or c[GEAR] != 0:
                        flagged[flag_tile[i]] = 1
                        flagged[(flag_tile[i] + 1) % n] = 1
                        flagged[(flag_tile[i] + n - 1) % n] = 1
            taken[c[CELL]] = -1  # the car itself is never in its own way
            chance = draw(stream)
            cell, k, gear, spent, ug, uc, ub, ur, length = c[CELL], c[K], c[GEAR], 0, 0, 0, 0, 0, 0
            while True:  # a plan by a walk over legal steps
                lays = payable(
                    gear,
                    top,
                    gears - ug - ur,
                    coasts - uc,
                    brakes - ub - ur,
                    spent,
                    flying,
                    red_zone,
                    die,
                    more,
                )
                free = 0
                for s in range(cells[cell, 0], cells[cell + 1, 0]):
                    if taken[steps[s, 0]] < 0:
                        o_step[free] = s
                        free += 1
                if lays == 0 or free == 0:
                    break
                i = below(stream, lays)
                s = o_step[below(stream, free)]
                g = die[i] if die[i] < 7 else gear
                if g < needed(s, steps, cells, level, cars, taken, flagged):
                    legal = 0
                    for i in range(lays):
                        g = die[i] if die[i] < 7 else gear
                        for j in range(free):
                            if g >= needed(o_step[j], steps, cells, level, cars, taken, flagged):
                                o_lay[legal] = i
                                o_bad[legal] = o_step[j]
                                legal += 1
                    if legal == 0:
                        break
                    j = below(stream, legal)
                    s, i = o_bad[j], o_lay[j]
                    g = die[i] if die[i] < 7 else gear
                p_die[length], p_more[length], p_step[length] = die[i], more[i], s
                length += 1
                if g > steps[s, 1] or draw(stream) < _A_FIFTH:
                    break
                if steps[s, 3] and (k + steps[s, 2]) // n >= laps:
                    break
                if die[i] == 7:
                    uc += 1
                elif die[i] == 8:
                    ur += 1
                else:
                    spent |= 1 << (die[i] - 1)
                    ug += 1
                    ub += more[i]
                cell, k, gear = steps[s, 0], k + steps[s, 2], g
            nodes += 1
            retires, stays = False, False
            if length == 0:
                stays = chance < _NINE_TENTHS
                retires = not stays
            elif chance < _RETIRES:
                retires = True
            elif chance < _A_QUARTER:
                stays = True
                lays = payable(c[GEAR], top, gears, coasts, brakes, 0, flying, red_zone, die, more)
                for i in range(lays):
                    g = die[i] if die[i] < 7 else c[GEAR]
                    for s in range(cells[c[CELL], 0], cells[c[CELL] + 1, 0]):
                        if taken[steps[s, 0]] >= 0 or g > steps[s, 1] or steps[s, 6 + g] >= limit:
                            continue
                        if g >= needed(s, steps, cells, level, cars, taken, flagged):
                            stays = False
            lost, finished = False, False
            if stays:
                tell(trace, at, PASS_AT)
            elif not retires:
                if c[GEAR] == 0:
                    i = 0
                    for j in range(flags):
                        if flag_seat[j] == seat:
                            c[DAMAGE + 4] += 1
                        else:
                            flag_tile[i], flag_seat[i] = flag_tile[j], flag_seat[j]
                            i += 1
                    flags = i
                flat = chance > _SEVEN_TENTHS
                tell(trace, at, PLAN_AT)
                tell(trace, at, 1 if flat else 0)
                tell(trace, at, length)
                for i in range(length):
                    tell(trace, at, p_die[i])
                    tell(trace, at, p_more[i])
                    tell(trace, at, steps[p_step[i], 0])
                hazards = 0
                begins_flying = c[GEAR] == 0 and p_die[0] == 2
                driven = 0  # steps to drive at once
                if not flat:
                    secured = 0
                    for i in range(length):
                        dice = 1 + p_more[i]
                        price = dice * secured + dice * (dice + 1) // 2
                        what = 0
                        if i > 0 or price <= c[FOCUS]:
                            nodes += 1
                            chance = draw(stream)
                            if chance < _RETIRES:
                                retires = True
                                break
                            if i == 0:
                                what = (chance * 2) >> 32
                            elif price <= c[FOCUS]:
                                what = (chance * 3) >> 32
                            else:
                                what = 2 * ((chance * 2) >> 32)
                            tell(trace, at, ROLL_AT + what)
                        if what == 2:
                            break
                        bits = 0
                        if what == 1:
                            c[FOCUS] -= price
                            secured += dice
                        else:
                            bits = thrown(faces, p_die[i], p_more[i], stream)
                            nodes += 1
                            tell(trace, at, FACES_AT)
                            tell(trace, at, bits)
                        s = p_step[i]
                        c[CELL] = steps[s, 0]
                        c[K] += steps[s, 2]
                        if p_die[i] < 7:
                            c[GEAR] = p_die[i]
                        hazards += ones(bits) + steps[s, 6 + c[GEAR]]
                        failed = i == 0 and begins_flying and bits > 0
                        lost = c[GEAR] > steps[s, 1] or (hazards >= limit and not failed)
                        finished = steps[s, 3] == 1 and c[K] // n >= laps
                        if lost or finished or failed:
                            break
                else:
                    rolled, bad_gears, pc, hc, pb, hb, track = 0, 0, 0, 0, 0, 0, 0
                    gear = c[GEAR]
                    for i in range(length):
                        bits = thrown(faces, p_die[i], p_more[i], stream)
                        nodes += 1
                        tell(trace, at, FACES_AT)
                        tell(trace, at, bits)
                        p_face[i] = bits
                        extra = ones(bits >> 1)
                        if p_die[i] == 7:
                            hc += bits & 1
                            pc += 1 - (bits & 1)
                            c[FOCUS] += 1
                        elif p_die[i] == 8:
                            hb += bits & 1
                            pb += 1 - (bits & 1)
                        else:
                            gear = p_die[i]
                            rolled |= 1 << (gear - 1)
                            bad_gears |= (bits & 1) << (gear - 1)
                            hb += extra
                            pb += p_more[i] - extra
                            c[FOCUS] += 1
                        hazards += ones(bits)
                        track += steps[p_step[i], 6 + gear]
                    for i in range(length):
                        r_die[i], r_step[i] = p_die[i], p_step[i]
                    if begins_flying and p_face[0] & 1:
                        driven = 1
                        lost = steps[p_step[0], 1] < 2
                    elif hazards + track < limit:
                        driven = length
                        lost = gear > steps[p_step[length - 1], 1]
                    else:
                        nodes += 1
                        if draw(stream) < _RETIRES:
                            retires = True
                        else:
                            lost = True
                            for _ in range(8):  # a relay by chance
                                cell, k, gear, spent, ug, uc, ub, ur = c[CELL], c[K], c[GEAR], 0, 0, 0, 0, 0
                                xc, xb, count, done, driven = 0, 0, 0, False, 0
                                while not done and k >= 0:
                                    lays = payable(
                                        gear,
                                        top,
                                        gears - ug - ur,
                                        coasts - uc,
                                        brakes - ub - ur,
                                        spent,
                                        flying,
                                        red_zone,
                                        die,
                                        more,
                                    )
                                    ways = 0
                                    for i in range(lays):
                                        g = die[i] if die[i] < 7 else gear
                                        if die[i] == 7:
                                            low = 0 if uc - xc < pc else 1
                                            high = 1 if xc < hc else 0
                                        else:
                                            if die[i] < 7 and not rolled >> (g - 1) & 1:
                                                continue
                                            dice = more[i] if die[i] < 7 else 1
                                            low = max(0, dice - (pb - (ub + ur - xb)))
                                            high = min(dice, hb - xb)
                                        for bad in range(low, high + 1):
                                            for s in range(cells[cell, 0], cells[cell + 1, 0]):
                                                if taken[steps[s, 0]] >= 0 or g > steps[s, 1]:
                                                    continue
                                                if g >= needed(s, steps, cells, level, cars, taken, flagged):
                                                    o_lay[ways], o_bad[ways], o_step[ways] = i, bad, s
                                                    ways += 1
                                    if ways == 0:
                                        break
                                    j = below(stream, ways)
                                    i, bad, s = o_lay[j], o_bad[j], o_step[j]
                                    count += bad
                                    if die[i] == 7:
                                        uc += 1
                                        xc += bad
                                        r_face[driven] = bad
                                    elif die[i] == 8:
                                        ur += 1
                                        xb += bad
                                        r_face[driven] = bad
                                    else:
                                        gear = die[i]
                                        spent |= 1 << (gear - 1)
                                        ug += 1
                                        ub += more[i]
                                        xb += bad
                                        lead = bad_gears >> (gear - 1) & 1
                                        count += lead
                                        # brake dice: plain ones first
                                        r_face[driven] = (
                                            lead | (((1 << bad) - 1) << (more[i] - bad)) << 1 | more[i] << 8
                                        )
                                    r_die[driven], r_step[driven] = die[i], s
                                    driven += 1
                                    count += steps[s, 6 + gear]
                                    k += steps[s, 2]
                                    cell = steps[s, 0]
                                    done = count >= limit
                                    if not done and steps[s, 3] and k // n >= laps:
                                        k = -k
                                if done:
                                    break
                                driven = 0
                            if driven == 0:  # the order of the plan
                                count, gear = 0, c[GEAR]
                                while count < limit:
                                    i = driven
                                    r_die[i], r_step[i] = p_die[i], p_step[i]
                                    extra = ones(p_face[i] >> 1)
                                    r_face[i] = (p_face[i] & 1) | (
                                        ((1 << extra) - 1) << (p_more[i] - extra)
                                    ) << 1
                                    r_face[i] |= p_more[i] << 8
                                    if p_die[i] < 7:
                                        gear = p_die[i]
                                    count += ones(p_face[i]) + steps[p_step[i], 6 + gear]
                                    driven += 1
                            tell(trace, at, RELAY_AT)
                            tell(trace, at, driven)
                            for i in range(driven):
                                tell(trace, at, r_die[i])
                                tell(trace, at, r_face[i])
                                tell(trace, at, steps[r_step[i], 0])
                    for i in range(driven):
                        s = r_step[i]
                        c[CELL] = steps[s, 0]
                        c[K] += steps[s, 2]
                        if r_die[i] < 7:
                            c[GEAR] = r_die[i]
                        if steps[s, 3] and c[K] // n >= laps:
                            finished = True
            if finished and not retires:
                if solo:
                    if not lost:
                        time += seconds[c[GEAR]]
                    elif loss[c[GEAR], cells[c[CELL], 4], 0]:
                        time += seconds[7] + seconds[0]
                    else:
                        time += seconds[0]
                c[STATUS] = FINISHED
                places[finishers] = seat
                finishers += 1
                if solo or not rules[6]:
                    over = True
                    break
            elif not retires:
                taken[c[CELL]] = seat
                if lost:
                    lost_tile = cells[c[CELL], 3]
                    crashes, tokens = loss[c[GEAR], cells[c[CELL], 4]]
                    if crashes:
                        kerb = cells[c[CELL], 5]
                        goes = kerb - 1
                        if kerb == 3:
                            nodes += 1
                            chance = draw(stream)
                            if chance < _RETIRES:
                                retires = True
                            else:
                                goes = (chance * 2) >> 32
                                tell(trace, at, SIDE_AT)
                                tell(trace, at, goes)
                        if not retires:
                            taken[c[CELL]] = -1
                            c[CELL] = cells[c[CELL], 6 + goes]
                            c[GEAR] = -1
                            c[STATUS] = OFF
                            c[LEFT] = departures
                            departures += 1
                    else:
                        c[GEAR] = 0
                    if not retires:
                        rain = 0
                        while tokens > 0:
                            total = 0
                            for i in range(6):
                                total += bag[i]
                            if total == 0:
                                break
                            ticket = below(stream, total)
                            kind = 0
                            while ticket >= bag[kind]:
                                ticket -= bag[kind]
                                kind += 1
                            nodes += 1
                            tell(trace, at, TOKEN_AT)
                            tell(trace, at, kind)
                            bag[kind] -= 1
                            if kind == 3 and rules[3]:
                                continue
                            tokens -= 1
                            if kind == 4:
                                flag_tile[flags], flag_seat[flags] = lost_tile, seat
                                flags += 1
                            else:
                                c[DAMAGE + kind] += 1
                                if kind == 3:
                                    rain += 1
                        if rain % 2 and open_pits:
                            weather = 1 - weather
                elif c[GEAR] == 1 and cells[c[CELL], 8] and open_pits:
                    nodes += 1
                    chance = draw(stream)
                    if chance < _RETIRES:
                        retires = True
                    else:
                        lane = (chance * 4) >> 32
                        tell(trace, at, LANE_AT if lane else ON_AT)
                        if lane:
                            tell(trace, at, lane - 1)
                            if lane != 2:
                                c[TYRE] = 1 - c[TYRE]
                            if lane != 1:
                                for i in range(6):
                                    bag[i] += c[DAMAGE + i]
                                    c[DAMAGE + i] = 0
                            taken[c[CELL]] = -1
                            c[STATUS] = PIT
                            c[GEAR] = 0 if lane == 1 else -1
                            c[LEFT] = departures
                            departures += 1
                if solo and not retires:
                    time += seconds[7] if c[GEAR] < 0 else seconds[c[GEAR]]
            if retires:
                tell(trace, at, RETIRE_AT)
                if taken[c[CELL]] == seat:
                    taken[c[CELL]] = -1
                i = 0
                for j in range(flags):
                    if flag_seat[j] == seat:
                        c[DAMAGE + 4] += 1
                    else:
                        flag_tile[i], flag_seat[i] = flag_tile[j], flag_seat[j]
                        i += 1
                flags = i
                c[STATUS] = RETIRED
    out[SECONDS], out[ROUNDS], out[FINISHERS], out[SKY] = time, rounds, finishers, weather
    out[DRAWN] = 0
    for i in range(6):
        out[DRAWN] += full_bag[i] - bag[i]
    rank(finishers, cells, cars, places, keys, out)
    for seat in range(seats):
        for i in range(FIELDS):
            out[HEAD + seats + seat * FIELDS + i] = cars[seat, i]
    return nodes
