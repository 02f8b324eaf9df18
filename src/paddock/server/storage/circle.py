"""The people somebody knows: those they have sat at a table with lately."""

from __future__ import annotations

from sqlalchemy import Connection, select

from paddock.server.storage.schema import seats

_TABLES, _KNOWN = 60, 40


def circle_of(connection: Connection, person: str) -> list[str]:
    """Whom somebody knows."""
    mine = select(seats.c.table_id).where(seats.c.person == person).limit(_TABLES)
    sat = list(connection.execute(mine).scalars())
    others = select(seats.c.person).where(seats.c.table_id.in_(sat), seats.c.person.is_not(None))
    met = dict.fromkeys(connection.execute(others.where(seats.c.person != person)).scalars())
    return list(met)[:_KNOWN]
