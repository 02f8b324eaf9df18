"""Conversion of plain values, as decoded without types, to typed values."""

from __future__ import annotations

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
