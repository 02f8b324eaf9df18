"""Expert and champion of Rallyman: GT: exact turns among other cars, the best chance to win, no waiting."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from paddock.bots.gt import expert, win_chance
from paddock.bots.gt.champion import ChampionBot
from paddock.bots.gt.duel_search import Replies, likely, next_order
from paddock.bots.gt.expert import ExpertBot, wanted_pace
from paddock.bots.gt.race_expert import Thoughts
from paddock.bots.gt.settings import CHAMPION, EXPERT, Mind
from paddock.bots.gt.turn_plans import best_plan, ends_after
from paddock.core.game import Perspective
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.drive import drive_of
from paddock.games.rallyman.gt.order import turn_order
from paddock.games.rallyman.gt.outlooks import TurnEnd, outlook
from paddock.games.rallyman.gt.state import GtOptions, State, hand_of, hazard_limit
from paddock.kernels.compiling import COMPILED
from paddock.kernels.gt.rollouts import WHOLE
from paddock.solve.gt import race_tables
from paddock.solve.gt.race_clock import LEAST, worth
from paddock.solve.gt.race_tables import Pace
from paddock.solve.store import Store
from paddock.solve.table_cache import Tables, be_patient
from paddock.testing.gt import Race, at
from tests.bots.test_gt_club import drive
from tests.opponents.rallyman_gt import ClubBot as FrozenClub

RING = "102b 103b 115b 103b 111b"
PACES: Tables[Pace] = Tables(16)
pytestmark = pytest.mark.skipif(not COMPILED, reason="tables take too long without compiled kernels")


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch, kept_paces: Path) -> Iterator[None]:
    """Tables are made where they are missing, kept for this run alone, and waited for."""
    monkeypatch.setenv("PADDOCK_SOLUTIONS", str(kept_paces))
    monkeypatch.setenv("PADDOCK_TABLES", "")
    monkeypatch.setattr(expert, "_PACES", PACES)
    be_patient()
    yield
    be_patient(False)


@pytest.fixture(scope="session")
def kept_paces(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("paces")


def thoughts(state: State, mind: Mind = EXPERT) -> Thoughts:
    pace = wanted_pace(state, state.seat)
    assert pace is not None
    return Thoughts(state, state.seat, pace, mind, Random(1))


def choice(race: Race) -> object:
    return ExpertBot().choose(Perspective(RALLYMAN_GT, race.state, race.state.seat), Random(1))


@pytest.mark.parametrize("focus", [0, 5])
@pytest.mark.parametrize("gear", [0, 3, 5])
def test_a_plan_ends_as_the_rules_say(gear: int, focus: int) -> None:
    """Worth and chances of the best plan, one by one or flat out, are those of the engine's exact turn."""
    race = Race(RING, at("1:A1", gear, focus=focus), at("2:A1", 2))
    mind = thoughts(race.state)
    drive = drive_of(race.state, 0)
    turn, win_chances = mind.turn(mind.outlook.needs(drive)), mind.outlook.win_chances(mind.here, mind.tokens)
    best = best_plan(turn, mind.pace, win_chances)
    assert best is not None
    ends, chances = ends_after(best, turn, mind.pace, win_chances)
    assert chances.sum() == pytest.approx(1.0)

    def hope(end: TurnEnd) -> float:
        place = len(win_chances.stop) - 1 if end.finished else mind.outlook.place(end.cell, end.k)
        return -float((win_chances.lost if end.lost else win_chances.stop)[place, end.gear, end.focus])

    exact = outlook(drive, mind.steps(best.steps, drive), best.way, focus, hope)
    tolerance = 1e-9 if best.way == "one-by-one" else 0.02
    assert -best.worth == pytest.approx(exact.worth, abs=tolerance)
    safe = sum(float(chance) for end, chance in exact.chances.items() if not end.lost)
    assert float(chances[ends[:, 3] == 0].sum()) == pytest.approx(safe)


def test_drivers_against_the_clock_are_home_by_par_more_often() -> None:
    """By the worth of rounds no driver is beaten by the fastest one on average, from anywhere."""
    pace = thoughts(Race(RING, at("1:A1", 3), at("2:A1", 2)).state).pace
    fastest = pace.spreads[0].sum(axis=2) / WHOLE
    gained = 0.0
    for to_par, spread in enumerate(pace.spreads[1:], LEAST):
        turns = range(spread.shape[1])
        worths = np.array([worth(to_par - turn) for turn in turns])
        better = spread.sum(axis=2) / WHOLE @ worths - fastest[:, turns] @ worths
        assert better.min() > -0.03
        gained = max(gained, float(better.max()))
    assert gained > 0.05


