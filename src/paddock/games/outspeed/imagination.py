"""Draws hidden information at random, consistent with what a seat knows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from paddock.games.outspeed.bonus import can_lay, has_announced, refusal, take_from_hand
from paddock.games.outspeed.memory import strangers
from paddock.games.outspeed.routes import most_on_dial
from paddock.games.outspeed.state import (
    NO,
    Memory,
    OutspeedState,
    World,
    affordable,
    copy,
    in_order,
    with_,
)


class Impossible(Exception):
    """No remaining token fits a place: this deal contradicts what the seat knows."""


class Unknown:
    """The tokens a seat has not seen, to be dealt to their possible places."""

    def __init__(self, tokens: Counter[str], rng: random.Random) -> None:
        self.tokens = tokens
        self.rng = rng

    def deal(self, allowed: Callable[[str], bool] = lambda _token: True) -> str:
        """Returns a random remaining token among those allowed."""
        kinds = [kind for kind in sorted(self.tokens) if self.tokens[kind] > 0 and allowed(kind)]
        if not kinds:
            raise Impossible
        token = self.rng.choices(kinds, [self.tokens[kind] for kind in kinds])[0]
        self.tokens[token] -= 1
        return token

    def share(self, allowed: Callable[[str], bool]) -> float:
        """Returns the share of the remaining tokens that is allowed."""
        return sum(n for kind, n in self.tokens.items() if allowed(kind)) / max(1, self.tokens.total())


def imagine(state: OutspeedState, seat: int | None, rng: random.Random) -> OutspeedState:
    """Returns a race that looks the same to the seat (None: a spectator), without the memories of others."""
    guess = copy(state)
    owner = len(state.ships) if seat is None else seat
    memory = state.memories[owner]
    guess.memories = tuple(memory if other == owner else () for other in range(len(state.memories)))
    while not _tokens_fit(state, guess, seat, _pick(memory, rng), rng):
        pass
    for other in range(len(state.ships)):
        if other == seat:
            continue
        if state.phase == "programming" and state.routes[other] is not None:
            guess.routes = with_(guess.routes, other, rng.choice(affordable(state, other)))
        if state.phase == "dials" and state.dials[other] is not None:
            guess.dials = with_(guess.dials, other, rng.randint(0, most_on_dial(state, other)))
    return guess


def _pick(memory: Memory, rng: random.Random) -> World:
    """Returns a random possible world, with the tokens of its urns dealt to their places."""
    if not memory:
        return World(1.0)
    world = rng.choices(memory, [world.likelihood for world in memory])[0]
    urns = [rng.sample(urn, len(urn)) for urn in world.urns]
    return World(1.0, tuple(t if t.token else replace(t, token=urns[t.urn].pop()) for t in world.traces))


def _tokens_fit(
    state: OutspeedState, guess: OutspeedState, seat: int | None, world: World, rng: random.Random
) -> bool:
    """Deals all tokens the seat does not see; returns False if the deal contradicts what was laid."""
    try:
        _deal(state, guess, seat, world, rng)
    except Impossible:
        return False
    return True


def _deal(
    state: OutspeedState, guess: OutspeedState, seat: int | None, world: World, rng: random.Random
) -> None:
    others = [other for other in range(len(state.ships)) if other != seat]
    open_laid = [other for other in others if state.laid[other] and has_announced(state, other)]
    secret = [other for other in others if state.laid[other] is not None and not has_announced(state, other)]
    unknown = Unknown(strangers(state, seat, world), rng)
    known = {(trace.place, trace.at): trace.token for trace in world.traces}
    hands = {other: [t.token for t in world.traces if (t.place, t.at) == ("hand", other)] for other in others}
    # None of them is in the last zone, where more could be laid: that zone decides last, and then all is
    # shown. So all had the same choice, and every deal that fits is equally likely, whatever the order of
    # dealing.
    for other in open_laid:
        guess.laid = with_(guess.laid, other, _laid(state, other, hands[other], unknown))
    for other in others:
        size = len(state.ships[other].tokens) + (other in secret and bool(state.laid[other]))
        dealt = [unknown.deal() for _ in range(size - len(hands[other]))]
        guess.ships[other].tokens = in_order((*hands[other], *dealt))
    for other in secret:
        token = rng.choice([NO, *can_lay(guess, other)])
        guess.laid = with_(guess.laid, other, token)
        if token:
            take_from_hand(guess, other, token)
    if seat is None or state.draws[:1] != (seat,):
        guess.looked = tuple(known.get(("looked", nth)) or unknown.deal() for nth in range(len(state.looked)))
    guess.stack.bottom = [
        token if who == seat else known.get(("under", depth)) or unknown.deal()
        for depth, (token, who) in enumerate(zip(state.stack.bottom, state.buried, strict=True))
    ]
    guess.stack.pool = {kind: unknown.tokens[kind] for kind in state.stack.pool}


def _laid(state: OutspeedState, seat: int, known: list[str], unknown: Unknown) -> str:
    """Returns the token a seat has laid: one it is known to hold, or another that it may hold."""
    may_lie = partial(_may_lie, state, seat)
    candidates = [token for token in known if may_lie(token)]
    strangers = len(state.ships[seat].tokens) + 1 - len(known)
    chances = [1.0] * len(candidates) + [strangers * unknown.share(may_lie)]
    if not any(chances):
        raise Impossible
    pick = unknown.rng.choices(range(len(chances)), chances)[0]
    if pick == len(candidates):
        return unknown.deal(may_lie)
    known.remove(candidates[pick])
    return candidates[pick]


def _may_lie(state: OutspeedState, seat: int, token: str) -> bool:
    return refusal(state, seat, token) is None
