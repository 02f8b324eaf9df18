"""The stored record of a table: everything but the log, the seed and the invitation."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Literal

import msgspec
from msgspec import Struct, structs

from paddock.core.game import Result
from paddock.core.messages import Message
from paddock.server.records.time_control import Clock, Pace, Untimed

Stage = Literal["open", "running", "over", "closed"]


class Seat(Struct):
    """A seat. With both a person and a bot, the bot plays until the person returns."""

    name: str = ""
    """The name shown. A person's name is stored with the person, not here."""
    person: str | None = None
    bot: str | None = None
    left: bool = False
    turned: int | None = None
    """The step at which a bot took over or the person came back."""
    alias: bool = False
    """Whether the name is for this seat only, as for a second player in hot-seat mode."""

    @property
    def free(self) -> bool:
        """Whether the seat is free."""
        return self.person is None and self.bot is None


class Back(Struct):
    """A request of a seat to undo to step `to`, made at step `made`."""

    seat: int
    to: int
    made: int
    waiting: list[str]
    """People who have not agreed yet."""


class Branch(Struct, frozen=True):
    """The table and step that a what-if starts from."""

    table: str
    step: int


class TableRecord(Struct, kw_only=True):
    """A stored table. Only `Table` changes it, together with the database."""

    id: str
    game: str
    title: str = ""
    options: dict[str, Any]
    course: str | None = None
    pace: Pace = msgspec.field(default_factory=Untimed)
    public: bool = True
    friends: bool = False
    """Whether the host's friends may see a private table."""
    stage: Stage = "open"
    host: str
    seats: list[Seat]
    created: float
    started: float | None = None
    finished: float | None = None
    step: int = 0
    seed_hash: str = ""
    clock: Clock | None = None
    back: Back | None = None
    result: Result | None = None
    previous: str | None = None
    rematch: str | None = None
    branch: Branch | None = None
    challenge: str | None = None
    attempt: int | None = None
    season: str | None = None
    """The season it belongs to."""
    lesson: str | None = None
    """The lesson it belongs to; all its tables have the same dice."""
    ratings: tuple[int, int] | None = None
    """The lowest and highest rating that may sit down; the host always may."""
    pairing: bool = False
    """Whether matchmaking opened it for the next opponent."""
    practice: str | None = None
    """The challenge it practises, on other dice."""
    uploaded: bool = False
    helped: bool = False
    """Whether an expert has given a hint or judged a decision."""
    locked: Message | None = None
    """Why its game can be neither continued nor shown, or None; a running game was closed for it."""
    barred: list[str] = msgspec.field(default_factory=list)
    """People the host has removed and not let back."""
    barred_places: dict[str, list[str]] = msgspec.field(default_factory=dict)
    """Hashed addresses of removed guests; no other guest from there may sit down."""

    def seats_of(self, person: str | None) -> list[int]:
        """The seats of a person."""
        return [i for i, seat in enumerate(self.seats) if person is not None and seat.person == person]

    @property
    def counts(self) -> bool:
        """Whether its game counts for statistics and leaderboards.

        What-ifs, lessons, imported logs and games with hints do not count.
        """
        return self.branch is None and self.lesson is None and not self.uploaded and not self.helped

    @property
    def fair(self) -> bool:
        """Whether its game is rated: public, with clocks, one seat per person."""
        seated = [seat.person for seat in self.seats if seat.person is not None]
        plain = self.public and self.counts and self.challenge is None
        return plain and not isinstance(self.pace, Untimed) and len(set(seated)) == len(seated)

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def roster(self) -> tuple[str, ...]:
        """The names by seat as in the log: bots by name, people empty."""
        return tuple("" if seat.person is not None else seat.name for seat in self.seats)

    def people(self) -> list[str]:
        """The people at the table, each once."""
        return list(dict.fromkeys(seat.person for seat in self.seats if seat.person is not None))


class SeatInfo(Struct, frozen=True):
    """A seat, as everybody may see it."""

    seat: int
    name: str
    person: str | None
    bot: str | None
    left: bool


