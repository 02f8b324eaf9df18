"""The size limit of the database."""

from __future__ import annotations

import time

from sqlalchemy import text

from paddock.server.errors import TooMany
from paddock.server.storage.store import Store

_FRESH_SECONDS = 5.0
_ON_SQLITE = (
    "SELECT (page_count - freelist_count) * page_size"
    " FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()"
)
_ON_POSTGRESQL = "SELECT pg_database_size(current_database())"


class Space:
    """Measures the size of the database and caches it for a while."""

    def __init__(self, store: Store, most: int) -> None:
        self.store = store
        self.most = most
        self._size = 0
        self._looked = -_FRESH_SECONDS

    async def check(self) -> None:
        """Raises TooMany if the database has reached its size limit."""
        if await self.size() >= self.most:
            raise TooMany("server.server-full")

    async def size(self) -> int:
        """The size of the database in bytes."""
        if time.monotonic() - self._looked >= _FRESH_SECONDS:
            self._looked = time.monotonic()
            async with self.store.read() as connection:
                asked = _ON_POSTGRESQL if self.store.shared else _ON_SQLITE
                self._size = int((await connection.execute(text(asked))).scalar_one())
        return self._size
