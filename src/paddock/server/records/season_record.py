"""The stored record of a season: form, races and progress; points are computed, never stored."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from paddock.core.game import Level
from paddock.server.records.time_control import Days, Live

Form = Literal["points", "knockout"]
"""`points`: everybody drives every race; `knockout`: the better half of each table advances."""
SeasonStage = Literal["open", "running", "over", "closed"]
HeatStage = Literal["drawn", "running", "over"]


class Race(Struct, frozen=True):
    """A race of a season; without `at` it starts when the previous one is over."""

    game: str
    options: dict[str, Any]
    course: str | None = None
    at: float | None = None


class SeasonRecord(Struct, kw_only=True):
    """A stored season; `round` is the number of rounds that have started."""

    id: str
    name: str
    host: str | None = None
    """Its creator; None for the weekly season."""
    form: Form = "points"
    public: bool = True
    pace: Live | Days = msgspec.field(default_factory=Live)
    scheme: str = "classic"
    size: int = 4
    """Seats per table at most."""
    bots: Level | None = None
    """The level of bots on free seats; None: such seats are left out."""
    races: list[Race] = msgspec.field(default_factory=list)
    stage: SeasonStage = "open"
    created: float
    round: int = 0

    def race(self, number: int) -> Race:
        """The race of a round; a knockout with more rounds than races repeats the last race."""
        last = len(self.races) - 1
        found = self.races[min(number, last)]
        return found if number <= last else msgspec.structs.replace(found, at=None)


class HeatSeat(Struct, frozen=True):
    """A seat at a table of a round."""

    person: str | None = None
    bot: str | None = None


class Heat(Struct, frozen=True):
    """A table of a round; without a table it is a bye."""

    round: int
    number: int
    seats: list[HeatSeat]
    table: str | None = None
    stage: HeatStage = "drawn"
    places: list[int] = []
    """By seat; empty until the race is over, and if it was closed without a result."""

    def finished(self) -> dict[str, int]:
        """The places among people, ignoring bots; empty until the race is over."""
        if self.stage != "over" or not self.places:
            return {}
        came = [(place, seat.person) for place, seat in zip(self.places, self.seats, strict=True)]
        own = [(place, person) for place, person in came if person is not None]
        return {person: 1 + sum(other < place for other, _ in own) for place, person in own}


_SHEETS = msgspec.json.Decoder(SeasonRecord)
_SEATS = msgspec.json.Decoder(list[HeatSeat])
_PLACES = msgspec.json.Decoder(list[int])


def read_season(raw: str) -> SeasonRecord:
    """Decode a season; one of an unknown form continues by points."""
    try:
        return _SHEETS.decode(raw)
    except msgspec.ValidationError:
        return msgspec.convert(msgspec.json.decode(raw) | {"form": "points"}, SeasonRecord)


def read_heat(round_: int, number: int, table: str | None, stage: Any, seats: str, places: str) -> Heat:
    """Decode a table of a round."""
    return Heat(round_, number, _SEATS.decode(seats), table, stage, _PLACES.decode(places))


def write(thing: Any) -> str:
    """Encode a part of a season."""
    return msgspec.json.encode(thing).decode()
