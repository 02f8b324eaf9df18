"""Solo challenges: the same options for everyone, and the same dice for everyone's n-th attempt."""

from __future__ import annotations

import hashlib
import hmac
import secrets as random
import time
from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Row, Select, and_, func, insert, or_, select

from paddock.core.errors import LogError
from paddock.core.game import Challenge
from paddock.core.match import first_state, verify
from paddock.core.registry import find_game, games
from paddock.core.summaries import Underway
from paddock.server.accounts.people import Person
from paddock.server.challenges.chase import Chase, Leaders, score_at
from paddock.server.errors import NotNow, TooMany, Unknown
from paddock.server.records.challenge_calendar import (
    ATTEMPTS,
    Slot,
    Span,
    Streak,
    read_id,
    slot_at,
    slot_before,
    streak_of,
)
from paddock.server.records.table_record import Seat, TableRecord
from paddock.server.storage.challenge_attempts import board_order, on_board
from paddock.server.storage.pagination import Page
from paddock.server.storage.schema import entries, people
from paddock.server.storage.store import Store, kept_secret
from paddock.server.tables.decisions import start
from paddock.server.tables.play import Play
from paddock.server.tables.registry import TableRegistry
from paddock.server.tables.table import Table
from paddock.server.text import new_id

_SPANS: tuple[Span, ...] = ("daily", "monthly")
_DAY = 86_400.0
Circle = Callable[[Connection, str], Collection[str]]
"""Returns the ids of the people somebody knows."""
_LISTED = 15
_CIRCLE = 10


class Entry(Struct, frozen=True):
    """A line of a leaderboard: somebody's best attempt."""

    place: int
    person: str
    name: str
    score: float
    unit: str
    attempt: int
    table: str
    at: float


class ChallengeInfo(Struct):
    """A challenge and, if asked for, its leaderboard."""

    id: str
    span: str
    game: str
    options: dict[str, object]
    opens: float
    closes: float
    attempts: int
    used: int
    ranked: bool
    """Whether the visitor's next attempt goes on the leaderboard; otherwise it is practice."""
    lowest: bool
    board: list[Entry]
    """The first page of the leaderboard."""
    more: str | None = None
    """The position of its next page."""
    drivers: int = 0
    """How many people have finished it."""
    circle: list[Entry] = []
    """The best attempts of the visitor and of people they know, at any place of the leaderboard."""


