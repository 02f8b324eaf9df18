"""A game from the first guest to the verified log."""

from __future__ import annotations

import asyncio

from paddock.core.logs import load
from paddock.core.match import verify
from tests.server.clients import Person, Socket, play_pig, seated
from tests.server.serving import Server


async def test_two_guests_and_a_bot_play_pig_to_the_end(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob], bots=["random"], options={"goal": 40})
        async with ada.sit(table) as first, bob.sit(table) as second, Socket(server, table) as watcher:
            ends = await asyncio.gather(play_pig(first, 0), play_pig(second, 1))
            seen = await watcher.until(lambda scene: bool(scene["result"]))
        assert ends[0]["result"] == ends[1]["result"] == seen["result"]
        assert 1 in ends[0]["result"]["places"]
        assert ends[0]["seed"]
        raw = (await ada.call("GET", f"/api/tables/{table}/log")).content
        log = load(raw)
        checked = (await bob.get(f"/api/tables/{table}/verify"))["checked"]
        assert checked == verify(log) > 0
        assert log.header.seats == ("Ada", "Bob", "random")
        assert (await ada.get(f"/api/tables/{table}"))["stage"] == "over"


async def test_a_decision_sent_twice_is_applied_once(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob])
        async with ada.sit(table) as first:
            await first.hear("view")
            once = await first.decide(0, {"action": "roll"}, request="same")
            again = await first.decide(0, {"action": "roll"}, step=0, request="same")
            assert once["type"] == again["type"] == "ack"
            assert once["step"] == again["step"] == 1
        async with ada.sit(table) as back:
            await back.hear("view")
            third = await back.decide(0, {"action": "roll"}, step=0, request="same")
            assert third["step"] == 1
            assert back.scene["step"] == 2


async def test_illegal_and_stale_decisions_get_the_reason_and_the_fresh_scene(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob])
        async with ada.sit(table) as first, bob.sit(table) as second:
            await first.hear("view")
            refusal = await first.decide(0, {"action": "hold"})
            assert (refusal["reason"], refusal["rule"]) == ("illegal", "PIG-TURN-2")
            assert refusal["message"]["id"] == "pig.nothing-to-hold"
            assert refusal["scene"]["step"] == 0
            await second.hear("view")
            assert (await second.decide(1, {"action": "roll"}))["rule"] == "PIG-TURN-1"
            await first.decide(0, {"action": "roll"})
            stale = await first.decide(0, {"action": "roll"}, step=0)
            assert stale["reason"] == "stale"
            assert stale["scene"]["step"] == 2
            malformed = await first.decide(0, {"action": "fly"})
            assert malformed["reason"] == "bad"
            assert first.scene["actions"] == stale["scene"]["actions"]


async def test_several_seats_decide_at_once_and_only_their_own_decisions_make_a_scene_stale(
    server: Server,
) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob], game="sealed")
        async with ada.sit(table) as first, bob.sit(table) as second:
            at = (await first.hear("view"))["scene"]["step"]
            await second.hear("view")
            assert (await second.decide(1, {"action": "seal", "secret": 7}, step=at))["type"] == "ack"
            assert (await first.decide(0, {"action": "seal", "secret": 9}, step=at))["type"] == "ack"
            scene = await second.until(lambda scene: scene["view"]["tapper"] == 0)
            assert scene["view"]["scores"] == [1, 0]
            assert first.heard[1]["scene"]["actions"] is None, "too many to list"
            scene = await first.until(lambda scene: scene["view"]["tapper"] == 0)
            assert scene["actions"] == [{"action": "tap"}, {"action": "pass"}]
            assert second.scene["actions"] == []


async def test_hot_seat_shows_one_seat_at_a_time(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        made = await ada.post("/api/tables", {"game": "sealed", "seats": 2})
        table = made["id"]
        info = await ada.post(f"/api/tables/{table}/sit", {"seat": 1, "name": "Neighbour"})
        assert [seat["name"] for seat in info["seats"]] == ["Ada", "Neighbour"]
        await ada.post(f"/api/tables/{table}/start")
        async with ada.sit(table) as socket:
            scene = (await socket.hear("view"))["scene"]
            assert scene["seat"] is None
            assert scene["view"]["colour"] is None
            await socket.send(type="face", seat=1)
            scene = (await socket.hear("view", where=lambda frame: frame["why"] == "face"))["scene"]
            assert scene["seat"] == 1
            assert scene["view"]["colour"]
            assert (await socket.decide(1, {"action": "seal", "secret": 5}))["type"] == "ack"
            assert (await socket.decide(0, {"action": "seal", "secret": 4}))["type"] == "ack"
            await socket.until(lambda scene: scene["view"]["tapper"] == 0)


async def test_questions_are_answered_and_change_nothing(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        table = await seated(ada, [], game="sealed")
        async with ada.sit(table) as socket:
            at = (await socket.hear("view"))["scene"]["step"]
            answer = await socket.ask("explore", seat=0, question={"question": "Count"})
            assert answer["answer"] == {"taps": 0}
            assert answer["step"] == at
            assert (await socket.ask("explore", seat=0, question={"question": "Why"}))["reason"] == "bad"


async def test_everyone_learns_who_is_here(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob])
        async with ada.sit(table) as first:
            async with bob.sit(table), Socket(server, table):
                seen = await first.hear("presence", where=lambda f: f["presence"]["here"] == [0, 1])
                while seen["presence"]["watching"] != 1:
                    seen = await first.hear("presence")
            nobody = {"here": [0], "watching": 0, "onlookers": []}
            await first.hear("presence", where=lambda f: f["presence"] == nobody)


async def test_a_seat_taken_before_the_start_is_looked_through_at_the_start(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        made = await ada.post("/api/tables", {"game": "sealed", "seats": 2})
        async with bob.sit(made["id"]) as socket:
            await bob.post(f"/api/tables/{made['id']}/sit", {})
            await ada.post(f"/api/tables/{made['id']}/start")
            view = await socket.hear("view")
            assert (view["why"], view["scene"]["seat"]) == ("start", 1)
            assert view["scene"]["view"]["colour"]


async def test_a_decision_is_told_although_its_maker_hangs_up(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob], game="sealed", options={"rounds": 50})
        async with bob.sit(table) as second:
            await second.hear("view")
            for number in range(6):
                at = second.scene["step"]
                action = {"action": "seal", "secret": 1} if number == 0 else {"action": "tap"}
                if number == 1:
                    await second.decide(1, {"action": "seal", "secret": 2})
                    at = (await second.until(lambda scene: scene["view"]["tapper"] == 0))["step"]
                async with ada.sit(table) as first:
                    await first.send(type="decide", id=f"n{number}", seat=0, step=at, action=action)
                await second.until(lambda scene, at=at: scene["step"] > at)
