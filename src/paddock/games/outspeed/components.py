"""What is in the box: tiles, dice, tokens and boards, read from a data file and checked on load."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any, Literal

import msgspec

from paddock.core.errors import BadInput
from paddock.games.outspeed.terms import (
    COLOURS,
    DICE,
    Case,
    Choose,
    Chosen,
    Colour,
    DieName,
    Expression,
    Misread,
    parts_of,
    read_expression,
    worth,
)

SideName = Literal["3-4", "5-6"]
TileKind = Literal["track", "finish"]
SIDES: tuple[SideName, ...] = ("3-4", "5-6")
KINDS: tuple[TileKind, ...] = ("track", "finish")
TOKEN_COUNTS = {
    "electromagnet": 2,
    "ion_cannon": 2,
    "force_field": 7,
    "nitro": 7,
    "flamethrower": 7,
    "fuel_tank": 7,
}
Target = Literal[
    "own-ship",
    "own-zone",
    "nearest-zone-ahead",
    "every-zone-ahead",
    "leading-zone",
    "between-own-and-leading-zone",
]
Condition = Literal["in-the-last-zone", "before-the-finish-tile"]
REWARDS = ("zones", "fuel", "bonus")


class Reward(msgspec.Struct, frozen=True):
    """One thing a route brings."""

    kind: Literal["zones", "fuel", "bonus"]
    amount: Expression


class Route(msgspec.Struct, frozen=True):
    """A lit route: for how many it is (None: any number), what it costs and what it brings."""

    seats: int | None
    cost: Expression
    reward: tuple[Reward, ...]

    @property
    def dial(self) -> bool:
        """Whether the player sets the middle dial on it."""
        return any(isinstance(part, Choose) for part in parts_of(self.cost))


class Side(msgspec.Struct, frozen=True):
    """One side of a tile; an unlit route is None."""

    red: Route | None
    yellow: Route | None
    blue: Route | None
    special: Literal["solo_free"] | None = None

    def route(self, colour: Colour) -> Route | None:
        """The route of a colour, None if it is unlit."""
        if colour == "red":
            return self.red
        return self.yellow if colour == "yellow" else self.blue

    @property
    def lit(self) -> tuple[Colour, ...]:
        """The colours that can be programmed at all."""
        return tuple(colour for colour in COLOURS if self.route(colour) is not None)


class Tile(msgspec.Struct, frozen=True):
    """A two-sided tile of the track or of the finish."""

    id: int
    kind: TileKind
    sides: dict[SideName, Side]


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a token does to those it aims at."""

    target: Target
    zones: int = 0
    fuel: int = 0
    place: Literal["force_field"] | None = None


class Token(msgspec.Struct, frozen=True):
    """A kind of bonus token; `rule` is the rule its condition rests on."""

    id: str
    count: int
    condition: Condition | None
    effect: tuple[Effect, ...]
    rule: str = ""


class Components(msgspec.Struct, frozen=True):
    """Everything in the box."""

    tiles: dict[int, Tile]
    ids: dict[TileKind, tuple[int, ...]]
    """The numbers of all track tiles, and of all finish tiles."""
    faces: dict[DieName, tuple[int, ...]]
    tokens: dict[str, Token]
    first_game: tuple[int, ...]
    zones_per_board: int
    boards_at_start: int
    start_zone: int
    start_fuel: int
    fields: int
    dial_most: int

    def least_cost(self, route: Route, colour: Colour) -> int:
        """What a route costs if everything uncertain goes as well as it can for the player."""
        return worth(route.cost, Case({colour: 1}, 0, lambda die: min(self.faces[die])))


def wrong(where: str, field: str, reason: str) -> BadInput:
    """The refusal of a data file, naming the part and the field."""
    return BadInput("outspeed.bad-data", where=where, field=field, reason=reason)


def read_route(data: Any, where: str, colour: Colour) -> Route | None:
    """A route from its data form; None if it is unlit."""
    if data is None:
        return None
    if not isinstance(data, Mapping) or "cost" not in data or not isinstance(data.get("reward"), list):
        raise wrong(where, colour, "no-route")
    seats = data.get("seats")
    if seats is not None and (not isinstance(seats, int) or seats < 1):
        raise wrong(where, f"{colour}.seats", "no-seats")
    cost = _expression(data["cost"], where, f"{colour}.cost")
    if any(isinstance(part, Chosen) for part in parts_of(cost)):
        raise wrong(where, f"{colour}.cost", "dial")
    reward = []
    for number, item in enumerate(data["reward"]):
        field = f"{colour}.reward[{number}]"
        if not isinstance(item, Mapping) or item.get("kind") not in REWARDS:
            raise wrong(where, f"{field}.kind", "no-reward")
        amount = _expression(item.get("amount"), where, f"{field}.amount")
        reward.append(Reward(item["kind"], amount))
        terms = list(parts_of(amount))
        dialled = any(isinstance(part, Choose) for part in parts_of(cost))
        if any(isinstance(part, Choose) or (isinstance(part, Chosen) and not dialled) for part in terms):
            raise wrong(where, f"{field}.amount", "dial")
    return Route(seats, cost, tuple(reward))


