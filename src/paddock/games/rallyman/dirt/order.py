"""The order of turns: the staggered start, the order of a round, the leader."""

from __future__ import annotations

from paddock.games.rallyman.dirt.stages import road
from paddock.games.rallyman.dirt.state import State

ON_THEIR_WAY = ("line", "track", "off")


def on_their_way(state: State) -> list[int]:
    """Returns the seats that have started and neither finished nor retired, in starting order."""
    return [seat for seat in state.starters if state.cars[seat].status in ON_THEIR_WAY]


def order_of_play(state: State) -> tuple[int, ...]:
    """Returns the order of a round: row, on the track, gear, inside, first off (DIRT-ORDER-2 to -5, -D2)."""
    way = road(state)

    def key(seat: int) -> tuple[int, bool, int, int, int]:
        car = state.cars[seat]
        if car.cell < 0:
            return -way.start_at, False, 0, 0, 0
        off = car.status == "off"
        return -way.front[car.cell], off, -car.gear, -way.inwardness[car.cell], car.left if off else 0

    return tuple(sorted(on_their_way(state), key=key))


def starter_of(state: State) -> int | None:
    """Returns the seat that starts in this round; None once everybody is on the way (DIRT-START-1)."""
    return state.starters[state.round - 1] if state.round <= len(state.starters) else None


def open_round(state: State) -> None:
    """Sets the order of the next round and its leader (DIRT-ORDER-1, DIRT-START-2, DIRT-LEAD-1, -3)."""
    state.round += 1
    starter = starter_of(state)
    order = order_of_play(state)
    state.order = order if starter is None else (*order, starter)
    state.turn = 0
    state.leader = -1 if state.finishers or not state.order else state.order[0]
