"""The value of a board at the end of a drive, in points of the final total (`values.json`).

The weights are fitted on self-play. Run `python -m tools.dirt_and_dust_values` to fit them again when data
of the game change.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from operator import mul

import msgspec
from msgspec import Struct

from paddock.bots.dirt_and_dust.card_values import plain_worths
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.scoring import card_points, popularity_bonus
from paddock.games.dirt_and_dust.scouting import limit, supply_left
from paddock.games.dirt_and_dust.state import Player, State, face_up, rounds
from paddock.games.dirt_and_dust.track import ROW, SPACES, ZONE

WRECKED = 5.0
"""The value of a destroyed car: far below any total that wins."""
AHEAD = 0.03
"""The value of a point of Popularity at the end besides its bonus, since it breaks ties."""
NAMES = (
    "one",
    "popularity",
    "popularity to 5",
    "leading",
    "level",
    *(f"risk {n}" for n in (1, 2, 3)),
    "damage",
    *(f"token {n}" for n in range(1, 8)),
    "traction to 3",
    "traction to 6",
    "traction",
    "traction for room",
    "wrench to 2",
    "wrench to 4",
    "wrench",
    "space",
    "accelerating",
    "grey",
    "red",
    "navigators next",
    "navigators later",
    "room",
    "three a card",
    "cards",
    "mean card",
    "slots 1 to 3",
    "slots 4 and 5",
    "placed",
    "covered",
    "passives",
    "hand",
    "cards in hand",
    "on the deck",
)
"""The features of a board, in this order."""


class Worths(Struct, frozen=True):
    """Fitted weights `[at the end, more for every round left]` of each feature and of owned cards."""

    seen: dict[str, tuple[float, float]]
    cards: dict[str, tuple[float, float]]
    games: int


@cache
def shipped() -> Worths:
    """Returns the weights stored beside this module."""
    raw = (resources.files("paddock.bots.dirt_and_dust") / "values.json").read_bytes()
    return msgspec.json.decode(raw, type=Worths)


@cache
def _weights(left: int) -> tuple[float, ...]:
    seen = shipped().seen
    return tuple(seen[name][0] + seen[name][1] * left for name in NAMES)


@cache
def _card_weights(left: int) -> dict[str, float]:
    return {card: base + more * left for card, (base, more) in shipped().cards.items()}


def sure(state: State, seat: int) -> tuple[int, int]:
    """Returns Speed points and Popularity after this round's evaluation if the seat ended its drive now."""
    player = state.players[seat]
    falling = player.navigators[state.round - 1]
    if not falling:
        return player.speed, player.popularity
    space = SPACES[player.space]
    if space.pays == "speed":
        return player.speed + falling * space.value, player.popularity
    return player.speed, min(BOX.limits.popularity, player.popularity + falling * space.value)


def held(player: Player) -> list[tuple[str, int]]:
    """Returns all cards a player will draw or use again, including claims, with the number in each pile."""
    deck = player.deck
    found = [item for pile in (deck.pool, deck.discards) for item in pile.items() if item[1]]
    found += [(card, 1) for card in (*deck.top, *deck.bottom, *player.hand)]
    found += [(placed.card, 1) for placed in player.slots if placed is not None]
    return found + [(claim.card, 1) for claim in player.claims]


def rivals(state: State, player: Player) -> list[int]:
    """Returns the Popularity of all others in the race, including the Ghost."""
    found = [other.popularity for other in state.players if other is not player and not other.out]
    return found if state.ghost is None else [*found, state.ghost.popularity]


_RISKS = tuple(
    tuple(float(risk >= n) for n in (1, 2, 3)) for risk in range(BOX.limits.risk_dice_per_player + 1)
)
_TOKENS = tuple(tuple(float(tokens >= n) for n in range(1, 8)) for tokens in range(8))
_PLACES = {
    name: (
        float(space.value),
        float(ROW[name] == "accelerating"),
        float(ZONE[name] == "grey"),
        float(ZONE[name] == "red"),
    )
    for name, space in SPACES.items()
}
"""Features of Risk dice, Permanent Damage and the car's space, in a table because drives read them often."""


class Outlook:
    """Values the positions of a seat's present drive; computes once what no drive changes."""

    def __init__(self, state: State, seat: int) -> None:
        self.seat = seat
        self.left = rounds(state) - state.round
        self.rivals = rivals(state, state.players[seat])
        self.best = max(self.rivals, default=0)
        self.later = [number for number in face_up(state) if number > state.round]
        self.held: dict[tuple[object, ...], tuple[float, float, float]] = {}

    def cards(self, player: Player) -> tuple[float, float, float]:
        """Returns the number of cards, the value of one activation of each, and their fitted weights."""
        changed = tuple(player.removed), tuple(player.claims), tuple(player.bought), tuple(player.taken)
        found = self.held.get(changed)
        if found is None:
            plain, weights = plain_worths(), _card_weights(self.left)
            count = total = worth = 0.0
            for card, copies in held(player):
                count += copies
                total += copies * plain[card]
                worth += copies * weights[card]
            found = self.held[changed] = count, total, worth
        return found

    def promised(self, state: State) -> float:
        """Returns the total the seat can expect if it ended its drive now."""
        player = state.players[self.seat]
        if player.out:
            return WRECKED
        speed, popularity = sure(state, self.seat)
        if not self.left:
            bonus = popularity_bonus(popularity, [popularity, *self.rivals])
            return speed + bonus + AHEAD * popularity + card_points(player) - player.risk
        worth = sum(map(mul, _weights(self.left), self.seen(state, popularity)), 0.0)
        return speed + worth + self.cards(player)[2]

    def seen(self, state: State, popularity: int) -> list[float]:
        """Returns the features of a board, in the order of `NAMES`."""
        player = state.players[self.seat]
        plain = plain_worths()
        traction, wrench, navigators = player.traction, player.wrench, player.navigators
        most = limit(player)
        room = min(sum([most - navigators[n - 1] for n in self.later]), supply_left(player))
        early = late = 0.0
        placed_cards = covered = passives = 0
        for place, placed in enumerate(player.slots[:-1]):
            if placed is None:
                continue
            placed_cards += 1
            if placed.covered:
                covered += 1
                continue
            passives += BOX.cards[placed.card].passive is not None
            if place < 3:
                early += plain[placed.card]
            else:
                late += plain[placed.card]
        count, total, _ = self.cards(player)
        return [
            1.0,
            popularity,
            min(popularity, 5),
            popularity > self.best,
            popularity == self.best,
            *_RISKS[player.risk],
            player.damage,
            *_TOKENS[player.tokens],
            min(traction, 3),
            min(traction, 6),
            traction,
            min(traction, 3 * room),
            min(wrench, 2),
            min(wrench, 4),
            wrench,
            *_PLACES[player.space],
            navigators[state.round] if state.round < len(navigators) else 0,
            sum(navigators[state.round + 1 :]),
            room,
            player.tripled,
            count,
            total / count if count else 0.0,
            early,
            late,
            placed_cards,
            covered,
            passives,
            sum([plain[card] for card in player.hand]),
            len(player.hand),
            sum([plain[card] for card in player.deck.top]),
        ]


def promised(state: State, seat: int) -> float:
    """Returns the total the seat can expect if it ended its drive now."""
    return Outlook(state, seat).promised(state)
