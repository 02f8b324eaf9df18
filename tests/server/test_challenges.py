"""Challenges, leaderboards, profiles, records."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest

from paddock.core.summaries import Underway
from paddock.server.challenges.chase import score_at
from paddock.server.errors import Unknown
from paddock.server.records.challenge_calendar import Streak, closes, read_id, slot_at, slot_before, streak_of
from tests.server.clients import Person, seated
from tests.server.serving import WAIT, Server
from tests.server.test_names import over_a_game
from tests.server.test_replays import counted


def test_challenges_follow_the_calendar() -> None:
    noon = datetime(2026, 12, 31, 12, tzinfo=UTC).timestamp()
    daily, monthly = slot_at("daily", "pig", noon), slot_at("monthly", "pig", noon)
    assert daily.id == "daily-2026-12-31-pig"
    assert monthly.id == "monthly-2026-12-pig"
    assert daily.closes == monthly.closes == datetime(2027, 1, 1, tzinfo=UTC).timestamp()
    assert slot_before(monthly).id == "monthly-2026-11-pig"
    assert slot_before(daily).id == "daily-2026-12-30-pig"
    assert read_id("daily-2026-12-31-rallyman-gt").game == "rallyman-gt"
    assert closes(daily.id) == daily.closes
    for wrong in (
        "daily-2026-13-01-pig",
        "weekly-2026-01-01-pig",
        "daily-2026-01-01-",
        "",
        "monthly-2026-00-pig",
    ):
        with pytest.raises(Unknown):
            read_id(wrong)


async def attempt(person: Person, challenge: str, taps: int, ranked: bool = True) -> str:
    table: str = (await person.post(f"/api/challenges/{challenge}/attempts"))["id"]
    async with person.sit(table) as socket:
        await socket.hear("view")
        while not socket.scene["result"]:
            at = socket.scene["step"]
            view = socket.scene["view"]
            action: dict[str, object] = {"action": "seal", "secret": 5}
            if view["tapper"] == 0:
                action = {"action": "tap" if view["taps"] < taps else "pass"}
            assert (await socket.decide(0, action))["type"] == "ack"
            await socket.until(lambda scene, at=at: scene["step"] > at)
        assert (socket.scene["seed"] is None) == ranked, "others still get the same dice"
    return table


async def board(person: Person, challenge: str, table: str | None) -> list[dict[str, object]]:
    """The leaderboard once a table's entry was checked."""
    deadline = time.monotonic() + WAIT
    while time.monotonic() < deadline:
        found: list[dict[str, object]] = (await person.get(f"/api/challenges/{challenge}"))["board"]
        if any(table is None or entry["table"] == table for entry in found):
            return found
        await asyncio.sleep(0.05)
    raise AssertionError("the entry was not listed")


