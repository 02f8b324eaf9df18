"""What profiles, courses and lists of records tell, against the results themselves; on both databases."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection

from paddock.core.game import Result
from paddock.server.records.table_record import Seat, TableRecord
from paddock.server.statistics import write_down
from paddock.server.storage.aggregates import yardstick
from paddock.server.tables import repository
from tests.server.clients import Person
from tests.server.serving import Server

LOWEST = {"rallyman-dirt": True, "dirt-and-dust": False}
UNITS = {"rallyman-dirt": "seconds", "dirt-and-dust": "points"}
COURSES = ("short", "long", "longest")
THEN = 1_700_000_000.0


class Played(Struct):
    """A finished game as the tests count it."""

    sheet: TableRecord
    result: Result
    driven: list[dict[str, float]]
    proven: bool

    def own(self) -> list[int]:
        """The seats that people drove to the end."""
        seats = enumerate(self.sheet.seats)
        return [i for i, seat in seats if seat.person is not None and seat.bot is None]


def some_game(rng: random.Random, number: int, mark: str, people: list[str]) -> Played:
    """A finished game with people, bots, and people whose bot drove at the end."""
    name = rng.choice(list(UNITS))
    count = rng.randint(1, 4)
    bots = [rng.choice([None, None, None, "club"]) for _ in range(count)]
    seats = [
        Seat(name="", person=person if bot is None or rng.random() < 0.5 else None, bot=bot)
        for person, bot in zip(rng.sample(people, count), bots, strict=True)
    ]
    course = rng.choice([None, *(f"{one} {mark}" for one in COURSES)])
    scores = tuple(float(rng.randint(1, 12)) for _ in range(count))
    unit = rng.choice([UNITS[name], UNITS[name], "laps"])
    result = Result(tuple(rng.sample(range(1, count + 1), count)), scores, unit)
    sheet = TableRecord(
        id=f"r{mark}{number}", game=name, options={}, host=people[0], seats=seats, created=THEN
    )
    sheet.stage, sheet.course, sheet.result, sheet.finished = "over", course, result, THEN + number
    feats = ("losses", "flat-outs", "luck")
    driven = [{feat: float(rng.randint(0, 9)) for feat in feats if rng.random() < 0.8} for _ in range(count)]
    return Played(sheet, result, driven, course is not None and rng.random() < 0.8)


def store(connection: Connection, game: Played) -> None:
    repository.create(connection, game.sheet, b"0" * 32, "x", "test")
    for _ in range(2):
        write_down(connection, game.sheet, game.driven, valid=False, proven=game.proven)


def measured(games: list[Played]) -> list[tuple[Played, int]]:
    """The drives in a game's own unit, in the order in which they were finished."""
    return [(one, i) for one in games for i in one.own() if one.result.unit == UNITS[one.sheet.game]]


def best_first(games: list[Played], name: str) -> list[tuple[Played, int]]:
    side = 1 if LOWEST[name] else -1
    drives = [drive for drive in measured(games) if drive[0].sheet.game == name]
    return sorted(
        drives, key=lambda drive: (side * drive[0].result.scores[drive[1]], drive[0].sheet.finished)
    )


async def test_results_are_told_as_they_were_played(server: Server) -> None:
    rng = random.Random(20)
    names = ("Ada", "Ben", "Cyd", "Dot", "Eve")
    async with Person(server, "Ada") as ada:
        others = [Person(server, name) for name in names[1:]]
        people = [ada.id, *[(await other.__aenter__()).id for other in others]]
        mark = f" {ada.id}"[:6].strip()
        games = [some_game(rng, number, mark, people) for number in range(150)]
        with server.storage() as connection:
            for game in rng.sample(games, len(games)):
                store(connection, game)
        for person in people:
            profile = await ada.get(f"/api/people/{person}")
            for told in profile["games"]:
                check_profile(told, person, [one for one in games if one.sheet.game == told["game"]])
            assert {told["game"] for told in profile["games"]} == set(UNITS)
            lucks = [
                (one.sheet.course, one.driven[i]["luck"], one.sheet.finished)
                for one in games
                for i, seat in enumerate(one.sheet.seats)
                if seat.person == person and "luck" in one.driven[i]
            ]
            drives = await ada.get(f"/api/people/{person}/luck")
            assert [(drive["course"], drive["luck"], drive["at"]) for drive in drives] == lucks
        for name in UNITS:
            listed = (await ada.get(f"/api/courses/{name}"))["items"]
            told = {course["course"]: course for course in listed if course["course"].endswith(mark)}
            assert set(told) == {f"{one} {mark}" for one in COURSES}
            for course, one in told.items():
                here = [game for game in games if (game.sheet.game, game.sheet.course) == (name, course)]
                records = await ada.get(f"/api/courses/{name}/records?course={course}")
                check_course(one, records, name, here)
        for other in others:
            await other.__aexit__()


def check_profile(told: dict[str, Any], person: str, games: list[Played]) -> None:
    places: Counter[str] = Counter()
    feats: Counter[str] = Counter()
    won = 0
    for game in games:
        for i, seat in enumerate(game.sheet.seats):
            if seat.person == person:
                places[str(game.result.places[i])] += 1
                won += game.result.places[i] == 1 and len(game.sheet.seats) > 1
                feats.update(game.driven[i])
    assert (told["played"], told["won"]) == (places.total(), won)
    assert told["places"] == places
    assert told["feats"] == feats
    best: dict[str, dict[str, Any]] = {}
    for game, i in best_first(games, told["game"]):
        course = game.sheet.course
        if course is not None and game.sheet.seats[i].person == person and course not in best:
            best[course] = {
                "course": course,
                "score": game.result.scores[i],
                "unit": game.result.unit,
                "seats": len(game.sheet.seats),
                "table": game.sheet.id,
                "at": game.sheet.finished,
            }
    assert told["best"] == [best[course] for course in sorted(best)]


def check_course(told: dict[str, Any], records: list[Any], name: str, games: list[Played]) -> None:
    drives = [(game, i) for game in games for i in game.own()]
    scores = [game.result.scores[i] for game, i in measured(games)]
    feats: Counter[str] = Counter()
    for game, i in drives:
        feats.update(game.driven[i])
    assert (told["played"], told["drives"]) == (len(games), len(drives))
    assert round(told["mean"], 6) == round(sum(scores) / len(scores), 6)
    assert {feat: round(value * len(drives)) for feat, value in told["feats"].items()} == feats
    proven = best_first([game for game in games if game.proven], name)
    assert [(one["table"], one["score"], one["at"]) for one in records] == [
        (game.sheet.id, game.result.scores[i], game.sheet.finished) for game, i in proven
    ]
    assert told["record"] == records[0]


def test_the_games_of_these_tests_measure_as_the_server_does() -> None:
    for name, lowest in LOWEST.items():
        stick = yardstick(name)
        assert stick is not None
        assert (stick.unit, stick.lowest) == (UNITS[name], lowest)
