"""A lap from the finish backwards: the best turn from every place in every gear with every purse.

Places of one tile are swept again while crashes lead back into it, until no value changes. The search for
better turns is dear and the worth of known ones cheap, so that most sweeps are of the second kind, and turns
that are known to be best are not searched again.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paddock.kernels.compiling import kernel
from paddock.kernels.gt.best_turn import NEVER, STEPS, Purse, by_purse, look_ahead
from paddock.kernels.gt.flat_out import Flat
from paddock.kernels.gt.places import Unrolled
from paddock.kernels.gt.road_arrays import Bools, Floats, Ints, Small
from paddock.kernels.gt.turn_choices import best_turn, desk, known_turn, overspeed

MOST_GAIN = 8
"""No turn brings more focus tokens: no class has more gear and coast dice together."""
MOST_TOKENS = 4
"""No crash brings more damage tokens."""
OFF, TOKEN = 7, 8
"""Fields of a toll beside the gears 0 to 6: a turn that ends off the track (00), a token left at the end."""


@kernel
def lose(
    place: int,
    line: Unrolled,
    loss: Ints,
    toll: Floats,
    time: Floats,
    crash: Floats,
    same: Floats,
    lost: Floats,
) -> None:
    """What losing control at a place costs by gear.

    The time to go after a crash with so many tokens is `crash` (by side, place, tokens drawn, focus) plus
    `same` (by tokens drawn: the chance that they change nothing) of this very table.
    """
    for gear in range(1, 7):
        spins = loss[gear, line.danger[place], 0] == 0
        tokens = loss[gear, line.danger[place], 1]
        for f in range(lost.shape[2]):
            if place == line.places:
                over = toll[0] if spins else toll[7] + toll[0]
                lost[place, gear, f] = over - toll[8] * f
            elif spins:
                lost[place, gear, f] = toll[0] + time[place, 0, f]
            else:
                on = NEVER
                if line.kerb[place] != 2:
                    on = crash[0, place, tokens, f] + same[tokens] * time[line.back[place, 0], 0, f]
                if line.kerb[place] != 1:
                    other = crash[1, place, tokens, f] + same[tokens] * time[line.back[place, 1], 0, f]
                    on = min(on, other)
                lost[place, gear, f] = toll[7] + toll[0] + on


@kernel
def comes_round(group: int, line: Unrolled, loss: Ints, same: Floats) -> bool:
    """Whether who crashes in a tile may stand further back in it with nothing changed."""
    for place in range(line.group[group], line.group[group + 1]):
        if min(line.back[place, 0], line.back[place, 1]) < place:
            for gear in range(1, 7):
                kind = loss[gear, line.danger[place]]
                if kind[0] != 0 and same[kind[1]] > 0:
                    return True
    return False


@kernel
def dashed(hoped: Floats, time: Floats, purse: Purse, tolerance: float, found: Bools) -> bool:
    """Note from where, by place and gear, the drive takes longer than was hoped; whether it does anywhere."""
    anywhere = False
    for place in range(hoped.shape[0]):
        for gear in range(hoped.shape[1]):
            found[place, gear] = False
            for f in range(purse.least, purse.most + 1):
                if time[place, gear, f] > hoped[place, gear, f] + tolerance:
                    found[place, gear], anywhere = True, True
    return anywhere


@kernel
def fill(
    place: int,
    purse: Purse,
    toll: Floats,
    low: Floats,
    rounded: bool,
    pit: Floats,
    time: Floats,
    stop: Floats,
) -> None:
    """Purses that are not told apart, and the worth of ending a turn at a place."""
    least, most = purse.least, purse.most
    for gear in range(7):
        for f in range(least):
            time[place, gear, f] = time[place, gear, least] + toll[8] * (least - f)
        for f in range(most + 1, time.shape[2]):
            if rounded:
                time[place, gear, f] = time[place, gear, most] - toll[8] * (f - most)
            else:
                time[place, gear, f] = low[place, gear, f]
        for f in range(time.shape[2]):
            stop[place, gear, f] = toll[gear] + time[place, gear, f]
    if pit.shape[0]:
        for f in range(time.shape[2]):
            stop[place, 1, f] = min(stop[place, 1, f], pit[place, f])


@kernel
def sweep(
    line: Unrolled,
    hand: Ints,
    odds: Floats,
    toll: Floats,
    loss: Ints,
    purse: Purse,
    ids: Small,
    keys: Small,
    begin: Ints,
    flat: Flat,
    daring: bool,
    given: bool,
    bound: bool,
    crash: Floats,
    same: Floats,
    low: Floats,
    rounded: bool,
    pit: Floats,
    instead: Floats,
    time: Floats,
    stop: Floats,
    lost: Floats,
    stops: Floats,
    losts: Floats,
    ahead: Floats,
    plans: NDArray[np.int16],
    ends: Small,
    slack: float,
    tolerance: float,
    group: int,
) -> float:
    """Solve the places of a tile, those behind it being solved; gives the last change of a value.

    Given: plans and ends are driven as they are, and only their worth is found. Otherwise better turns are
    looked for from everywhere, then the worth of those found is swept until it stands still, and so on until
    nothing better is found. Bound: plans that end too fast count with the best they could bring.

    `stops` and `losts` are `stop` and `lost` written out by purse. Where `low` is a table, `time` begins as
    it and never is less. Then the first search hopes for too much, and a turn that proves to be worth what
    was hoped for is best: only the others are searched again.
    """
    most = purse.most
    at = desk(line, flat, hand[6], purse, time.shape[2])
    everywhere = np.ones(begin[line.places], np.bool_)
    first, after = line.group[group], line.group[group + 1]
    circular = comes_round(group, line, loss, same)
    hoped, open_yet = np.full((after - first, 7, most + 1), -NEVER), np.ones((after - first, 7), np.bool_)
    change, seeking = 0.0, not given
    for number in range(1000):
        change = 0.0
        for place in range(after - 1, first - 1, -1):
            for gear in range(hand[3] + 1):
                if seeking and open_yet[place - first, gear]:
                    best_turn(
                        place, gear, line, hand, odds, purse, ids, flat, daring, stop, lost, stops, losts,
                        ahead, plans, ends, slack, at,
                    )  # fmt: skip
                else:
                    known_turn(
                        place, gear, line, hand, odds, purse, flat, daring, bound, stop, lost, stops, losts,
                        ahead, plans, ends, at,
                    )  # fmt: skip
                if bound:
                    overspeed(place, gear, purse, odds, flat, stop, lost, at)
                for f in range(purse.least, most + 1):
                    found = at.found[f]
                    if instead.shape[0]:
                        found = min(found, instead[place, gear, f])
                    change = max(change, abs(found - time[place, gear, f]))
                    time[place, gear, f] = found
            fill(place, purse, toll, low, rounded, pit, time, stop)
            lose(place, line, loss, toll, time, crash, same, lost)
            by_purse(place, purse, stop, stops)
            by_purse(place, purse, lost, losts)
            if seeking:
                look_ahead(
                    place, line, at.need, everywhere, hand, odds, purse, ids, keys, begin, stops, losts, ahead
                )
        if not circular or (change <= tolerance and seeking != given):
            break
        if number == 0 and low.shape[0]:
            hoped[:] = time[first:after, :, : most + 1]
        for place in range(first, after):
            lose(place, line, loss, toll, time, crash, same, lost)
            by_purse(place, purse, lost, losts)
        if not given:
            seeking = not seeking and change <= tolerance
            if seeking and not dashed(hoped, time[first:after], purse, tolerance, open_yet):
                break
    return change if circular else 0.0


@kernel
def richest(line: Unrolled, flat: Flat, hand: Ints, toll: Floats, rich: Floats) -> None:
    """A lower bound of the time to go from every place and gear, tokens set aside: the driver may choose
    what the dice show, gets every token there is, and pays for a loss of control no more than a spin."""
    cheapest = toll[0]
    for gear in range(1, 7):
        cheapest = min(cheapest, toll[gear])
    reach = np.zeros(line.places, np.int64)
    for place in range(line.places):
        furthest = place
        for _ in range(STEPS):
            ahead = furthest
            for near in range(line.first[place], line.first[min(furthest, line.places - 1) + 1]):
                ahead = max(ahead, line.to[near])
            furthest = ahead
        reach[place] = furthest
    rich[:] = NEVER
    for _ in range(1000):
        changed = False
        for group in range(line.group.shape[0] - 2, -1, -1):
            first, after = line.group[group], line.group[group + 1]
            for place in range(after - 1, first - 1, -1):
                spun = NEVER if reach[place] < line.places else toll[0]
                for to in range(first, min(reach[place] + 1, line.places)):
                    spun = min(spun, toll[0] + rich[to, 0])
                spun -= toll[8] * MOST_GAIN
                for gear in range(hand[3] + 1):
                    best = spun
                    start = place * 7 + gear
                    for end in range(flat.end_first[start], flat.end_first[start + 1]):
                        to, away = flat.end_place[end], flat.end_away[end]
                        gain = toll[8] * flat.end_gain[end]
                        if to >= 0:
                            onward = rich[to, flat.end_gear[end]] if to < line.places else 0.0
                            best = min(best, toll[flat.end_gear[end]] - gain + onward)
                        if away >= 0:
                            onward = rich[away, 2] if away < line.places else 0.0
                            best = min(best, toll[2] - gain + onward)
                    if best < rich[place, gear]:
                        rich[place, gear] = best
                        changed = True
        if not changed:
            break
