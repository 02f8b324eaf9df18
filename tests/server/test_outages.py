"""While the database cannot write, everyone is told so and nothing is lost."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.server.clients import Person, seated
from tests.server.serving import Server


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """No file of the server can grow."""
    assert server.process is not None
    before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)


async def health(person: Person, wanted: int) -> dict[str, object]:
    while (answer := await person.call("GET", "/health")).status_code != wanted:
        await asyncio.sleep(0.2)
    found: dict[str, object] = answer.json()
    return found


async def test_an_outage_is_said_and_passes(servers: Callable[..., Server]) -> None:
    server = servers("sqlite")
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob], game="sealed")
        async with ada.sit(table) as first:
            at = (await first.hear("view"))["scene"]["step"]
            seal = {"action": "seal", "secret": 3}
            with full_disk(server):
                answer = await ada.call("POST", "/api/guest", {"name": "Cleo"})
                assert (answer.status_code, answer.json()["reason"]) == (503, "unavailable")
                assert int(answer.headers["retry-after"]) >= 1
                refused = await first.decide(0, seal, step=at, request="once")
                assert (refused["type"], refused["reason"]) == ("refuse", "unavailable")
                assert (await health(ada, 503))["database"] == "not-writing"
                assert (await ada.get(f"/api/tables/{table}"))["id"] == table
            assert (await health(ada, 200))["database"] == "ok"
            assert (await first.decide(0, seal, step=at, request="once"))["type"] == "ack"
