"""What results add up to, kept as they come in, so that no list reads every game that was ever played.

Everything here follows from finished games (`tables`), their seats and what was done in them (`feats`), and
can be counted anew from those.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Select, Table, and_, delete, insert, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from paddock.core.game import Yardstick
from paddock.core.registry import games
from paddock.server.storage.schema import (
    course_bests,
    course_totals,
    feats,
    people,
    person_bests,
    person_totals,
    seats,
    tables,
)

BEST_LISTED = 50
"""So many of the best results on a course are kept in their order."""
PLAYED, WON, PLACE, FEAT = "played", "won", "place:", "feat:"
DRIVES, MEASURED, SCORE = "drives", "measured", "score"
"""Of people's own drives on a course: how many, how many in the game's unit, and the sum of those scores."""

_AT_ONCE = 500
Totals = dict[tuple[str, ...], float]


class Finish(Struct, frozen=True):
    """How a seat came out of a finished game; a person and a bot together: the bot drove at the end."""

    seat: int
    person: str | None
    bot: str | None
    place: int
    score: float
    unit: str
    feats: Mapping[str, float]


class Finished(Struct, frozen=True):
    """A finished game as far as it is added up; without a course it counts for people alone."""

    table: str
    game: str
    course: str | None
    public: bool
    at: float
    seats: int
    finishes: list[Finish]


def yardstick(name: str) -> Yardstick | None:
    """What makes a record in a game, if anything."""
    game = games().get(name)
    return game.yardstick if game is not None else None


def add(connection: Connection, played: Sequence[Finished]) -> None:
    """Add finished games, each once."""
    by_person, by_course = _amounts(played)
    _raise(connection, person_totals, ("person", "game", "name"), by_person)
    _raise(connection, course_totals, ("game", "course", "name"), by_course)
    results = [(game.public, row) for game in played for row in _results(game)]
    for _, row in results:
        _better(connection, row)
    public = [row for shown, row in results if shown]
    if public:
        connection.execute(insert(course_bests), public)
    for game, course in sorted({(row["game"], row["course"]) for row in public}):
        _trim(connection, game, course)


def recount(connection: Connection) -> int:
    """Throw all totals away and add every finished game anew, as `add` does; returns how many there were."""
    for kept in (person_totals, course_totals, person_bests, course_bests):
        connection.execute(delete(kept))
    counted = 0
    every = finished(connection)
    while some := list(islice(every, _AT_ONCE)):
        add(connection, some)
        counted += len(some)
    forget(connection, select(people.c.id).where(people.c.gone.is_(True)))
    return counted


def forget(connection: Connection, gone: Select[Any]) -> None:
    """Throw away what the results of people who are gone add up to; those of courses stay."""
    for kept in (person_totals, person_bests):
        connection.execute(delete(kept).where(kept.c.person.in_(gone)))


def finished(connection: Connection) -> Iterator[Finished]:
    """Every finished game that is written down."""
    counts = (tables.c.stage == "over") & tables.c.tallied.is_(True)
    # Columns are named one by one: migrations count on databases that do not have the newest ones yet.
    of_table = (tables.c[name] for name in ("id", "game", "course", "public", "finished"))
    of_seat = (seats.c[name] for name in ("seat", "person", "bot", "place", "score", "unit"))
    rows = connection.execute(
        select(*of_table, *of_seat)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(counts)
        .order_by(tables.c.id, seats.c.seat)
    )
    done = connection.execute(
        select(feats).join(tables, tables.c.id == feats.c.table_id).where(counts).order_by(feats.c.table_id)
    )
    by_table = groupby(done, key=lambda row: row.table_id)
    next_feats = next(by_table, None)
    for table, group in groupby(rows, key=lambda row: row.id):
        driven: dict[int, dict[str, float]] = {}
        if next_feats is not None and next_feats[0] == table:
            for row in next_feats[1]:
                driven.setdefault(row.seat, {})[row.name] = row.value
            next_feats = next(by_table, None)
        at_table = list(group)
        first = at_table[0]
        ends = [
            Finish(row.seat, row.person, row.bot, row.place, row.score, row.unit, driven.get(row.seat, {}))
            for row in at_table
            if row.place is not None
        ]
        yield Finished(table, first.game, first.course, first.public, first.finished, len(at_table), ends)


def _amounts(played: Iterable[Finished]) -> tuple[Totals, Totals]:
    """What games add to the totals of people and of courses."""
    by_person: Totals = {}
    by_course: Totals = {}

    def count(totals: Totals, key: tuple[str, ...], value: float = 1.0) -> None:
        totals[key] = totals.get(key, 0.0) + value

    for game in played:
        stick = yardstick(game.game)
        if game.course is not None:
            count(by_course, (game.game, game.course, PLAYED))
        for end in game.finishes:
            if end.person is None:
                continue
            mine = (end.person, game.game)
            count(by_person, (*mine, PLAYED))
            count(by_person, (*mine, f"{PLACE}{end.place}"))
            if end.place == 1 and game.seats > 1:
                count(by_person, (*mine, WON))
            for name, value in end.feats.items():
                count(by_person, (*mine, f"{FEAT}{name}"), value)
            if game.course is None or end.bot is not None:
                continue
            here = (game.game, game.course)
            count(by_course, (*here, DRIVES))
            for name, value in end.feats.items():
                count(by_course, (*here, f"{FEAT}{name}"), value)
            if stick is not None and end.unit == stick.unit:
                count(by_course, (*here, MEASURED))
                count(by_course, (*here, SCORE), end.score)
    return by_person, by_course


def _results(game: Finished) -> Iterator[dict[str, Any]]:
    """The results of people's own drives that may be somebody's best or a record."""
    stick = yardstick(game.game)
    for end in game.finishes:
        own = end.person is not None and end.bot is None and game.course is not None
        if own and stick is not None and end.unit == stick.unit:
            yield {
                "person": end.person,
                "game": game.game,
                "course": game.course,
                "table_id": game.table,
                "seat": end.seat,
                "seats": game.seats,
                "score": end.score,
                "unit": end.unit,
                "at": game.at,
            }


def _upsert(connection: Connection, table: Table) -> Any:
    return (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(table)


def _raise(connection: Connection, table: Table, keys: tuple[str, ...], amounts: Totals) -> None:
    """Add amounts to totals, in one order everywhere, so that two processes never wait for each other."""
    if not amounts:
        return
    new = _upsert(connection, table)
    raised = new.on_conflict_do_update(
        index_elements=list(keys), set_={"value": table.c.value + new.excluded.value}
    )
    rows = [{**dict(zip(keys, key, strict=True)), "value": value} for key, value in sorted(amounts.items())]
    connection.execute(raised, rows)


def _better(connection: Connection, row: dict[str, Any]) -> None:
    """Keep a result if it is the person's best on the course; of equal ones the first."""
    stick = yardstick(row["game"])
    assert stick is not None
    new = _upsert(connection, person_bests).values({k: v for k, v in row.items() if k != "seat"})
    old, now = person_bests.c, new.excluded
    ahead = now.score < old.score if stick.lowest else now.score > old.score
    connection.execute(
        new.on_conflict_do_update(
            index_elements=["person", "game", "course"],
            set_={name: now[name] for name in ("table_id", "seats", "score", "unit", "at")},
            where=or_(ahead, and_(now.score == old.score, now.at < old.at)),
        )
    )


def best_first(game: str) -> list[Any]:
    """How the best results on a course of a game are ordered."""
    stick = yardstick(game)
    lowest = stick is not None and stick.lowest
    score = course_bests.c.score
    return [score.asc() if lowest else score.desc(), course_bests.c.at, course_bests.c.seat]


def bests(game: str, course: str, most: int) -> Select[Any]:
    """The best public results on a course."""
    here = (course_bests.c.game == game) & (course_bests.c.course == course)
    return select(course_bests).where(here).order_by(*best_first(game)).limit(most)


def _trim(connection: Connection, game: str, course: str) -> None:
    """Keep no more of the best results on a course than are listed."""
    beyond = connection.execute(bests(game, course, 10 * _AT_ONCE).offset(BEST_LISTED))
    for row in beyond.all():
        connection.execute(
            delete(course_bests).where(
                course_bests.c.game == game,
                course_bests.c.course == course,
                course_bests.c.table_id == row.table_id,
                course_bests.c.seat == row.seat,
            )
        )
