"""What a seat can decide."""

from __future__ import annotations

from paddock.core.game import Action
from paddock.games.dirt_and_dust.language import Kind


class PickStage(Action, frozen=True):
    """Choose the stage (drafted)."""

    stage: str


class PickDriver(Action, frozen=True):
    """Choose a driver (drafted)."""

    driver: str


class React(Action, frozen=True):
    """Let the passive in a slot make the Risk dice just rolled count as blank."""

    slot: int


class Accept(Action, frozen=True):
    """Take the Risk dice as they fell."""


class Play(Action, frozen=True):
    """Put a card from hand into an empty slot."""

    card: str
    slot: int


class Buy(Action, frozen=True):
    """Buy a card of the supply."""

    card: str


class Resolve(Action, frozen=True):
    """Spend an active die above a slot to resolve its card."""

    slot: int
    die: Kind = "player"


class Use(Action, frozen=True):
    """Use an effect (counted from 0) of the card being resolved."""

    effect: int


class Skip(Action, frozen=True):
    """Use no (further) effect of the card being resolved, or not this one of a Stage card."""


class Go(Action, frozen=True):
    """Answer an effect that moves the car: to this space."""

    to: str


class TurnDie(Action, frozen=True):
    """Answer an effect that changes a die: this die to that value."""

    die: Kind
    value: int
    to: int


class Pick(Action, frozen=True):
    """Answer an effect that needs one of the active cards: the one in this slot."""

    slot: int


class Exchange(Action, frozen=True):
    """Answer an effect that swaps two cards: those in these slots."""

    first: int
    second: int


class Replay(Action, frozen=True):
    """Answer an effect that plays a removed card: this one, into this slot."""

    card: str
    slot: int


class Take(Action, frozen=True):
    """Answer an effect that takes a free card: from this stack."""

    card: str


class Scout(Action, frozen=True):
    """Place a Navigator on a Stage card."""

    card: int


class Steer(Action, frozen=True):
    """Braking: pay Traction to move along the row to this space."""

    to: str


class ChangeDie(Action, frozen=True):
    """Pay Wrenches to change an active die."""

    die: Kind
    value: int
    to: int


class Dare(Action, frozen=True):
    """Take a voluntary Risk for Traction."""


class UsePassive(Action, frozen=True):
    """Use the passive effect of the card in a slot."""

    slot: int


class Block(Action, frozen=True):
    """Lay an active die on a Ghost Risk die (pairs counted from 0)."""

    pair: int
    die: Kind = "player"


class Finish(Action, frozen=True):
    """Finish the Driving Phase."""


class Pass(Action, frozen=True):
    """Buy nothing more after a failed claim."""


class Discard(Action, frozen=True):
    """Discard these cards from hand, then draw."""

    cards: tuple[str, ...] = ()


AnyAction = (
    PickStage
    | PickDriver
    | React
    | Accept
    | Play
    | Buy
    | Resolve
    | Use
    | Skip
    | Go
    | TurnDie
    | Pick
    | Exchange
    | Replay
    | Take
    | Scout
    | Steer
    | ChangeDie
    | Dare
    | UsePassive
    | Block
    | Finish
    | Pass
    | Discard
)
