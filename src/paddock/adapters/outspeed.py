"""Observations of Outspeed."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np

from paddock.adapters.encoding import Listing
from paddock.adapters.observing import Named, Observer, counts, one_hot, rows
from paddock.core.notation import write_plain_action
from paddock.games.outspeed import OUTSPEED
from paddock.games.outspeed.components import Route, components
from paddock.games.outspeed.state import Phase
from paddock.games.outspeed.terms import COLOURS, Case, worth

_PHASES = get_args(Phase)
_REWARDS = ("zones", "fuel", "bonus")
_ZONES = 80.0


class OutspeedObserver(Observer):
    """Ships, the visible tile, the observer's hand."""

    game = OUTSPEED

    def look(self, state: Any, seat: int, laid: tuple[str, ...]) -> Named:
        """Returns the view of a seat by name."""
        view = OUTSPEED.view(state, seat)
        kinds = tuple(components().tokens)
        fields = {field.zone: field.fields for field in view.fields}
        ships = []
        for other in self.in_turn(seat, len(view.ships)):
            ship = view.ships[other]
            ships.append(
                [
                    1.0,
                    ship.zone / _ZONES,
                    (ship.zone - view.ships[seat].zone) / 10,
                    (ship.zone - view.rear) / 10,
                    ship.fuel / 20,
                    ship.tokens / 4,
                    float(ship.out > 0),
                    float(other in view.deciding),
                    0.0 if ship.announced is None else 1.0 if ship.announced else -1.0,
                    *one_hot(ship.route, COLOURS),
                    (ship.dial or 0) / 9,
                    fields.get(ship.zone, 0) / 4,
                ]
            )
        tile = [_route(route.route) for route in view.tile.routes] if view.tile is not None else []
        hand = view.hand
        assert hand is not None
        held = {kind: hand.tokens.count(kind) for kind in kinds}
        looked = {kind: hand.looked.count(kind) for kind in kinds}
        return {
            "table": np.array(
                [view.turn / 13, float(view.finish), view.stack / 32, *one_hot(view.phase, _PHASES)],
                np.float32,
            ),
            "ships": rows(ships, OUTSPEED.seats[-1], 14),
            "routes": rows(tile, len(COLOURS), 7),
            "hand": np.array(
                [
                    *counts(held, kinds),
                    *counts(looked, kinds),
                    *one_hot(hand.laid, kinds),
                    *one_hot(hand.route, COLOURS),
                    (hand.dial or 0) / 9,
                ],
                np.float32,
            ),
            "used": np.array([n / 7 for n in counts(view.used, kinds)], np.float32),
        }


def _route(route: Route | None) -> list[float]:
    """Returns the features of a route: lit, for how many, mean cost, and rewards if taken alone."""
    if route is None:
        return [0.0] * 7
    faces = components().faces
    case = Case({}, 0, lambda die: round(sum(faces[die]) / len(faces[die])))
    brings: dict[str, int] = {reward.kind: worth(reward.amount, case) for reward in route.reward}
    most = 6 if route.seats is None else route.seats
    rewards = [brings.get(kind, 0) / 6 for kind in _REWARDS]
    return [1.0, most / 6, float(route.dial), worth(route.cost, case) / 6, *rewards]


class OutspeedSpelling(Listing):
    """Announcements, routes, dials and kept tokens."""

    game = OUTSPEED

    def spell(self, action: Any) -> tuple[str, ...]:
        """Returns one token: the action in its own notation."""
        return (write_plain_action(action),)

    def tokens(self) -> list[str]:
        """Returns waiting, passing, tokens to lay, routes, the dial, tokens to keep."""
        box = components()
        return [
            "wait",
            "pass",
            *(f"lay {token}" for token in box.tokens),
            *(f"program {colour}" for colour in COLOURS),
            *(f"set-dial {amount}" for amount in range(box.dial_most + 1)),
            *(f"keep {token}" for token in box.tokens),
        ]
