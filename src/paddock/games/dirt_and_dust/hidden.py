"""Draws hidden information at random: hands, the order of decks, sealed claims, drives in progress."""

from __future__ import annotations

import random

from paddock.games.dirt_and_dust.state import Player, State
from paddock.games.dirt_and_dust.supply import copies_for


def imagine(state: State, seat: int | None, rng: random.Random) -> State:
    """Returns a table that looks the same to the seat; hidden drives have either not begun or ended."""
    copy = state.clone()
    others = [other for other in range(len(state.players)) if other != seat]
    if not state.before:
        for other in others:
            _deal_again(copy.players[other], rng)
        return copy
    me = state.players[seat] if seat is not None else None
    before = list(state.before)
    for other in others:
        before[other] = state.before[other].clone()
        _deal_again(before[other], rng)
        copy.players[other] = before[other].clone()
        copy.players[other].done = state.players[other].done
    copy.before = tuple(before)
    copy.stock = {card: copies_for(state, me, card) for card in state.stock}
    return copy


def _deal_again(player: Player, rng: random.Random) -> None:
    """Deals hand and deck at random from the cards that nobody else has seen."""
    deck = player.deck
    cards = sorted(
        [*player.hand, *deck.top, *deck.bottom, *(c for c, n in deck.pool.items() for _ in range(n))]
    )
    rng.shuffle(cards)
    size = len(player.hand)
    player.hand = sorted(cards[:size])
    deck.top, deck.bottom = [], []
    deck.pool = dict.fromkeys(sorted({*deck.pool, *cards}), 0)
    for card in cards[size:]:
        deck.put_back(card)
