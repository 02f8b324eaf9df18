"""Seats that are left: given to a bot by the others, taken back by their owner."""

from __future__ import annotations

from paddock.core.registry import find_bot
from paddock.server.errors import Forbidden, NotNow, Refused
from paddock.server.people.people import Person
from paddock.server.sheets.sheet import Seat, Sheet
from paddock.server.tables.kernel_compiler import KernelCompiler
from paddock.server.tables.table import Table


def _running_seat(sheet: Sheet, number: int) -> Seat:
    if sheet.stage != "running":
        raise NotNow("server.not-running")
    if not 0 <= number < len(sheet.seats):
        raise Refused("server.no-seat", seat=number)
    return sheet.seats[number]


def _own_seat(sheet: Sheet, person: Person, number: int) -> Seat:
    seat = _running_seat(sheet, number)
    if seat.person != person.id:
        raise Forbidden("server.not-your-seat")
    return seat


def leave(sheet: Sheet, person: Person, number: int) -> None:
    """Say goodbye: the others may give the seat to a bot."""
    _own_seat(sheet, person, number).left = True


def hand_over(
    table: Table, sheet: Sheet, person: Person, number: int, bot: str, compiler: KernelCompiler
) -> None:
    """Give a seat to a bot whose person has left or is out of time, or whose bot cannot play yet."""
    seat = _running_seat(sheet, number)
    if sheet.challenge is not None:
        raise NotNow("server.challenge-no-bots")
    if not sheet.seats_of(person.id):
        raise Forbidden("server.players-only")
    if seat.person is not None:
        if not seat.left and number not in table.out_of_time():
            raise NotNow("server.still-there")
    elif sheet.season is not None or not compiler.bot_seconds(sheet.game, seat.bot or ""):
        raise NotNow("server.seat-is-a-bots")
    find_bot(sheet.game, bot)
    if seat.person is None:
        seat.name = bot
    seat.bot = bot
    seat.turned = sheet.step


def come_back(sheet: Sheet, person: Person, number: int) -> None:
    """Take a seat back from the bot, or take back the goodbye."""
    seat = _own_seat(sheet, person, number)
    if seat.bot is not None:
        seat.turned = sheet.step
    seat.bot = None
    seat.left = False


def relieve(table: Table, sheet: Sheet, bot: str) -> None:
    """Give every seat to a bot whose person has left or is out of time, where nobody else sees to it."""
    out = table.out_of_time()
    for number, seat in enumerate(sheet.seats):
        if seat.bot is None and (seat.left or number in out):
            seat.bot = bot
            seat.turned = sheet.step
