"""A database as large as a town: people, finished games, seasons, challenges and followers, in bulk."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import cycle, islice
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, Table, text

from paddock.analysis.puzzles import shipped
from paddock.core.game import Result
from paddock.server.calendar import slot_at, slot_before
from paddock.server.seasons.weekly import weekly
from paddock.server.sheets.pace import Live
from paddock.server.sheets.season import HeatSeat, write
from paddock.server.sheets.sheet import Seat, Sheet, write_brief, write_sheet
from paddock.server.storage import schema
from paddock.server.storage.migrate import migrate
from paddock.server.storage.pages import bookmark

GAMES = ("rallyman-gt", "rallyman-dirt", "outspeed", "dirt-and-dust")
COURSES = 400
STAR_GAMES = 5_000
"""So many games were played by the person everybody follows."""
FOLLOWERS = 10_000
DRIVERS = 10_000
"""So many people drive a challenge and answer a puzzle, as far as there are so many."""
GOING = 3_000
"""So many tables are open or being played."""
MY_TURNS = 60
_AT_ONCE = 20_000
_LAYOUT = "x" * 2_000
"""As long as the layout of a circuit; lists do not read it."""


class Town(msgspec.Struct):
    """What was made: how much, and whom to visit."""

    people: int
    games: int
    star: str
    challenge: str
    """One that is open, with as many drivers as followers."""
    closed: str
    """The one before it, with as many."""
    season: str
    course: str
    late: dict[str, str]
    """Where late pages of some lists begin."""


def person(number: int) -> str:
    """The id of the n-th person."""
    return f"p{number:011}"


def table(number: int) -> str:
    """The id of the n-th table."""
    return f"t{number:015}"


def going(number: int) -> str:
    """The id of the n-th table that is open or being played."""
    return f"g{number:015}"


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
        slot = slot_at("daily", "rallyman-gt", now)
        before = slot_before(slot)
        _fill(connection, schema.entries, _entries((slot.id, before.id), people, now))
        _fill_puzzles(connection, people, now)
        _fill_verdicts(connection, games, now)
        season = _season(connection, now)
        _fill(connection, schema.follows, _follows(followers, now))
        _fill_going(connection, people, now)
        _fill(connection, schema.tracks, _tracks(people, now))
        _fill(connection, schema.reports, _reports(people, now))
        _fill_lists(connection, people, now)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        vacuum = "VACUUM " if connection.dialect.name == "postgresql" else ""
        connection.execute(text(f"{vacuum}ANALYZE"))
    half = min(STAR_GAMES, games) // 2
    tracks = people // 10
    late = {
        "games": bookmark(now - (games - half) * 20.0, table(half)),
        "followers": bookmark(now - followers * 0.9, person(followers)),
        "lobby": bookmark(now - GOING * 0.9, going(0)),
        "tracks": bookmark(now - 90_000.0, f"k{tracks:015}"),
        "board": bookmark(900.0, now, star),
        "ratings": bookmark(27.0, person(people)),
        "seasons": bookmark(now - 900 * 600, "s"),
        "name": bookmark(f"driver {people - people // 10}"),
        "over": bookmark(now - games * 18.0, table(0)),
        "reports": bookmark(people // 500),
        "puzzles": _day(now, 60),
        "opponents": bookmark(now - (games - half) * 20.0, table(half), 0),
    }
    return Town(people, games, star, slot.id, before.id, season, "course-1", late)


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
                yield {"table_id": going(number), "seat": seat, "person": person(who)}

    def turns() -> Iterator[dict[str, Any]]:
        for number in range(0, 3 * MY_TURNS, 3):
            row = {"table_id": going(number + 1), "person": person(0), "since": now - number}
            yield {**row, "called": now, "asks": ""}

    _fill(connection, schema.tables, tables())
    _fill(connection, schema.seats, seats())
    _fill(connection, schema.turns, turns())
    headers = ({"table_id": going(number), "number": 0, "line": b"{}", "at": now} for number in range(GOING))
    _fill(connection, schema.records, headers)


def _tracks(people: int, now: float) -> Iterator[dict[str, Any]]:
    for number in range(people // 10):
        row = {"id": f"k{number:015}", "owner": person(number), "name": f"Ring {number}", "kind": "circuit"}
        yield {**row, "layout": _LAYOUT, "shared": number % 2 == 0, "changed": now - number * 37 % 100_000}


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


def _fill_lists(connection: Connection, people: int, now: float) -> None:
    """Whom the star has muted and blocked, where friends invite them, and what those who host have done."""
    others, many = range(1, 501), range(people // 20)
    star, marked = person(0), {"at": now, "until": now + 86_400}
    open_tables = [number for number in range(GOING) if number % 3 == 0][:200]
    _fill(connection, schema.mutes, ({"person": star, "muted": person(-n % people)} for n in others))
    blocked = ({"person": star, "blocked": person(-n % people), "at": now - n} for n in others)
    _fill(connection, schema.blocks, blocked)
    invited = {"person": star, "called": now, "at": now}
    hosts = ({"table_id": going(n), "by": person(1 + n % (people - 2)), **invited} for n in open_tables)
    _fill(connection, schema.invitations, hosts)
    bans = ({"person": person(people - 1 - n), "place": "", "reason": "rude", **marked} for n in many)
    _fill(connection, schema.bans, bans)
    deed = {"by": star, "what": "ban", "details": "7: rude", "at": now}
    _fill(connection, schema.deeds, ({"about": person(people - 1 - n), **deed} for n in many))
    _fill(connection, schema.announcements, ({"words": '{"en": "Hello"}', **marked} for _ in range(100)))


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


def _entries(challenges: Sequence[str], people: int, now: float) -> Iterator[dict[str, Any]]:
    """So many have driven today's challenge and yesterday's, the star one every day for a year."""
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


def _day(now: float, back: int) -> str:
    return (date.fromtimestamp(now) - timedelta(days=back)).isoformat()


def _fill_puzzles(connection: Connection, people: int, now: float) -> None:
    """A puzzle for each of the last hundred days, of which as many people have answered the last ones."""
    known, answered = shipped(), min(people, DRIVERS)
    days = [_day(now, back) for back in range(100)]

    def puzzles() -> Iterator[dict[str, Any]]:
        for one in known:
            row = {"id": one.id, "game": one.game, "rules": one.rules, "played": False, "used": True}
            yield {**row, "puzzle": msgspec.json.encode(one).decode(), "made": now}

    def answers() -> Iterator[dict[str, Any]]:
        for day in days[:15]:
            for number in range(0, people, max(1, people // DRIVERS)):
                row = {"day": day, "person": person(number), "solved": number % 3 == 0}
                yield {**row, "prompt": True, "answer": "{}", "at": now}

    _fill(connection, schema.puzzles, puzzles())
    _fill(
        connection,
        schema.puzzle_days,
        (
            {"day": day, "puzzle": one.id, "answered": answered, "solved": answered // 3}
            for day, one in zip(days, cycle(known), strict=False)
        ),
    )
    _fill(connection, schema.puzzle_answers, answers())


def _fill_verdicts(connection: Connection, games: int, now: float) -> None:
    """What reports say of all games of the star, each with three kinds of faults."""
    played = min(STAR_GAMES, games)

    def verdicts() -> Iterator[dict[str, Any]]:
        for number in range(played):
            row = {"table_id": table(number), "seat": 0, "person": person(0)}
            row |= {"game": GAMES[number % 4], "course": f"course-{number % COURSES}", "unit": "seconds"}
            yield {**row, "accuracy": 0.9, "given": 2.0, "dice": 1.0, "at": now - number, "version": 1}

    def faults() -> Iterator[dict[str, Any]]:
        for number in range(played):
            row = {"table_id": table(number), "seat": 0, "person": person(0)}
            for fault in ("slow", "risky", "wide"):
                yield {**row, "fault": fault, "game": f"{GAMES[number % 4]} seconds", "loss": 1.0, "times": 2}

    _fill(connection, schema.verdicts, verdicts())
    _fill(connection, schema.faults, faults())


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
            sheet.stage = "over" if number % 2 == 0 else "running"
            row = {"id": sheet.id, "host": sheet.host, "public": True, "stage": sheet.stage}
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
