"""The supply: purchases at once if there is enough for all, otherwise sealed claims and their settlement."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from paddock.games.dirt_and_dust.actions import AnyAction, Buy, Pass, Take
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.damage import handicap
from paddock.games.dirt_and_dust.events import Bought, Claimed, ClaimLost, ClaimWon, Events, TookFree
from paddock.games.dirt_and_dust.refusals import no
from paddock.games.dirt_and_dust.resources import pay
from paddock.games.dirt_and_dust.state import Claim, Player, State, alive


def price(player: Player, card: str) -> int:
    """Returns the price of a card of the supply for the player."""
    return BOX.team[card].cost + handicap(player).card_cost


def rank(state: State) -> list[list[int]]:
    """Returns the priority list: more Popularity first, then fewer Speed points; equal seats are grouped."""
    seats = sorted(alive(state), key=lambda seat: _rank_key(state.players[seat]))
    groups: list[list[int]] = []
    for seat in seats:
        if groups and _rank_key(state.players[groups[-1][0]]) == _rank_key(state.players[seat]):
            groups[-1].append(seat)
        else:
            groups.append([seat])
    return groups


def _rank_key(player: Player) -> tuple[int, int]:
    return (-player.popularity, player.speed)


def drivers(state: State) -> int:
    """Returns how many cars began the Driving Phase."""
    return sum(len(group) for group in state.priority)


def wanted(player: Player, card: str) -> int:
    """Returns how many copies of a card the player has bought, taken or claimed in this round."""
    return player.bought.count(card) + player.taken.count(card) + claims_on(player, card)


def sealed(state: State, player: Player, card: str) -> bool:
    """Whether the player's next copy is a sealed claim, because not everybody could have as many."""
    if not state.before:
        return False
    return state.stock_before[card] < (wanted(player, card) + 1) * drivers(state)


def copies_for(state: State, player: Player | None, card: str) -> int:
    """Returns the copies left as far as the player (None: a spectator) may know."""
    if not state.before:
        return state.stock[card]
    own = (player.bought + player.taken).count(card) if player is not None else 0
    return state.stock_before[card] - own


def on_sale(state: State, player: Player, card: str) -> bool:
    """Whether the player can get or claim a copy."""
    return card not in state.disputed and copies_for(state, player, card) > claims_on(player, card)


def claims_on(player: Player, card: str) -> int:
    """Returns how many open claims the player has on a stack."""
    return sum(claim.card == card for claim in player.claims)


def refuse_empty(state: State, player: Player, card: str) -> None:
    """Raises IllegalAction if a stack has no copy for the player."""
    if card not in state.stock:
        raise no("DD-SETUP-5", "no-such-stack", card=card)
    if card in state.disputed:
        raise no("DD-BUY-5", "disputed", card=card)
    copies = copies_for(state, player, card)
    if not copies:
        raise no("DD-BUY-4", "stack-empty", card=card)
    if claims_on(player, card) >= copies:
        raise no("DD-SYNC-5", "claims-enough", card=card, copies=copies)


def check_buy(state: State, seat: int, action: Buy) -> None:
    """Raises IllegalAction if the player cannot make a purchase."""
    player = state.players[seat]
    refuse_empty(state, player, action.card)
    cost = price(player, action.card)
    if player.wrench < cost:
        raise no("DD-BUY-1", "wrenches", need=cost, have=player.wrench)


def buyable(state: State, player: Player) -> list[Buy]:
    """Returns everything the player can buy."""
    return [
        Buy(card)
        for card in state.stock
        if price(player, card) <= player.wrench and on_sale(state, player, card)
    ]


def buy(state: State, seat: int, action: Buy) -> Events:
    """Pays for a card; it comes at once, or at the settlement if others may want it too."""
    player = state.players[seat]
    cost = price(player, action.card)
    claim = sealed(state, player, action.card)
    pay(seat, player, "wrench", cost)
    if claim:
        player.claims.append(Claim(action.card, cost))
        return [Claimed(seat, action.card)]
    state.stock[action.card] -= 1
    player.deck.discard(action.card)
    player.bought.append(action.card)
    return [Bought(seat, action.card, cost)]


