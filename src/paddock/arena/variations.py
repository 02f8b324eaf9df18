"""A small language of variations over a data file.

One line names a place and the values to try there:

    tiles.1.sides.3-4.routes.red.seats = 1 | 2

A place is a sequence of keys. For a list, a key is the `id` (or `no`) of an entry, or its number from 0.
Values are JSON. Several lines are tried in all combinations; `#` starts a comment.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

from msgspec import Struct

from paddock.core.data import NOTES
from paddock.core.errors import BadInput

RECONSTRUCTED = "reconstructed"


class Choice(Struct, frozen=True):
    """A place in a data file and the values to try there."""

    place: str
    figures: tuple[Any, ...]


class Candidate(Struct, frozen=True):
    """One combination: its name, and the whole file."""

    name: str
    file: bytes


def read_lines(lines: Iterable[str]) -> list[Choice]:
    """Returns the choices that the lines describe."""
    found = []
    for line in lines:
        text = line.split("#", 1)[0].strip()
        if not text:
            continue
        place, equals, figures = text.partition("=")
        try:
            values = tuple(json.loads(figure) for figure in figures.split("|"))
        except json.JSONDecodeError:
            raise BadInput("core.bad-variation", line=text, reason="a figure is no JSON") from None
        if not equals or not place.strip():
            raise BadInput("core.bad-variation", line=text, reason="PLACE = FIGURE | FIGURE is expected")
        found.append(Choice(place.strip(), values))
    return found


def candidates(file: bytes, choices: Sequence[Choice], anything: bool = False) -> list[Candidate]:
    """Returns all combinations of the values; without `anything` only reconstructed ones may change."""
    if not choices:
        return [Candidate("as it is", file)]
    made = []
    for figures in product(*(choice.figures for choice in choices)):
        data = json.loads(file)
        for choice, figure in zip(choices, figures, strict=True):
            _put(data, choice.place, figure, anything)
        pairs = zip(choices, figures, strict=True)
        name = ", ".join(f"{choice.place} = {json.dumps(figure)}" for choice, figure in pairs)
        made.append(Candidate(name, json.dumps(data, ensure_ascii=False).encode()))
    return made


def _put(data: Any, place: str, figure: Any, anything: bool) -> None:
    at, source, steps = data, "", place.split(".")
    for depth, step in enumerate(steps):
        source = _source(at, steps[depth:]) or source
        if depth == len(steps) - 1:
            if not anything and RECONSTRUCTED not in source:
                raise BadInput(
                    "core.bad-variation", line=place, reason=f"its source is {source or 'unknown'}"
                )
            at[_key(at, step, place)] = figure
        else:
            at = at[_key(at, step, place)]


def _source(at: Any, rest: Sequence[str]) -> str:
    """Returns the documented source of a value below a node."""
    if not isinstance(at, dict):
        return ""
    named = at.get("field_sources") or {}
    for length in range(len(rest), 0, -1):
        head = rest[0] + "".join(f"[{step}]" if step.isdigit() else f".{step}" for step in rest[1:length])
        if head in named:
            return str(named[head])
    return str(at.get("source", ""))


def _key(at: Any, step: str, place: str) -> Any:
    if isinstance(at, dict) and step in at and step not in NOTES:
        return step
    if isinstance(at, list):
        for index, entry in enumerate(at):
            if isinstance(entry, dict) and step in (str(entry.get("id")), str(entry.get("no"))):
                return index
        if step.isdigit() and int(step) < len(at):
            return int(step)
    raise BadInput("core.bad-variation", line=place, reason=f"there is no `{step}`")
