"""Time controls and clocks, on the server's time; clocks stand still while it is down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

from msgspec import Meta, Struct

_DAY = 86_400.0


class Untimed(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="none"):
    """No clock."""


class Live(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="live"):
    """A time bank for the whole game, plus an increment for every decision."""

    bank: Annotated[int, Meta(ge=1, le=86_400)] = 600
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 15


class Days(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="days"):
    """A number of days for every decision."""

    days: Annotated[int, Meta(ge=1, le=30)] = 3


Pace = Untimed | Live | Days


class Clock(Struct):
    """The time every seat had left at `since`, and the seats whose clocks run from then on."""

    banks: list[float]
    running: list[int]
    since: float


class Downtime(Struct, frozen=True):
    """A time span without a running server; clocks stood still."""

    began: float
    ended: float


def elapsed(since: float, now: float, downtimes: Iterable[Downtime] = ()) -> float:
    """Seconds between two times, without downtimes."""
    lost = sum(max(0.0, min(now, down.ended) - max(since, down.began)) for down in downtimes)
    return max(0.0, now - since - lost)


def first_clock(pace: Pace, seats: int, running: Sequence[int], now: float) -> Clock | None:
    """The clock at the start of a game; None if the pace has none."""
    if isinstance(pace, Untimed):
        return None
    bank = float(pace.bank) if isinstance(pace, Live) else pace.days * _DAY
    return Clock([bank] * seats, list(running), now)


def read(clock: Clock, now: float, downtimes: Iterable[Downtime] = ()) -> list[float]:
    """The time every seat has left now."""
    gone = elapsed(clock.since, now, downtimes)
    return [max(0.0, bank - gone) if seat in clock.running else bank for seat, bank in enumerate(clock.banks)]


def switch(
    clock: Clock,
    pace: Pace,
    running: Sequence[int],
    now: float,
    decided: int | None = None,
    downtimes: Iterable[Downtime] = (),
) -> Clock:
    """The clock after the game asks other seats; `decided` is the seat that has just decided."""
    banks = read(clock, now, downtimes)
    if decided is not None and decided in clock.running:
        if isinstance(pace, Live):
            banks[decided] += pace.increment
        elif isinstance(pace, Days):
            banks[decided] = pace.days * _DAY
    return Clock(banks, list(running), now)


def run_out(clock: Clock, now: float, downtimes: Iterable[Downtime] = ()) -> list[int]:
    """The seats whose clocks run and have no time left."""
    left = read(clock, now, downtimes)
    return [seat for seat in clock.running if left[seat] <= 0]
