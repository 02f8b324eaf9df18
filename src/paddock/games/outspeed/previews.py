"""Questions that a player can ask: the possible costs and rewards of a route, the effect of a token."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from paddock.core.errors import BadInput
from paddock.core.game import kebab
from paddock.core.messages import Message
from paddock.games.outspeed.bonus import play_tokens, refusal
from paddock.games.outspeed.components import Side, components, least_cost
from paddock.games.outspeed.deals import bargain, cost_of, gain_of
from paddock.games.outspeed.routes import most_on_dial
from paddock.games.outspeed.state import (
    Gain,
    OutspeedState,
    affordable,
    at_finish,
    copy,
    racing,
    side_of,
    with_,
)
from paddock.games.outspeed.terms import COLOURS, Colour, Count, odds, parts_of


class AskRoute(msgspec.Struct, frozen=True, tag_field="ask", tag=kebab):
    """What can this route cost and bring me?"""

    route: Colour


class AskToken(msgspec.Struct, frozen=True, tag_field="ask", tag=kebab):
    """What would this token do if it alone were played now?"""

    token: str


Question = AskRoute | AskToken


class Odd(msgspec.Struct, frozen=True):
    """A value and its probability."""

    value: int
    chance: float


class Payoff(msgspec.Struct, frozen=True):
    """The result of a route for one split of the players over the colours that matter, including oneself."""

    counts: dict[str, int]
    dial: int | None
    pays: bool
    gains: bool
    """Whether players on it get the reward. If they neither pay nor gain, the turn is lost: too many."""
    cost: tuple[Odd, ...]
    zones: tuple[Odd, ...]
    fuel: tuple[Odd, ...]
    bonus: tuple[Odd, ...]
    arrives: tuple[Odd, ...]
    """The zones the ship can end in if it stays in the race."""
    out: float
    """The probability that the cost eliminates the player."""


class RouteAnswer(msgspec.Struct, frozen=True, tag_field="answer", tag="route"):
    """The payoffs of a route."""

    route: Colour
    allowed: bool
    least: int
    payoffs: tuple[Payoff, ...]


class After(msgspec.Struct, frozen=True):
    """A ship after a token was applied."""

    seat: int
    zone: int
    fuel: int
    out: bool


class TokenAnswer(msgspec.Struct, frozen=True, tag_field="answer", tag="token"):
    """The effects of a token, and the zones of force fields after it; empty if it may not be laid."""

    token: str
    allowed: bool
    why_not: Message | None
    ships: tuple[After, ...]
    fields: tuple[int, ...]


Answer = RouteAnswer | TokenAnswer
ANSWERS: dict[Any, Any] = {AskRoute: RouteAnswer, AskToken: TokenAnswer}


def answer(state: OutspeedState, seat: int, question: Question) -> Answer:
    """Returns the answer to a seat's question, from public information only."""
    if not state.seen or state.phase == "over" or state.ships[seat].out:
        raise BadInput("outspeed.nothing-to-ask")
    if isinstance(question, AskRoute):
        return route_answer(state, seat, question.route)
    return token_answer(state, seat, question.token)


def mattering(side: Side, colour: Colour) -> tuple[Colour, ...]:
    """Returns the colours whose number of players affects a route."""
    route = side.route(colour)
    assert route is not None
    terms = [part for amount in (route.cost, *(r.amount for r in route.reward)) for part in parts_of(amount)]
    named = {part.colour for part in terms if isinstance(part, Count)}
    if route.seats is not None or side.special is not None:
        named.add(colour)
    return tuple(each for each in COLOURS if each in named)


def splits(side: Side, colour: Colour, others: int) -> Iterator[dict[Colour, int]]:
    """Yields every split of the others over the colours that matter, including oneself."""
    colours = mattering(side, colour)

    def share(at: int, left: int, counts: dict[Colour, int]) -> Iterator[dict[Colour, int]]:
        if at == len(colours):
            elsewhere = set(side.lit) - set(colours)
            if left == 0 or elsewhere:
                yield {each: counts.get(each, 0) + (each == colour) for each in colours}
            return
        lit = colours[at] in side.lit
        for number in range(left + 1 if lit else 1):
            yield from share(at + 1, left - number, {**counts, colours[at]: number})

    yield from share(0, others, {})


T = TypeVar("T")
Split = tuple[tuple[Colour, int], ...]


