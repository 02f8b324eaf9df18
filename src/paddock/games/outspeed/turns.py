"""The course of a turn: what each phase waits for, and what follows it."""

from __future__ import annotations

from collections.abc import Callable

from paddock.core.chance import Chance, Outcome, certain
from paddock.core.game import OVER, Pending
from paddock.games.outspeed import bonus, drawing, routes
from paddock.games.outspeed.boards import clear_fields, remove_boards, turn_tiles
from paddock.games.outspeed.components import TileKind, components
from paddock.games.outspeed.events import Decider, TileShown, Told, Void, Won
from paddock.games.outspeed.state import TURNS, OutspeedState, Phase, at_finish, racing


def pending(state: OutspeedState) -> Pending:
    """Returns the seats that decide now, or the next die or draw, or nothing."""
    if state.phase == "discovery":
        return Pending(chance=tile_node(state))
    if state.asked:
        return Pending(state.asked)
    if state.wanted is not None:
        return Pending(chance=routes.roll_node(state.wanted[1]))
    if state.draws:
        return Pending(chance=state.stack.next("token"))
    return OVER


def tile_node(state: OutspeedState) -> Chance:
    """Returns the chance node of the next tile; the last one is a finish tile."""
    box = components()
    if state.options.first_game:
        return certain("tile", box.first_game[state.turn])
    kind: TileKind = "track" if state.turn < TURNS - 1 else "finish"
    left = tuple([tile for tile in box.ids[kind] if tile not in state.seen])
    return Chance(f"{kind} tile", left, (1,) * len(left))


def resolve(state: OutspeedState, outcome: Outcome, told: Told) -> None:
    """Applies a tile, die or token."""
    if state.phase == "discovery":
        show_tile(state, int(outcome), told)
    elif state.phase == "drawing":
        drawing.look_at(state, str(outcome), told)
    else:
        routes.roll(state, int(outcome), told)


def show_tile(state: OutspeedState, tile: int, told: Told) -> None:
    """Shows a tile, removes force fields from occupied zones, and begins the next turn."""
    state.turn += 1
    state.seen += (tile,)
    told.append(TileShown(state.turn, tile, state.side, at_finish(state)))
    clear_fields(state, told)
    state.routes = state.dials = state.costs = state.gains = (None,) * len(state.ships)
    state.phase = "bonus"


def go_on(state: OutspeedState, told: Told) -> None:
    """Continues until a seat or chance is needed, or the race is over."""
    while not _STEPS[state.phase](state, told):
        pass


def _bonus(state: OutspeedState, told: Told) -> bool:
    state.asked = bonus.announcing(state)
    if state.asked:
        return True
    bonus.play_tokens(state, told)
    turn_tiles(state, told)
    if not end_if_decided(state, told):
        state.phase = "programming"
    return False


def _programming(state: OutspeedState, told: Told) -> bool:
    state.asked = routes.programming(state)
    if state.asked:
        return True
    routes.reveal(state, told)
    state.phase = "dials"
    return False


def _dials(state: OutspeedState, told: Told) -> bool:
    state.asked = routes.dialling(state)
    if state.asked:
        return True
    routes.show_dials(state, told)
    state.phase = "costs"
    return False


def _costs(state: OutspeedState, told: Told) -> bool:
    if not routes.settle_costs(state):
        return True
    routes.pay(state, told)
    state.phase = "rewards"
    return False


def _rewards(state: OutspeedState, told: Told) -> bool:
    if not routes.settle_gains(state):
        return True
    routes.take_rewards(state, told)
    state.phase = "drawing"
    return False


def _drawing(state: OutspeedState, told: Told) -> bool:
    state.asked = drawing.choosing(state)
    if state.asked:
        return True
    if state.draws:
        return drawing.can_draw(state, told)
    remove_boards(state, told)
    turn_tiles(state, told)
    if not end_if_decided(state, told):
        if at_finish(state):
            end(state, told)
        else:
            state.phase = "discovery"
    return False


def _wait(_state: OutspeedState, _told: Told) -> bool:
    return True


_STEPS: dict[Phase, Callable[[OutspeedState, Told], bool]] = {
    "discovery": _wait,
    "bonus": _bonus,
    "programming": _programming,
    "dials": _dials,
    "costs": _costs,
    "rewards": _rewards,
    "drawing": _drawing,
    "over": _wait,
}
"""The work of each phase; returns True if the race then waits for a seat or for chance, or is over."""


def end_if_decided(state: OutspeedState, told: Told) -> bool:
    """Ends the race if at most one ship is left in it."""
    if len(racing(state)) > 1:
        return False
    end(state, told)
    return True


Rank = tuple[int, int, int]


def rank(state: OutspeedState, seat: int) -> Rank:
    """Returns the sort key of ships: zone, then fuel, then tokens held."""
    ship = state.ships[seat]
    return ship.zone, ship.fuel, len(ship.tokens)


def end(state: OutspeedState, told: Told) -> None:
    """Ends the race: the ship furthest ahead wins, if any is left."""
    state.phase = "over"
    left = sorted(racing(state), key=lambda seat: rank(state, seat), reverse=True)
    if not left:
        told.append(Void())
        return
    best = rank(state, left[0])
    winners = [seat for seat in left if rank(state, seat) == best]
    for seat in sorted(winners):
        told.append(Won(seat, _decided_by([rank(state, other) for other in left])))


def _decided_by(found: list[Rank]) -> Decider:
    if len(found) == 1:
        return "alone"
    first, second = found[:2]
    ranks: tuple[Decider, ...] = ("zone", "fuel", "tokens")
    return next((name for name, a, b in zip(ranks, first, second, strict=True) if a != b), "shared")


def places(state: OutspeedState) -> tuple[int, ...]:
    """Returns the place of every seat; all eliminated seats share the next one, which is never the first."""
    left = racing(state)
    behind = max(2, len(left) + 1)
    return tuple(
        1 + sum(rank(state, other) > rank(state, seat) for other in left) if seat in left else behind
        for seat in range(len(state.ships))
    )
