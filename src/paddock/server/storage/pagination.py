"""Keyset pagination: every page ends with a bookmark for the next one.

A bookmark holds the sort key of the last row. So an index finds the next page however long the list is, and
no row is repeated or skipped when the list grows.
"""

from __future__ import annotations

import base64
import binascii
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Row, Select, and_, or_
from sqlalchemy.ext.asyncio import AsyncConnection

from paddock.server.errors import Refused

T = TypeVar("T")
_LARGEST = 2**53


class Page(Struct, Generic[T], frozen=True):
    """A page of a list; `more` is the `after` of the next page."""

    items: list[T]
    more: str | None = None


class Order:
    """The sort order of a list: columns that together are unique."""

    def __init__(self, *columns: ColumnElement[Any], falling: tuple[bool, ...] = ()) -> None:
        """All columns are descending (newest first) unless `falling` says otherwise."""
        self.columns = columns
        self.falling = falling or (True,) * len(columns)

    async def read(
        self, connection: AsyncConnection, query: Select[Any], after: str | None, size: int
    ) -> tuple[list[Row[Any]], str | None]:
        """Returns a page of the query's rows and the bookmark of the next page."""
        rows = (await connection.execute(self._page(query, after, size))).all()
        return self._cut(rows, size)

    def read_sync(
        self, connection: Connection, query: Select[Any], after: str | None, size: int
    ) -> tuple[list[Row[Any]], str | None]:
        """As `read`, on a synchronous connection."""
        return self._cut(connection.execute(self._page(query, after, size)).all(), size)

    def _page(self, query: Select[Any], after: str | None, size: int) -> Select[Any]:
        if after is not None:
            query = query.where(self._beyond(_read(after, self.columns)))
        places = (column.label(f"page_{number}") for number, column in enumerate(self.columns))
        sides = zip(self.columns, self.falling, strict=True)
        order = (column.desc() if falls else column.asc() for column, falls in sides)
        return query.add_columns(*places).order_by(*order).limit(size + 1)

    def _beyond(self, values: list[Any]) -> ColumnElement[bool]:
        """Rows after a place. The extra condition on the first column lets the index be used."""
        sides = list(zip(self.columns, self.falling, values, strict=True))
        (column, falls, value), *rest = reversed(sides)
        beyond = column < value if falls else column > value
        for column, falls, value in rest:
            beyond = or_(column < value if falls else column > value, and_(column == value, beyond))
        first, falls, value = sides[0]
        return and_(first <= value if falls else first >= value, beyond)

    def _cut(self, rows: Any, size: int) -> tuple[list[Row[Any]], str | None]:
        page = list(rows[:size])
        if len(rows) <= size:
            return page, None
        return page, bookmark(*(getattr(page[-1], f"page_{n}") for n in range(len(self.columns))))


def bookmark(*place: Any) -> str:
    """The bookmark of a row, by its sort key."""
    return base64.urlsafe_b64encode(msgspec.json.encode(place)).decode().rstrip("=")


def _read(after: str, columns: tuple[ColumnElement[Any], ...]) -> list[Any]:
    """Decode a bookmark; raises Refused if it is malformed."""
    try:
        raw = base64.b64decode(after + "=" * (-len(after) % 4), altchars=b"-_", validate=True)
        place = msgspec.json.decode(raw, type=list[float | int | str])
        kinds = [column.type.python_type for column in columns]
        values = [msgspec.convert(one, kind) for one, kind in zip(place, kinds, strict=True)]
    except (ValueError, binascii.Error):
        raise Refused("server.bad-bookmark") from None
    if any("\0" in one if isinstance(one, str) else abs(one) > _LARGEST for one in values):
        raise Refused("server.bad-bookmark")
    return values
