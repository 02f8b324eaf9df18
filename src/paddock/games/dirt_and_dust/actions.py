"""Actions of a seat."""

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
    """Use the passive in a slot to treat the Risk dice just rolled as blank."""

    slot: int


class Accept(Action, frozen=True):
    """Accept the Risk dice as rolled."""


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
    """Decline the remaining effects of the card being resolved, or the current one of a Stage card."""


class Go(Action, frozen=True):
    """Answer an effect that moves the car: the space."""

    to: str


class TurnDie(Action, frozen=True):
    """Answer an effect that changes a die: the die and the new value."""

    die: Kind
    value: int
    to: int


class Pick(Action, frozen=True):
    """Answer an effect that needs one of the active cards: its slot."""

    slot: int


class Exchange(Action, frozen=True):
    """Answer an effect that swaps two cards: their slots."""

    first: int
    second: int


class Replay(Action, frozen=True):
    """Answer an effect that plays a removed card: the card and its new slot."""

    card: str
    slot: int


class Take(Action, frozen=True):
    """Answer an effect that takes a free card: the stack."""

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
    """Place an active die on a Ghost Risk die (pairs counted from 0)."""

    pair: int
    die: Kind = "player"


class Finish(Action, frozen=True):
    """Finish the Driving Phase."""


class Pass(Action, frozen=True):
    """End the purchases after a failed claim."""


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
