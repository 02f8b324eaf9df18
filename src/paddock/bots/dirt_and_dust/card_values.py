"""The value of cards and of the dice over them in Speed points, computed from card data alone."""

from __future__ import annotations

from functools import lru_cache

from paddock.games.dirt_and_dust import language
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.language import Effect, Op
from paddock.games.dirt_and_dust.state import Player, State, ready_dice, rounds

RESOURCE = {"traction": 0.75, "wrench": 0.45, "popularity": 0.25, "speed": 1.0}
COUNTED = {None: 1.0, "risk_die": 0.7, "removed_card": 1.2, "empty_slot": 2.0}
PLAIN: dict[type[Op], float] = {
    language.Move: 0.5,
    language.Shift: 0.5,
    language.Centre: 1.3,
    language.SetDie: 0.6,
    language.ModDie: 0.4,
    language.Boost: 1.4,
    language.TakeRisk: -1.0,
    language.IgnoreRiskRoll: 1.0,
    language.DiscardAny: 0.2,
    language.DiscardAllActive: 0.1,
    language.RemoveCard: 0.4,
    language.PlayRemoved: 0.4,
    language.ShuffleDiscard: 0.1,
    language.Swap: 0.1,
    language.FreeCard: 1.2,
    language.TripleNavigators: 3.0,
}
REPAIR = 0.8
"""The usual value of sending back a Risk die."""
ROW_FOUND, ROW_CHOSEN = 0.6, 0.75
"""How often the car is in the row an effect requires: by chance, and if the card can change the row."""
CLOSE = 4
"""A lead in Popularity of at most this much is contested."""
SAME = 0.12
"""What each further copy of a card loses in value: copies need the same row, zone and dice."""


def _op_worth(op: Op, popularity: float, repair: float) -> float:
    if isinstance(op, language.Gain):
        n = op.n * COUNTED[op.per]
        each = popularity if op.what == "popularity" else RESOURCE[op.what]
        return each * (min(n, op.max) if op.max is not None else n)
    return repair * op.n if isinstance(op, language.Repair) else PLAIN.get(type(op), 0.0)


def effect_worth(effect: Effect, in_row: float, popularity: float, repair: float) -> float:
    """Returns the mean value of an effect when its card is activated; `in_row`: chance of the right row."""
    worth = sum(_op_worth(op, popularity, repair) for op in effect.do)
    worth -= sum(RESOURCE[what] * (4 if n == "all" else n) for what, n in effect.pay.items())
    if not effect.mandatory:
        worth = max(worth, 0.0)
    when = effect.when
    if when is None:
        return worth
    share = in_row if when.row else 1.0
    share *= {"grey": 0.5, "yellow": 0.45, "red": 0.1, None: 1.0}[when.zone]
    share *= {"player": 0.8, "boost": 0.15, "popularity": 0.1, None: 1.0}[when.die]
    return worth * share * (0.25 if when.value else 1.0)


@lru_cache(maxsize=4096)
def card_worth(card: str, popularity: float = RESOURCE["popularity"], repair: float = REPAIR) -> float:
    """Returns the value of one activation of a card, for given values of Popularity and repairs."""
    found = BOX.cards[card]
    effects = [*found.effects, *([found.passive] if found.passive is not None else [])]
    turns = any(isinstance(op, language.Shift | language.Centre) for effect in effects for op in effect.do)
    in_row = ROW_CHOSEN if turns else ROW_FOUND
    return sum(effect_worth(effect, in_row, popularity, repair) for effect in effects)


@lru_cache
def plain_worths() -> dict[str, float]:
    """Returns the usual value of one activation of every card."""
    return {card: card_worth(card) for card in BOX.cards}


@lru_cache
def average_worth(cards: tuple[str, ...]) -> float:
    """Returns the mean value of some cards."""
    return sum(card_worth(card) for card in cards) / len(cards) if cards else 0.0


def owned(player: Player) -> list[str]:
    """Returns all cards of a player that are in the game."""
    deck = player.deck
    piles = [card for pile in (deck.pool, deck.discards) for card, n in pile.items() for _ in range(n)]
    return [*piles, *deck.top, *player.hand, *(p.card for p in player.slots if p is not None)]


def purchase_worth(state: State, player: Player, card: str, price: int) -> float:
    """Returns what a card brings this player over the rest of the game, less its price."""
    left = rounds(state) - state.round
    uses = max(0.0, 0.42 * (left - 1.0))
    worth = card_worth(card, _popularity_price(state, player), _repair_price(player))
    gain = (worth - SAME * owned(player).count(card) - 1.0) * uses
    return gain + BOX.cards[card].points - price * wrench_worth(state)


def _popularity_price(state: State, player: Player) -> float:
    """Returns the value of Popularity: higher if the lead is within reach or could be lost."""
    others = [other.popularity for other in state.players if other is not player and not other.out]
    if state.ghost is not None:
        others.append(state.ghost.popularity)
    if not others or player.popularity >= BOX.limits.popularity:
        return 0.1
    return 0.4 if abs(player.popularity - max(others)) <= CLOSE else 0.2


def _repair_price(player: Player) -> float:
    """Returns the value of a repair: higher for a player with Risk dice in the pool."""
    return 0.4 + 0.4 * player.risk


def wrench_worth(state: State) -> float:
    """Returns the value of a kept Wrench, which falls to nothing by the end of the game."""
    left = rounds(state) - state.round
    return 0.3 * min(1.0, left / 4)


def promise(player: Player) -> float:
    """Returns what the active dice could still bring this round."""
    best_hand = max((card_worth(card) for card in player.hand), default=0.0)
    total = 0.0
    for die in ready_dice(player):
        copies = player.dice.count(die)
        placed = player.slots[die.value - 1]
        if placed is None:
            total += 0.6 * best_hand * copies
        elif not placed.covered:
            total += 0.75 * card_worth(placed.card) * copies
        else:
            total += 0.2 * copies
    return total
