"""Events: the effects of decisions and dice."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from paddock.core.game import Event
from paddock.core.messages import SeatNo
from paddock.games.dirt_and_dust.language import Currency, Kind, Resource


class Told(Event, frozen=True, kw_only=True):
    """Base of the events; `to` lists the seats that see it now (None: everybody)."""

    to: tuple[int, ...] | None = None


class BySeat(Told, frozen=True):
    """Base of events about a seat."""

    seat: SeatNo


class WithCard(BySeat, frozen=True):
    """Base of events about a seat's card."""

    card: str


class OnSlot(WithCard, frozen=True):
    """Base of events about a card in a slot."""

    slot: int


class StageChosen(Told, frozen=True):
    """The stage was chosen."""

    stage: str


class StackLaid(Told, frozen=True):
    """The version of a supply stack was chosen."""

    card: str


class DriverChosen(BySeat, frozen=True):
    """A seat's driver was chosen."""

    driver: str


class RoundBegan(Told, frozen=True):
    """A round began."""

    round: int


class PopularityDieTaken(BySeat, frozen=True):
    """A seat with strictly the most Popularity takes the Popularity die."""


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
    """A reaction treats the Risk dice as blank."""


class RiskTaken(BySeat, frozen=True):
    """A Risk die joined the pool, or one of a full pool is rolled again."""

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
    """A resource was gained; the excess over its limit is lost."""

    what: Resource
    n: int


class Paid(BySeat, frozen=True):
    """A resource was paid or lost."""

    what: Currency
    n: int


class Played(OnSlot, frozen=True):
    """A card was played into a slot, which shows that it was in hand."""

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
    """A free card was taken from its stack and put on top of a deck."""


class Activated(OnSlot, frozen=True):
    """A die was spent on a card."""

    die: Kind


class PassiveUsed(WithCard, frozen=True):
    """A passive effect was used."""


class Drove(BySeat, frozen=True):
    """The car moved to another space."""

    start: str
    end: str


class LeftRoad(BySeat, frozen=True):
    """The end of the track cut a move order short."""


class Scouted(BySeat, frozen=True):
    """A Navigator was placed."""

    card: int
    price: int


class Repaired(BySeat, frozen=True):
    """Risk dice were returned to the Cockpit."""

    n: int


class DieTurned(BySeat, frozen=True):
    """A die was set to another value."""

    die: Kind
    start: int
    end: int


class Discarded(OnSlot, frozen=True):
    """A card was moved from its slot to the discard pile."""


class Removed(OnSlot, frozen=True):
    """A card was removed from its slot and from the game."""


class Replayed(OnSlot, frozen=True):
    """A removed card was played again."""


class Swapped(BySeat, frozen=True):
    """Two cards were swapped."""

    first: int
    second: int


class Covered(OnSlot, frozen=True):
    """A card was turned face down."""


class Shuffled(BySeat, frozen=True):
    """The discard pile was shuffled into the deck."""


class LimitRaised(BySeat, frozen=True):
    """From now on each Stage card may hold three Navigators."""

    limit: int


class Blocked(BySeat, frozen=True):
    """A Ghost Risk die was blocked."""

    pair: int


class Finished(BySeat, frozen=True):
    """A seat finished driving."""


class DriveShown(BySeat, frozen=True):
    """What a seat did in its hidden drive becomes public."""

    reveals: ClassVar[bool] = True
    space: str
    bought: tuple[str, ...]
    scouted: tuple[int, ...]
    destroyed: bool = False


class FreeCardShown(WithCard, frozen=True):
    """The free card a seat took in its hidden drive becomes public."""


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
    """A card was drawn; only its owner sees which."""


class ResourcesLost(BySeat, frozen=True):
    """Permanent Damage set the resources to zero."""


class FinalScore(BySeat, frozen=True):
    """A seat's final score."""

    speed: int
    cards: int
    risk: int
    bonus: int
    total: int


class GhostFinalScore(Told, frozen=True):
    """The Ghost's final score."""

    speed: int
    bonus: int
    total: int


class Qualified(BySeat, frozen=True):
    """A seat has enough points in the Trial Stage."""

    total: int


class Won(BySeat, frozen=True):
    """The winners."""


class GhostWon(Told, frozen=True):
    """The Ghost won."""


class NobodyWon(Told, frozen=True):
    """No car is left, so nobody won."""


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
    """Returns the events, visible to these seats only; the end of a drive stays public."""
    return [
        event
        if isinstance(event, Finished) or event.to is not None
        else msgspec.structs.replace(event, to=to)
        for event in events
    ]


def as_seen_by(event: Told, seat: int | None) -> Told | None:
    """Returns the event as a seat (None: a spectator) may see it."""
    if event.to is not None and seat not in event.to:
        return None
    if isinstance(event, Drew) and event.seat != seat:
        return msgspec.structs.replace(event, card="hidden")
    return event
