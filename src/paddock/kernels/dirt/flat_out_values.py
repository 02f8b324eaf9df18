"""Flat out against values: the chances of every plan's rolls, the best relays, the best plan."""

from __future__ import annotations

import numpy as np

from paddock.kernels.compiling import kernel
from paddock.kernels.dirt.dice import code_of
from paddock.kernels.dirt.flat_out_plans import FINISHES, LOSES, STOPS, Desk
from paddock.kernels.dirt.stage_arrays import Floats, Ints
from paddock.kernels.dirt.token_bank import Purse
from paddock.kernels.dirt.value_tables import NEVER, Problems, Values, mixed

SAFE, FLYING, JUMPS = 0, 1, 2


@kernel
def _class(desk: Desk, code: int) -> int:
    """The number of the class of a failed roll."""
    mark = desk.counts[9]
    if desk.class_mark[code] == mark:
        return int(desk.class_of[code])
    words = (desk.counts[5] + 63) >> 6
    mixed_bits = np.uint64(0)
    for w in range(words):
        mixed_bits = (mixed_bits ^ desk.sets[code, w]) * np.uint64(0x9E3779B1)
        mixed_bits ^= mixed_bits >> np.uint64(15)
    size = desk.class_table.shape[0]
    at = np.int64(mixed_bits % np.uint64(size))
    while True:
        known = desk.class_table[at]
        if known < mark * 1000000 or known >= (mark + 1) * 1000000:
            break
        number = known - mark * 1000000
        same = True
        for w in range(words):
            if desk.class_set[number, w] != desk.sets[code, w]:
                same = False
                break
        if same:
            desk.class_mark[code] = mark
            desk.class_of[code] = number
            return int(number)
        at = (at + 1) % size
    number = desk.counts[4]
    desk.counts[4] += 1
    desk.class_table[at] = mark * 1000000 + number
    for w in range(words):
        desk.class_set[number, w] = desk.sets[code, w]
    desk.class_mark[code] = mark
    desk.class_of[code] = number
    return int(number)


@kernel
def _ways(dice: int, bad: int) -> float:
    """In how many ways so many of some equal dice can be the bad ones."""
    ways = 1.0
    for i in range(bad):
        ways = ways * (dice - i) / (i + 1)
    return ways


@kernel
def roll_all(flying: bool, limit: int, hazard: Floats, hand: Ints, desk: Desk) -> None:
    """The chances of everything the dice of each plan can come to."""
    counts = desk.counts
    counts[2], counts[3], counts[4] = 0, 0, 0
    mark = counts[9]
    weight = np.zeros(desk.class_of.shape[0])
    for number in range(counts[1]):
        used, jump = desk.end[number, 5] >> 6, desk.end[number, 5] & 63
        if desk.fail_mark[used, jump] == mark:
            desk.end[number, 5] = desk.fail_of[used, jump]
            continue
        fail = counts[2]
        counts[2] += 1
        desk.fail_mark[used, jump] = mark
        desk.fail_of[used, jump] = fail
        desk.end[number, 5] = fail
        desk.fail_first[fail] = counts[3]
        desk.fail_jump[fail] = jump
        row = desk.fail[fail]
        row[:] = 0.0
        gears, coasts, brakes = used & 63, used >> 6 & 3, used >> 8 & 3
        bad = gears
        while True:
            chance, count = 1.0, 0
            for bit in range(6):
                if gears >> bit & 1:
                    if bad >> bit & 1:
                        chance *= hazard[bit + 1]
                        count += 1
                    else:
                        chance *= 1 - hazard[bit + 1]
            for xc in range(coasts + 1):
                coast = _ways(coasts, xc) * hazard[7] ** xc * (1 - hazard[7]) ** (coasts - xc)
                for xb in range(brakes + 1):
                    brake = _ways(brakes, xb) * hazard[8] ** xb * (1 - hazard[8]) ** (brakes - xb)
                    share = chance * coast * brake
                    if flying and bad >> 1 & 1:
                        row[FLYING] += share
                    elif count + xc + xb >= limit:
                        kind = _class(desk, code_of(used, bad, xc, xb, hand))
                        weight[kind] += share
                    else:
                        _drive(desk, jump, bad, coasts, xc, brakes, xb, share, row)
            if bad == 0:
                break
            bad = (bad - 1) & gears
        for kind in range(counts[4]):
            if weight[kind] > 0:
                desk.share_class[counts[3]] = kind
                desk.share_chance[counts[3]] = weight[kind]
                counts[3] += 1
                weight[kind] = 0.0
        desk.fail_first[fail + 1] = counts[3]


