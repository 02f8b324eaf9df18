"""Names at tables: each stands with its person, and is read there when a table is taken up or listed."""

from __future__ import annotations

from paddock.server.people.people import GONE
from paddock.server.storage.notices import Notices
from paddock.server.tables.hall import Hall


class Names:
    """Keeps the names at tables in memory true to the people who sit there."""

    def __init__(self, hall: Hall, notices: Notices) -> None:
        self.hall = hall
        self.notices = notices

    async def tell(self, person: str, name: str) -> None:
        """Let somebody's new name be read wherever they sit, at every process."""
        await self.hear(person, name)
        await self.notices.say(kind="name", person=person, name=name)

    async def hear(self, person: str, name: str) -> None:
        """As `tell`, at this process; of somebody gone no seat keeps a name, not even one of its own."""
        for table in await self.hall.settled():
            await table.rename(person, name, everywhere=name == GONE)
            for watcher in table.watchers:
                if watcher.person == person and watcher.name is not None:
                    watcher.name = name
                    table.tell_presence()
