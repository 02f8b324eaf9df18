"""Tables of the benchmark database: finished, open and running games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection

from bench.town.rows import COURSES, GAMES, GOING, STAR_GAMES, fill, going, person, table
from paddock.core.game import Result
from paddock.server.records.table_record import Seat, TableRecord, write_brief, write_record
from paddock.server.records.time_control import Live
from paddock.server.storage import schema

MY_TURNS = 60
_FEATS = {"turns": 9.0, "flat-outs": 2.0, "hazards": 4.0, "losses-of-control": 1.0, "crashes": 0.0}


def fill_games(connection: Connection, people: int, games: int, now: float) -> None:
    texts = {game: (write_record(_template(game)), write_brief(_template(game))) for game in GAMES}

    def tables() -> Iterator[dict[str, Any]]:
        for number in range(games):
            sat = _seats_of(number, people)
            game = GAMES[number % len(GAMES)]
            course = f"course-{number % COURSES}"
            own = {"ID": table(number), "COURSE": course, "HOST": person(sat[0]), "OTHER": person(sat[-1])}
            sheet, brief = texts[game]
            for mark, value in own.items():
                sheet, brief = sheet.replace(mark, value), brief.replace(mark, value)
            at = now - (games - number) * 20.0
            yield {
                "id": own["ID"],
                "version": 60,
                "game": game,
                "public": True,
                "stage": "over",
                "host": own["HOST"],
                "created": at - 1800,
                "finished": at,
                "course": course,
                "challenge": None,
                "attempt": None,
                "bots_asked": False,
                "tallied": True,
                "touched": at,
                "seed": b"0" * 32,
                "invitation": "x" * 24,
                "sheet": sheet,
                "brief": brief,
            }

    def seats() -> Iterator[dict[str, Any]]:
        for number in range(games):
            for seat, who in enumerate(_seats_of(number, people)):
                yield {
                    "table_id": table(number),
                    "seat": seat,
                    "person": person(who),
                    "bot": None,
                    "place": seat + 1,
                    "score": 120.0 + 10 * seat + number * 7919 % 300,
                    "unit": "seconds",
                    "finished": now - (games - number) * 20.0,
                    "game": GAMES[number % len(GAMES)],
                    "course": f"course-{number % COURSES}",
                    "starters": 3,
                    "proven": True,
                }

    def feats() -> Iterator[dict[str, Any]]:
        for number in range(games):
            luck = (number * 7919 % 21 - 10) / 10
            for seat, who in enumerate(_seats_of(number, people)):
                row = {"table_id": table(number), "seat": seat, "person": person(who)}
                row |= {"game": GAMES[number % len(GAMES)]}
                for name, value in (*_FEATS.items(), ("luck", luck)):
                    yield {**row, "name": name, "value": value}

    fill(connection, schema.tables, tables())
    fill(connection, schema.seats, seats())
    fill(connection, schema.feats, feats())


def fill_going(connection: Connection, people: int, now: float) -> None:
    """Adds open and running tables, many of them hosted by friends of the star."""
    texts = {}
    for stage in ("open", "running"):
        sheet = _template("rallyman-gt")
        sheet.stage, sheet.finished, sheet.result, sheet.course = stage, None, None, "course-1"
        sheet.step = 0
        texts[stage] = (write_record(sheet), write_brief(sheet))
    stages = [
        ("open" if number % 3 == 0 else "running", 1 + number % (people - 2)) for number in range(GOING)
    ]

    def tables() -> Iterator[dict[str, Any]]:
        for number, (stage, host) in enumerate(stages):
            own = {"ID": going(number), "HOST": person(host), "OTHER": person(host + 1)}
            sheet, brief = texts[stage]
            for mark, value in own.items():
                sheet, brief = sheet.replace(mark, value), brief.replace(mark, value)
            yield {
                "id": own["ID"],
                "version": 1,
                "game": "rallyman-gt",
                "public": number % 5 > 0,
                "stage": stage,
                "host": own["HOST"],
                "created": now - number,
                "bots_asked": False,
                "tallied": False,
                "touched": now,
                "seed": b"0" * 32,
                "invitation": "x" * 24,
                "sheet": sheet,
                "brief": brief,
                "friends": number % 5 == 0,
            }

    def seats() -> Iterator[dict[str, Any]]:
        for number, (_, host) in enumerate(stages):
            for seat, who in enumerate((host, host + 1)):
                row = {"table_id": going(number), "seat": seat, "person": person(who)}
                yield {**row, "game": "rallyman-gt", "starters": 2}

    def turns() -> Iterator[dict[str, Any]]:
        for number in range(0, 3 * MY_TURNS, 3):
            row = {"table_id": going(number + 1), "person": person(0), "since": now - number}
            yield {**row, "called": now, "asks": ""}

    fill(connection, schema.tables, tables())
    fill(connection, schema.seats, seats())
    fill(connection, schema.turns, turns())
    headers = ({"table_id": going(number), "number": 0, "line": b"{}", "at": now} for number in range(GOING))
    fill(connection, schema.records, headers)


def _seats_of(number: int, people: int) -> list[int]:
    """Returns the seats of a table: the star at the first ones, otherwise anybody."""
    rng = random.Random(number)
    first = 0 if number < STAR_GAMES else rng.randrange(people)
    others = [rng.randrange(1, people) for _ in range(2)]
    return list(dict.fromkeys([first, *others]))


def _template(game: str) -> TableRecord:
    return TableRecord(
        id="ID",
        game=game,
        options={"laps": 1},
        course="COURSE",
        pace=Live(),
        stage="over",
        host="HOST",
        seats=[Seat(name="", person="HOST"), Seat(name="", person="OTHER"), Seat(name="club", bot="club")],
        created=1.0,
        started=2.0,
        finished=3.0,
        step=60,
        seed_hash="9f" * 32,
        result=Result((1, 2, 3), (120.0, 130.0, 140.0), "seconds"),
    )
