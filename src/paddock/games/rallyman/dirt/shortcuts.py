"""Taking a shortcut: the token drawn and where it goes."""

from __future__ import annotations

from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.actions import Events
from paddock.games.rallyman.dirt.components import UP, ShortcutSide
from paddock.games.rallyman.dirt.stages import road
from paddock.games.rallyman.dirt.state import State
from paddock.games.rallyman.dirt.tokens import draw, lying
from paddock.games.rallyman.dirt.turn import note

_WORDS: dict[ShortcutSide, str] = {"ok": "cut-ok", "puncture": "cut-puncture", "mud_minus_1": "cut-mud"}


def apply(state: State, name: str, events: Events) -> None:
    """Puts mud on the bypassed corner, everything else on the cockpit (DIRT-CUT-4 to -6, -D5)."""
    way, car = road(state), state.car
    token = lying(draw(state, name), shortcut_side=True)
    shortcut = way.shortcut[car.cell]
    corners: tuple[int, ...] = ()
    if UP[token] == "mud_minus_1":
        state.mud = (*state.mud, (shortcut, token))
        corners = tuple(way.corners[corner].section for corner in way.shortcuts[shortcut].bypassed)
    else:
        car.tokens = (*car.tokens, token)
    side: ShortcutSide = UP[token]  # type: ignore[assignment]
    note(state, _WORDS[side])
    events.append(a.ShortcutTaken(state.seat, shortcut, side, corners))
