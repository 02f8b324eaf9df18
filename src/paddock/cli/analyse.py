"""`paddock analyse`: the cost of decisions and the part of luck in a game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
import typer

from paddock.cli.logs import LogFile
from paddock.cli.screen import out, show_table
from paddock.cli.solve import solving
from paddock.core.extras import need
from paddock.core.game import ReportTable
from paddock.core.logs import load_file

if TYPE_CHECKING:
    from paddock.analysis import DriverReport, Report


def analyse_log(
    log: LogFile,
    gap: Annotated[float, typer.Option(min=0, help="Solve the track until the bounds are so close.")] = 0.5,
    memory: Annotated[int, typer.Option(min=1, help="Megabytes that solving may use.")] = 2048,
    jobs: Annotated[int, typer.Option(min=1, help="Cores to use.")] = 2,
    folder: Annotated[Path | None, typer.Option(help="Where solutions are kept; default: the cache.")] = None,
    cards: Annotated[
        Literal["own", "open"],
        typer.Option(help="Hidden games: as the seats knew them, or with all cards open."),
    ] = "own",
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Rate every decision of a game against the best one, and separate luck from skill."""
    need("numpy", "fast", "paddock analyse")
    from paddock.analysis import analyse
    from paddock.solve import Store, Wish

    played = load_file(log)
    with solving(played.header.game) as watch:
        report = analyse(played, Wish(gap, memory, jobs), Store(folder), watch, cards)
    if as_json:
        out.print_json(msgspec.json.encode(report).decode())
    else:
        show(report, played.header.seats)


def show(report: Report, names: Sequence[str] = ()) -> None:
    """Prints the turns of every driver with their losses, and the sums."""
    share = 100 if report.unit == "chance" else 1
    for driver in report.drivers:
        name = names[driver.seat] if names else f"seat {driver.seat + 1}"
        _show_driver(report, driver, name, share)


def _show_driver(report: Report, driver: DriverReport, name: str, share: int) -> None:
    columns = ("turn", "costliest decision", "better", "given away", "mark", "chance", "then expects")
    turns = tuple(
        (turn, told, best, share * given, mark, share * chance, share * value)
        for turn, told, best, given, mark, chance, value in driver.table
    )
    where = f"{report.game}: {report.course}" if report.course else report.game
    show_table(ReportTable(f"{where}, {name}", columns, turns))
    rows: list[tuple[str, float]] = [
        ("expected at the start", share * driver.start),
        ("decisions", share * driver.decisions),
        ("own dice and draws", share * driver.dice),
    ]
    if len(report.drivers) > 1:
        rows.append(("the others", share * driver.rivals))
    rows.append(("corrections of the estimate", share * driver.drift))
    if driver.result is not None:
        rows.append(("result", share * driver.result))
    rows += [
        ("accuracy, per cent", 100 * driver.accuracy),
        ("values are exact within", share * report.error),
    ]
    unit = "per cent to win" if report.unit == "chance" else report.unit
    show_table(ReportTable("What it adds up to", ("", unit), tuple(rows)))
