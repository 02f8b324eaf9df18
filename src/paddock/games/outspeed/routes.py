"""Programming and resolving routes: seats, dials, costs, rewards."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from paddock.core.chance import Chance, weighted
from paddock.core.errors import IllegalAction
from paddock.games.outspeed.boards import eliminate, move
from paddock.games.outspeed.components import Route, Side, SideName, components, least_cost, open_routes
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
    Gain,
    Outcome,
    OutspeedState,
    Reveal,
    at_finish,
    counts,
    racing,
    route_of,
    with_,
)
from paddock.games.outspeed.terms import Case, Colour, DieName, DieWanted, rolled, worth


def programming(state: OutspeedState) -> tuple[int, ...]:
    """The seats that still have to choose a route; one that can afford none is not asked."""
    routes, tile, side = state.routes, state.seen[-1], state.side
    return tuple(
        [
            seat
            for seat, ship in enumerate(state.ships)
            if not ship.out and routes[seat] is None and open_routes(tile, side, ship.fuel)
        ]
    )


def program(state: OutspeedState, seat: int, action: Program, told: Told) -> None:
    """A seat sets its right dial."""
    least = least_cost(state.seen[-1], state.side, action.route)
    if least is None:
        raise IllegalAction("ULT-PROG-2", "outspeed.unlit", route=action.route)
    if least > state.ships[seat].fuel:
        raise IllegalAction("ULT-PROG-4", "outspeed.too-dear", route=action.route, cost=least)
    state.routes = with_(state.routes, seat, action.route)
    told.append(Programmed(seat, action.route))


def bargain(side: Side, colour: Colour, count: int) -> tuple[bool, bool]:
    """Whether those on a route pay its cost, and whether they get its reward, if so many took it."""
    if side.special == "solo_free":
        return count > 1, count == 1
    route = side.route(colour)
    succeeds = route is not None and (route.seats is None or count <= route.seats)
    return succeeds, succeeds


class Parties(NamedTuple):
    """Who is in for what, given everyone's routes."""

    paying: tuple[int, ...]
    gaining: tuple[int, ...]
    dialling: tuple[int, ...]
    losing: tuple[int, ...]


@lru_cache(maxsize=4096)
def parties(tile: int, side: SideName, routes: tuple[Colour | None, ...]) -> Parties:
    """Which seats pay, gain, set the dial or lose their turn with these routes on a tile side."""
    face = components().tiles[tile].sides[side]
    made = {colour: bargain(face, colour, routes.count(colour)) for colour in face.lit}
    dials = {colour for colour in made if any(made[colour]) and has_dial(face, colour)}
    on = [(seat, colour) for seat, colour in enumerate(routes) if colour is not None]
    return Parties(
        tuple(seat for seat, colour in on if made[colour][0]),
        tuple(seat for seat, colour in on if made[colour][1]),
        tuple(seat for seat, colour in on if colour in dials),
        tuple(seat for seat, colour in on if made[colour] == (False, False)),
    )


def parties_of(state: OutspeedState) -> Parties:
    """Who is in for what this turn."""
    return parties(state.seen[-1], state.side, state.routes)


def has_dial(side: Side, colour: Colour) -> bool:
    """Whether a route carries the dial symbol."""
    route = side.route(colour)
    return route is not None and route.dial


def paying(state: OutspeedState) -> list[int]:
    """The seats that pay the cost of their route."""
    return [seat for seat in parties_of(state).paying if not state.ships[seat].out]


def gaining(state: OutspeedState) -> list[int]:
    """The seats that get the reward of their route."""
    return [seat for seat in parties_of(state).gaining if not state.ships[seat].out]


def reveal(state: OutspeedState, told: Told) -> None:
    """Show all routes; players without any leave the race, those on overfull routes lose their turn."""
    for seat in racing(state):
        colour = state.routes[seat]
        if colour is None:
            eliminate(state, seat, "route", told)
        else:
            told.append(Revealed(seat, colour))
    for seat in parties_of(state).losing:
        colour = state.routes[seat]
        assert colour is not None
        told.append(LostTurn(seat, colour))


def dialling(state: OutspeedState) -> tuple[int, ...]:
    """The seats that still have to set the middle dial."""
    return tuple(seat for seat in parties_of(state).dialling if state.dials[seat] is None)


def most_on_dial(state: OutspeedState, seat: int) -> int:
    """The highest amount a seat may set on the middle dial."""
    return min(components().dial_most, state.ships[seat].fuel)


