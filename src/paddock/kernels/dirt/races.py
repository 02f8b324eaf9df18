"""Whole random rallies in one compiled loop, by all rules and options; the drivers are those of `sample`.

With a trace every decision and outcome is written down, so that the engine can play the same rally.
"""

from __future__ import annotations

import numpy as np

from paddock.kernels.compiling import kernel
from paddock.kernels.dirt.race_parts import (
    ACCEPT_AT,
    CELL,
    CHANGE_AT,
    CUT,
    DRIVER_AT,
    FACES_AT,
    FINISH,
    FINISHED,
    GEAR,
    GROUNDED,
    JUMP,
    KEEP_AT,
    LEFT,
    LINE,
    MOST_TOKENS,
    OFF,
    OVER_ONE,
    OVER_TWO,
    PASS_AT,
    PILE,
    PLAN_AT,
    RELAY_AT,
    RETIRED,
    ROLL_AT,
    SECONDS,
    SECURE_AT,
    SISU,
    SISU_AT,
    SPARE,
    STATUS,
    STOP_AT,
    TOKENS,
    TRACK,
    WAITING,
    in_bag,
    landing_of,
    limit_of,
    open_ends,
    openings_of,
    payable,
    place,
    take_off,
    token_of,
    wheel_token,
)
from paddock.kernels.dirt.race_stages import round_order, service, stage_times, start_order, write_result
from paddock.kernels.dirt.race_turns import other_ways, relay, turn_over
from paddock.kernels.dirt.stage_arrays import Ints
from paddock.kernels.random_play import ones, tell, thrown
from paddock.kernels.random_stream import below, draw

_A_SIXTEENTH, _A_FIFTH, _SEVEN_TENTHS = 1 << 28, 858993459, 3006477107


