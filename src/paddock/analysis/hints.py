"""Hints: what an expert would do now, from what the seat knows; first the idea in words, then the decision.

Positions are judged by the evaluator that also rates finished games. Nothing is solved for a hint.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
from msgspec import Struct

from paddock.analysis.analyse import WISH, evaluator_of
from paddock.analysis.evaluator import Evaluator, Judgement, better
from paddock.analysis.mistakes import gears_of
from paddock.analysis.report import Mark, Unit, mark_of
from paddock.core.errors import BadInput
from paddock.core.logs import Decision, Log
from paddock.core.match import game_of, state_at
from paddock.core.messages import Message
from paddock.core.registry import find_game
from paddock.solve import Store, kept

_TRIES = 4
"""The number of decisions to try until one can be rated."""


class Hint(Struct, frozen=True, kw_only=True):
    """What an expert would do."""

    step: int
    """The step it belongs to."""
    idea: Message
    """The idea in words, without the decision itself."""
    action: Any
    told: str
    """The decision in the notation of the game."""
    risk: float | None = None
    """The chance that a plan loses control."""


class LookedBack(Struct, frozen=True, kw_only=True):
    """The judgement of a decision after it was made."""

    step: int
    loss: float
    unit: Unit
    mark: Mark
    fault: str
    hint: Hint | None
    """A better decision; None if there is none."""


def hint(log: Log, seat: int, store: Store | None = None) -> Hint:
    """Returns an expert's decision at the end of a log; raises BadInput if there is nothing to decide."""
    state = state_at(game_of(log), log)
    evaluator = _quick_evaluator(log, store or Store())
    return _hint_at(log, evaluator, state, seat, len(log.records))


def look_back(log: Log, seat: int, step: int, store: Store | None = None) -> LookedBack:
    """Returns how good a seat's decision at a step of a log was."""
    game = game_of(log)
    records = dict(log.counted)
    record = records.get(step)
    if not isinstance(record, Decision) or record.seat != seat:
        raise BadInput("analysis.no-decision", step=step)
    state = state_at(game, log, step - 1)
    evaluator = _quick_evaluator(log, store or Store())
    action = game.action(record.action)
    judged = evaluator.judge(state, seat, action)
    if judged is None:
        raise BadInput("analysis.nothing-to-say")
    best, top = _best_of(judged, action, evaluator)
    loss = abs(top - judged.worth)
    mark = mark_of(loss, evaluator.unit, evaluator.noise)
    shown = None if best == action else _told(log, state, best, judged.best_risk, step - 1)
    return LookedBack(step=step, loss=loss, unit=evaluator.unit, mark=mark, fault=judged.fault, hint=shown)


def _quick_evaluator(log: Log, store: Store) -> Evaluator:
    """Returns the evaluator of a game; an unsolved solo drive gets the drivers' evaluator."""
    game = log.header.game
    if game == "rallyman-gt" and len(log.header.seats) == 1:
        options = find_game(game).options(log.header.options)
        if options.changing_weather or kept(game, options, store).perfect is None:
            from paddock.analysis.gt.race import RaceEvaluator

            return RaceEvaluator(solo=True)
    return evaluator_of(log, "own", WISH, store)


def _hint_at(log: Log, evaluator: Evaluator, state: Any, seat: int, step: int) -> Hint:
    game, rng = game_of(log), random.Random(step)
    if seat not in game.pending(state).seats:
        raise BadInput("analysis.nothing-to-say")
    for _ in range(_TRIES):
        action = game.actions(state, seat).sample(rng)
        judged = evaluator.judge(state, seat, action)
        if judged is not None:
            best, _ = _best_of(judged, action, evaluator)
            risk = judged.risk if best == action else judged.best_risk
            return _told(log, state, best, risk, step)
    raise BadInput("analysis.nothing-to-say")


def _best_of(judged: Judgement, action: Any, evaluator: Evaluator) -> tuple[Any, float]:
    if better(judged.top, judged.worth, evaluator.lowest):
        return judged.best, judged.top
    return action, judged.worth


def _told(log: Log, state: Any, action: Any, risk: float | None, step: int) -> Hint:
    game = game_of(log)
    return Hint(
        step=step,
        idea=idea_of(action),
        action=msgspec.to_builtins(action),
        told=game.write_action(state, action),
        risk=risk,
    )


def idea_of(action: Any) -> Message:
    """Returns the idea of a decision in a sentence."""
    kind = action.__struct_config__.tag
    if kind != "plan":
        return Message(f"analysis.idea.{kind if kind in _WORDED else 'other'}")
    gears = gears_of(action.steps)
    if action.way == "flat-out":
        return Message("analysis.idea.flat-out", {"n": len(action.steps)})
    if not gears:
        return Message("analysis.idea.coast")
    braking = any(step.brakes for step in action.steps) or gears[-1] < max(gears)
    return Message(f"analysis.idea.{'brake' if braking else 'speed-up'}", {"gear": gears[-1]})


_WORDED = frozenset(
    {"roll", "secure", "stop", "pass", "relay", "program", "lay", "buy", "finish", "resolve", "play", "pit"}
)
