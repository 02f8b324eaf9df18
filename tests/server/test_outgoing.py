"""Calls to addresses that people gave: whoever answers slowly, or for ever, keeps nobody else waiting."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from paddock.core.errors import BadInput
from paddock.server.errors import TooOften
from paddock.server.notifications.email import MailServer
from paddock.server.notifications.outgoing_requests import Unreachable, post
from paddock.server.thread_pools import ThreadPool
from tests.server.clients import Person
from tests.server.receivers import DrippingService, Subscription, lettered, raw
from tests.server.serving import Server, free_port

SECRET = raw("BTBZMqHH6r4Tts7J_aSIgg")
BROWSERS = 10


@pytest.fixture(scope="module")
def calling(servers: Callable[..., Server]) -> Server:
    return servers("sqlite", call_own_network=True, round_seconds=0.2)


@pytest.fixture(scope="module")
def dripping_mail(servers: Callable[..., Server]) -> tuple[Server, int]:
    port = free_port()
    return servers("sqlite", mail=f"smtp://127.0.0.1:{port}?from=paddock@example.org"), port


async def add_browsers(person: Person, url: str, count: int) -> None:
    for number in range(count):
        told = {
            "endpoint": f"{url}/{number}",
            "point": lettered(Subscription(SECRET).point),
            "secret": lettered(SECRET),
        }
        answer = await person.call("PUT", "/api/me/calls/browser", told)
        assert answer.status_code == 200, answer.text


async def use_everything(server: Server) -> None:
    """What players wait for: sign in, look at options and boards, make a table, open it."""
    async with Person(server, "Eve") as eve:
        await eve.settle()
        signed_in = await eve.call(
            "POST", "/api/sign-in", {"name": f"old-{eve.id}", "password": "correct horse"}
        )
        assert signed_in.status_code == 200, signed_in.text
        await eve.post("/api/games/rallyman-gt/options", {"seats": 2})
        await eve.post("/api/games/rallyman-gt/board", {})
        table = await eve.post("/api/tables", {"game": "rallyman-gt"})
        await eve.get(f"/api/tables/{table['id']}/board")


async def test_push_endpoints_that_drip_keep_nobody_waiting(calling: Server) -> None:
    async with Person(calling, "Mallory") as mallory, DrippingService().listening() as dripping:
        await mallory.settle()
        await add_browsers(mallory, dripping.url, BROWSERS)
        trial = asyncio.create_task(mallory.refused("POST", "/api/me/calls/try"))
        while not dripping.begun:
            await asyncio.sleep(0.05)
        await use_everything(calling)
        assert await trial == (409, "server.no-call")
        assert dripping.begun < BROWSERS


async def test_a_mail_server_that_drips_keeps_nobody_waiting(dripping_mail: tuple[Server, int]) -> None:
    server, port = dripping_mail
    dripping = DrippingService()
    dripping.port = port
    async with Person(server, "Ada") as ada, dripping.listening():
        await ada.settle()
        letter = asyncio.create_task(ada.refused("PUT", "/api/me/calls/mail", {"address": "ada@example.org"}))
        while not dripping.begun:
            await asyncio.sleep(0.05)
        await use_everything(server)
        assert await letter == (409, "server.mail-failed")


async def test_guests_have_no_trial_calls(calling: Server) -> None:
    async with Person(calling, "Gus") as gus, DrippingService().listening() as dripping:
        await add_browsers(gus, dripping.url, 1)
        assert await gus.refused("POST", "/api/me/calls/try") == (403, "server.accounts-only")
        assert dripping.begun == 0


async def test_a_call_ends_after_its_time_whatever_the_other_side_does() -> None:
    async with DrippingService().listening() as dripping:
        with pytest.raises(Unreachable):
            await asyncio.to_thread(post, dripping.url, b"", {}, True, 0.5)
    box = MailServer("127.0.0.1", dripping.port, "paddock@example.org")
    async with dripping.listening():
        with pytest.raises(Unreachable):
            await asyncio.to_thread(box.send, "ada@example.org", "Hi", "Hi", "http://paddock", 0.5)


async def test_an_endless_answer_is_not_read() -> None:
    async with DrippingService(pause=0).listening() as endless:
        with pytest.raises(Unreachable, match="too long"):
            await asyncio.to_thread(post, endless.url, b"", {}, True)


async def test_one_requester_takes_a_few_threads_of_a_pool_and_the_queue_is_bounded() -> None:
    pool = ThreadPool("test", threads=3, each=2, waiting=8)
    ended = threading.Event()
    try:
        await hold_up(pool, ended)
    finally:
        ended.set()


async def hold_up(pool: ThreadPool, ended: threading.Event) -> None:
    slow = [asyncio.create_task(pool.run_for("mallory", ended.wait)) for _ in range(4)]
    await asyncio.sleep(0)
    with pytest.raises(TooOften):
        await pool.run_for("mallory", ended.wait)
    slow[2].cancel()
    slow[3].cancel()
    await asyncio.gather(*slow[2:], return_exceptions=True)
    assert await pool.run_for("ada", lambda: "answered") == "answered"
    for task in slow:
        task.cancel()
    await asyncio.gather(*slow, return_exceptions=True)
    assert await pool.run_for("ada", lambda: "answered") == "answered"
    held = asyncio.create_task(pool.run_for("mallory", lambda: "free again"))
    await asyncio.sleep(0.05)
    assert not held.done()
    ended.set()
    assert await held == "free again"


async def test_what_a_job_raises_reaches_whoever_waits() -> None:
    def refuse() -> None:
        raise BadInput("server.bad-mail", reason="no")

    with pytest.raises(BadInput):
        await ThreadPool("test", threads=1, each=1, waiting=4).run(refuse)
