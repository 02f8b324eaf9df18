"""The contents of the box: tiles, dice, tokens and boards, validated when the data file is loaded."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, TypeVar

import msgspec

from paddock.core.data import game_data
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

_LOG = logging.getLogger("paddock.outspeed")
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
    """One reward of a route."""

    kind: Literal["zones", "fuel", "bonus"]
    amount: Expression


class Route(msgspec.Struct, frozen=True):
    """A lit route: its number of players (None: any), its cost and its reward."""

    seats: int | None
    cost: Expression
    reward: tuple[Reward, ...]

    @property
    def dial(self) -> bool:
        """Whether the player sets the middle dial for it."""
        return any(isinstance(part, Choose) for part in parts_of(self.cost))


class Side(msgspec.Struct, frozen=True):
    """One side of a tile; an unlit route is None."""

    red: Route | None
    yellow: Route | None
    blue: Route | None
    special: Literal["solo_free"] | None = None

    def route(self, colour: Colour) -> Route | None:
        """Returns the route of a colour, None if it is unlit."""
        if colour == "red":
            return self.red
        return self.yellow if colour == "yellow" else self.blue

    @property
    def lit(self) -> tuple[Colour, ...]:
        """The colours that can be programmed."""
        return tuple(colour for colour in COLOURS if self.route(colour) is not None)


class Tile(msgspec.Struct, frozen=True):
    """A two-sided track or finish tile."""

    id: int
    kind: TileKind
    sides: dict[SideName, Side]


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The effect of a token on its targets."""

    target: Target
    zones: int = 0
    fuel: int = 0
    place: Literal["force_field"] | None = None


class Token(msgspec.Struct, frozen=True):
    """A kind of bonus token; `rule` is the rule of its condition."""

    id: str
    count: int
    condition: Condition | None
    effect: tuple[Effect, ...]
    rule: str = ""


class Components(msgspec.Struct, frozen=True):
    """All components of the box."""

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
        """Returns the least cost of a route over all dice, dials and choices of the others."""
        return worth(route.cost, Case({colour: 1}, 0, lambda die: min(self.faces[die])))


def wrong(where: str, field: str, reason: str) -> BadInput:
    """Returns the error for a data file, naming the part and the field."""
    return BadInput("outspeed.bad-data", where=where, field=field, reason=reason)