async def test_a_challenge_gives_everyone_the_same_dice_attempt_by_attempt(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        await ada.settle()
        await bob.settle()
        listed = await ada.get("/api/challenges")
        daily = next(
            c for c in listed if c["game"] == "sealed" and c["span"] == "daily" and c["closes"] > time.time()
        )
        assert (daily["attempts"], daily["used"], daily["lowest"]) == (3, 0, False)
        first = await attempt(ada, daily["id"], taps=0)
        entries = await board(bob, daily["id"], first)
        assert entries[0]["person"] == ada.id or len(entries) > 1
        second = await attempt(ada, daily["id"], taps=1)
        other = await attempt(bob, daily["id"], taps=2)
        await board(bob, daily["id"], other)

        async def colours(person: Person, table: str) -> list[str]:
            steps = (await person.get(f"/api/tables/{table}/replay?seat=0"))["steps"]
            return [event["event"]["colour"] for event in steps[0]["events"]]

        assert await colours(ada, first) == await colours(bob, other)
        infos = [await ada.get(f"/api/tables/{table}") for table in (first, second)]
        assert infos[0]["seed_hash"] != infos[1]["seed_hash"]
        assert infos[0]["seed_hash"] == (await bob.get(f"/api/tables/{other}"))["seed_hash"]
        assert await bob.refused("GET", f"/api/tables/{first}") == (404, "server.no-table")
        assert await ada.refused("GET", f"/api/tables/{first}/log") == (409, "server.challenge-still-open")
        assert await ada.refused("GET", f"/api/tables/{first}/verify") == (409, "server.challenge-still-open")
        assert first not in [table["id"] for table in (await bob.get("/api/lobby"))["running"]]
        await ada.post(f"/api/challenges/{daily['id']}/attempts")
        assert await ada.refused("POST", f"/api/challenges/{daily['id']}/attempts") == (
            409,
            "server.no-attempts-left",
        )
        shown = await ada.get(f"/api/challenges/{daily['id']}")
        assert shown["used"] == 3 and shown["drivers"] >= 2
        (mine,) = [entry for entry in shown["circle"] if entry["person"] == ada.id]
        assert mine["place"] == next(e["place"] for e in shown["board"] if e["person"] == ada.id)
        streak = await ada.get("/api/me/streak")
        assert streak["today"] and streak["days"] >= 1
        past = next(c for c in listed if c["game"] == "sealed" and c["closes"] <= time.time())
        assert await ada.refused("POST", f"/api/challenges/{past['id']}/attempts") == (
            409,
            "server.challenge-closed",
        )


async def test_nothing_is_taken_back_in_a_challenge(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        await ada.settle()
        monthly = next(
            c
            for c in await ada.get("/api/challenges")
            if c["game"] == "sealed" and c["span"] == "monthly" and c["closes"] > time.time()
        )
        table = (await ada.post(f"/api/challenges/{monthly['id']}/attempts"))["id"]
        async with ada.sit(table) as socket:
            await socket.hear("view")
            await socket.decide(0, {"action": "seal", "secret": 5})
            await socket.until(lambda scene: scene["view"]["tapper"] == 0)
            await socket.decide(0, {"action": "tap"})
            assert (await socket.ask("undo", seat=0))["message"]["id"] == "server.challenge-no-back"


async def open_challenge(person: Person, span: str) -> dict[str, Any]:
    listed = await person.get("/api/challenges")
    return next(
        c for c in listed if c["game"] == "sealed" and c["span"] == span and c["closes"] > time.time()
    )


def test_between_two_turns_the_leader_has_come_along_evenly() -> None:
    drive = [Underway(0.0, 0.0), Underway(0.2, 30.0), Underway(0.6, 40.0), Underway(1.0, 90.0)]
    told = [score_at(drive, done) for done in (0.0, 0.1, 0.2, 0.5, 0.8, 1.0)]
    assert told == pytest.approx([0.0, 15.0, 30.0, 37.5, 65.0, 90.0])
    assert score_at([], 0.5) is None


async def test_whoever_drives_at_a_challenge_sees_the_leader_at_the_same_point(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Guest") as guest:
        await ada.settle()
        daily = await open_challenge(ada, "daily")
        leading = await attempt(ada, daily["id"], taps=5)
        await board(ada, daily["id"], leading)
        driven = (await guest.post(f"/api/challenges/{daily['id']}/attempts"))["id"]
        asked = f"/api/tables/{driven}/chase"
        async with guest.sit(driven) as socket:
            await socket.hear("view")
            seen = [await guest.get(asked)]
            while not socket.scene["result"]:
                at = socket.scene["step"]
                sealed = socket.scene["view"]["tapper"] == 0
                await socket.decide(0, {"action": "pass"} if sealed else {"action": "seal", "secret": 5})
                await socket.until(lambda scene, at=at: scene["step"] > at)
                seen.append(await guest.get(asked))
        best = float(daily["options"]["rounds"])
        assert (seen[0]["score"], seen[-1]) == (0.0, {"score": best, "leader": best})
        assert all(before["leader"] <= after["leader"] for before, after in pairwise(seen))
        assert [one["leader"] for one in seen[:2]] == [0.0, 0.0], "the true line scores before the first pass"
        assert await guest.refused("GET", f"/api/tables/{leading}/chase") == (404, "server.no-table")
        plain = await seated(ada, [], game="sealed")
        assert await ada.refused("GET", f"/api/tables/{plain}/chase") == (404, "server.no-challenge")
        assert await ada.refused("GET", f"/api/tables/{leading}/line") == (409, "server.challenge-open")
        server.shift_clock(2 * 86_400)
        try:
            line = await ada.get(f"/api/tables/{leading}/line")
        finally:
            server.shift_clock(0)
        assert line[-1] == {"done": 1.0, "score": best, "cell": -1}
        assert all(before["done"] < after["done"] for before, after in pairwise(line))


async def test_guests_and_fresh_accounts_drive_for_practice_on_dice_of_their_own(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Guest") as guest, Person(server, "New") as new:
        await ada.settle()
        await new.settle(days=0)
        for span in ("daily", "monthly"):
            common = await open_challenge(ada, span)
            assert common["ranked"]
            hashes = set()
            for person in (ada, guest, new, new):
                assert (await open_challenge(person, span))["ranked"] == (person is ada)
                table = await attempt(person, common["id"], taps=1, ranked=person is ada)
                told = await person.get(f"/api/tables/{table}")
                assert (told["challenge"], told["practice"])[person is not ada] == common["id"]
                hashes.add(told["seed_hash"])
            assert len(hashes) == 4, "nobody learns the common dice"
            entries = await board(ada, common["id"], table=None)
            assert not {guest.id, new.id} & {entry["person"] for entry in entries}
            assert (await open_challenge(new, span))["used"] == 0


async def test_an_attempt_ends_with_the_challenge(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        await ada.settle()
        daily = await open_challenge(ada, "daily")
        table = (await ada.post(f"/api/challenges/{daily['id']}/attempts"))["id"]
        async with ada.sit(table) as socket:
            await socket.hear("view")
            server.shift_clock(2 * 86_400)
            try:
                late = await socket.decide(0, {"action": "seal", "secret": 5})
                assert late["message"]["id"] == "server.challenge-closed"
                assert await ada.refused("GET", f"/api/tables/{table}/log") == (409, "server.not-over")
            finally:
                server.shift_clock(0)


async def test_a_game_that_could_not_be_counted_is_counted_later(server: Server) -> None:
    hindrance = server.folder / "uncountable"
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        hindrance.touch()
        table = await seated(ada, [bob], game="sealed", options={"rounds": 1})
        async with ada.sit(table) as first, bob.sit(table) as second:
            await over_a_game(first, second)
        deadline = time.monotonic() + WAIT
        while f"table {table} is counted again" not in server.text():
            assert time.monotonic() < deadline
            await asyncio.sleep(0.05)
        (told,) = (await bob.get(f"/api/people/{ada.id}"))["games"]
        assert (told["played"], told["feats"]) == (1, {})
        hindrance.unlink()
        profile = await counted(server, ada, table)
        assert [(game["played"], game["feats"]) for game in profile["games"]] == [(1, {"taps": 0.0})]


async def test_the_end_of_a_game_tells_what_its_people_had_done_before(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob, Person(server, "Wim") as wim:
        ends = []
        for _ in range(2):
            table = await seated(ada, [bob], game="sealed", options={"rounds": 1})
            assert await wim.refused("GET", f"/api/tables/{table}/ending") == (409, "server.not-over")
            async with ada.sit(table) as first, bob.sit(table) as second:
                await over_a_game(first, second)
            await counted(server, ada, table)
            ends.append(await wim.get(f"/api/tables/{table}/ending"))
        before, after = ends
        assert (before["recount"], before["unit"]) == (None, "points")
        assert [list(line.values())[1:] for line in before["before"]] == [[0, 0, None], [0, 0, None]]
        assert [line["races"] for line in after["before"]] == [1, 1]
        assert after["record"]["score"] >= max(line["best"] for line in after["before"])


async def test_profiles_and_records_add_up(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob], game="sealed", options={"rounds": 5})
        async with ada.sit(table) as first, bob.sit(table) as second:
            await first.hear("view")
            await second.hear("view")
            for done in range(1, 6):
                await first.decide(0, {"action": "seal", "secret": 9})
                await second.decide(1, {"action": "seal", "secret": 1})
                await first.until(lambda scene: scene["view"]["tapper"] == 0)
                await first.decide(0, {"action": "tap"})
                await first.until(lambda scene: scene["view"]["taps"] == 1)
                await first.decide(0, {"action": "pass"})
                await second.until(lambda scene: scene["view"]["tapper"] == 1)
                await second.decide(1, {"action": "pass"})
                await first.until(lambda scene, done=done: scene["view"]["round"] == done)
                await second.until(lambda scene, done=done: scene["view"]["round"] == done)
        profile = await counted(server, ada, table)
        (sealed,) = profile["games"]
        assert (sealed["game"], sealed["played"], sealed["won"], sealed["places"]) == (
            "sealed",
            1,
            1,
            {"1": 1},
        )
        assert sealed["feats"] == {"taps": 5.0}
        assert sealed["best"][0]["course"] == "5 rounds"
        assert sealed["best"][0]["score"] == 5.0
        games = await bob.listed(f"/api/people/{ada.id}/games")
        assert [game["id"] for game in games] == [table]
        courses = {course["course"]: course for course in await bob.listed("/api/courses/sealed")}
        assert courses["5 rounds"]["played"] >= 1
        assert courses["5 rounds"]["record"]["score"] == 5.0
        assert courses["5 rounds"]["drives"] == 2 * courses["5 rounds"]["played"]
        assert courses["5 rounds"]["mean"] == 2.5, "one has five points, the other none"
        assert courses["5 rounds"]["feats"] == {"taps": 2.5}
        records = await bob.get("/api/courses/sealed/records?course=5%20rounds")
        assert [record["score"] for record in records] == sorted((r["score"] for r in records), reverse=True)


@pytest.mark.parametrize(
    ("days", "today", "streak"),
    [
        ([], 10, Streak(0, 0, False)),
        ([10], 10, Streak(1, 1, True)),
        ([8, 9], 10, Streak(2, 2, False)),
        ([1, 2, 3, 7, 8], 10, Streak(0, 3, False)),
        ([1, 2, 9, 10], 10, Streak(2, 2, True)),
    ],
)
def test_a_streak_counts_days_in_a_row_up_to_today_or_yesterday(
    days: list[int], today: int, streak: Streak
) -> None:
    assert streak_of(days, today) == streak
