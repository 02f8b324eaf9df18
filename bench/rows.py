"""Updates tables of the documentation from benchmarks, so that no measurement is copied by hand."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"


def alone(module: str, *asked: str) -> str:
    """Returns the row that a benchmark prints in its own process, to measure its memory."""
    command = [sys.executable, "-m", module, "--here", *asked]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def put(page: str, table: str, row: str) -> str:
    """Returns the page with a row added to a table, or replaced if its name exists.

    A table follows the line `<!-- measured: NAME -->` and ends with an empty line.
    """
    begin = page.index(f"<!-- measured: {table} -->\n")
    end = page.index("\n\n", page.index("\n| --- ", begin))
    name = row.split("|")[1]
    old = re.compile(rf"^\|{re.escape(name)}\|.*$", re.MULTILINE).search(page, begin, end)
    if old is not None:
        return page[: old.start()] + row + page[old.end() :]
    return f"{page[:end]}\n{row}{page[end:]}"


def write(name: str, table: str, row: str) -> None:
    """Writes a row into a table of a documentation page."""
    page = DOCS / name
    page.write_text(put(page.read_text("utf-8"), table, row), "utf-8")
