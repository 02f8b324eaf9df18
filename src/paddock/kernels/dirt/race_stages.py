"""What is done once a round or a stage of a random rally: orders, times, service, the result."""

from __future__ import annotations

from paddock.kernels.compiling import kernel
from paddock.kernels.dirt.race_parts import (
    CELL,
    CHANGE_AT,
    FIELDS,
    FINISHED,
    GEAR,
    HEAD,
    IN_BAG,
    KEEP_AT,
    LAST,
    LEFT,
    LINE,
    MOST_TIMES,
    OFF,
    PILE,
    RETIRED,
    ROUNDS,
    SECONDS,
    SISU,
    SPARE,
    STATUS,
    TIME_AT,
    TOKENS,
    TOTAL,
    WAITING,
    in_bag,
    take_off,
    wheel_token,
)
from paddock.kernels.dirt.stage_arrays import Ints
from paddock.kernels.random_play import sort_in, tell
from paddock.kernels.random_stream import below


@kernel
def start_order(cars: Ints, starters: Ints) -> None:
    """The best so far starts first, equal ones as before."""
    for i in range(1, starters.shape[0]):
        seat, j = starters[i], i
        while j > 0 and cars[starters[j - 1], TOTAL] > cars[seat, TOTAL]:
            starters[j] = starters[j - 1]
            j -= 1
        starters[j] = seat


@kernel
def round_order(front: int, spaces: Ints, cars: Ints, starters: Ints, order: Ints, keys: Ints) -> int:
    """Fill the order of the cars that have started; gives their number. `front` is where the line is."""
    racing = 0
    for slot in range(starters.shape[0]):
        seat = starters[slot]
        c = cars[seat]
        if c[STATUS] < LINE or c[STATUS] > OFF:
            continue
        off = 1 if c[STATUS] == OFF else 0
        if c[CELL] < 0:
            key = (((1_000_000 - front) * 2) * 8 + 6) * 256 + 128
        else:
            key = ((1_000_000 - spaces[c[CELL], 0]) * 2 + off) * 8 + 6 - c[GEAR]
            key = key * 256 + 128 - spaces[c[CELL], 1]
        key = key * 4096 + (c[LEFT] if off else 0)
        sort_in(seat, key, 0, racing, keys, order)
        racing += 1
    return racing


@kernel
def stage_times(last_finisher: int, retirement: int, cars: Ints) -> None:
    """Write down the times of a stage; who retired has that of the last finisher and more."""
    seats = cars.shape[0]
    worst = 0
    for seat in range(seats):
        worst = max(worst, cars[seat, PILE] - cars[seat, SECONDS])
    late = worst + retirement
    if last_finisher >= 0:
        late = cars[last_finisher, PILE] - cars[last_finisher, SECONDS] + retirement
    for seat in range(seats):
        c = cars[seat]
        c[LAST] = c[PILE] - c[SECONDS] if c[STATUS] == FINISHED else late
        c[TOTAL] += c[LAST]


@kernel
def service(
    assistance: int, rules: Ints, up: Ints, bag: Ints, cars: Ints, tokens: Ints, stream: Ints, trace: Ints,
    at: Ints,
) -> int:  # fmt: skip
    """What happens between two stages; gives the nodes that takes."""
    seats, kinds, nodes = cars.shape[0], bag.shape[0], 0
    for seat in range(seats):
        c = cars[seat]
        if assistance or c[STATUS] == RETIRED:
            for i in range(c[TOKENS]):
                bag[tokens[seat, i] % kinds] += 1
            c[TOKENS], c[SPARE] = 0, 1
            if rules[4] == 1:
                c[SISU] = 1
    for seat in range(seats):
        c = cars[seat]
        removed = wheel_token(seat, tokens, c[TOKENS], up, rules[6]) if c[SPARE] else -1
        if removed >= 0:
            nodes += 1
            changes = below(stream, 2) == 0
            tell(trace, at, CHANGE_AT if changes else KEEP_AT)
            if changes:
                take_off(seat, removed, cars, tokens, bag)
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
    return nodes


@kernel
def write_result(rounds: int, bag: Ints, cars: Ints, out: Ints) -> None:
    """Write the result of a rally: rounds, the bag, places and cars."""
    seats = cars.shape[0]
    out[ROUNDS] = rounds
    out[IN_BAG] = in_bag(bag)
    for seat in range(seats):
        ahead = 0
        for other in range(seats):
            mine, theirs = cars[seat, TOTAL], cars[other, TOTAL]
            ahead += theirs < mine or (theirs == mine and cars[other, LAST] < cars[seat, LAST])
        out[HEAD + seat] = 1 + ahead
        for i in range(FIELDS):
            out[HEAD + seats + seat * FIELDS + i] = cars[seat, i]
