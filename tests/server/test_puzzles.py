"""The puzzle of the day: the same for everybody, told only to those who have answered, answered once."""

from __future__ import annotations

import io
import json
import time
import zipfile
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import select, update

from paddock.analysis.puzzles import Puzzle, idea_of, judge_of
from paddock.core.registry import find_game
from paddock.server.storage.schema import puzzle_answers, puzzle_days, puzzles
from tests.server.clients import Person
from tests.server.serving import Server


def day(ago: int = 0) -> str:
    return (datetime.fromtimestamp(time.time(), UTC) - timedelta(days=ago)).date().isoformat()


def stored(server: Server, of: str) -> Puzzle:
    with server.storage() as connection:
        found = select(puzzles.c.puzzle).join(puzzle_days, puzzle_days.c.puzzle == puzzles.c.id)
        raw = connection.execute(found.where(puzzle_days.c.day == of)).scalar_one()
    return msgspec.json.decode(raw, type=Puzzle)


def plans(puzzle: Puzzle) -> tuple[Any, Any]:
    """The best plan, and one of another idea."""
    game, state = find_game(puzzle.game), puzzle.state
    best = game.read_action(state, puzzle.best)
    rated = judge_of(puzzle.game).widely(state, puzzle.seat)
    other = next(plan for _, plan in rated if idea_of(plan) != idea_of(best))
    return msgspec.to_builtins(best), msgspec.to_builtins(other)


async def test_everybody_answers_the_puzzle_of_the_day_once(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        await ada.settle()
        page = await ada.get("/api/puzzles")
        today = page["today"]["day"]
        path = f"/api/puzzles/{today}"
        assert (await bob.get("/api/puzzles"))["today"]["game"] == page["today"]["game"]
        puzzle = stored(server, today)
        best, other = plans(puzzle)

        shown = await ada.call("GET", path)
        assert shown.json()["answer"] is None
        assert puzzle.best not in shown.text
        assert "margin" not in shown.text
        asked = await ada.post(f"{path}/explore", {"question": {"question": "next-steps", "steps": []}})
        assert asked
        status, _ = await ada.refused("POST", f"{path}/answer", {"action": {**best, "steps": []}})
        assert status in (400, 409, 422)

        right = await ada.post(f"{path}/answer", {"action": best})
        assert (right["right"], right["better"]) == (True, None)
        wrong = await bob.post(f"{path}/answer", {"action": other})
        assert not wrong["right"]
        assert wrong["loss"] > 0
        assert wrong["best"] == puzzle.best
        assert await bob.post(f"{path}/answer", {"action": best}) == wrong
        assert (await bob.get(path))["answer"] == wrong
        assert (await ada.get("/api/puzzles"))["today"]["mine"] is True
        assert (await ada.get("/api/me/puzzles/streak"))["days"] == 1
        assert (await bob.get("/api/me/puzzles/streak"))["days"] == 0

        taken = await bob.call("GET", "/api/me/parcel")
        with zipfile.ZipFile(io.BytesIO(taken.content)) as personal_export:
            assert [row["day"] for row in json.loads(personal_export.read("puzzles.json"))] == [today]
        gone = bob.id
        await bob.post("/api/account/delete", {"password": ""})
        with server.storage() as connection:
            left = select(puzzle_answers.c.day).where(puzzle_answers.c.person == gone)
            assert connection.execute(left).first() is None


async def test_old_puzzles_come_in_pages_and_days_to_come_stay_hidden(server: Server) -> None:
    async with Person(server, "Cyd") as cyd:
        await cyd.get("/api/puzzles")
        today = stored(server, day())
        with server.storage() as connection:
            taken = connection.execute(select(puzzle_days.c.day)).scalars().all()
            new = [{"day": day(ago), "puzzle": today.id} for ago in range(1, 16) if day(ago) not in taken]
            connection.execute(puzzle_days.insert(), new)
        first = await cyd.get("/api/puzzles")
        assert len(first["past"]) == 12
        second = await cyd.get(f"/api/puzzles?before={first['before']}")
        days = [brief["day"] for brief in (*first["past"], *second["past"])]
        assert days[:15] == [day(ago) for ago in range(1, 16)]
        assert (await cyd.get(f"/api/puzzles/{day(3)}"))["brief"]["mine"] is None
        for missing in (day(-1), "2020-01-01", "2026-99-99"):
            assert (await cyd.refused("GET", f"/api/puzzles/{missing}"))[0] == 404
        late = await cyd.post(f"/api/puzzles/{day(3)}/answer", {"action": plans(today)[0]})
        assert late["right"]
        assert (await cyd.get("/api/me/puzzles/streak"))["longest"] == 0
        with server.storage() as connection:
            connection.execute(update(puzzles).where(puzzles.c.id == today.id).values(rules=0))
        assert (await cyd.refused("GET", f"/api/puzzles/{day(3)}"))[0] == 404
        with server.storage() as connection:
            connection.execute(update(puzzles).where(puzzles.c.id == today.id).values(rules=today.rules))