class Challenges:
    """The challenges of all games, derived from the calendar and a secret of this server."""

    def __init__(self, store: Store, registry: TableRegistry, remember: int, circle: Circle) -> None:
        self.store = store
        self.registry = registry
        self.remember = remember
        self.circle = circle
        self._key = b""
        self._leaders = Leaders(registry)

    async def open(self) -> None:
        """Load the secret from which the dice are derived."""
        self._key = await kept_secret(self.store, "dice")

    async def listed(self, person: Person | None) -> list[ChallengeInfo]:
        """Return the open challenges, then those that closed last."""
        slots = [slot_at(span, game, time.time()) for span in _SPANS for game in games()]
        slots += [slot_before(slot) for slot in slots]
        known = [slot for slot in slots if _challenge(slot) is not None]
        since, used = await self._since(person), await self._used(known, person)
        return [_info(slot, since, used) for slot in known]

    async def find(self, challenge: str, person: Person | None) -> ChallengeInfo:
        """Return a challenge with the first page of its leaderboard; raises Unknown."""
        slot = _known(challenge)
        told = _info(slot, await self._since(person), await self._used([slot], person))
        board = await self._board(slot, None)
        told.board, told.more = board.items, board.more
        async with self.store.read() as connection:
            counted = select(func.count()).select_from(entries).where(on_board(slot.id))
            told.drivers = (await connection.execute(counted)).scalar_one()
            if person is not None:
                known = {person.id, *await connection.run_sync(self.circle, person.id)}
                told.circle = await connection.run_sync(_circle, slot, known)
        return told

    async def board(self, challenge: str, after: str | None) -> Page[Entry]:
        """Return a page of a challenge's leaderboard; raises Unknown."""
        return await self._board(_known(challenge), after)

    async def attempt(self, challenge: str, person: Person) -> Table:
        """Start somebody's next attempt; it counts from now on, finished or not.

        Guests, and accounts created since the challenge opened, practise on the same course with other
        dice. They cost nothing to create, so a second one could use the common dice that a first one has
        seen.
        """
        slot = _known(challenge)
        if not slot.opens <= time.time() < slot.closes:
            raise NotNow("server.challenge-closed")
        if not _ranked(slot, await self._since(person)):
            return await self._practice(slot, person)
        sheet = _alone(slot, person)
        sheet.challenge = slot.id

        def job(connection: Connection) -> int | None:
            mine = (entries.c.challenge == slot.id) & (entries.c.person == person.id)
            used = connection.execute(select(func.count()).select_from(entries).where(mine)).scalar_one()
            if used >= ATTEMPTS[slot.span]:
                return None
            row = {"challenge": slot.id, "person": person.id, "attempt": used + 1, "table_id": sheet.id}
            connection.execute(insert(entries).values(**row, at=sheet.created))
            return int(used) + 1

        number = await self.store.write(job, person.id)
        if number is None:
            raise TooMany("server.no-attempts-left")
        sheet.attempt = number
        return await self._started(sheet, self._seed(slot, number), person)

    async def chase(self, table: str, person: Person) -> Chase:
        """Return the score of a challenge drive next to the leader's.

        Until the challenge closes the leader's score is interpolated over the whole course, because the
        true scores would reveal dice to others.
        """
        driven = await self.registry.seen(table, person)
        sheet, play = driven.sheet, driven.running_or_over()
        challenge = sheet.challenge or sheet.practice
        if challenge is None or not sheet.seats_of(person.id):
            raise Unknown("server.no-challenge")
        here = play.game.underway(play.state)
        slot = _known(challenge)
        board = await self._board(slot, None)
        if here is None or not board.items:
            return Chase()
        try:
            line = await self._leaders.drive(board.items[0].table)
        except NotNow:
            return Chase()
        begun = play.game.underway(first_state(play.game, play.log))
        if begun is not None and slot.closes > time.time():
            line = [begun, *line[-1:]]
        return Chase(here.score, score_at(line, here.done))

    async def line(self, table: str, person: Person | None) -> list[Underway]:
        """Return the true scores of a finished drive after its challenge; before, they would reveal dice."""
        driven = await self.registry.seen(table, person)
        if driven.sheet.challenge is None or driven.sheet.stage != "over":
            raise Unknown("server.no-challenge")
        if _known(driven.sheet.challenge).closes > time.time():
            raise NotNow("server.challenge-open")
        return await self._leaders.drive(table)

    async def _since(self, person: Person | None) -> float | None:
        """Return when somebody's account was created; None for guests."""
        if person is None or not person.account:
            return None
        async with self.store.read() as connection:
            made: float | None = await connection.scalar(
                select(people.c.created).where(people.c.id == person.id)
            )
            return made

    async def _practice(self, slot: Slot, person: Person) -> Table:
        sheet = _alone(slot, person)
        sheet.public = False
        sheet.practice = slot.id
        return await self._started(sheet, random.token_bytes(32), person)

    async def _started(self, sheet: TableRecord, seed: bytes, person: Person) -> Table:
        table = await self.registry.create(sheet, seed)
        await start(table, person, self.remember)
        return table

    def _seed(self, slot: Slot, attempt: int) -> bytes:
        return hmac.new(self._key, f"{slot.id}:{attempt}".encode(), hashlib.sha256).digest()

    def check(self, sheet: TableRecord, play: Play, seed: bytes) -> None:
        """Replay an attempt's log and recompute its dice; raises LogError if they differ."""
        assert sheet.challenge is not None and sheet.attempt is not None
        slot = read_id(sheet.challenge)
        if sheet.finished is None or sheet.finished >= slot.closes:
            raise NotNow("server.challenge-closed")
        offered = msgspec.to_builtins(_offered(slot).options)
        if play.log.header.options != offered or seed != self._seed(slot, sheet.attempt):
            raise LogError(0, "core.log-seed")
        verify(play.log)

    async def streak(self, person: Person) -> Streak:
        """Return on how many days in a row somebody has finished a daily challenge."""
        mine = (entries.c.person == person.id) & entries.c.score.is_not(None)
        daily = select(entries.c.challenge).where(mine, entries.c.challenge.like("daily-%")).distinct()
        async with self.store.read() as connection:
            found = (await connection.execute(daily)).scalars()
            days = {int(read_id(challenge).opens // _DAY) for challenge in found}
        return streak_of(days, int(time.time() // _DAY))

    async def _used(self, slots: list[Slot], person: Person | None) -> dict[str, int]:
        """Return how many attempts somebody has used, by challenge."""
        if person is None:
            return {}
        mine = (entries.c.person == person.id) & entries.c.challenge.in_([slot.id for slot in slots])
        counted = select(entries.c.challenge, func.count()).where(mine).group_by(entries.c.challenge)
        async with self.store.read() as connection:
            return {challenge: int(count) for challenge, count in await connection.execute(counted)}

    async def _board(self, slot: Slot, after: str | None) -> Page[Entry]:
        listed = _entries(slot.id)
        async with self.store.read() as connection:
            rows, more = await board_order(_lowest(slot)).read(connection, listed, after, _LISTED)
            first = await connection.run_sync(_place, slot, rows[0]) if rows and after is not None else 1
        return Page([_entry(row, first + number) for number, row in enumerate(rows)], more)


def _info(slot: Slot, since: float | None, used: dict[str, int]) -> ChallengeInfo:
    return ChallengeInfo(
        id=slot.id,
        span=slot.span,
        game=slot.game,
        options=msgspec.to_builtins(_offered(slot).options),
        opens=slot.opens,
        closes=slot.closes,
        attempts=ATTEMPTS[slot.span],
        used=used.get(slot.id, 0),
        ranked=_ranked(slot, since),
        lowest=_lowest(slot),
        board=[],
    )


def _entries(challenge: str) -> Select[Any]:
    named = select(entries, people.c.name).join(people, people.c.id == entries.c.person)
    return named.where(on_board(challenge))


def _entry(row: Row[Any], place: int) -> Entry:
    return Entry(place, row.person, row.name, row.score, row.unit, row.attempt, row.table_id, row.at)


def _place(connection: Connection, slot: Slot, row: Row[Any]) -> int:
    """Return the place of an attempt on the leaderboard."""
    better = entries.c.score < row.score if _lowest(slot) else entries.c.score > row.score
    earlier = or_(entries.c.at < row.at, and_(entries.c.at == row.at, entries.c.person < row.person))
    before = or_(better, and_(entries.c.score == row.score, earlier))
    counted = select(func.count()).select_from(entries).where(on_board(slot.id), before)
    return 1 + int(connection.execute(counted).scalar_one())


def _circle(connection: Connection, slot: Slot, known: Collection[str]) -> list[Entry]:
    """Return the best attempts of some people, at any place of the leaderboard."""
    theirs = _entries(slot.id).where(entries.c.person.in_(known))
    rows, _ = board_order(_lowest(slot)).read_sync(connection, theirs, None, _CIRCLE)
    return [_entry(row, _place(connection, slot, row)) for row in rows]


def _ranked(slot: Slot, since: float | None) -> bool:
    """Return whether an account created at that time goes on the leaderboard."""
    return since is not None and since <= slot.opens


def _alone(slot: Slot, person: Person) -> TableRecord:
    return TableRecord(
        id=new_id(),
        game=slot.game,
        options=msgspec.to_builtins(_offered(slot).options),
        host=person.id,
        seats=[Seat(name=person.name, person=person.id)],
        created=time.time(),
    )


def _lowest(slot: Slot) -> bool:
    stick = find_game(slot.game).yardstick
    return stick is not None and stick.lowest


@lru_cache(maxsize=256)
def _challenge(slot: Slot) -> Challenge | None:
    game = games().get(slot.game)
    if game is None or game.yardstick is None or 1 not in game.seats:
        return None
    seed = hashlib.sha256(f"paddock challenge {slot.id}".encode()).digest()
    return game.challenge(seed, slot.span)


def _offered(slot: Slot) -> Challenge:
    found = _challenge(slot)
    if found is None:
        raise Unknown("server.no-challenge")
    return found


def _known(challenge: str) -> Slot:
    slot = read_id(challenge)
    _offered(slot)
    if slot.opens > time.time():
        raise Unknown("server.no-challenge")
    return slot
