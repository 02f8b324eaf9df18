"""The state of a race, and the words the rules use about it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeVar

import msgspec

from paddock.core.decks import Deck, shuffled
from paddock.core.game import Options
from paddock.games.outspeed.components import Side, SideName, components, open_routes
from paddock.games.outspeed.terms import Colour, DieName

Phase = Literal["discovery", "bonus", "programming", "dials", "costs", "rewards", "drawing", "over"]
"""What is being done; `dials` to `drawing` are steps of the Resolution phase."""
Cause = Literal["fuel", "board", "back", "route"]
"""Why a ship left the race: no fuel, the removed board, pushed off the back, no route it could take."""
Place = Literal["hand", "looked", "under"]
TURNS = 13
NO = ""
"""The announcement of a player who lays no token."""


class OutspeedOptions(Options, frozen=True, kw_only=True):
    """How a race is set up."""

    first_game: bool = False
    """Tiles 1 to 13 in that order instead of a shuffled stack."""


class Ship(msgspec.Struct):
    """A player's ship with all that belongs to the player; `out` is the turn of his elimination, or 0."""

    zone: int
    fuel: int
    tokens: tuple[str, ...] = ()
    out: int = 0
    cause: Cause | None = None


class Gain(msgspec.Struct, frozen=True):
    """What a route brings to one player."""

    zones: int = 0
    fuel: int = 0
    bonus: int = 0


class Outcome(msgspec.Struct, frozen=True):
    """How the route of one player turned out."""

    seat: int
    route: Colour | None
    cost: int
    gain: Gain
    lost: bool
    """Whether too many were on the route."""


class Reveal(msgspec.Struct, frozen=True):
    """The last turn whose routes were resolved."""

    turn: int
    tile: int
    side: SideName
    outcomes: tuple[Outcome, ...]


class Shown(msgspec.Struct, frozen=True):
    """A ship as everyone saw it; zone 0: out of the race."""

    zone: int
    fuel: int
    tokens: int
    """How many it holds."""


class Choice(msgspec.Struct, frozen=True):
    """How the race stood when the routes of a turn were chosen, and what was chosen: all saw it."""

    turn: int
    tile: int
    side: SideName
    rear: int
    front: int
    fields: tuple[int, ...]
    ships: tuple[Shown, ...]
    routes: tuple[Colour | None, ...]


class Trace(msgspec.Struct, frozen=True, order=True):
    """Something known of a token nobody shows: in whose hand it is, that it is looked at, or lies under."""

    place: Place
    at: int
    """Which seat holds it, as which it is looked at, or how many lie below it."""
    token: str = ""
    """Its kind; empty if it is only known to be one of an urn."""
    urn: int = 0


class World(msgspec.Struct, frozen=True):
    """One way things can be: the traces of tokens, and the tokens of each urn, one for every trace to it."""

    likelihood: float
    traces: tuple[Trace, ...] = ()
    urns: tuple[tuple[str, ...], ...] = ()


Memory = tuple[World, ...]
"""The worlds that fit what a seat has seen; empty while nothing is known of tokens in other hands."""


class OutspeedState(msgspec.Struct):
    """A race. Tuples by seat hold what was decided or worked out in this turn."""

    options: OutspeedOptions
    phase: Phase
    asked: tuple[int, ...]
    """The seats that decide now."""
    turn: int
    seen: tuple[int, ...]
    """The tiles shown so far, the visible one last."""
    side: SideName
    ships: list[Ship]
    rear: int
    front: int
    fields: tuple[int, ...]
    """The zones of the force fields, in order; a zone comes once for every field in it."""
    stack: Deck
    """The bonus tokens; its discards are the used pile."""
    buried: tuple[int, ...]
    """Who put each token of the known bottom of the stack there."""
    memories: tuple[Memory, ...]
    """What each seat can know of tokens in other hands; the last one is for spectators."""
    laid: tuple[str | None, ...]
    """The token laid, NO, or None while a player has not announced."""
    routes: tuple[Colour | None, ...]
    dials: tuple[int | None, ...]
    costs: tuple[int | None, ...]
    gains: tuple[Gain | None, ...]
    rolled: tuple[int, ...]
    """Dice of an amount that needs more of them."""
    wanted: tuple[int, DieName] | None
    """Who rolls which die now."""
    draws: tuple[int, ...]
    """The seats that still draw a token, in order, the one drawing first."""
    looked: tuple[str, ...]
    """The tokens the one drawing looks at."""
    last: Reveal | None
    past: tuple[Choice, ...] = ()
    """The routes of all turns so far and how the race stood: what whoever watched can remember."""


