"""What decisions and dice brought about."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from paddock.core.game import Event
from paddock.core.messages import SeatNo
from paddock.games.dirt_and_dust.language import Currency, Kind, Resource


class Told(Event, frozen=True, kw_only=True):
    """Base of the events; `to` lists the seats that learn of it now (None: everybody)."""

    to: tuple[int, ...] | None = None


class BySeat(Told, frozen=True):
    """Base of what a seat did or met with."""

    seat: SeatNo


class WithCard(BySeat, frozen=True):
    """Base of what happened to a seat's card."""

    card: str


class OnSlot(WithCard, frozen=True):
    """Base of what happened to a card in a slot."""

    slot: int


class StageChosen(Told, frozen=True):
    """The stage is known."""

    stage: str


class StackLaid(Told, frozen=True):
    """A stack of the supply is known."""

    card: str


class DriverChosen(BySeat, frozen=True):
    """A driver found a seat."""

    driver: str


class RoundBegan(Told, frozen=True):
    """A round began."""

    round: int


class PopularityDieTaken(BySeat, frozen=True):
    """Somebody has strictly the most Popularity and takes the Popularity die."""


class Rolled(BySeat, frozen=True):
    """A player, Boost or Popularity die was rolled (0: blank)."""

    die: Kind
    value: int


class RiskRolled(BySeat, frozen=True):
    """A Risk die was rolled."""

    hits: int
    popularity: int


class GhostRolled(Told, frozen=True):
    """The Ghost's pairs were rolled."""

    faces: tuple[str, ...]
    values: tuple[int, ...]


class RiskIgnored(WithCard, frozen=True):
    """A reaction made the Risk dice count as blank."""


class RiskTaken(BySeat, frozen=True):
    """A Risk die joined the pool, or one of the pool is rolled again."""

    pool: int


class Damaged(BySeat, frozen=True):
    """Hits moved the damage marker."""

    hits: int
    damage: int


class TokenFlipped(BySeat, frozen=True):
    """A Permanent Damage token was flipped."""

    token: int


class Destroyed(BySeat, frozen=True):
    """A car was destroyed."""


class Gained(BySeat, frozen=True):
    """A resource was gained (what exceeds a limit is lost)."""

    what: Resource
    n: int


class Paid(BySeat, frozen=True):
    """A resource was paid or lost."""

    what: Currency
    n: int


class Played(OnSlot, frozen=True):
    """A card was put into a slot; nobody else knew that it was in hand."""

    reveals: ClassVar[bool] = True


class Bought(WithCard, frozen=True):
    """A card was bought."""

    price: int


class Claimed(WithCard, frozen=True):
    """A sealed claim was made."""


class ClaimWon(WithCard, frozen=True):
    """A claim was delivered."""


class ClaimLost(WithCard, frozen=True):
    """A claim failed and was refunded."""

    refund: int


class TookFree(WithCard, frozen=True):
    """A free card went from its stack on top of a deck."""


class Activated(OnSlot, frozen=True):
    """A die was spent on a card."""

    die: Kind


class PassiveUsed(WithCard, frozen=True):
    """A passive effect was used."""


class Drove(BySeat, frozen=True):
    """The car changed its space."""

    start: str
    end: str


class LeftRoad(BySeat, frozen=True):
    """The track ended before a move order was fulfilled."""


class Scouted(BySeat, frozen=True):
    """A Navigator was placed."""

    card: int
    price: int


class Repaired(BySeat, frozen=True):
    """Risk dice went back to the Cockpit."""

    n: int


class DieTurned(BySeat, frozen=True):
    """A die was set to another value."""

    die: Kind
    start: int
    end: int


class Discarded(OnSlot, frozen=True):
    """A card left its slot for the discard pile."""


class Removed(OnSlot, frozen=True):
    """A card left its slot and the game."""


class Replayed(OnSlot, frozen=True):
    """A removed card came back."""


class Swapped(BySeat, frozen=True):
    """Two cards changed slots."""

    first: int
    second: int


