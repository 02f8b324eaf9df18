"""The people somebody knows: those they follow, and those they have sat at a table with lately."""

from __future__ import annotations

from sqlalchemy import Connection, select

from paddock.server.storage.schema import blocks, follows, seats

_FOLLOWED, _TABLES, _KNOWN = 40, 60, 40


def circle_of(connection: Connection, person: str) -> list[str]:
    """Whom somebody knows, friends first; nobody they have blocked."""
    friends_first = (follows.c.mutual.desc(), follows.c.at.desc())
    followed = select(follows.c.other).where(follows.c.person == person).order_by(*friends_first)
    known = list(connection.execute(followed.limit(_FOLLOWED)).scalars())
    newest = select(seats.c.table_id).where(seats.c.person == person).order_by(seats.c.finished.desc())
    sat = list(connection.execute(newest.limit(_TABLES)).scalars())
    others = select(seats.c.person).where(seats.c.table_id.in_(sat), seats.c.person.is_not(None))
    known += connection.execute(others.where(seats.c.person != person)).scalars()
    away = set(connection.execute(select(blocks.c.blocked).where(blocks.c.person == person)).scalars())
    return [one for one in dict.fromkeys(known) if one not in away][:_KNOWN]