def set_up(options: OutspeedOptions, seats: int) -> OutspeedState:
    """A race before its first tile is shown."""
    box = components()
    return OutspeedState(
        options=options,
        phase="discovery",
        asked=(),
        turn=0,
        seen=(),
        side="3-4" if seats <= 4 else "5-6",
        ships=[Ship(box.start_zone, box.start_fuel) for _ in range(seats)],
        rear=1,
        front=box.boards_at_start * box.zones_per_board,
        fields=(),
        stack=shuffled({token.id: token.count for token in box.tokens.values()}),
        buried=(),
        memories=((),) * (seats + 1),
        laid=(None,) * seats,
        routes=(None,) * seats,
        dials=(None,) * seats,
        costs=(None,) * seats,
        gains=(None,) * seats,
        rolled=(),
        wanted=None,
        draws=(),
        looked=(),
        last=None,
    )


def copy(state: OutspeedState) -> OutspeedState:
    """An independent copy; everything but the ships and the stack is immutable and shared."""
    return OutspeedState(
        state.options,
        state.phase,
        state.asked,
        state.turn,
        state.seen,
        state.side,
        [Ship(ship.zone, ship.fuel, ship.tokens, ship.out, ship.cause) for ship in state.ships],
        state.rear,
        state.front,
        state.fields,
        state.stack.clone(),
        state.buried,
        state.memories,
        state.laid,
        state.routes,
        state.dials,
        state.costs,
        state.gains,
        state.rolled,
        state.wanted,
        state.draws,
        state.looked,
        state.last,
        state.past,
    )


T = TypeVar("T")


def with_(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The values by seat with one of them changed."""
    return (*values[:seat], value, *values[seat + 1 :])


def racing(state: OutspeedState) -> list[int]:
    """The seats still in the race."""
    return [seat for seat, ship in enumerate(state.ships) if not ship.out]


def in_zone(state: OutspeedState, zone: int) -> list[int]:
    """The seats whose ships are in a zone."""
    return [seat for seat, ship in enumerate(state.ships) if not ship.out and ship.zone == zone]


def occupied(state: OutspeedState) -> list[int]:
    """The zones that hold ships, the last zone first and the leading zone last."""
    return sorted({ship.zone for ship in state.ships if not ship.out})


def in_last_zone(state: OutspeedState, seat: int) -> bool:
    """Whether no ship is behind this one."""
    return state.ships[seat].zone == min(ship.zone for ship in state.ships if not ship.out)


def fields_left(state: OutspeedState) -> int:
    """How many force fields lie in the supply."""
    return components().fields - len(state.fields)


def at_finish(state: OutspeedState) -> bool:
    """Whether the finish tile is visible."""
    return bool(state.seen) and components().tiles[state.seen[-1]].kind == "finish"


def side_of(state: OutspeedState) -> Side:
    """The visible side of the visible tile."""
    return components().tiles[state.seen[-1]].sides[state.side]


def affordable(state: OutspeedState, seat: int) -> tuple[Colour, ...]:
    """The lit routes whose best cost the seat's fuel covers."""
    return open_routes(state.seen[-1], state.side, state.ships[seat].fuel)


def in_order(tokens: Iterable[str]) -> tuple[str, ...]:
    """Tokens in one order, so that equal hands are equal."""
    return tuple(sorted(tokens))
