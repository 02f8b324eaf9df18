"""Times as they are written on a score sheet."""

from __future__ import annotations


def clock(seconds: int) -> str:
    """Returns seconds as written on a score sheet, m:ss.

    >>> clock(95), clock(-5)
    ('1:35', '-0:05')
    """
    sign = "-" if seconds < 0 else ""
    return f"{sign}{abs(seconds) // 60}:{abs(seconds) % 60:02}"
