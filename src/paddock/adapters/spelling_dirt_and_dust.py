"""Tokens of Dirt & Dust: a verb, then its card, slot, die, value, space or number."""

from __future__ import annotations

from typing import Any, get_args

from paddock.adapters.encoding import Listing
from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust import actions as a
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.language import Kind
from paddock.games.dirt_and_dust.state import SLOTS
from paddock.games.dirt_and_dust.track import SPACES

DONE = "done"
_VALUES = range(7)
_NUMBERS = range(16)
_KINDS: dict[str, str] = {"slot": "slot", "first": "slot", "second": "slot", "die": "die", "value": "value"}


class DirtAndDustSpelling(Listing):
    """A verb and its arguments; `done` ends a list of cards to discard."""

    game = DIRT_AND_DUST

    def spell(self, action: Any) -> tuple[str, ...]:
        """Returns the verb, then a token for every field."""
        path = [str(action.__struct_config__.tag)]
        for name in action.__struct_fields__:
            value = getattr(action, name)
            if isinstance(action, a.Discard):
                path += [*(f"card {card}" for card in value), DONE]
            else:
                path.append(_word(name, value))
        return tuple(path)

    def tokens(self) -> list[str]:
        """Returns verbs, then arguments in the order of their kinds."""
        return [
            "wait",
            *(str(kind.__struct_config__.tag) for kind in get_args(a.AnyAction)),
            DONE,
            *(f"card {card}" for card in sorted(BOX.cards)),
            *(f"slot {slot}" for slot in SLOTS),
            *(f"die {kind}" for kind in get_args(Kind)),
            *(f"value {value}" for value in _VALUES),
            *(f"space {space}" for space in SPACES),
            *(f"number {number}" for number in _NUMBERS),
            *(f"stage {stage}" for stage in BOX.stages),
            *(f"driver {driver}" for driver in BOX.drivers),
        ]


def _word(name: str, value: Any) -> str:
    if name == "to":
        return f"space {value}" if isinstance(value, str) else f"value {value}"
    if name in ("stage", "driver"):
        return f"{name} {value}"
    if name in _KINDS:
        return f"{_KINDS[name]} {value}"
    return f"card {value}" if isinstance(value, str) else f"number {value}"