@kernel
def _drive(
    desk: Desk, jump: int, bad: int, coasts: int, xc: int, brakes: int, xb: int, share: float, row: Floats
) -> None:
    """Share a roll below the limit between a safe drive and losses on its long jumps, first jump first.

    Equal dice are equally likely to lie on a jump: of `coasts` coast dice `xc` show a hazard.
    """
    jumps = 0
    one = jump
    while one > 0:
        jumps += 1
        one = desk.jump[one, 0]
    left, coasts_left, brakes_left = share, coasts, brakes
    for nth in range(jumps):
        one = jump
        for _ in range(jumps - 1 - nth):
            one = desk.jump[one, 0]
        die, more = desk.jump[one, 1], desk.jump[one, 2]
        safe = 1.0
        if die < 7 and bad >> (die - 1) & 1:
            safe = 0.0
        elif die == 7:
            safe = (coasts_left - xc) / coasts_left
            coasts_left -= 1
        need = more + (die == 8)
        for _ in range(need):
            safe *= max(0.0, (brakes_left - xb) / brakes_left)
            brakes_left -= 1
        row[JUMPS + nth] += left * (1 - safe)
        left *= safe
    row[SAFE] += left


@kernel
def _draws(none: float, one: float, two: float, cut: Ints, punctures: Floats, side: int) -> float:
    """The worth of a row of draws from the worth after no puncture, one, and two or more."""
    for nth in range(cut.shape[0] - 1, -1, -1):
        if cut[nth] >= 0:
            none = mixed(none, one, punctures[cut[nth], 0], side)
            one = mixed(one, two, punctures[cut[nth], 1], side)
    return none


@kernel
def drawn(
    table: Floats, k: int, cell: int, gear: int, column: int, cut: Ints, punctures: Floats, side: int
) -> float:
    """The worth of an end or a loss after the draws of this turn."""
    most = table.shape[1] - 1
    none = table[k, 0, cell, gear, column]
    if cut[0] < 0 or most == 0:
        return float(none)
    one, two = table[k, 1, cell, gear, column], table[k, min(2, most), cell, gear, column]
    return _draws(none, one, two, cut, punctures, side)


@kernel
def _crossed(values: Values, k: int, gear: int, cut: Ints, punctures: Floats, side: int) -> float:
    """The worth of being carried over the line, with no tokens, after the draws of this turn."""
    most = values.crossed.shape[1] - 1
    none = values.crossed[k, 0, gear]
    if cut[0] < 0 or most == 0:
        return float(none)
    one, two = values.crossed[k, 1, gear], values.crossed[k, min(2, most), gear]
    return _draws(none, one, two, cut, punctures, side)


@kernel
def earned(purse: Purse, side: int, most: int, column: int, seconds: int) -> tuple[int, float]:
    """The column after earning seconds, and what is counted at once; `most`: the last column there is."""
    if column == purse.lent:
        return column, float(seconds)
    now = column + seconds
    if now <= most and now <= purse.cap:
        return now, 0.0
    if side < 0:
        return purse.lent, float(now)
    return most, float(now - most)


