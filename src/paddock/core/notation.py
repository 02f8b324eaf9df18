"""Notation of every game: one line for a position and one for an action, written and parsed.

A value is a number, a word, `[a,b]` or `(name:value,…)`; defaults are left out. A word that would be parsed
as something else is quoted. A position is `game/rules field=value field=value …`, an action its tag and its
fields: `program red`.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, get_args, get_origin

import msgspec

from paddock.core.errors import BadInput

if TYPE_CHECKING:
    from paddock.core.game import AnyGame

_WORD = re.compile(r"[A-Za-z_*][A-Za-z0-9_.*+/-]*")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_CONSTANTS: dict[str, Any] = {"null": None, "true": True, "false": False}


class Unreadable(ValueError):
    """The text is not valid notation; the message says where."""


def plain(value: Any) -> Any:
    """Converts a value to lists, dicts and scalars; fields with their default are left out."""
    if isinstance(value, msgspec.Struct):
        kept: dict[str, Any] = {}
        config = value.__struct_config__
        if config.tag is not None and config.tag_field is not None:
            kept[config.tag_field] = config.tag
        for name, default in _fields(type(value)):
            own = getattr(value, name)
            if own != default or type(own) is not type(default):
                kept[name] = plain(own)
        return kept
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    return value


@lru_cache(maxsize=512)
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    """Returns the fields of a struct with their defaults."""
    return tuple(
        (
            field.name,
            field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default,
        )
        for field in msgspec.structs.fields(kind)
    )


def write_value(value: Any) -> str:
    """Returns a value in the notation, without spaces.

    >>> write_value({"cars": [{"cell": 3, "die": "3"}], "weather": "dry"})
    '(cars:[(cell:3,die:"3")],weather:dry)'
    """
    match value:
        case None | bool():
            return json.dumps(value)
        case int() | float():
            return repr(value)
        case str():
            bare = _WORD.fullmatch(value) and value not in _CONSTANTS
            return value if bare else json.dumps(value).replace(" ", "\\u0020")
        case list() | tuple():
            return f"[{','.join(map(write_value, value))}]"
        case dict():
            return f"({','.join(f'{write_value(key)}:{write_value(own)}' for key, own in value.items())})"
    raise TypeError(f"{type(value).__name__} has no notation")


def read_value(text: str) -> Any:
    """Parses a value; the reverse of `write_value`. Raises Unreadable that says where."""
    value, at = _read(text, 0)
    if at != len(text):
        raise Unreadable(f"{text[at : at + 12]!r} is left over at {at + 1}")
    return value


def _read(text: str, at: int) -> tuple[Any, int]:
    first = text[at : at + 1]
    if first == "[":
        return _read_list(text, at + 1)
    if first == "(":
        return _read_fields(text, at + 1)
    return _read_scalar(text, at)


def _read_scalar(text: str, at: int) -> tuple[Any, int]:
    if found := _QUOTED.match(text, at):
        try:
            return json.loads(found[0]), found.end()
        except ValueError as error:
            raise Unreadable(f"{found[0]!r} at {at + 1}: {error}") from None
    if found := _NUMBER.match(text, at):
        number = found[0]
        return (int(number) if number.lstrip("-").isdigit() else float(number)), found.end()
    if found := _WORD.match(text, at):
        return _CONSTANTS.get(found[0], found[0]), found.end()
    raise Unreadable(f"a value is missing at {at + 1}")


def _read_list(text: str, at: int) -> tuple[list[Any], int]:
    values: list[Any] = []
    if text[at : at + 1] == "]":
        return values, at + 1
    while True:
        value, at = _read(text, at)
        values.append(value)
        at, closed = _next(text, at, "]")
        if closed:
            return values, at


def _read_fields(text: str, at: int) -> tuple[dict[str, Any], int]:
    values: dict[str, Any] = {}
    if text[at : at + 1] == ")":
        return values, at + 1
    while True:
        key, at = _read_scalar(text, at)
        if text[at : at + 1] != ":":
            raise Unreadable(f"':' is missing at {at + 1}")
        values[key if isinstance(key, str) else json.dumps(key)], at = _read(text, at + 1)
        at, closed = _next(text, at, ")")
        if closed:
            return values, at


def _next(text: str, at: int, end: str) -> tuple[int, bool]:
    mark = text[at : at + 1]
    if mark not in (",", end) or not mark:
        raise Unreadable(f"',' or {end!r} is missing at {at + 1}")
    return at + 1, mark == end


def write_position(game: AnyGame, state: msgspec.Struct) -> str:
    """Returns a whole state in one line, including what is hidden from seats."""
    fields = " ".join(f"{name}={write_value(value)}" for name, value in plain(state).items())
    return f"{game.name}/{game.rules_version} {fields}"


def position_head(text: str) -> tuple[str, str]:
    """Returns the game's name and the rules version of a position."""
    name, slash, rules = text.split(" ", 1)[0].partition("/")
    if not slash:
        raise BadInput("core.bad-position", reason=f"{text[:40]!r} does not begin with game/rules")
    return name, rules


