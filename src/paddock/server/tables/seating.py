"""Seats and set-up: sitting down, leaving, removing people, bots, and the table's options."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from paddock.core.registry import find_bot, find_game
from paddock.server.accounts.people import Person
from paddock.server.accounts.relationships import check_meeting
from paddock.server.errors import Forbidden, NotNow, Refused, Taken
from paddock.server.records.table_record import Seat, TableRecord
from paddock.server.records.time_control import Pace
from paddock.server.storage.store import Store
from paddock.server.tables.kernel_compiler import KernelCompiler
from paddock.server.tables.table import Table

_COURSE_LENGTH = 200


def check_open(sheet: TableRecord) -> None:
    """Raises NotNow if the game has started."""
    if sheet.stage != "open":
        raise NotNow("server.already-started" if sheet.stage != "closed" else "server.table-closed")


def check_host(sheet: TableRecord, person: Person) -> None:
    """Raises Forbidden unless the person is the host."""
    if sheet.host != person.id:
        raise Forbidden("server.host-only")


def check_lesson(sheet: TableRecord) -> None:
    """Raises if a lesson would be public or open to other people."""
    others = any(one != sheet.host for one in sheet.people())
    if sheet.lesson is not None and (sheet.public or sheet.friends or others):
        raise Refused("server.lesson-alone")


def _seat(sheet: TableRecord, number: int) -> Seat:
    if not 0 <= number < len(sheet.seats):
        raise Refused("server.no-seat", seat=number)
    return sheet.seats[number]


def check_options(game_name: str, values: dict[str, Any] | None, seats: int) -> dict[str, Any]:
    """Returns the options for this number of seats with all defaults; raises BadInput if they are invalid."""
    game = find_game(game_name)
    game.check_seats(seats)
    options = game.options(values)
    game.start(options, seats)
    filled: dict[str, Any] = msgspec.to_builtins(options)
    return filled


def course_of(sheet: TableRecord) -> str | None:
    """The name of the table's course, if it has one."""
    game = find_game(sheet.game)
    course = game.course(game.options(sheet.options))
    return course[:_COURSE_LENGTH] if course is not None else None


def set_up(
    sheet: TableRecord,
    person: Person,
    *,
    options: dict[str, Any] | None,
    seats: int | None,
    pace: Pace | None,
    public: bool | None,
    friends: bool | None,
    title: str | None,
) -> None:
    """Change the set-up; seats beyond a smaller number have to be free."""
    check_open(sheet)
    check_host(sheet, person)
    if seats is not None and seats != len(sheet.seats):
        if any(not seat.free for seat in sheet.seats[seats:]):
            raise Taken("server.seats-in-use")
        find_game(sheet.game).check_seats(seats)
        sheet.seats = sheet.seats[:seats] + [Seat() for _ in range(seats - len(sheet.seats))]
    if options is not None or seats is not None:
        wanted = options if options is not None else sheet.options
        sheet.options = check_options(sheet.game, wanted, len(sheet.seats))
        sheet.course = course_of(sheet)
    if pace is not None:
        sheet.pace = pace
    if public is not None:
        sheet.public = public
    if friends is not None:
        sheet.friends = friends
    check_lesson(sheet)
    if title is not None:
        sheet.title = title


def sit(sheet: TableRecord, person: Person, number: int | None, name: str | None) -> None:
    """Take a free seat; several seats of one person are played in hot-seat mode."""
    check_open(sheet)
    if number is None:
        number = next((i for i, seat in enumerate(sheet.seats) if seat.free), None)
        if number is None:
            raise Taken("server.table-full")
    seat = _seat(sheet, number)
    if not seat.free:
        raise Taken("server.seat-taken")
    alias = name is not None and name != person.name
    sheet.seats[number] = Seat(name=name or person.name, person=person.id, alias=alias)
    check_lesson(sheet)


