"""What decisions and dice brought about."""

from __future__ import annotations

import msgspec

from paddock.core.game import Event
from paddock.games.dirt_and_dust.language import Currency, Kind, Resource


class Told(Event, frozen=True, kw_only=True):
    """Base of the events; `to` lists the seats that learn of it now (None: everybody)."""

    to: tuple[int, ...] | None = None


class StageChosen(Told, frozen=True):
    """The stage is known."""

    stage: str


class StackLaid(Told, frozen=True):
    """A stack of the supply is known."""

    card: str


class DriverChosen(Told, frozen=True):
    """A driver found a seat."""

    seat: int
    driver: str


class RoundBegan(Told, frozen=True):
    """A round began."""

    round: int


class PopularityDieTaken(Told, frozen=True):
    """Somebody has strictly the most Popularity and takes the Popularity die."""

    seat: int


class Rolled(Told, frozen=True):
    """A player, Boost or Popularity die was rolled (0: blank)."""

    seat: int
    die: Kind
    value: int


class RiskRolled(Told, frozen=True):
    """A Risk die was rolled."""

    seat: int
    hits: int
    popularity: int


class GhostRolled(Told, frozen=True):
    """The Ghost's pairs were rolled."""

    faces: tuple[str, ...]
    values: tuple[int, ...]


class RiskIgnored(Told, frozen=True):
    """A reaction made the Risk dice count as blank."""

    seat: int
    card: str


class RiskTaken(Told, frozen=True):
    """A Risk die joined the pool, or one of the pool is rolled again."""

    seat: int
    pool: int


class Damaged(Told, frozen=True):
    """Hits moved the damage marker."""

    seat: int
    hits: int
    damage: int


class TokenFlipped(Told, frozen=True):
    """A Permanent Damage token was flipped."""

    seat: int
    token: int


class Destroyed(Told, frozen=True):
    """A car was destroyed."""

    seat: int


class Gained(Told, frozen=True):
    """A resource was gained (what exceeds a limit is lost)."""

    seat: int
    what: Resource
    n: int


class Paid(Told, frozen=True):
    """A resource was paid or lost."""

    seat: int
    what: Currency
    n: int


class Played(Told, frozen=True):
    """A card was put into a slot."""

    seat: int
    card: str
    slot: int


class Bought(Told, frozen=True):
    """A card was bought."""

    seat: int
    card: str
    price: int


class Claimed(Told, frozen=True):
    """A sealed claim was made."""

    seat: int
    card: str


class ClaimWon(Told, frozen=True):
    """A claim was delivered."""

    seat: int
    card: str


class ClaimLost(Told, frozen=True):
    """A claim failed and was refunded."""

    seat: int
    card: str
    refund: int


class TookFree(Told, frozen=True):
    """A free card went on top of a deck, face down; only its owner learns which."""

    seat: int
    card: str


class Activated(Told, frozen=True):
    """A die was spent on a card."""

    seat: int
    card: str
    slot: int
    die: Kind


class PassiveUsed(Told, frozen=True):
    """A passive effect was used."""

    seat: int
    card: str


class Drove(Told, frozen=True):
    """The car changed its space."""

    seat: int
    start: str
    end: str


class LeftRoad(Told, frozen=True):
    """The track ended before a move order was fulfilled."""

    seat: int


class Scouted(Told, frozen=True):
    """A Navigator was placed."""

    seat: int
    card: int
    price: int


class Repaired(Told, frozen=True):
    """Risk dice went back to the Cockpit."""

    seat: int
    n: int


class DieTurned(Told, frozen=True):
    """A die was set to another value."""

    seat: int
    die: Kind
    start: int
    end: int


class Discarded(Told, frozen=True):
    """A card left its slot for the discard pile."""

    seat: int
    card: str
    slot: int


class Removed(Told, frozen=True):
    """A card left its slot and the game."""

    seat: int
    card: str
    slot: int


class Replayed(Told, frozen=True):
    """A removed card came back."""

    seat: int
    card: str
    slot: int


class Swapped(Told, frozen=True):
    """Two cards changed slots."""

    seat: int
    first: int
    second: int


class Covered(Told, frozen=True):
    """A card was turned face down."""

    seat: int
    card: str
    slot: int


class Shuffled(Told, frozen=True):
    """The discard pile was shuffled into the deck."""

    seat: int


class LimitRaised(Told, frozen=True):
    """Three Navigators may lie on every Stage card."""

    seat: int
    limit: int


class Blocked(Told, frozen=True):
    """A Ghost Risk die was blocked."""

    seat: int
    pair: int


class Finished(Told, frozen=True):
    """A seat finished driving."""

    seat: int


class DriveShown(Told, frozen=True):
    """What a seat did while the others could not see it."""

    seat: int
    space: str
    bought: tuple[str, ...]
    scouted: tuple[int, ...]
    destroyed: bool = False


class CardFell(Told, frozen=True):
    """A Stage card fell off the board."""

    card: int


class Scored(Told, frozen=True):
    """Navigators on the fallen card scored."""

    seat: int
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


class HandDiscarded(Told, frozen=True):
    """Cards were discarded from hand."""

    seat: int
    cards: tuple[str, ...]


class Drew(Told, frozen=True):
    """A card was drawn; only its owner learns which."""

    seat: int
    card: str


class ResourcesLost(Told, frozen=True):
    """Permanent Damage emptied the stores."""

    seat: int


class FinalScore(Told, frozen=True):
    """The sum at the end."""

    seat: int
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


class Qualified(Told, frozen=True):
    """Enough points in the Trial Stage."""

    seat: int
    total: int


class Won(Told, frozen=True):
    """Who won."""

    seat: int


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
    """The events, told to these seats only; what concerns everybody stays public."""
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
    if isinstance(event, Drew | TookFree) and event.seat != seat:
        return msgspec.structs.replace(event, card="hidden")
    return event
