"""Rows of the benchmark database: ids, sizes, and bulk inserts."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Table

GAMES = ("rallyman-gt", "rallyman-dirt", "outspeed", "dirt-and-dust")
COURSES = 400
STAR_GAMES = 5_000
"""The number of games of the star, the person everybody follows."""
FOLLOWERS = 10_000
DRIVERS = 10_000
"""The largest number of people in a challenge or a puzzle."""
GOING = 3_000
"""The number of open or running tables."""
_AT_ONCE = 20_000


def person(number: int) -> str:
    """Returns the id of the n-th person."""
    return f"p{number:011}"


def table(number: int) -> str:
    """Returns the id of the n-th table."""
    return f"t{number:015}"


def going(number: int) -> str:
    """Returns the id of the n-th open or running table."""
    return f"g{number:015}"


def day_before(now: float, back: int) -> str:
    return (date.fromtimestamp(now) - timedelta(days=back)).isoformat()


def fill(connection: Connection, into: Table, rows: Iterable[dict[str, Any]]) -> None:
    """Inserts rows into a table in bulk."""
    stream = iter(rows)
    first = next(stream, None)
    if first is None:
        return
    columns = list(first)
    values = ([first[name] for name in columns],)
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name == "postgresql":
        with driver.cursor().copy(f"COPY {into.name} ({', '.join(columns)}) FROM STDIN") as copy:
            for row in (*values, *([one[name] for name in columns] for one in stream)):
                copy.write_row(row)
        return
    marks = ", ".join("?" * len(columns))
    statement = f"INSERT INTO {into.name} ({', '.join(columns)}) VALUES ({marks})"
    driver.executemany(statement, values)
    while some := [[one[name] for name in columns] for one in islice(stream, _AT_ONCE)]:
        driver.executemany(statement, some)
