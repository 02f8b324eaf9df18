"""Puzzles: positions of played games with one clearly best plan, in which a player chose another one.

The idea of a plan is how it is rolled, how many dice it uses and the gear it ends in. A position is a
puzzle if a wide search finds a plan that beats the best plan of every other idea by at least `MARGINS`, and
the player's plan was an error. Evaluations of Outspeed and Dirt & Dust are not accurate enough: there the
best choice depends on secret choices of others, or on dice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module, resources
from random import Random
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from paddock.analysis.attribution import follow
from paddock.analysis.evaluator import Judgement, better
from paddock.analysis.mistakes import end_gear
from paddock.analysis.report import THRESHOLDS, Mark, Report, Unit, mark_of
from paddock.core.chance import DiceStream, seed_from
from paddock.core.errors import BadInput
from paddock.core.game import AnyGame, Perspective
from paddock.core.logs import Log
from paddock.core.match import first_state, game_of, replay, start
from paddock.core.notation import position_head, read_position, write_position
from paddock.core.registry import find_bot, find_game

MARGINS: dict[Unit, float] = {"seconds": 2.0, "chance": 0.04}
"""The least advantage of the best plan over every plan of another idea."""
ERRORS: tuple[Mark, ...] = ("inaccuracy", "mistake", "blunder")
MOST = 3
"""The largest number of puzzles from one game; those with the widest margins are kept."""
_LOOKED_AT = 12
"""The number of errors of a game to examine, the most expensive first."""
_JUDGES = {
    "rallyman-dirt": ("paddock.analysis.dirt.drive", "DriveEvaluator", {}),
    "rallyman-gt": ("paddock.analysis.gt.race", "RaceEvaluator", {"solo": False}),
}
_DRIVERS = ("beginner", "beginner", "club", "random")
"""The bots whose games are searched for puzzles; the weaker ones make errors."""
_LONGEST = 600
"""Bot games are abandoned after this many records, since random drivers may take very long."""


class Judge(Protocol):
    """The evaluators that can judge puzzles."""

    unit: Unit
    lowest: bool

    def judge(self, state: Any, seat: int, action: Any) -> Judgement | None:
        """Judges a decision against the best one."""
        ...

    def widely(self, state: Any, seat: int) -> list[tuple[float, Any]]:
        """Returns many plans with the seat's expected results."""
        ...


class Puzzle(Struct, frozen=True, kw_only=True):
    """A position, the seat on turn, and the clearly best plan."""

    position: str
    """The full position in one-line notation."""
    seat: int
    best: str
    """The best plan, in the notation of the game."""
    margin: float
    """By how much it beats every other idea."""
    unit: Unit

    @property
    def game(self) -> str:
        """The name of the game."""
        return position_head(self.position)[0]

    @property
    def rules(self) -> int:
        """The version of the rules it was made under."""
        return int(position_head(self.position)[1])

    @property
    def id(self) -> str:
        """Identifies the puzzle; the same position has the same id."""
        return hashlib.sha256(f"{self.seat} {self.position}".encode()).hexdigest()[:16]

    @property
    def state(self) -> Any:
        """The position; raises BadInput if the present rules cannot read it."""
        return read_position(find_game(self.game), self.position)


class PuzzleAnswer(Struct, frozen=True, kw_only=True):
    """A player's plan against the best one."""

    right: bool
    """Whether it loses no more than a good decision may."""
    loss: float
    unit: Unit
    mark: Mark
    told: str
    """The plan in the notation of the game."""
    best: str
    action: Any
    better: Any
    """The best plan; None if the player chose it."""
    risk: float | None
    better_risk: float | None
    fault: str


def puzzle_games() -> tuple[str, ...]:
    """Returns the games that have puzzles."""
    return tuple(_JUDGES)


def judge_of(game: str) -> Judge:
    """Returns the evaluator for the puzzles of a game."""
    if game not in _JUDGES:
        raise BadInput("analysis.no-puzzles", game=game, known=", ".join(_JUDGES))
    module, name, given = _JUDGES[game]
    made: Judge = getattr(import_module(module), name)(**given)
    return made


def idea_of(plan: Any) -> tuple[str, int, int]:
    """Returns the idea of a plan: how it is rolled, how many dice it uses, the gear it ends in."""
    return plan.way, len(plan.steps), end_gear(plan)


def puzzles_in(log: Log, report: Report) -> list[Puzzle]:
    """Returns the puzzles of a played game, widest margins first."""
    game = game_of(log)
    if game.name not in _JUDGES or (game.name == "rallyman-gt" and len(report.drivers) < 2):
        return []
    made = [
        (driver.seat, choice)
        for driver in report.drivers
        for choice in driver.choices
        if choice.mark in ERRORS and choice.turn > 1 and "steps" in choice.action
    ]
    costliest = sorted(made, key=lambda each: -each[1].loss)[:_LOOKED_AT]
    errors = {choice.step: seat for seat, choice in costliest}
    found: list[Puzzle] = []
    judge, state = judge_of(game.name), first_state(game, log)
    for step in replay(log, game):
        if step.number in errors:
            puzzle = _puzzle_at(game, judge, state, errors[step.number])
            if puzzle is not None:
                found.append(puzzle)
        state = game.clone(step.state)
    best = {(puzzle.seat, puzzle.best): puzzle for puzzle in sorted(found, key=lambda one: one.margin)}
    return sorted(best.values(), key=lambda one: -one.margin)[:MOST]


