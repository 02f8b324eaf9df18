"""The sheet of a season: its form, its races and how far it has come; points are reckoned, never stored."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from paddock.core.game import Level
from paddock.server.records.time_control import Days, Live

Form = Literal["points", "knockout"]
"""`points`: all in every race; `knockout`: the better half of every table goes on."""
SeasonStage = Literal["open", "running", "over", "closed"]
HeatStage = Literal["drawn", "running", "over"]


class Race(Struct, frozen=True):
    """A race of a season. Without a time it starts when the one before it is over."""

    game: str
    options: dict[str, Any]
    course: str | None = None
    at: float | None = None


class SeasonRecord(Struct, kw_only=True):
    """A season as it is stored; `round` is the number of rounds that have begun."""

    id: str
    name: str
    host: str | None = None
    """Who made it; nobody made the weekly one."""
    form: Form = "points"
    public: bool = True
    pace: Live | Days = msgspec.field(default_factory=Live)
    scheme: str = "classic"
    size: int = 4
    """How many sit at a table at most."""
    bots: Level | None = None
    """The level of the bots that fill up; None: free seats stay away."""
    races: list[Race] = msgspec.field(default_factory=list)
    stage: SeasonStage = "open"
    created: float
    round: int = 0

    def race(self, number: int) -> Race:
        """The race of a round; a knockout that lasts longer drives the last one again."""
        last = len(self.races) - 1
        found = self.races[min(number, last)]
        return found if number <= last else msgspec.structs.replace(found, at=None)


class HeatSeat(Struct, frozen=True):
    """Who sits where at a table of a round."""

    person: str | None = None
    bot: str | None = None


class Heat(Struct, frozen=True):
    """A table of a round; without a table it is a bye: somebody had nobody to race against."""

    round: int
    number: int
    seats: list[HeatSeat]
    table: str | None = None
    stage: HeatStage = "drawn"
    places: list[int] = []
    """By seat; empty as long as it is driven, and for a race that was closed without a result."""

    def finished(self) -> dict[str, int]:
        """The places of its people among themselves once it is over: bots are passed over."""
        if self.stage != "over" or not self.places:
            return {}
        came = [(place, seat.person) for place, seat in zip(self.places, self.seats, strict=True)]
        own = [(place, person) for place, person in came if person is not None]
        return {person: 1 + sum(other < place for other, _ in own) for place, person in own}


_SHEETS = msgspec.json.Decoder(SeasonRecord)
_SEATS = msgspec.json.Decoder(list[HeatSeat])
_PLACES = msgspec.json.Decoder(list[int])


def read_season(raw: str) -> SeasonRecord:
    """A season as the database holds it; one of a form that is no longer driven goes on by points."""
    try:
        return _SHEETS.decode(raw)
    except msgspec.ValidationError:
        return msgspec.convert(msgspec.json.decode(raw) | {"form": "points"}, SeasonRecord)


def read_heat(round_: int, number: int, table: str | None, stage: Any, seats: str, places: str) -> Heat:
    """A table of a round as the database holds it."""
    return Heat(round_, number, _SEATS.decode(seats), table, stage, _PLACES.decode(places))


def write(thing: Any) -> str:
    """A part of a season for the database."""
    return msgspec.json.encode(thing).decode()
