"""Closes games whose rules have changed: they cannot continue and end without a result."""

from __future__ import annotations

import logging
import time
from functools import partial

from sqlalchemy import Connection, delete, select, update

from paddock.core.errors import PaddockError
from paddock.core.logs import Log
from paddock.core.match import game_of
from paddock.core.messages import Message
from paddock.server.storage import season_tables
from paddock.server.storage.notices import notify
from paddock.server.storage.schema import plans, records, tables, turns
from paddock.server.storage.store import Store
from paddock.server.tables import repository

_LOG = logging.getLogger("paddock.tables")


async def close_outdated(store: Store, process: str) -> None:
    """Close every running game that was started under other rules than today's."""
    started = (
        select(tables.c.id, records.c.line)
        .join(records, records.c.table_id == tables.c.id)
        .where(tables.c.stage == "running", records.c.number == 0)
    )
    async with store.read() as connection:
        headers = (await connection.execute(started)).all()
    for table, line in headers:
        if _outdated(bytes(line)):
            await close_unplayable(store, table, process)


def _outdated(header: bytes) -> bool:
    try:
        game_of(Log.read([header]))
    except PaddockError as error:
        return error.message.id == "core.log-rules"
    return False


async def close_unplayable(store: Store, table: str, process: str) -> None:
    """Close a running game without a result; it waits for nobody any more, and its season goes on."""
    _LOG.warning("table %s is closed: the rules of its game have changed", table)
    await store.write(partial(_close, table=table, process=process), table)


def _close(connection: Connection, table: str, process: str) -> None:
    mine = tables.c.id == table
    running = select(tables.c.version).where(mine, tables.c.stage == "running").with_for_update()
    version = connection.execute(running).scalar_one_or_none()
    found = repository.find_stored(connection, table)
    if version is None or found is None:
        return
    sheet = found.sheet
    sheet.stage, sheet.finished, sheet.clock, sheet.back = "closed", time.time(), None, None
    sheet.locked = Message("server.closed-other-rules", {"game": sheet.game})
    connection.execute(
        update(tables)
        .where(mine)
        .values(**repository.columns(sheet), version=version + 1, progress="", bots_asked=False)
    )
    connection.execute(delete(turns).where(turns.c.table_id == table))
    connection.execute(delete(plans).where(plans.c.table_id == table))
    season_tables.drop(connection, sheet)
    notify(connection, by=process, kind="tables", tables=[(table, version + 1)])
