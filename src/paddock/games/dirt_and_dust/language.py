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
    """`SetDie` as it stands in a card file: `set_die`."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


class Op(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag=snake):
    """One operation of an effect."""


class Gain(Op, frozen=True):
    """Add n of a resource, perhaps per something counted, at most `max`."""

    what: Resource
    n: Count
    per: Literal["risk_die", "removed_card", "empty_slot"] | None = None
    max: Count | None = None


class Move(Op, frozen=True):
    """The car n spaces along its row."""

    dir: Literal["left", "right", "either"]
    n: Count


class Shift(Op, frozen=True):
    """The car to the other row."""


class Centre(Op, frozen=True):
    """The car to the middle of the top row."""


class SetDie(Op, frozen=True):
    """One active die to one of the values, or all that can show it to the value."""

    which: Literal["one", "all"]
    to: Annotated[tuple[Face, ...], Meta(min_length=1)]


class ModDie(Op, frozen=True):
    """One active die up or down by so much."""

    by: Count


class Boost(Op, frozen=True):
    """Take and roll Boost dice."""

    n: Count


class TakeRisk(Op, frozen=True):
    """Take so many Risks, one after the other."""

    n: Count


class Repair(Op, frozen=True):
    """Return Risk dice from the pool to the Cockpit."""

    n: Count


class IgnoreRiskRoll(Op, frozen=True):
    """Reaction: the Risk dice of one roll count as blank."""


class DiscardSelf(Op, frozen=True):
    """This card to the discard pile."""


class DiscardAny(Op, frozen=True):
    """One active card to the discard pile."""


class DiscardAllActive(Op, frozen=True):
    """All active cards to the discard pile."""


class RemoveCard(Op, frozen=True):
    """One active card out of the game."""


class PlayRemoved(Op, frozen=True):
    """One removed card into an empty slot."""


class ShuffleDiscard(Op, frozen=True):
    """Discard pile and deck shuffled together."""


class Swap(Op, frozen=True):
    """Two active cards change slots."""


class Cover(Op, frozen=True):
    """Turn active cards face down."""

    which: Literal["leftmost", "any"]
    n: Count


class FreeCard(Op, frozen=True):
    """Take a card of such a printed cost from the supply."""

    cost_in: Annotated[tuple[Cost, ...], Meta(min_length=1)]
    to: Literal["deck_top"]


class TripleNavigators(Op, frozen=True):
    """Three Navigators on every Stage card from now on."""


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
"""What may stand in a reaction: nothing that asks the player or rolls a die while a roll is being applied."""


class When(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What must hold at the moment an effect is resolved."""

    row: Row | None = None
    zone: Zone | None = None
    die: Kind | None = None
    value: Face | None = None


class Effect(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A condition, a payment, and operations carried out in this order."""

    do: tuple[Operation, ...]
    when: When | None = None
    pay: dict[Currency, Count | Literal["all"]] = {}
    mandatory: bool = False

    @property
    def reaction(self) -> bool:
        """Whether it answers a roll of Risk dice."""
        return any(isinstance(op, IgnoreRiskRoll) for op in self.do)

    @property
    def automatic(self) -> bool:
        """Whether it happens without being asked for: raising the Navigator limit never hurts."""
        return bool(self.do) and all(isinstance(op, TripleNavigators) for op in self.do)
