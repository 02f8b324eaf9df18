"""The cards and everything else in the box: data, checked when it is loaded."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import resources
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from paddock.core.errors import BadInput
from paddock.games.dirt_and_dust.language import (
    IN_A_REACTION,
    Cost,
    Count,
    DiscardSelf,
    Effect,
    TripleNavigators,
    Zone,
    snake,
)


class Card(Struct, frozen=True, kw_only=True):
    """A card that lies in slots: starter, driver and Racing Team cards."""

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
    """A card of the supply."""

    set: Literal["A", "B"]
    number: Annotated[int, Meta(ge=1, le=9)]
    copies: Count
    cost: Cost


class MoveOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a Stage card sends the car."""

    dir: Literal["left", "right"]
    n: Count


class StageCard(Struct, frozen=True, kw_only=True):
    """One piece of the road."""

    no: Count
    cost: Cost
    moves: tuple[MoveOrder, ...]
    effects: tuple[Effect, ...]
    source: Annotated[str, Meta(min_length=1)]


class Stage(Struct, frozen=True):
    """A whole road, card 1 falling first."""

    id: str
    name: str
    cards: tuple[StageCard, ...]


class Driver(Struct, frozen=True):
    """A driver and the cards they bring."""

    id: str
    name: str
    cards: tuple[DriverCard, ...]


class Trial(Struct, frozen=True):
    """What is special about the Trial Stage."""

    market: tuple[str, ...]
    starting_deck: tuple[str, ...]
    qualify_at: int


class Space(Struct, frozen=True):
    """A space of the Position Track."""

    id: str
    zone: Zone
    value: Annotated[int, Meta(ge=0, le=20)]
    pays: Literal["speed", "popularity"]


class Track(Struct, frozen=True):
    """The Position Track: the top row has one space less than the bottom row."""

    top: tuple[Space, ...]
    bottom: tuple[Space, ...]
    start: str


class RiskFace(Struct, frozen=True):
    """A face of the Risk die."""

    hits: Annotated[int, Meta(ge=0, le=10)]
    popularity: Annotated[int, Meta(ge=0, le=10)]

    @property
    def name(self) -> str:
        """The face as an outcome: `2`, `3+1`."""
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
    """How much there is of everything."""

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
    """How the Ghost starts."""

    id: str
    name: str
    start_pairs: Annotated[int, Meta(ge=0, le=3)]
    risk_dice_on_stage_cards: tuple[Count, ...]


class Scoring(Struct, frozen=True):
    """What counts at the end."""

    popularity_first: int
    popularity_second: int
    popularity_minimum: int
    per_risk_die_in_pool: int


class Box(Struct, frozen=True):
    """Everything in the box, checked."""

    limits: Limits
    track: Track
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


T = TypeVar("T")


def refuse(card: str, reason: str) -> BadInput:
    """The refusal of a card file, naming the card and what is wrong with it."""
    return BadInput("dirt-and-dust.bad-card", card=card, reason=reason)


def _read(kind: type[T], name: str, values: Any) -> T:
    try:
        return msgspec.convert(values, type=kind)
    except msgspec.ValidationError as error:
        raise refuse(name, str(error)) from None


def _title(values: Any, place: str) -> str:
    if not isinstance(values, dict):
        return place
    return f"{values.get('name', place)} ({values['id']})" if "id" in values else values.get("name", place)


def _part(data: Any, *keys: str) -> Any:
    for key in keys:
        if not isinstance(data, dict) or key not in data:
            raise refuse(".".join(keys), f"`{key}` is missing")
        data = data[key]
    return data


def _check_passive(name: str, card: Card) -> None:
    for effect in card.effects:
        if effect.reaction:
            raise refuse(name, "`ignore_risk_roll` belongs in the passive")
    passive = card.passive
    if passive is None:
        return
    if passive.mandatory:
        raise refuse(name, "a passive cannot be mandatory")
    if passive.reaction:
        for op in passive.do:
            if not isinstance(op, IN_A_REACTION):
                raise refuse(name, f"`{snake(type(op).__name__)}` cannot be part of a reaction")


