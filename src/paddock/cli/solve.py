"""`paddock solve`: the best drive, with proven bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
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
from paddock.tracks.layouts import Stage, circuits, stages

if TYPE_CHECKING:
    from paddock.solve import PerfectDrive
    from paddock.solve.perfect_drive import Advice


class Tyre(StrEnum):
    """Tyres of a GT car."""

    ASPHALT = "asphalt"
    RAIN = "rain"


def solve(
    game: Annotated[str, typer.Argument(help="Name of the game, see `paddock games`.")],
    track: Annotated[str | None, typer.Option(help="A ready track or a track file.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="A game option as key=value.")] = None,
    tyre: Annotated[
        Tyre | None, typer.Option(help="The tyre of a GT car; default: asphalt, or what fits the weather.")
    ] = None,
    policy: Annotated[
        str | None, typer.Option(help="What to do in this position, such as '4: 3:A1 (6) :GB'.")
    ] = None,
    gap: Annotated[float, typer.Option(min=0, help="Stop once the bounds are so close.")] = 0.1,
    memory: Annotated[int, typer.Option(min=1, help="Megabytes that may be used.")] = 2048,
    jobs: Annotated[int, typer.Option(min=1, help="Cores to use.")] = 2,
    folder: Annotated[Path | None, typer.Option(help="Where solutions are kept; default: the cache.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the racing line into this SVG file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Solve a solo drive: its best expected result between proven bounds, and how to reach it."""
    need("numpy", "fast", "paddock solve")
    from paddock.solve import Store, Wish, find_solver
    from paddock.solve.drawing import draw_line

    solver = find_solver(game)
    values: dict[str, Any] = options_from(option or [])
    if track is not None:
        values |= raced_on(track)
    options = find_game(game).options(msgspec.to_builtins(values))
    if policy is not None:
        solver.check_position(options, policy)
    more = {} if tyre is None else {"tyre": tyre.value}
    with solving(game) as watch:
        wish = Wish(gap, memory, jobs)
        solution = solver.solved(options, wish, Store(folder), watch, **more)
    if policy is not None:
        advice = solver.advice(solution, policy)
        show_advice(advice, f"{policy}: {advice.worth:.3f} to go", as_json)
        return
    perfect = solver.perfect(solution)
    if picture is not None:
        picture.write_text(draw_line(perfect, solver.road(solution)), encoding="utf-8")
    if as_json:
        out.print_json(msgspec.json.encode(perfect).decode())
    else:
        show(perfect)


def show_advice(advice: Advice, title: str, as_json: bool) -> None:
    """Prints the best decision in a position."""
    if as_json:
        out.print_json(msgspec.json.encode(advice).decode())
        return
    rows = tuple((choice.told, choice.worth) for choice in advice.choices)
    show_table(ReportTable(title, ("what to do", "worth"), rows))


def raced_on(track: str) -> dict[str, Any]:
    """Returns the options for a ready circuit or stage, or for the one in a file."""
    if track in circuits():
        return {"track": track}
    if track in stages():
        rally, _, stage = track.partition("/")
        return {"rally": rally, "stages": (stage,)}
    found = find_track(track)
    return {"layouts": (found,)} if isinstance(found, Stage) else {"track": found}


@contextmanager
def solving(name: str) -> Iterator[Callable[[float, str], None]]:
    """Shows a progress bar while something is solved; yields its progress callback."""
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        console=err,
        transient=True,
    ) as bar:
        task = bar.add_task(name, total=1.0)

        def watch(done: float, told: str) -> None:
            bar.update(task, completed=done)
            if told:
                bar.update(task, description=told)

        yield watch


def show(perfect: PerfectDrive) -> None:
    """Prints the optimum with its bounds, related optima, the distribution and the cost of tiles."""
    bounds, parts = perfect.bounds, perfect.parts
    rows: list[tuple[str, float]] = [("at least", bounds.lower)]
    if bounds.proven:
        rows += [("at most", bounds.upper), ("gap", bounds.gap)]
    rows += [(name.replace("_", " "), value) for name, value in parts.items()]
    if "one_by_one" in parts:
        rows.append(("flat out is worth", parts["one_by_one"] - parts["damage_free"]))
    show_table(ReportTable(f"{perfect.game}: {perfect.course}", ("best drive", perfect.unit), tuple(rows)))
    if perfect.distribution:
        out.print(histogram(perfect.distribution), highlight=False)
    if perfect.tiles:
        tiles = tuple((cost.tile, cost.face, cost.seconds, cost.losses) for cost in perfect.tiles)
        columns = ("tile", "face", "seconds", "losses of control")
        show_table(ReportTable("What each tile costs", columns, tiles))


def histogram(distribution: tuple[tuple[int, float], ...], bars: int = 20, width: int = 50) -> str:
    """Returns a distribution as lines of blocks; a tail rarer than one in a thousand is one line."""
    shown = [result for result, chance in distribution if chance > 0.001] or [distribution[0][0]]
    first, last = min(shown), max(shown)
    size = max(1, -(-(last - first + 1) // bars))
    sums: dict[int, float] = {}
    for result, chance in distribution:
        bar = min(max(result, first), last)
        sums[(bar - first) // size] = sums.get((bar - first) // size, 0.0) + chance
    most = max(sums.values())
    lines = []
    for bar in range(max(sums) + 1):
        low, share = first + bar * size, sums.get(bar, 0.0)
        blocks = "█" * round(width * share / most)
        name = f"{low:>5}–{low + size - 1:<5}" if bar < max(sums) else f"{low:>5}+     "
        lines.append(f"{name} {share:>6.1%} {blocks}")
    return "\n".join(lines)
