"""States kept every so many records, so that going back in a game replays a few records and not all."""

from __future__ import annotations

from typing import Any

import msgspec

from paddock.core.game import AnyGame, encode_state

MOST = 256
"""Of a very long game every second snapshot is dropped whenever there are more, and the distance doubled."""


class Snapshot(msgspec.Struct, frozen=True):
    """The state after a record, as bytes."""

    number: int
    state: bytes

    def restore(self, game: AnyGame) -> Any:
        """The state itself, a fresh one each time."""
        return msgspec.msgpack.decode(self.state, type=game.State)


class Snapshots:
    """The snapshots of one game, oldest first; `every` so many records one is kept (None: never)."""

    def __init__(self, every: int | None, kept: list[Snapshot] | None = None) -> None:
        self.every = every
        self.kept: list[Snapshot] = kept if kept is not None else []

    def offer(self, number: int, state: msgspec.Struct) -> None:
        """Keep the state after a record if the newest one kept lies far enough behind."""
        if self.every is None or number - (self.kept[-1].number if self.kept else 0) < self.every:
            return
        self.kept.append(Snapshot(number, encode_state(state)))
        if len(self.kept) > MOST:
            self.kept = self.kept[1::2]
            self.every *= 2

    def drop_after(self, number: int) -> None:
        """Forget states after a record: what led to them was taken back."""
        while self.kept and self.kept[-1].number > number:
            self.kept.pop()

    def before(self, number: int) -> Snapshot | None:
        """The newest state that is no later than a record; None: only the start is."""
        return next((kept for kept in reversed(self.kept) if kept.number <= number), None)

    def copy(self) -> Snapshots:
        """A copy that stays as it is while this one goes on."""
        return Snapshots(self.every, self.kept[:])
