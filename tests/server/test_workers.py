"""Processes that think for many: those who ask take turns."""

from __future__ import annotations

import asyncio

from paddock.server.workers.pool import Workers


def echo(said: str) -> bytes:
    return said.encode()


async def test_nobody_waits_for_all_that_somebody_else_has_asked_before() -> None:
    workers = Workers(1, 60.0, ())
    answered: list[str] = []

    async def ask(who: str) -> None:
        assert await workers.ask(who, echo, who) == who.encode()
        answered.append(who)

    try:
        asked = [asyncio.create_task(ask("mallory")) for _ in range(8)]
        await asyncio.sleep(0)
        await ask("ada")
        await asyncio.gather(*asked)
    finally:
        workers.close()
    assert answered.index("ada") <= 2 and answered.count("mallory") == 8
