"""What goes wrong beside a decision or a duty hurts neither the others nor whoever decided."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import pytest

from paddock.server.services import Services
from paddock.server.settings import Settings
from tests.server.clients import Person, seated
from tests.server.serving import Server


@pytest.fixture(scope="module")
def faulty(servers: Callable[..., Server]) -> Server:
    """A server one of whose listeners fails at every change of a table."""
    return servers("sqlite", load="tests.server.faulty")


async def test_a_stored_decision_is_acknowledged_once_though_a_listener_fails(faulty: Server) -> None:
    async with Person(faulty, "Ada") as ada, Person(faulty, "Bob") as bob:
        table = await seated(ada, [bob], game="sealed")
        async with ada.sit(table) as first:
            await first.hear("view")
            assert (await first.decide(0, {"action": "seal", "secret": 3}, request="once"))["type"] == "ack"
            await first.ask("ping")
            answers = [frame["type"] for frame in first.heard if frame.get("id") == "once"]
            assert answers == ["ack"]
        metrics = (await ada.call("GET", "/metrics")).text
        assert "paddock_listener_failures_total" in metrics


async def test_every_duty_of_a_round_is_done_though_one_fails(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    async def duty(name: str) -> None:
        done.append(name)
        if name == "second":
            raise RuntimeError(name)

    services = Services(Settings(data=tmp_path_factory.mktemp("data"), round_seconds=0))
    duties = [partial(duty, name) for name in ("first", "second", "third")]
    monkeypatch.setattr(services, "_duties", lambda _quiet: duties)
    rounds = asyncio.create_task(services._make_rounds())
    while len(done) < 6:
        await asyncio.sleep(0)
    rounds.cancel()
    await asyncio.gather(rounds, return_exceptions=True)
    assert done[:6] == ["first", "second", "third"] * 2
