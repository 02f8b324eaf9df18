"""Short questions to the database are answered together, and none is harmed by another that fails."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import OperationalError

from paddock.server.storage.read_batching import Asking


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Asking]:
    asking = Asking(create_engine(f"sqlite:///{tmp_path}/some.db"))
    yield asking
    asking.close()


def three(connection: Connection) -> int:
    return int(connection.execute(text("SELECT 3")).scalar_one())


def wrong(connection: Connection) -> int:
    return int(connection.execute(text("SELECT x FROM nowhere")).scalar_one())


async def test_what_is_asked_in_one_moment_goes_to_one_connection(asking: Asking) -> None:
    seen = await asyncio.gather(*(asking.ask(id) for _ in range(10)))
    assert len(set(seen)) == 1


async def test_a_question_that_fails_harms_no_other(asking: Asking) -> None:
    jobs = [three, wrong, three, wrong, three]
    answers = await asyncio.gather(*(asking.ask(job) for job in jobs), return_exceptions=True)
    assert [answers[at] for at in (0, 2, 4)] == [3, 3, 3]
    assert all(isinstance(answers[at], OperationalError) for at in (1, 3))


async def test_whoever_gives_up_leaves_nothing_behind(asking: Asking) -> None:
    go_on = threading.Event()
    asked: list[str] = []

    def wait(connection: Connection) -> int:
        go_on.wait(60)
        return three(connection)

    slow = []
    for _ in range(4):
        slow.append(asyncio.create_task(asking.ask(wait)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    given_up = asyncio.create_task(asking.ask(lambda _: asked.append("given up")))
    patient = asyncio.create_task(asking.ask(three))
    await asyncio.sleep(0)
    given_up.cancel()
    await asyncio.sleep(0)
    go_on.set()
    assert await asyncio.gather(*slow, patient) == [3] * 5
    assert asked == []
