"""Word that something has changed between two people, at every process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from paddock.server.storage.notices import Notices


class Grapevine:
    """Tells whoever keeps something about people in memory to look again."""

    def __init__(self, notices: Notices) -> None:
        self.notices = notices
        self.listeners: list[Callable[[list[str]], Awaitable[None]]] = []

    async def tell(self, *people: str) -> None:
        """Let everyone know, here and at the other processes."""
        await self.hear(list(people))
        await self.notices.say(kind="bond", people=list(people))

    async def hear(self, people: list[str]) -> None:
        """As `tell`, at this process."""
        for listener in self.listeners:
            await listener(people)
