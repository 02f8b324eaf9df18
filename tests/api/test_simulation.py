"""Simulations: the same games as with logs, on any number of processes, as an Arrow table."""

import msgspec
import pytest

import paddock
from paddock.arena.playing import play_bare, play_logged
from paddock.arena.series import Series
from paddock.core.logs import load


@pytest.mark.parametrize(
    ("name", "bots"), [("rallyman-gt", ("random", "random")), ("outspeed", ("club", "random", "random"))]
)
def test_a_simulated_game_is_the_one_a_log_is_kept_of(name: str, bots: tuple[str, ...]) -> None:
    series = Series(name, {}, bots, games=4, seed="same")
    for number in range(3):
        fixture = series.fixture(number)
        played = play_logged(series, fixture).played
        assert msgspec.structs.replace(played, log=b"") == play_bare(series, fixture)
        assert load(played.log).header.seats == fixture.bots


def test_a_simulation_is_an_arrow_table_and_the_same_on_two_processes() -> None:
    one = paddock.simulate("outspeed", bots=("random",) * 3, games=40, seed=5)
    two = paddock.simulate("outspeed", bots=("random",) * 3, games=40, seed=5, processes=2)
    assert one.equals(two)
    assert one.num_rows == 120
    assert one.schema.names == ["game", "seat", "bot", "place", "score", "unit", "nodes"]
    best = one.group_by("game").aggregate([("place", "min")])["place_min"].to_pylist()
    assert set(best) <= {1, 2}, "where nobody is left in the race, nobody has the first place"
    assert best.count(1) > 30


def test_bots_change_seats_unless_told_not_to() -> None:
    still = paddock.simulate("outspeed", ("club", "random", "random"), games=3, rotate=False, first_game=True)
    assert {row["seat"] for row in still.to_pylist() if row["bot"] == "club"} == {0}
    moved = paddock.simulate("outspeed", ("club", "random", "random"), games=3, first_game=True)
    assert {row["seat"] for row in moved.to_pylist() if row["bot"] == "club"} == {0, 1, 2}


def test_wrong_wishes_are_refused() -> None:
    with pytest.raises(paddock.BadInput, match="players"):
        paddock.simulate("outspeed", ("random",), games=1)
    with pytest.raises(paddock.BadInput, match="no bot called"):
        paddock.simulate("outspeed", ("oracle",) * 3, games=1)
    with pytest.raises(paddock.BadInput, match="engine"):
        paddock.simulate("outspeed", games=1, engine="steam")  # type: ignore[arg-type]


def test_kernels_play_random_races_of_gt() -> None:
    table = paddock.simulate("rallyman-gt", "random", games=40, seats=3, engine="kernel", seed=2)
    assert table.num_rows == 120
    assert table.equals(paddock.simulate("rallyman-gt", "random", games=40, seats=3, engine="kernel", seed=2))
    assert set(table["unit"].to_pylist()) == {"points"}
    alone = paddock.simulate("rallyman-gt", "random", games=20, seats=1, engine="kernel")
    assert set(alone["unit"].to_pylist()) <= {"seconds", "retired"}
    with pytest.raises(paddock.BadInput, match="kernels play random races"):
        paddock.simulate("outspeed", games=1, engine="kernel")
