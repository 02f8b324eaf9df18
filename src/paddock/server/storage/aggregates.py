"""Running totals per course, updated with every finished game.

A page of courses shows averages over most drives of a game; computing them on every request would be too
slow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from paddock.core.game import Result, Yardstick
from paddock.core.registry import games
from paddock.server.records.table_record import TableRecord
from paddock.server.storage.schema import course_totals, seats
from paddock.server.storage.store import insert_into

PLAYED, FEAT = "played", "feat:"
DRIVES, MEASURED, SCORE = "drives", "measured", "score"
"""Drives by people, those with a score in the game's unit, and the sum of these scores."""


def yardstick(name: str) -> Yardstick | None:
    """What counts as a record in a game, or None."""
    game = games().get(name)
    return game.yardstick if game is not None else None


def best_first(game: str) -> list[Any]:
    """The order of results on a course: best score first; of equal ones the earlier."""
    stick = yardstick(game)
    lowest = stick is None or stick.lowest
    return [seats.c.score.asc() if lowest else seats.c.score.desc(), seats.c.finished, seats.c.seat]


def add(
    connection: Connection, sheet: TableRecord, result: Result, driven: Sequence[Mapping[str, float]]
) -> None:
    """Add a finished game to the totals of its course, if it has one."""
    if sheet.course is None:
        return
    stick = yardstick(sheet.game)
    sums: Counter[str] = Counter({PLAYED: 1})
    for number, seat in enumerate(sheet.seats):
        if seat.person is None or seat.bot is not None:
            continue
        sums[DRIVES] += 1
        if stick is not None and result.unit == stick.unit:
            sums[MEASURED] += 1
            sums[SCORE] += result.scores[number]  # type: ignore[assignment]
        for name, value in driven[number].items() if driven else ():
            sums[f"{FEAT}{name}"] += value  # type: ignore[assignment]
    new = insert_into(connection, course_totals)
    raised = new.on_conflict_do_update(
        index_elements=["game", "course", "name"], set_={"value": course_totals.c.value + new.excluded.value}
    )
    # The same order in all processes prevents deadlocks.
    here = {"game": sheet.game, "course": sheet.course}
    connection.execute(
        raised, [{**here, "name": name, "value": value} for name, value in sorted(sums.items())]
    )
