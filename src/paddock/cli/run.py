"""`paddock run`: games of bots to the end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from paddock.arena.runner import play
from paddock.arena.series import Played, Series
from paddock.arena.standings import standings
from paddock.cli.screen import err, games_bar, out, show_table
from paddock.core.data import read_data_file, use_data
from paddock.core.errors import BadInput
from paddock.core.game import Report, ReportTable
from paddock.core.registry import find_game


def run(
    game: Annotated[str, typer.Argument(help="Name of the game, see `paddock games`.")],
    seats: Annotated[int | None, typer.Option(help="How many play; default: one per bot.")] = None,
    bots: Annotated[str, typer.Option(help="Bots, separated by commas; the last one fills up.")] = "random",
    option: Annotated[list[str] | None, typer.Option(help="A game option as key=value.")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "0",
    log: Annotated[Path | None, typer.Option(help="Write logs here (numbered if several).")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes to play on.")] = 1,
    data: Annotated[Path | None, typer.Option(help="Figures to play with, instead of ours.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Play games of bots to the end."""
    if data is not None:
        use_data(game, read_data_file(data))
    series = Series(game, options_from(option or []), line_up(game, seats, bots), games, seed)
    rules = find_game(game)
    report = rules.report()
    finished: list[Played] = []
    stopped = False
    with games_bar(game) as bar:
        task = bar.add_task(game, total=games)
        try:
            for played, state, events in play(series, jobs):
                finished.append(played)
                if report is not None:
                    first = rules.start(rules.options(series.options), len(series.bots))
                    report.game([first, state], events, played.result)
                if log is not None:
                    log_file(log, played.number, games).write_bytes(played.log)
                bar.advance(task)
        except KeyboardInterrupt:
            stopped = True
    show(series, finished, report, as_json)
    if stopped:
        err.print(f"stopped after {len(finished)} of {games} games")
        raise typer.Exit(130)


def line_up(game: str, seats: int | None, bots: str) -> tuple[str, ...]:
    """Returns a bot for every seat; the last name fills the remaining seats."""
    named = [name.strip() for name in bots.split(",") if name.strip()]
    if not named:
        raise BadInput("cli.no-bots")
    count = seats or max(len(named), find_game(game).seats[0])
    if len(named) > count:
        raise BadInput("cli.too-many-bots", bots=len(named), seats=count)
    return tuple(named + [named[-1]] * (count - len(named)))


def options_from(pairs: list[str]) -> dict[str, Any]:
    """Returns options from `key=value` words; a value is JSON, otherwise a plain string."""
    options: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise BadInput("cli.bad-option", option=pair)
        try:
            options[key] = json.loads(value)
        except json.JSONDecodeError:
            options[key] = value
    return options


def log_file(log: Path, number: int, games: int) -> Path:
    """Returns the path of one game's log: the file itself, or a numbered one beside it."""
    return log if games == 1 else log.with_stem(f"{log.stem}-{number + 1:0{len(str(games))}d}")


def show(series: Series, finished: list[Played], report: Report | None, as_json: bool) -> None:
    """Prints the results of a series."""
    table = standings(finished)
    tables = report.tables() if report is not None and finished else []
    if as_json:
        plain = {
            "series": series,
            "standings": table,
            "games": [
                {"number": p.number, "seats": p.bots, "result": p.result, "records": p.nodes + 1}
                for p in finished
            ],
            "tables": tables,
        }
        out.print_json(msgspec.json.encode(plain).decode())
        return
    if not finished:
        return
    unit = next((p.unit for p in finished if p.unit != "retired"), "score")
    rows = tuple(
        (
            row.bot,
            row.games,
            round(row.wins, 2),
            row.share * 100,
            row.places / row.games,
            "-" if row.score is None else row.score,
            "-" if row.best is None else row.best,
            "-" if row.worst is None else row.worst,
            row.retired,
        )
        for row in table
    )
    columns = ("bot", "games", "wins", "win %", "mean place", f"mean {unit}", "best", "worst", "retired")
    show_table(ReportTable(f"{series.game}: {len(finished)} games, seed {series.seed}", columns, rows))
    for extra in tables:
        show_table(extra)
