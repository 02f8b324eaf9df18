"""When the whole of a game lies open: once it is over, and for a challenge once that has closed."""

from __future__ import annotations

import time

from paddock.server.calendar import closes
from paddock.server.errors import Forbidden, NotNow
from paddock.server.people.people import Person
from paddock.server.sheets.sheet import Sheet


def open_book(sheet: Sheet) -> bool:
    """Whether the log and its seed may be shown."""
    if sheet.stage != "over":
        return False
    return sheet.challenge is None or closes(sheet.challenge) <= time.time()


def check_open_book(sheet: Sheet) -> None:
    """Refuse to show the log of a game whose secrets still matter."""
    if sheet.stage != "over":
        raise NotNow("server.not-over")
    if not open_book(sheet):
        raise NotNow("server.challenge-still-open")


def check_eyes(sheet: Sheet, person: Person | None, seat: int | None) -> None:
    """Refuse to look through the eyes of somebody else while a game runs."""
    if seat is None:
        return
    if seat >= len(sheet.seats):
        raise Forbidden("server.not-your-seat")
    mine = person is not None and sheet.seats[seat].person == person.id
    if not mine and not open_book(sheet):
        raise Forbidden("server.not-your-seat")