def read_position(game: AnyGame, text: str) -> Any:
    """Parses a state; the reverse of `write_position`. Raises BadInput that says what is wrong."""
    name, rules = position_head(text)
    if name != game.name:
        raise BadInput("core.bad-position", reason=f"{name} is not {game.name}")
    if rules != str(game.rules_version):
        raise BadInput("core.position-rules", found=rules, known=game.rules_version)
    values: dict[str, Any] = {}
    for part in text.split()[1:]:
        field, equals, value = part.partition("=")
        try:
            if not equals:
                raise Unreadable("'=' is missing")
            values[field] = read_value(value)
        except Unreadable as error:
            raise BadInput("core.bad-position", reason=f"{field}: {error}") from None
    unknown = sorted(set(values) - set(game.State.__struct_fields__))
    if unknown:
        raise BadInput("core.bad-position", reason=f"no field is called {unknown[0]}")
    try:
        state = msgspec.convert(values, type=game.State, str_keys=True)
        game.pending(state)
    except (msgspec.ValidationError, LookupError, ValueError, AttributeError, TypeError) as error:
        raise BadInput("core.bad-position", reason=str(error)) from None
    return state


def write_plain_action(action: msgspec.Struct) -> str:
    """Returns an action as its tag and its fields; trailing fields with their default are left out.

    Fields are positional; after one that is left out they are named: `plan way=flat-out`.
    """
    parts = [str(action.__struct_config__.tag)]
    skipped = False
    for name, default in _fields(type(action)):
        value = getattr(action, name)
        if value == default and type(value) is type(default):
            skipped = True
        else:
            parts.append(f"{name}={write_value(plain(value))}" if skipped else write_value(plain(value)))
    return " ".join(parts)


def by_tag(union: Any) -> dict[str, type[msgspec.Struct]]:
    """Returns the structs of a union by their tags; a generic one counts for all its parameters."""
    kinds = [get_origin(kind) or kind for kind in get_args(union) or (union,)]
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


def read_plain_action(game: AnyGame, text: str) -> Any:
    """Parses an action; the reverse of `write_plain_action`."""
    tag, *parts = text.split() or [""]
    kinds = by_tag(game.Action)
    if tag not in kinds:
        raise BadInput("core.bad-action", game=game.name, reason=f"{tag!r} is none of {', '.join(kinds)}")
    values: dict[str, Any] = {str(kinds[tag].__struct_config__.tag_field): tag}
    names = kinds[tag].__struct_fields__
    for number, part in enumerate(parts):
        name, equals, value = part.partition("=")
        try:
            if equals and name in names:
                values[name] = read_value(value)
            elif number < len(names):
                values[names[number]] = read_value(part)
            else:
                raise Unreadable("is too much")
        except Unreadable as error:
            raise BadInput("core.bad-action", game=game.name, reason=f"{part!r}: {error}") from None
    return game.action(values)