@kernel
def best_flat(
    k: int,
    flying: bool,
    purse: Purse,
    values: Values,
    problems: Problems,
    desk: Desk,
    best: Floats,
    pick: Ints,
) -> None:
    """Better `best` and `pick` [column] by the plans on the desk, flat out."""
    counts, side, calm = desk.counts, problems.side[k], problems.calm[k]
    low, high = problems.low[k], problems.high[k]
    punctures = problems.puncture[k]
    columns = best.shape[0]
    losses = np.zeros((counts[5], columns))
    for loss in range(counts[5]):
        cell, gear, cut = desk.loss[loss]
        for column in range(low, high + 1):
            losses[loss, column] = drawn(values.lost, k, cell, gear, column, desk.cut[cut], punctures, side)
    classes = np.full((counts[4] + 1, columns), NEVER)
    for column in range(low, high + 1):
        ranked = np.argsort(losses[:, column])
        for kind in range(counts[4]):
            for loss in ranked:
                if desk.class_set[kind, loss >> 6] >> np.uint64(loss & 63) & np.uint64(1):
                    classes[kind, column] = losses[loss, column]
                    break
    fails = np.zeros((counts[2] + 1, columns))
    if calm < 0:
        for fail in range(counts[2]):
            for share in range(desk.fail_first[fail], desk.fail_first[fail + 1]):
                chance, kind = desk.share_chance[share], desk.share_class[share]
                for column in range(low, high + 1):
                    fails[fail, column] += chance * classes[kind, column]
    most = 0
    for number in range(counts[1]):
        most = max(most, desk.end[number, 4])
    later, counted = np.zeros((most + 1, columns), np.int64), np.zeros((most + 1, columns))
    for gain in range(most + 1):
        for column in range(low, high + 1):
            later[gain, column], counted[gain, column] = earned(purse, side, high, column, gain)
    for number in range(counts[1]):
        kind, cell, gear, gain, fail = (
            desk.end[number, 1], desk.end[number, 2], desk.end[number, 3], desk.end[number, 4],
            desk.end[number, 5],
        )  # fmt: skip
        row = desk.fail[fail]
        if (
            kind == STOPS
            and calm < 0
            and desk.end[number, 6] == 0
            and desk.fail_jump[fail] == 0
            and not flying
        ):
            safe = row[SAFE]
            for column in range(low, high + 1):
                now = later[gain, column]
                value = safe * values.stop[k, 0, cell, gear, now] + fails[fail, now] - counted[gain, column]
                if value < best[column]:
                    best[column] = value
                    pick[column] = number + 1
            continue
        cut = desk.cut[desk.end[number, 6]]
        for column in range(low, high + 1):
            now, credit = later[gain, column], counted[gain, column]
            table = values.lost if kind == LOSES else values.stop
            reached = drawn(table, k, cell, gear, now, cut, punctures, side)
            played = NEVER
            if calm >= 0:
                played = drawn(table, calm, cell, gear, now, cut, punctures, side)
            value = row[SAFE] * reached
            if row[FLYING] > 0:
                start = desk.firsts[desk.end[number, 7]]
                where = values.lost if start[2] else values.stop
                stays = drawn(where, k, start[0], 2, now, desk.cut[start[1]], punctures, side)
                value += row[FLYING] * min(stays, played)
            if kind == FINISHES:
                over = _crossed(values, k, gear, cut, punctures, side)
                over -= 0.0 if now == purse.lent else float(now)
                value += (1.0 - row[SAFE] - row[FLYING]) * min(over, played)
            else:
                jump = desk.fail_jump[fail]
                jumps = 0
                one = jump
                while one > 0:
                    jumps += 1
                    one = desk.jump[one, 0]
                while jumps > 0:
                    jumps -= 1
                    gone = desk.jump[jump]
                    lost = drawn(values.lost, k, gone[3], gone[4], now, desk.cut[gone[5]], punctures, side)
                    value += row[JUMPS + jumps] * min(lost, played)
                    jump = gone[0]
                if calm < 0:
                    value += fails[fail, now]
                else:
                    for share in range(desk.fail_first[fail], desk.fail_first[fail + 1]):
                        lost = classes[desk.share_class[share], now]
                        value += desk.share_chance[share] * min(lost, played)
            value -= credit
            if value < best[column]:
                best[column] = value
                pick[column] = number + 1 if not flying else -number - 1