@kernel
def rally(
    spaces: Ints, links: Ints, stages: Ints, cuts: Ints, backs: Ints, backs_first: Ints, up: Ints,
    first_bag: Ints, faces: Ints, front: Ints, rules: Ints, first_cars: Ints, first_tokens: Ints,
    stream: Ints, trace: Ints, at: Ints, out: Ints,
) -> int:  # fmt: skip
    """One random rally; fills its result and gives its nodes: decisions and outcomes."""
    seats, kinds, limit = rules[0], first_bag.shape[0], rules[11]
    flying, red_zone = rules[2], rules[3]
    cars, tokens = first_cars.copy(), first_tokens.copy()
    taken = np.full(spaces.shape[0], -1, np.int64)
    shut, mud = np.zeros(spaces.shape[0], np.int64), np.zeros(spaces.shape[0], np.int64)
    mud_cut, mud_token, muds = np.zeros(MOST_TOKENS, np.int64), np.zeros(MOST_TOKENS, np.int64), 0
    bag, unseen = first_bag.copy(), backs[:, 1].copy()
    starters, order, keys = np.zeros(seats, np.int64), np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    die, more, openings = np.zeros(9, np.int64), np.zeros(9, np.int64), np.zeros(16, np.int64)
    plan = np.zeros((5, 16), np.int64)
    p_die, p_more, p_cell, p_land, p_face = plan[0], plan[1], plan[2], plan[3], plan[4]
    w_lay, w_cell, w_end = np.zeros(512, np.int64), np.zeros(512, np.int64), np.zeros(512, np.int64)
    nodes, rounds_in_all = 1, 0
    first = below(stream, seats)
    tell(trace, at, DRIVER_AT)
    tell(trace, at, first)
    for i in range(seats):
        starters[i] = (first + i) % seats
    for stage in range(rules[1]):
        goes_on, line = stage + 1 < rules[1], stages[stage]
        start_order(cars, starters)
        rounds, departures, finishers, last_finisher = 0, 0, 0, -1
        for i in range(unseen.shape[0]):
            unseen[i] = backs[i, 1]
        while True:
            racing = round_order(line[2], spaces, cars, starters, order, keys)
            rounds += 1
            if rounds <= seats:
                order[racing] = starters[rounds - 1]
                racing += 1
            if racing == 0:
                rounds -= 1
                break
            leader = order[0] if finishers == 0 else -1
            for turn in range(racing):
                seat = order[turn]
                c = cars[seat]
                lost_gears, lost_coasts, lost_brakes = 0, 0, 0
                for i in range(c[TOKENS]):
                    shown = up[tokens[seat, i]]
                    lost_gears += shown == 0
                    lost_coasts += shown == 1
                    lost_brakes += shown == 2
                gears, coasts = max(0, rules[8] - lost_gears), max(0, rules[9] - lost_coasts)
                brakes = max(0, rules[10] - lost_brakes)
                if gears == 0:
                    if c[STATUS] == TRACK:
                        place(c[CELL], seat, -1, spaces, links, taken, shut)
                    c[STATUS], c[CELL] = RETIRED, -1
                    continue
                if c[STATUS] == WAITING:
                    c[STATUS] = LINE
                if c[STATUS] == OFF:
                    if shut[c[CELL]]:
                        c[PILE] += rules[12]
                        c[GEAR] = 0
                        continue
                    c[STATUS] = TRACK
                elif c[STATUS] == TRACK:
                    place(c[CELL], seat, -1, spaces, links, taken, shut)
                coast_die = 9 if seat == leader and not rules[5] else 7
                origin, origin_gear = c[CELL], c[GEAR]
                calm, accepted, carried, lost_on, lost_gear = False, False, False, -1, 0
                length, stays, asked = 0, False, True
                while asked:  # plans until one is taken: playing SISU comes first
                    asked = False
                    chance = draw(stream)
                    cell, gear, spent, ug, uc, ub = c[CELL], c[GEAR], 0, 0, 0, 0
                    flight, landing, length = GROUNDED, -1, 0
                    while True:  # a plan by a walk over legal steps
                        lays = payable(
                            gear, gears - ug, coasts - uc, brakes - ub, spent, flying, red_zone, die, more
                        )
                        free = openings_of(cell, flight, landing, line, spaces, links, shut, mud, openings)
                        if lays == 0 or free == 0:
                            break
                        i = below(stream, lays)
                        to = openings[below(stream, free)]
                        g = die[i] if die[i] < 7 else gear
                        wades = die[i] >= 7 or (die[i] == 1 and more[i] == 0)
                        ways = open_ends(g, wades, cell, to, False, spaces, links, cars, taken, shut, mud)
                        pick = 0
                        if ways == 0:
                            legal = 0
                            for j in range(lays):
                                g = die[j] if die[j] < 7 else gear
                                wades = die[j] >= 7 or (die[j] == 1 and more[j] == 0)
                                for o in range(free):
                                    ways = open_ends(
                                        g, wades, cell, openings[o], False, spaces, links, cars, taken, shut,
                                        mud,
                                    )  # fmt: skip
                                    for e in range(ways):
                                        w_lay[legal], w_cell[legal], w_end[legal] = j, openings[o], e
                                        legal += 1
                            if legal == 0:
                                break
                            j = below(stream, legal)
                            i, to, pick = w_lay[j], w_cell[j], w_end[j]
                            g = die[i] if die[i] < 7 else gear
                        elif ways > 1:
                            pick = below(stream, ways)
                        most = limit_of(cell, to, spaces, mud)
                        landing = landing_of(g, cell, to, pick, spaces, links, shut, mud)
                        jump = spaces[to, JUMP]
                        p_die[length], p_more[length], p_cell[length] = die[i], more[i], to
                        p_land[length] = landing
                        length += 1
                        fatal = g > most or (jump > 0 and g > jump + 1)
                        if fatal or spaces[to, FINISH] or draw(stream) < _A_FIFTH:
                            break
                        flight = GROUNDED
                        if jump > 0 and g >= jump:
                            flight = OVER_ONE if g == jump else OVER_TWO
                        if die[i] == 7:
                            uc += 1
                        elif die[i] == 8:
                            ub += 1
                        else:
                            spent |= 1 << (die[i] - 1)
                            ug += 1
                            ub += more[i]
                        cell, gear = to, g
                    nodes += 1
                    if length == 0 or chance < _A_SIXTEENTH:
                        others, stranded = other_ways(
                            c[CELL], c[GEAR], gears, coasts, brakes, flying, red_zone, line, spaces, links,
                            cars, taken, shut, mud, die, more, w_cell,
                        )  # fmt: skip
                        if c[SISU] and not calm:
                            w_cell[others] = -2
                            others += 1
                        if others:
                            chosen = w_cell[below(stream, others)]
                            if chosen == -2:
                                c[SISU] = 0
                                calm, asked = True, True
                                tell(trace, at, SISU_AT)
                            else:
                                stays = True
                                tell(trace, at, PASS_AT)
                                tell(trace, at, chosen)
                                if stranded:
                                    c[GEAR] = 0
                                    if chosen >= 0:
                                        c[CELL] = chosen
                flat = False
                if not stays:
                    flat = chance > _SEVEN_TENTHS
                    tell(trace, at, PLAN_AT)
                    tell(trace, at, 1 if flat else 0)
                    tell(trace, at, length)
                    for i in range(length):
                        tell(trace, at, coast_die if p_die[i] == 7 else p_die[i])
                        tell(trace, at, p_more[i])
                        tell(trace, at, p_cell[i])
                        tell(trace, at, p_land[i])
                begins_flying = origin_gear == 0 and p_die[0] == 2
                hazards, secured, lost, ended = 0, 0, False, stays
                reaches = not stays and spaces[p_cell[length - 1], FINISH] == 1
                if flat:
                    total = 0
                    for i in range(length):
                        shown = coast_die if p_die[i] == 7 else p_die[i]
                        p_face[i] = thrown(faces, shown, p_more[i], stream)
                        nodes += 1
                        tell(trace, at, FACES_AT)
                        tell(trace, at, p_face[i])
                        total += ones(p_face[i])
                        c[SECONDS] += p_die[i] != 8
                    failed_start = begins_flying and p_face[0] > 0
                    if total >= limit and not calm:
                        if c[SISU]:
                            nodes += 1
                            if below(stream, 2):
                                accepted = True
                                tell(trace, at, ACCEPT_AT)
                            else:
                                c[SISU] = 0
                                calm = True
                                tell(trace, at, SISU_AT)
                        if not calm and not failed_start:
                            if reaches:
                                carried = True
                            else:  # the dice are laid again
                                nodes += 1
                                wings = 1 if flying and begins_flying else 0
                                length = relay(
                                    length, origin, origin_gear, gears, coasts, brakes, wings, red_zone,
                                    limit, line, spaces, links, cars, taken, shut, mud, die, more,
                                    openings, w_lay, w_cell, w_end, plan, stream,
                                )  # fmt: skip
                                tell(trace, at, RELAY_AT)
                                tell(trace, at, length)
                                for i in range(length):
                                    tell(trace, at, coast_die if p_die[i] == 7 else p_die[i])
                                    tell(trace, at, p_more[i])
                                    tell(trace, at, p_face[i])
                                    tell(trace, at, p_cell[i])
                                    tell(trace, at, p_land[i])
                                reaches = spaces[p_cell[length - 1], FINISH] == 1
                step = 0
                while not ended:  # step by step along the plan
                    if not flat:
                        dice = 1 + p_more[step]
                        price = dice * secured + dice * (dice + 1) // 2
                        what = ROLL_AT
                        asks = step > 0 or price <= c[SECONDS] or (c[SISU] and not calm)
                        while asks and not carried:
                            asks = False
                            nodes += 1
                            options = 1
                            w_lay[0] = ROLL_AT
                            if step > 0:
                                w_lay[options] = STOP_AT
                                options += 1
                            if price <= c[SECONDS]:
                                w_lay[options] = SECURE_AT
                                options += 1
                            if c[SISU] and not calm:
                                w_lay[options] = SISU_AT
                                options += 1
                            what = w_lay[below(stream, options)]
                            tell(trace, at, what)
                            if what == SISU_AT:
                                c[SISU] = 0
                                calm, asks = True, True
                        p_face[step] = 0
                        if carried:
                            pass
                        elif what == STOP_AT:
                            break
                        elif what == SECURE_AT:
                            c[SECONDS] -= price
                            secured += dice
                        else:
                            shown = coast_die if p_die[step] == 7 else p_die[step]
                            p_face[step] = thrown(faces, shown, p_more[step], stream)
                            nodes += 1
                            tell(trace, at, FACES_AT)
                            tell(trace, at, p_face[step])
                    start = c[CELL]
                    c[STATUS], c[CELL] = TRACK, p_cell[step]
                    if p_die[step] < 7:
                        c[GEAR] = p_die[step]
                    hazards += ones(p_face[step])
                    hazard = p_face[step] > 0
                    step += 1
                    cut = spaces[c[CELL], CUT]
                    if cut >= 0:
                        total = in_bag(bag)
                        if total:
                            kind = token_of(bag, total, stream, trace, at)
                            nodes += 1
                            if up[kind + kinds] == 4:
                                mud_cut[muds], mud_token[muds] = cut, kind
                                muds += 1
                                for i in range(cuts[cut, 0], cuts[cut, 1]):
                                    mud[links[i]] += 1
                            else:
                                tokens[seat, c[TOKENS]] = kind + kinds
                                c[TOKENS] += 1
                    if carried:
                        if step == length:
                            lost, ended = True, True
                            lost_on, lost_gear = c[CELL], c[GEAR]
                        continue
                    g, jump = c[GEAR], spaces[c[CELL], JUMP]
                    if g > limit_of(start, c[CELL], spaces, mud):
                        lost, ended = True, True
                    elif jump > 0 and g > jump + 1:
                        c[CELL] = p_land[step - 1]
                        lost, ended = True, True
                    else:
                        long_jump = jump > 0 and g == jump + 1
                        while True:  # at most twice: SISU may calm what went wrong
                            wrong = 0
                            if hazard and not calm and long_jump:
                                wrong = 1
                            elif hazard and not calm and step == 1 and begins_flying:
                                wrong = 2
                            elif hazards >= limit and not calm:
                                wrong = 3
                            if wrong and not accepted and c[SISU]:
                                nodes += 1
                                if below(stream, 2):
                                    accepted = True
                                    tell(trace, at, ACCEPT_AT)
                                else:
                                    c[SISU] = 0
                                    calm = True
                                    tell(trace, at, SISU_AT)
                                continue
                            break
                        if wrong == 2:
                            ended = True
                        elif wrong and reaches and not spaces[c[CELL], FINISH]:
                            carried = True
                            if step == length:
                                lost, ended = True, True
                                lost_on, lost_gear = c[CELL], c[GEAR]
                        elif wrong:
                            if wrong == 1 and not reaches:
                                c[CELL] = p_land[step - 1]
                            lost, ended = True, True
                        elif spaces[c[CELL], FINISH] or step == length:
                            ended = True
                    if lost and lost_on < 0:
                        lost_on, lost_gear = c[CELL], c[GEAR]
                on_finish = c[CELL] >= 0 and spaces[c[CELL], FINISH] == 1
                turns_card = lost
                if on_finish:
                    c[PILE] += front[c[GEAR]]
                    c[STATUS], c[CELL] = FINISHED, -1
                    finishers += 1
                    last_finisher = seat
                    leader = -1
                    turns_card = lost and goes_on
                if turns_card:
                    nodes += turn_over(
                        seat, lost_on, lost_gear, departures, spaces, backs, backs_first, unseen, bag, cars,
                        tokens, stream, trace, at,
                    )  # fmt: skip
                    departures += c[STATUS] == OFF
                elif not on_finish:
                    removed = -1
                    if c[SPARE] and c[GEAR] == 1:
                        removed = wheel_token(seat, tokens, c[TOKENS], up, rules[6])
                    if removed >= 0:
                        nodes += 1
                        changes = below(stream, 2) == 0
                        tell(trace, at, CHANGE_AT if changes else KEEP_AT)
                        if not changes:
                            removed = -1
                    if removed >= 0:
                        take_off(seat, removed, cars, tokens, bag)
                        c[STATUS], c[LEFT], c[GEAR] = OFF, departures, 0
                        departures += 1
                        c[PILE] += rules[13]
                    elif c[GEAR] == 0:
                        c[PILE] += rules[12]
                    else:
                        c[PILE] += front[c[GEAR]]
                if c[STATUS] == TRACK:
                    place(c[CELL], seat, 1, spaces, links, taken, shut)
        rounds_in_all += rounds
        stage_times(last_finisher, rules[14], cars)
        if not goes_on:
            break
        for i in range(muds):
            bag[mud_token[i]] += 1
        muds = 0
        for i in range(mud.shape[0]):
            mud[i] = 0
        nodes += service(line[3], rules, up, bag, cars, tokens, stream, trace, at)
    write_result(rounds_in_all, bag, cars, out)
    return nodes
