"""What a seat cannot know, drawn anew: hands, the order of decks, sealed claims, drives in progress."""

from __future__ import annotations

import random

from paddock.games.dirt_and_dust.state import Player, State, alive
from paddock.games.dirt_and_dust.supply import call_off
from paddock.games.dirt_and_dust.views import sees_now


def imagine(state: State, seat: int | None, rng: random.Random) -> State:
    """A table that looks the same to the seat."""
    copy = state.clone()
    rolling = any(player.throws for player in state.players)
    if state.before:
        copy.before = tuple(
            player if other == seat else _dealt_again(player, rng)
            for other, player in enumerate(state.before)
        )
    for other in range(len(state.players)):
        if other == seat:
            continue
        if not sees_now(state, seat, other) and not rolling:
            copy.players[other] = copy.before[other].clone()
            copy.players[other].done = state.players[other].done
        else:
            call_off(copy.players[other])
            _deal_again(copy.players[other], rng)
    if state.before and not rolling:
        _account_for_sales(state, copy, seat, rng)
    return copy


def _dealt_again(player: Player, rng: random.Random) -> Player:
    copy = player.clone()
    _deal_again(copy, rng)
    return copy


def _deal_again(player: Player, rng: random.Random) -> None:
    """Deal hand and deck anew from what nobody else has seen of them."""
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


def _account_for_sales(state: State, copy: State, seat: int | None, rng: random.Random) -> None:
    """Cards that left the supply while others drove unseen lie with some of them."""
    unseen = [other for other in alive(state) if not sees_now(state, seat, other)]
    if not unseen:
        return
    seen = [s for s in range(len(state.players)) if s not in unseen]
    for card, copies in state.stock.items():
        known = sum((state.players[s].bought + state.players[s].taken).count(card) for s in seen)
        for _ in range(state.stock_before[card] - copies - known):
            buyer = copy.players[rng.choice(unseen)]
            buyer.deck.discard(card)
            buyer.bought.append(card)
