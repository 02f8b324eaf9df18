"""`paddock puzzles`: positions with one clearly best plan, from games of bots."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paddock.cli.screen import out
from paddock.core.extras import need

if TYPE_CHECKING:
    from paddock.analysis.puzzles import Puzzle


def make_puzzles(
    file: Annotated[Path, typer.Argument(help="Where to write them, a line each.")],
    number: Annotated[int, typer.Option(min=1, help="How many of each game.")] = 30,
    seed: Annotated[int, typer.Option(help="The first game; the same seed gives the same puzzles.")] = 1,
    games: Annotated[list[str] | None, typer.Option("--game", help="Only of these games.")] = None,
) -> None:
    """Let bots play, search their games, and keep positions in which one plan is clearly best."""
    need("numpy", "fast", "paddock puzzles")
    from paddock.analysis.puzzles import make, puzzle_games, written

    kept: list[Puzzle] = []

    def found(game: str, at: int, new: list[Puzzle]) -> None:
        kept.extend(new)
        out.print(f"{game}, game {at}: {len(new)} puzzles, {len(kept)} in all")

    made = make(games or puzzle_games(), lambda: count(seed), number, found)
    file.write_bytes(written(made))
    out.print(f"{len(made)} puzzles are in {file}")
