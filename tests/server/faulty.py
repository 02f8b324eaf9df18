"""Loaded into a server, makes one listener to table changes fail every time."""

from __future__ import annotations

from paddock.server.statistics import Statistics
from paddock.server.tables.table import Table


def _fail(_self: Statistics, table: Table, _before: object) -> None:
    raise RuntimeError(f"table {table.id} is not heard of")


Statistics.hear = _fail  # type: ignore[method-assign, assignment]
