"""Whole random rallies in one compiled loop, by all rules and options; the drivers are those of `sample`.

With a trace every decision and outcome is written down, so that the engine can play the same rally. Helpers
are written into the loop (`inlined`): calls that hand arrays over cost more than the rules themselves.
"""

from __future__ import annotations

import numpy as np

from paddock.kernels.chance import below, draw
from paddock.kernels.compiling import inlined, kernel
from paddock.kernels.dirt.ground import Ints

STATUS, CELL, GEAR, SECONDS, PILE, SPARE, SISU, LEFT, TOTAL, LAST, TOKENS = range(11)
"""Fields of a car; LAST is the time of the last stage, TOKENS how many tokens lie on the cockpit."""
FIELDS = 11
WAITING, LINE, TRACK, OFF, FINISHED, RETIRED = range(6)
(
    FRONT, INWARD, LIMIT, CORNER, JUMP, WATER, FINISH, DANGER, CUT, STEP, SHORT, LONG, OVER, LEVEL, LANE
) = (*range(9), 9, 11, 13, 15, 17, 19)  # fmt: skip
"""Fields of a space; from STEP on two each, where a list in `links` begins and ends."""
SPACE = 21
SEATS, STAGES, FLYING, RED_ZONE, SISU_RULE, ONE_SHOT, REMOVES, CONTROLS = range(8)
GEARS, COASTS, BRAKES, HAZARDS, ZERO, SPARE_SECONDS, RETIREMENT = range(8, 15)
"""Fields of the rules of a rally."""
DRIVER_AT, PLAN_AT, PASS_AT, ROLL_AT, STOP_AT, SECURE_AT, SISU_AT, ACCEPT_AT, FACES_AT = range(9)
RELAY_AT, TOKEN_AT, BACK_AT, CHANGE_AT, KEEP_AT, TIME_AT = range(9, 15)
"""What a trace tells of."""
ROUNDS, IN_BAG = range(2)
HEAD = 2
"""Fields of a result before the places and the cars."""
GROUNDED, OVER_ONE, OVER_TWO = range(3)
MOST_TOKENS = 64
MOST_TIMES = 31
_A_SIXTEENTH, _A_FIFTH, _SEVEN_TENTHS = 1 << 28, 858993459, 3006477107


@inlined
def tell(trace: Ints, at: Ints, value: int) -> None:
    """Write a number into the trace, if there is one."""
    if trace.shape[0]:
        trace[at[0]] = value
        at[0] += 1