def test_rivals_who_lose_turns_leave_more_to_hope_for() -> None:
    race = Race(RING, at("2:A1", 3), at("0:A1", 0), at("0:B1", 0))
    found = []
    for share in (0.0, 0.1, 0.3):
        mind = thoughts(race.state, EXPERT._replace(slower=share))
        found.append(-float(mind.outlook.win_chances(mind.here, mind.tokens).stop[mind.here, 3, 0]))
    assert found[0] < found[1] < found[2]


def test_rounds_lost_are_shared_out_over_later_ones() -> None:
    lost = win_chance.delays(30, 0.2)
    assert lost.sum(axis=0) == pytest.approx(1.0)
    late = np.arange(30) @ lost - np.arange(30)
    assert late[:6] == pytest.approx(np.arange(6) * 0.25, abs=0.01)


def test_no_step_is_planned_that_the_rules_forbid() -> None:
    race = Race(RING, at("1:A1", 3), at("1:B1", 5), at("2:A1", 1), at("2:A2", 6))
    mind = thoughts(race.state)
    turn = drive_of(race.state, 0)
    need, line = mind.outlook.needs(turn), mind.pace.ground.line
    for opening in turn.openings(race.car().cell):
        steps = range(line.first[mind.here], line.first[mind.here + 1])
        assert any(need[step] == opening.need for step in steps)
    assert race.offers(choice(race))


def test_it_takes_the_win_that_is_at_hand() -> None:
    race = Race(RING, at("4:A1", 4, focus=6), at("4:A2", 5))
    plan = choice(race)
    assert isinstance(plan, a.Plan)
    mind = thoughts(race.state)
    over = mind.outlook.road.step(plan.steps[-2].cell, plan.steps[-1].cell)
    assert over is not None
    assert over.finish


def test_nothing_short_of_the_finish_is_worth_as_much() -> None:
    """However far behind the other is: who can be home is not to stop in front of the line."""
    race = Race(RING, at("4:A1", 5, focus=12), at("0:A1", 0))
    mind = thoughts(race.state)
    stop = mind.outlook.win_chances(mind.here, mind.tokens).stop
    assert stop[-1].max() < stop[mind.here : -1].min()


def test_the_same_chance_gives_the_same_decision() -> None:
    race = Race(RING, at("0:B1", 0), at("0:C1", 0), at("0:C2", 0))
    assert choice(race) == choice(race)


def test_a_missing_table_leaves_the_club_driver_at_the_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    be_patient(False)
    monkeypatch.setattr(expert, "_PACES", Tables(1))
    monkeypatch.setattr(expert, "wanted_pace", lambda state, seat: None)
    race = Race(RING, at("1:A1", 3), at("0:A1", 3))
    assert race.offers(choice(race))


