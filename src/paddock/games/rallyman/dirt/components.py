"""The DIRT box except its tiles: dice, cockpits, time cards, damage tokens, the spare wheel."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from paddock.core.data import decode_data, game_data
from paddock.games.rallyman.dice import BRAKE, COAST, LEADER, DiceSet
from paddock.tracks.faces import Danger

Count = Annotated[int, Meta(ge=0)]
DamageSide = Literal["gear", "green_flag", "coast", "brake"]
ShortcutSide = Literal["ok", "puncture", "mud_minus_1"]
Up = Literal["gear", "green_flag", "coast", "brake", "ok", "puncture", "mud_minus_1"]
"""What the upper side of a damage token shows."""
BackType = Literal["spin", "crash", "sisu"]


class Column(Struct, frozen=True):
    """A column of the cockpit: dice and hazard limit on a terrain."""

    gear: Count
    coast: Count
    leader: Count
    brake: Count
    hazard_limit: Annotated[int, Meta(ge=1)]
    used_in_base_game: bool


class _Back(Struct):
    type: BackType
    count: Count
    seconds: Count
    damage: dict[Danger, Count] = {}


class _Deck(Struct):
    gear: int
    cards: Count
    front_seconds: Count
    gear_after_back: Literal[0]
    backs: tuple[_Back, ...]


class _TimeCards(Struct):
    total: int
    decks: tuple[_Deck, ...]
    zero_turn_seconds: Count


class _Token(Struct):
    damage_side: DamageSide
    shortcut_side: ShortcutSide
    count: Count


class _Tokens(Struct):
    total: int
    damage_side_totals: dict[DamageSide, int]
    shortcut_side_totals: dict[ShortcutSide, int]
    tokens: tuple[_Token, ...]


class _SpareWheel(Struct):
    per_player: int
    gear_when_used: Literal[0]
    seconds_when_used: Count
    removes: Literal["gear", "coast"]


class _Die(Struct):
    id: str
    colour: str
    count: int
    hazard_faces: int
    faces: tuple[str, ...]


class _Dice(Struct):
    count: int
    types: tuple[_Die, ...]


class _Cockpit(Struct):
    columns: dict[str, Column]


class _Seconds(Struct):
    total: int
    values: tuple[int, ...]
    counts: dict[str, int]


class _Players(Struct):
    min: int
    max: int


class _Box(Struct):
    players: _Players
    time_cards: int
    damage_tokens: int
    second_tokens: int
    dice: int
    cockpits: int
    driver_cards: int
    cars: int
    spare_wheel_cards: int
    sisu_tokens: int


class _StageLength(Struct):
    name: str
    tiles: int
    minutes: int


class _RallyLength(Struct):
    name: str
    stages: str
    minutes: int


class _Lengths(Struct):
    for_players: int
    stage: tuple[_StageLength, ...]
    rally: tuple[_RallyLength, ...]


class _Penalty(Struct):
    value: Count


class Components(Struct):
    """The data file, validated when it is loaded."""

    box: _Box
    dice: _Dice
    cockpit: _Cockpit
    time_cards: _TimeCards
    spare_wheel_card: _SpareWheel
    damage_tokens: _Tokens
    second_tokens: _Seconds
    retirement_penalty_seconds: _Penalty
    stage_length_advice: _Lengths

    def __post_init__(self) -> None:
        cards, tokens = self.time_cards, self.damage_tokens
        if sum(deck.cards for deck in cards.decks) != cards.total:
            raise ValueError("the time cards do not add up")
        if [deck.gear for deck in cards.decks] != [1, 2, 3, 4, 5, 6]:
            raise ValueError("there is one deck for every gear from 1 to 6")
        for deck in cards.decks:
            if sum(back.count for back in deck.backs) != deck.cards:
                raise ValueError(f"the backs of gear {deck.gear} do not add up")
        for side, totals in (
            ("damage_side", dict(tokens.damage_side_totals)),
            ("shortcut_side", dict(tokens.shortcut_side_totals)),
        ):
            for token in tokens.tokens:
                totals[getattr(token, side)] -= token.count
            if any(totals.values()):
                raise ValueError(f"the damage tokens do not add up by their {side}")
        if sum(token.count for token in tokens.tokens) != tokens.total:
            raise ValueError("the damage tokens do not add up")
        for name in ("gravel", "gravel_leader"):
            if name not in self.cockpit.columns:
                raise ValueError(f"the cockpit needs the column {name}")
        for die in self.dice.types:
            if len(die.faces) != 6 or die.faces.count("hazard") != die.hazard_faces:
                raise ValueError(f"the faces of {die.id} do not add up")


def read_file(file: bytes) -> Components:
    """Returns the figures of the box from a data file, validated."""
    return decode_data("rallyman-dirt", file, Components)


@lru_cache
def components() -> Components:
    """Returns the figures of the box in use."""
    return read_file(game_data("rallyman-dirt", "paddock.games.rallyman.dirt"))


class Back(NamedTuple):
    """A kind of time card back: its gear and name in its deck, its cost, and how many there are."""

    gear: int
    name: str
    type: BackType
    seconds: int
    damage: dict[Danger, int]
    copies: int


def _backs() -> tuple[Back, ...]:
    return tuple(
        Back(
            deck.gear,
            "-".join([back.type, *(str(back.damage[danger]) for danger in back.damage)]),
            back.type,
            back.seconds,
            back.damage,
            back.count,
        )
        for deck in components().time_cards.decks
        for back in deck.backs
    )


BACKS = _backs()
"""All kinds of back, by gear."""
BACK = {(back.gear, back.name): number for number, back in enumerate(BACKS)}
"""The number of a kind of back, by gear and name."""
ALL_BACKS = tuple(back.copies for back in BACKS)
FRONT_SECONDS = (0, *(deck.front_seconds for deck in components().time_cards.decks))
"""Seconds on the front of a card, by gear."""
ZERO_TURN_SECONDS = components().time_cards.zero_turn_seconds
SPARE_WHEEL_SECONDS = components().spare_wheel_card.seconds_when_used
RETIREMENT_SECONDS = components().retirement_penalty_seconds.value

TOKENS = tuple(f"{t.damage_side}/{t.shortcut_side}" for t in components().damage_tokens.tokens)
"""The kinds of damage token, named by their two sides."""
TOKEN = {name: number for number, name in enumerate(TOKENS)}
FULL_BAG = tuple(token.count for token in components().damage_tokens.tokens)
KINDS = len(TOKENS)
UP: tuple[Up, ...] = (
    *(token.damage_side for token in components().damage_tokens.tokens),
    *(token.shortcut_side for token in components().damage_tokens.tokens),
)
"""The visible side of a token: token k is k (damage side up) or k + KINDS (shortcut side up)."""


def shortcut_share(side: ShortcutSide) -> float:
    """Returns the share of all damage tokens that show this on their shortcut side."""
    tokens = components().damage_tokens
    return tokens.shortcut_side_totals[side] / tokens.total


def column(leader: bool) -> Column:
    """Returns the cockpit column in force on gravel (DIRT-DICE-1, DIRT-LEAD-1)."""
    return components().cockpit.columns["gravel_leader" if leader else "gravel"]


HAZARD_LIMIT = column(leader=False).hazard_limit


@lru_cache
def dice() -> DiceSet:
    """Returns the dice of the box."""
    letters = {"coast": COAST, "leader": LEADER, "brake": BRAKE}
    return DiceSet(
        {
            letters.get(die.id) or die.id.removeprefix("gear"): die.hazard_faces
            for die in components().dice.types
        }
    )
