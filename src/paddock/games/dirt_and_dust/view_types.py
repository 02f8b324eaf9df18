"""The types of the table view that a seat is sent."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from paddock.core.messages import Message
from paddock.games.dirt_and_dust.components import MoveOrder, RiskFace, Space
from paddock.games.dirt_and_dust.language import Effect, Kind
from paddock.games.dirt_and_dust.scoring import Score
from paddock.games.dirt_and_dust.state import (
    Claim,
    Die,
    Phase,
    Placed,
)


class CardView(Struct, frozen=True, omit_defaults=True):
    """A card as printed, and in words."""

    id: str
    name: str
    points: int
    effects: tuple[Effect, ...]
    lines: tuple[tuple[Message, ...], ...]
    passive: Effect | None = None
    cost: int | None = None
    driver: str = ""


class StageCardView(Struct, frozen=True):
    """A face-up Stage card; the first one falls next."""

    no: int
    cost: int
    moves: tuple[MoveOrder, ...]
    effects: tuple[Effect, ...]
    lines: tuple[tuple[Message, ...], ...]
    navigators: tuple[int, ...]
    """The number of Navigators of each seat on it."""
    ghost_die: bool = False


class Stack(Struct, frozen=True):
    """A stack of the supply."""

    card: str
    copies: int
    cost: int
    sealed: bool
    """Whether the seat's next copy would be a sealed claim."""
    disputed: bool
    """Whether equal players claimed its last copies, which closes it for this phase."""


class Board(Struct, frozen=True):
    """A player's Cockpit and Racing Team board, as everybody may see them."""

    seat: int
    driver: str
    space: str
    wrench: int
    traction: int
    popularity: int
    speed: int
    risk_pool: int
    risk_cockpit: int
    damage: int
    tokens: int
    navigators_left: int
    navigator_limit: int
    slots: tuple[Placed | None, ...]
    dice: tuple[Die, ...]
    removed: tuple[Placed, ...]
    discards: dict[str, int]
    deck_size: int
    hand_size: int
    unseen: dict[str, int]
    """The cards in hand and deck together."""
    out: bool
    finished: bool
    as_before: bool
    """Whether it is shown as it was at the start of the Driving Phase."""


class EffectView(Struct, frozen=True):
    """An effect of the card being resolved."""

    index: int
    status: Literal["used", "now", "usable", "unavailable"]
    must: bool
    """Whether it must be resolved before the card ends."""


class DoingView(Struct, frozen=True):
    """The card the seat is resolving."""

    source: Literal["card", "stage", "passive"]
    card: str
    slot: int
    die: Kind | None
    value: int
    effects: tuple[EffectView, ...]
    asks: str | None
    """The operation that waits for an answer."""


class Own(Struct, frozen=True):
    """The private information of a seat."""

    hand: tuple[str, ...]
    deck: dict[str, int]
    """The cards of the deck whose order is unknown."""
    top: tuple[str, ...]
    """Known cards on top of the deck; the last one is drawn next."""
    claims: tuple[Claim, ...]
    failed: tuple[Claim, ...]
    doing: DoingView | None
    risk_faces: tuple[RiskFace, ...]
    """Risk dice just rolled that can still be ignored."""
    reactions: tuple[int, ...]
    hand_limit: int
    prices: dict[str, int]
    """The present price of each stack."""
    navigator_prices: dict[int, int]
    """The present price of a Navigator on each face-up card."""


class GhostView(Struct, frozen=True):
    """The Ghost Driver."""

    level: str
    speed: int
    popularity: int
    pairs: int
    waiting: tuple[int, ...]
    faces: tuple[RiskFace, ...]
    values: tuple[int, ...]
    blocked: tuple[bool, ...]
    score: Score
    total: int


class ScoreView(Struct, frozen=True):
    """A seat's final score by the present public information."""

    speed: int
    cards: int
    risk: int
    bonus: int
    total: int


class View(Struct, frozen=True, tag="dirt-and-dust", tag_field="game"):
    """The table as a seat sees it."""

    phase: Phase
    round: int
    rounds: int
    stage: str
    waiting: tuple[int, ...]
    """The seats that have not finished the phase."""
    sequential: bool
    boards: tuple[Board, ...]
    own: Own | None
    road: tuple[StageCardView, ...]
    stage_deck: int
    market: tuple[Stack, ...]
    priority: tuple[tuple[int, ...], ...]
    popularity_die: int | None
    ghost: GhostView | None
    cards: dict[str, CardView]
    track: tuple[tuple[Space, ...], tuple[Space, ...]]
    scores: tuple[ScoreView, ...]
    """Empty until the game is over."""
