"""Fuzzing: random games with all invariants checked; a failure is reduced to a short log.

`python -m paddock.testing.fuzzing --decisions 1000000 rallyman-gt outspeed` plays games with random options.
A game that breaks an invariant is made as short as possible and written to a file.
"""

from __future__ import annotations

import argparse
import random
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from paddock.core.chance import Outcome, seed_from
from paddock.core.errors import PaddockError
from paddock.core.game import AnyGame, Options
from paddock.core.match import Match, start, stream_for
from paddock.core.registry import find_game, games
from paddock.testing.harness import (
    check_actions,
    check_copies,
    check_events,
    check_pending,
    check_views,
    check_wrong_actions,
)

CHECK_EVERY = 25
"""The interval of full checks in nodes; they cost far more than the game itself."""


class Move(msgspec.Struct, frozen=True):
    """One entry of a game: a seat's action as plain values, or the outcome of a chance node."""

    seat: int | None
    what: Any


class Setup(msgspec.Struct, frozen=True):
    """The start of a fuzzed game."""

    game: str
    options: Any
    seats: int
    seed: str

    def begin(self) -> Match[Any, Any, Any]:
        """Returns a new match."""
        game = find_game(self.game)
        names = [f"seat {seat}" for seat in range(self.seats)]
        return start(game, game.options(self.options), names, seed_from(self.seed))


class Failure(Exception):
    """A broken invariant: how to get there, and the error."""

    def __init__(self, setup: Setup, moves: Sequence[Move], cause: BaseException) -> None:
        super().__init__(str(cause))
        self.setup = setup
        self.moves = list(moves)
        self.cause = cause
        self.kind = signature(cause)


