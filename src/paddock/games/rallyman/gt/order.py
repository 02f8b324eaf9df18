"""The order of turns, and the ranking."""

from __future__ import annotations

from paddock.games.rallyman.gt.state import State, road_of


def racing(state: State) -> list[int]:
    """Returns the seats still in the race."""
    return [seat for seat, car in enumerate(state.cars) if car.status in ("track", "off", "pit")]


def turn_order(state: State) -> tuple[int, ...]:
    """Returns the order of a round: gear, distance, position; then cars off the track (GT-ORDER-1 to -6)."""
    road = road_of(state.options.track)

    def key(seat: int) -> tuple[int, int, int, int]:
        car = state.cars[seat]
        if car.status == "track":
            return 0, -car.gear, -road.place(car.cell, car.k), -road.inwardness(car.cell)
        return 1, -car.gear, car.left, 0

    return tuple(sorted(racing(state), key=key))


def ranking(state: State) -> list[int]:
    """Returns seats from first to last: finished, then racing; not the retired (GT-END-D4, -D8)."""
    road = road_of(state.options.track)

    def key(seat: int) -> tuple[int, int, int, bool, int]:
        car = state.cars[seat]
        off = car.status != "track"
        return -road.place(car.cell, car.k), -car.gear, -road.inwardness(car.cell), off, car.left

    return [*state.places, *sorted(racing(state), key=key)]
