"""Programming and resolving routes: seats, dials, costs, rewards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TypeVar

from paddock.core.chance import Chance, weighted
from paddock.core.errors import IllegalAction
from paddock.games.outspeed.boards import eliminate, move
from paddock.games.outspeed.components import Route, components, least_cost, open_routes
from paddock.games.outspeed.deals import Deal, cost_of, deals, gain_of
from paddock.games.outspeed.events import (
    Dialled,
    DialShown,
    FuelGained,
    LostTurn,
    Paid,
    Program,
    Programmed,
    Revealed,
    Rolled,
    SetDial,
    Told,
)
from paddock.games.outspeed.state import (
    Choice,
    Gain,
    Outcome,
    OutspeedState,
    Reveal,
    Shown,
    at_finish,
    racing,
    with_,
)
from paddock.games.outspeed.terms import COLOURS, Case, Colour, DieName, DieWanted, rolled


def programming(state: OutspeedState) -> tuple[int, ...]:
    """Returns the seats that still have to choose a route; a seat that can afford none is not asked."""
    routes, tile, side = state.routes, state.seen[-1], state.side
    return tuple(
        [
            seat
            for seat, ship in enumerate(state.ships)
            if not ship.out and routes[seat] is None and open_routes(tile, side, ship.fuel)
        ]
    )


def check_route(state: OutspeedState, seat: int, colour: Colour) -> None:
    """Raises IllegalAction if a route is unlit or costs more than the seat's fuel."""
    least = least_cost(state.seen[-1], state.side, colour)
    if least is None:
        raise IllegalAction("ULT-PROG-2", "outspeed.unlit", route=colour)
    if least > state.ships[seat].fuel:
        raise IllegalAction("ULT-PROG-4", "outspeed.too-dear", route=colour, cost=least)


def program(state: OutspeedState, seat: int, action: Program, told: Told) -> None:
    """Sets a seat's right dial."""
    check_route(state, seat, action.route)
    state.routes = with_(state.routes, seat, action.route)
    told.append(Programmed(seat, action.route))


def taken(state: OutspeedState) -> Iterator[tuple[int, Colour, Deal]]:
    """Yields every seat that programmed a route, with its colour and its deal, in seat order."""
    table = deals(state.seen[-1], state.side, tuple([state.routes.count(colour) for colour in COLOURS]))
    return ((seat, colour, table[colour]) for seat, colour in enumerate(state.routes) if colour is not None)


def reveal(state: OutspeedState, told: Told) -> None:
    """Reveals all routes; players without one are eliminated, those on overfull routes lose their turn."""
    state.past += (_choice(state),)
    for seat in racing(state):
        colour = state.routes[seat]
        if colour is None:
            eliminate(state, seat, "route", told)
        else:
            told.append(Revealed(seat, colour))
    told.extend(LostTurn(seat, colour) for seat, colour, deal in taken(state) if deal.lost)


def _choice(state: OutspeedState) -> Choice:
    ships = [
        Shown(0, 0, 0) if ship.out else Shown(ship.zone, ship.fuel, len(ship.tokens)) for ship in state.ships
    ]
    return Choice(
        state.turn,
        state.seen[-1],
        state.side,
        state.rear,
        state.front,
        state.fields,
        tuple(ships),
        state.routes,
    )


def dialling(state: OutspeedState) -> tuple[int, ...]:
    """Returns the seats that still have to set the middle dial."""
    return tuple([seat for seat, _, deal in taken(state) if deal.dial and state.dials[seat] is None])


def most_on_dial(state: OutspeedState, seat: int) -> int:
    """Returns the highest amount a seat may set on the middle dial."""
    return min(components().dial_most, state.ships[seat].fuel)


def set_dial(state: OutspeedState, seat: int, action: SetDial, told: Told) -> None:
    """Sets a seat's middle dial."""
    most = most_on_dial(state, seat)
    if not 0 <= action.amount <= most:
        raise IllegalAction("ULT-TILE16-2", "outspeed.dial", amount=action.amount, most=most)
    state.dials = with_(state.dials, seat, action.amount)
    told.append(Dialled(seat, action.amount))


