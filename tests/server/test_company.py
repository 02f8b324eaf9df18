"""Friends and follows, who is here, blocks, invitations, who watches, tables for friends."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from typing import Any

from sqlalchemy import insert, text

from paddock.server.storage.schema import follows, people
from tests.server.clients import Person, Socket, play_pig, seated
from tests.server.receivers import PostService
from tests.server.serving import WAIT, Server


async def account(person: Person) -> Person:
    """Somebody with an account."""
    person.name = f"{person.name}-{person.id}"
    await person.post("/api/account", {"name": person.name, "password": "correct horse"})
    return person


async def befriend(one: Person, other: Person) -> None:
    for a, b in ((one, other), (other, one)):
        assert (await a.call("PUT", f"/api/me/follows/{b.id}")).status_code == 200


async def until(asked: Callable[[], Awaitable[Any]], fits: Callable[[Any], bool]) -> Any:
    """What is answered once it fits."""
    deadline = time.monotonic() + WAIT
    while True:
        answer = await asked()
        if fits(answer):
            return answer
        assert time.monotonic() < deadline, answer
        await asyncio.sleep(0.05)


def ids(listed: Any) -> list[str]:
    return [one["person"]["id"] for one in listed]


async def test_two_who_follow_each_other_are_friends(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Ben") as ben, Person(server, "Guest") as guest:
        await account(ada)
        await account(ben)
        follow = f"/api/me/follows/{ben.id}"
        assert await guest.refused("PUT", follow) == (403, "server.accounts-only")
        assert await ada.refused("PUT", f"/api/me/follows/{guest.id}") == (404, "server.no-person")
        assert await ada.refused("PUT", f"/api/me/follows/{ada.id}") == (400, "server.follow-yourself")
        for _ in range(2):
            assert (await ada.call("PUT", follow)).status_code == 200
        assert ids(await ada.listed("/api/me/people/following")) == [ben.id]
        assert ids(await ben.listed("/api/me/people/followers")) == [ada.id]
        assert await ada.listed("/api/me/people/friends") == []
        assert (await ben.call("PUT", f"/api/me/follows/{ada.id}")).status_code == 200
        for one, other in ((ada, ben), (ben, ada)):
            assert ids(await one.listed("/api/me/people/friends")) == [other.id]
        profile = await guest.get(f"/api/people/{ada.id}")
        assert (profile["followers"], profile["following"]) == (1, 1)
        assert (await ben.call("DELETE", f"/api/me/follows/{ada.id}")).status_code == 200
        assert await ada.listed("/api/me/people/friends") == []
        bond = (await ada.get(f"/api/me/bonds/{ben.id}"))["bond"]
        assert bond == {"follows": True, "followed": False, "blocked": False, "muted": False}
        (found,) = await ada.listed(f"/api/people?name={ben.name.upper()[:-2]}")
        assert (found["person"]["id"], found["bond"]["follows"]) == (ben.id, True)


async def test_presence_is_for_friends_and_follows_the_wish(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Ben") as ben, Person(server, "Cid") as cid:
        for person in (ada, ben, cid):
            await account(person)
        await befriend(ada, ben)
        assert (await cid.call("PUT", f"/api/me/follows/{ada.id}")).status_code == 200
        table = await seated(ada, [], game="sealed")
        async with ada.sit(table):
            here = await until(
                lambda: ben.listed("/api/me/friends/here"), lambda seen: bool(seen and seen[0]["table"])
            )
            assert (ids(here), here[0]["table"]["id"]) == ([ada.id], table)
            (followed,) = await cid.listed("/api/me/people/following")
            assert (followed["here"], followed["table"]) == (False, None)
            for shown, seen_by_friend, seen_by_follower in (
                ("everyone", True, True),
                ("nobody", False, False),
                ("friends", True, False),
            ):
                assert (await ada.call("PUT", "/api/me/shown", {"shown": shown})).status_code == 200
                assert (await ada.get("/api/me"))["shown"] == shown
                assert (await ben.get(f"/api/me/bonds/{ada.id}"))["here"] == seen_by_friend
                assert (await cid.get(f"/api/me/bonds/{ada.id}"))["here"] == seen_by_follower
        await until(lambda: ben.listed("/api/me/friends/here"), lambda seen: seen and not seen[0]["table"])


async def test_a_block_leaves_nothing_between_two(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Pest") as pest, Person(server, "Cid") as cid:
        for person in (ada, pest):
            await account(person)
        await befriend(ada, pest)
        made = await ada.post("/api/tables", {"game": "pig", "seats": 3})
        await pest.post(f"/api/tables/{made['id']}/sit", {})
        public = await seated(cid, [], game="sealed")
        async with ada.sit(public) as here, pest.sit(public) as there, cid.sit(public) as host:
            await host.heard_of("presence", lambda f: len(f["presence"]["onlookers"]) == 2)
            assert await ada.refused("PUT", f"/api/me/blocks/{ada.id}") == (400, "server.block-yourself")
            assert (await ada.call("PUT", f"/api/me/blocks/{pest.id}")).status_code == 200
            for socket, own in ((here, ada), (there, pest)):
                seen = await socket.heard_of(
                    "presence",
                    lambda f, own=own: [o["person"] for o in f["presence"]["onlookers"]] == [own.id],
                )
                assert seen["presence"]["watching"] == 2
            await there.ask("say", text="hello Ada")
            await host.ask("ping")
            await here.ask("say", text="is anybody here?")
            await here.hear("chat", where=lambda f: f["message"]["person"] == ada.id)
            assert not any(f["type"] == "chat" and f["message"]["person"] == pest.id for f in here.heard)
        seats = (await ada.get(f"/api/tables/{made['id']}"))["seats"]
        assert [seat["person"] for seat in seats] == [ada.id, None, None]
        sit = await pest.refused("POST", f"/api/tables/{made['id']}/sit", {})
        assert sit == (403, "server.no-seat-for-you")
        assert await ada.listed("/api/me/people/friends") == []
        assert ids(await ada.listed("/api/me/people/blocked")) == [pest.id]
        for one, other in ((ada, pest), (pest, ada)):
            assert await one.refused("PUT", f"/api/me/follows/{other.id}") == (403, "server.blocked")
            known = await one.get(f"/api/me/bonds/{other.id}")
            assert (known["here"], known["bond"]["blocked"]) == (False, one is ada)
        neutral = await cid.post("/api/tables", {"game": "pig", "seats": 3})
        path = f"/api/tables/{neutral['id']}"
        await ada.post(f"{path}/sit", {})
        assert await pest.refused("POST", f"{path}/sit", {}) == (403, "server.no-seat-for-you")
        await ada.post(f"{path}/stand", {"seat": 1})
        await pest.post(f"{path}/sit", {})
        assert await ada.refused("POST", f"{path}/sit", {}) == (403, "server.blocked")
        invite = await pest.post("/api/tables", {"game": "pig"})
        refused = await pest.refused("POST", f"/api/tables/{invite['id']}/invite", {"person": ada.id})
        assert refused == (403, "server.invite-followers")
        assert (await ada.call("DELETE", f"/api/me/blocks/{pest.id}")).status_code == 200
        await pest.post(f"/api/tables/{made['id']}/sit", {})


async def test_a_friend_is_challenged_and_called_once(backend: str, servers: Callable[..., Server]) -> None:
    server = servers(backend, round_seconds=0.1, call_own_network=True)
    service = PostService()
    ada, ben, eve = (Person(server, name) for name in ("Ada", "Ben", "Eve"))
    async with service.listening(), ada, ben, eve:
        for person in (ada, ben, eve):
            await account(person)
        await ben.call("PUT", "/api/me/calls", {"minutes": 1, "hook": f"{service.url}/hook"})
        table = (await ada.post("/api/tables", {"game": "pig", "public": False}))["id"]
        invite = f"/api/tables/{table}/invite"
        assert await ada.refused("POST", invite, {"person": ben.id}) == (403, "server.invite-followers")
        assert (await ben.call("PUT", f"/api/me/follows/{ada.id}")).status_code == 200
        assert await eve.refused("POST", invite, {"person": ben.id}) == (404, "server.no-table")
        for _ in range(2):
            await ada.post(invite, {"person": ben.id})
        (posted,) = await until(lambda: asyncio.sleep(0, service.at("/hook")), bool)
        call = json.loads(posted.body)
        assert ada.name in call["title"] and "Pig" in call["title"]
        assert call["address"].endswith(f"/invitation/{table}")
        (listed,) = await ben.listed("/api/me/invitations")
        assert (listed["table"]["id"], listed["by"]["id"]) == (table, ada.id)
        told = await ben.post(f"/api/tables/{table}/invited", {"invitation": ""})
        assert told["by"]["name"] == ada.name
        nobody = await eve.refused("POST", f"/api/tables/{table}/invited", {"invitation": ""})
        assert nobody == (404, "server.no-table")
        await ben.post(f"/api/tables/{table}/sit", {})
        assert await ben.listed("/api/me/invitations") == []
        other = (await ada.post("/api/tables", {"game": "pig"}))["id"]
        await ada.post(f"/api/tables/{other}/invite", {"person": ben.id})
        assert (await ben.call("DELETE", f"/api/me/invitations/{other}")).status_code == 200
        assert await ben.listed("/api/me/invitations") == []
        assert len(service.at("/hook")) == 1


async def test_a_table_for_friends_opens_for_friends_alone(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Ben") as ben, Person(server, "Eve") as eve:
        for person in (ada, ben, eve):
            await account(person)
        await befriend(ada, ben)
        made = await ada.post("/api/tables", {"game": "pig", "public": False, "friends": True})
        table = made["id"]
        assert [one["id"] for one in await ben.listed("/api/me/friends/tables")] == [table]
        assert await eve.listed("/api/me/friends/tables") == []
        lobby = await eve.get("/api/lobby")
        assert all(one["id"] != table for one in lobby["open"])
        assert await eve.refused("GET", f"/api/tables/{table}") == (404, "server.no-table")
        async with ben.sit(table) as socket:
            await befriend(ada, eve)
            assert (await eve.get(f"/api/tables/{table}"))["friends"] is True
            assert (await ada.call("DELETE", f"/api/me/follows/{ben.id}")).status_code == 200
            assert await socket.closed() == 4404
        assert await Socket(server, table, ben.cookie).refused() == 4404


async def test_who_watches_is_named_unless_they_would_rather_not(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Shy") as shy, Person(server, "Ben") as ben:
        assert (await shy.call("PUT", "/api/me/shown", {"shown": "nobody"})).status_code == 200
        table = await seated(ada, [], game="sealed")
        async with ada.sit(table) as socket, shy.sit(table), ben.sit(table), Socket(server, table):
            told = await socket.heard_of("presence", lambda f: f["presence"]["watching"] == 3)
            assert told["presence"]["onlookers"] == [{"person": ben.id, "name": "Ben"}]
            assert (await ben.call("PUT", "/api/me/name", {"name": "Benjamin"})).status_code == 200
            await socket.heard_of("presence", lambda f: "Benjamin" in str(f["presence"]["onlookers"]))


async def test_a_guest_who_was_sent_away_stays_out_under_another_name(server: Server) -> None:
    away = {"X-Forwarded-For": "203.0.113.9"}
    async with (
        Person(server, "Ada") as ada,
        Person(server, "Ben") as ben,
        Person(server, "Nuisance") as again,
    ):
        nuisance = Person(server, "Nuisance")
        nuisance.http.headers.update(away)
        async with nuisance:
            table = (await ada.post("/api/tables", {"game": "pig", "seats": 3}))["id"]
            await nuisance.post(f"/api/tables/{table}/sit", {})
            await ada.post(f"/api/tables/{table}/kick", {"seat": 1})
            sit = f"/api/tables/{table}/sit"
            assert await nuisance.refused("POST", sit, {}) == (403, "server.sent-away")
            again.http.headers.update(away)
            assert await again.refused("POST", sit, {}) == (403, "server.sent-away-guests")
            link = await ada.get(f"/api/tables/{table}/invitation")
            admit = await again.refused("POST", f"/api/tables/{table}/admit", link)
            assert admit == (403, "server.sent-away-guests")
            await ben.post(sit, {})
            await ada.post(f"/api/tables/{table}/let-back", {"person": nuisance.id})
            await again.post(sit, {})


async def test_a_history_has_results_and_opponents_and_goes_on(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Ben") as ben:
        played: list[str] = []
        for public in (True, False):
            others: dict[str, Any] = {"others": [ben]} if public else {"others": [], "bots": ["random"]}
            table = await seated(ada, options={"goal": 10}, public=public, **others)
            async with ada.sit(table) as here, ben.sit(table) if public else nullcontext() as there:
                await asyncio.gather(play_pig(here, 0), *([play_pig(there, 1)] if there else []))
            played.insert(0, table)
        history = f"/api/people/{ada.id}/games"
        mine = await ada.listed(history)
        assert [game["id"] for game in mine] == played
        assert sorted(mine[0]["result"]["places"]) == [1, 2]
        assert [seat["name"] for seat in mine[1]["seats"]] == ["Ada", "Ben"]
        assert [game["id"] for game in await ben.listed(history)] == played[1:]
        assert await ada.listed(f"{history}?game=rallyman-gt") == []
        (met,) = await ada.listed("/api/me/opponents")
        assert met["person"]["id"] == ben.id
        await ada.call("PUT", f"/api/me/blocks/{ben.id}")
        assert await ada.listed("/api/me/opponents") == []


async def test_ten_thousand_followers_are_read_page_by_page(server: Server) -> None:
    async with Person(server, "Star") as star:
        await account(star)
        fans = [f"fan{star.id[:4]}{number:05}" for number in range(10_000)]
        with server.storage() as connection:
            known = {"settings": "{}", "created": 1.0, "gone": False, "password": "x"}
            connection.execute(insert(people), [{"id": fan, "name": fan, **known} for fan in fans])
            rows = [
                {"person": fan, "other": star.id, "at": 1.0 + number // 3, "mutual": False}
                for number, fan in enumerate(fans)
            ]
            connection.execute(insert(follows), rows)
        page = await star.get("/api/me/people/followers")
        second = await star.get(f"/api/me/people/followers?after={page['more']}")
        assert ids(page["items"]) == fans[:-51:-1]
        assert ids(second["items"]) == fans[-51:-101:-1]
        assert (await star.get(f"/api/people/{star.id}"))["followers"] == 10_000
        bad = await star.refused("GET", "/api/me/people/followers?after=nowhere")
        assert bad == (400, "server.bad-bookmark")
        with server.storage() as connection:
            explain = "EXPLAIN QUERY PLAN" if not server.database else "EXPLAIN"
            newest = f"SELECT person FROM follows WHERE other = '{star.id}' ORDER BY at DESC LIMIT 50"
            plan = " ".join(str(row) for row in connection.execute(text(f"{explain} {newest}")))
            assert "followers_by_time" in plan
            connection.execute(text("DELETE FROM follows WHERE other = :star"), {"star": star.id})
            connection.execute(text("DELETE FROM people WHERE created = 1.0"))


async def test_a_deleted_person_is_nobodys_friend(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Ben") as ben:
        await account(ada)
        await account(ben)
        await befriend(ada, ben)
        await ben.post("/api/account/delete", {"password": "correct horse"})
        assert await ada.listed("/api/me/people/friends") == []
        assert (await ada.get(f"/api/people/{ada.id}"))["followers"] == 0
