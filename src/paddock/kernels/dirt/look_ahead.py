"""The relaxed turn: what a driver could reach who plans each step only when it is due.

A plan is fixed before the first roll, so no plan is better: it is the bound of the search for plans.
"""

from __future__ import annotations

import numpy as np

from paddock.kernels.compiling import kernel
from paddock.kernels.dirt.dice import gear_after, lays, used_after
from paddock.kernels.dirt.ground import Floats, Ground, Ints
from paddock.kernels.dirt.purse import Purse
from paddock.kernels.dirt.spots import DICE_ROOM, Spots, wades
from paddock.kernels.dirt.tables import NEVER, Bounds, Problems, Values


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
    """Fill the bounds of all spots of the place at this rank."""
    place = ground.order[at]
    cell = ground.cell[place]
    die, brakes = np.zeros(DICE_ROOM, np.int64), np.zeros(DICE_ROOM, np.int64)
    window, count = spots.window, values.start.shape[0]
    punctures = values.stop.shape[1]
    all_entries = purse.column.shape[0]
    least = np.zeros(values.start.shape[3])
    for spot in range(spots.begin[at], spots.begin[at + 1]):
        gear, used = spots.gear[spot], spots.used[spot]
        here = spot % window
        laid = lays(hand, gear, used, die, brakes)
        for k in range(count):
            if not problems.active[k]:
                continue
            low, high = problems.low[k], problems.high[k]
            from_entry = purse.entry[low, 0]
            to_entry = purse.entry[high + 1, 0] if high < purse.lent else all_entries
            wide = to_entry - from_entry
            base = bounds.offset[k] + here * limit * wide - from_entry
            for column in range(low, high + 1):
                best = NEVER
                for p in range(punctures):
                    best = min(best, values.stop[k, p, cell, gear, column])
                least[column] = best
            for h in range(limit):
                for e in range(from_entry, to_entry):
                    bounds.ahead[base + h * wide + e] = least[purse.column[e]]
            calm = problems.calm[k]
            if calm >= 0:
                for column in range(low, high + 1):
                    best = NEVER
                    for p in range(punctures):
                        best = min(best, values.stop[calm, p, cell, gear, column])
                    bounds.calm[here, k, column] = best
            over = NEVER
            for i in range(laid):
                new = gear_after(gear, die[i])
                spent = used_after(used, die[i], brakes[i])
                odds = chances[die[i], brakes[i]]
                after = purse.after[1 + brakes[i]]
                cost = purse.cost[1 + brakes[i]]
                for step in range(ground.first[place * 7 + new], ground.first[place * 7 + new + 1]):
                    if ground.water[step] and not wades(die[i], brakes[i]):
                        continue
                    on = ground.lost_on[step]
                    to = ground.to[step]
                    target = ground.cell[to]
                    if ground.fatal[step]:
                        for column in range(low, high + 1):
                            best = NEVER
                            for p in range(punctures):
                                best = min(best, values.lost[k, p, on, new, column])
                            least[column] = best
                        for h in range(limit):
                            for e in range(from_entry, to_entry):
                                slot = base + h * wide + e
                                bounds.ahead[slot] = min(bounds.ahead[slot], least[purse.column[e]])
                        continue
                    if ground.ends[step]:
                        for p in range(punctures):
                            over = min(over, values.crossed[k, p, new])
                        for e in range(from_entry, to_entry):
                            column = purse.column[e]
                            best = NEVER
                            for p in range(punctures):
                                best = min(best, values.stop[k, p, target, new, column])
                                best = min(best, values.lost[k, p, target, new, column])
                            for h in range(limit):
                                slot = base + h * wide + e
                                bounds.ahead[slot] = min(bounds.ahead[slot], best)
                            if calm >= 0:
                                for p in range(punctures):
                                    best = values.stop[calm, p, target, new, column]
                                    bounds.calm[here, k, column] = min(bounds.calm[here, k, column], best)
                        continue
                    child = spots.number[to * 7 + new, spent] % window
                    onward = bounds.offset[k] + child * limit * wide - from_entry
                    carried = bounds.finish[child, k]
                    over = min(over, carried)
                    for column in range(low, high + 1):
                        best = carried - (column if column < purse.lent else 0)
                        for p in range(punctures):
                            best = min(best, values.lost[k, p, on, new, column])
                        if calm >= 0:
                            sure = bounds.calm[child, k, column]
                            best = min(best, sure)
                            bounds.calm[here, k, column] = min(bounds.calm[here, k, column], sure)
                        least[column] = best
                    touchy = ground.touchy[step]
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
                                value = min(value, bounds.ahead[onward + h * wide + after[e]] + cost[e])
                            slot = base + h * wide + e
                            bounds.ahead[slot] = min(bounds.ahead[slot], value)
            bounds.finish[here, k] = over
