"""The relaxed turn: what a driver could reach who plans each step only when it is due.

A plan is fixed before the first roll, so no plan is better: it is the bound of the search for plans.
"""

from __future__ import annotations

import numpy as np

from paddock.kernels.compiling import kernel
from paddock.kernels.dirt.dice import gear_after, lays, used_after
from paddock.kernels.dirt.stage_arrays import Floats, Ground, Ints
from paddock.kernels.dirt.token_bank import Purse
from paddock.kernels.dirt.turn_nodes import DICE_ROOM, Spots, wades
from paddock.kernels.dirt.value_tables import NEVER, Bounds, Problems, Values, mixed


@kernel
def look_ahead(
    at: int,
    limit: int,
    ground: Ground,
    hand: Ints,
    chances: Floats,
    purse: Purse,
    spots: Spots,
    values: Values,
    bounds: Bounds,
    problems: Problems,
) -> None:
    """Fill the bounds of all spots of the place at this rank, by punctures drawn in this turn before."""
    place = ground.order[at]
    cell = ground.cell[place]
    die, brakes = np.zeros(DICE_ROOM, np.int64), np.zeros(DICE_ROOM, np.int64)
    window, count = spots.window, values.start.shape[0]
    most = values.stop.shape[1]
    all_entries = purse.column.shape[0]
    least, quiet = np.zeros(values.start.shape[3]), np.zeros((2, values.start.shape[3]))
    taken, over = np.zeros((2, limit, all_entries)), np.zeros(2)
    for spot in range(spots.begin[at], spots.begin[at + 1]):
        gear, used = spots.gear[spot], spots.used[spot]
        here = spot % window
        laid = lays(hand, gear, used, die, brakes)
        for k in range(count):
            if not problems.active[k]:
                continue
            low, high, side, calm = problems.low[k], problems.high[k], problems.side[k], problems.calm[k]
            from_entry = purse.entry[low, 0]
            to_entry = purse.entry[high + 1, 0] if high < purse.lent else all_entries
            wide = to_entry - from_entry
            for p in range(min(most, spots.draws[spot] + 1)):
                base = bounds.offset[k] + (here * most + p) * limit * wide - from_entry
                for h in range(limit):
                    for e in range(from_entry, to_entry):
                        bounds.ahead[base + h * wide + e] = values.stop[k, p, cell, gear, purse.column[e]]
                if calm >= 0:
                    for column in range(low, high + 1):
                        bounds.calm[here, k, p, column] = values.stop[calm, p, cell, gear, column]
                bounds.finish[here, k, p] = NEVER
                for i in range(laid):
                    new = gear_after(gear, die[i])
                    spent = used_after(used, die[i], brakes[i])
                    odds = chances[die[i], brakes[i]]
                    after = purse.after[1 + brakes[i]]
                    cost = purse.cost[1 + brakes[i]]
                    for step in range(ground.first[place * 7 + new], ground.first[place * 7 + new + 1]):
                        if ground.water[step] and not wades(die[i], brakes[i]):
                            continue
                        on, to, touchy = ground.lost_on[step], ground.to[step], ground.touchy[step]
                        target, cut = ground.cell[to], ground.cut[step]
                        fatal, ends = ground.fatal[step], ground.ends[step]
                        ways = 2 if cut >= 0 and p + 1 < most else 1
                        for way in range(ways):
                            q = p + way
                            over[way] = NEVER
                            for column in range(low, high + 1):
                                quiet[way, column] = NEVER
                            if fatal:
                                for e in range(from_entry, to_entry):
                                    value = values.lost[k, q, on, new, purse.column[e]]
                                    for h in range(limit):
                                        taken[way, h, e] = value
                                continue
                            if ends:
                                over[way] = values.crossed[k, q, new]
                                for e in range(from_entry, to_entry):
                                    column = purse.column[e]
                                    value = min(
                                        values.stop[k, q, target, new, column],
                                        values.lost[k, q, target, new, column],
                                    )
                                    for h in range(limit):
                                        taken[way, h, e] = value
                                if calm >= 0:
                                    for column in range(low, high + 1):
                                        quiet[way, column] = values.stop[calm, q, target, new, column]
                                continue
                            child = spots.number[to * 7 + new, spent] % window
                            onward = bounds.offset[k] + (child * most + q) * limit * wide - from_entry
                            over[way] = bounds.finish[child, k, q]
                            for column in range(low, high + 1):
                                least[column] = min(
                                    values.lost[k, q, on, new, column],
                                    over[way] - (column if column < purse.lent else 0),
                                )
                                if calm >= 0:
                                    quiet[way, column] = bounds.calm[child, k, q, column]
                                    least[column] = min(least[column], quiet[way, column])
                            for h in range(limit):
                                for e in range(from_entry, to_entry):
                                    gone = least[purse.column[e]]
                                    value = 0.0
                                    for r in range(brakes[i] + 2):
                                        if h + r >= limit or (touchy and r > 0):
                                            value += odds[r] * gone
                                        else:
                                            value += odds[r] * bounds.ahead[onward + (h + r) * wide + e]
                                    if after[e] >= 0:
                                        sure = bounds.ahead[onward + h * wide + after[e]] + cost[e]
                                        value = min(value, sure)
                                    taken[way, h, e] = value
                        if ways == 2:
                            draw = problems.puncture[k, cut, p]
                            over[0] = mixed(over[0], over[1], draw, side)
                            for column in range(low, high + 1):
                                quiet[0, column] = mixed(quiet[0, column], quiet[1, column], draw, side)
                            for h in range(limit):
                                for e in range(from_entry, to_entry):
                                    taken[0, h, e] = mixed(taken[0, h, e], taken[1, h, e], draw, side)
                        bounds.finish[here, k, p] = min(bounds.finish[here, k, p], over[0])
                        if calm >= 0:
                            for column in range(low, high + 1):
                                bounds.calm[here, k, p, column] = min(
                                    bounds.calm[here, k, p, column], quiet[0, column]
                                )
                        for h in range(limit):
                            for e in range(from_entry, to_entry):
                                slot = base + h * wide + e
                                bounds.ahead[slot] = min(bounds.ahead[slot], taken[0, h, e])
