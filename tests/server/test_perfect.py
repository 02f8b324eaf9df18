"""The perfect lap: solved in the background, shown to everyone, with reasons where there is none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from paddock.core.messages import Message
from paddock.core.registry import find_game
from paddock.server.backroom.backroom import Backroom, Tell
from paddock.solve import Store, find_shelf
from paddock.solve.store import read, write
from tests.server.clients import Person
from tests.server.serving import Server

RING: dict[str, Any] = {"track": ["102b", "103b"], "car_class": "GT4"}


async def wanted(person: Person, options: dict[str, Any], begin: bool) -> Any:
    asked = {"game": "rallyman-gt", "options": options, "begin": begin}
    return await person.post("/api/perfect", asked)


async def test_a_drive_is_solved_in_the_background_and_kept(servers: Callable[..., Server]) -> None:
    server = servers("sqlite", solving_gap=1e6)
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        missing = await wanted(ada, RING, begin=False)
        assert (missing["stage"], missing["drive"], missing["stale"]) == ("missing", None, False)
        begun = await wanted(ada, RING, begin=True)
        assert begun["stage"] in ("waiting", "solving")
        while (found := await wanted(bob, RING, begin=False))["stage"] != "solved":
            assert found["stage"] in ("waiting", "solving")
            await asyncio.sleep(0.2)
        drive = found["drive"]
        assert drive["bounds"]["lower"] <= drive["bounds"]["upper"] < 1e6
        assert sum(chance for _, chance in drive["distribution"]) == pytest.approx(1)
        assert [tile["face"] for tile in drive["tiles"]] == ["102b", "103b"]
        # the same drive under rules of another version is said, not shown
        store = Store(server.folder / "solutions")
        course = find_shelf("rallyman-gt").course(find_game("rallyman-gt").options(RING))
        stored = read(store.path(course), course)
        old = type(course)(course.game, 0, course.solver_version, course.name, course.subject)
        write(store.path(course), old, stored.facts, dict(stored.arrays))
        stale = await wanted(bob, RING, begin=False)
        assert (stale["stale"], stale["drive"]) == (True, None)
        changing = await wanted(bob, {**RING, "changing_weather": True}, begin=True)
        assert changing["stage"] == "unsolvable"
        assert changing["reason"]["id"] == "solve.changing-weather"
        told = await bob.call("POST", "/api/perfect", {"game": "outspeed", "begin": True})
        assert told.status_code == 400
        assert "rallyman-gt" in told.json()["text"]


def double(tell: Tell, number: int) -> None:
    tell(number / 2)


def refuse(tell: Tell) -> None:
    from paddock.core.errors import BadInput

    raise BadInput("solve.one-lap")


def fall(tell: Tell) -> None:
    raise ValueError("on purpose")


def linger(tell: Tell) -> None:
    import time

    time.sleep(600)


async def test_errands_are_done_one_after_the_other_and_failures_are_said() -> None:
    room = Backroom((), 600, 3)
    first = room.ask("double", double, 1)
    assert room.ask("double", double, 2) is first
    room.ask("refuse", refuse)
    room.ask("fall", fall)
    assert room.full
    while room.full or room.find("fall"):
        await asyncio.sleep(0.05)
    assert first.done == 0.5
    assert room.refused == {"refuse": Message("solve.one-lap"), "fall": Message("server.errand-failed")}
    await room.close()


async def test_an_errand_that_takes_too_long_is_given_up() -> None:
    room = Backroom((), 1.0, 3)
    room.ask("linger", linger)
    while room.find("linger"):
        await asyncio.sleep(0.05)
    assert room.refused == {"linger": Message("server.errand-too-long")}
    room.ask("linger", linger)
    await asyncio.sleep(0.1)
    await room.close()
    assert room.find("linger") is None
