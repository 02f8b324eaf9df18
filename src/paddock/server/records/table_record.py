"""The sheet of a table: everything about it that is stored, besides the log, the seed and the invitation."""

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
    """A place at the table. A person and a bot together: the bot drives until the person returns."""

    name: str = ""
    """What is read there. The name of a person is stored with the person, never with the sheet."""
    person: str | None = None
    bot: str | None = None
    left: bool = False
    turned: int | None = None
    """The step at which a bot took it over or its person took it back."""
    alias: bool = False
    """Whether its person gave the name to this seat alone, as to a neighbour at a hot-seat."""

    @property
    def free(self) -> bool:
        """Whether somebody can sit down."""
        return self.person is None and self.bot is None


class Back(Struct):
    """A request of a seat to take decisions back to step `to`, made at step `made`."""

    seat: int
    to: int
    made: int
    waiting: list[str]
    """The people who have still to agree."""


class Branch(Struct, frozen=True):
    """The step of another table's game from which this one goes its own way."""

    table: str
    step: int


class TableRecord(Struct, kw_only=True):
    """A table as it is stored; only `Table` changes it, and only together with the database."""

    id: str
    game: str
    title: str = ""
    options: dict[str, Any]
    course: str | None = None
    pace: Pace = msgspec.field(default_factory=Untimed)
    public: bool = True
    friends: bool = False
    """Whether a private table is there for the host's friends too."""
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
    """The season its game is a race of."""
    lesson: str | None = None
    """The lesson it is for; all its tables have the same dice."""
    ratings: tuple[int, int] | None = None
    """Between which points the ratings of those lie who may sit down; the host always may."""
    pairing: bool = False
    """Whether it waits for whoever wants to race against people next."""
    practice: str | None = None
    """The challenge that is driven for practice, on other dice."""
    uploaded: bool = False
    helped: bool = False
    """Whether an expert helped while it was played: with a hint, or by judging a decision."""
    locked: Message | None = None
    """Why its game can neither be played on nor shown, if so; a game that was running was closed for it."""
    barred: list[str] = msgspec.field(default_factory=list)
    """The people who were sent away and are not to come back until the host lets them."""
    barred_places: dict[str, list[str]] = msgspec.field(default_factory=dict)
    """Where guests among them came from: no other guest from there may sit down either."""

    def seats_of(self, person: str | None) -> list[int]:
        """The seats a person owns."""
        return [i for i, seat in enumerate(self.seats) if person is not None and seat.person == person]

    @property
    def counts(self) -> bool:
        """Whether its game goes into the statistics and onto boards.

        Not what-ifs, not lessons, not logs brought along, not where an expert helped.
        """
        return self.branch is None and self.lesson is None and not self.uploaded and not self.helped

    @property
    def fair(self) -> bool:
        """Whether its game is one that is rated: public, with clocks, a seat for each person."""
        seated = [seat.person for seat in self.seats if seat.person is not None]
        plain = self.public and self.counts and self.challenge is None
        return plain and not isinstance(self.pace, Untimed) and len(set(seated)) == len(seated)

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where, by name."""
        return tuple(seat.name for seat in self.seats)

    @property
    def roster(self) -> tuple[str, ...]:
        """Who sits where as the stored log says it: bots by name, people by none."""
        return tuple("" if seat.person is not None else seat.name for seat in self.seats)

    def people(self) -> list[str]:
        """Everyone who owns a seat, each once."""
        return list(dict.fromkeys(seat.person for seat in self.seats if seat.person is not None))


class SeatInfo(Struct, frozen=True):
    """A seat as everyone sees it."""

    seat: int
    name: str
    person: str | None
    bot: str | None
    left: bool


class TableBrief(Struct, frozen=True, kw_only=True):
    """A table as lists show it: without its options, which may hold a whole track."""

    id: str
    game: str
    title: str
    course: str | None
    """The name of what is raced on, where it has one."""
    pace: Pace
    public: bool
    stage: Stage
    host: str
    seats: list[SeatInfo]
    created: float
    started: float | None
    finished: float | None
    step: int
    """How many records its game has once it is over; 0 before, when their number may be a secret."""
    seed_hash: str
    result: Result | None
    previous: str | None
    rematch: str | None
    branch: Branch | None
    challenge: str | None
    attempt: int | None = None
    """The number of the attempt at the challenge."""
    season: str | None = None
    """The season its game is a race of."""
    lesson: str | None = None
    """The lesson it is for: practice with the same dice for everybody."""
    ratings: tuple[int, int] | None = None
    """Between which points the ratings of those lie who may sit down."""
    pairing: bool = False
    """Whether it waits for whoever wants to race against people next."""
    practice: str | None = None
    """The challenge that is driven here for practice: on other dice, and not for the leaderboard."""
    uploaded: bool
    helped: bool = False
    """Whether an expert helped while it was played; such a game counts nowhere."""
    friends: bool = False
    """Whether a private table is there for the host's friends too."""
    locked: Message | None = None
    """Why its game can neither be played on nor shown, if so."""


