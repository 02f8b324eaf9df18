"""Parts of a random rally: what its arrays hold, and the helpers of its inner loop.

Helpers are written into the loop (`inlined`): calls that hand arrays over cost more than the rules
themselves.
"""

from __future__ import annotations

from paddock.kernels.compiling import inlined
from paddock.kernels.dirt.stage_arrays import Ints
from paddock.kernels.random_play import tell
from paddock.kernels.random_stream import below

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
def place(cell: int, seat: int, by: int, spaces: Ints, links: Ints, taken: Ints, shut: Ints) -> None:
    """Put a car on a space (`by` 1) or take it away (-1)."""
    taken[cell] = seat if by > 0 else -1
    for i in range(spaces[cell, 15], spaces[cell, 16]):
        shut[links[i]] += by


@inlined
def openings_of(
    cell: int, flight: int, landing: int, start: Ints, spaces: Ints, links: Ints, shut: Ints, mud: Ints,
    openings: Ints,
) -> int:  # fmt: skip
    """Fill the free spaces a step can lead to, gives their number; `start` has the list of the line."""
    begin, end = start[0], start[1]
    if cell >= 0 and flight == 0:
        begin, end = spaces[cell, 9], spaces[cell, 10]
    elif cell >= 0:
        begin, end = spaces[cell, 11], spaces[cell, 12]
    free = 0
    if flight == 2:
        if shut[landing] == 0 and limit_of(cell, landing, spaces, mud) > 0:
            openings[0] = landing
            free = 1
    else:
        for i in range(begin, end):
            if shut[links[i]] == 0 and limit_of(cell, links[i], spaces, mud) > 0:
                openings[free] = links[i]
                free += 1
    return free


@inlined
def token_of(bag: Ints, total: int, stream: Ints, trace: Ints, at: Ints) -> int:
    """Draw one of all tokens in the bag; gives its kind."""
    ticket, kind = below(stream, total), 0
    while ticket >= bag[kind]:
        ticket -= bag[kind]
        kind += 1
    tell(trace, at, 10)
    tell(trace, at, kind)
    bag[kind] -= 1
    return kind


@inlined
def in_bag(bag: Ints) -> int:
    """How many tokens are in the bag."""
    total = 0
    for i in range(bag.shape[0]):
        total += bag[i]
    return total


@inlined
def wheel_token(seat: int, tokens: Ints, count: int, up: Ints, removes: int) -> int:
    """The token on a cockpit that the spare wheel would remove; -1: none."""
    removed = -1
    for i in range(count):
        if removed < 0 and up[tokens[seat, i]] == removes:
            removed = i
    return removed


@inlined
def take_off(seat: int, removed: int, cars: Ints, tokens: Ints, bag: Ints) -> None:
    """Put a token of a cockpit back into the bag; the spare wheel is used up."""
    bag[tokens[seat, removed] % bag.shape[0]] += 1
    for i in range(removed, cars[seat, 10] - 1):
        tokens[seat, i] = tokens[seat, i + 1]
    cars[seat, 10] -= 1
    cars[seat, 5] = 0
