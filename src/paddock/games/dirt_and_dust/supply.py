"""The supply: open and scarce stacks, sealed claims and their settlement."""

from __future__ import annotations

from collections.abc import Iterable

from paddock.games.dirt_and_dust.actions import AnyAction, Buy, Pass, Take
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.damage import handicap
from paddock.games.dirt_and_dust.events import Bought, Claimed, ClaimLost, ClaimWon, Events, TookFree
from paddock.games.dirt_and_dust.refusals import no
from paddock.games.dirt_and_dust.resources import pay
from paddock.games.dirt_and_dust.state import Claim, Player, State, alive, sequential


def price(player: Player, card: str) -> int:
    """What a card of the supply costs the player."""
    return BOX.team[card].cost + handicap(player).card_cost


def rank(state: State) -> list[list[int]]:
    """The priority list: more Popularity first, then fewer Speed points; equal seats in one group."""
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


def mark_scarce(state: State) -> None:
    """Note the stacks with fewer copies than players still driving; they stay scarce this phase."""
    if sequential(state) or state.phase != "driving":
        return
    driving = sum(not player.done for player in state.players)
    for card, copies in state.stock.items():
        if copies < driving and card not in state.scarce:
            state.scarce.append(card)


def claims_on(player: Player, card: str) -> int:
    """How many open claims the player has on a stack."""
    return sum(claim.card == card for claim in player.claims)


def with_claims_refunded(player: Player) -> int:
    """The Wrenches the player would have if all open claims failed now."""
    return min(player.wrench + sum(claim.paid for claim in player.claims), BOX.limits.wrench)


def refuse_empty(state: State, player: Player, card: str) -> None:
    """Refuse a stack that has nothing (more) for the player."""
    if card not in state.stock:
        raise no("DD-SETUP-5", "no-such-stack", card=card)
    if not state.stock[card]:
        raise no("DD-BUY-4", "stack-empty", card=card)
    if claims_on(player, card) >= state.stock[card]:
        raise no("DD-SYNC-5", "claims-enough", card=card, copies=state.stock[card])


def check_buy(state: State, seat: int, action: Buy) -> None:
    """Refuse a purchase the player cannot make."""
    player = state.players[seat]
    refuse_empty(state, player, action.card)
    cost = price(player, action.card)
    if player.wrench < cost:
        raise no("DD-BUY-1", "wrenches", need=cost, have=player.wrench)


def buyable(state: State, player: Player) -> list[Buy]:
    """Everything the player can buy."""
    return [
        Buy(card)
        for card, copies in state.stock.items()
        if copies > claims_on(player, card) and price(player, card) <= player.wrench
    ]


def buy(state: State, seat: int, action: Buy) -> Events:
    """Pay for a card; get it at once, or at the settlement if the stack is scarce."""
    player = state.players[seat]
    cost = price(player, action.card)
    if action.card in state.scarce and state.phase == "driving":
        player.claims.append(Claim(action.card, cost))
        pay(seat, player, "wrench", cost)
        return [Claimed(seat, action.card, to=(seat,))]
    pay(seat, player, "wrench", cost)
    state.stock[action.card] -= 1
    player.deck.discard(action.card)
    player.bought.append(action.card)
    mark_scarce(state)
    return [Bought(seat, action.card, cost)]


def free_cards(state: State, player: Player, costs: Iterable[int]) -> list[Take]:
    """The stacks a free card of such a printed cost can come from."""
    return [
        Take(card)
        for card, copies in state.stock.items()
        if BOX.team[card].cost in costs and copies > claims_on(player, card)
    ]


def take_free(state: State, seat: int, card: str, costs: tuple[int, ...]) -> Events:
    """Take a free card onto the deck; at the settlement if the stack is scarce."""
    player = state.players[seat]
    if card in state.scarce and state.phase == "driving":
        player.claims.append(Claim(card, 0, costs))
        return [Claimed(seat, card, to=(seat,))]
    state.stock[card] -= 1
    player.deck.put_on_top(card)
    player.taken.append(card)
    mark_scarce(state)
    return [TookFree(seat, card)]


def call_off(player: Player) -> None:
    """Take back all open claims; what was paid for them comes back."""
    player.wrench = with_claims_refunded(player)
    player.claims.clear()


def settle(state: State) -> Events:
    """Deliver the claims stack by stack; whoever has a failed one may buy again, by priority."""
    events: Events = []
    asked = [[claim.card for claim in player.claims if claim.costs] for player in state.players]
    for card in state.stock:
        events += _settle_stack(state, card)
    for player, wanted in zip(state.players, asked, strict=True):
        _lay_on_deck(player, wanted)
    for seat, player in enumerate(state.players):
        events += [ClaimLost(seat, claim.card, claim.paid) for claim in player.claims]
        player.failed += player.claims
        call_off(player)
    state.scarce.clear()
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
                return events
            for seat in claimants:
                claimed = True
                events += _deliver(state, seat, card)
        if not claimed:
            return events


def _deliver(state: State, seat: int, card: str) -> Events:
    player = state.players[seat]
    claim = next(claim for claim in player.claims if claim.card == card)
    player.claims.remove(claim)
    state.stock[card] -= 1
    if claim.costs:
        player.taken.append(card)
        return [TookFree(seat, card)]
    player.deck.discard(card)
    player.bought.append(card)
    return [ClaimWon(seat, card)]


def _lay_on_deck(player: Player, wanted: list[str]) -> None:
    """Free cards won at the settlement go on top of the deck in the order they were asked for."""
    failed = [claim.card for claim in player.claims if claim.costs]
    for card in wanted:
        if card in failed:
            failed.remove(card)
        else:
            player.deck.put_on_top(card)


def second_chances(state: State, seat: int) -> list[AnyAction]:
    """What a seat whose claim failed can still get."""
    player = state.players[seat]
    free = {cost for claim in player.failed for cost in claim.costs}
    return [*buyable(state, player), *free_cards(state, player, free)]


def _drop_idle(state: State) -> None:
    while state.turns and not second_chances(state, state.turns[0]):
        state.turns.pop(0)


def second_chance(state: State, seat: int, action: AnyAction) -> Events:
    """Carry out one purchase after the settlement, or pass; then it is the next seat's turn."""
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
