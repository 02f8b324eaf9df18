"""Wrenches, Traction, Popularity and Speed points."""

from __future__ import annotations

import msgspec

from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.events import Events, Gained, Paid
from paddock.games.dirt_and_dust.language import Currency, Effect, Resource
from paddock.games.dirt_and_dust.state import Player

CAPS: dict[str, int] = {
    "wrench": BOX.limits.wrench,
    "traction": BOX.limits.traction,
    "popularity": BOX.limits.popularity,
}


def gain(seat: int, player: Player, what: Resource, n: int) -> Events:
    """Adds a resource; the excess over its limit is lost."""
    held: int = getattr(player, what)
    setattr(player, what, min(held + n, CAPS.get(what, held + n)))
    if what == "wrench" and player.claims:
        _trim_refunds(player)
    return [Gained(seat, what, n)] if n else []


def _trim_refunds(player: Player) -> None:
    """Reduces the refunds of claims by what would have exceeded the limit if the price had not been paid."""
    surplus = player.wrench + sum(claim.refund for claim in player.claims) - BOX.limits.wrench
    for place in reversed(range(len(player.claims))):
        claim = player.claims[place]
        lost = min(max(surplus, 0), claim.refund)
        if lost:
            player.claims[place] = msgspec.structs.replace(claim, lost=claim.lost + lost)
            surplus -= lost


def payable(player: Player, effect: Effect) -> bool:
    """Whether the payment of an effect can be made in full; paying all of a resource needs at least one."""
    return all(getattr(player, what) >= (1 if n == "all" else n) for what, n in effect.pay.items())


def pay_for(seat: int, player: Player, effect: Effect) -> Events:
    """Pays for an effect as far as possible."""
    costs = {what: getattr(player, what) if n == "all" else n for what, n in effect.pay.items()}
    return [event for what, n in costs.items() for event in pay(seat, player, what, n)]


def pay(seat: int, player: Player, what: Currency, n: int) -> Events:
    """Takes away a resource as far as possible."""
    held: int = getattr(player, what)
    n = min(n, held)
    setattr(player, what, held - n)
    return [Paid(seat, what, n)] if n else []
