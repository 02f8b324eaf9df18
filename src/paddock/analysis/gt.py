"""A drive alone in Rallyman: GT against its solution.

Between two decisions lies what chance did: the time noted and the time to go after it, less what the
decision before it was worth. Everything adds up to the result.
"""

from __future__ import annotations

from collections import Counter

from paddock.analysis.report import RatedDecision, RatedTurn, Report, mark_of
from paddock.core.logs import Decision, Log
from paddock.core.match import apply, first_state
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import Tyre
from paddock.games.rallyman.gt.solo import track_seconds
from paddock.games.rallyman.gt.state import GtOptions, State
from paddock.solve import Store, Wish
from paddock.solve.contract import Watch, unwatched
from paddock.solve.gt.solution import Solution
from paddock.solve.gt.solver import SOLVER


def analyse_drive(log: Log, wish: Wish, store: Store, watch: Watch = unwatched) -> Report:
    """The report of a drive; its track is solved first where that was not done."""
    options = RALLYMAN_GT.options(log.header.options)
    solution = SOLVER.solved(options, wish, store, watch, tyre=_tyre(log))
    return rated(log, solution)


def _tyre(log: Log) -> Tyre | None:
    """The tyre that was chosen before the start, if any was."""
    for _, record in log.counted:
        if isinstance(record, Decision):
            action = RALLYMAN_GT.action(record.action)
            if isinstance(action, a.ChooseTyre):
                return action.tyre
    return None


class _Drive:
    """A drive being followed: what is added up so far."""

    def __init__(self, solution: Solution, state: State) -> None:
        self.solution = solution
        self.state = state
        self.start = self.expected = solution.value(state)
        """`expected`: time noted and to go as it was after the newest decision."""
        self.turn = 0
        self.given: Counter[int] = Counter()
        self.dice: dict[int, float] = {}
        self.ends: dict[int, tuple[int, float]] = {}
        self.choices: list[RatedDecision] = []

    def arrive(self) -> None:
        """Chance has done its part: the next decision is near, or the end."""
        noted, to_go = track_seconds(self.state.marks), float(self.solution.value(self.state))
        turn = max(1, self.turn)
        self.dice[turn] = self.dice.get(turn, 0.0) + noted + to_go - self.expected
        self.ends[turn] = noted, to_go
        self.expected = noted + to_go

    def decide(self, number: int, action: a.GtAction) -> None:
        """Rate a decision and expect what it is worth."""
        if isinstance(action, a.ChooseTyre):
            return
        self.turn += isinstance(action, a.Plan | a.Pass)
        solution, state, noted = self.solution, self.state, track_seconds(self.state.marks)
        best = solution.choose(state)
        worth, least = float(solution.worth(state, action)), float(solution.worth(state, best))
        if worth <= least:
            best, least = action, worth
        loss = worth - least
        self.given[self.turn] += loss  # type: ignore[assignment]
        slack = noted + least - self.expected
        self.dice[self.turn] = self.dice.get(self.turn, 0.0) + slack
        self.choices.append(
            RatedDecision(
                step=number,
                turn=self.turn,
                told=RALLYMAN_GT.write_action(state, action),
                best=RALLYMAN_GT.write_action(state, best),
                loss=loss,
                mark=mark_of(loss),
                to_go=least,
                so_far=noted,
            )
        )
        self.expected = noted + worth


def rated(log: Log, solution: Solution) -> Report:
    """The report of a drive against its solution."""
    state: State = first_state(RALLYMAN_GT, log)
    drive = _Drive(solution, state)
    for number, record in log.counted:
        if isinstance(record, Decision):
            action = RALLYMAN_GT.action(record.action)
            if isinstance(action, a.Retire):
                break
            drive.arrive()
            drive.decide(number, action)
        apply(RALLYMAN_GT, state, record, number)
    result = RALLYMAN_GT.result(state)
    over = result is not None and bool(state.places)
    if over:
        drive.arrive()
    return _report(drive, solution, result.scores[0] if over and result is not None else None)


def _report(drive: _Drive, solution: Solution, result: float | None) -> Report:
    decisions = sum(choice.loss for choice in drive.choices)
    options: GtOptions = solution.options
    return Report(
        game=RALLYMAN_GT.name,
        rules_version=RALLYMAN_GT.rules_version,
        course=RALLYMAN_GT.course(options) or "ring",
        seat=0,
        unit="seconds",
        result=result,
        start=drive.start,
        decisions=decisions,
        dice=sum(drive.dice.values()),
        accuracy=drive.start / (drive.start + decisions),
        error=solution.bounds.gap,
        marks=dict(Counter(choice.mark for choice in drive.choices)),
        turns=tuple(
            RatedTurn(
                turn=turn,
                decisions=float(drive.given[turn]),
                dice=dice,
                so_far=drive.ends[turn][0],
                to_go=drive.ends[turn][1],
            )
            for turn, dice in sorted(drive.dice.items())
        ),
        choices=tuple(drive.choices),
    )
