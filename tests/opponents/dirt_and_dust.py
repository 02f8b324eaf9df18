"""The club player: plans the drive, buys with a plan, watches position, risk and damage."""

from __future__ import annotations

import random
from typing import Any

from paddock.core.game import Perspective
from paddock.games.dirt_and_dust.actions import AnyAction, Buy, Discard, Finish, Pass, Take
from paddock.games.dirt_and_dust.damage import handicap
from paddock.games.dirt_and_dust.state import Player, State
from paddock.games.dirt_and_dust.supply import buyable, price
from tests.opponents.dirt_and_dust_planning import best_line
from tests.opponents.dirt_and_dust_worth import average_worth, card_worth, owned, purchase_worth


class ClubBot:
    """Plays a sound game in a fraction of a second."""

    name = "club"

    def choose(self, perspective: Perspective[Any, Any], rng: random.Random) -> AnyAction:
        """The seat's decision."""
        seat = perspective.seat
        state: State = perspective.imagine(rng)
        player = state.players[seat]
        if state.phase == "setup":
            chosen: AnyAction = perspective.actions.sample(rng)
            return chosen
        if state.phase == "preparation":
            return keep_the_best(player)
        if state.phase == "settlement":
            return second_chance(state, player, list(perspective.actions))
        state.phase = "driving"  # a reaction in the Roll Phase is weighed like one on the road
        return best_line(state, seat, rng).first or purchase(state, player)


def purchase(state: State, player: Player) -> AnyAction:
    """The best card to buy now, or the end of the drive."""
    offers = [
        (purchase_worth(state, player, buy.card, price(player, buy.card)), buy)
        for buy in buyable(state, player)
    ]
    worth, best = max(offers, key=lambda offer: offer[0], default=(0.0, None))
    return best if best is not None and worth > 0 else Finish()


def second_chance(state: State, player: Player, choices: list[AnyAction]) -> AnyAction:
    """What to get after a failed claim."""
    free = [action for action in choices if isinstance(action, Take)]
    if free:
        return max(free, key=lambda take: card_worth(take.card))
    bought = purchase(state, player)
    return bought if isinstance(bought, Buy) else Pass()


def keep_the_best(player: Player) -> Discard:
    """Discard what is clearly weaker than the average card one may draw instead."""
    limit = handicap(player).hand_limit
    hand = sorted(player.hand, key=card_worth)
    average = average_worth(tuple(sorted(owned(player))))
    weak = [card for card in hand if card_worth(card) < 0.8 * average]
    must = hand[: max(0, len(hand) - limit)]
    thrown = must if len(must) > len(weak) else weak
    return Discard(tuple(sorted(thrown)))
