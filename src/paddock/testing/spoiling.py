"""Malformed actions, as a faulty client or an attacker might send them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

_JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1,
    7,
    10**9,
    2**70,
    1.5,
    "",
    "no such thing",
    "0",
    [],
    [0],
    {},
    {"x": 1},
)


def spoiled(values: Any, rng: random.Random) -> Any:
    """Returns plain values with one part changed, dropped, duplicated, added or made invalid."""
    places = list(_places(values))
    if not places:
        return rng.choice(_JUNK)
    path = rng.choice(places)
    return _with(values, path, lambda old: _worse(old, rng))


def _places(values: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner: list[tuple[Any, Any]] = []
    if isinstance(values, dict):
        inner = list(values.items())
    elif isinstance(values, list):
        inner = list(enumerate(values))
    return [path, *(place for key, value in inner for place in _places(value, (*path, key)))]


def _with(values: Any, path: tuple[Any, ...], change: Callable[[Any], Any]) -> Any:
    if not path:
        return change(values)
    copy = dict(values) if isinstance(values, dict) else list(values)
    copy[path[0]] = _with(copy[path[0]], path[1:], change)
    return copy


def _worse(old: Any, rng: random.Random) -> Any:
    if rng.random() < 0.25:
        return rng.choice(_JUNK)
    if isinstance(old, dict) and old:
        key = rng.choice(sorted(old))
        if rng.random() < 0.5:
            return {**old, f"{key}s": old[key]}
        return {name: value for name, value in old.items() if name != key}
    if isinstance(old, list) and old:
        at = rng.randrange(len(old))
        return rng.choice([old[:at] + old[at + 1 :], [*old, old[at]], old[::-1], old * 40])
    if isinstance(old, int) and not isinstance(old, bool):
        return rng.choice([old + 1, old - 1, -old, old * 1000, str(old)])
    return rng.choice(_JUNK)
