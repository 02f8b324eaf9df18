"""Many games without logs at full speed, on one process or several, as an Arrow table."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, get_args

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from paddock.arena.playing import play_bare
from paddock.arena.runner import runner_for
from paddock.arena.series import Played, Series
from paddock.arena.sinks import as_table
from paddock.core.chance import seed_from
from paddock.core.errors import BadInput
from paddock.core.extras import need
from paddock.core.game import AnyGame
from paddock.core.registry import find_game

if TYPE_CHECKING:
    import pyarrow

Engine = Literal["rules", "kernel"]
ENGINES: tuple[Engine, ...] = get_args(Engine)


def kernel_games(series: Series) -> list[Played]:
    """Returns random races by the compiled kernels, whose dice differ from the engine's for the same seed."""
    if series.game not in _KERNELS or set(series.bots) != {"random"}:
        raise BadInput("arena.no-kernel", game=series.game, known=list(_KERNELS))
    need("numpy", "fast", "the kernels")
    game = find_game(series.game)
    game.check_seats(len(series.bots))
    seed = int.from_bytes(seed_from(series.seed)[:6], "big")
    return _KERNELS[series.game](game.options(series.options), series, seed)


def _gt_races(options: Any, series: Series, seed: int) -> list[Played]:
    from paddock.kernels.gt.batch import play

    races = play(options, len(series.bots), series.games, seed)
    finished = "seconds" if len(series.bots) == 1 else "points"
    return [
        Played(
            number,
            series.bots,
            tuple(races.places[number].tolist()),
            tuple(races.scores[number].tolist()),
            finished if len(series.bots) > 1 or races.finished[number] else "retired",
            int(races.nodes[number]),
        )
        for number in range(series.games)
    ]


def _dirt_rallies(options: Any, series: Series, seed: int) -> list[Played]:
    from paddock.kernels.dirt.batch import play

    rallies = play(options, len(series.bots), series.games, seed)
    return [
        Played(
            number,
            series.bots,
            tuple(rallies.places[number].tolist()),
            tuple(rallies.seconds[number].astype(float).tolist()),
            "seconds",
            int(rallies.nodes[number]),
        )
        for number in range(series.games)
    ]


_KERNELS = {"rallyman-dirt": _dirt_rallies, "rallyman-gt": _gt_races}


def simulate(
    game: str | AnyGame,
    bots: Sequence[str] | str = "random",
    games: int = 100,
    *,
    seats: int | None = None,
    processes: int = 1,
    seed: int | str = 0,
    rotate: bool = True,
    progress: bool | None = None,
    engine: Engine = "rules",
    **options: Any,
) -> pyarrow.Table:
    """Plays many games of bots without logs; returns an Arrow table with a row per seat and game.

    The columns are `game`, `seat`, `bot`, `place`, `score`, `unit` and `nodes` (decisions and chance events
    of the game). Bots change seats from game to game unless `rotate` is off. The same seed gives the same
    games on any number of processes, and the same as `paddock run` with that seed. `engine="kernel"` plays
    random races of GT and DIRT by the compiled kernels, with other dice. Continue with `table.to_pandas()`,
    `polars.from_arrow(table)` or `pyarrow.parquet.write_table`.
    """
    need("pyarrow", "research", "paddock.simulate")
    if engine not in ENGINES:
        raise BadInput("arena.unknown-engine", engine=engine, known=list(ENGINES))
    name = game if isinstance(game, str) else game.name
    rules = find_game(name)
    line_up = (bots,) * (seats or rules.seats[0]) if isinstance(bots, str) else tuple(bots)
    series = Series(name, options, line_up, games, str(seed), rotate)
    if engine == "kernel":
        return as_table(kernel_games(series))
    shown = sys.stderr.isatty() if progress is None else progress
    series.check()
    work = partial(play_bare, series)
    with Progress(
        TextColumn(name),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not shown,
    ) as bar:
        played = runner_for(processes, games).play(work, series.fixtures())
        return as_table(list(bar.track(played, total=games)))
