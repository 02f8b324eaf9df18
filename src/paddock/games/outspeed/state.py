"""The state of a race, and functions that describe it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeVar

import msgspec

from paddock.core.decks import Deck, shuffled
from paddock.core.game import Options
from paddock.games.outspeed.components import Side, SideName, components, open_routes
from paddock.games.outspeed.terms import Colour, DieName

Phase = Literal["discovery", "bonus", "programming", "dials", "costs", "rewards", "drawing", "over"]
"""The phases; `dials` to `drawing` are steps of the Resolution phase."""
Cause = Literal["fuel", "board", "back", "route"]
"""Why a ship was eliminated: no fuel, on a removed board, pushed off the rear, no affordable route."""
Place = Literal["hand", "looked", "under"]
TURNS = 13
NO = ""
"""The announcement of a player who lays no token."""


class OutspeedOptions(Options, frozen=True, kw_only=True):
    """The setup of a race."""

    first_game: bool = False
    """Tiles 1 to 13 in that order instead of a shuffled stack."""


class Ship(msgspec.Struct):
    """A player's ship and components; `out` is the turn of elimination, or 0."""

    zone: int
    fuel: int
    tokens: tuple[str, ...] = ()
    out: int = 0
    cause: Cause | None = None


class Gain(msgspec.Struct, frozen=True):
    """What a route gives to one player."""

    zones: int = 0
    fuel: int = 0
    bonus: int = 0


class Outcome(msgspec.Struct, frozen=True):
    """The result of one player's route."""

    seat: int
    route: Colour | None
    cost: int
    gain: Gain
    lost: bool
    """Whether too many players were on the route."""


class Reveal(msgspec.Struct, frozen=True):
    """The last turn whose routes were resolved."""

    turn: int
    tile: int
    side: SideName
    outcomes: tuple[Outcome, ...]


class Shown(msgspec.Struct, frozen=True):
    """A ship as everyone saw it; zone 0: eliminated."""

    zone: int
    fuel: int
    tokens: int
    """How many tokens it holds."""


class Choice(msgspec.Struct, frozen=True):
    """The race when the routes of a turn were chosen, and the choices; all of it was public."""

    turn: int
    tile: int
    side: SideName
    rear: int
    front: int
    fields: tuple[int, ...]
    ships: tuple[Shown, ...]
    routes: tuple[Colour | None, ...]


class Trace(msgspec.Struct, frozen=True, order=True):
    """A known fact about a hidden token: it is in a hand, being looked at, or under the stack."""

    place: Place
    at: int
    """The seat that holds it, its index among those looked at, or how many tokens are below it."""
    token: str = ""
    """Its kind; empty if it is only known to be one of an urn."""
    urn: int = 0


class World(msgspec.Struct, frozen=True):
    """One possible arrangement: traces of tokens, and the tokens of each urn, one for every trace to it."""

    likelihood: float
    traces: tuple[Trace, ...] = ()
    urns: tuple[tuple[str, ...], ...] = ()


Memory = tuple[World, ...]
"""The worlds consistent with what a seat has seen; empty while nothing is known of tokens in other hands."""


class OutspeedState(msgspec.Struct):
    """A race. Tuples by seat hold the decisions and results of this turn."""

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
    """The zones of the force fields, in order; a zone is listed once for every field in it."""
    stack: Deck
    """The bonus tokens; the discards are the used pile."""
    buried: tuple[int, ...]
    """The seat that buried each token at the known bottom of the stack."""
    memories: tuple[Memory, ...]
    """What each seat can know about tokens in other hands; the last one is for spectators."""
    laid: tuple[str | None, ...]
    """The token laid or NO; None while a player has not announced."""
    routes: tuple[Colour | None, ...]
    dials: tuple[int | None, ...]
    costs: tuple[int | None, ...]
    gains: tuple[Gain | None, ...]
    rolled: tuple[int, ...]
    """The dice so far of an amount that needs more of them."""
    wanted: tuple[int, DieName] | None
    """The seat that rolls now, and the die."""
    draws: tuple[int, ...]
    """The seats that still draw a token, in order, beginning with the drawing player."""
    looked: tuple[str, ...]
    """The tokens the drawing player looks at."""
    last: Reveal | None
    past: tuple[Choice, ...] = ()
    """The routes of all turns so far and the race at the time, as every spectator can remember them."""


def set_up(options: OutspeedOptions, seats: int) -> OutspeedState:
    """Returns a race before its first tile is shown."""
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
    """Returns an independent copy; everything but the ships and the stack is immutable and shared."""
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
    """Returns the values by seat with one of them changed."""
    return (*values[:seat], value, *values[seat + 1 :])


def racing(state: OutspeedState) -> list[int]:
    """Returns the seats still in the race."""
    return [seat for seat, ship in enumerate(state.ships) if not ship.out]


def in_zone(state: OutspeedState, zone: int) -> list[int]:
    """Returns the seats whose ships are in a zone."""
    return [seat for seat, ship in enumerate(state.ships) if not ship.out and ship.zone == zone]


def occupied(state: OutspeedState) -> list[int]:
    """Returns the zones with ships, the last zone first and the leading zone last."""
    return sorted({ship.zone for ship in state.ships if not ship.out})


def in_last_zone(state: OutspeedState, seat: int) -> bool:
    """Whether no ship is behind this one."""
    return state.ships[seat].zone == min(ship.zone for ship in state.ships if not ship.out)


def fields_left(state: OutspeedState) -> int:
    """Returns how many force fields are in the supply."""
    return components().fields - len(state.fields)


def at_finish(state: OutspeedState) -> bool:
    """Whether the finish tile is visible."""
    return bool(state.seen) and components().tiles[state.seen[-1]].kind == "finish"


def side_of(state: OutspeedState) -> Side:
    """Returns the visible side of the visible tile."""
    return components().tiles[state.seen[-1]].sides[state.side]


def affordable(state: OutspeedState, seat: int) -> tuple[Colour, ...]:
    """Returns the lit routes whose least cost the seat's fuel covers."""
    return open_routes(state.seen[-1], state.side, state.ships[seat].fuel)


def in_order(tokens: Iterable[str]) -> tuple[str, ...]:
    """Returns tokens in a canonical order, so that equal hands are equal."""
    return tuple(sorted(tokens))
