"""What cards, damage and positions are worth in Speed points, told from their data alone."""

from __future__ import annotations

from functools import lru_cache

from paddock.games.dirt_and_dust import language
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.damage import LAST_TOKEN
from paddock.games.dirt_and_dust.language import Effect, Op
from paddock.games.dirt_and_dust.scouting import limit, supply_left
from paddock.games.dirt_and_dust.state import Player, State, alive, face_up, ready_dice, rounds
from paddock.games.dirt_and_dust.track import SPACES

RESOURCE = {"traction": 0.75, "wrench": 0.45, "popularity": 0.25, "speed": 1.0}
COUNTED = {None: 1.0, "risk_die": 0.7, "removed_card": 1.2, "empty_slot": 2.0}
PLAIN: dict[type[Op], float] = {
    language.Move: 0.5,
    language.Shift: 0.3,
    language.Centre: 1.3,
    language.SetDie: 0.6,
    language.ModDie: 0.4,
    language.Boost: 1.4,
    language.TakeRisk: -1.0,
    language.Repair: 0.8,
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
HITS_PER_ROLL = sum(face.hits for face in BOX.risk_faces) / len(BOX.risk_faces)
POPULARITY_PER_ROLL = sum(face.popularity for face in BOX.risk_faces) / len(BOX.risk_faces)
NAVIGATOR_LATER = 2.9
"""What a Navigator on a card that falls in a later round will score."""


def _op_worth(op: Op) -> float:
    if isinstance(op, language.Gain):
        n = op.n * COUNTED[op.per]
        return RESOURCE[op.what] * (min(n, op.max) if op.max is not None else n)
    return PLAIN.get(type(op), 0.0)


def effect_worth(effect: Effect) -> float:
    """What an effect is worth when its card is activated somewhere, sometime."""
    worth = sum(_op_worth(op) for op in effect.do)
    worth -= sum(RESOURCE[what] * (4 if n == "all" else n) for what, n in effect.pay.items())
    if not effect.mandatory:
        worth = max(worth, 0.0)
    when = effect.when
    if when is None:
        return worth
    share = 0.6 if when.row else 1.0
    share *= {"grey": 0.5, "yellow": 0.45, "red": 0.1, None: 1.0}[when.zone]
    share *= {"player": 0.8, "boost": 0.15, "popularity": 0.1, None: 1.0}[when.die]
    return worth * share * (0.25 if when.value else 1.0)


@lru_cache
def card_worth(card: str) -> float:
    """What one activation of a card brings."""
    found = BOX.cards[card]
    passive = effect_worth(found.passive) if found.passive is not None else 0.0
    return sum(effect_worth(effect) for effect in found.effects) + passive


@lru_cache
def average_worth(cards: tuple[str, ...]) -> float:
    """The mean over some cards."""
    return sum(card_worth(card) for card in cards) / len(cards) if cards else 0.0


def owned(player: Player) -> list[str]:
    """All cards of a player that are in the game."""
    deck = player.deck
    piles = [card for pile in (deck.pool, deck.discards) for card, n in pile.items() for _ in range(n)]
    return [*piles, *deck.top, *player.hand, *(p.card for p in player.slots if p is not None)]


def purchase_worth(state: State, player: Player, card: str, price: int) -> float:
    """What buying a card brings over the rest of the game, its price deducted."""
    left = rounds(state) - state.round
    uses = max(0.0, 0.42 * (left - 1.0))
    gain = (card_worth(card) - 1.0) * uses
    return gain + BOX.cards[card].points - price * wrench_worth(state)


def wrench_worth(state: State) -> float:
    """What a kept Wrench is worth: less and less, nothing in the end."""
    left = rounds(state) - state.round
    return 0.3 * min(1.0, left / 4)


def hit_worth(player: Player, left: int) -> float:
    """What one Hit costs: a fifth of the next token, dearer near the end of the tokens."""
    token = (1.6, 1.2, 2.4, 2.0, 2.4, 1.0, 3.0)[player.tokens] if player.tokens < LAST_TOKEN else 20.0
    return (token * (0.15 + 0.12 * left) + max(0, player.tokens - 4) * 1.5) / BOX.damage_end


def popularity_worth(state: State, seat: int, left: int) -> float:
    """What the place on the Popularity track is worth."""
    own = state.players[seat].popularity
    others = [state.players[s].popularity for s in alive(state) if s != seat]
    if state.ghost is not None:
        others.append(state.ghost.popularity)
    best = max(others, default=0)
    lead = 3.0 if own > best else 2.0 if own == best and own else 1.0 if own else 0.0
    certain = 1.0 if left == 0 else 0.6
    return lead * certain + own * (0.03 if left == 0 else 0.16)


def position_worth(state: State, seat: int) -> float:
    """What the seat would have if it finished driving now, in Speed points."""
    player = state.players[seat]
    if player.out:
        return -50.0
    left = rounds(state) - state.round
    worth = float(player.speed)
    space = SPACES[player.space]
    falling = player.navigators[state.round - 1]
    if falling:
        points = space.value * falling
        worth += points if space.pays == "speed" else points * (0.35 if left else 0.15)
    worth += NAVIGATOR_LATER * sum(player.navigators[state.round :])
    worth += popularity_worth(state, seat, left)
    worth -= player.risk
    hit = hit_worth(player, left)
    worth -= hit * (player.damage + player.risk * HITS_PER_ROLL * left)
    worth += player.risk * POPULARITY_PER_ROLL * left * 0.15
    worth -= 2.2 * player.tokens + max(0, player.tokens - 5) * 4
    if left:
        worth += _prospects(state, player, left, space.value if space.pays == "speed" else 0)
    return worth


def _prospects(state: State, player: Player, left: int, value: int) -> float:
    """What position, stores and cards promise for the rounds to come."""
    worth = 0.3 * value
    room = sum(limit(player) - player.navigators[n - 1] for n in face_up(state) if n > state.round)
    room = min(room + 1, supply_left(player))
    useful = min(player.traction, 3 * room)
    worth += 0.62 * useful + 0.1 * (player.traction - useful)
    worth += wrench_worth(state) * player.wrench
    if player.tripled:
        worth += 0.5 * left
    for place, placed in enumerate(player.slots[:-1]):
        if placed is None:
            continue
        worth += -0.1 if placed.covered else (0.3 - 0.01 * place) * card_worth(placed.card)
    worth -= 0.12 * left * sum(card_worth(placed.card) - 1.0 for placed in player.removed)
    return worth


def promise(player: Player) -> float:
    """What the active dice could still bring this round."""
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
