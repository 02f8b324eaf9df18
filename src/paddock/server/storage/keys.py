"""Secrets of this server: made by the first start, the same for every process and every later one."""

from __future__ import annotations

import secrets as random
from collections.abc import Callable

from sqlalchemy import Connection, insert, select

from paddock.server.storage.schema import secrets
from paddock.server.storage.store import Store


def _bytes() -> bytes:
    return random.token_bytes(32)


async def kept_secret(store: Store, name: str, make: Callable[[], bytes] = _bytes) -> bytes:
    """The secret of that name; `make` makes it where there is none yet."""

    def job(connection: Connection) -> bytes:
        kept = connection.execute(select(secrets.c.value).where(secrets.c.name == name)).scalar()
        if kept is None:
            kept = make()
            connection.execute(insert(secrets).values(name=name, value=kept))
        return bytes(kept)

    return await store.write(job)
