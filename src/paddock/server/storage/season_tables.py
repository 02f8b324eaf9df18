"""Tables of a season's rounds: stored when they are drawn and when their races end."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from paddock.server.records.season_record import Heat, SeasonRecord, read_heat, read_season, write
from paddock.server.records.table_record import TableRecord
from paddock.server.storage.schema import heats, seasons
from paddock.server.text import new_id


def of_season(connection: Connection, season: str) -> list[Heat]:
    """All tables of a season, by round."""
    own = select(heats).where(heats.c.season == season).order_by(heats.c.round, heats.c.number)
    return [
        read_heat(row.round, row.number, row.table_id, row.stage, row.seats, row.places)
        for row in connection.execute(own)
    ]


def add(connection: Connection, season: str, drawn: list[Heat], patience: float) -> None:
    """Store the tables of a round."""
    rows = [
        {
            "season": season,
            "round": heat.round,
            "number": heat.number,
            "table_id": heat.table,
            "stage": heat.stage,
            "patience": patience,
            "seats": write(heat.seats),
            "places": write(heat.places),
        }
        for heat in drawn
    ]
    if rows:
        connection.execute(insert(heats), rows)


def begun(connection: Connection, table: str) -> None:
    """Mark the race of a table as started."""
    drawn = (heats.c.table_id == table) & (heats.c.stage == "drawn")
    connection.execute(update(heats).where(drawn).values(stage="running"))


def enter(connection: Connection, sheet: TableRecord) -> None:
    """Store the result of a race; the last one of a round lets the season continue."""
    if sheet.season is not None and sheet.result is not None:
        _end(connection, sheet.season, sheet.id, list(sheet.result.places))


def drop(connection: Connection, sheet: TableRecord) -> None:
    """End a race that cannot be continued: it counts for nobody; in a knockout it starts again."""
    if sheet.season is None:
        return
    raw = connection.execute(select(seasons.c.sheet).where(seasons.c.id == sheet.season)).scalar_one_or_none()
    if raw is not None and read_season(raw).form == "knockout":
        going = (heats.c.table_id == sheet.id) & (heats.c.stage != "over")
        connection.execute(update(heats).where(going).values(stage="drawn", table_id=new_id()))
    else:
        _end(connection, sheet.season, sheet.id, [])


def _end(connection: Connection, season: str, table: str, places: list[int]) -> None:
    # Locking the season's row: if two races end at once, the later transaction sees the earlier result.
    held = select(seasons.c.sheet).where(seasons.c.id == season).with_for_update()
    raw = connection.execute(held).scalar_one_or_none()
    mine = heats.c.table_id == table
    change = update(heats).where(mine, heats.c.stage != "over")
    ended = connection.execute(change.values(stage="over", places=write(places)))
    if raw is None or ended.rowcount != 1:
        return
    going = select(func.count()).where(heats.c.season == season, heats.c.stage != "over")
    if connection.execute(going).scalar_one() == 0:
        put(connection, read_season(raw), next_look(read_season(raw)))


def next_look(season: SeasonRecord) -> float | None:
    """When to process a season between two rounds: when its next race is due, or at once."""
    if season.stage not in ("open", "running"):
        return None
    if season.round >= len(season.races) and season.form != "knockout":
        return time.time()
    at = season.race(season.round).at
    if at is not None:
        return at
    return time.time() if season.round else None


def put(connection: Connection, season: SeasonRecord, due: float | None) -> None:
    """Store a season and when to process it next."""
    row: dict[str, Any] = {
        "host": season.host,
        "public": season.public,
        "stage": season.stage,
        "due": due,
        "sheet": write(season),
    }
    connection.execute(update(seasons).where(seasons.c.id == season.id).values(**row))
