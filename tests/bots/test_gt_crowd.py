"""What GT's drivers have learned of other cars: what is seen of them, what it changes, how it is learned."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from paddock.bots.gt import expert
from paddock.bots.gt.expert import wanted_pace
from paddock.bots.gt.race_arrays import Standing
from paddock.bots.gt.settings import EXPERT
from paddock.bots.gt.traffic_model import OWN, RIVAL, RIVALS, SEEN, Ends, Net, Seen, seen, shifted, shipped
from paddock.bots.gt.turn_plans import WinChances
from paddock.bots.gt.win_chance import Outlook
from paddock.games.rallyman.gt.state import State
from paddock.kernels.compiling import COMPILED
from paddock.solve.gt.race_tables import Pace
from paddock.solve.table_cache import Tables, be_patient
from paddock.testing.gt import Race, at
from tools import gt_crowd as learning
from tools.nets import fitted, untaught

RING = "102b 103b 115b 103b 111b"
PACES: Tables[Pace] = Tables(16)
pytestmark = pytest.mark.skipif(not COMPILED, reason="tables take too long without compiled kernels")


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tables are made where they are missing, kept for this run alone, and waited for."""
    monkeypatch.setenv("PADDOCK_SOLUTIONS", str(_folder(tmp_path_factory)))
    monkeypatch.setenv("PADDOCK_TABLES", "")
    monkeypatch.setattr(expert, "_PACES", PACES)
    be_patient()
    yield
    be_patient(False)


def _folder(made: pytest.TempPathFactory) -> Path:
    folder = made.getbasetemp() / "crowd"
    folder.mkdir(exist_ok=True)
    return folder


def outlook(state: State, nets: tuple[Net, ...] | None = None) -> Outlook:
    pace = wanted_pace(state, state.seat)
    assert pace is not None
    found = Outlook(state, state.seat, pace, EXPERT)
    if nets is not None:
        found.nets = nets
    return found


def win_chances(state: State, nets: tuple[Net, ...] | None = None) -> WinChances:
    mine, car = outlook(state, nets), state.cars[state.seat]
    return mine.win_chances(mine.place(car.cell, car.k), car.focus)


def look(gear: int, rival: str, rival_gear: int, to_move: bool = False) -> dict[str, float]:
    """What a car on 2:A1 in a gear sees of a rival after its turn."""
    mine = outlook(Race(RING, at("2:A1", gear), at(rival, rival_gear)).state)
    cars = mine.standing().cars
    ends = Ends(np.array([cars[0].place]), np.array([gear]), False, 0, np.array([0.3]))
    row = seen(mine.pace, Standing(cars, (1,) if to_move else ()), 0, ends)[0]
    return dict(zip(RIVAL, row[len(OWN) : len(OWN) + len(RIVAL)].tolist(), strict=True))


def test_two_nets_ship_that_see_what_drivers_see() -> None:
    assert len(shipped()) == 2
    for net in shipped():
        assert net.into.shape[0] == len(net.direct) == len(net.middle) == len(net.scale) == SEEN
        assert net.into.shape[1] == len(net.bias) == len(net.out)
        assert (net.scale > 0).all()


def test_who_has_learned_nothing_hopes_what_tables_hold() -> None:
    race = Race(RING, at("1:A1", 3), at("2:A1", 2), at("0:A1", 4), at("0:B1", 1))
    mine = outlook(race.state)
    here = mine.place(race.car().cell, race.car().k)
    stops, losses = mine.drivers(mine.standing(), 0, here, race.car().focus)
    places = slice(*mine.window(here))
    plain = win_chances(race.state, (untaught(SEEN, 0),))
    sure = np.abs(np.minimum.reduce(stops)[places]) < 0.95
    assert np.allclose(plain.stop[places][sure], np.minimum.reduce(stops)[places][sure], atol=0.011)
    gone = np.minimum.reduce(losses)[places][:, 1:]
    assert np.allclose(plain.lost[places][:, 1:], gone, atol=0.011)


def test_what_is_learned_changes_hopes_among_as_many_as_it_was_learned_with_and_never_among_fewer() -> None:
    keen = untaught(SEEN, 0)._replace(level=np.array([1.0], np.float32))
    cars = at("1:A1", 3), at("2:A1", 2), at("0:A1", 4), at("0:B1", 1)
    field, fewer = Race(RING, *cars).state, Race(RING, *cars[:3]).state
    nothing = (untaught(SEEN, 0),)
    assert win_chances(field, (keen,)).stop.mean() < win_chances(field, nothing).stop.mean()
    assert (win_chances(fewer, (keen,)).stop == win_chances(fewer, nothing).stop).all()
    assert (win_chances(field, (keen,)).lost[:-1] <= win_chances(field, nothing).lost[:-1]).all()


