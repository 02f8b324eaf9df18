"""Challenges, puzzles and seasons of the benchmark database."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Any

import msgspec
from sqlalchemy import Connection

from bench.town.rows import DRIVERS, day_before, fill, person, table
from paddock.analysis.puzzles import shipped
from paddock.server.records.challenge_calendar import slot_at, slot_before
from paddock.server.records.season_record import HeatSeat, write
from paddock.server.seasons.schedule import weekly
from paddock.server.storage import schema


def entries(challenges: Sequence[str], people: int, now: float) -> Iterator[dict[str, Any]]:
    """Yields the entries of today's and yesterday's challenge, and the star's for every day of a year."""
    for challenge in challenges:
        for number in range(0, people, max(1, people // DRIVERS)):
            scores = [100.0 + (number * 31 + attempt * 17) % 900 for attempt in range(3)]
            for attempt, score in enumerate(scores):
                row = {"challenge": challenge, "person": person(number), "attempt": attempt + 1}
                row |= {"table_id": table(number), "score": score, "unit": "seconds", "at": now}
                yield {**row, "best": attempt == scores.index(min(scores))}
    slot = slot_before(slot_at("daily", "rallyman-dirt", now))
    for _ in range(365):
        row = {"challenge": slot.id, "person": person(0), "attempt": 1, "table_id": table(0)}
        yield {**row, "score": 100.0, "unit": "seconds", "at": slot.opens, "best": True}
        slot = slot_before(slot)


def fill_puzzles(connection: Connection, people: int, now: float) -> None:
    """Adds a puzzle for each of the last hundred days; many people have answered the latest ones."""
    known, answered = shipped(), min(people, DRIVERS)
    days = [day_before(now, back) for back in range(100)]

    def puzzles() -> Iterator[dict[str, Any]]:
        for one in known:
            row = {"id": one.id, "game": one.game, "rules": one.rules, "played": False, "used": True}
            yield {**row, "puzzle": msgspec.json.encode(one).decode(), "made": now}

    def answers() -> Iterator[dict[str, Any]]:
        for day in days[:15]:
            for number in range(0, people, max(1, people // DRIVERS)):
                row = {"day": day, "person": person(number), "solved": number % 3 == 0}
                yield {**row, "prompt": True, "answer": "{}", "at": now}

    fill(connection, schema.puzzles, puzzles())
    fill(
        connection,
        schema.puzzle_days,
        (
            {"day": day, "puzzle": one.id, "answered": answered, "solved": answered // 3}
            for day, one in zip(days, cycle(known), strict=False)
        ),
    )
    fill(connection, schema.puzzle_answers, answers())


def fill_seasons(connection: Connection, now: float) -> str:
    """Adds a thousand seasons, one of them with the largest number of drivers."""
    sheet = weekly(now)
    assert sheet is not None
    sheet.stage, sheet.round, sheet.host = "over", len(sheet.races), person(0)

    def id_of(number: int) -> str:
        return f"s{number:015}"

    def rows() -> Iterator[dict[str, Any]]:
        for number in range(1000):
            sheet.id = id_of(number)
            sheet.stage = "over" if number % 2 == 0 else "running"
            row = {"id": sheet.id, "host": sheet.host, "public": True, "stage": sheet.stage}
            yield {**row, "created": now - number * 600, "due": None, "sheet": write(sheet)}

    fill(connection, schema.seasons, rows())
    drivers = (
        {"season": id_of(number), "person": person(who), "joined": now + who, "gone": False}
        for number in range(1000)
        for who in range(128 if number == 0 else 8)
    )
    fill(connection, schema.drivers, drivers)
    fill(connection, schema.heats, _heats(id_of(0), len(sheet.races)))
    return id_of(0)


def _heats(season: str, rounds: int) -> Iterator[dict[str, Any]]:
    for round_ in range(rounds):
        for number in range(32):
            seats = [HeatSeat(person(number * 4 + seat)) for seat in range(4)]
            places: Sequence[int] = random.Random(f"{round_} {number}").sample((1, 2, 3, 4), 4)
            row = {"season": season, "round": round_, "number": number, "stage": "over", "patience": 20.0}
            yield {
                **row,
                "table_id": f"h{round_:03}{number:04}",
                "seats": write(seats),
                "places": write(list(places)),
            }
