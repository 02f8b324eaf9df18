"""What results add up to is kept as they come in, and equals a recount of everything."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, func, insert, select

from paddock.server.settings import Settings
from paddock.server.storage import totals
from paddock.server.storage.migrate import migrate
from paddock.server.storage.schema import (
    course_bests,
    course_totals,
    feats,
    metadata,
    people,
    person_bests,
    person_totals,
    seats,
    tables,
)

KEPT = (person_totals, course_totals, person_bests, course_bests)
PEOPLE = [f"person{i}" for i in range(5)]
GAMES = {"rallyman-dirt": "seconds", "dirt-and-dust": "points", "sealed": "points"}


def some_game(rng: random.Random, number: int) -> totals.Finished:
    """A finished game with people, bots, and people whose bot drove at the end."""
    game = rng.choice(list(GAMES))
    count = rng.randint(1, 4)
    chosen = rng.sample(PEOPLE, count)
    bots = [rng.choice([None, None, None, "club"]) for _ in range(count)]
    finishes = [
        totals.Finish(
            seat,
            chosen[seat] if bots[seat] is None or rng.random() < 0.5 else None,
            bots[seat],
            place,
            float(rng.randint(1, 12)),
            rng.choice([GAMES[game], GAMES[game], "laps"]),
            {name: float(rng.randint(0, 9)) for name in ("losses", "flat-outs") if rng.random() < 0.8},
        )
        for seat, place in enumerate(rng.sample(range(1, count + 1), count))
    ]
    course = rng.choice([None, "short", "long", "longest"])
    return totals.Finished(f"t{number}", game, course, rng.random() < 0.8, 1e9 + number, count, finishes)


def store(connection: Connection, game: totals.Finished) -> None:
    """What the server writes down of a finished game."""
    connection.execute(
        insert(tables).values(
            id=game.table,
            version=1,
            game=game.game,
            public=game.public,
            stage="over",
            host="",
            created=0.0,
            finished=game.at,
            course=game.course,
            bots_asked=False,
            tallied=True,
            touched=0.0,
            seed=b"",
            invitation="",
            sheet="",
        )
    )
    for end in game.finishes:
        row = {name: getattr(end, name) for name in ("seat", "person", "bot", "place", "score", "unit")}
        connection.execute(insert(seats).values(table_id=game.table, **row))
        for name, value in end.feats.items():
            connection.execute(
                insert(feats).values(table_id=game.table, seat=end.seat, name=name, value=value)
            )


def kept(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
    return {table.name: sorted(tuple(row) for row in connection.execute(select(table))) for table in KEPT}


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_totals_equal_a_recount(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(totals, "BEST_LISTED", 6)
    database = request.getfixturevalue("postgresql")() if kind == "postgresql" else ""
    engine = create_engine(Settings(data=tmp_path, database=database).url)
    migrate(engine)
    rng = random.Random(20)
    played = [some_game(rng, number) for number in range(120)]
    with engine.begin() as connection:
        for person in PEOPLE:
            row = {"id": person, "name": person, "settings": "{}", "created": 0.0, "gone": False}
            connection.execute(insert(people).values(**row))
        for game in played:
            store(connection, game)
        for game in rng.sample(played, len(played)):
            totals.add(connection, [game])
        as_they_came = kept(connection)
        assert all(as_they_came.values())
        assert totals.recount(connection) == len(played)
        assert kept(connection) == as_they_came
        check_against_results(connection)
    engine.dispose()
    assert set(KEPT) <= set(metadata.sorted_tables)


def check_against_results(connection: Connection) -> None:
    """The totals against questions to the results themselves."""
    over = tables.join(seats, seats.c.table_id == tables.c.id)
    driven = (seats.c.person.is_not(None), seats.c.bot.is_(None), tables.c.course.is_not(None))
    played = connection.execute(
        select(seats.c.person, tables.c.game, func.count())
        .select_from(over)
        .where(seats.c.person.is_not(None))
        .group_by(seats.c.person, tables.c.game)
    )
    by_person = select(person_totals.c.person, person_totals.c.game, person_totals.c.value)
    counted = connection.execute(by_person.where(person_totals.c.name == totals.PLAYED))
    assert {tuple(row) for row in counted} == {tuple(row) for row in played}
    sums = connection.execute(
        select(tables.c.game, tables.c.course, feats.c.name, func.sum(feats.c.value))
        .select_from(
            over.join(feats, (feats.c.table_id == seats.c.table_id) & (feats.c.seat == seats.c.seat))
        )
        .where(*driven)
        .group_by(tables.c.game, tables.c.course, feats.c.name)
    )
    named = connection.execute(select(course_totals).where(course_totals.c.name.startswith(totals.FEAT)))
    assert {(row.game, row.course, row.name.removeprefix(totals.FEAT), row.value) for row in named} == {
        tuple(row) for row in sums
    }
    for game, unit in GAMES.items():
        stick = totals.yardstick(game)
        if stick is None:
            continue
        best = func.min(seats.c.score) if stick.lowest else func.max(seats.c.score)
        measured = (*driven, tables.c.game == game, seats.c.unit == unit)
        of_people = connection.execute(
            select(seats.c.person, tables.c.course, best)
            .select_from(over)
            .where(*measured)
            .group_by(seats.c.person, tables.c.course)
        )
        mine = person_bests.c
        held = connection.execute(select(mine.person, mine.course, mine.score).where(mine.game == game))
        assert {tuple(row) for row in held} == {tuple(row) for row in of_people}
        for course in ("short", "long", "longest"):
            order = seats.c.score.asc() if stick.lowest else seats.c.score.desc()
            public = connection.execute(
                select(seats.c.table_id, seats.c.seat)
                .select_from(over)
                .where(*measured, tables.c.course == course, tables.c.public.is_(True))
                .order_by(order, tables.c.finished, seats.c.seat)
                .limit(totals.BEST_LISTED)
            )
            listed = connection.execute(totals.bests(game, course, totals.BEST_LISTED))
            assert [(row.table_id, row.seat) for row in listed] == [tuple(row) for row in public]
