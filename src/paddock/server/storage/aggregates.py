"""What drives on a course add up to, kept as they come in; all else is read from the results themselves.

A page of courses tells means over most of the drives of a game: reading those each time would take too long.
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
"""Of people's own drives on a course: how many, how many in the game's unit, and the sum of those scores."""


def yardstick(name: str) -> Yardstick | None:
    """What makes a record in a game, if anything."""
    game = games().get(name)
    return game.yardstick if game is not None else None


def best_first(game: str) -> list[Any]:
    """How results on a course of a game are ordered; of equal ones the first comes first."""
    stick = yardstick(game)
    lowest = stick is None or stick.lowest
    return [seats.c.score.asc() if lowest else seats.c.score.desc(), seats.c.finished, seats.c.seat]


def add(
    connection: Connection, sheet: TableRecord, result: Result, driven: Sequence[Mapping[str, float]]
) -> None:
    """Add a finished game to what is known of its course, if it has one."""
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
    # In one order everywhere, so that two processes never wait for each other.
    here = {"game": sheet.game, "course": sheet.course}
    connection.execute(
        raised, [{**here, "name": name, "value": value} for name, value in sorted(sums.items())]
    )