def is_number(value: Any, least: int = 0) -> bool:
    """Whether a value is a whole number of at least `least`."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def check_fields(data: Mapping[str, Any], known: Collection[str], where: str, within: str = "") -> None:
    """Raises an error for unknown fields: a typo would otherwise change the game unnoticed."""
    for field in data:
        if field not in known:
            raise wrong(where, f"{within}{field}", "unknown-field")


def read_route(data: Any, where: str, colour: Colour) -> Route | None:
    """Parses a route; returns None if it is unlit."""
    if data is None:
        return None
    if not isinstance(data, Mapping) or "cost" not in data or not isinstance(data.get("reward"), list):
        raise wrong(where, colour, "no-route")
    check_fields(data, ("seats", "cost", "reward", "source"), where, f"{colour}.")
    seats = data.get("seats")
    if seats is not None and not is_number(seats, least=1):
        raise wrong(where, f"{colour}.seats", "no-seats")
    cost = _expression(data["cost"], where, f"{colour}.cost")
    if any(isinstance(part, Chosen) for part in parts_of(cost)):
        raise wrong(where, f"{colour}.cost", "dial")
    dialled = any(isinstance(part, Choose) for part in parts_of(cost))
    reward = [
        _reward(item, where, f"{colour}.reward[{number}]", dialled)
        for number, item in enumerate(data["reward"])
    ]
    return Route(seats, cost, tuple(reward))


def _reward(data: Any, where: str, field: str, dialled: bool) -> Reward:
    if not isinstance(data, Mapping) or data.get("kind") not in REWARDS:
        raise wrong(where, f"{field}.kind", "no-reward")
    check_fields(data, ("kind", "amount", "source"), where, f"{field}.")
    amount = _expression(data.get("amount"), where, f"{field}.amount")
    for part in parts_of(amount):
        if isinstance(part, Choose) or (isinstance(part, Chosen) and not dialled):
            raise wrong(where, f"{field}.amount", "dial")
    return Reward(data["kind"], amount)


def _expression(data: Any, where: str, field: str) -> Expression:
    try:
        return read_expression(data)
    except Misread as error:
        raise wrong(where, field, error.reason) from None


def read_tile(data: Mapping[str, Any]) -> Tile:
    """Parses a tile; raises an error that names the tile and the field if it is invalid."""
    name = f"tile {data.get('id')}"
    check_fields(data, ("id", "kind", "sides", "source"), name)
    if data.get("kind") not in KINDS:
        raise wrong(name, "kind", "no-tile-kind")
    sides = data.get("sides")
    if not isinstance(sides, Mapping):
        raise wrong(name, "sides", "missing")
    check_fields(sides, SIDES, name, "sides.")
    return Tile(data["id"], data["kind"], {side: _side(sides.get(side), name, side) for side in SIDES})


def _side(data: Any, tile: str, name: SideName) -> Side:
    if not isinstance(data, Mapping) or not isinstance(data.get("routes"), Mapping):
        raise wrong(tile, f"sides.{name}", "missing")
    where = f"{tile}, side {name}"
    check_fields(data, ("special", "routes", "source"), where)
    check_fields(data["routes"], COLOURS, where, "routes.")
    special = data.get("special")
    if special not in (None, "solo_free"):
        raise wrong(where, "special", "no-special")
    routes = {colour: read_route(data["routes"].get(colour), where, colour) for colour in COLOURS}
    side = Side(**routes, special=special)
    if not side.lit:
        raise wrong(where, "routes", "too-dark")
    return side


def read_components(data: Any) -> Components:
    """Parses and validates all components."""
    faces = {die: _faces(_part(data, list, "dice", die, "faces"), die) for die in DICE}
    tokens = {token.id: token for token in map(_token, _part(data, list, "bonus_tokens"))}
    if {token.id: token.count for token in tokens.values()} != TOKEN_COUNTS:
        raise wrong("bonus_tokens", "count", "token-counts")
    tiles = _tiles(_part(data, list, "tiles"))
    ids = {kind: tuple(sorted(no for no, tile in tiles.items() if tile.kind == kind)) for kind in KINDS}
    if (len(ids["track"]), len(ids["finish"])) != (12, 4):
        raise wrong("tiles", "kind", "tile-kinds")
    order = tuple(_part(data, list, "first_game_order", "tiles"))
    if sorted(order[:-1]) != list(ids["track"]) or order[-1] not in ids["finish"]:
        raise wrong("first_game_order", "tiles", "tile-order")
    boards = ("components", "progress_boards")
    dial = _part(data, list, "components", "controller_dials", "middle", "values")
    if not dial or not all(is_number(value) for value in dial):
        raise wrong("components.controller_dials.middle", "values", "no-number")
    box = Components(
        tiles=dict(sorted(tiles.items())),
        ids=ids,
        faces=faces,
        tokens=tokens,
        first_game=order,
        zones_per_board=_number(data, *boards, "zones_per_board"),
        boards_at_start=_number(data, *boards, "in_play_at_start"),
        start_zone=_number(data, *boards, "start_zone"),
        start_fuel=_number(data, "components", "fuel", "start_per_player"),
        fields=_number(data, "components", "force_field_tokens", "count"),
        dial_most=max(dial),
    )
    for tile in box.tiles.values():
        for name, side in tile.sides.items():
            for oddity in _oddities(box, side):
                _LOG.warning("outspeed: tile %s, side %s: %s", tile.id, name, oddity)
    return box


def _oddities(box: Components, side: Side) -> Iterator[str]:
    """Yields what the rulebook does not forbid but no shipped side has."""
    if len(side.lit) == 1:
        yield "only one route is lit"
    if not any(_open_to_one_fuel(box, side, colour) for colour in side.lit):
        yield "no route is open to a player with 1 fuel"


T = TypeVar("T")


def _part(data: Any, kind: type[T], *path: str) -> T:
    """Returns the part of the data at a path; raises an error if it has another type."""
    for number, key in enumerate(path):
        if not isinstance(data, Mapping) or key not in data:
            raise wrong(".".join(path[:number]) or "the file", key, "missing")
        data = data[key]
    if not isinstance(data, kind) or isinstance(data, bool):
        reason = "no-number" if kind is int else "no-list"
        raise wrong(".".join(path[:-1]) or "the file", path[-1], reason)
    return data


def _number(data: Any, *path: str) -> int:
    """Returns a number of at least 1 at a path."""
    number = _part(data, int, *path)
    if number < 1:
        raise wrong(".".join(path[:-1]), path[-1], "no-number")
    return number


def _faces(faces: list[Any], die: DieName) -> tuple[int, ...]:
    if not faces or not all(is_number(abs(face) if isinstance(face, int) else face, 1) for face in faces):
        raise wrong(f"die {die}", "faces", "no-faces")
    return tuple(abs(face) for face in faces)


def _tiles(entries: list[Any]) -> dict[int, Tile]:
    for number, entry in enumerate(entries):
        if not isinstance(entry, Mapping):
            raise wrong("tiles", f"[{number}]", "no-tile")
    ids = [entry.get("id") for entry in entries]
    if not all(is_number(no) for no in ids) or sorted(ids) != list(range(1, 17)):
        raise wrong("tiles", "id", "tile-ids")
    return {entry["id"]: read_tile(entry) for entry in entries}


def _token(data: Any) -> Token:
    name = f"token {data.get('id') if isinstance(data, Mapping) else data}"
    try:
        token = msgspec.convert(data, type=Token)
    except msgspec.ValidationError as error:
        _, _, path = str(error).partition("`$.")
        raise wrong(name, path.rstrip("`") or "effect", "no-token") from None
    check_fields(data, (*Token.__struct_fields__, "rare", "source"), name)
    if token.condition is not None and not token.rule:
        raise wrong(name, "rule", "missing")
    return token


def _open_to_one_fuel(box: Components, side: Side, colour: Colour) -> bool:
    route = side.route(colour)
    return route is not None and (side.special == "solo_free" or box.least_cost(route, colour) <= 1)


def read_file(text: bytes) -> Components:
    """Parses and validates a data file."""
    try:
        data = msgspec.json.decode(text)
    except msgspec.DecodeError:
        raise wrong("the file", "$", "no-json") from None
    return read_components(data)


@lru_cache
def components() -> Components:
    """Returns the box in use."""
    return read_file(game_data("outspeed", "paddock.games.outspeed"))


@lru_cache
def least_cost(tile: int, side: SideName, colour: Colour) -> int | None:
    """Returns the least cost of a route, None if it is unlit; a `solo_free` side can cost nothing."""
    box = components()
    face = box.tiles[tile].sides[side]
    route = face.route(colour)
    if route is None:
        return None
    return 0 if face.special == "solo_free" else box.least_cost(route, colour)


@lru_cache(maxsize=4096)
def open_routes(tile: int, side: SideName, fuel: int) -> tuple[Colour, ...]:
    """Returns the routes of a tile side that a player with this fuel may program."""
    costs = {colour: least_cost(tile, side, colour) for colour in COLOURS}
    return tuple(colour for colour, cost in costs.items() if cost is not None and cost <= fuel)