def set_dial(state: OutspeedState, seat: int, action: SetDial, told: Told) -> None:
    """A seat sets its middle dial."""
    most = most_on_dial(state, seat)
    if not 0 <= action.amount <= most:
        raise IllegalAction("ULT-TILE16-2", "outspeed.dial", amount=action.amount, most=most)
    state.dials = with_(state.dials, seat, action.amount)
    told.append(Dialled(seat, action.amount))


def show_dials(state: OutspeedState, told: Told) -> None:
    """Show all middle dials together."""
    told.extend(DialShown(seat, amount) for seat, amount in enumerate(state.dials) if amount is not None)


def gain_of(route: Route, case: Case) -> Gain:
    """All a route brings."""
    brings = {"zones": 0, "fuel": 0, "bonus": 0}
    for reward in route.reward:
        brings[reward.kind] += worth(reward.amount, case)
    return Gain(**brings)


def cost_of(route: Route, case: Case) -> int:
    """What a route costs."""
    return worth(route.cost, case)


def open_amounts(state: OutspeedState) -> list[int]:
    """The seats whose cost or reward, whichever step this is, is still to be worked out."""
    if state.phase == "costs":
        return [seat for seat in paying(state) if state.costs[seat] is None]
    return [seat for seat in gaining(state) if state.gains[seat] is None]


def _work_out(state: OutspeedState, seat: int) -> int | Gain:
    case = Case(counts(state), state.dials[seat] or 0, rolled(state.rolled))
    amount: Callable[[Route, Case], int | Gain] = cost_of if state.phase == "costs" else gain_of
    return amount(route_of(state, seat), case)


def die_wanted(state: OutspeedState) -> tuple[int, DieName] | None:
    """Who has to roll which die before the step can go on."""
    for seat in open_amounts(state)[:1]:
        try:
            _work_out(state, seat)
        except DieWanted as wanted:
            return seat, wanted.die
    return None


@lru_cache
def roll_node(die: DieName) -> Chance:
    """The chance node of a die."""
    faces = components().faces[die]
    return weighted(f"{die} die", [(face, faces.count(face)) for face in sorted(set(faces))])


def roll(state: OutspeedState, value: int, told: Told) -> None:
    """The die that is wanted shows a value."""
    wanted = die_wanted(state)
    if wanted is None:
        raise ValueError("no die is wanted")
    state.rolled += (value,)
    told.append(Rolled(wanted[0], wanted[1], value))


def settle_amounts(state: OutspeedState) -> bool:
    """Note what costs or rewards come to, up to the first that needs a die; False if there was none left."""
    seats = open_amounts(state)
    for seat in seats:
        try:
            amount = _work_out(state, seat)
        except DieWanted:
            break
        if isinstance(amount, Gain):
            state.gains = with_(state.gains, seat, amount)
        else:
            state.costs = with_(state.costs, seat, amount)
        state.rolled = ()
    return bool(seats)


def pay(state: OutspeedState, told: Told) -> None:
    """All costs are paid at the same time; then those without fuel are eliminated."""
    mercy = at_finish(state)
    gone = []
    for seat in paying(state):
        ship, owed = state.ships[seat], state.costs[seat] or 0
        short = owed > ship.fuel
        ship.fuel = max(0, ship.fuel - owed)
        if owed:
            told.append(Paid(seat, owed, ship.fuel))
        if short or (ship.fuel == 0 and not mercy):
            gone.append(seat)
    for seat in gone:
        eliminate(state, seat, "fuel", told)


def take_rewards(state: OutspeedState, told: Told) -> None:
    """All rewards at the same time: fuel and zones now; who draws tokens in which order is fixed first."""
    takers = gaining(state)
    leading_first = sorted(takers, key=lambda seat: (-state.ships[seat].zone, seat))
    state.draws = tuple(seat for seat in leading_first for _ in range(_gain(state, seat).bonus))
    state.last = _summary(state)
    for seat in takers:
        gain = _gain(state, seat)
        if gain.fuel:
            state.ships[seat].fuel += gain.fuel
            told.append(FuelGained(seat, gain.fuel, state.ships[seat].fuel))
        move(state, seat, gain.zones, told)


def _gain(state: OutspeedState, seat: int) -> Gain:
    return state.gains[seat] or Gain()


def _summary(state: OutspeedState) -> Reveal:
    losing = parties_of(state).losing
    return Reveal(
        state.turn,
        state.seen[-1],
        state.side,
        tuple(
            Outcome(
                seat,
                colour,
                state.costs[seat] or 0,
                _gain(state, seat),
                lost=seat in losing,
            )
            for seat, colour in enumerate(state.routes)
            if colour is not None
        ),
    )
