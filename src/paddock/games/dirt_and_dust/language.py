"""The effect language: conditions, payments and operations as data."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Resource = Literal["traction", "wrench", "popularity", "speed"]
Currency = Literal["traction", "wrench", "popularity"]
Row = Literal["accelerating", "braking"]
Zone = Literal["grey", "yellow", "red"]
Kind = Literal["player", "boost", "popularity"]
Count = Annotated[int, Meta(ge=1, le=20)]
Cost = Annotated[int, Meta(ge=0, le=20)]
Face = Annotated[int, Meta(ge=1, le=6)]


def snake(name: str) -> str:
    """Returns a class name as written in a card file: `SetDie` becomes `set_die`."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


class Op(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag=snake):
    """One operation of an effect."""


class Gain(Op, frozen=True):
    """Add n of a resource, optionally per counted thing, up to `max`."""

    what: Resource
    n: Count
    per: Literal["risk_die", "removed_card", "empty_slot"] | None = None
    max: Count | None = None


class Move(Op, frozen=True):
    """Move the car n spaces along its row."""

    dir: Literal["left", "right", "either"]
    n: Count


class Shift(Op, frozen=True):
    """Move the car to the other row."""


class Centre(Op, frozen=True):
    """Move the car to the middle of the top row."""


class SetDie(Op, frozen=True):
    """Set one active die to one of the values, or all dice that can show it to the value."""

    which: Literal["one", "all"]
    to: Annotated[tuple[Face, ...], Meta(min_length=1)]


class ModDie(Op, frozen=True):
    """Change one active die by this amount."""

    by: Count


class Boost(Op, frozen=True):
    """Take and roll Boost dice."""

    n: Count


class TakeRisk(Op, frozen=True):
    """Take n Risks, one after the other."""

    n: Count


class Repair(Op, frozen=True):
    """Return Risk dice from the pool to the Cockpit."""

    n: Count


class IgnoreRiskRoll(Op, frozen=True):
    """Reaction: treat the Risk dice of one roll as blank."""


class DiscardSelf(Op, frozen=True):
    """Put this card on the discard pile."""


class DiscardAny(Op, frozen=True):
    """Put one active card on the discard pile."""


class DiscardAllActive(Op, frozen=True):
    """Put all active cards on the discard pile."""


class RemoveCard(Op, frozen=True):
    """Remove one active card from the game."""


class PlayRemoved(Op, frozen=True):
    """Play one removed card into an empty slot."""


class ShuffleDiscard(Op, frozen=True):
    """Shuffle the discard pile and the deck together."""


class Swap(Op, frozen=True):
    """Swap two active cards."""


class Cover(Op, frozen=True):
    """Turn active cards face down."""

    which: Literal["leftmost", "any"]
    n: Count


class FreeCard(Op, frozen=True):
    """Take a card of one of these printed costs from the supply."""

    cost_in: Annotated[tuple[Cost, ...], Meta(min_length=1)]
    to: Literal["deck_top"]


class TripleNavigators(Op, frozen=True):
    """Allow three Navigators on every Stage card from now on."""


Operation = (
    Gain
    | Move
    | Shift
    | Centre
    | SetDie
    | ModDie
    | Boost
    | TakeRisk
    | Repair
    | IgnoreRiskRoll
    | DiscardSelf
    | DiscardAny
    | DiscardAllActive
    | RemoveCard
    | PlayRemoved
    | ShuffleDiscard
    | Swap
    | Cover
    | FreeCard
    | TripleNavigators
)

IN_A_REACTION = (IgnoreRiskRoll, DiscardSelf, Gain, Repair)
"""The operations allowed in a reaction: none may ask the player or roll a die while a roll is applied."""


class When(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The condition for resolving an effect."""

    row: Row | None = None
    zone: Zone | None = None
    die: Kind | None = None
    value: Face | None = None


class Effect(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A condition, a payment, and operations in this order."""

    do: tuple[Operation, ...]
    when: When | None = None
    pay: dict[Currency, Count | Literal["all"]] = {}
    mandatory: bool = False

    @property
    def reaction(self) -> bool:
        """Whether it reacts to a roll of Risk dice."""
        return any(isinstance(op, IgnoreRiskRoll) for op in self.do)

    @property
    def automatic(self) -> bool:
        """Whether it happens without a choice: raising the Navigator limit never hurts."""
        return bool(self.do) and all(isinstance(op, TripleNavigators) for op in self.do)