def show_dials(state: OutspeedState, told: Told) -> None:
    """Reveals all middle dials together."""
    told.extend(DialShown(seat, amount) for seat, amount in enumerate(state.dials) if amount is not None)


def settle_costs(state: OutspeedState) -> bool:
    """Records what everyone has to pay; returns False if a die must be rolled first."""
    state.costs = _settled(state, state.costs, lambda deal: deal.cost, cost_of)
    return state.wanted is None


def settle_gains(state: OutspeedState) -> bool:
    """Records what everyone still in the race gets; returns False if a die must be rolled first."""
    state.gains = _settled(state, state.gains, lambda deal: deal.gain, gain_of)
    return state.wanted is None


T = TypeVar("T")


def _settled(
    state: OutspeedState,
    amounts: tuple[T | None, ...],
    fixed: Callable[[Deal], T | None],
    worked_out: Callable[[Route, Case], T],
) -> tuple[T | None, ...]:
    """Returns the amounts by seat up to the first that needs another die, which is stored in `wanted`."""
    known = list(amounts)
    state.wanted = None
    for seat, _, deal in taken(state):
        if known[seat] is not None or state.ships[seat].out:
            continue
        known[seat] = fixed(deal)
        if known[seat] is None:
            try:
                known[seat] = worked_out(deal.route, _case(state, seat))
            except DieWanted as wanted:
                state.wanted = seat, wanted.die
                break
            state.rolled = ()
    return tuple(known)


def _case(state: OutspeedState, seat: int) -> Case:
    counts = {colour: state.routes.count(colour) for colour in COLOURS}
    return Case(counts, state.dials[seat] or 0, rolled(state.rolled))


@lru_cache
def roll_node(die: DieName) -> Chance:
    """Returns the chance node of a die."""
    faces = components().faces[die]
    return weighted(f"{die} die", [(face, faces.count(face)) for face in sorted(set(faces))])


def roll(state: OutspeedState, value: int, told: Told) -> None:
    """Applies the value of the requested die."""
    if state.wanted is None:
        raise ValueError("no die is wanted")
    state.rolled += (value,)
    told.append(Rolled(*state.wanted, value))


def pay(state: OutspeedState, told: Told) -> None:
    """Pays all costs at once; then ships without fuel are eliminated."""
    mercy = at_finish(state)
    gone = []
    for seat, owed in enumerate(state.costs):
        if owed:
            ship = state.ships[seat]
            short = owed > ship.fuel
            ship.fuel = max(0, ship.fuel - owed)
            told.append(Paid(seat, owed, ship.fuel))
            if short or (ship.fuel == 0 and not mercy):
                gone.append(seat)
    for seat in gone:
        eliminate(state, seat, "fuel", told)


def take_rewards(state: OutspeedState, told: Told) -> None:
    """Gives all rewards at once: fuel and zones now, and the order of drawing tokens."""
    gains = [(seat, gain) for seat, gain in enumerate(state.gains) if gain is not None]
    leading_first = sorted(gains, key=lambda pair: -state.ships[pair[0]].zone)
    state.draws = tuple([seat for seat, gain in leading_first for _ in range(gain.bonus)])
    state.last = _summary(state)
    for seat, gain in gains:
        if gain.fuel:
            state.ships[seat].fuel += gain.fuel
            told.append(FuelGained(seat, gain.fuel, state.ships[seat].fuel))
        if gain.zones:
            move(state, seat, gain.zones, told)


def _summary(state: OutspeedState) -> Reveal:
    outcomes = [
        Outcome(seat, colour, state.costs[seat] or 0, state.gains[seat] or Gain(), lost=deal.lost)
        for seat, colour, deal in taken(state)
    ]
    return Reveal(state.turn, state.seen[-1], state.side, tuple(outcomes))
