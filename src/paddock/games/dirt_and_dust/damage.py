"""Risk dice, the damage track and Permanent Damage."""

from __future__ import annotations

from msgspec import Struct

from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.components import RiskFace
from paddock.games.dirt_and_dust.events import (
    Damaged,
    Destroyed,
    Events,
    Finished,
    RiskIgnored,
    RiskTaken,
    TokenFlipped,
)
from paddock.games.dirt_and_dust.resources import gain, payable
from paddock.games.dirt_and_dust.state import SLOTS, Player, State

FACES: dict[str, RiskFace] = {face.name: face for face in BOX.risk_faces}
LAST_TOKEN = sum(token.modifier != "eliminated" for token in BOX.tokens)


class Handicap(Struct, frozen=True):
    """The effects of flipped Permanent Damage tokens."""

    navigator_move: int = 0
    card_cost: int = 0
    navigator_cost: int = 0
    hand_limit: int = BOX.limits.hand
    passives: bool = True
    reset: bool = False


def _handicap(tokens: int) -> Handicap:
    flipped = BOX.tokens[:tokens]

    def added(modifier: str) -> int:
        return sum(token.add for token in flipped if token.modifier == modifier)

    limits = [int(token.set) for token in flipped if token.modifier == "hand_limit" and token.set]  # type: ignore[arg-type]
    kinds = {token.modifier for token in flipped}
    return Handicap(
        added("navigator_move"),
        added("card_cost"),
        added("navigator_cost"),
        min(limits, default=BOX.limits.hand),
        "passives" not in kinds,
        "round_end_reset" in kinds,
    )


_HANDICAPS = tuple(_handicap(tokens) for tokens in range(LAST_TOKEN + 1))


def handicap(player: Player) -> Handicap:
    """Returns the present effects of the player's Permanent Damage."""
    return _HANDICAPS[player.tokens]


def take_risk(seat: int, player: Player) -> Events:
    """Adds a Risk die to the pool, or reuses one if it is full, and queues its roll."""
    player.risk = min(player.risk + 1, BOX.limits.risk_dice_per_player)
    player.throws.append("risk")
    return [RiskTaken(seat, player.risk)]


def suffer(state: State, seat: int, hits: int) -> Events:
    """Moves the damage marker; every time it reaches the end, a token is flipped."""
    player = state.players[seat]
    events: Events = []
    for _ in range(hits):
        player.damage += 1
        if player.damage < BOX.damage_end:
            continue
        player.damage = 0
        if player.tokens == LAST_TOKEN:
            return [*events, Damaged(seat, hits, 0), *destroy(state, seat)]
        player.tokens += 1
        events.append(TokenFlipped(seat, player.tokens))
    return [Damaged(seat, hits, player.damage), *events] if hits else events


def destroy(state: State, seat: int) -> Events:
    """Eliminates the car at once."""
    player = state.players[seat]
    player.out = player.done = True
    player.speed = player.popularity = 0
    player.navigators = [0] * len(player.navigators)
    player.doing = None
    player.throws.clear()
    player.faces.clear()
    player.claims.clear()
    player.dice.clear()
    if not state.before:
        release_popularity_die(state)
        return [Destroyed(seat)]
    return [Destroyed(seat), Finished(seat)]


def release_popularity_die(state: State) -> None:
    """Gives back the Popularity die of a destroyed car; after a hidden drive only at its end."""
    if state.holder is not None and state.players[state.holder].out:
        state.holder = None


def apply_risk(state: State, seat: int) -> Events:
    """Applies the Risk dice just rolled, all together: first the Hits, then the Popularity."""
    player = state.players[seat]
    faces = [FACES[name] for name in player.faces]
    player.faces.clear()
    events = suffer(state, seat, sum(face.hits for face in faces))
    if not player.out:
        events += gain(seat, player, "popularity", sum(face.popularity for face in faces))
    return events


def reactions(player: Player) -> list[int]:
    """Returns the slots whose passive can treat the Risk dice just rolled as blank."""
    if not player.faces or not handicap(player).passives:
        return []
    return [
        slot
        for slot in SLOTS
        if (placed := player.slots[slot - 1]) is not None
        and not placed.covered
        and not placed.passive_used
        and (passive := BOX.cards[placed.card].passive) is not None
        and passive.reaction
        and payable(player, passive)
    ]


def ignore_risk(seat: int, player: Player, card: str) -> Events:
    """Treats the Risk dice just rolled as blank."""
    player.faces.clear()
    return [RiskIgnored(seat, card)]
