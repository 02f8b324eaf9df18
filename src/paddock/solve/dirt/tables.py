"""The tables of one set of dice on one stage, prepared for the kernels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paddock.games.rallyman.dice import Hand
from paddock.kernels.dirt.backward_sweep import fill, sweep
from paddock.kernels.dirt.dice import Faces, faces_of, hand_numbers, hazard_chances, step_chances
from paddock.kernels.dirt.flat_out_plans import Desk, desk
from paddock.kernels.dirt.loss_of_control import MOST_TOKENS, Dealer, token_values, turn_over
from paddock.kernels.dirt.stage_arrays import Floats, Ground, Ints, ground_of
from paddock.kernels.dirt.token_bank import Purse, purse
from paddock.kernels.dirt.turn_nodes import Spots, spots_of
from paddock.kernels.dirt.value_tables import NEVER, Bounds, Problems, Values
from paddock.solve.dirt.box_arrays import Figures
from paddock.solve.dirt.damage_levels import Level, most_tokens
from paddock.solve.dirt.stage_problem import ABOVE, BELOW, Held, Home, StageCase


class Stage(NamedTuple):
    """The part of a stage that does not depend on the car."""

    case: StageCase
    figures: Figures
    ground: Ground
    purse: Purse
    chances: Floats
    hazard: Floats
    levels: tuple[Level, ...]
    crash: int
    """The tokens of one crash."""
    before: Ints
    home: Home

    @property
    def columns(self) -> int:
        """The number of columns of the purse."""
        return self.case.cap + 2

    def most(self, number: int) -> int:
        """Returns the largest number of tokens a problem distinguishes."""
        level, cap, purses = self.levels[number], self.case.cap, self.case.depth.purses
        return cap if level.side < 0 else min(cap, purses[min(level.losses, len(purses) - 1)])

    def punctures(self, held: Held) -> int:
        """Returns how many numbers of punctures in a turn matter to a car."""
        if not self.ground.cuts:
            return 1
        return 1 + min(self.ground.draws, self.figures.caps[1] - held[1])


def set_up(case: StageCase, levels: tuple[Level, ...], figures: Figures, home: Home) -> Stage:
    """Prepares a stage."""
    ground = ground_of(case.road)
    hazard = hazard_chances("l" if case.leader else "c")
    before = ground.before if ground.cuts else np.zeros(0, np.int64)
    return Stage(
        case,
        figures,
        ground,
        purse(case.cap),
        step_chances(hazard),
        hazard,
        levels,
        most_tokens(figures, ground.danger),
        before,
        home,
    )


def _puncture_chances(
    stage: Stage, held: Held, losses: int, before: int, punctures: int
) -> tuple[float, float]:
    """Returns the least and the greatest chance of a puncture on a shortcut after earlier draws.

    Punctures of this turn are known, those of earlier turns are coast tokens on the cockpit. Tokens taken
    by crashes, or missing at the start, may have had a puncture on their other side.
    """
    figures, case = stage.figures, stage.case
    unknown = stage.crash * losses + case.hidden
    few, many = punctures, before + unknown + (sum(held) if case.any_car else 0)
    out = many
    if not case.any_car and case.removes == "gear":
        few += max(0, held[1] - stage.crash * losses)
        if held[1] < figures.caps[1]:
            many = min(many, held[1] + punctures + unknown)
    if figures.tokens - out <= figures.punctures:
        return 0.0, 1.0
    return (
        max(0, figures.punctures - many) / (figures.tokens - many),
        max(0, figures.punctures - few) / (figures.tokens - out),
    )


def problems_of(stage: Stage, held: Held, wanted: Ints | None = None) -> Problems:
    """Returns the problems of one set of dice; `wanted` switches some of them off."""
    levels, case = stage.levels, stage.case
    active = np.array([reached(stage, held, level) for level in levels], np.int64)
    if wanted is not None:
        active &= wanted
    count = stage.punctures(held)
    puncture = np.zeros((len(levels), max(1, len(stage.before)), count, 2))
    for number, level in enumerate(levels):
        for cut, before in enumerate(stage.before):
            for p in range(count):
                puncture[number, cut, p] = _puncture_chances(stage, held, level.losses, int(before), p)
    lent = case.cap + 1
    return Problems(
        active,
        np.array([lent if level.lent else 0 for level in levels], np.int64),
        np.array([lent if level.side < 0 else stage.most(k) for k, level in enumerate(levels)], np.int64),
        np.array([level.side for level in levels], np.int64),
        np.array([level.exact for level in levels], np.int64),
        np.array([level.slack for level in levels]),
        np.array([level.calm for level in levels], np.int64),
        puncture,
    )


def _fresh(stage: Stage, held: Held) -> int:
    """Returns the least number of tokens on the cockpit that come from crashes of this stage."""
    if stage.case.any_car:
        return 0
    return held[0] + held[2] + max(0, held[1] - stage.ground.cuts)


def reached(stage: Stage, held: Held, level: Level) -> bool:
    """Whether a car can have these tokens after so many losses."""
    return _fresh(stage, held) <= stage.crash * level.losses


def _shares_on_cuts(stage: Stage, level: Level) -> Floats:
    """Returns [kind, 2]: the least and greatest share of a damage side among tokens drawn on shortcuts.

    A driver may look at these tokens, so the lower bound assumes the best case. For the upper bound the
    driver does not look: given the shortcut side, and the damage sides drawn in crashes, a token is equally
    likely any other one with that shortcut side. That needs the tokens of earlier stages; if there are any,
    the shares are not limited.
    """
    found = np.zeros((len(stage.figures.bag), 2))
    found[:, 1] = 1.0
    drawn = stage.crash * (level.losses + 1) - 1
    sizes = stage.figures.sides.sum(axis=1)
    if level.side < 0 or stage.case.any_car or stage.case.hidden or drawn >= sizes.min():
        return found
    for kind in range(len(found)):
        like = stage.figures.sides[:, kind]
        gone = np.minimum(like, drawn)
        found[kind] = ((like - gone) / (sizes - gone)).min(), min(1.0, (like / (sizes - drawn)).max())
    return found


def dealer_of(stage: Stage, held: Held, restart: Floats) -> Dealer:
    """Returns the dealer from the view of one set of dice."""
    figures, levels, case = stage.figures, stage.levels, stage.case
    return Dealer(
        figures.backs_first,
        figures.backs,
        figures.bag,
        np.array(figures.caps, np.int64),
        np.array([level.losses for level in levels], np.int64),
        np.array([stage.crash * level.losses for level in levels], np.int64),
        case.hidden,
        int(case.any_car),
        np.array([_shares_on_cuts(stage, level) for level in levels]),
        np.array([level.onward for level in levels], np.int64),
        restart,
    )


def hand_of(stage: Stage, held: Held) -> Ints:
    """Returns the dice of a car."""
    gear, coast, brake = stage.figures.caps
    case = stage.case
    return hand_numbers(
        Hand(
            gear - held[0],
            coast - held[1],
            brake - held[2],
            top=gear,
            coast_die="l" if case.leader else "c",
            flying_start=case.flying_start,
            red_zone=case.red_zone,
        )
    )


def empty_values(stage: Stage, held: Held, spare: int, dealer: Dealer) -> tuple[Values, Floats]:
    """Returns empty tables with the values behind the finish; and those by problem and punctures."""
    count, cells, columns = len(stage.levels), stage.ground.cells, stage.columns
    punctures = stage.punctures(held)
    home = np.zeros((count, punctures))
    crossed = np.zeros((count, punctures, 7))
    caps = stage.figures.caps
    for k, level in enumerate(stage.levels):
        bound = BELOW if level.side < 0 else ABOVE
        behind = stage.home.finished[bound, spare, int(level.sisu)]
        for p in range(punctures):
            now = (held[0], min(held[1] + p, caps[1]), held[2])
            home[k, p] = behind[now]
            crossed[k, p] = stage.figures.front + _home_after_loss(stage, k, now, behind, dealer)
    return (
        Values(
            np.full((count, cells + 1, 7, columns), NEVER),
            np.full((count, punctures, cells, 7, columns), NEVER),
            np.full((count, punctures, cells, 7, columns), NEVER),
            crossed,
        ),
        home,
    )


def _home_after_loss(stage: Stage, k: int, held: Held, behind: Floats, dealer: Dealer) -> Floats:
    """Returns the values behind a finish crossed out of control, by gear (DIRT-FINISH-4)."""
    found = np.full(7, behind[held])
    if stage.home.goes_on:
        finish = int(np.flatnonzero(stage.ground.finish)[0])
        danger = int(stage.ground.danger[finish])
        ways = np.broadcast_to(behind[..., None, None], (1, *behind.shape, 1, 1)).copy()
        alone = dealer._replace(restart=ways, onward=np.zeros_like(dealer.onward))
        tokens = np.zeros(MOST_TOKENS)
        most = int(stage.figures.backs[:, 2 + danger].max())
        side = stage.levels[k].side
        token_values(k, side, np.array(held, np.int64), 0, 0, most, stage.ground.cuts, alone, tokens)
        plain = stage.figures.backs.copy()
        plain[:, 1] = 0
        for gear in range(1, 7):
            found[gear] = turn_over(k, side, gear, danger, alone._replace(backs=plain), tokens)
    return found


def empty_bounds(stage: Stage, held: Held, spots: Spots, problems: Problems) -> Bounds:
    """Returns empty arrays for the relaxed turn."""
    most = stage.punctures(held)
    offsets, size = rooms(stage, held, spots, problems)
    calm = (spots.window, len(stage.levels), most, stage.columns) if (problems.calm >= 0).any() else (1,) * 4
    return Bounds(
        np.zeros(size),
        np.array(offsets, np.int64),
        np.full((spots.window, len(stage.levels), most), NEVER),
        np.full(calm, NEVER),
    )


def rooms(stage: Stage, held: Held, spots: Spots, problems: Problems) -> tuple[list[int], int]:
    """Returns the offset of each problem's relaxed turn in one flat array, and the size of the array."""
    entries, most = len(stage.purse.column), stage.punctures(held)
    offsets, size = [], 0
    for k in range(len(stage.levels)):
        offsets.append(size)
        if problems.active[k]:
            low = stage.purse.entry[problems.low[k], 0]
            high = entries
            if problems.high[k] < stage.purse.lent:
                high = stage.purse.entry[problems.high[k] + 1, 0]
            size += spots.window * most * stage.figures.limit * int(high - low)
    return offsets, size


