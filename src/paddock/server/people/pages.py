"""Long lists in pages: every page ends with a bookmark from which the next one goes on."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, and_, or_

from paddock.server.errors import Refused


def after(bookmark: str, time: ColumnElement[float], key: ColumnElement[Any]) -> ColumnElement[bool]:
    """What comes after a bookmark where the newest comes first; refuses one that was not given out here."""
    at, _, last = bookmark.partition("~")
    try:
        moment = float(at)
    except ValueError:
        raise Refused("server.bad-bookmark") from None
    return or_(time < moment, and_(time == moment, key < last))


def bookmark(time: float, key: str) -> str:
    """Where the next page goes on."""
    return f"{time!r}~{key}"
