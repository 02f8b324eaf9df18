"""What a loss of control costs: a back, tokens from the bag, and the stage driven on from gear 0.

Which backs have been seen and which harmless tokens are out of the bag is not followed. A bound from below
deals as kindly as anything that may have happened allows, one from above as harshly.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paddock.kernels.compiling import kernel
from paddock.kernels.dirt.stage_arrays import Floats, Ground, Ints
from paddock.kernels.dirt.value_tables import Problems, Values

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
    crashed: Ints
    """[problem]: how many tokens crashes of this stage may have drawn."""
    hidden: int
    """So many tokens of unknown kind may have been out of the bag from the first moment."""
    brought: int
    """Whether tokens on the cockpit may be older than the stage."""
    cut: Floats
    """[problem, kind, 2]: the least and greatest share of a kind among tokens drawn on shortcuts."""
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
def _out_of_bag(k: int, held: Ints, taken: int, dealer: Dealer, few: Ints, many: Ints) -> int:
    """Tokens that are out of the bag, those of shortcuts aside: by kind, at least and at most; and in all.

    Gear tokens are known, for they lie on the cockpit; so are brake and coast tokens until there are more of
    them than dice. A coast token may be a puncture, whose other side may be anything.
    """
    caps, hidden = dealer.caps, dealer.hidden
    few[GEAR], few[BRAKE], few[GREEN] = held[0], held[2], 0
    few[COAST] = max(0, held[1] - taken - hidden)
    known = few[GEAR] + few[COAST] + few[BRAKE]
    total = dealer.crashed[k] + hidden
    if dealer.brought:
        total += held[0] + held[1] + held[2]
    total = max(total, known)
    many[GEAR], many[GREEN] = held[0] + hidden, total
    many[COAST] = held[1] + hidden if held[1] < caps[1] else total
    many[BRAKE] = held[2] + hidden if held[2] < caps[2] else total
    for kind in range(4):
        many[kind] = min(many[kind], total - known + few[kind])
    return int(total)


@kernel
def token_values(
    k: int,
    side: int,
    held: Ints,
    cell: int,
    column: int,
    most: int,
    taken: int,
    dealer: Dealer,
    values: Floats,
) -> None:
    """Fill `values[n]`: driving on after n tokens were drawn, from 0 to `most`.

    `taken`: as many shortcuts may have been taken.
    """
    onward = dealer.onward[k]
    caps, bag, cut = dealer.caps, dealer.bag, dealer.cut[k]
    few, many = np.zeros(4, np.int64), np.zeros(4, np.int64)
    total = _out_of_bag(k, held, taken, dealer, few, many)
    known = few[0] + few[1] + few[2] + few[3]
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
                        now = (g, c, b, n)
                        for i in range(4):
                            least, greatest = 1.0, 0.0
                            in_bag, at_most = bag[i] - many[i] - now[i], bag[i] - few[i] - now[i]
                            left, rest = full - drawn - known - many[i] + few[i], full - drawn - total
                            for on_cuts in (0, taken):
                                if left - on_cuts > 0:
                                    share = (in_bag - on_cuts * cut[i, 1]) / (left - on_cuts)
                                    least = min(least, max(0.0, share))
                                else:
                                    least = 0.0
                                if rest - on_cuts > 0:
                                    share = (at_most - on_cuts * cut[i, 0]) / (rest - on_cuts)
                                    greatest = max(greatest, min(1.0, share))
                                elif at_most > 0:
                                    greatest = 1.0
                            low[i], high[i] = least, max(least, greatest)
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
                token_values(k, side, now, cell, column, most, ground.taken[cell], dealer, tokens)
                for gear in range(1, 7):
                    values.lost[k, p, cell, gear, column] = turn_over(k, side, gear, danger, dealer, tokens)
