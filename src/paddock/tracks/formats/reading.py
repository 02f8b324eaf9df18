"""Decodes untrusted files: the result is data or a `BadInput` that names the place."""

from __future__ import annotations

import re
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from paddock.core.errors import BadInput

MOST_BYTES = 256 * 1024
"""A track with every tile of the box takes only a few kilobytes."""

T = TypeVar("T")

Words = Annotated[str, Meta(max_length=200)]
OneLine = Annotated[str, Meta(max_length=200, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")]
TileName = Annotated[str, Meta(max_length=20)]
Coordinate = Annotated[int, Meta(ge=-999, le=999)]
Sixths = Annotated[int, Meta(ge=0, le=5)]
MOST_TILES = 200

_PLACE = re.compile(r"(?P<reason>.*?)(?: - at `(?P<place>.*)`)?", re.DOTALL)


def decode(data: bytes, kind: type[T]) -> T:
    """Decodes JSON as `kind`; raises `BadInput` that names the place and the problem."""
    if len(data) > MOST_BYTES:
        raise BadInput("tracks.formats.too_big", bytes=len(data), most=MOST_BYTES)
    try:
        return msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=kind)
    except msgspec.ValidationError as error:
        match = _PLACE.fullmatch(str(error))
        assert match is not None
        place, reason = match["place"] or "$", match["reason"]
        raise BadInput("tracks.formats.bad_field", place=place, reason=reason) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput("tracks.formats.not_json", reason=str(error)) from error
    except RecursionError as error:
        raise BadInput("tracks.formats.too_deep") from error
