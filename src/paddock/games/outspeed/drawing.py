"""Drawing bonus tokens: look at two, keep one, put the other under the stack."""

from __future__ import annotations

from paddock.core.errors import IllegalAction
from paddock.games.outspeed import memory
from paddock.games.outspeed.events import Keep, Kept, LookedAt, NothingDrawn, Reshuffled, Told
from paddock.games.outspeed.state import OutspeedState, in_order

LOOKED_AT = 2
"""How many tokens a player looks at before keeping one."""


def choosing(state: OutspeedState) -> tuple[int, ...]:
    """Returns the seat that looks at its tokens and has to keep one."""
    return state.draws[:1] if len(state.looked) == LOOKED_AT else ()


def look_at(state: OutspeedState, token: str, told: Told) -> None:
    """Gives the top token to the drawing player."""
    state.stack.take(token)
    below = len(state.stack.bottom)
    burier = state.buried[below] if below < len(state.buried) else None
    state.buried = state.buried[:below]
    memory.drew(state, token, burier)
    state.looked += (token,)
    told.append(LookedAt(state.draws[0], token))


def keep(state: OutspeedState, seat: int, action: Keep, told: Told) -> None:
    """Keeps one token for the drawing player and puts the other under the stack."""
    if action.token not in state.looked:
        raise IllegalAction("ULT-DRAW-1", "outspeed.not-looked-at", token=action.token)
    others = list(state.looked)
    others.remove(action.token)
    for other in others:
        state.stack.put_under(other)
        state.buried = (seat, *state.buried)
    memory.kept(state, seat, looked=len(state.looked), under=bool(others))
    ship = state.ships[seat]
    ship.tokens = in_order((*ship.tokens, action.token))
    state.draws, state.looked = state.draws[1:], ()
    told.append(Kept(seat, action.token, others[0] if others else ""))


def can_draw(state: OutspeedState, told: Told) -> bool:
    """Whether a token can be drawn now; if not, refills the stack or else ends the seat's draw."""
    seat = state.draws[0]
    if len(state.stack):
        return True
    if any(state.stack.discards.values()):
        memory.reshuffle(state)
        state.stack.reshuffle()
        told.append(Reshuffled(len(state.stack)))
    elif state.looked:
        keep(state, seat, Keep(state.looked[0]), told)
    else:
        state.draws = state.draws[1:]
        told.append(NothingDrawn(seat))
    return False