def _puzzle_at(game: AnyGame, judge: Judge, state: Any, seat: int) -> Puzzle | None:
    if state.phase != "plan":
        return None
    rated = [(worth, plan) for worth, plan in judge.widely(state, seat) if hasattr(plan, "steps")]
    if not rated:
        return None
    sign = -1.0 if judge.lowest else 1.0
    top, best = max(rated, key=lambda each: sign * each[0])
    others = [worth for worth, plan in rated if idea_of(plan) != idea_of(best)]
    if not others:
        return None
    margin = min(sign * (top - worth) for worth in others)
    if margin < MARGINS[judge.unit]:
        return None
    return Puzzle(
        position=write_position(game, state),
        seat=seat,
        best=game.write_action(state, best),
        margin=round(margin, 4),
        unit=judge.unit,
    )


def answer(puzzle: Puzzle, action: Any) -> PuzzleAnswer:
    """Judges a player's plan; raises IllegalAction if it is not legal."""
    game, judge, state = find_game(puzzle.game), judge_of(puzzle.game), puzzle.state
    game.act(game.clone(state), puzzle.seat, action)
    best = game.read_action(state, puzzle.best)
    known, judged = judge.judge(state, puzzle.seat, best), judge.judge(state, puzzle.seat, action)
    if judged is None or known is None:
        raise BadInput("analysis.nothing-to-say")
    top, shown, risk = known.worth, best, known.risk
    if better(judged.top, top, judge.lowest):
        top, shown, risk = judged.top, judged.best, judged.best_risk
    loss = abs(top - judged.worth) if better(top, judged.worth, judge.lowest) else 0.0
    right = loss <= THRESHOLDS[judge.unit][1]
    own = loss == 0.0
    told = game.write_action(state, action)
    return PuzzleAnswer(
        right=right,
        loss=loss,
        unit=judge.unit,
        mark=mark_of(loss, judge.unit),
        told=told,
        best=told if own else game.write_action(state, shown),
        action=msgspec.to_builtins(action),
        better=None if own else msgspec.to_builtins(shown),
        risk=judged.risk,
        better_risk=None if own else risk,
        fault="" if own else judged.fault,
    )


def made_by_bots(game_name: str, seed: int) -> list[Puzzle]:
    """Returns the puzzles of a game between bots of all strengths; the same seed gives the same ones."""
    game = find_game(game_name)
    rng, stream = Random(f"puzzles of {game_name}: {seed}"), DiceStream(seed_from(f"{game_name} {seed}"))
    options = game.race(rng.randbytes(32))
    names = [rng.choice(_DRIVERS) for _ in range(3)]
    match = start(game, options, names)
    bots = [find_bot(game_name, name) for name in names]
    match.settle(stream)
    while not (pending := game.pending(match.state)).over and len(match.log.records) < _LONGEST:
        seat = pending.seats[0]
        match.decide(seat, bots[seat].choose(Perspective(game, match.state, seat), rng))
        match.settle(stream)
    judge: Any = judge_of(game_name)
    return puzzles_in(match.log, follow(match.log, judge))


def written(puzzles: Iterable[Puzzle]) -> bytes:
    """Returns puzzles as the content of a file, one line each."""
    return b"".join(msgspec.json.encode(puzzle) + b"\n" for puzzle in puzzles)


def read(raw: bytes) -> list[Puzzle]:
    """Returns the puzzles of a file."""
    return [msgspec.json.decode(line, type=Puzzle) for line in raw.splitlines() if line.strip()]


@cache
def shipped() -> tuple[Puzzle, ...]:
    """Returns the puzzles that ship with Paddock, without those that the present rules cannot read."""
    raw = resources.files("paddock.analysis").joinpath("data/puzzles.jsonl").read_bytes()
    return tuple(one for one in read(raw) if one.rules == find_game(one.game).rules_version)


Found = Callable[[str, int, list[Puzzle]], None]
"""Called after each game with its name, its seed and its puzzles."""


def make(games: Iterable[str], seeds: Callable[[], Iterable[int]], most: int, found: Found) -> list[Puzzle]:
    """Makes puzzles from bot games until every game has `most`."""
    made: dict[str, Puzzle] = {}
    for game in games:
        own: dict[str, Puzzle] = {}
        for seed in seeds():
            if len(own) >= most:
                break
            new = made_by_bots(game, seed)
            own |= {puzzle.id: puzzle for puzzle in new}
            found(game, seed, new)
        made |= dict(list(own.items())[:most])
    return list(made.values())
