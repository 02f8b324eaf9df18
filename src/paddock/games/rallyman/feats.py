"""Driver statistics of a race: losses of control, flat outs, and luck with the dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddock.games.rallyman.dice import BRAKE, HAZARD, SIDES, DiceSet

_FEATS = ("turns", "flat-outs", "losses-of-control", "crashes", "hazards", "luck")


def driver_feats(events: Sequence[Any], seats: int, dice: DiceSet) -> list[dict[str, float]]:
    """Returns the sums for every seat, from events that GT and DIRT share.

    Luck is the expected number of hazards less the number rolled.
    """
    sums: list[dict[str, float]] = [dict.fromkeys(_FEATS, 0.0) for _ in range(seats)]
    for event in events:
        match event.__struct_config__.tag:
            case "planned":
                sums[event.seat]["turns"] += 1
                sums[event.seat]["flat-outs"] += event.way == "flat-out"
            case "rolled":
                shown = event.faces.count(HAZARD)
                rolled = event.die + BRAKE * (len(event.faces) - 1)
                sums[event.seat]["hazards"] += shown
                sums[event.seat]["luck"] += sum(map(dice.hazard_faces, rolled)) / SIDES - shown
            case "control-lost":
                sums[event.seat]["losses-of-control"] += 1
            case "crashed":
                sums[event.seat]["crashes"] += 1
    return sums
