"""The club player: plans a whole drive, buys for the long term, and weighs position, risk and damage."""

from __future__ import annotations

import random
from typing import Any

from paddock.bots.dirt_and_dust.card_values import average_worth, card_worth, owned, purchase_worth
from paddock.bots.dirt_and_dust.drive_search import WIDE, drives
from paddock.bots.dirt_and_dust.lookahead import position_key, step
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.dirt_and_dust.actions import AnyAction, Buy, Discard, Finish, Pass, Take
from paddock.games.dirt_and_dust.damage import handicap
from paddock.games.dirt_and_dust.state import Player, State
from paddock.games.dirt_and_dust.supply import buyable, price

Plan = tuple[AnyAction, ...]
_PLANS: dict[tuple[object, ...], Plan] = {}
"""Cache of the remaining decisions of a plan by situation, so that each drive is searched once."""
_MOST_PLANS = 2000
AS_GOOD = 0.3
"""Purchases whose values differ by no more than this count as equal."""


class ClubBot:
    """Plays a sound game in a fraction of a second."""

    name = "club"
    level: Level = "club"
    strength, pace = measured("dirt-and-dust.club")

    def choose(self, perspective: Perspective[Any, Any], rng: random.Random) -> AnyAction:
        """Returns the decision of the seat."""
        seat = perspective.seat
        state: State = perspective.imagine(rng)
        player = state.players[seat]
        if state.phase == "setup":
            chosen: AnyAction = perspective.actions.sample(rng)
            return chosen
        if state.phase == "preparation":
            return keep_the_best(player)
        if state.phase == "settlement":
            return second_chance(state, player, list(perspective.actions), rng)
        state.phase = "driving"  # evaluate a reaction in the Roll Phase like one in the Driving Phase
        plan = _PLANS.pop(situation(state, seat), ())
        if not plan or plan[0] not in perspective.actions:
            plan = self.plan(state, seat, rng)
        if len(plan) > 1:
            after, _ = step(state, seat, plan[0], rng)
            remember(situation(after, seat), plan[1:])
        return plan[0]

    def plan(self, state: State, seat: int, rng: random.Random) -> Plan:
        """Returns the decisions up to the next die, a purchase or the end of the drive."""
        return drives(state, seat, rng, WIDE)[0].path or (purchase(state, state.players[seat], rng),)


def situation(state: State, seat: int) -> tuple[object, ...]:
    """Returns a key of all that a plan depends on: the seat's own things, the road and the supply."""
    return *own_situation(state, seat), tuple(state.stock.items())


def own_situation(state: State, seat: int) -> tuple[object, ...]:
    """Returns a key of the seat's own things and the road, without the cards that are left to buy."""
    player = state.players[seat]
    return (
        state.stage,
        state.round,
        seat,
        position_key(state, seat),
        tuple(sorted(player.deck.pool.items())),
        tuple(sorted(player.deck.discards.items())),
        tuple((other.driver, other.speed) for other in state.players),
    )


def remember(key: tuple[object, ...], plan: Plan) -> None:
    """Stores the rest of a plan under its situation; drops the oldest plans when the cache is full."""
    _PLANS[key] = plan
    while len(_PLANS) > _MOST_PLANS:
        del _PLANS[next(iter(_PLANS))]


def purchase(state: State, player: Player, rng: random.Random) -> AnyAction:
    """Returns a random one of the best cards to buy now, or the end of the drive."""
    offers = [
        (purchase_worth(state, player, buy.card, price(player, buy.card)), buy)
        for buy in buyable(state, player)
    ]
    best = max((worth for worth, _ in offers), default=0.0)
    if best <= 0:
        return Finish()
    return rng.choice([buy for worth, buy in offers if worth > 0 and worth >= best - AS_GOOD])


def second_chance(state: State, player: Player, choices: list[AnyAction], rng: random.Random) -> AnyAction:
    """Returns what to take after a failed claim."""
    free = [action for action in choices if isinstance(action, Take)]
    if free:
        return max(free, key=lambda take: card_worth(take.card))
    bought = purchase(state, player, rng)
    return bought if isinstance(bought, Buy) else Pass()


def keep_the_best(player: Player) -> Discard:
    """Discards cards that are clearly weaker than the average card of the draw."""
    limit = handicap(player).hand_limit
    hand = sorted(player.hand, key=card_worth)
    average = average_worth(tuple(sorted(owned(player))))
    weak = [card for card in hand if card_worth(card) < 0.8 * average]
    must = hand[: max(0, len(hand) - limit)]
    thrown = must if len(must) > len(weak) else weak
    return Discard(tuple(sorted(thrown)))