class TableInfo(TableBrief, frozen=True, kw_only=True):
    """A table as everyone sees it."""

    options: dict[str, Any]


def _known(sheet: TableRecord) -> dict[str, Any]:
    seats = [SeatInfo(i, s.name, s.person, s.bot, s.left) for i, s in enumerate(sheet.seats)]
    fields = {name: getattr(sheet, name) for name in TableBrief.__struct_fields__}
    return {**fields, "seats": seats, "step": sheet.step if sheet.stage == "over" else 0}


def info(sheet: TableRecord) -> TableInfo:
    """What everyone may know of a table."""
    return TableInfo(options=sheet.options, **_known(sheet))


def brief(sheet: TableRecord) -> TableBrief:
    """What lists show of a table."""
    return TableBrief(**_known(sheet))


def copy(sheet: TableRecord) -> TableRecord:
    """A copy to be changed and stored; options, clock and result, which are only replaced, are shared."""
    seats = [structs.replace(seat) for seat in sheet.seats]
    back = structs.replace(sheet.back, waiting=sheet.back.waiting[:]) if sheet.back is not None else None
    barred = {"barred": sheet.barred[:], "barred_places": {**sheet.barred_places}}
    return structs.replace(sheet, seats=seats, back=back, **barred)


class Progress(Struct, array_like=True):
    """What changes with every decision, stored beside the sheet so that the rest is not written each time."""

    step: int
    clock: Clock | None
    back: Back | None


_SHEETS = msgspec.json.Decoder(TableRecord)
_PROGRESS = msgspec.json.Decoder(Progress)
_rest = attrgetter(
    *(name for name in TableRecord.__struct_fields__ if name not in Progress.__struct_fields__)
)


def read_record(raw: str | bytes, progress: str | bytes = "") -> TableRecord:
    """A sheet as the database holds it, with how far the game has come since it was written."""
    sheet = _SHEETS.decode(raw)
    if progress:
        made = _PROGRESS.decode(progress)
        sheet.step, sheet.clock, sheet.back = made.step, made.clock, made.back
    return sheet


def write_progress(sheet: TableRecord) -> str:
    """How far a game has come, for the database."""
    return msgspec.json.encode(Progress(sheet.step, sheet.clock, sheet.back)).decode()


def only_progress(before: TableRecord, now: TableRecord) -> bool:
    """Whether nothing differs but how far the game has come."""
    return bool(_rest(before) == _rest(now))


def write_record(sheet: TableRecord) -> str:
    """A sheet for the database, without the names of people."""
    return msgspec.json.encode(_nameless(sheet)).decode()


def _nameless(sheet: TableRecord) -> TableRecord:
    stored = [structs.replace(seat, name=name) for seat, name in zip(sheet.seats, sheet.roster, strict=True)]
    return structs.replace(sheet, seats=stored)


_BRIEFS = msgspec.json.Decoder(TableBrief)


def read_brief(raw: str | bytes) -> TableBrief:
    """What lists show of a table, as the database holds it beside the sheet."""
    return _BRIEFS.decode(raw)


def write_brief(sheet: TableRecord) -> str:
    """What lists show of a table, for the database, without the names of people."""
    return msgspec.json.encode(brief(_nameless(sheet))).decode()
