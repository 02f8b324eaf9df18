"""Action spaces too large to list, in both games: plans, and the relays of a failed flat out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Generic, TypeVar, get_args, get_origin

from paddock.core.errors import IllegalAction
from paddock.core.game import ActionSpace
from paddock.games.rallyman.actions import Plan, Relay
from paddock.games.rallyman.drives import Drive
from paddock.games.rallyman.relays import Relays

A = TypeVar("A")
D = TypeVar("D", bound=Drive[Any, Any, Any, Any, Any])


class PlanSpace(ABC, Generic[D, A]):
    """All plans in both ways, and the other decisions allowed instead."""

    def __init__(self, drive: D) -> None:
        self.drive = drive

    @abstractmethod
    def others(self) -> list[A]:
        """Returns all decisions except plans."""

    @abstractmethod
    def check(self, steps: tuple[Any, ...]) -> object:
        """Raises IllegalAction if the steps are not a plan."""

    def kinds(self) -> set[type]:
        """Returns the kinds of decisions in this space."""
        plans = {Plan} if self.drive.moves(self.drive.start) else set()
        return plans | set(map(type, self.others()))

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Plan):
            return action in self.others()
        try:
            self.check(action.steps)
        except IllegalAction:
            return False
        return True

    def __iter__(self) -> Iterator[Any]:
        yield from self.others()
        for steps in self.drive.plans():
            yield Plan(steps, "one-by-one")
            yield Plan(steps, "flat-out")


class RelaySpace(Generic[A]):
    """All relays of a failed flat out, and the other decisions allowed instead."""

    def __init__(self, relays: Relays[Any, Any], *others: A) -> None:
        self.relays = relays
        self.others = others

    def kinds(self) -> set[type]:
        """Returns the kinds of decisions in this space."""
        return {Relay, *map(type, self.others)}

    def __contains__(self, action: object) -> bool:
        return action.steps in self.relays if isinstance(action, Relay) else action in self.others

    def __iter__(self) -> Iterator[Any]:
        yield from self.others
        for steps in self.relays:
            yield Relay(steps)

    def sample(self, rng: Random) -> Any:
        """Returns a random relay."""
        return Relay(self.relays.sample(rng))


def tags_of(actions: Any) -> dict[type, str]:
    """Returns the kinds of decisions in a game's union of actions, each with its tag."""
    kinds = (get_origin(kind) or kind for kind in get_args(actions))
    return {kind: kind.__struct_config__.tag for kind in kinds}


def open_tags(space: ActionSpace[Any], tags: Mapping[type, str]) -> tuple[str, ...]:
    """Returns the tags of the kinds of decisions in a space, in the order of the union."""
    kinds = space.kinds() if isinstance(space, (PlanSpace, RelaySpace)) else set(map(type, space))
    return tuple([tag for kind, tag in tags.items() if kind in kinds])
