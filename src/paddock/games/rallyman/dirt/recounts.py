"""The summary of a rally: every driver's time, turn by turn as driven."""

from __future__ import annotations

from collections.abc import Iterable

from paddock.core.match import Replayed
from paddock.core.summaries import Curve, Recount
from paddock.games.rallyman import recounts
from paddock.games.rallyman.dirt import rally
from paddock.games.rallyman.dirt.components import HAZARD_LIMIT, dice
from paddock.games.rallyman.dirt.drive import drive_of
from paddock.games.rallyman.dirt.order import order_of_play
from paddock.games.rallyman.dirt.state import State
from paddock.games.rallyman.hazards import along


def recount(first: State, steps: Iterable[Replayed]) -> Recount:
    """Returns the summary of a finished rally; the scores show the gaps."""
    seats = len(first.cars)
    turns = recounts.Turns(seats, _ranks, _risk)
    lines: list[list[float | None]] = [[float(carried)] for carried in rally.carried_seconds(first)]
    stages = 0
    for step in steps:
        state = step.state
        turns.hear(step)
        ended = len(state.sheet) > stages
        stages = len(state.sheet)
        for event in step.events:
            if event.__struct_config__.tag == "turn-told":
                lines[event.seat].append(_time(state, event.seat, ended))
        if ended:
            for seat, line in enumerate(lines):
                line[-1] = float(rally.totals(state)[seat])
    curve = Curve("seconds", recounts.padded(lines), turns.marks(by_round=False))
    return Recount(curve, (None,) * seats, tuple(turns.best), recounts.lucks(turns, dice()))


def _ranks(state: State) -> dict[int, int]:
    order = (*state.finishers, *order_of_play(state))
    return {seat: place for place, seat in enumerate(order, 1)}


def _risk(state: State, seat: int) -> float:
    if state.calm:
        return 0.0
    *_, end = along(drive_of(state, seat).legs(state.plan), HAZARD_LIMIT)
    return end.loss_float


def _time(state: State, seat: int, ended: bool) -> float:
    """Returns a driver's rally time; read from the sheet once a stage has ended."""
    driving = 0 if ended else rally.stage_seconds(state.cars[seat])
    return float(rally.totals(state)[seat] + driving)
