"""`paddock analyse`: what decisions cost and what dice gave."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from paddock.cli.logs import LogFile
from paddock.cli.screen import out, show_table
from paddock.cli.solve import solving
from paddock.core.extras import need
from paddock.core.game import ReportTable
from paddock.core.logs import load_file

if TYPE_CHECKING:
    from paddock.analysis import Report


def analyse_log(
    log: LogFile,
    gap: Annotated[float, typer.Option(min=0, help="Solve the track until the bounds are so close.")] = 0.5,
    memory: Annotated[int, typer.Option(min=1, help="Megabytes that solving may use.")] = 2048,
    jobs: Annotated[int, typer.Option(min=1, help="Cores to use.")] = 2,
    folder: Annotated[Path | None, typer.Option(help="Where solutions are kept; default: the cache.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Rate every decision of a drive alone against the best one, and tell luck from skill."""
    need("numpy", "fast", "paddock analyse")
    from paddock.analysis import analyse
    from paddock.solve import Store, Wish

    played = load_file(log)
    with solving(played.header.game) as watch:
        report = analyse(played, Wish(gap, memory, jobs), Store(folder), watch)
    if as_json:
        out.print_json(msgspec.json.encode(report).decode())
    else:
        show(report)


def show(report: Report) -> None:
    """Print the turns with what they gave away, and the sum."""
    columns = ("turn", "costliest decision", "better", "given away", "mark", "dice cost", "so far")
    show_table(ReportTable(f"{report.game}: {report.course}", columns, report.table))
    rows: list[tuple[str, float]] = [
        ("the best driver on average", report.start),
        ("decisions cost", report.decisions),
        ("dice cost", report.dice),
    ]
    if report.result is not None:
        rows.append(("result", report.result))
    rows += [("accuracy, per cent", 100 * report.accuracy), ("values are exact within", report.error)]
    show_table(ReportTable("What it adds up to", ("", report.unit), tuple(rows)))
