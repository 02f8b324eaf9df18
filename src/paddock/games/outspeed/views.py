"""The race as a seat sees it."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Literal

import msgspec

from paddock.games.outspeed.bonus import has_announced
from paddock.games.outspeed.components import Route, SideName, components, least_cost
from paddock.games.outspeed.events import OutspeedAction
from paddock.games.outspeed.state import (
    TURNS,
    Cause,
    OutspeedState,
    Phase,
    Reveal,
    at_finish,
    fields_left,
)
from paddock.games.outspeed.terms import COLOURS, Colour, DieName


class RouteView(msgspec.Struct, frozen=True):
    """A route of the visible tile; `route` is None if it is unlit, `least` is its least cost."""

    colour: Colour
    route: Route | None
    least: int | None


class TileView(msgspec.Struct, frozen=True):
    """The visible tile."""

    id: int
    kind: Literal["track", "finish"]
    side: SideName
    special: Literal["solo_free"] | None
    routes: tuple[RouteView, ...]


class ShipView(msgspec.Struct, frozen=True):
    """A ship with what is public about its player; `out` is the turn of elimination, or 0."""

    seat: int
    zone: int
    fuel: int
    tokens: int
    out: int
    cause: Cause | None
    announced: bool | None
    """Whether the player plays a token this turn; None while that is secret."""
    route: Colour | None
    """The route of this turn, once it is public."""
    dial: int | None


class FieldView(msgspec.Struct, frozen=True):
    """The force fields of a zone."""

    zone: int
    fields: int


class Buried(msgspec.Struct, frozen=True):
    """A token the seat put under the stack, and how many are above it."""

    token: str
    above: int


class Hand(msgspec.Struct, frozen=True):
    """What only the seat itself knows."""

    tokens: tuple[str, ...]
    laid: str | None
    """The token laid this turn, empty for none; None before the announcement."""
    route: Colour | None
    dial: int | None
    looked: tuple[str, ...]
    buried: tuple[Buried, ...]


class OutspeedView(msgspec.Struct, frozen=True):
    """Everything a seat (or a spectator) may see."""

    seat: int | None
    turn: int
    turns: int
    phase: Phase
    deciding: tuple[int, ...]
    """The seats that still have to decide."""
    choices: tuple[OutspeedAction, ...]
    """What the seat may decide now."""
    rear: int
    front: int
    zones_per_board: int
    ships: tuple[ShipView, ...]
    fields: tuple[FieldView, ...]
    fields_left: int
    tile: TileView | None
    finish: bool
    tiles_left: int
    """How many tiles are under the visible one."""
    seen: tuple[int, ...]
    stack: int
    used: dict[str, int]
    dice: dict[DieName, tuple[int, ...]]
    hand: Hand | None
    last: Reveal | None


@lru_cache
def tile_view(tile: int, side: SideName) -> TileView:
    """Returns a tile side for the view."""
    entry = components().tiles[tile]
    face = entry.sides[side]
    return TileView(
        tile,
        entry.kind,
        side,
        face.special,
        tuple(RouteView(colour, face.route(colour), least_cost(tile, side, colour)) for colour in COLOURS),
    )


def held(state: OutspeedState, seat: int) -> int:
    """Returns how many tokens a player holds as far as others know, including one laid in secret."""
    secret = bool(state.laid[seat]) and not has_announced(state, seat)
    return len(state.ships[seat].tokens) + secret


def routes_shown(state: OutspeedState) -> bool:
    """Whether the routes of this turn are public."""
    return state.phase in ("dials", "costs", "rewards", "drawing", "discovery", "over")


def _ship(state: OutspeedState, seat: int) -> ShipView:
    ship = state.ships[seat]
    return ShipView(
        seat,
        ship.zone,
        ship.fuel,
        held(state, seat),
        ship.out,
        ship.cause,
        bool(state.laid[seat]) if has_announced(state, seat) else None,
        state.routes[seat] if routes_shown(state) else None,
        state.dials[seat] if routes_shown(state) and state.phase != "dials" else None,
    )


def _hand(state: OutspeedState, seat: int) -> Hand:
    size = len(state.stack)
    lowest_last = [
        Buried(token, size - 1 - depth)
        for depth, (token, who) in enumerate(zip(state.stack.bottom, state.buried, strict=True))
        if who == seat
    ]
    return Hand(
        state.ships[seat].tokens,
        state.laid[seat],
        state.routes[seat],
        state.dials[seat],
        state.looked if state.draws[:1] == (seat,) else (),
        tuple(lowest_last),
    )


def view(state: OutspeedState, seat: int | None, choices: tuple[OutspeedAction, ...]) -> OutspeedView:
    """Returns what a seat (None: a spectator) may see."""
    box = components()
    return OutspeedView(
        seat=seat,
        turn=state.turn,
        turns=TURNS,
        phase=state.phase,
        deciding=state.asked,
        choices=choices,
        rear=state.rear,
        front=state.front,
        zones_per_board=box.zones_per_board,
        ships=tuple(_ship(state, other) for other in range(len(state.ships))),
        fields=tuple(FieldView(zone, count) for zone, count in sorted(Counter(state.fields).items())),
        fields_left=fields_left(state),
        tile=tile_view(state.seen[-1], state.side) if state.seen else None,
        finish=at_finish(state),
        tiles_left=TURNS - state.turn,
        seen=state.seen,
        stack=len(state.stack),
        used=dict(state.stack.discards),
        dice=dict(box.faces),
        hand=_hand(state, seat) if seat is not None else None,
        last=state.last,
    )
