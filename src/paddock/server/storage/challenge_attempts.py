"""Attempts at challenges; the leaderboard shows everybody's best one."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, select, update

from paddock.server.storage.pagination import Order
from paddock.server.storage.schema import entries


def board_order(lowest: bool) -> Order:
    """Best score first; of equal ones the earlier."""
    return Order(entries.c.score, entries.c.at, entries.c.person, falling=(not lowest, False, False))


def on_board(challenge: str) -> ColumnElement[bool]:
    """Condition for rows on the leaderboard of a challenge."""
    return (entries.c.challenge == challenge) & entries.c.best.is_(True)


def enter(connection: Connection, attempt: tuple[str, str, int], lowest: bool, **result: Any) -> None:
    """Store the result of an attempt (challenge, person, number) and mark the person's best one."""
    challenge, person, number = attempt
    mine = (entries.c.challenge == challenge) & (entries.c.person == person)
    connection.execute(update(entries).where(mine, entries.c.attempt == number).values(**result))
    order = entries.c.score.asc() if lowest else entries.c.score.desc()
    first = select(entries.c.attempt).where(mine, entries.c.score.is_not(None)).order_by(order, entries.c.at)
    best = connection.execute(first.limit(1)).scalar_one()
    connection.execute(update(entries).where(mine).values(best=entries.c.attempt == best))
