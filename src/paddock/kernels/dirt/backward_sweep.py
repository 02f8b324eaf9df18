"""One hand on one stage: the times to go from every space, from the finish back to the line."""

from __future__ import annotations

import numpy as np

from paddock.kernels.compiling import kernel
from paddock.kernels.dirt.dice import Faces
from paddock.kernels.dirt.flat_out_plans import Desk, close_upwards, spread
from paddock.kernels.dirt.flat_out_values import best_flat, roll_all
from paddock.kernels.dirt.lookahead_bound import look_ahead
from paddock.kernels.dirt.loss_of_control import Dealer, set_lost
from paddock.kernels.dirt.stage_arrays import Floats, Ground, Ints
from paddock.kernels.dirt.step_by_step import LEG, STEPS, best_plan, relaxed_turn
from paddock.kernels.dirt.token_bank import Purse
from paddock.kernels.dirt.turn_nodes import Spots
from paddock.kernels.dirt.value_tables import NEVER, Bounds, Problems, Values


@kernel
def _lay_out(
    cell: int, gear: int, flying: bool, limit: int, ground: Ground, hand: Ints, hazard: Floats,
    faces: Faces, desk: Desk,
) -> None:  # fmt: skip
    """Put all plans of a start on the desk."""
    spread(cell, gear, flying, limit, ground, hand, faces, desk)
    close_upwards(desk, hand)
    roll_all(flying, limit, hazard, hand, desk)


@kernel
def turn_values(
    cell: int, gear: int, limit: int, ground: Ground, hand: Ints, chances: Floats, hazard: Floats,
    purse: Purse, spots: Spots, values: Values, bounds: Bounds, problems: Problems, faces: Faces, desk: Desk,
) -> None:  # fmt: skip
    """The times to go from a space in a gear."""
    count, columns = values.start.shape[0], values.start.shape[3]
    best, pick = np.full((count, columns), NEVER), np.zeros((count, columns), np.int64)
    ways = 2 if gear == 0 and hand[4] else 1
    for flying in range(ways):
        _lay_out(cell, gear, flying == 1, limit, ground, hand, hazard, faces, desk)
        for k in range(count):
            if problems.active[k]:
                best_flat(k, flying == 1, purse, values, problems, desk, best[k], pick[k])
    plan = np.zeros((STEPS, LEG), np.int64)
    for k in range(count):
        if not problems.active[k]:
            continue
        plan[0, 0] = -1
        for column in range(problems.low[k], problems.high[k] + 1):
            if problems.exact[k]:
                value, least = best_plan(
                    cell, gear, k, column, best[k, column], plan, True, limit, ground, hand, chances, purse,
                    spots, values, bounds, problems,
                )  # fmt: skip
                if problems.side[k] < 0:
                    value = least
            else:
                value = relaxed_turn(
                    cell, gear, k, column, limit, ground, hand, chances, purse, spots, values, bounds,
                    problems,
                )  # fmt: skip
            values.start[k, cell, gear, column] = min(best[k, column], value)


@kernel
def _stranded(
    cell: int, gear: int, zero_turn: float, ground: Ground, values: Values, problems: Problems
) -> None:
    """A car that can never move takes a zero turn and may change lanes (DIRT-BLOCK-4)."""
    for k in range(values.start.shape[0]):
        if not problems.active[k]:
            continue
        for column in range(problems.low[k], problems.high[k] + 1):
            if values.start[k, cell, gear, column] < NEVER:
                continue
            best = values.start[k, cell, 0, column]
            for i in range(ground.lanes_first[cell], ground.lanes_first[cell + 1]):
                best = min(best, values.start[k, ground.lanes[i], 0, column])
            values.start[k, cell, gear, column] = zero_turn + best


