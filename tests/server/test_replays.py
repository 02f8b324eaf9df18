"""Replays, logs, verification, what-ifs."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from typing import Any

import msgspec
from sqlalchemy import text

from paddock.core.logs import Log, load
from tests.server.clients import Person, play_pig, seated
from tests.server.serving import Server
from tests.server.test_names import over_a_game


async def finished(ada: Person, bob: Person, goal: int = 20) -> str:
    table = await seated(ada, [bob], options={"goal": goal})
    async with ada.sit(table) as first, bob.sit(table) as second:
        await asyncio.gather(play_pig(first, 0), play_pig(second, 1))
    return table


def resealed(raw: bytes, **header: Any) -> bytes:
    """A log with another header, whose links are right."""
    log = load(raw)
    other = Log(msgspec.structs.replace(log.header, **header))
    for record in log.records:
        other.append(record)
    return other.dump()


async def test_a_finished_game_is_replayed_step_by_step(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob, Person(server, "Wim") as wim:
        table = await finished(ada, bob)
        replay = await wim.get(f"/api/tables/{table}/replay")
        assert replay["steps"][0]["action"] == {"action": "roll"}
        assert replay["steps"][1]["outcome"] in range(1, 7)
        last = replay["steps"][-1]["step"]
        views = await wim.get(f"/api/tables/{table}/replay/views?first=0&last={last}&seat=1")
        assert [view["step"] for view in views][:3] == [0, 1, 2]
        one = await wim.get(f"/api/tables/{table}/replay/3?seat=1")
        assert one in views
        part = await wim.get(f"/api/tables/{table}/replay/views?first=4&last=6")
        assert [view["step"] for view in part] == [4, 5, 6]
        assert max(views[-1]["view"]["scores"]) >= 20 or len(views) == 100


async def test_logs_travel_and_altered_ones_are_refused(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob, Person(server, "Wim") as wim:
        table = await finished(ada, bob)
        raw = (await wim.call("GET", f"/api/tables/{table}/log")).content
        brought = await wim.http.post("/api/logs", content=raw, headers={"Content-Type": "text/plain"})
        assert brought.status_code == 200, brought.text
        info = brought.json()
        assert info["uploaded"] and info["stage"] == "over" and not info["public"]
        assert [seat["name"] for seat in info["seats"]] == ["Ada", "Bob"]
        replay = await wim.get(f"/api/tables/{info['id']}/replay")
        assert len(replay["steps"]) == len((await wim.get(f"/api/tables/{table}/replay"))["steps"])
        assert await ada.refused("GET", f"/api/tables/{info['id']}/replay") == (404, "server.no-table")
        checked = await wim.http.post("/api/logs/verify", content=raw)
        assert checked.json()["checked"] == (await wim.get(f"/api/tables/{table}/verify"))["checked"]
        assert (await wim.call("GET", f"/api/tables/{info['id']}/log")).content == raw
        for wrong in (raw.replace(b'"outcome":', b'"outcome":1', 1), raw[:-40], b"", b"{}", b"\xff" * 100):
            answer = await wim.http.post("/api/logs/verify", content=wrong)
            assert answer.status_code == 400, wrong
            assert (await wim.http.post("/api/logs", content=wrong)).status_code == 400
        forged = resealed(raw, seed_hash="0" * 64)
        refused = await wim.http.post("/api/logs", content=forged)
        assert (refused.status_code, refused.json()["message"]["id"]) == (400, "core.log-seed")
        large = await wim.http.post("/api/logs/verify", content=b"x" * (3 * 1024 * 1024))
        assert large.status_code == 413


async def test_a_running_game_gives_no_log_and_only_your_own_eyes(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob], game="sealed")
        for address in ("log", "verify"):
            assert await ada.refused("GET", f"/api/tables/{table}/{address}") == (409, "server.not-over")
        assert await ada.refused(
            "POST", f"/api/tables/{table}/branch", {"step": 1, "seats": [0], "bot": "random"}
        ) == (
            409,
            "server.not-over",
        )
        assert await ada.refused("GET", f"/api/tables/{table}/replay?seat=1") == (403, "server.not-your-seat")
        assert await ada.refused("GET", f"/api/tables/{table}/replay/1?seat=1") == (
            403,
            "server.not-your-seat",
        )
        mine = await ada.get(f"/api/tables/{table}/replay?seat=0")
        assert mine["steps"][0]["events"][0]["event"]["colour"]
        assert mine["steps"][1]["events"][0]["event"]["colour"] is None
        assert all(step["outcome"] is None and step["action"] is None for step in mine["steps"])


async def test_a_what_if_goes_on_from_a_step_against_bots(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob, Person(server, "Wim") as wim:
        table = await finished(ada, bob, goal=60)
        raw = (await wim.call("GET", f"/api/tables/{table}/log")).content
        info = await wim.post(f"/api/tables/{table}/branch", {"step": 4, "seats": [0], "bot": "random"})
        assert not info["public"]
        assert info["branch"] == {"table": table, "step": 4}
        assert await ada.refused("GET", f"/api/tables/{info['id']}") == (404, "server.no-table")
        async with wim.sit(info["id"]) as socket:
            end = await play_pig(socket, 0)
            assert end["result"]
        branched = load((await wim.call("GET", f"/api/tables/{info['id']}/log")).content)
        original = load(raw)
        assert branched.records[:4] == original.records[:4]
        assert msgspec.to_builtins(branched.header.options) == {"goal": 60}
        assert await wim.refused("GET", f"/api/tables/{info['id']}/verify") == (
            409,
            "server.branch-unverifiable",
        )
        far = {"step": 10**6, "seats": [0], "bot": "random"}
        assert await wim.refused("POST", f"/api/tables/{table}/branch", far) == (409, "server.already-over")


async def test_nobody_in_a_rated_game_is_advised_on_a_position_brought_along(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        await ada.settle()
        await bob.settle()
        played = await finished(ada, bob)
        raw = (await ada.call("GET", f"/api/tables/{played}/log")).content
        brought = (await ada.http.post("/api/logs", content=raw)).json()["id"]
        step = {"step": 2, "seats": [0], "bot": "random"}
        before = (await ada.post(f"/api/tables/{brought}/branch", step))["id"]
        clock = {"kind": "live", "bank": 600, "increment": 15}
        rated = await seated(ada, [bob], pace=clock)
        refusal = (403, "server.no-advice-while-rated")
        assert await ada.refused("POST", f"/api/tables/{brought}/branch", step) == refusal
        assert await ada.refused("POST", f"/api/tables/{brought}/analysis", {"begin": True}) == refusal
        assert await ada.refused("POST", f"/api/tables/{before}/hint", {"seat": 0}) == refusal
        assert await ada.refused("POST", f"/api/tables/{before}/look-back", {"seat": 0, "step": 1}) == refusal
        await ada.post(f"/api/tables/{played}/branch", step)
        for address in ("log", "verify"):
            assert await ada.refused("GET", f"/api/tables/{rated}/{address}") == (409, "server.not-over")
        for path in ("branch", "analysis"):
            body: dict[str, Any] = step if path == "branch" else {"begin": True}
            assert await ada.refused("POST", f"/api/tables/{rated}/{path}", body) == (409, "server.not-over")
        for path, asked in (("hint", {"seat": 0}), ("look-back", {"seat": 0, "step": 1})):
            assert (await ada.refused("POST", f"/api/tables/{rated}/{path}", asked))[0] == 403
        async with ada.sit(rated) as first, bob.sit(rated) as second:
            await asyncio.gather(play_pig(first, 0), play_pig(second, 1))
        await ada.post(f"/api/tables/{brought}/branch", step)


async def test_a_what_if_is_in_no_statistics(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob], game="sealed", options={"rounds": 1})
        async with ada.sit(table) as first, bob.sit(table) as second:
            await over_a_game(first, second)
        before = await counted(server, ada, table)
        assert [game["played"] for game in before["games"]] == [1] and before["games"][0]["feats"]
        wish = {"step": 2, "seats": [0], "bot": "random"}
        again = (await ada.post(f"/api/tables/{table}/branch", wish))["id"]
        async with ada.sit(again) as socket:
            await socket.hear("view")
            await socket.decide(0, {"action": "seal", "secret": 99})
            await socket.until(lambda scene: scene["view"]["tapper"] == 0)
            await socket.decide(0, {"action": "pass"})
            await socket.until(lambda scene: bool(scene["result"]))
        assert await counted(server, ada, again) == before


async def counted(server: Server, person: Person, table: str) -> dict[str, Any]:
    """Somebody's profile once the game of a table is written down."""
    done = text("SELECT tallied FROM tables WHERE id = :id")
    while True:
        with server.storage() as connection:
            if connection.execute(done, {"id": table}).scalar_one():
                profile: dict[str, Any] = await person.get(f"/api/people/{person.id}")
                return profile
        await asyncio.sleep(0.05)