def _expression(data: Any, where: str, field: str) -> Expression:
    try:
        return read_expression(data)
    except Misread as error:
        raise wrong(where, field, error.reason) from None


def read_tile(data: Mapping[str, Any]) -> Tile:
    """A tile from its data form; a wrong one is refused with the tile and the field."""
    name = f"tile {data.get('id')}"
    if data.get("kind") not in ("track", "finish"):
        raise wrong(name, "kind", "no-tile-kind")
    sides: dict[SideName, Side] = {}
    for side in SIDES:
        where = f"{name}, side {side}"
        entry = data.get("sides", {}).get(side)
        if not isinstance(entry, Mapping) or not isinstance(entry.get("routes"), Mapping):
            raise wrong(name, f"sides.{side}", "missing")
        special = entry.get("special")
        if special not in (None, "solo_free"):
            raise wrong(where, "special", "no-special")
        routes = {colour: read_route(entry["routes"].get(colour), where, colour) for colour in COLOURS}
        sides[side] = Side(**routes, special=special)
        if len(sides[side].lit) < 2:
            raise wrong(where, "routes", "too-dark")
    return Tile(data["id"], data["kind"], sides)


def read_components(data: Mapping[str, Any]) -> Components:
    """Everything in the box from its data form, checked."""
    parts = data["components"]
    boards = parts["progress_boards"]
    faces = {die: tuple(abs(face) for face in data["dice"][die]["faces"]) for die in DICE}
    tokens = {entry["id"]: _token(entry) for entry in data["bonus_tokens"]}
    if {token.id: token.count for token in tokens.values()} != TOKEN_COUNTS:
        raise wrong("bonus_tokens", "count", "token-counts")
    tiles = {entry.get("id"): read_tile(entry) for entry in data["tiles"]}
    if len(data["tiles"]) != 16 or sorted(tiles) != list(range(1, 17)):
        raise wrong("tiles", "id", "tile-ids")
    box = Components(
        tiles=dict(sorted(tiles.items())),
        ids={kind: tuple(sorted(no for no, tile in tiles.items() if tile.kind == kind)) for kind in KINDS},
        faces=faces,
        tokens=tokens,
        first_game=tuple(data["first_game_order"]["tiles"]),
        zones_per_board=boards["zones_per_board"],
        boards_at_start=boards["in_play_at_start"],
        start_zone=boards["start_zone"],
        start_fuel=parts["fuel"]["start_per_player"],
        fields=parts["force_field_tokens"]["count"],
        dial_most=max(parts["controller_dials"]["middle"]["values"]),
    )
    for tile in box.tiles.values():
        for name, side in tile.sides.items():
            if not any(_open_to_one_fuel(box, side, colour) for colour in side.lit):
                raise wrong(f"tile {tile.id}, side {name}", "cost", "too-dear")
    return box


def _token(data: Mapping[str, Any]) -> Token:
    try:
        return msgspec.convert(data, type=Token)
    except msgspec.ValidationError:
        raise wrong(f"token {data.get('id')}", "effect", "no-token") from None


def _open_to_one_fuel(box: Components, side: Side, colour: Colour) -> bool:
    route = side.route(colour)
    return route is not None and (side.special == "solo_free" or box.least_cost(route, colour) <= 1)


@lru_cache
def components() -> Components:
    """The box that is played with."""
    file = resources.files("paddock.games.outspeed") / "data" / "components.json"
    return read_components(msgspec.json.decode(file.read_bytes()))


@lru_cache
def least_cost(tile: int, side: SideName, colour: Colour) -> int | None:
    """The best a route of a tile side can cost, None if it is unlit; a `solo_free` side can cost nothing."""
    box = components()
    face = box.tiles[tile].sides[side]
    route = face.route(colour)
    if route is None:
        return None
    return 0 if face.special == "solo_free" else box.least_cost(route, colour)


@lru_cache(maxsize=4096)
def open_routes(tile: int, side: SideName, fuel: int) -> tuple[Colour, ...]:
    """The routes of a tile side that a player with so much fuel may program."""
    costs = {colour: least_cost(tile, side, colour) for colour in COLOURS}
    return tuple(colour for colour, cost in costs.items() if cost is not None and cost <= fuel)
