"""Closes the sockets of people and sessions in all processes."""

from __future__ import annotations

from paddock.server.accounts.people import Person
from paddock.server.storage.notices import Notices
from paddock.server.wire.connections import GOING_AWAY, OpenSockets


class Disconnects:
    """Closes sockets here, and sends a notice to the other processes to do the same."""

    def __init__(self, open_sockets: OpenSockets, notices: Notices) -> None:
        self.open_sockets = open_sockets
        self.notices = notices

    async def send_away(self, person: Person) -> None:
        """Close all sockets of a person who has signed out everywhere."""
        self.open_sockets.send_away(person.id)
        await self.notices.say(kind="out", person=person.id)

    async def let_come_again(self, person: Person) -> None:
        """Make a person's clients reconnect with their current session."""
        self.open_sockets.send_away(person.id, code=GOING_AWAY)
        await self.notices.say(kind="out", person=person.id, code=GOING_AWAY)

    async def close_session(self, session: str) -> None:
        """Close the sockets of a session that has ended."""
        self.open_sockets.send_away(session=session)
        await self.notices.say(kind="out", session=session)
