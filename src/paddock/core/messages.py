"""Messages for people: an id with parameters, worded by a catalogue per language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec

LANGUAGES = ("en", "pl", "ru")
"""The languages in which every catalogue is complete."""

_ARGUMENT = re.compile(r"\{(\w+)(?:\s*,\s*(plural|select)\s*,)?")


SeatNo = Annotated[int, msgspec.Meta(extra={"names": "seat"})]
"""A seat number in an event; a message shows the player's name instead."""
CellNo = Annotated[int, msgspec.Meta(extra={"names": "cell"})]
"""A cell number in an event: an index into `Game.cells`."""


class SeatParam(msgspec.Struct, frozen=True, tag_field="names", tag="seat"):
    """A seat in a message; the caller that words it knows the player's name."""

    number: int


class CellParam(msgspec.Struct, frozen=True, tag_field="names", tag="cell"):
    """A cell in a message, with its name."""

    number: int
    name: str


OneParam = bool | int | float | str | SeatParam | CellParam | None
Param = OneParam | list[OneParam]
"""A parameter of a message: a number, a word, a seat, a cell, or a list of these."""


class Message(msgspec.Struct, frozen=True):
    """An id and its parameters; the wording comes from a catalogue."""

    id: str
    params: dict[str, Param] = {}

    def __str__(self) -> str:
        return say(self)


_WORDS = (bool, int, float, str, type(None))


def params_of(event: msgspec.Struct, cells: Sequence[str] = ()) -> dict[str, Param]:
    """Returns the fields of an event that can be worded: numbers, words, seats, cells by name, lists of
    them."""
    params: dict[str, Param] = {}
    for name, kind in _named(type(event)):
        value = getattr(event, name)
        if isinstance(value, _WORDS):
            params[name] = _one(value, kind, cells)
        elif isinstance(value, tuple | list) and all(isinstance(one, _WORDS) for one in value):
            params[name] = [_one(one, kind, cells) for one in value]
    return params


def _one(value: Any, kind: str | None, cells: Sequence[str]) -> OneParam:
    if kind is None or value is None:
        return value  # type: ignore[no-any-return]
    if kind == "seat" and value >= 0:
        return SeatParam(value)
    if kind == "cell" and 0 <= value < len(cells):
        return CellParam(value, cells[value])
    return value  # type: ignore[no-any-return]


@lru_cache(maxsize=1024)
def _named(event: type[msgspec.Struct]) -> tuple[tuple[str, str | None], ...]:
    """Returns the fields of an event, each with what its numbers stand for: seats, cells or nothing."""
    hints = get_type_hints(event, include_extras=True)
    return tuple((name, _names(hints[name])) for name in event.__struct_fields__)


def _names(hint: Any) -> str | None:
    if get_origin(hint) is Annotated:
        for meta in hint.__metadata__:
            if isinstance(meta, msgspec.Meta) and meta.extra is not None and "names" in meta.extra:
                return str(meta.extra["names"])
    inner = (_names(part) for part in get_args(hint))
    return next((name for name in inner if name is not None), None)


def namer(seats: Sequence[str]) -> Callable[[Param], str | None]:
    """Returns a `show` function for `say` that words seats by the names of the players."""

    def name(value: Param) -> str | None:
        seat = value.number if isinstance(value, SeatParam) else -1
        return seats[seat] if 0 <= seat < len(seats) else None

    return name


class CatalogueError(ValueError):
    """A wording of a catalogue is malformed or lacks a form."""


def plural_form(language: str, n: float) -> str:
    """Returns the plural category (`one`, `few`, `many`, `other`) of a number in a language."""
    if n != int(n):
        return "other"
    whole = abs(int(n))
    tens, units = whole % 100, whole % 10
    if language == "pl":
        if whole == 1:
            return "one"
        return "few" if 2 <= units <= 4 and not 12 <= tens <= 14 else "many"
    if language == "ru":
        if units == 1 and tens != 11:
            return "one"
        return "few" if 2 <= units <= 4 and not 12 <= tens <= 14 else "many"
    return "one" if whole == 1 else "other"


