"""Runs all benchmarks, or those named: `python -m bench games simulation`."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from bench.measure import Row

SUITES = ("games", "bots", "simulation", "solving", "driven", "load", "pages")
RESULTS = Path(__file__).parent / "results"


def main(names: list[str]) -> int:
    """Runs the suites, prints a table after each, writes the rows as JSON."""
    console = Console()
    unknown = set(names) - set(SUITES)
    if unknown:
        console.print(f"no such suite: {', '.join(sorted(unknown))}; there are {', '.join(SUITES)}")
        return 1
    found: dict[str, list[Row]] = {}
    try:
        for name in names or SUITES:
            with console.status(f"measuring {name}"):
                found[name] = importlib.import_module(f"bench.{name}").bench()
            console.print(table(name, found[name]))
    except KeyboardInterrupt:
        console.print("stopped")
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "latest.json").write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1))
    return 0


def table(name: str, rows: list[Row]) -> Table:
    """Returns the rows of one suite as a table for a terminal."""
    grid = Table(title=name, title_justify="left")
    for column in ("what", "value", "unit", "against", "ratio"):
        grid.add_column(column, justify="right" if column in {"value", "ratio"} else "left")
    for row in rows:
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}x"
        grid.add_row(row.what, f"{row.value:,.1f}", row.unit, row.against, ratio)
    return grid


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
