"""The perfect lap: solved in the background, shown to everyone, with reasons where there is none."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from paddock.core.chance import DiceStream
from paddock.core.game import Perspective, Result
from paddock.core.match import start
from paddock.core.messages import Message
from paddock.core.registry import find_bot, find_game
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.server.records.table_record import Seat, TableRecord
from paddock.server.records.time_control import Live
from paddock.server.tables.repository import columns, seat_rows
from paddock.server.workers.job_queue import JobQueue, Tell
from paddock.solve import Store, find_shelf
from paddock.solve.store import read, write
from tests.server.clients import Person, seated
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
        laps = await wanted(bob, {**RING, "laps": 2}, begin=True)
        assert laps["stage"] == "unsolvable"
        assert laps["reason"]["id"] == "solve.one-lap"
        # in changing weather there are bounds, and nothing more
        rain = {**RING, "changing_weather": True}
        while (found := await wanted(bob, rain, begin=True))["stage"] != "solved":
            assert found["stage"] in ("waiting", "solving")
            await asyncio.sleep(0.2)
        assert found["drive"]["bounds"]["lower"] <= found["drive"]["bounds"]["upper"]
        assert (found["drive"]["distribution"], found["drive"]["tiles"]) == ([], [])
        told = await bob.call("POST", "/api/perfect", {"game": "outspeed", "begin": True})
        assert told.status_code == 400
        assert "rallyman-gt" in told.json()["text"]


def drive_on_the_ring() -> bytes:
    """The log of a finished drive alone by a bot."""
    game, seed, rng = RALLYMAN_GT, b"a drive on the ring", random.Random(1)
    match = start(game, game.options(RING), ["Ada"], seed)
    dice = DiceStream(seed)
    match.settle(dice)
    while not game.pending(match.state).over:
        match.decide(0, find_bot(game.name, "club").choose(Perspective(game, match.state, 0), rng))
        match.settle(dice)
    match.end(seed)
    return match.log.dump()


async def test_a_drive_is_analysed_in_the_background_and_the_report_is_kept(
    servers: Callable[..., Server],
) -> None:
    server = servers("sqlite", solving_gap=1e6)
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        answer = await ada.call("POST", "/api/logs", content=drive_on_the_ring())
        table = answer.json()["id"]
        address = f"/api/tables/{table}/analysis"
        assert (await ada.post(address, {"begin": False}))["stage"] == "missing"
        while (found := await ada.post(address, {"begin": True}))["stage"] != "analysed":
            assert found["stage"] in ("waiting", "working")
            await asyncio.sleep(0.2)
        report = found["report"]
        (driver,) = report["drivers"]
        total = driver["start"] + driver["decisions"] + driver["chance"]
        assert total == pytest.approx(driver["result"], abs=1e-6)
        assert driver["choices"][0]["turn"] == 1
        assert (await bob.refused("POST", address, {"begin": True}))[0] == 404
        server.stop()
        server.start()
        again = await ada.post(address, {"begin": False})
        assert (again["stage"], again["report"]) == ("analysed", report)
        running = await seated(ada, [bob])
        assert (await ada.call("POST", f"/api/tables/{running}/analysis", {})).status_code >= 400


async def test_what_a_stop_left_undone_is_analysed_when_nothing_else_is_to_do(
    servers: Callable[..., Server],
) -> None:
    server = servers("sqlite", no_analysing=False, limits={"reports_asked_per_hour": 1})
    race = Path(__file__).parents[1] / "recorded" / "gt-3.jsonl"
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = (await ada.call("POST", "/api/logs", content=race.read_bytes())).json()["id"]
        address = f"/api/tables/{table}/analysis"
        assert (await ada.post(address, {"begin": False}))["stage"] == "missing"
        server.stop()
        server.start()
        while (found := await ada.post(address, {"begin": False}))["stage"] != "analysed":
            await asyncio.sleep(0.2)
        assert len(found["report"]["drivers"]) == 4
        assert (await ada.post(address, {"begin": False, "cards": "open"}))["stage"] == "missing"
        # so many reports somebody may ask for, whoever else comes from the same address
        other = race.with_name("gt-1.jsonl").read_bytes()
        for person, cards, answered in ((ada, "own", 200), (ada, "open", 429), (bob, "open", 200)):
            made = (await person.call("POST", "/api/logs", content=other)).json()["id"]
            asked = {"begin": True, "cards": cards}
            told = await person.call("POST", f"/api/tables/{made}/analysis", asked)
            assert told.status_code == answered


async def test_what_nobody_waits_for_comes_last() -> None:
    room = JobQueue((), 600, 3)
    room.ask("first", double, 1)
    later = room.ask("later", double, 2, idle=True)
    asked = room.ask("asked", double, 3)
    assert not room.full
    assert room.busy_enough
    while room.find("asked"):
        assert not later.begun
        await asyncio.sleep(0.01)
    assert asked.begun
    assert room.ask("later", double, 2).idle is False
    await room.close()


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
    room = JobQueue((), 600, 3)
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
    room = JobQueue((), 1.0, 3)
    room.ask("linger", linger)
    while room.find("linger"):
        await asyncio.sleep(0.05)
    assert room.refused == {"linger": Message("server.errand-too-long")}
    room.ask("linger", linger)
    await asyncio.sleep(0.1)
    await room.close()
    assert room.find("linger") is None


def test_a_game_in_which_an_expert_helped_counts_nowhere() -> None:
    result = Result((1,), (100.0,), "seconds")
    played = TableRecord(
        id="t",
        game="rallyman-gt",
        options={},
        host="ada",
        created=0.0,
        course="List A",
        stage="over",
        seats=[Seat(name="Ada", person="ada")],
        result=result,
        pace=Live(),
    )
    helped = structs.replace(played, helped=True)
    for sheet, course, place in ((played, "List A", 1), (helped, None, None)):
        assert (columns(sheet)["course"], seat_rows(sheet)[0]["place"]) == (course, place)
        assert sheet.counts is sheet.fair is (sheet is played)


async def test_hints_are_given_in_practice_and_nowhere_else(servers: Callable[..., Server]) -> None:
    server = servers("sqlite")
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        alone = await seated(ada, [], game="rallyman-gt")
        found = await ada.post(f"/api/tables/{alone}/hint", {"seat": 0})
        assert found["idea"]["id"].startswith("analysis.idea.")
        assert found["action"]["action"] == "plan"
        assert (await ada.get(f"/api/tables/{alone}"))["helped"], "it counts nowhere from now on"
        refused = await bob.refused("POST", f"/api/tables/{alone}/hint", {"seat": 0})
        assert refused[0] in (403, 404)
        together = await seated(ada, [bob], game="rallyman-gt")
        assert (await ada.refused("POST", f"/api/tables/{together}/hint", {"seat": 0}))[0] == 403
        look = {"seat": 0, "step": 1}
        assert (await ada.refused("POST", f"/api/tables/{together}/look-back", look))[0] == 403