class Covered(OnSlot, frozen=True):
    """A card was turned face down."""


class Shuffled(BySeat, frozen=True):
    """The discard pile was shuffled into the deck."""


class LimitRaised(BySeat, frozen=True):
    """Three Navigators may lie on every Stage card."""

    limit: int


class Blocked(BySeat, frozen=True):
    """A Ghost Risk die was blocked."""

    pair: int


class Finished(BySeat, frozen=True):
    """A seat finished driving."""


class DriveShown(BySeat, frozen=True):
    """What a seat did while the others could not see it."""

    reveals: ClassVar[bool] = True
    space: str
    bought: tuple[str, ...]
    scouted: tuple[int, ...]
    destroyed: bool = False


class FreeCardShown(WithCard, frozen=True):
    """Which free card a seat took while the others could not see it."""


class CardFell(Told, frozen=True):
    """A Stage card fell off the board."""

    card: int


class Scored(BySeat, frozen=True):
    """Navigators on the fallen card scored."""

    navigators: int
    what: Resource
    points: int


class GhostScored(Told, frozen=True):
    """The Ghost scored its unblocked Risk dice."""

    speed: int
    popularity: int


class GhostGrew(Told, frozen=True):
    """A pair of dice joined the Ghost's pool."""

    pairs: int


class HandDiscarded(BySeat, frozen=True):
    """Cards were discarded from hand."""

    reveals: ClassVar[bool] = True
    cards: tuple[str, ...]


class Drew(WithCard, frozen=True):
    """A card was drawn; only its owner learns which."""


class ResourcesLost(BySeat, frozen=True):
    """Permanent Damage emptied the stores."""


class FinalScore(BySeat, frozen=True):
    """The sum at the end."""

    speed: int
    cards: int
    risk: int
    bonus: int
    total: int


class GhostFinalScore(Told, frozen=True):
    """The Ghost's sum at the end."""

    speed: int
    bonus: int
    total: int


class Qualified(BySeat, frozen=True):
    """Enough points in the Trial Stage."""

    total: int


class Won(BySeat, frozen=True):
    """Who won."""


class GhostWon(Told, frozen=True):
    """The Ghost won."""


class NobodyWon(Told, frozen=True):
    """No car is left."""


AnyEvent = (
    StageChosen
    | StackLaid
    | DriverChosen
    | RoundBegan
    | PopularityDieTaken
    | Rolled
    | RiskRolled
    | GhostRolled
    | RiskIgnored
    | RiskTaken
    | Damaged
    | TokenFlipped
    | Destroyed
    | Gained
    | Paid
    | Played
    | Bought
    | Claimed
    | ClaimWon
    | ClaimLost
    | TookFree
    | Activated
    | PassiveUsed
    | Drove
    | LeftRoad
    | Scouted
    | Repaired
    | DieTurned
    | Discarded
    | Removed
    | Replayed
    | Swapped
    | Covered
    | Shuffled
    | LimitRaised
    | Blocked
    | Finished
    | DriveShown
    | FreeCardShown
    | CardFell
    | Scored
    | GhostScored
    | GhostGrew
    | HandDiscarded
    | Drew
    | ResourcesLost
    | FinalScore
    | GhostFinalScore
    | Qualified
    | Won
    | GhostWon
    | NobodyWon
)
Events = list[Told]


def hushed(events: Events, to: tuple[int, ...]) -> Events:
    """The events, told to these seats only; that a drive has ended stays public, however it ended."""
    return [
        event
        if isinstance(event, Finished) or event.to is not None
        else msgspec.structs.replace(event, to=to)
        for event in events
    ]


def as_seen_by(event: Told, seat: int | None) -> Told | None:
    """The event as a seat (None: a spectator) learns of it."""
    if event.to is not None and seat not in event.to:
        return None
    if isinstance(event, Drew) and event.seat != seat:
        return msgspec.structs.replace(event, card="hidden")
    return event
