"""`paddock solve`: the best drive, proven."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from paddock.cli.run import options_from
from paddock.cli.screen import err, out, show_table
from paddock.cli.tracks import find_track
from paddock.core.extras import need
from paddock.core.game import ReportTable
from paddock.core.registry import find_game
from paddock.tracks.layouts import circuits, stages

if TYPE_CHECKING:
    from paddock.solve import PerfectDrive


def solve(
    game: Annotated[str, typer.Argument(help="Name of the game, see `paddock games`.")],
    track: Annotated[str | None, typer.Option(help="A ready track or a track file.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="A game option as key=value.")] = None,
    policy: Annotated[
        str | None, typer.Option(help="What to do in this position, such as '4: 3:A1 (6) :GB'.")
    ] = None,
    gap: Annotated[float, typer.Option(min=0, help="Stop once the bounds are so close.")] = 0.1,
    memory: Annotated[int, typer.Option(min=1, help="Megabytes that may be used.")] = 2048,
    jobs: Annotated[int, typer.Option(min=1, help="Cores to use.")] = 2,
    folder: Annotated[Path | None, typer.Option(help="Where solutions are kept; default: the cache.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Solve a solo drive: its best expected result between proven bounds, and what to do to reach it."""
    need("numpy", "fast", "paddock solve")
    from paddock.solve import Store, Wish, find_solver

    solver = find_solver(game)
    values: dict[str, Any] = options_from(option or [])
    if track is not None:
        values["track"] = track if track in (*circuits(), *stages()) else find_track(track)
    options = find_game(game).options(msgspec.to_builtins(values))
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        console=err,
        transient=True,
    ) as bar:
        task = bar.add_task(game, total=1.0)

        def watch(done: float, told: str) -> None:
            bar.update(task, completed=done)
            if told:
                bar.update(task, description=told)

        solution = solver.solved(options, Wish(gap, memory, jobs), Store(folder), watch)
    if policy is not None:
        advice = solver.advice(solution, policy)
        if as_json:
            out.print_json(msgspec.json.encode(advice).decode())
        else:
            rows = tuple((choice.told, choice.worth) for choice in advice.choices)
            show_table(ReportTable(f"{policy}: {advice.worth:.3f} to go", ("what to do", "worth"), rows))
        return
    perfect = solver.perfect(solution)
    if as_json:
        out.print_json(msgspec.json.encode(perfect).decode())
    else:
        show(perfect)


def show(perfect: PerfectDrive) -> None:
    """Print the optimum with its bounds, and the optima beside it."""
    lower, upper = perfect.bounds.lower, perfect.bounds.upper
    rows: list[tuple[str, float]] = [("at least", lower)]
    if upper < UNPROVEN:
        rows += [("at most", upper), ("gap", upper - lower)]
    rows += [(name.replace("_", " "), value) for name, value in perfect.parts.items()]
    show_table(ReportTable(f"{perfect.game}: {perfect.course}", ("best drive", perfect.unit), tuple(rows)))


UNPROVEN = 1e8
"""Upper bounds from here on say that nothing is proven yet."""
