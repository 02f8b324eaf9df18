"""Reads and writes a season with its drivers, answers and tables in one transaction."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update

from paddock.server.errors import Unknown
from paddock.server.records.season_record import Heat, SeasonRecord, read_season, write
from paddock.server.records.time_control import Live
from paddock.server.seasons.standings import rounds_over, standings, survivors
from paddock.server.storage import season_tables
from paddock.server.storage.schema import answers, drivers, seasons
from paddock.server.storage.store import Store

T = TypeVar("T")


class Book(Struct):
    """A season with everything raced so far."""

    sheet: SeasonRecord
    drivers: list[str]
    """Everyone who ever joined, in that order."""
    left: set[str]
    coming: dict[int, dict[str, bool]]
    """Who said that they come to a round or not, by round."""
    heats: list[Heat]

    @property
    def over(self) -> int:
        """The number of finished rounds."""
        return rounds_over(self.heats, self.sheet.round)

    def order(self) -> list[str]:
        """Return all drivers, best first."""
        sheet = self.sheet
        table = standings(sheet.form, self.drivers, self.heats, sheet.scheme, sheet.round)
        return [line.person for line in table]

    def field(self) -> list[str]:
        """Return the drivers of the next round, best first: not eliminated, not gone, and coming.

        For a live race at a set time drivers must say that they come; otherwise all come who do not
        decline.
        """
        sheet = self.sheet
        said = self.coming.get(sheet.round, {})
        must_say = isinstance(sheet.pace, Live) and sheet.race(sheet.round).at is not None
        still = survivors(sheet.form, self.drivers, self.heats, sheet.round)
        there = [
            person
            for person in self.order()
            if person in still and person not in self.left and said.get(person, not must_say)
        ]
        if not sheet.round:
            random.Random(sheet.id).shuffle(there)
        return there

    @property
    def complete(self) -> bool:
        """Whether the last round is over."""
        sheet = self.sheet
        if sheet.form != "knockout":
            return sheet.round >= len(sheet.races)
        last = [heat for heat in self.heats if heat.round == sheet.round - 1]
        return sheet.round > 0 and len(last) <= 1


def read(connection: Connection, season: str, hold: bool = False) -> Book:
    """Read a season; `hold` locks it until the transaction ends. Raises Unknown."""
    found = select(seasons.c.sheet).where(seasons.c.id == season)
    raw = connection.execute(found.with_for_update() if hold else found).scalar_one_or_none()
    if raw is None:
        raise Unknown("server.no-season")
    joined = connection.execute(
        select(drivers).where(drivers.c.season == season).order_by(drivers.c.joined, drivers.c.person)
    ).all()
    coming: dict[int, dict[str, bool]] = {}
    for row in connection.execute(select(answers).where(answers.c.season == season)):
        coming.setdefault(row.round, {})[row.person] = row.coming
    sheet = read_season(raw)
    # Another process may have added a round since the season was read: leave its tables out.
    driven = [heat for heat in season_tables.of_season(connection, season) if heat.round < sheet.round]
    return Book(
        sheet,
        [row.person for row in joined],
        {row.person for row in joined if row.gone},
        coming,
        driven,
    )


async def change(store: Store, season: str, how: Callable[[Connection, Book], T]) -> T:
    """Change a season under a lock; `how` may raise to refuse."""
    return await store.write(lambda connection: how(connection, read(connection, season, hold=True)), season)


def create(connection: Connection, sheet: SeasonRecord, due: float | None) -> bool:
    """Store a new season; returns False if the id exists."""
    if connection.execute(select(seasons.c.id).where(seasons.c.id == sheet.id)).first() is not None:
        return False
    row = {"id": sheet.id, "host": sheet.host, "public": sheet.public, "stage": sheet.stage}
    connection.execute(insert(seasons).values(**row, created=sheet.created, due=due, sheet=write(sheet)))
    return True


def join(connection: Connection, season: str, person: str, at: float) -> None:
    """Add a driver, or let one return."""
    back = update(drivers).where(drivers.c.season == season, drivers.c.person == person)
    if not connection.execute(back.values(gone=False)).rowcount:
        connection.execute(insert(drivers).values(season=season, person=person, joined=at))


def leave(connection: Connection, book: Book, person: str) -> None:
    """Remove a driver; races they have driven stay."""
    mine = (drivers.c.season == book.sheet.id) & (drivers.c.person == person)
    if any(seat.person == person for heat in book.heats for seat in heat.seats):
        connection.execute(update(drivers).where(mine).values(gone=True))
    else:
        connection.execute(delete(drivers).where(mine))


def answer(connection: Connection, season: str, round_: int, person: str, coming: bool) -> None:
    """Store whether a driver comes to a round."""
    mine = (answers.c.season == season) & (answers.c.round == round_) & (answers.c.person == person)
    connection.execute(delete(answers).where(mine))
    connection.execute(insert(answers).values(season=season, round=round_, person=person, coming=coming))
