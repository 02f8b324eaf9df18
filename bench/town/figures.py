"""Aggregates of the benchmark database: ratings, totals of courses, and results of reports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection

from bench.town.rows import COURSES, GAMES, STAR_GAMES, fill, person, table
from paddock.server.storage import schema


def ratings(people: int, now: float) -> Iterator[dict[str, Any]]:
    for number in range(people):
        for game in GAMES[:2]:
            strength = 25 + (number * 7919 % 1000) / 100
            row = {"person": person(number), "game": game, "pace": "live", "mu": strength}
            yield {**row, "sigma": 4.0, "games": 20, "changed": now}


def rated(people: int, now: float) -> Iterator[dict[str, Any]]:
    for number in range(people * 10):
        who = 0 if number % 200 == 0 else number % people
        row = {"table_id": table(number), "person": person(who), "game": GAMES[number % 2], "pace": "live"}
        yield {**row, "place": 1, "mu": 26.0, "sigma": 4.0, "at": now - number}


def course_totals() -> Iterator[dict[str, Any]]:
    for game in GAMES:
        for course in range(COURSES):
            for name in ("played", "drives", "measured", "score"):
                row = {"game": game, "course": f"course-{course}", "name": name}
                yield {**row, "value": 100.0 + course}


def fill_verdicts(connection: Connection, games: int, now: float) -> None:
    """Adds report results for all games of the star, each with three kinds of mistakes."""
    played = min(STAR_GAMES, games)

    def accuracy() -> Iterator[dict[str, Any]]:
        for number in range(played):
            row = {"table_id": table(number), "seat": 0, "person": person(0)}
            row |= {"game": GAMES[number % 4], "course": f"course-{number % COURSES}", "unit": "seconds"}
            yield {**row, "accuracy": 0.9, "given": 2.0, "dice": 1.0, "at": now - number, "version": 1}

    def faults() -> Iterator[dict[str, Any]]:
        for number in range(played):
            row = {"table_id": table(number), "seat": 0, "person": person(0)}
            for fault in ("slow", "risky", "wide"):
                yield {**row, "fault": fault, "game": f"{GAMES[number % 4]} seconds", "loss": 1.0, "times": 2}

    fill(connection, schema.accuracy, accuracy())
    fill(connection, schema.faults, faults())
