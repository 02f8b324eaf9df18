"""Values of a type from plain values, as they come from a decoder that knows no types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec


def reader(kind: Any) -> Callable[[Any], Any]:
    """What `msgspec.convert` does for one type, worked out once and not at every call.

    msgspec keeps what it knows of a struct but not of a union, so the union becomes the field of one.

    >>> reader(int | str)(3)
    3
    """
    held = msgspec.defstruct("held", [("value", kind)], array_like=True, module=__name__)
    # Worked out before any other thread can know of it: one that meets it half done takes the process down.
    msgspec.msgpack.Decoder(held)

    def read(values: Any) -> Any:
        try:
            return msgspec.convert((values,), type=held).value  # type: ignore[attr-defined]
        except msgspec.ValidationError as error:
            said = str(error).removesuffix(" - at `$[0]`")
            raise msgspec.ValidationError(said.replace("`$[0]", "`$", 1)) from None

    return read