def _cards(kind: type[T], data: Any, place: str, check: Callable[[str, T], None]) -> tuple[T, ...]:
    cards = []
    for number, values in enumerate(data, 1):
        name = _title(values, f"{place} {number}")
        card = _read(kind, name, values)
        check(name, card)
        cards.append(card)
    return tuple(cards)


def _stage(data: Any, length: int | None) -> Stage:
    title = str(_part(data, "name"))
    cards = []
    for number, values in enumerate(_part(data, "cards"), 1):
        name = f"{title} {number}"
        card = _read(StageCard, name, values)
        if card.no != number:
            raise refuse(name, f"card {number} of a stage must have `no` {number}, not {card.no}")
        for effect in card.effects:
            if effect.reaction or any(isinstance(op, DiscardSelf) for op in effect.do):
                raise refuse(name, "a Stage card lies in no slot: it cannot react or discard itself")
        cards.append(card)
    raising = [c.no for c in cards if any(isinstance(op, TripleNavigators) for e in c.effects for op in e.do)]
    if length is not None and (len(cards) != length or len(raising) != 1):
        raise refuse(title, f"a stage has {length} cards, one of them with `triple_navigators`")
    return Stage(str(_part(data, "id")), title, tuple(cards))


def load(file: bytes) -> Box:
    """Read a component file; raises BadInput that names the card and the reason."""
    try:
        data = msgspec.json.decode(file)
    except msgspec.DecodeError as error:
        raise refuse("file", str(error)) from None
    starters = _cards(StarterCard, _part(data, "starter_cards"), "starter card", _check_passive)
    team = _cards(TeamCard, _part(data, "team_cards"), "team card", _check_passive)
    drivers = {}
    for values in _part(data, "drivers"):
        cards = _cards(DriverCard, _part(values, "cards"), "driver card", _check_passive)
        driver = Driver(str(_part(values, "id")), str(_part(values, "name")), cards)
        drivers[driver.id] = driver
    known: dict[str, Card] = {}
    for card in (*starters, *(c for d in drivers.values() for c in d.cards), *team):
        if card.id in known:
            raise refuse(f"{card.name} ({card.id})", "the id occurs twice")
        known[card.id] = card
    for letter in ("A", "B"):
        numbers = sorted(card.number for card in team if card.set == letter)
        if numbers != list(range(1, 10)):
            raise refuse(f"set {letter}", f"numbers 1 to 9 must each occur once, not {numbers}")
    trial = _read(Trial, "trial", _part(data, "trial"))
    for name in (*trial.market, *trial.starting_deck):
        if name not in known:
            raise refuse(name, "the Trial Stage asks for a card that does not exist")
    stages = {stage.id: stage for stage in (_stage(values, 10) for values in _part(data, "stages"))}
    stages["trial"] = _stage(data["trial"], None)
    faces = [0 if face == "blank" else face for face in _part(data, "dice", "popularity", "faces")]
    levels = _read(tuple[GhostLevel, ...], "solo.levels", _part(data, "solo", "levels"))
    return Box(
        limits=_read(Limits, "limits", _part(data, "limits")),
        track=_read(Track, "position track", _part(data, "cockpit", "position_track")),
        damage_end=_read(int, "damage track", _part(data, "cockpit", "damage_track", "end")),
        tokens=_read(tuple[DamageToken, ...], "tokens", _part(data, "cockpit", "permanent_damage")),
        risk_faces=_read(tuple[RiskFace, ...], "risk die", _part(data, "dice", "risk", "faces")),
        popularity_faces=_read(tuple[int, ...], "popularity die", faces),
        face_up=_read(int, "stage board", _part(data, "stage_board", "face_up_spaces")),
        face_up_easier=_read(int, "variants", _part(data, "variants", "easier", "face_up_spaces")),
        cards=known,
        starters=starters,
        drivers=drivers,
        team={card.id: card for card in team},
        stages=stages,
        trial=trial,
        scoring=_read(Scoring, "scoring", _part(data, "scoring")),
        ghosts={level.id: level for level in levels},
    )


@lru_cache
def box() -> Box:
    """The cards that come with the package."""
    return load((resources.files(__package__) / "data" / "components.json").read_bytes())


BOX = box()
