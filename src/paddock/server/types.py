"""What msgspec knows of every type, worked out before there are threads.

msgspec works a struct out when it is first read, and uses it from the moment it has begun to. A second thread
that reads the same struct meanwhile finds it half done, and the whole process dies of it without a word.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec

from paddock.core.registry import games


def work_out_types() -> None:
    """Let msgspec work out all structs that are loaded, and what games read and answer."""
    for kind in (*_below(msgspec.Struct, set()), *_of_games()):
        # Some are only ever written, and have fields that cannot be read.
        with suppress(TypeError, NameError):
            msgspec.msgpack.Decoder(kind)


def _below(kind: type[msgspec.Struct], seen: set[type]) -> Iterator[type[msgspec.Struct]]:
    for below in kind.__subclasses__():
        if below not in seen:
            seen.add(below)
            yield below
            yield from _below(below, seen)


def _of_games() -> Iterator[Any]:
    for game in games().values():
        kinds = (game.Action, game.Event, game.View, game.Question, game.Answer)
        yield from (kind for kind in kinds if kind is not None)
