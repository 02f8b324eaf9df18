"""Long lists in pages: every page ends with a bookmark from which the next one goes on.

A bookmark holds where the last row of a page stands in the order of its list, so that the next page is read
from an index however long the list is, and nothing is told twice or left out when the list grows meanwhile.
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
    """A page of a list; `more`: ask for the next one with this as `after`."""

    items: list[T]
    more: str | None = None


class Order:
    """How a list goes: by some columns, by which no two of its rows are alike."""

    def __init__(self, *columns: ColumnElement[Any], falling: tuple[bool, ...] = ()) -> None:
        """By default every column falls, as lists do where the newest comes first."""
        self.columns = columns
        self.falling = falling or (True,) * len(columns)

    async def read(
        self, connection: AsyncConnection, query: Select[Any], after: str | None, size: int
    ) -> tuple[list[Row[Any]], str | None]:
        """A page of what a query finds, and the bookmark of the next one."""
        rows = (await connection.execute(self._page(query, after, size))).all()
        return self._cut(rows, size)

    def read_sync(
        self, connection: Connection, query: Select[Any], after: str | None, size: int
    ) -> tuple[list[Row[Any]], str | None]:
        """The same, within a job on a connection."""
        return self._cut(connection.execute(self._page(query, after, size)).all(), size)

    def _page(self, query: Select[Any], after: str | None, size: int) -> Select[Any]:
        if after is not None:
            query = query.where(self._beyond(_read(after, self.columns)))
        places = (column.label(f"page_{number}") for number, column in enumerate(self.columns))
        sides = zip(self.columns, self.falling, strict=True)
        order = (column.desc() if falls else column.asc() for column, falls in sides)
        return query.add_columns(*places).order_by(*order).limit(size + 1)

    def _beyond(self, values: list[Any]) -> ColumnElement[bool]:
        """What comes after some place; the first column alone is asked too, which is what an index is for."""
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
    """Where the next page goes on: after the row that stands there."""
    return base64.urlsafe_b64encode(msgspec.json.encode(place)).decode().rstrip("=")


def _read(after: str, columns: tuple[ColumnElement[Any], ...]) -> list[Any]:
    """The place a bookmark names; refuses one that was not given out here."""
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
