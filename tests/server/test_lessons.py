"""Lessons: the same dice and the same bots for everybody, and so for one person alone and counted nowhere."""

from __future__ import annotations

import asyncio
from typing import Any

from paddock.core.logs import load
from tests.server.clients import Person, play_pig, seated
from tests.server.serving import Server

LESSON = {"options": {"goal": 60}, "public": False, "lesson": "first-steps"}


async def taken(person: Person, **table: Any) -> str:
    """Somebody plays to the end against a bot."""
    made = await seated(person, [], bots=["random"], **table)
    async with person.sit(made) as socket:
        await play_pig(socket, 0)
    return made


async def records(person: Person, table: str) -> list[Any]:
    log = load((await person.call("GET", f"/api/tables/{table}/log")).content)
    return [(getattr(one, "action", None), getattr(one, "outcome", None)) for one in log.records]


async def test_a_lesson_goes_the_same_way_for_everybody_and_counts_nowhere(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        first, second = await asyncio.gather(taken(ada, **LESSON), taken(bob, **LESSON))
        assert await records(ada, first) == await records(bob, second)
        other = await taken(ada, **{**LESSON, "lesson": "second-steps"})
        assert await records(ada, other) != await records(ada, first)
        assert (await ada.get(f"/api/tables/{first}"))["lesson"] == "first-steps"
        assert (await ada.get(f"/api/people/{ada.id}"))["games"] == []

        again = await ada.post(f"/api/tables/{first}/rematch")
        assert again["lesson"] is None
        await ada.post(f"/api/tables/{again['id']}/start")
        async with ada.sit(again["id"]) as socket:
            await play_pig(socket, 0)
        hashes = [(await ada.get(f"/api/tables/{one}"))["seed_hash"] for one in (first, again["id"])]
        assert hashes[0] != hashes[1]


async def test_nobody_else_comes_to_a_lesson(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        alone = (400, "server.lesson-alone")
        public = {"game": "pig", **LESSON, "public": True}
        assert await ada.refused("POST", "/api/tables", public) == alone
        table = (await ada.post("/api/tables", {"game": "pig", "seats": 2, **LESSON}))["id"]
        assert await ada.refused("POST", f"/api/tables/{table}/options", {"public": True}) == alone
        secret = await ada.get(f"/api/tables/{table}/invitation")
        await bob.post(f"/api/tables/{table}/admit", secret)
        assert await bob.refused("POST", f"/api/tables/{table}/sit", {}) == alone
