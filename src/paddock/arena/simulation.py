"""Many games without logs: as fast as the bare engine, on one process or several, as an Arrow table."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from paddock.arena.entrants import bot_for
from paddock.arena.series import Series
from paddock.core.chance import DiceStream, seed_from
from paddock.core.errors import BadInput
from paddock.core.extras import need
from paddock.core.game import AnyGame, Bot, Perspective, Result
from paddock.core.registry import find_game
from paddock.core.seeding import seat_rngs

if TYPE_CHECKING:
    import pyarrow

Engine = Literal["rules", "kernel"]
ENGINES: tuple[Engine, ...] = get_args(Engine)


class Simulated(NamedTuple):
    """One finished game: who sat where, places and scores by seat, decisions and outcomes."""

    number: int
    seats: tuple[str, ...]
    places: tuple[int, ...]
    scores: tuple[float, ...]
    unit: str
    nodes: int


def play_bare(game: AnyGame, options: Any, bots: Sequence[Bot], seed: str) -> tuple[Result, int]:
    """Play one game of bots to its end without a log; returns its result and how many nodes it had.

    The same seed gives the same game as `series.play_out`, which keeps a log of it.
    """
    state = game.start(options, len(bots))
    rngs = seat_rngs(seed, len(bots))
    seats = [(bot.choose, Perspective(game, state, i), rngs[i]) for i, bot in enumerate(bots)]
    draw = DiceStream(seed_from(seed)).draw
    pending, act, resolve = game.pending, game.act, game.resolve
    nodes = 0
    while True:
        waiting = pending(state)
        chance = waiting.chance
        if chance is not None:
            resolve(state, draw(chance))
        elif waiting.seats:
            seat = waiting.seats[0]
            choose, perspective, rng = seats[seat]
            act(state, seat, choose(perspective, rng))
        else:
            break
        nodes += 1
    result = game.result(state)
    assert result is not None
    return result, nodes


def simulated(series: Series, numbers: range) -> list[Simulated]:
    """Some games of a series."""
    game = find_game(series.game)
    options = game.options(series.options)
    found = []
    for number in numbers:
        names = series.seating(number)
        bots = [bot_for(series.game, name) for name in names]
        result, nodes = play_bare(game, options, bots, f"{series.seed}:{number}")
        found.append(Simulated(number, names, result.places, result.scores, result.unit, nodes))
    return found


def simulations(series: Series, processes: int = 1) -> Iterator[list[Simulated]]:
    """Play a series; parts of it come back as they finish. Closing the iterator stops the rest."""
    game = find_game(series.game)
    game.check_seats(len(series.bots))
    game.start(game.options(series.options), len(series.bots))
    for name in set(series.bots):
        bot_for(series.game, name)
    chunk = max(1, min(256, series.games // (max(processes, 1) * 8)))
    parts = [range(at, min(at + chunk, series.games)) for at in range(0, series.games, chunk)]
    if processes <= 1:
        for part in parts:
            yield simulated(series, part)
        return
    pool = ProcessPoolExecutor(processes)
    try:
        for done in as_completed([pool.submit(simulated, series, part) for part in parts]):
            yield done.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def kernel_games(series: Series) -> list[Simulated]:
    """Random races by the compiled kernels: other games than the rules' own from the same seed."""
    if series.game not in _KERNELS or set(series.bots) != {"random"}:
        raise BadInput("arena.no-kernel", game=series.game, known=list(_KERNELS))
    need("numpy", "fast", "the kernels")
    game = find_game(series.game)
    game.check_seats(len(series.bots))
    seed = int.from_bytes(seed_from(series.seed)[:6], "big")
    return _KERNELS[series.game](game.options(series.options), series, seed)


def _gt_races(options: Any, series: Series, seed: int) -> list[Simulated]:
    from paddock.kernels.gt.batch import play

    races = play(options, len(series.bots), series.games, seed)
    finished = "seconds" if len(series.bots) == 1 else "points"
    return [
        Simulated(
            number,
            series.bots,
            tuple(races.places[number].tolist()),
            tuple(races.scores[number].tolist()),
            finished if len(series.bots) > 1 or races.finished[number] else "retired",
            int(races.nodes[number]),
        )
        for number in range(series.games)
    ]


def _dirt_rallies(options: Any, series: Series, seed: int) -> list[Simulated]:
    from paddock.kernels.dirt.batch import play

    rallies = play(options, len(series.bots), series.games, seed)
    return [
        Simulated(
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
    """Play many games of bots without logs; a row for every seat of every game, as an Arrow table.

    The columns are `game`, `seat`, `bot`, `place`, `score`, `unit` and `nodes` (decisions and outcomes of the
    game). Bots change seats from game to game unless `rotate` is off. The same seed gives the same games on
    any number of processes, and the same as `paddock run` with that seed. `engine="kernel"` plays random
    races of GT and DIRT by the compiled kernels, with dice of their own. `table.to_pandas()`,
    `polars.from_arrow(table)` and `pyarrow.parquet.write_table` take it from there.
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
    found: list[Simulated] = []
    with Progress(
        TextColumn(name),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not shown,
    ) as bar:
        task = bar.add_task(name, total=games)
        for part in simulations(series, processes):
            found += part
            bar.advance(task, len(part))
    return as_table(sorted(found))


def as_table(games: Sequence[Simulated]) -> pyarrow.Table:
    """Finished games as an Arrow table, a row for every seat of every game."""
    import pyarrow as pa

    rows = [
        (game.number, seat, game.seats[seat], game.places[seat], game.scores[seat], game.unit, game.nodes)
        for game in games
        for seat in range(len(game.seats))
    ]
    columns = list(zip(*rows, strict=True)) or [()] * 7
    schema = pa.schema(
        [
            ("game", pa.int64()),
            ("seat", pa.int16()),
            ("bot", pa.string()),
            ("place", pa.int16()),
            ("score", pa.float64()),
            ("unit", pa.string()),
            ("nodes", pa.int64()),
        ]
    )
    arrays = [pa.array(column, kind) for column, kind in zip(columns, schema.types, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)