def test_tables_are_kept_and_read_by_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one process made another maps into memory; changed rules or roads find nothing."""
    race = Race(RING, at("1:A1", 3), at("0:A1", 3))
    made = choice(race)
    monkeypatch.setenv("PADDOCK_TABLES", "kept")
    monkeypatch.setattr(expert, "_PACES", Tables(1))
    mind = thoughts(race.state)
    assert not mind.pace.tables["spread"].flags.writeable
    assert choice(race) == made
    other = Race("102b 103b 115b 103b 112b", at("1:A1", 3), at("0:A1", 3))
    assert wanted_pace(other.state, 0) is None
    assert other.offers(choice(other))


def test_tables_are_told_apart_by_all_they_depend_on(tmp_path: Path) -> None:
    store, plain = Store(tmp_path), GtOptions(track=("102b", "103b", "115b"))
    state = RALLYMAN_GT.start(plain, 2)
    hand, limit = hand_of(state, 0), hazard_limit(state, 0)
    files = {
        store.path(race_tables.course(options, dice, most))
        for options, dice, most in (
            (plain, hand, limit),
            (plain, hand, limit - 1),
            (plain, replace(hand, brake=1), limit),
            (GtOptions(track=("102b", "103b", "115b"), laps=2), hand, limit),
            (GtOptions(track=("102b", "115b", "103b")), hand, limit),
        )
    }
    assert len(files) == 5


def test_it_wins_most_races_of_two_against_the_frozen_club() -> None:
    wins, options = 0, GtOptions(track="list-1")
    for seed in range(20):
        bots: list[Any] = [FrozenClub(), FrozenClub()]
        bots[seed % 2] = ExpertBot()
        result = RALLYMAN_GT.result(drive(options, bots, seed)[0])
        assert result is not None
        wins += result.places[seed % 2] == 1
    assert wins >= 11


def test_longer_races_and_other_rules_are_driven_to_the_end() -> None:
    ring = ("102b", "103b", "115b")
    for options in (
        GtOptions(track=ring, laps=4),
        GtOptions(track=ring, flying_start=True, red_zone=True, weather="wet", choose_tyres=True),
    ):
        bots: list[Any] = [ExpertBot(), ExpertBot(), FrozenClub()]
        state, _ = drive(options, bots, 3)
        assert state.places


def worth_of_ends(race: Race, *ends: list[int]) -> float:
    """What it is worth to a champion if the turn ends in these ways, each as likely; less is better."""
    mind = thoughts(race.state, CHAMPION)
    replies = Replies(mind.outlook, mind.turn(mind.outlook.needs(drive_of(race.state, 0))).hand)
    return replies.worth(mind.outlook.standing(), np.array(ends), np.full(len(ends), 1 / len(ends)))


def stays(race: Race) -> float:
    """What it is worth to a champion to end the turn where the car stands; less is better."""
    mind = thoughts(race.state)
    return worth_of_ends(race, [mind.here, mind.car.gear, mind.tokens, 0])


def test_a_champion_sees_that_the_other_will_be_home_first() -> None:
    """The other is over the line next turn, far behind, or has yet to come back from the gravel."""
    me = at("4:A1", 4, focus=6)
    worths = [stays(Race(RING, me, other)) for other in (at("4:A2", 5, focus=6), at("0:A1", 0))]
    off = stays(Race(RING, me, at("4:A2", -1, status="off", left=1)))
    assert worths[0] > -0.2
    assert worths[1] < -0.8
    assert off < worths[0]


def test_a_champion_minds_who_stands_in_its_way() -> None:
    """With the next cell taken by a faster car ahead the own next turn is worth less."""
    free = stays(Race(RING, at("2:A1", 3), at("0:A1", 0)))
    held_up = stays(Race(RING, at("2:A1", 3), at("3:A1", 4)))
    assert free < held_up


def test_a_finish_counts_as_a_win_and_a_likely_loss_less() -> None:
    race = Race(RING, at("4:A1", 4), at("4:A2", 5, focus=6))
    mind = thoughts(race.state)
    home, lost = [mind.pace.ground.line.places, 5, 0, 0], [mind.here, 4, 0, 1]
    assert worth_of_ends(race, home) == win_chance.HOME
    assert worth_of_ends(race, home, lost) == pytest.approx(win_chance.HOME / 2, abs=0.1)


def test_the_next_round_is_foreseen_in_the_order_of_the_rules() -> None:
    race = Race(
        RING, at("2:A1", 3), at("1:A1", 4), at("2:A2", 3), at("3:A1", 0), at("1:B1", -1, status="off")
    )
    mind = thoughts(race.state)
    assert next_order(mind.outlook.standing(), mind.pace) == turn_order(race.state)


def test_the_likely_ends_of_a_turn_are_each_looked_at_once() -> None:
    ends = np.array([[5, 3, 2, 0], [4, 3, 2, 1], [5, 3, 2, 0], [9, 1, 0, 0]])
    found = likely(ends, np.array([0.5, 0.3, 0.19, 0.01]), 8)
    assert [end for _, end in found] == [(5, 3, 2, 0), (4, 3, 2, 1)]
    assert found[0][0] == pytest.approx(0.69)
    assert len(likely(ends, np.array([0.5, 0.3, 0.19, 0.01]), 1)) == 1


def test_replies_among_many_are_looked_at_when_the_finish_is_near() -> None:
    """Who is nearest to the line decides how near it is."""
    behind = (at("0:A1", 0), at("0:B1", 0))
    far, near = (thoughts(Race(RING, at(cell, 4), *behind).state) for cell in ("1:A1", "4:A1"))
    to_go = [win_chance.first_home(mind.outlook.standing(), mind.pace) for mind in (far, near)]
    assert to_go[0] > EXPERT.field >= to_go[1] >= 1.0


@pytest.mark.parametrize("rivals", [1, 2])
def test_a_champion_drives_races_to_the_end(rivals: int) -> None:
    bots: list[Any] = [ChampionBot(), *(ExpertBot() for _ in range(rivals))]
    state, _ = drive(GtOptions(track=("102b", "103b", "115b")), bots, 5)
    assert state.places
