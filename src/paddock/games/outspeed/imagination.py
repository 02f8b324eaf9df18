"""What a seat cannot know, drawn anew."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import partial

from paddock.games.outspeed.bonus import can_lay, has_announced, refusal, take_from_hand
from paddock.games.outspeed.components import components
from paddock.games.outspeed.routes import most_on_dial
from paddock.games.outspeed.state import NO, OutspeedState, affordable, copy, in_last_zone, in_order, with_


class Unknown:
    """The tokens a seat has not seen, to be dealt to the places where they may lie."""

    def __init__(self, tokens: Counter[str], rng: random.Random) -> None:
        self.tokens = tokens
        self.rng = rng

    def deal(self, allowed: Callable[[str], bool] = lambda _token: True) -> str:
        """One of the tokens left, among those that are allowed."""
        kinds = [kind for kind in sorted(self.tokens) if self.tokens[kind] and allowed(kind)]
        token = self.rng.choices(kinds, [self.tokens[kind] for kind in kinds])[0]
        self.tokens[token] -= 1
        return token


def imagine(state: OutspeedState, seat: int | None, rng: random.Random) -> OutspeedState:
    """A race that looks the same to the seat (None: a spectator)."""
    guess = copy(state)
    _tokens(state, guess, seat, rng)
    for other in range(len(state.ships)):
        if other == seat:
            continue
        if state.phase == "programming" and state.routes[other] is not None:
            guess.routes = with_(guess.routes, other, rng.choice(affordable(state, other)))
        if state.phase == "dials" and state.dials[other] is not None:
            guess.dials = with_(guess.dials, other, rng.randint(0, most_on_dial(state, other)))
    return guess


def _tokens(state: OutspeedState, guess: OutspeedState, seat: int | None, rng: random.Random) -> None:
    others = [other for other in range(len(state.ships)) if other != seat]
    open_laid = [other for other in others if state.laid[other] and has_announced(state, other)]
    secret = [other for other in others if state.laid[other] is not None and not has_announced(state, other)]
    drawer = state.draws[0] if state.draws else None
    unknown = Unknown(_unseen(state, seat), rng)
    # Who stands further ahead had the smaller choice: dealt first, every deal that fits is equally likely.
    for other in sorted(open_laid, key=lambda other: in_last_zone(state, other)):
        guess.laid = with_(guess.laid, other, unknown.deal(partial(_may_lie, state, other)))
    for other in others:
        size = len(state.ships[other].tokens) + (other in secret and bool(state.laid[other]))
        guess.ships[other].tokens = in_order(unknown.deal() for _ in range(size))
    for other in secret:
        token = rng.choice([NO, *can_lay(guess, other)])
        guess.laid = with_(guess.laid, other, token)
        if token:
            take_from_hand(guess, other, token)
    if drawer != seat:
        guess.looked = tuple(unknown.deal() for _ in state.looked)
    guess.stack.bottom = [
        token if who == seat else unknown.deal()
        for token, who in zip(state.stack.bottom, state.buried, strict=True)
    ]
    guess.stack.pool = {kind: unknown.tokens[kind] for kind in state.stack.pool}


def _may_lie(state: OutspeedState, seat: int, token: str) -> bool:
    return refusal(state, seat, token) is None


def _unseen(state: OutspeedState, seat: int | None) -> Counter[str]:
    tokens = Counter({token.id: token.count for token in components().tokens.values()})
    tokens.subtract(state.stack.discards)
    if seat is not None:
        tokens.subtract(state.ships[seat].tokens)
        tokens.subtract(filter(None, [state.laid[seat]]))
        if state.draws[:1] == (seat,):
            tokens.subtract(state.looked)
        known = zip(state.stack.bottom, state.buried, strict=True)
        tokens.subtract(token for token, who in known if who == seat)
    return tokens
