"""Conversion of plain values, as decoded without types, to typed values."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec


def reader(kind: Any) -> Callable[[Any], Any]:
    """Returns a `msgspec.convert` for one type, prepared once instead of at every call.

    msgspec caches what it knows of a struct but not of a union, so the union is wrapped in a struct.

    >>> reader(int | str)(3)
    3
    """
    held = msgspec.defstruct("held", [("value", kind)], array_like=True, module=__name__)
    # Build the decoder before other threads can see the type: a half-initialised type crashes the process.
    msgspec.msgpack.Decoder(held)

    def read(values: Any) -> Any:
        try:
            return msgspec.convert((values,), type=held).value  # type: ignore[attr-defined]
        except msgspec.ValidationError as error:
            said = str(error).removesuffix(" - at `$[0]`")
            raise msgspec.ValidationError(said.replace("`$[0]", "`$", 1)) from None

    return read


_PLACE = re.compile(r" - at `\$\.?(?P<path>[^`]*)`$")
_FAULTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("unknown", re.compile(r"Object contains unknown field `(?P<given>[^`]*)`")),
    ("missing", re.compile(r"Object missing required field `(?P<given>[^`]*)`")),
    ("longest", re.compile(r"Expected `\w+` of length <= (?P<limit>\d+)")),
    ("shortest", re.compile(r"Expected `\w+` of length >= (?P<limit>\d+)")),
    ("least", re.compile(r"Expected `\w+` >= (?P<limit>-?[\d.]+)")),
    ("most", re.compile(r"Expected `\w+` <= (?P<limit>-?[\d.]+)")),
    ("pattern", re.compile(r"Expected `str` matching regex")),
    ("value", re.compile(r"Invalid (?:enum )?value '?(?P<given>[^']*)'?")),
    ("kind", re.compile(r"Expected `(?P<kind>\w+)")),
)


def fault_in(complaint: str) -> dict[str, Any]:
    """Returns which option is wrong (none: the options as a whole), where inside it (`inside`), what kind of
    error it is (`fault`), and the values to word it with.

    >>> fault_in("Expected `int` >= 1 - at `$.laps`")
    {'option': 'laps', 'inside': 'none', 'fault': 'least', 'given': '', 'limit': '1', 'kind': ''}
    >>> fault_in("Object contains unknown field `lapz`")
    {'option': 'lapz', 'inside': 'none', 'fault': 'unknown', 'given': 'lapz', 'limit': '', 'kind': ''}
    >>> fault_in("Object contains unknown field `tyres` - at `$.carried[...]`")["inside"]
    'carried[…].tyres'
    """
    place = _PLACE.search(complaint)
    path = place["path"].replace("...", "…") if place is not None else ""
    option = re.split(r"[.\[]", path, maxsplit=1)[0]
    told = {"option": option, "inside": "none", "fault": "other", "given": "", "limit": "", "kind": ""}
    for fault, pattern in _FAULTS:
        if (found := pattern.match(complaint)) is not None:
            told |= {"fault": fault, **found.groupdict()}
            break
    if option and told["fault"] in ("unknown", "missing"):
        path = f"{path}.{told['given']}"
    if path != option:
        told["inside"] = path
    if not option:
        told["option"] = told["given"] or "none"
    return told