async def test_the_board_is_drawn_from_the_options(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        table = (await ada.post("/api/tables", {"game": "sealed", "options": {"rounds": 7}}))["id"]
        first = await ada.call("GET", f"/api/tables/{table}/board")
        assert first.json() == {"rounds": 7}
        again = await ada.call(
            "GET", f"/api/tables/{table}/board", headers={"If-None-Match": first.headers["etag"]}
        )
        assert again.status_code == 304
        assert await ada.post("/api/games/sealed/board", {"options": {"rounds": 2}}) == {"rounds": 2}
        assert await ada.post("/api/games/pig/board", {}) is None


async def test_somebody_takes_away_all_that_is_kept_of_them(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        over = await finished(ada, bob)
        async with ada.sit(over) as line:
            await line.ask("say", text="well driven")
        running = await seated(ada, [bob])
        answer = await ada.call("GET", "/api/me/parcel")
        assert answer.status_code == 200 and answer.headers["content-type"].startswith("application/zip")
        with zipfile.ZipFile(io.BytesIO(answer.content)) as personal_export:
            assert personal_export.testzip() is None
            assert json.loads(personal_export.read("me.json"))["name"] == "Ada"
            assert [said["text"] for said in json.loads(personal_export.read("said.json"))] == ["well driven"]
            assert f"logs/{running}.jsonl" not in personal_export.namelist()
            log = personal_export.read(f"logs/{over}.jsonl")
        assert log == (await ada.call("GET", f"/api/tables/{over}/log")).content
