"""What the tables of both games have in common."""

from __future__ import annotations

from typing import Generic, TypeVar

C = TypeVar("C")


class OnTurn(Generic[C]):
    """A table at which one car after the other is on turn."""

    __slots__ = ()
    cars: list[C]
    order: tuple[int, ...]
    turn: int

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.order[self.turn]

    @property
    def car(self) -> C:
        """The car whose turn it is."""
        return self.cars[self.order[self.turn]]
