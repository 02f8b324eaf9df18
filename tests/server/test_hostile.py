"""Malformed, oversized and hostile input; other people's seats; other sites."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.clients import Person, Socket, seated
from tests.server.serving import WAIT, Server

MALFORMED = [
    "",
    "{",
    "null",
    "[]",
    "7",
    '"hello"',
    '{"type": "nonsense"}',
    '{"type": 5}',
    '{"type": "decide"}',
    '{"type": "decide", "id": "", "seat": 0, "step": 0, "action": {}}',
    '{"type": "decide", "id": "x", "seat": -1, "step": 0, "action": {}}',
    '{"type": "decide", "id": "x", "seat": 0, "step": -1, "action": {}}',
    '{"type": "decide", "id": "x", "seat": 99999999999999999999, "step": 0, "action": {}}',
    '{"type": "decide", "id": "x", "seat": 0, "step": 0, "action": {}, "more": 1}',
    '{"type": "decide", "id": "' + "x" * 65 + '", "seat": 0, "step": 0, "action": {}}',
    '{"type": "decide", "id": "x", "seat": 0, "step": NaN, "action": {}}',
    '{"type": "decide", "id": "x", "seat": 0.5, "step": 0, "action": {}}',
    '{"type": "say", "id": "x", "text": ""}',
    '{"type": "say", "id": "x", "text": "\\ud800"}',
    '{"type": "explore", "id": "x", "seat": 0, "question": ' + "[" * 5000 + "]" * 5000 + "}",
]

ODD = [
    {"type": "decide", "id": "a", "seat": 0, "step": 0, "action": None},
    {"type": "decide", "id": "b", "seat": 0, "step": 0, "action": {"action": "roll", "extra": [{}] * 50}},
    {"type": "decide", "id": "c", "seat": 63, "step": 0, "action": {"action": "roll"}},
    {"type": "decide", "id": "d", "seat": 0, "step": 2**53, "action": {"action": "roll"}},
    {"type": "decide", "id": "e", "seat": 0, "step": 0, "action": {"action": "x" * 30_000}},
    {"type": "explore", "id": "f", "seat": 0, "question": {"question": "Count"}},
    {"type": "undo", "id": "g", "seat": 40},
    {"type": "ask-back", "id": "h", "seat": 0},
    {"type": "answer-back", "id": "i", "agree": True},
    {"type": "say", "id": "j", "text": " \t\n "},
]


async def healthy(server: Server, person: Person) -> None:
    health = await person.call("GET", "/health")
    assert health.status_code == 200
    errors = [line for line in server.text().splitlines() if '"level":"error"' in line]
    assert [line for line in errors if '"about":"paddock.bots"' not in line] == []


async def test_malformed_frames_are_answered_and_harm_nobody(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob])
        async with bob.sit(table) as bystander:
            for raw in MALFORMED:
                async with ada.sit(table) as socket:
                    await socket.line.send(raw)
                    answer = await socket.hear("refuse")
                    assert answer["reason"] == "bad"
                    assert (await socket.ask("ping"))["type"] == "pong"
            async with ada.sit(table) as socket:
                for frame in ODD:
                    await socket.line.send(json.dumps(frame))
                    answer = await socket.hear(
                        "refuse", where=lambda told, frame=frame: told["id"] == frame["id"]
                    )
                    assert answer["reason"] != "failed", frame
                await socket.send(type="face", seat=1)
                assert (await socket.hear("refuse"))["reason"] == "seat"
            assert (await bystander.ask("ping"))["type"] == "pong"
            assert (await ada.get(f"/api/tables/{table}"))["step"] == 0
        await healthy(server, ada)


NOWHERE = [
    "/api/people/{}",
    "/api/people/{}/games",
    "/api/people/{}/bests/pig",
    "/api/tables/{}",
    "/api/tables/{}/replay",
    "/api/tracks/{}",
    "/api/challenges/{}",
    "/api/games/{}",
    "/api/rules/{}",
    "/api/how-to-play/{}/en",
    "/api/how-to-play/pig/{}",
    "/api/words/{}",
    "/api/courses/{}",
]


@pytest.mark.parametrize("part", ["%00", "a%00b", "%F0%9F%8F%81", "%27%3B--", "..%2f", "x" * 8, "%C3%A9"])
async def test_odd_addresses_lead_nowhere_on_either_database(server: Server, part: str) -> None:
    async with Person(server, "Ada") as ada:
        for address in NOWHERE:
            answer = await ada.call("GET", address.format(part))
            assert answer.status_code in (200, 404), (address, answer.text)
            if answer.status_code == 200:
                assert answer.json() == {"items": [], "more": None}, address
        for method in ("PUT", "DELETE"):
            assert (await ada.call(method, f"/api/me/mutes/{part}")).status_code in (200, 404)
        assert await Socket(server, part).refused() == 4404
        assert (await ada.call("GET", f"/api/courses/sealed/records?course={part}")).status_code in (200, 404)
        await healthy(server, ada)


async def test_no_text_is_too_odd_for_either_database(server: Server) -> None:
    odd = "a\0b \x07\u202ec \U0001f3c1"
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        assert (await ada.call("PUT", "/api/me/settings", {odd: odd})).status_code == 200
        assert (await ada.get("/api/me"))["settings"] == {odd: odd}
        for address in ("/api/sign-in", "/api/account"):
            answer = await ada.call("POST", address, {"name": odd, "password": "correct horse"})
            assert answer.status_code == 400, answer.text
        made = await ada.post("/api/tables", {"game": "pig", "title": odd})
        assert made["title"] == "a b c \U0001f3c1"
        layout = (await ada.post("/api/tracks/generate", {"kind": "circuit", "seed": 1}))["layout"]
        assert (await ada.call("POST", "/api/tracks", {"name": odd, "layout": layout})).status_code == 400
        table = await seated(ada, [bob])
        async with ada.sit(table) as first:
            await first.hear("view")
            assert (await first.ask("say", text=odd))["type"] == "ack"
            assert (await first.hear("chat"))["message"]["text"] == "a b c \U0001f3c1"
            assert (await first.decide(0, {"action": "roll"}, request="a\0b"))["reason"] == "bad"
        await healthy(server, ada)


@pytest.fixture(scope="module")
def strict(servers: Callable[..., Server]) -> Server:
    return servers(
        "sqlite",
        limits={
            "frames_per_second": 20,
            "frame_burst": 40,
            "sockets_per_person": 3,
            "sockets_per_address": 5,
            "tables_per_person": 2,
            "chat_per_minute": 1,
            "chat_burst": 2,
        },
    )


async def test_hopeless_connections_are_closed(strict: Server) -> None:
    server = strict
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob])
        headers = {"Cookie": ada.cookie}
        address = f"{server.ws}/ws/tables/{table}"

        async def closes(*frames: str | bytes) -> int:
            async with connect(address, additional_headers=headers, open_timeout=WAIT) as line:
                try:
                    for frame in frames:
                        await line.send(frame)
                    while True:
                        await line.recv()
                except ConnectionClosed:
                    assert line.close_code is not None
                    return line.close_code

        hello = json.dumps({"type": "hello", "protocol": 1})
        assert await closes('{"type": "ping", "id": "1"}') == 4400, "no greeting"
        assert await closes(hello, hello) == 4400, "two greetings"
        assert await closes(json.dumps({"type": "hello", "protocol": 99})) == 4406
        assert await closes(json.dumps({"type": "hello", "protocol": 1, "face": 1})) == 4403
        assert await closes(hello, b"\x00\x01") == 4400, "bytes"
        assert await closes(hello, json.dumps({"type": "say", "id": "1", "text": "x" * 70_000})) == 4413
        assert await closes(hello, "x" * 1_000_000) == 1009
        assert await closes(hello, *["{"] * 12) == 4400, "too many malformed"
        assert await closes(hello, *['{"type": "ping", "id": "1"}'] * 200) == 4429, "flood"
        assert await Socket(server, "nowhere").refused() == 4404
        assert await Socket(server, "%00" * 10).refused() == 4404
        await healthy(server, ada)


async def test_a_silent_connection_is_closed(servers: Callable[..., Server]) -> None:
    server = servers("sqlite", limits={"hello_seconds": 0.5})
    async with Person(server, "Ada") as ada:
        table = (await ada.post("/api/tables", {"game": "pig"}))["id"]
        address = f"{server.ws}/ws/tables/{table}"
        async with connect(address, additional_headers={"Cookie": ada.cookie}, open_timeout=WAIT) as line:
            with pytest.raises(ConnectionClosed):
                await line.recv()
            assert line.close_code == 4408
    server.stop()


async def test_talking_too_fast_is_refused(strict: Server) -> None:
    async with Person(strict, "Ada") as ada, Person(strict, "Bob") as bob:
        table = await seated(ada, [bob])
        async with ada.sit(table) as first:
            answers = [await first.ask("say", text=f"{n}") for n in range(3)]
            assert [answer["type"] for answer in answers] == ["ack", "ack", "refuse"]
            assert answers[2]["reason"] == "rate"
            assert (await first.ask("say", text="x" * 501))["reason"] == "bad"
        async with ada.sit(table) as again:
            assert (await again.ask("say", text="from anew"))["reason"] == "rate", "a person, not a socket"
        async with bob.sit(table) as second:
            assert (await second.ask("say", text="hello"))["type"] == "ack"


async def test_too_many_sockets_are_refused(strict: Server) -> None:
    server = strict
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob])
        async with ada.sit(table), ada.sit(table), ada.sit(table):
            assert await ada.sit(table).refused() == 4429
            async with Socket(server, table), Socket(server, table):
                assert await Socket(server, table).refused() == 4429
        async with ada.sit(table) as again:
            assert (await again.ask("ping"))["type"] == "pong"


async def test_somebody_elses_seat_is_refused(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob, Person(server, "Eve") as eve:
        table = await seated(ada, [bob])
        async with ada.sit(table) as first, eve.sit(table) as spy, Socket(server, table) as nobody:
            await first.hear("view")
            for socket in (spy, nobody):
                await socket.hear("view")
                answer = await socket.decide(0, {"action": "roll"})
                assert (answer["reason"], answer["message"]["id"]) == ("seat", "server.not-your-seat")
                for kind in ("undo", "ask-back"):
                    assert (await socket.ask(kind, seat=0))["reason"] == "seat"
                assert (await socket.ask("answer-back", agree=True))["type"] == "refuse"
            assert first.scene["step"] == 0
        assert await eve.sit(table, face=0).refused() == 4403
        for deed in ("leave", "return", "stand"):
            status, _ = await eve.refused("POST", f"/api/tables/{table}/{deed}", {"seat": 0})
            assert status in (403, 409)
        status, _ = await eve.refused("POST", f"/api/tables/{table}/hand-over", {"seat": 0, "bot": "random"})
        assert status == 403
        assert (await ada.get(f"/api/tables/{table}"))["step"] == 0


async def test_other_sites_cannot_act_for_a_visitor(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob])
        evil = {"Origin": "https://evil.example"}
        answer = await ada.call("POST", "/api/tables", {"game": "pig"}, headers=evil)
        assert answer.status_code == 403
        own = await ada.call("POST", "/api/tables", {"game": "pig"}, headers={"Origin": server.url})
        assert own.status_code == 200
        headers = {"Cookie": ada.cookie, **evil}
        async with connect(f"{server.ws}/ws/tables/{table}", additional_headers=headers) as line:
            with pytest.raises(ConnectionClosed):
                await line.send('{"type":"hello","protocol":1}')
                await line.recv()
            assert line.close_code == 4403
        cookie = (await ada.call("POST", "/api/guest", {"name": "x"})).headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=lax" in cookie


async def test_every_answer_has_security_headers(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        for address in ("/", "/api/me", "/api/nothing", "/lobby", "/health", "/missing.js"):
            answer = await ada.call("GET", address)
            assert "default-src 'self'" in answer.headers["content-security-policy"]
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["x-frame-options"] == "DENY"
        assert (await ada.call("GET", "/lobby")).status_code == 200
        assert (await ada.call("GET", "/missing.js")).status_code == 404
        for path in ("/../../etc/passwd", "/..%2f..%2fetc/passwd", "/assets/../../app.py", "/%00"):
            answer = await ada.http.get(path)
            assert "root:" not in answer.text
            assert "make_app" not in answer.text


async def test_rates_are_limited(servers: Callable[..., Server]) -> None:
    server = servers(
        "sqlite",
        limits={
            "requests_per_second": 0.01,
            "request_burst": 30,
            "guests_per_hour": 3,
            "passwords_per_minute": 3,
        },
    )
    async with Person(server, "Ada") as ada:
        await ada.post("/api/guest", {"name": "b"})
        await ada.post("/api/guest", {"name": "c"})
        answer = await ada.call("POST", "/api/guest", {"name": "d"})
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) >= 1
        ada.http.cookies.clear()
        stranger = await ada.call("POST", "/api/account", {"name": "Eve", "password": "correct horse"})
        assert stranger.status_code == 429
        assert int(stranger.headers["retry-after"]) > 60, "an account out of nobody counts as a guest"
        signing = {"name": "nobody", "password": "wrong"}
        statuses = [(await ada.call("POST", "/api/sign-in", signing)).status_code for _ in range(3)]
        assert statuses[0] == 403
        assert statuses[-1] == 429
        answers = await asyncio.gather(*(ada.call("GET", "/api/me") for _ in range(60)))
        assert {answer.status_code for answer in answers} == {200, 429}
    server.stop()


async def test_tables_are_limited_and_a_stop_is_graceful(strict: Server) -> None:
    server = strict
    async with Person(server, "Ada") as ada:
        for _ in range(2):
            await ada.post("/api/tables", {"game": "pig"})
        assert await ada.refused("POST", "/api/tables", {"game": "pig"}) == (409, "server.too-many-tables")
        large = await ada.http.put("/api/me/settings", content=b'{"x":"' + b"y" * 400_000 + b'"}')
        assert large.status_code == 413
        health = (await ada.call("GET", "/health")).json()
        assert health["status"] == health["database"] == "ok"
        async with Socket(server, (await ada.get("/api/lobby"))["open"][0]["id"]) as socket:
            assert server.stop() in (0, -15)
            assert (await socket.hear("bye"))["reason"] == "stopping"
            assert await socket.closed() == 1001


NOT_JSON = [b"[" * 100_000, b'{"name": "\xff"}', b"\xff\xfe"]


@pytest.mark.parametrize("body", NOT_JSON, ids=["deep", "no-utf-8-inside", "no-utf-8"])
async def test_a_body_that_cannot_be_read_is_the_senders_fault(server: Server, body: bytes) -> None:
    async with Person(server, "Ada") as ada:
        for path in ("/api/guest", "/api/tables", "/api/tracks/draw"):
            answer = await ada.http.post(path, content=body, headers={"content-type": "application/json"})
            assert answer.status_code == 400, (path, answer.text)
            assert answer.json()["reason"] == "bad"
        await healthy(server, ada)


async def test_a_track_beyond_the_table_is_refused(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        tiles = [{"tile": "101a", "q": 2**60, "r": 0}]
        layout = {"kind": "circuit", "id": "far", "tiles": tiles}
        assert (await ada.call("POST", "/api/tracks/draw", {"layout": layout})).status_code == 400
        wordy = {"kind": "circuit", "id": "x", "tiles": [], "name": "n" * 1000}
        assert (await ada.call("POST", "/api/tracks/draw", {"layout": wordy})).status_code == 400
        empty = {"game": "rallyman-gt", "options": {"track": []}}
        assert (await ada.call("POST", "/api/tables", empty)).status_code == 400
        await healthy(server, ada)


async def test_an_origin_that_is_no_address_is_another_site(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        answer = await ada.call("POST", "/api/guest", {"name": "x"}, headers={"Origin": "http://[::1"})
        assert answer.status_code == 403
        await healthy(server, ada)


async def test_pages_answer_heads_and_long_addresses(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        head = await ada.call("HEAD", "/")
        assert (head.status_code, head.content) == (200, b"")
        assert (await ada.call("GET", "/" + "p" * 300)).status_code == 200
        assert (await ada.call("GET", "/" + "p" * 300 + ".js")).status_code == 404
        await healthy(server, ada)


async def test_a_page_may_talk_to_its_own_host_only(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        policy = (await ada.call("GET", "/")).headers["content-security-policy"]
        place = server.url.removeprefix("http://")
        assert f"connect-src 'self' ws://{place} wss://{place};" in policy
        odd = await ada.call("GET", "/", headers={"Host": "evil; script-src *"})
        assert "evil" not in odd.headers.get("content-security-policy", "")


async def test_the_data_folder_is_its_owners_alone(servers: Callable[..., Server]) -> None:
    server = servers("sqlite")
    assert server.folder.stat().st_mode & 0o077 == 0
    for file in server.folder.glob("paddock.db*"):
        assert file.stat().st_mode & 0o077 == 0, file
