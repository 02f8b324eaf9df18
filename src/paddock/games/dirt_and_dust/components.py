"""The contents of the box as types: the schema of a component file."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from paddock.games.dirt_and_dust.language import Cost, Count, Effect, Zone

StageId = Literal["blue_haven", "old_town", "eagle_pass", "deep_forest", "midnight_run", "trial"]
DriverId = Literal["HJ", "SF", "AY", "FK"]
TrackId = Literal["bricks", "pairs"]
Level = Literal["greenhorn", "novice", "amateur", "standard", "daredevil", "veteran", "devil"]
PopularityFace = Annotated[int, Meta(ge=0, le=2)]
"""0 is a blank; by DD-DIE-4 no value is above 2."""


class Card(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card for slots: a starter, driver or Racing Team card."""

    id: str
    name: str
    points: Annotated[int, Meta(ge=-20, le=20)]
    effects: tuple[Effect, ...]
    source: Annotated[str, Meta(min_length=1)]
    passive: Effect | None = None


class StarterCard(Card, frozen=True, kw_only=True):
    """A card everyone starts with."""

    copies_per_player: Count


class DriverCard(Card, frozen=True, kw_only=True):
    """A card of one driver."""

    copies: Count


class TeamCard(Card, frozen=True, kw_only=True):
    """A card in the supply."""

    set: Literal["A", "B"]
    number: Annotated[int, Meta(ge=1, le=9)]
    copies: Count
    cost: Cost


class MoveOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """The move order of a Stage card."""

    dir: Literal["left", "right"]
    n: Count


class StageCard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One piece of the road."""

    no: Count
    cost: Cost
    moves: tuple[MoveOrder, ...]
    effects: tuple[Effect, ...]
    source: Annotated[str, Meta(min_length=1)]


class Stage(Struct, frozen=True):
    """A whole road; card 1 falls first."""

    id: StageId
    name: str
    cards: tuple[StageCard, ...]


class Driver(Struct, frozen=True):
    """A driver and the cards they bring."""

    id: DriverId
    name: str
    cards: tuple[DriverCard, ...]


class Trial(Struct, frozen=True):
    """The special rules of the Trial Stage."""

    market: Annotated[tuple[str, ...], Meta(min_length=1)]
    starting_deck: tuple[str, ...]
    qualify_at: Annotated[int, Meta(ge=0, le=200)]


class Space(Struct, frozen=True):
    """A space of the Position Track."""

    id: str
    zone: Zone
    value: Annotated[int, Meta(ge=0, le=20)]
    pays: Literal["speed", "popularity"]


class Track(Struct, frozen=True):
    """A Position Track: bricks (one space more in the bottom row), or two spaces below each top space."""

    top: tuple[Space, ...]
    bottom: tuple[Space, ...]
    start: str


class RiskFace(Struct, frozen=True):
    """A face of the Risk die."""

    hits: Annotated[int, Meta(ge=0, le=10)]
    popularity: Annotated[int, Meta(ge=0, le=10)]

    @property
    def name(self) -> str:
        """The face as the outcome of a chance node: `2`, `3+1`."""
        return f"{self.hits}+{self.popularity}" if self.popularity else str(self.hits)


class DamageToken(Struct, frozen=True):
    """A Permanent Damage token."""

    n: Count
    modifier: Literal[
        "navigator_move",
        "card_cost",
        "navigator_cost",
        "hand_limit",
        "passives",
        "round_end_reset",
        "eliminated",
    ]
    add: int = 0
    set: int | str | bool | tuple[str, ...] = 0


class Limits(Struct, frozen=True):
    """The limits of resources and components."""

    wrench: Count
    traction: Count
    popularity: Count
    hand: Count
    slots: Count
    navigators_per_player: Count
    navigators_per_stage_card: Count
    navigators_per_stage_card_tripled: Count
    risk_dice_per_player: Count
    player_dice: Count


class GhostLevel(Struct, frozen=True):
    """The start of the Ghost at a level."""

    id: Level
    name: str
    start_pairs: Annotated[int, Meta(ge=0, le=3)]
    risk_dice_on_stage_cards: tuple[Count, ...]


class Scoring(Struct, frozen=True):
    """The values of the final scoring."""

    popularity_first: int
    popularity_second: int
    popularity_minimum: int
    per_risk_die_in_pool: int


class Box(Struct, frozen=True):
    """All components of the box, validated."""

    limits: Limits
    tracks: dict[str, Track]
    damage_end: int
    tokens: tuple[DamageToken, ...]
    risk_faces: tuple[RiskFace, ...]
    popularity_faces: tuple[int, ...]
    face_up: int
    face_up_easier: int
    cards: dict[str, Card]
    starters: tuple[StarterCard, ...]
    drivers: dict[str, Driver]
    team: dict[str, TeamCard]
    stages: dict[str, Stage]
    trial: Trial
    scoring: Scoring
    ghosts: dict[str, GhostLevel]
