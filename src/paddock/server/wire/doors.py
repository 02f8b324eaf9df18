"""How many sockets are open, and whose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from paddock.server.limits import Buckets
from paddock.server.metrics import METRICS
from paddock.server.settings import Limits
from paddock.server.wire.outbox import GOING_AWAY, NOT_YOURS, TOO_MUCH, Closing, Outbox


class Doors:
    """Lets sockets in as long as there is room, and closes them all at the end."""

    def __init__(self, limits: Limits, requests: Buckets) -> None:
        self.limits = limits
        self.requests = requests
        self.open: dict[Outbox, tuple[str | None, str]] = {}
        """Every socket, whose it is, and the session it came with."""
        self.closing = False
        self._people: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        METRICS.gauge("paddock_sockets", lambda: len(self.open))

    def knock(self, address: str) -> None:
        """Opening a socket counts like a request; raises Closing where there were too many."""
        if self.requests.take(address):
            raise Closing(TOO_MUCH)

    @contextmanager
    def entered(self, outbox: Outbox, person: str | None, address: str, session: str = "") -> Iterator[None]:
        """Hold a place for a socket; raises Closing if there is none."""
        if self.closing:
            raise Closing(GOING_AWAY)
        if (
            len(self.open) >= self.limits.sockets
            or self._addresses[address] >= self.limits.sockets_per_address
            or (person is not None and self._people[person] >= self.limits.sockets_per_person)
        ):
            METRICS.count("paddock_sockets_refused_total")
            raise Closing(TOO_MUCH)
        self.open[outbox] = (person, session)
        self._addresses[address] += 1
        if person is not None:
            self._people[person] += 1
        try:
            yield
        finally:
            self.open.pop(outbox, None)
            self._release(self._addresses, address)
            if person is not None:
                self._release(self._people, person)

    def send_away(self, person: str | None = None, session: str | None = None, code: int = NOT_YOURS) -> None:
        """Close the sockets of a person, or of a session, after a sign-out."""
        for outbox, (owner, came_with) in list(self.open.items()):
            if (person is not None and owner == person) or (session and came_with == session):
                outbox.close(code)

    def _release(self, counter: Counter[str], key: str) -> None:
        counter[key] -= 1
        if counter[key] <= 0:
            del counter[key]
