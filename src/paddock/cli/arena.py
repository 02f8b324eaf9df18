"""`paddock arena`: tournaments of bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, get_args

import msgspec
import typer
from rich.table import Table as Grid

from paddock.arena.reports import COLUMNS, cells, summary, write_html
from paddock.arena.runner import InProcess, OnProcesses, OnRay, Runner
from paddock.arena.series import Kind, Tournament
from paddock.arena.sinks import Journal, write_parquet
from paddock.arena.standings import Standing, table
from paddock.arena.tournament import Outcome, play_tournament
from paddock.cli.run import options_from
from paddock.cli.screen import err, games_bar, out
from paddock.core.errors import BadInput
from paddock.core.registry import find_game


def arena(
    game: Annotated[str, typer.Argument(help="Name of the game, see `paddock games`.")],
    bots: Annotated[str, typer.Option(help="Bots, separated by commas; installed ones or module:Class.")],
    kind: Annotated[
        str,
        typer.Option(help="round-robin: all together; gauntlet: the first against each; ladder: neighbours."),
    ] = "round-robin",
    seats: Annotated[int | None, typer.Option(help="Seats at a table; default: as few as can race.")] = None,
    course: Annotated[
        list[str] | None,
        typer.Option(help="Options of one course as key=value, several joined by `;`. May be given often."),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="The most games.")] = 1000,
    seed: Annotated[str, typer.Option(help="The same seed gives the same tournament.")] = "0",
    decide: Annotated[bool, typer.Option(help="Stop once the order is decided.")] = True,
    processes: Annotated[int, typer.Option(min=1, help="Processes to play on.")] = 1,
    ray: Annotated[
        str | None, typer.Option(help="Play on a Ray cluster: an address, `auto`, or `local` to start one.")
    ] = None,
    out_dir: Annotated[
        Path | None,
        typer.Option("--out", help="Folder for games, Parquet and report; a tournament in it is taken up."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False,
) -> None:
    """Play a tournament of bots: balanced over seats and courses, with ratings and intervals."""
    rules = find_game(game)
    plan = msgspec.convert(
        {
            "game": game,
            "bots": [name.strip() for name in bots.split(",") if name.strip()],
            "kind": _one_of(kind, Kind),
            "seats": seats or max(2, rules.seats[0]),
            "courses": [options_from(text.split(";")) for text in course or []] or [{}],
            "games": games,
            "seed": seed,
            "decide": decide,
        },
        type=Tournament,
    )
    plan.check()
    journal = Journal(out_dir, plan) if out_dir is not None else None
    runner: Runner = OnRay(ray) if ray else OnProcesses(processes) if processes > 1 else InProcess()
    done = 0
    with games_bar(game) as bar:
        task = bar.add_task(game, total=plan.rounds * plan.round_size)

        def told(count: int) -> None:
            nonlocal done
            done = count
            bar.update(task, completed=count)

        try:
            outcome = play_tournament(plan, runner, journal, told)
        except KeyboardInterrupt:
            kept = f"; run it again to go on from {out_dir}" if journal is not None else ""
            err.print(f"stopped after {done} games{kept}")
            raise typer.Exit(130) from None
    if out_dir is not None:
        write_parquet(plan, outcome.games, out_dir / "games.parquet")
        write_html(outcome, out_dir / "report.html")
    lines = table(plan, outcome.games)
    if as_json:
        told_of = {"rounds": outcome.rounds, "decided": outcome.decided, "table": lines}
        out.print_json(msgspec.json.encode(told_of).decode())
        return
    _show(outcome, lines)
    if out_dir is not None:
        out.print(f"{out_dir}/report.html, games.parquet, games.jsonl", style="dim")


def _one_of(value: str, kinds: object) -> str:
    if value not in get_args(kinds):
        raise BadInput("arena.kind", kind=value, known=", ".join(get_args(kinds)))
    return value


def _show(outcome: Outcome, lines: list[Standing]) -> None:
    grid = Grid(title=summary(outcome), title_justify="left")
    for number, name in enumerate(COLUMNS):
        grid.add_column(name, justify="left" if number == 0 else "right")
    for line in lines:
        grid.add_row(*cells(line))
    out.print(grid)
    told = {(o.bots[o.failed], o.failure) for o in outcome.games if o.failed is not None}
    for bot, why in sorted(told):
        err.print(f"[bold red]{bot} failed:[/] {why}", highlight=False)