class TableBrief(Struct, frozen=True, kw_only=True):
    """A table in lists: without its options, which may contain a whole track."""

    id: str
    game: str
    title: str
    course: str | None
    """The name of its course, if it has one."""
    pace: Pace
    public: bool
    stage: Stage
    host: str
    seats: list[SeatInfo]
    created: float
    started: float | None
    finished: float | None
    step: int
    """The number of log records after the game; 0 before, when the number may be a secret."""
    seed_hash: str
    result: Result | None
    previous: str | None
    rematch: str | None
    branch: Branch | None
    challenge: str | None
    attempt: int | None = None
    """The number of the challenge attempt."""
    season: str | None = None
    """The season it belongs to."""
    lesson: str | None = None
    """The lesson it belongs to; everybody practises with the same dice."""
    ratings: tuple[int, int] | None = None
    """The lowest and highest rating that may sit down."""
    pairing: bool = False
    """Whether matchmaking opened it for the next opponent."""
    practice: str | None = None
    """The challenge it practises: on other dice, and not for the leaderboard."""
    uploaded: bool
    helped: bool = False
    """Whether an expert helped; such a game counts nowhere."""
    friends: bool = False
    """Whether the host's friends may see a private table."""
    locked: Message | None = None
    """Why its game can be neither continued nor shown, or None."""


class TableInfo(TableBrief, frozen=True, kw_only=True):
    """A table, as everybody may see it."""

    options: dict[str, Any]


def _known(sheet: TableRecord) -> dict[str, Any]:
    seats = [SeatInfo(i, s.name, s.person, s.bot, s.left) for i, s in enumerate(sheet.seats)]
    fields = {name: getattr(sheet, name) for name in TableBrief.__struct_fields__}
    return {**fields, "seats": seats, "step": sheet.step if sheet.stage == "over" else 0}


def info(sheet: TableRecord) -> TableInfo:
    """The public information of a table."""
    return TableInfo(options=sheet.options, **_known(sheet))


def brief(sheet: TableRecord) -> TableBrief:
    """The brief of a table for lists."""
    return TableBrief(**_known(sheet))


def copy(sheet: TableRecord) -> TableRecord:
    """Copy a record to change it; options, clock and result are shared, since they are only replaced."""
    seats = [structs.replace(seat) for seat in sheet.seats]
    back = structs.replace(sheet.back, waiting=sheet.back.waiting[:]) if sheet.back is not None else None
    barred = {"barred": sheet.barred[:], "barred_places": {**sheet.barred_places}}
    return structs.replace(sheet, seats=seats, back=back, **barred)


class Progress(Struct, array_like=True):
    """The parts that every decision changes, stored separately so that the rest is not rewritten."""

    step: int
    clock: Clock | None
    back: Back | None


_SHEETS = msgspec.json.Decoder(TableRecord)
_PROGRESS = msgspec.json.Decoder(Progress)
_rest = attrgetter(
    *(name for name in TableRecord.__struct_fields__ if name not in Progress.__struct_fields__)
)


def read_record(raw: str | bytes, progress: str | bytes = "") -> TableRecord:
    """Decode a table record and the progress made since it was written."""
    sheet = _SHEETS.decode(raw)
    if progress:
        made = _PROGRESS.decode(progress)
        sheet.step, sheet.clock, sheet.back = made.step, made.clock, made.back
    return sheet


def write_progress(sheet: TableRecord) -> str:
    """Encode the progress of a game."""
    return msgspec.json.encode(Progress(sheet.step, sheet.clock, sheet.back)).decode()


def only_progress(before: TableRecord, now: TableRecord) -> bool:
    """Whether two records differ only in progress."""
    return bool(_rest(before) == _rest(now))


def write_record(sheet: TableRecord) -> str:
    """Encode a table record, without people's names."""
    return msgspec.json.encode(_nameless(sheet)).decode()


def _nameless(sheet: TableRecord) -> TableRecord:
    stored = [structs.replace(seat, name=name) for seat, name in zip(sheet.seats, sheet.roster, strict=True)]
    return structs.replace(sheet, seats=stored)


_BRIEFS = msgspec.json.Decoder(TableBrief)


def read_brief(raw: str | bytes) -> TableBrief:
    """Decode a brief."""
    return _BRIEFS.decode(raw)


def write_brief(sheet: TableRecord) -> str:
    """Encode a brief, without people's names."""
    return msgspec.json.encode(brief(_nameless(sheet))).decode()