def test_the_finish_stays_worth_more_than_any_place_short_of_it() -> None:
    race = Race(RING, at("4:A1", 4, focus=6), at("4:A2", 5), at("3:A1", 3), at("2:A1", 3))
    keen = untaught(SEEN, 0)._replace(level=np.array([9.0], np.float32))
    found = win_chances(race.state, (keen,))
    assert found.stop[:-1].min() > found.stop[-1].max()


def test_a_slower_car_ahead_stands_in_the_way_and_a_faster_one_goes_ahead() -> None:
    slower, faster, far = look(4, "2:A2", 2), look(2, "2:A2", 4), look(4, "4:A1", 2)
    assert slower["stands ahead"] > 0.5 > slower["goes ahead"] == 0.0
    assert faster["goes ahead"] > 0.5 > faster["stands ahead"] == 0.0
    assert far["stands ahead"] < 0.1
    assert (slower["goes first"], faster["goes first"]) == (0.0, 1.0)


def test_a_faster_car_behind_comes_past_and_of_equal_gears_who_is_ahead_goes_first() -> None:
    assert look(2, "1:A1", 5)["comes past"] > look(5, "1:A1", 2)["comes past"] == 0.0
    assert look(3, "2:A2", 3)["goes first"] > look(3, "1:A1", 3)["goes first"] == 0.0


def test_who_has_still_to_move_is_told_apart() -> None:
    waits, moved = look(3, "1:A1", 3, to_move=True), look(3, "1:A1", 3)
    assert (waits["to move"], moved["to move"]) == (1.0, 0.0)
    assert waits["rounds more"] == pytest.approx(moved["rounds more"] - 1)


def test_log_odds_are_added_to_chances() -> None:
    chance = np.array([0.2, 0.5, 0.8])
    assert shifted(chance, np.zeros(3)) == pytest.approx(chance)
    assert shifted(chance, np.full(3, np.log(4.0))) == pytest.approx([0.5, 0.8, 16 / 17])


def test_a_car_that_goes_off_comes_back_by_the_shorter_way() -> None:
    pace = outlook(Race(RING, at("1:A1", 3), at("2:A1", 2)).state).pace
    line, time = pace.ground.line, pace.time[:, 0, 0]
    for place in range(line.places):
        sides = [side for side in range(2) if line.kerb[place] in (side + 1, 3)]
        back = [int(line.back[place, side]) for side in sides] or [place]
        assert time[pace.back[place]] == min(time[one] for one in back)


def test_a_net_learns_what_tables_miss() -> None:
    rng = np.random.default_rng(3)
    rows = rng.standard_normal((4000, SEEN)).astype(np.float32)
    truth = 1 / (1 + np.exp(-(rows[:, 0] - 1.5 * (rows[:, 9] > 0))))
    wanted: Seen = truth.astype(np.float32)

    def error(net: Net) -> float:
        told = 1 / (1 + np.exp(-rows[:, 0] - net.extra(rows)))
        return float(np.abs(told - wanted).mean())

    taught = before = untaught(SEEN, 1)
    for lesson in range(8):
        taught = fitted(taught, rows, wanted, lesson)
    assert error(taught) < 0.4 * error(before)


def test_a_race_tells_what_every_turn_came_to() -> None:
    nets = (untaught(SEEN, 0), untaught(SEEN, 1))
    turns = learning.Race(2, "lesson", nets).drive()
    assert [turned.seen.tolist() for turned in turns] == [
        turned.seen.tolist() for turned in learning.Race(2, "lesson", nets).drive()
    ]
    assert sum(turned.driver for turned in turns) >= 4
    assert any(turned.then is None for turned in turns)
    assert not any(turned.won for turned in turns if turned.then is None)
    for turned in turns:
        assert turned.seen.shape == (SEEN,)
        if turned.then is not None:
            promises = learning.promised(turned.then, nets)
            assert promises[0] == pytest.approx(promises[1])
            assert 0.0 <= promises[0] <= 1.0 + 1e-9


def test_lessons_bring_the_nets_closer_to_what_came_of_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "SWEEPS", 2)
    nets = (untaught(SEEN, 0), untaught(SEEN, 1))
    turns = [turned for number in (1, 17) for turned in learning.Race(number, "lesson", nets).drive()]
    told: list[str] = []
    learned = learning.learn(turns, nets, told.append)
    assert len(told) == 2
    assert len(learned) == 2
    assert any((new.out != old.out).any() for new, old in zip(learned, nets, strict=True))


def test_the_nets_see_no_more_rivals_than_they_learned_with() -> None:
    race = Race(RING, at("1:A1", 3), *(at(f"{tile}:A1", 2) for tile in (0, 2, 3, 4)))
    mine = outlook(race.state)
    ends = Ends(np.array([0]), np.array([3]), False, 0, np.array([0.3]))
    row = seen(mine.pace, mine.standing(), 0, ends)[0]
    assert len(row) == len(OWN) + RIVALS * len(RIVAL)
    assert row[OWN.index("rivals")] == 1.0