def signature(error: BaseException) -> str:
    """Returns what failures of the same kind have in common: the error's type and where it was raised."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(frame.filename).name}:{frame.name}"


def random_options(game: AnyGame, rng: random.Random) -> Any:
    """Returns options from the schema: random switches, choices and small numbers, defaults for the rest."""
    schema = game.options_schema()
    values: dict[str, Any] = {}
    for name, field in schema.get("properties", {}).items():
        choices = _choices(field, schema["$defs"])
        if choices and rng.random() < 0.4:
            values[name] = rng.choice(choices)
    return values


def _choices(field: dict[str, Any], definitions: dict[str, Any]) -> list[Any]:
    if "$ref" in field:
        field = definitions[field["$ref"].rpartition("/")[2]]
    if "enum" in field:
        return list(field["enum"])
    if field.get("type") == "boolean":
        return [True, False]
    if field.get("type") == "integer":
        least = field.get("minimum", 0)
        return list(range(least, min(field.get("maximum", least + 3), least + 3) + 1))
    return []


def random_setup(game: AnyGame, rng: random.Random) -> Setup:
    """Returns a setup the game accepts; contradictory options are drawn again."""
    while True:
        seats = rng.choice(game.seats)
        values = random_options(game, rng)
        try:
            options: Options = game.options(values)
            game.start(options, seats)
        except PaddockError:
            continue
        return Setup(game.name, values, seats, str(rng.random()))


def check(game: AnyGame, state: Any, seats: int, rng: random.Random) -> None:
    """Checks every invariant at one node."""
    pending = game.pending(state)
    check_pending(game, state, pending, seats)
    check_copies(game, state)
    check_views(game, state, seats, rng)
    check_actions(game, state, pending, seats, rng)
    check_wrong_actions(game, state, pending, [], rng)


def play(setup: Setup, every: int = CHECK_EVERY) -> int:
    """Plays one random game; returns the number of decisions, raises Failure if an invariant is broken."""
    match = setup.begin()
    game = match.game
    rng = random.Random(setup.seed)
    stream = stream_for(match, seed_from(setup.seed))
    moves: list[Move] = []
    decisions = 0
    try:
        for node in range(game.longest + 1):
            if node % every == 0:
                check(game, match.state, setup.seats, rng)
            pending = game.pending(match.state)
            if pending.over:
                check(game, match.state, setup.seats, rng)
                return decisions
            if pending.chance is not None:
                moves.append(Move(None, stream.draw(pending.chance)))
            else:
                seat = rng.choice(pending.seats + pending.may)
                action = game.actions(match.state, seat).sample(rng)
                moves.append(Move(seat, msgspec.to_builtins(action)))
                decisions += 1
            check_events(game, _apply(match, moves[-1]), setup.seats)
        raise AssertionError(f"{game.name} took more than its longest {game.longest} steps")
    except Exception as error:
        raise Failure(setup, moves, error) from error


def _apply(match: Match[Any, Any, Any], move: Move) -> list[Any]:
    if move.seat is None:
        outcome: Outcome = move.what
        return match.draw(outcome)
    return match.decide(move.seat, match.game.action(move.what))


def breaking(setup: Setup, moves: Sequence[Move], kind: str) -> list[Move] | None:
    """Returns the moves up to a failure of that kind; None if they do not lead to one.

    A decision of a seat that is no longer asked goes to the seat that is: the failure rarely depends on it.
    """
    match = setup.begin()
    played: list[Move] = []
    for move in moves:
        played.append(_reseated(match, move))
        try:
            check_events(match.game, _apply(match, played[-1]), setup.seats)
        except PaddockError:
            return None
        except Exception as error:
            return played if signature(error) == kind else None
    try:
        check(match.game, match.state, setup.seats, random.Random(setup.seed))
    except Exception as error:
        return played if signature(error) == kind else None
    return None


def _reseated(match: Match[Any, Any, Any], move: Move) -> Move:
    asked = match.game.pending(match.state).seats
    if move.seat is None or not asked or move.seat in asked:
        return move
    return Move(asked[0], move.what)


def shrink(failure: Failure, tell: Callable[[int], None] = lambda _: None) -> list[Move]:
    """Returns the shortest sequence of moves found that still breaks the same invariant."""
    moves = breaking(failure.setup, failure.moves, failure.kind)
    if moves is None:
        return failure.moves
    size = max(1, len(moves) // 2)
    while size:
        at, smaller = 0, False
        while at < len(moves):
            shorter = breaking(failure.setup, moves[:at] + moves[at + size :], failure.kind)
            if shorter is not None:
                moves, smaller = shorter, True
                tell(len(moves))
            else:
                at += max(1, size // 2)
        if not smaller:
            size = min(size - 1, 2) if size <= 3 else size // 2
    return moves


def write_down(failure: Failure, moves: Sequence[Move], folder: Path) -> Path:
    """Writes the moves as a log, with the last one beside it if the game failed on it."""
    match = failure.setup.begin()
    last: Move | None = None
    for move in moves:
        try:
            _apply(match, move)
        except Exception:
            last = move
            break
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{failure.setup.game}-{failure.setup.seed.removeprefix('0.')}.jsonl"
    path.write_bytes(match.log.dump())
    why = f"{failure.kind}: {failure.cause}\n"
    if last is not None:
        why += f"after the log: seat {last.seat}: {msgspec.json.encode(last.what).decode()}\n"
    path.with_suffix(".txt").write_text(why)
    return path


def fuzz(game: AnyGame, decisions: int, seed: str, console: Console, folder: Path) -> bool:
    """Fuzzes one game for a number of decisions; returns whether every invariant held."""
    rng = random.Random(f"{seed}:{game.name}")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        task = progress.add_task(game.name, total=decisions)
        done = 0
        while done < decisions:
            try:
                done += play(random_setup(game, rng))
            except Failure as failure:
                before = len(failure.moves)
                console.print(f"{game.name}: {failure.kind}: {failure}")
                moves = shrink(failure, lambda left: progress.update(task, description=f"{left} moves"))
                path = write_down(failure, moves, folder)
                console.print(f"{before} moves shrank to {len(moves)}: {path}")
                return False
            progress.update(task, completed=min(done, decisions))
    return True


def main(arguments: Sequence[str] | None = None) -> int:
    """Fuzzes the given games, or all that are installed."""
    parser = argparse.ArgumentParser(description="Random games by the million, every promise checked.")
    parser.add_argument("games", nargs="*", help="which games (all)")
    parser.add_argument("--decisions", type=int, default=1_000_000, help="decisions a game")
    parser.add_argument("--seed", default="fuzz", help="another seed, other games")
    parser.add_argument("--out", type=Path, default=Path("build/fuzz"), help="where failures are written")
    wanted = parser.parse_args(arguments)
    console = Console()
    held = True
    try:
        for name in wanted.games or sorted(games()):
            held &= fuzz(find_game(name), wanted.decisions, wanted.seed, console, wanted.out)
    except KeyboardInterrupt:
        console.print("stopped")
        return 130
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
