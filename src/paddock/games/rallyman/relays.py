"""The relays a player may choose after a failed flat out: checked, listed, and laid step by step."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from random import Random
from typing import ClassVar, Generic, Literal, NamedTuple, Protocol, TypeVar

from paddock.core.errors import IllegalAction
from paddock.games.rallyman.dice import GEAR_DICE
from paddock.games.rallyman.relay_search import PartialRelay, RelaySearch, RelayStep

P = TypeVar("P")

Fault = Literal["beyond-loss", "not-rolled", "cannot-lay", "loss-avoided"]
"""Why a relay is refused: dice after the loss, dice not rolled, no legal step, no loss at its end."""


class LaidLike(Protocol):
    """A step of a relay as a player sends it."""

    @property
    def die(self) -> str:
        """The die that leads the step."""
        ...

    @property
    def faces(self) -> str:
        """The faces of its dice."""
        ...

    @property
    def cell(self) -> int:
        """The cell it leads to."""
        ...


L = TypeVar("L", bound=LaidLike)


class Stand(NamedTuple):
    """The end of a partial relay: gear, cell, hazards, and whether control is lost there."""

    gear: int
    cell: int
    hazards: int
    lost: bool


class Relays(ABC, Generic[P, L]):
    """All relays of a failed flat out; they always include the order of the plan, cut off at its loss."""

    game: ClassVar[str]
    rules: ClassVar[Mapping[Fault, str]]
    """The rule behind each fault."""

    def __init__(
        self, search: RelaySearch[P], start: PartialRelay[P], original: tuple[L, ...], hazards: int
    ) -> None:
        self.search = search
        self.start = start
        self.original = original
        self.hazards = hazards
        """Hazards counted along the original order."""

    @abstractmethod
    def written(self, laid: RelayStep[P]) -> L:
        """Returns a step as a player sends it."""

    @abstractmethod
    def lost_on(self, place: P) -> int:
        """Returns the cell of a loss at a place."""

    def __iter__(self) -> Iterator[tuple[L, ...]]:
        found = False
        for relay in self.search.relays(self.start.gear, self.start.place):
            steps = self._spelled(relay)
            found = found or steps == self.original
            yield steps
        if not found:
            yield self.original

    def __contains__(self, steps: tuple[L, ...]) -> bool:
        try:
            self.check(steps)
        except IllegalAction:
            return False
        return True

    def sample(self, rng: Random) -> tuple[L, ...]:
        """Returns a random relay; every one is possible."""
        for _ in range(8):
            relay = self.search.wander(self.start.gear, self.start.place, rng)
            if relay is not None:
                return self._spelled(relay)
        return self.original

    def endings(self) -> dict[tuple[int, int], tuple[L, ...]]:
        """Returns a relay for every cell and gear of a loss, the original one among them."""
        kept = self.stand(self.original)
        found = {(kept.cell, kept.gear): self.original}
        for (place, gear), relay in self.search.endings(self.start.gear, self.start.place).items():
            found.setdefault((self.lost_on(place), gear), self._spelled(relay))
        return found

    def check(self, steps: tuple[L, ...]) -> None:
        """Raises IllegalAction that says why a relay is not allowed."""
        if steps != self.original and not self._walk(steps).lost:
            raise self._refused("loss-avoided")

    def stand(self, steps: tuple[L, ...]) -> Stand:
        """Returns where a partial relay has led; raises IllegalAction if a step is not allowed."""
        if steps == self.original:
            return self._kept()
        return self._stand(self._walk(steps))

    def following(self, steps: tuple[L, ...]) -> list[tuple[L, Stand]]:
        """Returns all steps that may be laid next and can still end in a loss, and where each leads."""
        if steps == self.original:
            return []
        begun = self._walk(steps)
        onward = self.original[len(steps) : len(steps) + 1]
        kept = onward if (*steps, *onward) == self.original[: len(steps) + 1] else ()
        found = {}
        for lay, faces, after in self.search.steps(begun):
            step = self.written(RelayStep(lay, faces, after.place))
            if step in kept or self.search.losing(after):
                found[step] = self._stand(after)
        if kept and len(steps) == len(self.original) - 1:
            found[kept[0]] = self._kept()
        return list(found.items())

    def _spelled(self, relay: tuple[RelayStep[P], ...]) -> tuple[L, ...]:
        return tuple(self.written(laid) for laid in relay)

    def _stand(self, begun: PartialRelay[P]) -> Stand:
        return Stand(begun.gear, self.lost_on(begun.place), begun.hazards, begun.lost)

    def _kept(self) -> Stand:
        """Returns the end of the original order, which no other relay may be able to reach (overspeed)."""
        gear = self.start.gear
        for step in self.original:
            gear = int(step.die) if step.die in GEAR_DICE else gear
        return Stand(gear, self.ends_on(self.original[-1]), self.hazards, True)

    def ends_on(self, step: L) -> int:
        """Returns the cell on which a step loses control."""
        return step.cell

    def _walk(self, steps: tuple[L, ...]) -> PartialRelay[P]:
        begun = self.start
        for number, step in enumerate(steps):
            told: dict[str, str | int] = {"step": number + 1, "die": step.die}
            if begun.lost:
                raise self._refused("beyond-loss", **told)
            for lay, faces, after in self.search.steps(begun):
                if lay.die == step.die and self.written(RelayStep(lay, faces, after.place)) == step:
                    break
            else:
                raise self._refused("cannot-lay" if self._rolled(begun, step) else "not-rolled", **told)
            begun = after
        return begun

    def _rolled(self, begun: PartialRelay[P], step: L) -> bool:
        """Whether the dice of a step were rolled and can come next."""
        choices = self.search.choices(begun.gear, begun.spent, begun.coasts, begun.brakes)
        return any(lay.die == step.die and faces == step.faces for lay, faces, _, _ in choices)

    def _refused(self, fault: Fault, **told: str | int) -> IllegalAction:
        return IllegalAction(self.rules[fault], f"{self.game}.{fault}", **told)