def format_text(
    template: str,
    params: Mapping[str, Any],
    language: str = "en",
    show: Callable[[str, Any], str] | None = None,
) -> str:
    """Fills a template: `{x}`, `{n, plural, one {# die} other {# dice}}`, `{x, select, a {…} other {…}}`.

    >>> format_text("{n, plural, one {# die} other {# dice}} left", {"n": 2})
    '2 dice left'
    """
    render = show or (lambda _name, value: str(value))
    text: list[str] = []
    at = 0
    while at < len(template):
        brace = template.find("{", at)
        if brace < 0:
            text.append(template[at:])
            break
        text.append(template[at:brace])
        match = _ARGUMENT.match(template, brace)
        if match is None:
            raise CatalogueError(f"cannot read the argument at {brace} in {template!r}")
        name, kind = match.group(1), match.group(2)
        if name not in params:
            raise CatalogueError(f"no value for {{{name}}} in {template!r}")
        value = params[name]
        if kind is None:
            at = match.end()
            if template[at : at + 1] != "}":
                raise CatalogueError(f"unclosed {{{name}}} in {template!r}")
            at += 1
            text.append(render(name, value))
            continue
        forms, at = _forms(template, match.end())
        if kind == "plural":
            wording = forms.get(f"={value}", forms.get(plural_form(language, value)))
        else:
            wording = forms.get(_key(value))
        if wording is None:
            wording = forms.get("other")
        if wording is None:
            raise CatalogueError(f"no form for {name}={value!r} in {template!r}")
        if kind == "plural":
            wording = wording.replace("#", render(name, value))
        text.append(format_text(wording, params, language, show))
    return "".join(text)


def _key(value: Any) -> str:
    """Returns the key a value is selected by; `none` for an empty list."""
    if isinstance(value, list | tuple) and not value:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _forms(template: str, at: int) -> tuple[dict[str, str], int]:
    forms: dict[str, str] = {}
    while True:
        while template[at : at + 1].isspace():
            at += 1
        if template[at : at + 1] == "}":
            return forms, at + 1
        opening = template.find("{", at)
        if opening < 0:
            raise CatalogueError(f"unclosed forms in {template!r}")
        selector = template[at:opening].strip()
        depth, end = 1, opening + 1
        while depth:
            if end >= len(template):
                raise CatalogueError(f"unclosed form {selector!r} in {template!r}")
            depth += {"{": 1, "}": -1}.get(template[end], 0)
            end += 1
        forms[selector] = template[opening + 1 : end - 1]
        at = end


_HOMES: list[str] = ["paddock.core"]


def add_catalogue(package: str) -> None:
    """Registers the `words/<language>.json` files of a package for `say`."""
    if package not in _HOMES:
        _HOMES.append(package)
        catalogue.cache_clear()


@lru_cache
def catalogue(language: str) -> dict[str, str]:
    """Returns all wordings of a language, merged over all registered packages."""
    words: dict[str, str] = {}
    for home in _HOMES:
        file = resources.files(home) / "words" / f"{language}.json"
        words.update(msgspec.json.decode(file.read_bytes(), type=dict[str, str]))
    return words


def say(message: Message, language: str = "en", show: Callable[[Param], str | None] | None = None) -> str:
    """Returns the wording of a message; `show` may word parameters such as seats (`namer`).

    If `show` returns None, the name `<game>.name.<parameter>.<value>` of the catalogue is used, if any; an
    empty list is `none`.
    """
    words = catalogue(language)
    template = words.get(message.id)
    if template is None:
        return f"{message.id} {message.params}" if message.params else message.id
    names = f"{message.id.partition('.')[0]}.name"

    def worded(name: str, value: Any) -> str:
        if isinstance(value, list | tuple):
            return ", ".join(worded(name, one) for one in value) or worded(name, "none")
        shown = show(value) if show is not None else None
        if shown is not None:
            return shown
        if isinstance(value, SeatParam):
            return str(value.number)
        if isinstance(value, CellParam):
            return value.name
        return words.get(f"{names}.{name}.{value}", value) if isinstance(value, str) else str(value)

    return format_text(template, message.params, language, worded)
