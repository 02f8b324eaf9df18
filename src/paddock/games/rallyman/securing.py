"""Securing dice: the n-th die secured in a turn costs n tokens (or seconds)."""

from __future__ import annotations


def price(secured: int, dice: int) -> int:
    """Returns the cost to secure a step of `dice` dice after `secured` dice in the same turn.

    >>> price(0, 3), price(1, 3)
    (6, 9)
    """
    return dice * secured + dice * (dice + 1) // 2