@lru_cache(maxsize=8192)
def cost_odds(side: Side, colour: Colour, split: Split, dial: int = 0) -> tuple[tuple[int, Fraction], ...]:
    """Returns the possible costs of a route in a split, with their odds; empty if nobody pays."""
    counts, route = dict(split), side.route(colour)
    if route is None or not bargain(side, colour, counts.get(colour, 1))[0]:
        return ((0, Fraction(1)),)
    return tuple(odds(lambda case: cost_of(route, case), counts, dial, components().faces).items())


@lru_cache(maxsize=8192)
def gain_odds(side: Side, colour: Colour, split: Split, dial: int = 0) -> tuple[tuple[Gain, Fraction], ...]:
    """Returns the possible rewards of a route in a split, with their odds; empty if there is none."""
    counts, route = dict(split), side.route(colour)
    if route is None or not bargain(side, colour, counts.get(colour, 1))[1]:
        return ((Gain(), Fraction(1)),)
    return tuple(odds(lambda case: gain_of(route, case), counts, dial, components().faces).items())


def equal_chances(likely: Iterable[tuple[T, Fraction]]) -> list[T]:
    """Returns the outcomes as a list in which each occurs as often as it is likely."""
    known = list(likely)
    over = math.lcm(*(chance.denominator for _, chance in known))
    return [what for what, chance in known for _ in range(int(chance * over))]


def route_answer(state: OutspeedState, seat: int, colour: Colour) -> RouteAnswer:
    """Returns the payoffs of a route, one for every split of the others that makes a difference."""
    side, least = side_of(state), least_cost(state.seen[-1], state.side, colour)
    route = side.route(colour)
    if route is None or least is None:
        raise BadInput("outspeed.unlit", route=colour)
    dials = range(most_on_dial(state, seat) + 1) if route.dial else (None,)
    others = len(racing(state)) - 1
    return RouteAnswer(
        colour,
        colour in affordable(state, seat),
        least,
        tuple(
            payoff(state, seat, colour, split, dial)
            for split in splits(side, colour, others)
            for dial in dials
        ),
    )


def payoff(
    state: OutspeedState, seat: int, colour: Colour, counts: dict[Colour, int], dial: int | None
) -> Payoff:
    """Returns one row of the payoffs."""
    side, ship = side_of(state), state.ships[seat]
    split = tuple(counts.items())
    costs = cost_odds(side, colour, split, dial or 0)
    gains = gain_odds(side, colour, split, dial or 0)
    pays, wins = bargain(side, colour, counts.get(colour, 1))
    mercy = at_finish(state)
    return Payoff(
        counts=dict(split),
        dial=dial,
        pays=pays,
        gains=wins,
        cost=_odds((cost, chance) for cost, chance in costs),
        zones=_odds((gain.zones, chance) for gain, chance in gains),
        fuel=_odds((gain.fuel, chance) for gain, chance in gains),
        bonus=_odds((gain.bonus, chance) for gain, chance in gains),
        arrives=_odds((landing(state, seat, gain.zones), chance) for gain, chance in gains),
        out=float(
            sum(
                chance
                for cost, chance in costs
                if cost > ship.fuel or (cost == ship.fuel and pays and not mercy)
            )
        ),
    )


def _odds(pairs: Iterable[tuple[int, Fraction]]) -> tuple[Odd, ...]:
    chances: dict[int, Fraction] = {}
    for value, chance in pairs:
        chances[value] = chances.get(value, Fraction(0)) + chance
    return tuple(Odd(value, float(chance)) for value, chance in sorted(chances.items()))


def landing(state: OutspeedState, seat: int, zones: int) -> int:
    """Returns the zone a ship reaches if it moves forward that far."""
    start = state.ships[seat].zone
    return next((zone for zone in range(start + 1, start + zones) if zone in state.fields), start + zones)


def token_answer(state: OutspeedState, seat: int, token: str) -> TokenAnswer:
    """Returns what a token of this kind would do from the seat's position."""
    if token not in components().tokens:
        raise BadInput("outspeed.no-such-token", token=token)
    why_not = refusal(state, seat, token)
    if why_not is not None:
        return TokenAnswer(token, False, why_not.message, (), state.fields)
    trial = copy(state)
    trial.laid = with_((None,) * len(trial.ships), seat, token)
    play_tokens(trial, [])
    changed = tuple(
        After(other, after.zone, after.fuel, bool(after.out))
        for other, (before, after) in enumerate(zip(state.ships, trial.ships, strict=True))
        if (before.zone, before.fuel, before.out) != (after.zone, after.fuel, after.out)
    )
    return TokenAnswer(token, True, None, changed, trial.fields)
