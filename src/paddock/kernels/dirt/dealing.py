"""What a loss of control costs: a back, tokens from the bag, and the stage driven on from gear 0.

Which backs have been seen and which harmless tokens are out of the bag is not followed. A bound from below
deals as kindly as anything that may have happened allows, one from above as harshly.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paddock.kernels.compiling import kernel
from paddock.kernels.dirt.ground import Floats, Ground, Ints
from paddock.kernels.dirt.tables import Problems, Values

GEAR, COAST, BRAKE, GREEN = range(4)
MOST_TOKENS = 6
"""One more than the tokens one crash can bring."""


class Dealer(NamedTuple):
    """The figures of cards and tokens, and what each problem knows of them."""

    backs_first: Ints
    """By gear."""
    backs: Ints
    """[back, 5]: copies, seconds, tokens on yellow, orange and red."""
    bag: Ints
    """Tokens in the bag by kind, none drawn."""
    caps: Ints
    """Gear, coast and brake tokens beyond which nothing changes; with so many gear tokens a car retires."""
    seen: Ints
    """[problem]: how many backs may have been seen."""
    unknown: Ints
    """[problem]: how many tokens of unknown kind may be out of the bag."""
    coasts_known: int
    """Whether every coast token on the cockpit came damage side up."""
    onward: Ints
    """[problem]: the problem a loss leads to."""
    restart: Floats
    """[problem, gear tokens, coast tokens, brake tokens, space, column]: driving on from gear 0."""


@kernel
def _expected(worth: Floats, low: Floats, high: Floats, side: int) -> float:
    """The kindest or harshest mean of four values with chances between bounds."""
    total, left = 0.0, 1.0
    for i in range(4):
        total += low[i] * worth[i]
        left -= low[i]
    done = 0
    while left > 1e-15 and done != 15:
        pick = -1
        for i in range(4):
            if not done >> i & 1 and (pick < 0 or (worth[i] - worth[pick]) * side > 0):
                pick = i
        done |= 1 << pick
        more = min(left, high[pick] - low[pick])
        total += more * worth[pick]
        left -= more
    return total


@kernel
def token_values(
    k: int, side: int, held: Ints, cell: int, column: int, most: int, dealer: Dealer, values: Floats
) -> None:
    """Fill `values[n]`: driving on after n tokens were drawn, from 0 to `most`."""
    onward = dealer.onward[k]
    caps, bag = dealer.caps, dealer.bag
    unknown = dealer.unknown[k]
    known = held[0] + held[2]
    if dealer.coasts_known:
        known += held[1]
    else:
        unknown += held[1]
    table = np.zeros((most + 1, most + 1, most + 1, most + 1))
    worth, low, high = np.zeros(4), np.zeros(4), np.zeros(4)
    full = bag[0] + bag[1] + bag[2] + bag[3]
    for tokens in range(most + 1):
        for drawn in range(tokens, -1, -1):
            for g in range(drawn + 1):
                for c in range(drawn - g + 1):
                    for b in range(drawn - g - c + 1):
                        n = drawn - g - c - b
                        if drawn == tokens:
                            table[g, c, b, n] = dealer.restart[
                                onward,
                                min(held[0] + g, caps[0]),
                                min(held[1] + c, caps[1]),
                                min(held[2] + b, caps[2]),
                                cell,
                                column,
                            ]
                            continue
                        left = full - known - drawn
                        hidden = min(unknown, left - 1)
                        rest = float(left - hidden)
                        counts = (
                            bag[0] - held[0] - g,
                            bag[1] - (held[1] if dealer.coasts_known else 0) - c,
                            bag[2] - held[2] - b,
                            bag[3] - n,
                        )
                        for i in range(4):
                            low[i] = max(0, counts[i] - hidden) / rest
                            high[i] = min(1.0, max(0, counts[i]) / rest)
                        worth[0] = table[g + 1, c, b, n]
                        worth[1] = table[g, c + 1, b, n]
                        worth[2] = table[g, c, b + 1, n]
                        worth[3] = table[g, c, b, n + 1]
                        table[g, c, b, n] = _expected(worth, low, high, side)
        values[tokens] = table[0, 0, 0, 0]


@kernel
def turn_over(k: int, side: int, gear: int, danger: int, dealer: Dealer, tokens: Floats) -> float:
    """The mean over the backs of a gear, the kindest or harshest so many of them seen."""
    first, last = dealer.backs_first[gear], dealer.backs_first[gear + 1]
    worth, copies = np.zeros(last - first), np.zeros(last - first, np.int64)
    for i in range(last - first):
        back = dealer.backs[first + i]
        copies[i] = back[0]
        worth[i] = back[1] + tokens[back[2 + danger]]
    total = copies.sum()
    seen = min(dealer.seen[k], total - 1)
    while seen > 0:
        pick = -1
        for i in range(worth.shape[0]):
            if copies[i] > 0 and (pick < 0 or (worth[i] - worth[pick]) * side < 0):
                pick = i
        gone = min(seen, copies[pick])
        copies[pick] -= gone
        seen -= gone
    mean, total = 0.0, copies.sum()
    for i in range(worth.shape[0]):
        mean += copies[i] * worth[i]
    return float(mean / total)


@kernel
def set_lost(
    cell: int, held: Ints, ground: Ground, values: Values, problems: Problems, dealer: Dealer
) -> None:
    """What losing control on a space costs, in every gear, problem and column."""
    punctures, columns = values.lost.shape[1], values.lost.shape[4]
    tokens = np.zeros(MOST_TOKENS)
    danger = ground.danger[cell]
    most = 0
    for back in range(dealer.backs.shape[0]):
        most = max(most, dealer.backs[back, 2 + danger])
    now = held.copy()
    for k in range(values.lost.shape[0]):
        if not problems.active[k]:
            continue
        side = problems.side[k]
        for p in range(punctures):
            now[1] = min(held[1] + p, dealer.caps[1])
            for column in range(problems.low[k], problems.high[k] + 1):
                if ground.finish[cell]:
                    spare = 0 if column == columns - 1 else column
                    for gear in range(1, 7):
                        values.lost[k, p, cell, gear, column] = values.crossed[k, p, gear] - spare
                    continue
                token_values(k, side, now, cell, column, most, dealer, tokens)
                for gear in range(1, 7):
                    values.lost[k, p, cell, gear, column] = turn_over(k, side, gear, danger, dealer, tokens)
