from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from paddock.tracks.hexes import DIRECTIONS, centre, direction_to, distance, neighbour, opposite

places = st.tuples(st.integers(-20, 20), st.integers(-20, 20))
directions = st.integers(0, 5)


@given(places, directions)
def test_the_opposite_direction_leads_back(place: tuple[int, int], direction: int) -> None:
    there = neighbour(place, direction)
    assert neighbour(there, opposite(direction)) == place
    assert direction_to(place, there) == direction
    assert distance(place, there) == 1


def test_edges_go_round_clockwise_on_paper() -> None:
    seen = [centre(offset) for offset in DIRECTIONS]
    assert [(round(x, 2), round(y, 2)) for x, y in seen] == [
        (0, -1.73),
        (1.5, -0.87),
        (1.5, 0.87),
        (0, 1.73),
        (-1.5, 0.87),
        (-1.5, -0.87),
    ]
    assert centre((2, -1), size=10) == (30.0, 0.0)


def test_places_that_do_not_touch_have_no_direction() -> None:
    assert direction_to((0, 0), (2, 0)) is None
    assert direction_to((0, 0), (1, 1)) is None
    assert distance((0, 0), (2, -1)) == 2
