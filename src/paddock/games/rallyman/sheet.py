"""Times on a score sheet: seconds by final gear, and m:ss."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from paddock.core.errors import BadInput


def clock(seconds: int) -> str:
    """Seconds as written on a sheet, m:ss.

    >>> clock(95), clock(-5)
    ('1:35', '-0:05')
    """
    sign = "-" if seconds < 0 else ""
    return f"{sign}{abs(seconds) // 60}:{abs(seconds) % 60:02}"


def read_clock(text: str) -> int:
    """The seconds of an m:ss time; the reverse of `clock`."""
    minutes, colon, seconds = text.removeprefix("-").partition(":")
    if not (colon and minutes.isdecimal() and seconds.isdecimal() and len(seconds) == 2 and seconds < "60"):
        raise BadInput("rallyman.bad-time", text=text)
    total = int(minutes) * 60 + int(seconds)
    return -total if text.startswith("-") else total


def total_seconds(gears: Iterable[str], seconds: Mapping[str, int]) -> int:
    """The track time of turns that ended in these gears."""
    return sum(seconds[gear] for gear in gears)
