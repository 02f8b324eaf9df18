"""Tokens of Outspeed: one for every action."""

from __future__ import annotations

from typing import Any

from paddock.adapters.encoding import Listing
from paddock.core.notation import write_plain_action
from paddock.games.outspeed import OUTSPEED
from paddock.games.outspeed.components import components
from paddock.games.outspeed.terms import COLOURS


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
