"""Clocks are the server's; a seat without time can be given to a bot and taken back."""

from __future__ import annotations

import json
import time

from sqlalchemy import text

from paddock.server.records.time_control import (
    Days,
    Downtime,
    Live,
    Untimed,
    elapsed,
    first_clock,
    read,
    run_out,
    switch,
)
from tests.server.clients import Person, seated
from tests.server.serving import Server


def test_a_clock_runs_for_those_who_are_asked() -> None:
    pace = Live(bank=60, increment=5)
    clock = first_clock(pace, 3, [0], 100.0)
    assert clock is not None
    assert read(clock, 110.0) == [50, 60, 60]
    clock = switch(clock, pace, [1, 2], 110.0, decided=0)
    assert read(clock, 120.0) == [55, 50, 50]
    assert run_out(clock, 169.9) == []
    assert run_out(clock, 170.1) == [1, 2]
    assert first_clock(Untimed(), 3, [0], 0.0) is None


def test_days_are_for_every_decision() -> None:
    pace = Days(days=2)
    clock = first_clock(pace, 2, [0], 0.0)
    assert clock is not None
    clock = switch(clock, pace, [1], 86_400.0, decided=0)
    assert clock.banks == [2 * 86_400, 2 * 86_400]
    assert run_out(clock, 4 * 86_400.0) == [1]


def test_clocks_stand_still_while_the_server_is_down() -> None:
    downs = [Downtime(10, 20), Downtime(50, 90)]
    assert elapsed(0, 100, downs) == 50
    assert elapsed(15, 60, downs) == 30
    assert elapsed(55, 60, downs) == 0


async def test_a_clock_stands_still_while_the_server_is_down(mortal: Server) -> None:
    server = mortal
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        began = time.monotonic()
        table = await seated(ada, [bob], pace={"kind": "live", "bank": 600, "increment": 0})
        async with ada.sit(table) as first:
            await first.hear("view")
        server.kill()
        put_back_in_time(server, table, 5000.0)
        server.start()
        async with ada.sit(table) as first:
            view = await first.hear("view")
            left = view["scene"]["clock"]["banks_ms"][0] / 1000
            assert 600 - (time.monotonic() - began) - 60 < left <= 600
            assert view["scene"]["clock"]["running"] == [0]
            assert view["scene"]["clock"]["out"] == []


def put_back_in_time(server: Server, table: str, seconds: float) -> None:
    """As if everything in the database had happened so much earlier: the server was down all the while."""
    with server.storage() as connection:
        connection.execute(text("UPDATE beats SET alive = alive - :by"), {"by": seconds})
        found = connection.execute(
            text("SELECT sheet FROM tables WHERE id = :id"), {"id": table}
        ).scalar_one()
        sheet = json.loads(found)
        sheet["clock"]["since"] -= seconds
        moved = {"sheet": json.dumps(sheet), "id": table}
        connection.execute(text("UPDATE tables SET sheet = :sheet WHERE id = :id"), moved)


async def test_a_seat_out_of_time_is_given_to_a_bot_and_taken_back(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob, Person(server, "Wim") as wim:
        table = await seated(
            ada, [bob], pace={"kind": "live", "bank": 10, "increment": 0}, options={"goal": 1000}
        )
        hand_over = {"seat": 0, "bot": "random"}
        assert await bob.refused("POST", f"/api/tables/{table}/hand-over", hand_over) == (
            409,
            "server.still-there",
        )
        async with bob.sit(table) as second:
            await second.hear("view")
            out = await second.hear("clock", where=lambda frame: bool(frame["clock"]["out"]))
            assert out["clock"]["out"] == [0]
            assert await wim.refused("POST", f"/api/tables/{table}/hand-over", hand_over) == (
                403,
                "server.players-only",
            )
            info = await bob.post(f"/api/tables/{table}/hand-over", hand_over)
            assert info["seats"][0]["bot"] == "random"
            assert info["seats"][0]["person"] == ada.id
            await second.until(lambda scene: scene["step"] > 0)
            async with ada.sit(table) as first:
                await first.hear("view")
                assert (await first.decide(0, {"action": "roll"}))["reason"] == "seat"
                info = await ada.post(f"/api/tables/{table}/return", {"seat": 0})
                assert info["seats"][0]["bot"] is None
            async with ada.sit(table) as first:
                scene = (await first.hear("view"))["scene"]
                answer = await first.decide(0, {"action": "roll"})
                assert answer["type"] == ("ack" if scene["asked"] == [0] else "refuse")
                assert answer.get("reason") in (None, "illegal")


async def test_whoever_says_goodbye_can_be_replaced_at_once(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob])
        assert await bob.refused("POST", f"/api/tables/{table}/leave", {"seat": 0}) == (
            403,
            "server.not-your-seat",
        )
        await ada.post(f"/api/tables/{table}/leave", {"seat": 0})
        info = await bob.post(f"/api/tables/{table}/hand-over", {"seat": 0, "bot": "random"})
        assert info["seats"][0]["bot"] == "random"
        async with bob.sit(table) as second:
            await second.until(lambda scene: scene["asked"] == [1])
