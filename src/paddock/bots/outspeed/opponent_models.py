"""Opponent models: estimates the kind of every rival from the routes all players have seen."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import lru_cache

from paddock.bots.outspeed.equilibrium import Turn
from paddock.bots.outspeed.opponent_kinds import ALIKE, SLIPS, USUAL, Kind
from paddock.bots.outspeed.positions import Fleet
from paddock.games.outspeed.components import open_routes
from paddock.games.outspeed.state import Choice

THROWS = 8
STEPS = 60


@lru_cache(maxsize=4096)
def likelihoods(choice: Choice) -> tuple[Kind | None, ...]:
    """Returns by seat how likely a player of each kind would have taken the route that was taken."""
    routes = {
        seat: open_routes(choice.tile, choice.side, choice.ships[seat].fuel)
        for seat, taken in enumerate(choice.routes)
        if taken is not None
    }
    if not routes:
        return (None,) * len(choice.routes)
    turn = Turn(Fleet.as_seen(choice), routes, random.Random(0), THROWS)
    keen, greedy = turn.balance([USUAL] * len(choice.ships), STEPS).mixes, turn.greedy()
    found: list[Kind | None] = []
    for seat, taken in enumerate(choice.routes):
        if taken is None:
            found.append(None)
            continue
        anything = 1 / len(routes[seat])
        slip = SLIPS * anything
        found.append(
            Kind(
                anything,
                slip + (1 - SLIPS) * turn.named(greedy, seat)[taken],
                slip + (1 - SLIPS) * turn.named(keen, seat)[taken],
            )
        )
    return tuple(found)


def judged(past: Sequence[Choice], seats: int) -> list[Kind]:
    """Returns the estimated kind of every seat after the turns so far; before the first, a stranger's.

    Players at one table tend to be alike: the model has a kind of the table, and each player is of it with
    probability ALIKE, otherwise a stranger. All players see the same routes and so reach the same
    estimates.
    """
    logs = [[0.0] * len(USUAL) for _ in range(seats)]
    for choice in past:
        for log, chances in zip(logs, likelihoods(choice), strict=True):
            for kind, chance in enumerate(chances or ()):
                log[kind] += math.log(chance)
    seen = [[math.exp(one - max(log)) for one in log] for log in logs]
    found = [[0.0] * len(USUAL) for _ in range(seats)]
    for table, share in enumerate(USUAL):
        parts = [
            [
                (ALIKE * (kind == table) + (1 - ALIKE) * usual) * one
                for kind, (usual, one) in enumerate(zip(USUAL, likely, strict=True))
            ]
            for likely in seen
        ]
        whole = share * math.prod(sum(part) for part in parts)
        for own, part in zip(found, parts, strict=True):
            for kind, one in enumerate(part):
                own[kind] += whole * one / sum(part)
    return [Kind(*(one / sum(own) for one in own)) for own in found]
