"""Tables of the documentation that benchmarks write: no figure in them is written by hand."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"


def alone(module: str, *asked: str) -> str:
    """The row that a benchmark prints when it is asked for one, in a process of its own: for its memory."""
    command = [sys.executable, "-m", module, "--here", *asked]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def put(page: str, table: str, row: str) -> str:
    """The page with a row in a table: in place of the row of that name, or behind the last one.

    A table stands behind the line `<!-- measured: NAME -->` and ends with an empty line.
    """
    begin = page.index(f"<!-- measured: {table} -->\n")
    end = page.index("\n\n", page.index("\n| --- ", begin))
    name = row.split("|")[1]
    old = re.compile(rf"^\|{re.escape(name)}\|.*$", re.MULTILINE).search(page, begin, end)
    if old is not None:
        return page[: old.start()] + row + page[old.end() :]
    return f"{page[:end]}\n{row}{page[end:]}"


def write(name: str, table: str, row: str) -> None:
    """Put a row into a table of a page of the documentation."""
    page = DOCS / name
    page.write_text(put(page.read_text("utf-8"), table, row), "utf-8")