@inlined
def ones(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        count += bits & 1
        bits >>= 1
    return count


@inlined
def payable(
    gear: int, gears: int, coasts: int, brakes: int, spent: int, flying: int, red: int, die: Ints, more: Ints
) -> int:
    """The dice that may pay for the next step; fills leading dice and brake dice, gives their number."""
    count = 0
    if gears > 0:
        new = min(gear + 1, 6)
        if gear == 0 and flying:
            new = 2
        while new > 0:
            skipped = max(gear - 1 - new, 0)
            if skipped > brakes:
                break
            if not spent >> (new - 1) & 1:
                die[count] = new
                more[count] = skipped
                count += 1
            new -= 1
    if gear > 0 and coasts > 0:
        die[count] = 7
        more[count] = 0
        count += 1
    if red and gear == 6 and brakes > 0:
        die[count] = 8
        more[count] = 0
        count += 1
    return count


@inlined
def limit_of(start: int, cell: int, spaces: Ints, mud: Ints) -> int:
    """The current limit of a space for a car coming from `start`."""
    left, corner = spaces[cell, 2], spaces[cell, 3]
    if corner >= 0 and mud[corner] > 0:
        left -= mud[corner]
        if start >= 0 and spaces[start, 3] == corner and left < 1:
            left = 1
    return left


@inlined
def open_ends(
    gear: int, wades: bool, start: int, cell: int, alone: bool, spaces: Ints, links: Ints, cars: Ints,
    taken: Ints, shut: Ints, mud: Ints,
) -> int:  # fmt: skip
    """In how many ways a free space can be entered in a gear: by landing where the car jumps."""
    need, ways = 0, 0
    if not alone:
        for i in range(spaces[cell, 17], spaces[cell, 18]):
            other = taken[links[i]]
            if other >= 0 and cars[other, 2] > need:
                need = cars[other, 2]
    jump = spaces[cell, 4]
    if gear >= need and (wades or spaces[cell, 5] == 0):
        if jump == 0 or gear < jump or gear > limit_of(start, cell, spaces, mud):
            ways = 1
        else:
            first, last = spaces[cell, 11], spaces[cell, 12]
            if gear > jump:
                first, last = spaces[cell, 13], spaces[cell, 14]
            for i in range(first, last):
                if (alone or shut[links[i]] == 0) and limit_of(-1, links[i], spaces, mud) > 0:
                    ways += 1
            if gear == jump and ways > 1:
                ways = 1
    return ways


@inlined
def landing_of(
    gear: int, start: int, cell: int, pick: int, spaces: Ints, links: Ints, shut: Ints, mud: Ints
) -> int:
    """Where the way of that number comes down; -1: it names no landing."""
    found, jump = -1, spaces[cell, 4]
    if jump > 0 and gear > jump and gear <= limit_of(start, cell, spaces, mud):
        for i in range(spaces[cell, 13], spaces[cell, 14]):
            if found < 0 and shut[links[i]] == 0 and limit_of(-1, links[i], spaces, mud) > 0:
                if pick == 0:
                    found = links[i]
                pick -= 1
    return found


@inlined
def thrown(faces: Ints, die: int, more: int, stream: Ints) -> int:
    """Hazards on a step's dice as bits: the leading die first, then the brake dice."""
    bits = 0
    if below(stream, 6) < faces[die]:
        bits = 1
    for i in range(more):
        if below(stream, 6) < faces[8]:
            bits |= 2 << i
    return bits


@inlined
def place(cell: int, seat: int, by: int, spaces: Ints, links: Ints, taken: Ints, shut: Ints) -> None:
    """Put a car on a space (`by` 1) or take it away (-1)."""
    taken[cell] = seat if by > 0 else -1
    for i in range(spaces[cell, 15], spaces[cell, 16]):
        shut[links[i]] += by


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
    p_die, p_more, p_cell, p_land, p_face = (
        np.zeros(16, np.int64), np.zeros(16, np.int64), np.zeros(16, np.int64), np.zeros(16, np.int64),
        np.zeros(16, np.int64),
    )  # fmt: skip
    r_die, r_more, r_cell, r_land, r_face = (
        np.zeros(16, np.int64), np.zeros(16, np.int64), np.zeros(16, np.int64), np.zeros(16, np.int64),
        np.zeros(16, np.int64),
    )  # fmt: skip
    w_lay, w_cell, w_end = np.zeros(512, np.int64), np.zeros(512, np.int64), np.zeros(512, np.int64)
    nodes, rounds_in_all = 1, 0
    first = below(stream, seats)
    tell(trace, at, DRIVER_AT)
    tell(trace, at, first)
    for i in range(seats):
        starters[i] = (first + i) % seats
    for stage in range(rules[1]):
        goes_on = stage + 1 < rules[1]
        for i in range(1, seats):  # the best so far starts first, equal ones as before
            seat, j = starters[i], i
            while j > 0 and cars[starters[j - 1], TOTAL] > cars[seat, TOTAL]:
                starters[j] = starters[j - 1]
                j -= 1
            starters[j] = seat
        rounds, departures, finishers, last_finisher = 0, 0, 0, -1
        for i in range(unseen.shape[0]):
            unseen[i] = backs[i, 1]
        while True:
            racing = 0
            for slot in range(seats):  # the order of the round
                seat = starters[slot]
                c = cars[seat]
                if c[STATUS] < LINE or c[STATUS] > OFF:
                    continue
                off = 1 if c[STATUS] == OFF else 0
                if c[CELL] < 0:
                    key = (((1_000_000 - stages[stage, 2]) * 2) * 8 + 6) * 256 + 128
                else:
                    key = ((1_000_000 - spaces[c[CELL], 0]) * 2 + off) * 8 + 6 - c[GEAR]
                    key = key * 256 + 128 - spaces[c[CELL], 1]
                key = key * 4096 + (c[LEFT] if off else 0)
                i = racing
                while i > 0 and keys[i - 1] > key:
                    keys[i] = keys[i - 1]
                    order[i] = order[i - 1]
                    i -= 1
                keys[i] = key
                order[i] = seat
                racing += 1
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
                        if cell < 0:
                            begin, end = stages[stage, 0], stages[stage, 1]
                        elif flight == GROUNDED:
                            begin, end = spaces[cell, 9], spaces[cell, 10]
                        else:
                            begin, end = spaces[cell, 11], spaces[cell, 12]
                        free = 0
                        if flight == OVER_TWO:
                            if shut[landing] == 0 and limit_of(cell, landing, spaces, mud) > 0:
                                openings[0] = landing
                                free = 1
                        else:
                            for i in range(begin, end):
                                if shut[links[i]] == 0 and limit_of(cell, links[i], spaces, mud) > 0:
                                    openings[free] = links[i]
                                    free += 1
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
                        safe, bad, empty_safe, empty_bad = False, False, False, False
                        lays = payable(c[GEAR], gears, coasts, brakes, 0, flying, red_zone, die, more)
                        begin, end = stages[stage, 0], stages[stage, 1]
                        if c[CELL] >= 0:
                            begin, end = spaces[c[CELL], 9], spaces[c[CELL], 10]
                        for i in range(lays):
                            g = die[i] if die[i] < 7 else c[GEAR]
                            wades = die[i] >= 7 or (die[i] == 1 and more[i] == 0)
                            for j in range(begin, end):
                                to = links[j]
                                most, jump = limit_of(c[CELL], to, spaces, mud), spaces[to, JUMP]
                                if most <= 0:
                                    continue
                                fatal = g > most or (jump > 0 and g > jump + 1)
                                if shut[to] == 0 and open_ends(
                                    g, wades, c[CELL], to, False, spaces, links, cars, taken, shut, mud
                                ):
                                    safe = safe or not fatal
                                    bad = bad or fatal
                                if open_ends(
                                    g, wades, c[CELL], to, True, spaces, links, cars, taken, shut, mud
                                ):
                                    empty_safe = empty_safe or not fatal
                                    empty_bad = empty_bad or fatal
                        others = 0
                        blocked = not safe and (empty_safe or (empty_bad and not bad))
                        stranded = not safe and not blocked and not bad
                        if blocked or stranded:
                            w_cell[0] = -1
                            others = 1
                        if stranded and c[CELL] >= 0:
                            for i in range(spaces[c[CELL], 19], spaces[c[CELL], 20]):
                                if shut[links[i]] == 0:
                                    w_cell[others] = links[i]
                                    others += 1
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
                                wings = 1 if flying and begins_flying else 0
                                driven, done = 0, False
                                for _ in range(8):  # a relay by chance
                                    cell, gear, spent, ug, uc, ub = c[CELL], c[GEAR], 0, 0, 0, 0
                                    xc, xb, count, driven, done = 0, 0, 0, 0, False
                                    flight, landing = GROUNDED, -1
                                    while not done:
                                        if cell >= 0 and spaces[cell, FINISH]:
                                            break
                                        lays = payable(
                                            gear, gears - ug, coasts - uc, brakes - ub, spent, wings,
                                            red_zone, die, more,
                                        )  # fmt: skip
                                        if cell < 0:
                                            begin, end = stages[stage, 0], stages[stage, 1]
                                        elif flight == GROUNDED:
                                            begin, end = spaces[cell, 9], spaces[cell, 10]
                                        else:
                                            begin, end = spaces[cell, 11], spaces[cell, 12]
                                        free = 0
                                        if flight == OVER_TWO:
                                            if (
                                                shut[landing] == 0
                                                and limit_of(cell, landing, spaces, mud) > 0
                                            ):
                                                openings[0] = landing
                                                free = 1
                                        else:
                                            for i in range(begin, end):
                                                if (
                                                    shut[links[i]] == 0
                                                    and limit_of(cell, links[i], spaces, mud) > 0
                                                ):
                                                    openings[free] = links[i]
                                                    free += 1
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
                                                        g, wades, cell, openings[o], False, spaces, links,
                                                        cars, taken, shut, mud,
                                                    )  # fmt: skip
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
                                    driven, count, gear = 0, 0, c[GEAR]
                                    while not done:
                                        i = driven
                                        extra = ones(p_face[i] >> 1)
                                        r_face[i] = (p_face[i] & 1) | (
                                            ((1 << extra) - 1) << (p_more[i] - extra) << 1
                                        )
                                        r_die[i], r_more[i] = p_die[i], p_more[i]
                                        r_cell[i], r_land[i] = p_cell[i], p_land[i]
                                        if p_die[i] < 7:
                                            gear = p_die[i]
                                        count += ones(p_face[i])
                                        before = p_cell[i - 1] if i else origin
                                        most, jump = (
                                            limit_of(before, p_cell[i], spaces, mud), spaces[p_cell[i], JUMP],
                                        )  # fmt: skip
                                        fatal = gear > most or (jump > 0 and gear > jump + 1)
                                        touchy = jump > 0 and gear == jump + 1
                                        done = count >= limit or fatal or (touchy and p_face[i] > 0)
                                        driven += 1
                                length = driven
                                tell(trace, at, RELAY_AT)
                                tell(trace, at, driven)
                                for i in range(driven):
                                    p_die[i], p_more[i], p_face[i] = r_die[i], r_more[i], r_face[i]
                                    p_cell[i], p_land[i] = r_cell[i], r_land[i]
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
                        total = 0
                        for i in range(kinds):
                            total += bag[i]
                        if total:
                            ticket, kind = below(stream, total), 0
                            while ticket >= bag[kind]:
                                ticket -= bag[kind]
                                kind += 1
                            nodes += 1
                            tell(trace, at, TOKEN_AT)
                            tell(trace, at, kind)
                            bag[kind] -= 1
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
                    nodes += 1
                    tell(trace, at, BACK_AT)
                    tell(trace, at, back)
                    unseen[back] -= 1
                    if c[STATUS] != FINISHED:
                        c[PILE] += backs[back, 2]
                        c[GEAR] = 0
                        if backs[back, 3]:
                            c[STATUS] = OFF
                            c[LEFT] = departures
                            departures += 1
                    drawn = backs[back, 4 + spaces[lost_on, DANGER]]
                    while drawn > 0:
                        total = 0
                        for i in range(kinds):
                            total += bag[i]
                        if total == 0:
                            break
                        ticket, kind = below(stream, total), 0
                        while ticket >= bag[kind]:
                            ticket -= bag[kind]
                            kind += 1
                        nodes += 1
                        tell(trace, at, TOKEN_AT)
                        tell(trace, at, kind)
                        bag[kind] -= 1
                        tokens[seat, c[TOKENS]] = kind
                        c[TOKENS] += 1
                        drawn -= 1
                elif not on_finish:
                    removed = -1
                    if c[SPARE] and c[GEAR] == 1:
                        for i in range(c[TOKENS]):
                            if removed < 0 and up[tokens[seat, i]] == rules[6]:
                                removed = i
                    if removed >= 0:
                        nodes += 1
                        changes = below(stream, 2) == 0
                        tell(trace, at, CHANGE_AT if changes else KEEP_AT)
                        if not changes:
                            removed = -1
                    if removed >= 0:
                        bag[tokens[seat, removed] % kinds] += 1
                        for i in range(removed, c[TOKENS] - 1):
                            tokens[seat, i] = tokens[seat, i + 1]
                        c[TOKENS] -= 1
                        c[SPARE], c[STATUS], c[LEFT], c[GEAR] = 0, OFF, departures, 0
                        departures += 1
                        c[PILE] += rules[13]
                    elif c[GEAR] == 0:
                        c[PILE] += rules[12]
                    else:
                        c[PILE] += front[c[GEAR]]
                if c[STATUS] == TRACK:
                    place(c[CELL], seat, 1, spaces, links, taken, shut)
        rounds_in_all += rounds
        worst = 0
        for seat in range(seats):
            worst = max(worst, cars[seat, PILE] - cars[seat, SECONDS])
        late = worst + rules[14]
        if last_finisher >= 0:
            late = cars[last_finisher, PILE] - cars[last_finisher, SECONDS] + rules[14]
        for seat in range(seats):
            c = cars[seat]
            c[LAST] = c[PILE] - c[SECONDS] if c[STATUS] == FINISHED else late
            c[TOTAL] += c[LAST]
        if not goes_on:
            break
        for seat in range(seats):  # service
            c = cars[seat]
            if stages[stage, 3] or c[STATUS] == RETIRED:
                for i in range(c[TOKENS]):
                    bag[tokens[seat, i] % kinds] += 1
                c[TOKENS], c[SPARE] = 0, 1
                if rules[4] == 1:
                    c[SISU] = 1
        for i in range(muds):
            bag[mud_token[i]] += 1
        muds = 0
        for i in range(mud.shape[0]):
            mud[i] = 0
        for seat in range(seats):
            c = cars[seat]
            removed = -1
            if c[SPARE]:
                for i in range(c[TOKENS]):
                    if removed < 0 and up[tokens[seat, i]] == rules[6]:
                        removed = i
            if removed < 0:
                continue
            nodes += 1
            changes = below(stream, 2) == 0
            tell(trace, at, CHANGE_AT if changes else KEEP_AT)
            if changes:
                bag[tokens[seat, removed] % kinds] += 1
                for i in range(removed, c[TOKENS] - 1):
                    tokens[seat, i] = tokens[seat, i + 1]
                c[TOKENS] -= 1
                c[SPARE] = 0
        if rules[7]:
            for seat in range(seats):
                taking = below(stream, MOST_TIMES)
                nodes += 1
                tell(trace, at, TIME_AT)
                tell(trace, at, taking)
                cars[seat, TOTAL] += 5 * taking
                cars[seat, LAST] += 5 * taking
        for seat in range(seats):
            c = cars[seat]
            c[STATUS], c[CELL], c[GEAR], c[LEFT], c[SECONDS], c[PILE] = WAITING, -1, 0, 0, 0, 0
    out[ROUNDS] = rounds_in_all
    for i in range(kinds):
        out[IN_BAG] += bag[i]
    for seat in range(seats):
        ahead = 0
        for other in range(seats):
            mine, theirs = cars[seat, TOTAL], cars[other, TOTAL]
            ahead += theirs < mine or (theirs == mine and cars[other, LAST] < cars[seat, LAST])
        out[HEAD + seat] = 1 + ahead
        for i in range(FIELDS):
            out[HEAD + seats + seat * FIELDS + i] = cars[seat, i]
    return nodes
