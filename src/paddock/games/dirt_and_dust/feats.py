"""Driver statistics, and the solo challenges against the Ghost."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.events import Bought, ClaimWon, Damaged, Destroyed, RiskTaken, Scouted, Told
from paddock.games.dirt_and_dust.options import FULL_STAGES, DirtAndDustOptions

_FEATS = ("cards-bought", "navigators", "risks", "hits", "destroyed")


def driver_feats(events: Sequence[Told], seats: int) -> list[dict[str, float]]:
    """Returns the cards bought, Navigators placed, Risks, Hits and destroyed cars of every driver."""
    sums: list[dict[str, float]] = [dict.fromkeys(_FEATS, 0.0) for _ in range(seats)]
    for event in events:
        match event:
            case Bought() | ClaimWon():
                sums[event.seat]["cards-bought"] += 1
            case Scouted():
                sums[event.seat]["navigators"] += 1
            case RiskTaken():
                sums[event.seat]["risks"] += 1
            case Damaged():
                sums[event.seat]["hits"] += event.hits
            case Destroyed():
                sums[event.seat]["destroyed"] += 1
    return sums


def challenge_options(seed: bytes, span: str) -> DirtAndDustOptions:
    """Returns a stage, cards and a driver for a seed; a monthly Ghost is harder than a daily one."""
    drivers = sorted(BOX.drivers)
    return msgspec.convert(
        {
            "stage": FULL_STAGES[seed[0] % len(FULL_STAGES)],
            "team_cards": "chosen",
            "versions": "".join("AB"[byte % 2] for byte in seed[1:10]),
            "drivers": "fixed",
            "driver_list": [drivers[seed[10] % len(drivers)]],
            "ghost": "standard" if span == "daily" else "veteran",
        },
        type=DirtAndDustOptions,
    )
