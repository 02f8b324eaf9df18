"""The balance figures of one rally."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from paddock.core.game import Event, Figure, Result
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.events import (
    Bought,
    CardFell,
    ClaimWon,
    Destroyed,
    Gained,
    LeftRoad,
    Scored,
    Scouted,
    TookFree,
)
from paddock.games.dirt_and_dust.state import State

FULL_TABLE = 4
EVEN = (0.2, 0.3)
"""The range for every driver's share of victories at a full table."""
LEAST_BOUGHT = 0.03
"""The least share of a car's rounds in which each team card should be bought."""
EASIEST, HARDEST, NEAR = 0.9, 0.3, 0.05
"""The share of wins against the easiest and the hardest Ghost, in even steps between, and the tolerance."""


def figures(last: State, events: Sequence[Event], result: Result) -> Iterator[Figure]:
    """Yields wins by driver, cards bought, eliminations, the course of the rally and the Ghost's results."""
    winners = [seat for seat, place in enumerate(result.places) if place == 1]
    for seat, player in enumerate(last.players):
        share = 1 / len(winners) if seat in winners else 0.0
        if player.driver:
            least, most = EVEN if len(last.players) == FULL_TABLE else (0.0, 1.0)
            yield Figure("Wins by driver", BOX.drivers[player.driver].name, share, least=least, most=most)
        yield Figure("Course", "points of a car", result.scores[seat])
        yield Figure("Eliminations", "cars destroyed", float(player.out))
    if last.ghost is not None:
        aim = ghost_aim(last.options.ghost)
        name, won = BOX.ghosts[last.options.ghost].name, float(bool(winners))
        yield Figure("Ghost beaten", name, won, least=aim - NEAR, most=aim + NEAR)
    yield from _rounds(len(last.players), sorted(last.stock), events)


def ghost_aim(level: str) -> float:
    """Returns how often strong players should beat the Ghost of a level."""
    levels = list(BOX.ghosts)
    return EASIEST - (EASIEST - HARDEST) * levels.index(level) / (len(levels) - 1)


def _rounds(seats: int, stacks: Sequence[str], events: Sequence[Event]) -> Iterator[Figure]:
    racing, got = set(range(seats)), set[tuple[int, str]]()
    speed, leaders, changes = [0] * seats, set[int](), 0
    placed = left = 0
    for event in events:
        match event:
            case Bought() | ClaimWon() | TookFree():
                got.add((event.seat, event.card))
            case Destroyed():
                racing.discard(event.seat)
            case Scored(what="speed"):
                speed[event.seat] += event.points
            case Gained(what="speed"):
                speed[event.seat] += event.n
            case Scouted():
                placed += 1
            case LeftRoad():
                left += 1
            case CardFell():
                for seat in racing:
                    for card in stacks:
                        hit = float((seat, card) in got)
                        yield Figure("Cards bought", card, hit, least=LEAST_BOUGHT)
                got.clear()
                ahead = {seat for seat in racing if speed[seat] == max(speed)}
                changes += bool(leaders) and not leaders & ahead
                leaders = ahead
    yield Figure("Course", "lead changes", changes)
    yield Figure("Course", "Navigators of a car", placed / seats)
    if placed:
        yield Figure("Course", "Navigators that leave the road", left / placed)
