"""How large the database may grow."""

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
    """Looks now and then how large the database is."""

    def __init__(self, store: Store, most: int) -> None:
        self.store = store
        self.most = most
        self._size = 0
        self._looked = -_FRESH_SECONDS

    async def check(self) -> None:
        """Refuse to keep anything more where the database is as large as it may be."""
        if await self.size() >= self.most:
            raise TooMany("server.server-full")

    async def size(self) -> int:
        """How many bytes the database takes."""
        if time.monotonic() - self._looked >= _FRESH_SECONDS:
            self._looked = time.monotonic()
            async with self.store.read() as connection:
                asked = _ON_POSTGRESQL if self.store.shared else _ON_SQLITE
                self._size = int((await connection.execute(text(asked))).scalar_one())
        return self._size
