"""Attempts at challenges: of everybody the best one stands on the board."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, select, update

from paddock.server.storage.pagination import Order
from paddock.server.storage.schema import entries


def board_order(lowest: bool) -> Order:
    """The best score first; of equal ones the earlier."""
    return Order(entries.c.score, entries.c.at, entries.c.person, falling=(not lowest, False, False))


def on_board(challenge: str) -> ColumnElement[bool]:
    """What stands on the board of a challenge."""
    return (entries.c.challenge == challenge) & entries.c.best.is_(True)


def enter(connection: Connection, attempt: tuple[str, str, int], lowest: bool, **result: Any) -> None:
    """Write an attempt down, found by challenge, person and number, and which one of theirs is the best."""
    challenge, person, number = attempt
    mine = (entries.c.challenge == challenge) & (entries.c.person == person)
    connection.execute(update(entries).where(mine, entries.c.attempt == number).values(**result))
    order = entries.c.score.asc() if lowest else entries.c.score.desc()
    first = select(entries.c.attempt).where(mine, entries.c.score.is_not(None)).order_by(order, entries.c.at)
    best = connection.execute(first.limit(1)).scalar_one()
    connection.execute(update(entries).where(mine).values(best=entries.c.attempt == best))