def free_cards(state: State, player: Player, costs: Iterable[int]) -> list[Take]:
    """Returns the stacks that can supply a free card of one of these printed costs."""
    return [
        Take(card) for card in state.stock if BOX.team[card].cost in costs and on_sale(state, player, card)
    ]


def take_free(state: State, seat: int, card: str, costs: tuple[int, ...]) -> Events:
    """Takes a free card onto the deck; at the settlement if others may want it too."""
    player = state.players[seat]
    if sealed(state, player, card):
        player.claims.append(Claim(card, 0, costs))
        return [Claimed(seat, card)]
    state.stock[card] -= 1
    player.deck.put_on_top(card)
    player.taken.append(card)
    return [TookFree(seat, card)]


def shuffle_in(player: Player) -> None:
    """Shuffles the discard pile into the deck and marks claims whose cards would have been in it."""
    player.deck.reshuffle()
    player.claims = [msgspec.structs.replace(claim, shuffled=True) for claim in player.claims]


def settle(state: State) -> Events:
    """Delivers the claims stack by stack; seats with a failed claim may buy again, by priority."""
    events: Events = []
    asked = [player.claims[:] for player in state.players]
    for card in state.stock:
        events += _settle_stack(state, card)
    for seat, (player, claims) in enumerate(zip(state.players, asked, strict=True)):
        failed = {id(claim) for claim in player.claims}
        for claim in claims:
            if id(claim) not in failed:
                _lay_down(player, claim)
        events += [ClaimLost(seat, claim.card, claim.refund) for claim in player.claims]
        player.wrench += sum(claim.refund for claim in player.claims)
        player.failed += player.claims
        player.claims.clear()
    state.turns = [seat for group in state.priority for seat in group if state.players[seat].failed]
    _drop_idle(state)
    return events


def _settle_stack(state: State, card: str) -> Events:
    events: Events = []
    while True:
        claimed = False
        for group in state.priority:
            claimants = [seat for seat in group if claims_on(state.players[seat], card)]
            if len(claimants) > state.stock[card]:
                if state.stock[card]:
                    state.disputed.append(card)
                return events
            for seat in claimants:
                claimed = True
                events += _deliver(state, seat, card)
        if not claimed:
            return events


def _deliver(state: State, seat: int, card: str) -> Events:
    player = state.players[seat]
    place = next(place for place, claim in enumerate(player.claims) if claim.card == card)
    claim = player.claims.pop(place)
    state.stock[card] -= 1
    if claim.costs:
        player.taken.append(card)
        return [TookFree(seat, card)]
    player.bought.append(card)
    return [ClaimWon(seat, card)]


def _lay_down(player: Player, claim: Claim) -> None:
    """Puts a card won at the settlement where it would be if it had come at once."""
    if claim.shuffled:
        player.deck.put_back(claim.card)
    elif claim.costs:
        player.deck.put_on_top(claim.card)
    else:
        player.deck.discard(claim.card)


def second_chances(state: State, seat: int) -> list[AnyAction]:
    """Returns what a seat with a failed claim can still get."""
    player = state.players[seat]
    free = {cost for claim in player.failed for cost in claim.costs}
    return [*buyable(state, player), *free_cards(state, player, free)]


def _drop_idle(state: State) -> None:
    while state.turns and not second_chances(state, state.turns[0]):
        state.turns.pop(0)


def second_chance(state: State, seat: int, action: AnyAction) -> Events:
    """Applies one purchase after the settlement, or a pass; then it is the next seat's turn."""
    player = state.players[seat]
    events: Events = []
    if isinstance(action, Buy):
        check_buy(state, seat, action)
        events = buy(state, seat, action)
    elif isinstance(action, Take):
        refuse_empty(state, player, action.card)
        claim = next((c for c in player.failed if BOX.team[action.card].cost in c.costs), None)
        if claim is None:
            raise no("DD-SYNC-7", "no-free-card", card=action.card)
        player.failed.remove(claim)
        events = take_free(state, seat, action.card, claim.costs)
    elif not isinstance(action, Pass):
        raise no("DD-SYNC-7", "only-purchases")
    state.turns.pop(0)
    if not isinstance(action, Pass):
        state.turns.append(seat)
    _drop_idle(state)
    return events
