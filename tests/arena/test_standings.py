"""What a series comes to."""

from __future__ import annotations

import pytest

from paddock.arena.series import Played
from paddock.arena.standings import standings


def played(number: int, seats: tuple[str, ...], places: tuple[int, ...], scores: tuple[float, ...]) -> Played:
    return Played(number, seats, places, scores, "points", 10)


def test_a_shared_first_place_is_a_part_of_a_win() -> None:
    table = {
        row.bot: row
        for row in standings(
            [
                played(0, ("ann", "ben", "cid"), (1, 1, 3), (9, 9, 2)),
                played(1, ("cid", "ann", "ben"), (3, 1, 2), (1, 8, 7)),
                played(2, ("ben", "cid", "ann"), (1, 1, 1), (4, 4, 4)),
            ]
        )
    }
    assert table["ann"].wins == pytest.approx(1 / 2 + 1 + 1 / 3)
    assert table["ben"].wins == pytest.approx(1 / 2 + 1 / 3)
    assert table["cid"].wins == pytest.approx(1 / 3)
    assert sum(row.wins for row in table.values()) == pytest.approx(3)
    assert list(table) == ["ann", "ben", "cid"], "best first"
    assert (table["cid"].places, table["cid"].best, table["cid"].worst) == (7, 4, 1)
