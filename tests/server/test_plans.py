"""Plans left for later: played when the turn comes, told to nobody else, gone with nothing lost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import text

from paddock.core.messages import Message
from paddock.server.tables.deferred_decisions import in_words
from paddock.server.wire.frames import NotPlayed
from tests.server.clients import Person, Socket, seated
from tests.server.serving import Server
from tests.server.test_leaks import everything_readable, tells

DAYS = {"kind": "days", "days": 3}
PASS, TAP = {"action": "pass"}, {"action": "tap"}
SECRET = 77_777


@asynccontextmanager
async def waiting(server: Server) -> AsyncIterator[tuple[Person, Person, Socket, Socket, str]]:
    """Ada (seat 0) may tap, Bob (seat 1) waits until she passes; a game over days."""
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob], game="sealed", pace=DAYS)
        async with ada.sit(table) as first, bob.sit(table) as second:
            await seal(first, second)
            yield ada, bob, first, second, table


async def seal(first: Socket, second: Socket, number: int = 0) -> None:
    for socket in (first, second):
        await socket.until(lambda scene: scene["view"]["round"] == number and scene["view"]["tapper"] < 0)
    await first.decide(0, {"action": "seal", "secret": 3})
    await second.decide(1, {"action": "seal", "secret": 5})
    await first.until(lambda scene: scene["view"]["tapper"] == 0)
    await second.until(lambda scene: scene["view"]["tapper"] == 0)


async def leave(socket: Socket, seat: int, action: dict[str, Any]) -> dict[str, Any]:
    return await socket.ask("leave-plan", seat=seat, step=socket.scene["step"], action=action)


async def test_a_plan_is_played_when_the_turn_comes(server: Server) -> None:
    async with waiting(server) as (_, bob, first, second, table):
        assert (await leave(second, 1, PASS))["type"] == "ack"
        told = await second.heard_of("plans", lambda frame: frame["plans"])
        assert [(p["seat"], p["action"], p["risk"], p["begun"]) for p in told["plans"]] == [
            (1, PASS, 0.0, False)
        ]
        async with bob.sit(table) as elsewhere:
            assert (await elsewhere.hear("plans"))["plans"] == told["plans"]
        await first.decide(0, PASS)
        scene = await second.until(lambda scene: scene["view"]["round"] == 1)
        assert scene["asked"] == [0, 1]
        await second.heard_of("plans", lambda frame: frame["plans"] == [])
        assert await bob.listed("/api/me/turns"), "what comes next is asked as usual"


async def test_a_plan_that_has_become_riskier_is_not_played_and_says_so(server: Server) -> None:
    async with waiting(server) as (_, _bob, first, second, _table):
        await leave(second, 1, PASS)
        await first.decide(0, TAP)
        await first.until(lambda scene: scene["view"]["taps"] == 1)
        await first.decide(0, PASS)
        told = await second.hear("plans", where=lambda frame: frame["plans"] and frame["plans"][0]["failed"])
        assert told["plans"][0]["failed"] == {"reason": "riskier", "message": None, "risk": 0.1}
        scene = await second.until(lambda scene: scene["asked"] == [1])
        assert scene["view"]["tapper"] == 1
        assert (await second.decide(1, PASS))["type"] == "ack"
        await first.until(lambda scene: scene["view"]["round"] == 1)


async def test_a_plan_left_on_the_same_risk_is_played_and_an_illegal_one_is_explained(server: Server) -> None:
    async with waiting(server) as (_, _bob, first, second, _table):
        await first.decide(0, TAP)
        await second.until(lambda scene: scene["view"]["taps"] == 1)
        await first.until(lambda scene: scene["view"]["taps"] == 1)
        await leave(second, 1, PASS)
        await first.decide(0, PASS)
        await seal(first, second, 1)
        refusal = await leave(second, 1, {"action": "seal", "secret": 95_000})
        assert (refusal["reason"], refusal["rule"]) == ("illegal", "SEAL-4")
        await first.decide(0, PASS)
        await second.until(lambda scene: scene["asked"] == [1])
        await first.until(lambda scene: scene["asked"] == [1])
        assert (await leave(first, 0, {"action": "seal", "secret": 7}))["type"] == "ack"
        await second.decide(1, PASS)
        await first.until(lambda scene: scene["view"]["chosen"] == [True, False])


async def test_a_plan_is_changed_taken_back_and_left_once(server: Server) -> None:
    async with waiting(server) as (_, bob, first, second, table):
        step = second.scene["step"]
        for _ in range(2):
            await second.send(type="leave-plan", id="once", seat=1, step=step, action=PASS)
            assert (await second.hear("ack", "refuse"))["type"] == "ack"
        await leave(second, 1, {"action": "seal", "secret": 9})
        changed = await second.heard_of(
            "plans", lambda f: f["plans"] and f["plans"][0]["action"]["action"] == "seal"
        )
        assert len(changed["plans"]) == 1
        for _ in range(2):
            assert (await second.ask("drop-plan", seat=1))["type"] == "ack"
        await second.heard_of("plans", lambda frame: frame["plans"] == [])
        await first.decide(0, PASS)
        await second.until(lambda scene: scene["asked"] == [1])
        assert (await bob.get(f"/api/tables/{table}"))["stage"] == "running"
        assert (await second.decide(1, PASS))["type"] == "ack"


async def test_what_cannot_be_left_is_refused(server: Server) -> None:
    async with waiting(server) as (ada, bob, first, second, table):
        assert (await leave(first, 0, PASS))["message"]["id"] == "server.plan-your-turn"
        assert (await leave(second, 0, PASS))["message"]["id"] == "server.not-your-seat"
        assert (await leave(second, 1, TAP))["message"]["id"] == "core.nothing-to-foresee"
        assert (await leave(second, 1, {"action": "fly"}))["message"]["id"] == "core.bad-action"
        await first.decide(0, TAP)
        stale = second.scene["step"]
        await second.until(lambda scene: scene["view"]["taps"] == 1)
        refusal = await second.ask("leave-plan", seat=1, step=stale, action=PASS)
        assert refusal["reason"] == "stale"
        live = await seated(ada, [bob], game="sealed", pace={"kind": "live"})
        async with ada.sit(live) as one, bob.sit(live) as two:
            await seal(one, two)
            assert (await leave(two, 1, PASS))["message"]["id"] == "server.plan-not-here"
        async with Person(server, "Wim") as wim, wim.sit(table) as watcher:
            await watcher.hear("view")
            assert (await leave(watcher, 1, PASS))["message"]["id"] == "server.not-your-seat"


async def test_nobody_else_learns_of_a_plan(server: Server) -> None:
    async with (
        waiting(server) as (ada, bob, first, second, table),
        Person(server, "Wim") as wim,
        wim.sit(table) as watcher,
        Socket(server, table) as nobody,
    ):
        await first.decide(0, PASS)
        await first.until(lambda scene: scene["asked"] == [1])
        await leave(first, 0, {"action": "seal", "secret": SECRET})
        await first.heard_of("plans", lambda frame: frame["plans"])
        others = (second, watcher, nobody)
        for socket in others:
            assert (await socket.ask("ping"))["type"] == "pong"
        said = [raw for socket in others for raw in socket.raw]
        for person in (bob, wim):
            said += await everything_readable(person, ada, table)
        assert not tells(SECRET, said)
        assert not any('"plans"' in raw for socket in others for raw in socket.raw)
        assert not tells(SECRET, [server.log.read_text()])
        await second.decide(1, PASS)
        await first.until(lambda scene: scene["view"]["secret"] == SECRET)
        assert (await watcher.ask("ping"))["type"] == "pong"
        assert not tells(SECRET, [raw for socket in others for raw in socket.raw])


async def test_plans_outlive_the_server(mortal: Server) -> None:
    server = mortal
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob], game="sealed", pace=DAYS)
        async with ada.sit(table) as first, bob.sit(table) as second:
            await seal(first, second)
            await leave(second, 1, PASS)
            step = second.scene["step"]
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        async with ada.sit(table) as first:
            await first.until(lambda scene: scene["asked"] == [0])
            await first.decide(0, PASS)
            await first.until(lambda scene: scene["view"]["round"] == 1)
        # A process died between two decisions: whoever comes next plays what was due.
        async with bob.sit(table) as second:
            await second.until(lambda scene: scene["step"] > step)
            await second.decide(1, {"action": "seal", "secret": 5})
        await asyncio.to_thread(server.kill)
        with server.storage() as connection:
            connection.execute(
                text("UPDATE plans SET action = :action, person = :person, seat = 0"),
                {"action": json.dumps({"action": "seal", "secret": 4}), "person": ada.id},
            )
            connection.commit()
        await asyncio.to_thread(server.start)
        async with bob.sit(table) as second:
            await second.until(lambda scene: scene["view"]["tapper"] == 0)
        async with ada.sit(table) as first:
            await first.until(lambda scene: scene["asked"] == [0])
            assert (await first.decide(0, PASS))["type"] == "ack"


async def test_a_real_plan_is_driven_while_it_risks_no_more(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob], game="rallyman-gt", pace=DAYS, options={"laps": 1})
        async with ada.sit(table) as first, bob.sit(table) as second:
            scene = await first.until(lambda scene: scene["asked"])
            await second.until(lambda scene: scene["asked"])
            (turn,) = scene["asked"]
            driving, other = (first, second) if turn == 0 else (second, first)
            plan = await two_steps(other, 1 - turn, -1)
            assert (await leave(other, 1 - turn, plan))["type"] == "ack"
            other.heard.clear()
            lead = {**await two_steps(driving, turn, 0), "way": "flat-out"}
            assert (await driving.decide(turn, lead))["type"] == "ack"
            await other.heard_of("plans", lambda frame: frame["plans"] == [])
            told = [t["event"] for f in other.heard if f["type"] == "update" for t in f["events"]]
            moved = [e["cell"] for e in told if (e["event"], e.get("seat")) == ("moved", 1 - turn)]
            assert moved == [step["cell"] for step in plan["steps"]]


async def two_steps(socket: Socket, seat: int, lane: int) -> dict[str, Any]:
    """A plan in gears 1 and 2 from where a car stands, on the left or the right, by the game's answers."""
    steps: list[Any] = []
    for die in "12":
        asked = await socket.ask("explore", seat=seat, question={"question": "next-steps", "steps": steps})
        steps.append([one["step"] for one in asked["answer"]["next"] if one["step"]["die"] == die][lane])
    return {"action": "plan", "steps": steps, "way": "one-by-one"}


def test_why_a_plan_was_not_played_is_said_in_words() -> None:
    taken = NotPlayed("illegal", Message("core.not-asked"))
    assert (
        in_words(taken, 0.0, "en") == "The plan you left could not be played: It is not your turn to decide."
    )
    assert "2.5% to 12.0%" in in_words(NotPlayed("riskier", risk=0.12), 0.025, "en")
    assert in_words(NotPlayed("changed"), 0.0, "pl").startswith("Zostawiony plan")
