"""Snapshots of states at intervals, so that going back replays a few records instead of all."""

from __future__ import annotations

from typing import Any

import msgspec

from paddock.core.game import AnyGame, encode_state

MOST = 256
"""Above this number every second snapshot is dropped and the interval doubled."""


class Snapshot(msgspec.Struct, frozen=True):
    """The state after a record, as bytes."""

    number: int
    state: bytes

    def restore(self, game: AnyGame) -> Any:
        """Returns the state, a new object each time."""
        return msgspec.msgpack.decode(self.state, type=game.State)


class Snapshots:
    """The snapshots of one game, oldest first, one every `every` records (None: never)."""

    def __init__(self, every: int | None, kept: list[Snapshot] | None = None) -> None:
        self.every = every
        self.kept: list[Snapshot] = kept if kept is not None else []

    def offer(self, number: int, state: msgspec.Struct) -> None:
        """Keeps the state after a record if the newest snapshot is far enough back."""
        if self.every is None or number - (self.kept[-1].number if self.kept else 0) < self.every:
            return
        self.kept.append(Snapshot(number, encode_state(state)))
        if len(self.kept) > MOST:
            self.kept = self.kept[1::2]
            self.every *= 2

    def drop_after(self, number: int) -> None:
        """Drops the states after a record: what led to them was taken back."""
        while self.kept and self.kept[-1].number > number:
            self.kept.pop()

    def before(self, number: int) -> Snapshot | None:
        """Returns the newest snapshot no later than a record; None: only the start is."""
        return next((kept for kept in reversed(self.kept) if kept.number <= number), None)

    def copy(self) -> Snapshots:
        """Returns an independent copy."""
        return Snapshots(self.every, self.kept[:])