@kernel
def set_stop(
    cell: int, front: Floats, home: Floats, punctured: Floats, wheel: Floats, ground: Ground,
    values: Values, problems: Problems,
) -> None:  # fmt: skip
    """What ending a movement on a space is worth: its card, or a wheel change, and the rest."""
    columns = values.start.shape[3]
    for k in range(values.start.shape[0]):
        if not problems.active[k]:
            continue
        for p in range(values.stop.shape[1]):
            for gear in range(1, 7):
                for column in range(problems.low[k], problems.high[k] + 1):
                    if ground.finish[cell]:
                        spare = 0 if column == columns - 1 else column
                        values.stop[k, p, cell, gear, column] = front[gear] + home[k, p] - spare
                        continue
                    if p == 0:
                        value = front[gear] + values.start[k, cell, gear, column]
                    else:
                        value = front[gear] + punctured[p, k, cell, gear, column]
                    if gear == 1:
                        value = min(value, wheel[k, p, cell, column])
                    values.stop[k, p, cell, gear, column] = value


@kernel
def _settle(
    first: int, last: int, limit: int, held: Ints, front: Floats, home: Floats, punctured: Floats,
    wheel: Floats, ground: Ground, hand: Ints, chances: Floats, purse: Purse, spots: Spots, values: Values,
    bounds: Bounds, problems: Problems, dealer: Dealer,
) -> None:  # fmt: skip
    """What ends, losses and the middle of turns are worth on spaces whose starts of turns are known."""
    columns = values.start.shape[3]
    for at in range(first, last):
        cell = ground.order[at]
        if cell >= ground.cells:
            continue
        for k in range(values.start.shape[0]):
            if problems.active[k]:
                low, high = problems.low[k], problems.high[k]
                for column in range(columns):
                    value = values.start[k, cell, 0, min(max(column, low), high)]
                    if column < low:
                        value -= column
                    elif column > high:
                        value -= column - high
                    dealer.restart[k, held[0], held[1], held[2], cell, column] = value
        set_stop(cell, front, home, punctured, wheel, ground, values, problems)
        set_lost(cell, held, ground, values, problems, dealer)
    for at in range(first, last):
        if ground.order[at] != ground.cells:
            look_ahead(at, limit, ground, hand, chances, purse, spots, values, bounds, problems)


@kernel
def sweep(
    limit: int, zero_turn: float, held: Ints, front: Floats, home: Floats, punctured: Floats, wheel: Floats,
    ground: Ground, hand: Ints, chances: Floats, hazard: Floats, purse: Purse, spots: Spots, values: Values,
    bounds: Bounds, problems: Problems, faces: Faces, desk: Desk, dealer: Dealer, from_group: int,
    to_group: int,
) -> None:  # fmt: skip
    """Fill all tables of a hand, group of spaces by group of spaces."""
    for group in range(from_group, to_group):
        first, last = ground.groups[group], ground.groups[group + 1]
        for gear in range(7):
            for at in range(first, last):
                cell = ground.order[at]
                if cell > ground.cells or (cell < ground.cells and ground.finish[cell]):
                    continue
                if cell == ground.cells and gear > 0:
                    continue
                turn_values(
                    cell, gear, limit, ground, hand, chances, hazard, purse, spots, values, bounds, problems,
                    faces, desk,
                )  # fmt: skip
                _stranded(cell, gear, zero_turn, ground, values, problems)
        _settle(
            first, last, limit, held, front, home, punctured, wheel, ground, hand, chances, purse, spots,
            values, bounds, problems, dealer,
        )  # fmt: skip


@kernel
def fill(
    limit: int, held: Ints, front: Floats, home: Floats, punctured: Floats, wheel: Floats, ground: Ground,
    hand: Ints, chances: Floats, purse: Purse, spots: Spots, values: Values, bounds: Bounds,
    problems: Problems, dealer: Dealer,
) -> None:  # fmt: skip
    """Fill all tables of a hand whose starts of turns are known."""
    for group in range(ground.groups.shape[0] - 1):
        _settle(
            ground.groups[group], ground.groups[group + 1], limit, held, front, home, punctured, wheel,
            ground, hand, chances, purse, spots, values, bounds, problems, dealer,
        )  # fmt: skip