def stand(sheet: TableRecord, person: Person, number: int) -> None:
    """Leave a seat; a host without a seat passes the table on, or closes it if nobody is left."""
    check_open(sheet)
    if _seat(sheet, number).person != person.id:
        raise Forbidden("server.not-your-seat")
    sheet.seats[number] = Seat()
    if sheet.host == person.id and not sheet.seats_of(person.id):
        others = sheet.people()
        if others:
            sheet.host = others[0]
        else:
            sheet.stage = "closed"


def kick(sheet: TableRecord, person: Person, number: int, places: list[str]) -> None:
    """Remove the person from the table until the host lets them back.

    `places`: the network addresses, hashed, of a guest, who could otherwise return under another name.
    """
    check_open(sheet)
    check_host(sheet, person)
    sent_away = _seat(sheet, number).person
    if sent_away == person.id:
        raise Refused("server.kick-yourself")
    sheet.seats[number] = Seat()
    if sent_away is not None:
        clear_away(sheet, sent_away)
        if sent_away not in sheet.barred:
            sheet.barred.append(sent_away)
        if places:
            sheet.barred_places[sent_away] = places


def clear_away(sheet: TableRecord, person: str) -> None:
    """Free all seats of a person."""
    for number in sheet.seats_of(person):
        sheet.seats[number] = Seat()


async def check_meeting_at(store: Store, sheet: TableRecord, person: str) -> None:
    """Raises if the person and somebody at the table have blocked one another."""
    others = {sheet.host, *sheet.people()} - {person}
    await store.ask(partial(check_meeting, person=person, others=others))


def check_place(sheet: TableRecord, person: Person, place: str) -> None:
    """Raises if a guest comes from the address of a guest who was removed."""
    if not person.account and any(place in places for places in sheet.barred_places.values()):
        raise Forbidden("server.sent-away-guests")


def let_back(sheet: TableRecord, person: Person, other: str) -> None:
    """Let a removed person back."""
    check_open(sheet)
    check_host(sheet, person)
    if other in sheet.barred:
        sheet.barred.remove(other)
    sheet.barred_places.pop(other, None)


def set_bot(sheet: TableRecord, person: Person, number: int, bot: str | None) -> None:
    """Put a bot on a seat, replace it, or remove it (None)."""
    check_open(sheet)
    check_host(sheet, person)
    if _seat(sheet, number).person is not None:
        raise Taken("server.seat-taken")
    if bot is None:
        sheet.seats[number] = Seat()
    else:
        find_bot(sheet.game, bot)
        sheet.seats[number] = Seat(name=bot, bot=bot)


def close(sheet: TableRecord, person: Person) -> None:
    """Close the table before the start."""
    check_open(sheet)
    check_host(sheet, person)
    sheet.stage = "closed"


def _running_seat(sheet: TableRecord, number: int) -> Seat:
    if sheet.stage != "running":
        raise NotNow("server.not-running")
    if not 0 <= number < len(sheet.seats):
        raise Refused("server.no-seat", seat=number)
    return sheet.seats[number]


def _own_seat(sheet: TableRecord, person: Person, number: int) -> Seat:
    seat = _running_seat(sheet, number)
    if seat.person != person.id:
        raise Forbidden("server.not-your-seat")
    return seat


def leave(sheet: TableRecord, person: Person, number: int) -> None:
    """Leave a running game: the others may give the seat to a bot."""
    _own_seat(sheet, person, number).left = True


def hand_over(
    table: Table, sheet: TableRecord, person: Person, number: int, bot: str, compiler: KernelCompiler
) -> None:
    """Give a seat to a bot if its person has left or is out of time, or if its bot cannot play yet."""
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


def come_back(sheet: TableRecord, person: Person, number: int) -> None:
    """Take a seat back from the bot, or cancel having left."""
    seat = _own_seat(sheet, person, number)
    if seat.bot is not None:
        seat.turned = sheet.step
    seat.bot = None
    seat.left = False


def relieve(table: Table, sheet: TableRecord, bot: str) -> None:
    """Give all seats of people who have left or are out of time to a bot, if nobody else can do so."""
    out = table.out_of_time()
    for number, seat in enumerate(sheet.seats):
        if seat.bot is None and (seat.left or number in out):
            seat.bot = bot
            seat.turned = sheet.step
