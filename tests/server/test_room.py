"""A bound for everything a stranger can make the server keep: lists, tables, bytes, half-open lines."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from paddock.tracks.layouts import circuits
from tests.server.clients import Person
from tests.server.serving import WAIT, Server

LAYOUT = msgspec.to_builtins(next(iter(circuits().values())))


@pytest.fixture(scope="module")
def narrow(backend: str, servers: Callable[..., Server]) -> Server:
    limits = {"tables_per_person": 4, "stored_bytes_per_person": 12_000, "request_seconds": 1.5}
    return servers(backend, limits=limits)


async def test_lists_show_the_name_of_a_course_and_not_its_tiles(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        made = await ada.post(
            "/api/tables",
            {"game": "rallyman-gt", "options": {"track": {**LAYOUT, "name": "My ring", "id": "my-ring"}}},
        )
        assert made["options"]["track"]["tiles"]
        lists = [(await ada.get("/api/lobby"))["open"], await ada.listed("/api/me/tables")]
        for listed in lists:
            found = next(table for table in listed if table["id"] == made["id"])
            assert "options" not in found
            assert len(json.dumps(found)) < 1500
            assert found["course"] == made["course"] is not None
        changed = await ada.post(f"/api/tables/{made['id']}/options", {"options": {}})
        assert changed["course"] != made["course"]
        found = next(t for t in (await ada.get("/api/lobby"))["open"] if t["id"] == made["id"])
        assert found["course"] == changed["course"]


async def test_of_many_tables_at_once_no_more_are_made_than_allowed(narrow: Server) -> None:
    async with Person(narrow, "Ada") as ada:
        answers = await asyncio.gather(*(ada.call("POST", "/api/tables", {"game": "pig"}) for _ in range(16)))
        assert sorted(answer.status_code for answer in answers) == [200] * 4 + [409] * 12
        refused = next(answer for answer in answers if answer.status_code == 409)
        assert refused.json()["message"]["id"] == "server.too-many-tables"


async def test_one_person_fills_only_a_part_of_the_server(narrow: Server) -> None:
    async with Person(narrow, "Ada") as ada, Person(narrow, "Bob") as bob:
        track: dict[str, Any] = {"name": "Mine", "layout": LAYOUT}
        kept = []
        while (answer := await ada.call("POST", "/api/tracks", track)).status_code == 200:
            kept.append(answer.json()["id"])
        assert answer.json()["message"]["id"] == "server.person-full"
        assert len(kept) == 12_000 // len(json.dumps(LAYOUT, separators=(",", ":")))
        large = {"game": "rallyman-gt", "options": {"track": LAYOUT}}
        assert await ada.refused("POST", "/api/tables", large) == (409, "server.person-full")
        await bob.post("/api/tracks", track)
        for name in kept[:2]:
            assert (await ada.call("DELETE", f"/api/tracks/{name}")).status_code == 200
        await ada.post("/api/tracks", track)


async def test_a_full_server_and_a_busy_address_are_told_so(servers: Callable[..., Server]) -> None:
    full = servers("sqlite", limits={"stored_bytes": 1})
    async with Person(full, "Ada") as ada:
        for path, body in (
            ("/api/tables", {"game": "pig"}),
            ("/api/tracks", {"name": "Mine", "layout": LAYOUT}),
        ):
            assert await ada.refused("POST", path, body) == (409, "server.server-full")
    full.stop()
    busy = servers("sqlite", limits={"stored_bytes_per_hour": 1000})
    async with Person(busy, "Ada") as ada, Person(busy, "Bob") as bob:
        answers = [await who.call("POST", "/api/tables", {"game": "pig"}) for who in (ada, bob) * 20]
        assert {answer.status_code for answer in answers} == {200, 429}
    busy.stop()


async def test_lines_on_which_nothing_comes_are_cut(narrow: Server) -> None:
    async with Person(narrow, "Ada") as ada:

        def hold(first: bytes) -> None:
            with socket.create_connection(("127.0.0.1", narrow.port), timeout=WAIT) as line:
                line.sendall(first)
                while line.recv(4096):
                    pass

        for begun in (b"", b"GET / HT", b"POST /api/guest HTTP/1.1\r\nContent-Length: 99\r\n\r\n{"):
            with suppress(ConnectionResetError):
                await asyncio.to_thread(hold, begun)
        await asyncio.sleep(2)
        assert (await ada.get("/api/me"))["person"]["id"] == ada.id
