"""A database as large as a town: people, finished games, seasons, challenges and followers, in bulk."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, Table, text

from paddock.core.game import Result
from paddock.server.calendar import slot_at, slot_before
from paddock.server.people.pages import bookmark
from paddock.server.seasons.weekly import weekly
from paddock.server.sheets.pace import Live
from paddock.server.sheets.season import HeatSeat, write
from paddock.server.sheets.sheet import Seat, Sheet, write_brief, write_sheet
from paddock.server.storage import schema
from paddock.server.storage.migrate import migrate

GAMES = ("rallyman-gt", "rallyman-dirt", "outspeed", "dirt-and-dust")
COURSES = 400
STAR_GAMES = 5_000
"""So many games were played by the person everybody follows."""
FOLLOWERS = 10_000
GOING = 3_000
"""So many tables are open or being played."""
MY_TURNS = 60
_AT_ONCE = 20_000


class Town(msgspec.Struct):
    """What was made: how much, and whom to visit."""

    people: int
    games: int
    star: str
    challenge: str
    season: str
    course: str
    long_ago: float
    """A time at which the star had played half of their games."""
    late_follower: str
    """Where a late page of their followers begins."""


def person(number: int) -> str:
    """The id of the n-th person."""
    return f"p{number:011}"


def table(number: int) -> str:
    """The id of the n-th table."""
    return f"t{number:015}"


def build(engine: Engine, people: int, games: int) -> Town:
    """Make the database; the same town for the same size."""
    migrate(engine)
    rng = random.Random(7)
    now = time.time()
    star = person(0)
    followers = min(FOLLOWERS, people - 1)
    with engine.begin() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA synchronous=OFF")
            connection.exec_driver_sql("PRAGMA cache_size=-400000")
        _fill(connection, schema.people, _people(people, now))
        _fill_games(connection, people, games, now, rng)
        _fill(connection, schema.ratings, _ratings(people, now))
        _fill(connection, schema.person_totals, _totals(people))
        _fill(connection, schema.course_totals, _course_totals())
        _fill(connection, schema.dice_totals, _dice_totals(games))
        _fill(connection, schema.course_bests, _course_bests(people, now))
        _fill(connection, schema.person_bests, _person_bests(people, now))
        _fill(connection, schema.rated, _rated(people, now))
        slot = slot_before(slot_at("daily", "rallyman-gt", now))
        _fill(connection, schema.entries, _entries(slot.id, people, now))
        season = _season(connection, now)
        _fill(connection, schema.follows, _follows(followers, now))
        _fill_going(connection, people, now)
        _fill(connection, schema.tracks, _tracks(people, now))
        _fill(connection, schema.reports, _reports(people, now))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        vacuum = "VACUUM " if connection.dialect.name == "postgresql" else ""
        connection.execute(text(f"{vacuum}ANALYZE"))
    long_ago = now - (games - min(STAR_GAMES, games) / 2) * 20.0
    late = bookmark(now - followers * 0.9, person(followers))
    return Town(people, games, star, slot.id, season, "course-1", long_ago, late)


def _fill(connection: Connection, into: Table, rows: Iterable[dict[str, Any]]) -> None:
    """Put rows into a table as fast as the database takes them."""
    stream = iter(rows)
    first = next(stream, None)
    if first is None:
        return
    columns = list(first)
    values = ([first[name] for name in columns],)
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name == "postgresql":
        with driver.cursor().copy(f"COPY {into.name} ({', '.join(columns)}) FROM STDIN") as copy:
            for row in (*values, *([one[name] for name in columns] for one in stream)):
                copy.write_row(row)
        return
    marks = ", ".join("?" * len(columns))
    statement = f"INSERT INTO {into.name} ({', '.join(columns)}) VALUES ({marks})"
    driver.executemany(statement, values)
    while some := [[one[name] for name in columns] for one in islice(stream, _AT_ONCE)]:
        driver.executemany(statement, some)


def _people(count: int, now: float) -> Iterator[dict[str, Any]]:
    for number in range(count):
        name = f"Driver {number}"
        yield {
            "id": person(number),
            "name": name,
            "name_key": name.casefold(),
            "look": f"driver{number}",
            "password": "x",
            "settings": "{}",
            "created": now - 400 * 86_400 + number,
            "gone": False,
            "stored": 0,
            "cleared": False,
            "admin": number == 0,
        }


def _seats_of(number: int, people: int) -> list[int]:
    """Who sat at a table: the star at the first ones, otherwise anybody."""
    rng = random.Random(number)
    first = 0 if number < STAR_GAMES else rng.randrange(people)
    others = [rng.randrange(1, people) for _ in range(2)]
    return list(dict.fromkeys([first, *others]))


def _template(game: str) -> Sheet:
    return Sheet(
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


def _fill_games(connection: Connection, people: int, games: int, now: float, rng: random.Random) -> None:
    texts = {game: (write_sheet(_template(game)), write_brief(_template(game))) for game in GAMES}

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
                    "score": 120.0 + 10 * seat,
                    "unit": "seconds",
                    "finished": now - (games - number) * 20.0,
                }

    def feats() -> Iterator[dict[str, Any]]:
        for number in range(games):
            for name, value in (("hazards", 4.0), ("luck", (number * 7919 % 21 - 10) / 10)):
                yield {"table_id": table(number), "seat": 0, "name": name, "value": value}

    _fill(connection, schema.tables, tables())
    _fill(connection, schema.seats, seats())
    _fill(connection, schema.feats, feats())


def _fill_going(connection: Connection, people: int, now: float) -> None:
    """Tables that wait for players or are being played, many of them hosted by friends of the star."""
    texts = {}
    for stage in ("open", "running"):
        sheet = _template("rallyman-gt")
        sheet.stage, sheet.finished, sheet.result, sheet.course = stage, None, None, "course-1"
        sheet.step = 0
        texts[stage] = (write_sheet(sheet), write_brief(sheet))
    going = [("open" if number % 3 == 0 else "running", 1 + number % (people - 2)) for number in range(GOING)]

    def tables() -> Iterator[dict[str, Any]]:
        for number, (stage, host) in enumerate(going):
            own = {"ID": f"g{number:015}", "HOST": person(host), "OTHER": person(host + 1)}
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
        for number, (_, host) in enumerate(going):
            for seat, who in enumerate((host, host + 1)):
                yield {"table_id": f"g{number:015}", "seat": seat, "person": person(who)}

    def turns() -> Iterator[dict[str, Any]]:
        for number in range(0, 3 * MY_TURNS, 3):
            row = {"table_id": f"g{number + 1:015}", "person": person(0), "since": now - number}
            yield {**row, "called": now, "asks": ""}

    _fill(connection, schema.tables, tables())
    _fill(connection, schema.seats, seats())
    _fill(connection, schema.turns, turns())
    headers = (
        {"table_id": f"g{number:015}", "number": 0, "line": b"{}", "at": now} for number in range(GOING)
    )
    _fill(connection, schema.records, headers)


def _tracks(people: int, now: float) -> Iterator[dict[str, Any]]:
    for number in range(people // 10):
        row = {"id": f"k{number:015}", "owner": person(number), "name": f"Ring {number}", "kind": "circuit"}
        yield {**row, "layout": "{}", "shared": number % 2 == 0, "changed": now - number * 37 % 100_000}


def _reports(people: int, now: float) -> Iterator[dict[str, Any]]:
    for number in range(people // 100):
        row = {
            "by": person(number),
            "about": person(number * 31 % people),
            "kind": "chat",
            "text": "",
            "quote": "",
        }
        yield {**row, "at": now - number, "settled": now if number % 2 else None}


def _ratings(people: int, now: float) -> Iterator[dict[str, Any]]:
    for number in range(people):
        for game in GAMES[:2]:
            strength = 25 + (number * 7919 % 1000) / 100
            row = {"person": person(number), "game": game, "pace": "live", "mu": strength}
            yield {**row, "sigma": 4.0, "games": 20, "changed": now}


def _rated(people: int, now: float) -> Iterator[dict[str, Any]]:
    for number in range(people * 10):
        who = 0 if number % 200 == 0 else number % people
        row = {"table_id": table(number), "person": person(who), "game": GAMES[number % 2], "pace": "live"}
        yield {**row, "place": 1, "mu": 26.0, "sigma": 4.0, "at": now - number}


def _totals(people: int) -> Iterator[dict[str, Any]]:
    for number in range(people):
        for game in GAMES:
            for name in ("played", "won", "place:1", "place:2", "feat:flat-outs"):
                yield {"person": person(number), "game": game, "name": name, "value": 5.0}


def _course_totals() -> Iterator[dict[str, Any]]:
    for game in GAMES:
        for course in range(COURSES):
            for name in ("played", "drives", "measured", "score"):
                row = {"game": game, "course": f"course-{course}", "name": name}
                yield {**row, "value": 100.0 + course}


def _dice_totals(games: int) -> Iterator[dict[str, Any]]:
    for game in GAMES:
        for name, value in (("drives", 1.0), ("hazards", 4.0), ("luck", 0.0), ("squares", 0.37)):
            yield {"game": game, "name": name, "value": value * games / len(GAMES)}


def _course_bests(people: int, now: float) -> Iterator[dict[str, Any]]:
    for game in GAMES:
        for course in range(COURSES):
            for place in range(50):
                who = person((course * 50 + place) % people)
                row = {"game": game, "course": f"course-{course}", "table_id": table(place), "seat": 0}
                result = {"seats": 1, "score": 100.0 + place, "unit": "seconds", "at": now}
                yield {**row, "person": who, **result}


def _person_bests(people: int, now: float) -> Iterator[dict[str, Any]]:
    for number in range(people):
        for course in range(COURSES if number == 0 else 4):
            row = {"person": person(number), "game": GAMES[course % 4], "course": f"course-{course}"}
            result = {"seats": 1, "score": 100.0, "unit": "seconds", "at": now}
            yield {**row, "table_id": table(course), **result}


def _entries(challenge: str, people: int, now: float) -> Iterator[dict[str, Any]]:
    """Every tenth person has driven yesterday's challenge, the star every day for a year."""
    for number in range(0, people, 10):
        for attempt in (1, 2, 3):
            row = {"challenge": challenge, "person": person(number), "attempt": attempt}
            score = 100.0 + (number * 31 + attempt * 17) % 900
            yield {**row, "table_id": table(number), "score": score, "unit": "seconds", "at": now}
    slot = slot_before(slot_at("daily", "rallyman-dirt", now))
    for _ in range(365):
        row = {"challenge": slot.id, "person": person(0), "attempt": 1, "table_id": table(0)}
        yield {**row, "score": 100.0, "unit": "seconds", "at": slot.opens}
        slot = slot_before(slot)


