"""Parts of a random race: what its arrays hold, how it begins, who moves when, and who is where at the end.

Helpers of the inner loop are written into it (`inlined`): calls that hand arrays over cost more there than
the rules themselves. What is done once a round or a race is called.
"""

from __future__ import annotations

from paddock.kernels.compiling import inlined, kernel
from paddock.kernels.gt.road_arrays import Ints
from paddock.kernels.random_play import sort_in, tell
from paddock.kernels.random_stream import below

CELL, K, GEAR, STATUS, TYRE, FOCUS, LEFT, DAMAGE = range(8)
"""Fields of a car; damage has six, by kind of token."""
FIELDS = 14
TRACK, OFF, PIT, FINISHED, RETIRED = range(5)
TO, LIMIT, BORDER, FINISH, LEVEL, LEVELS, HAZARDS = range(7)
"""Fields of a step; hazards has seven, by gear."""
FIRST, FRONT, INWARD, TILE, DANGER, KERB, BACK, PITS = 0, 1, 2, 3, 4, 5, 6, 8
"""Fields of a cell; back has two, by side."""
LAPS, WEATHER, TYRES, NO_WEATHER, FLYING, RED_ZONE, PLAY_ON, CHANGING, TILES = range(9)
"""Fields of the rules of a race."""
GRID_AT, PLAN_AT, PASS_AT, RETIRE_AT, ROLL_AT, SECURE_AT, STOP_AT, FACES_AT = range(8)
RELAY_AT, SIDE_AT, TOKEN_AT, LANE_AT, ON_AT, TYRE_AT = range(8, 14)
"""What a trace tells of."""
SECONDS, ROUNDS, FINISHERS, SKY, DRAWN = range(5)
"""Fields of a result before the places and the cars."""
HEAD = 5


@inlined
def needed(step: int, steps: Ints, cells: Ints, level: Ints, cars: Ints, taken: Ints, flagged: Ints) -> int:
    """The gear a step needs to draw level with cars there."""
    high = 0
    for i in range(steps[step, 4], steps[step, 5]):
        other = taken[level[i]]
        if other >= 0 and cars[other, 2] > high:
            high = cars[other, 2]
    if high > 0 and flagged[cells[steps[step, 0], 3]]:
        return 9
    return high


@inlined
def payable(
    gear: int,
    top: int,
    gears: int,
    coasts: int,
    brakes: int,
    spent: int,
    flying: int,
    red: int,
    die: Ints,
    more: Ints,
) -> int:
    """The dice that may pay for the next step; fills leading dice and brake dice, gives their number."""
    count = 0
    if gears > 0:
        new = gear + 1
        new = min(new, top)
        if gear == 0 and flying and top > 1:
            new = 2
        while new > 0:
            skipped = gear - 1 - new
            skipped = max(skipped, 0)
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
    if red and gear == top and brakes > 0 and gears > 0:
        die[count] = 8
        more[count] = 0
        count += 1
    return count


@kernel
def line_up(
    grid: Ints,
    rules: Ints,
    stream: Ints,
    trace: Ints,
    at: Ints,
    cars: Ints,
    taken: Ints,
    order: Ints,
    keys: Ints,
) -> int:
    """Put the cars on the grid by lot and choose tyres; gives the nodes that takes."""
    seats, nodes = cars.shape[0], 0
    for slot in range(seats):
        pick = below(stream, seats - slot)
        seat = 0
        while keys[seat] or pick:
            if not keys[seat]:
                pick -= 1
            seat += 1
        keys[seat] = 1
        order[slot] = seat
        nodes += 1
        tell(trace, at, GRID_AT)
        tell(trace, at, seat)
        cars[seat, CELL] = grid[slot]
        taken[grid[slot]] = seat
    if rules[2]:
        for slot in range(seats):
            tyre = below(stream, 2)
            cars[order[slot], TYRE] = tyre
            nodes += 1
            tell(trace, at, TYRE_AT)
            tell(trace, at, tyre)
    return nodes


@kernel
def round_order(cells: Ints, cars: Ints, order: Ints, keys: Ints) -> int:
    """Fill the order of a round; gives how many cars are racing."""
    racing = 0
    for seat in range(cars.shape[0]):
        c = cars[seat]
        if c[STATUS] <= PIT:
            if c[STATUS] == TRACK:
                key = ((6 - c[GEAR]) * 1_000_000 + 900_000 - 100 * c[K] - cells[c[CELL], 1]) * 16
                key += 8 - cells[c[CELL], 2]
            else:
                key = (1 << 40) + (6 - c[GEAR]) * 1_000_000 + c[LEFT]
            sort_in(seat, key, 0, racing, keys, order)
            racing += 1
    return racing


@kernel
def rank(finishers: int, cells: Ints, cars: Ints, places: Ints, keys: Ints, out: Ints) -> None:
    """Write the places of all seats: finishers, then as they stand; the retired share the last."""
    seats = cars.shape[0]
    ranked = finishers
    for seat in range(seats):
        c = cars[seat]
        if c[STATUS] <= PIT:
            key = -(100 * c[K] + cells[c[CELL], 1]) * 8 - c[GEAR]
            key = (key * 16 - cells[c[CELL], 2]) * 2 + (c[STATUS] != TRACK)
            key = key * 4096 + c[LEFT]
            sort_in(seat, key, finishers, ranked, keys, places)
            ranked += 1
    for seat in range(seats):
        out[HEAD + seat] = ranked + 1
    for i in range(ranked):
        out[HEAD + places[i]] = i + 1