class Workbench(NamedTuple):
    """All tables the kernels need for one set of dice."""

    stage: Stage
    held: Held
    hand: Ints
    spots: Spots
    problems: Problems
    values: Values
    home: Floats
    bounds: Bounds
    faces: Faces
    desk: Desk
    dealer: Dealer
    punctured: Floats
    """[punctures, problem, space, gear, column]: the start of a turn with so many more coast tokens."""
    wheel: Floats
    """[problem, punctures, space, column]: a wheel change there; `NEVER` if impossible."""

    def sweep(self, first: int, last: int) -> None:
        """Solves the groups of spaces from `first` to `last`, counted from the finish."""
        stage = self.stage
        sweep(
            stage.figures.limit, stage.figures.zero_turn, np.array(self.held, np.int64), stage.figures.front,
            self.home, self.punctured, self.wheel, stage.ground, self.hand, stage.chances, stage.hazard,
            stage.purse, self.spots, self.values, self.bounds, self.problems, self.faces, self.desk,
            self.dealer, first, last,
        )  # fmt: skip

    def fill(self) -> None:
        """Fills all other tables from the known starts of turns."""
        stage = self.stage
        fill(
            stage.figures.limit, np.array(self.held, np.int64), stage.figures.front, self.home,
            self.punctured, self.wheel, stage.ground, self.hand, stage.chances, stage.purse, self.spots,
            self.values, self.bounds, self.problems, self.dealer,
        )  # fmt: skip


def workbench(
    stage: Stage,
    held: Held,
    spare: int,
    restart: Floats,
    punctured: Floats,
    wheel: Floats,
    *,
    wanted: Ints | None = None,
    whole: bool = False,
    on: Desk | None = None,
) -> Workbench:
    """Returns the tables of one set of dice; `whole`: keep the relaxed turn for the whole stage.

    `on`: a buffer to share, made for a set of dice at least as large.
    """
    hand = hand_of(stage, held)
    spots = spots_of(stage.ground, hand)
    if whole:
        spots = spots._replace(window=max(1, len(spots.gear)))
    problems = problems_of(stage, held, wanted)
    dealer = dealer_of(stage, held, restart)
    values, home = empty_values(stage, held, spare, dealer)
    return Workbench(
        stage,
        held,
        hand,
        spots,
        problems,
        values,
        home,
        empty_bounds(stage, held, spots, problems),
        faces_of(hand, stage.figures.limit),
        on or desk(stage.ground, hand),
        dealer,
        punctured,
        wheel,
    )