def _season(connection: Connection, now: float) -> str:
    """A thousand seasons, one of them with as many drivers as there may be."""
    sheet = weekly(now)
    assert sheet is not None
    sheet.stage, sheet.round, sheet.host = "over", len(sheet.races), person(0)

    def id_of(number: int) -> str:
        return f"s{number:015}"

    def rows() -> Iterator[dict[str, Any]]:
        for number in range(1000):
            sheet.id = id_of(number)
            row = {"id": sheet.id, "host": sheet.host, "public": True, "stage": "over"}
            yield {**row, "created": now - number * 600, "due": None, "sheet": write(sheet)}

    _fill(connection, schema.seasons, rows())
    drivers = (
        {"season": id_of(number), "person": person(who), "joined": now + who, "gone": False}
        for number in range(1000)
        for who in range(128 if number == 0 else 8)
    )
    _fill(connection, schema.drivers, drivers)
    _fill(connection, schema.heats, _heats(id_of(0), len(sheet.races)))
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


def _follows(followers: int, now: float) -> Iterator[dict[str, Any]]:
    """Everybody follows the star, who follows five hundred of them back."""
    friends = min(500, followers)
    for number in range(1, followers + 1):
        yield {
            "person": person(number),
            "other": person(0),
            "at": now - number,
            "mutual": number <= friends,
        }
    for number in range(1, friends + 1):
        yield {"person": person(0), "other": person(number), "at": now - number, "mutual": True}
