"""Everything that happens in a turn of Rallyman: DIRT is told, in order: whole turns, event by event."""

from __future__ import annotations

from typing import Any

from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.stages import road
from paddock.games.rallyman.dirt.state import State
from paddock.testing.dirt import any_token, car, chance, do, drive, plan, relay, underway

LONG = "R " * 8 + "|F| R"


def at(state: State, name: str) -> int:
    return road(state).cell(name)


def own(events: list[Any]) -> list[Any]:
    """The events up to the line that tells the turn."""
    return events[: 1 + next(n for n, event in enumerate(events) if isinstance(event, a.TurnTold))]


def test_one_by_one_with_a_secured_die_and_a_stop() -> None:
    state = underway(LONG, car("0.L", 3, seconds=4), car("0.R", 1))
    steps = plan(state, "4@1.L 5@2.R c@3.R")
    events = do(state, a.Plan(steps)) + do(state, a.Secure()) + do(state, a.Roll(), "!") + do(state, a.Stop())
    assert own(events) == [
        a.Planned(0, steps, "one-by-one", 3),
        a.Secured(0, 1, 1, 1, 3),
        a.Moved(0, at(state, "0.L"), at(state, "1.L"), 4, 0),
        a.Rolled(0, 2, "5", "!", 1),
        a.Moved(0, at(state, "1.L"), at(state, "2.R"), 5, 0),
        a.Stopped(0, 5),
        a.CardTaken(0, 5, 15, 15),
        a.TurnTold(0, "3: 4>1.L* 5>2.R! (-1)"),
    ]


def test_a_failed_flat_out_laid_again_and_a_crash() -> None:
    state = underway(LONG.replace("R ", "R:orange ", 4), car("0.L", 3), car("0.R", 1))
    steps = plan(state, "4@1.L 3@2.L c@3.L c@4.L")
    laid = "4@1.L=! c@2.L=! c@3.L=!"
    events = drive(state, "4@1.L 3@2.L c@3.L c@4.L", "! - ! !", "flat-out")
    again = relay(state, laid)
    events += do(state, a.Relay(again), "crash-0-1-2", any_token("brake"))
    assert own(events) == [
        a.Planned(0, steps, "flat-out", 4),
        a.Rolled(0, 1, "4", "!", 1),
        a.Rolled(0, 2, "3", "-", 1),
        a.Rolled(0, 3, "c", "!", 2),
        a.Rolled(0, 4, "c", "!", 3),
        a.SecondsGained(0, 4, 4),
        a.LayAgain(0, 3),
        a.Relaid(0, again, 3),
        a.Moved(0, at(state, "0.L"), at(state, "1.L"), 4, 0),
        a.Moved(0, at(state, "1.L"), at(state, "2.L"), 4, 0),
        a.Moved(0, at(state, "2.L"), at(state, "3.L"), 4, 0),
        a.ControlLost(0, at(state, "3.L"), 4, "orange", "hazards", 3),
        a.CardTurned(0, 4, "crash", 60, 1, False),
        a.Crashed(0, at(state, "3.L")),
        a.DamageDrawn(0, "brake"),
        a.TurnTold(0, "3: 4>1.L! 3>2.L- c>3.L! c>4.L! => 4>1.L! c>2.L! c>3.L! (4) !00:B"),
    ]


def test_a_flight_that_ends_in_a_spin() -> None:
    state = underway("R J3 R R R R |F| R", car("0.L", 3), car("0.R", 1))
    steps = plan(state, "4@1.L>4.R 5@4.R")
    events = drive(state, "4@1.L>4.R 5@4.R", "!", "one-by-one", "spin")
    assert own(events) == [
        a.Planned(0, steps, "one-by-one", 2),
        a.Rolled(0, 1, "4", "!", 1),
        a.Moved(0, at(state, "0.L"), at(state, "1.L"), 4, 0),
        a.Moved(0, at(state, "1.L"), at(state, "4.R"), 4, 2),
        a.ControlLost(0, at(state, "4.R"), 4, "yellow", "landing", 1),
        a.CardTurned(0, 4, "spin", 60, 0, False),
        a.Spun(0, at(state, "4.R")),
        a.TurnTold(0, "3: 4>1.L~4.R! !0"),
    ]


def test_sisu_over_the_line_and_the_end_of_a_rally() -> None:
    state = underway("R R R |F| R", car("0.L", 4, sisu=True), sisu="rally")
    steps = plan(state, "5@1.L 6@2.L c@3.L")
    events = drive(state, "5@1.L 6@2.L c@3.L", "! ! !", "flat-out") + do(state, a.PlaySisu())
    assert events == [
        a.Planned(0, steps, "flat-out", 3),
        a.Rolled(0, 1, "5", "!", 1),
        a.Rolled(0, 2, "6", "!", 2),
        a.Rolled(0, 3, "c", "!", 3),
        a.SecondsGained(0, 3, 3),
        a.SisuPlayed(0),
        a.Moved(0, at(state, "0.L"), at(state, "1.L"), 5, 0),
        a.Moved(0, at(state, "1.L"), at(state, "2.L"), 6, 0),
        a.Moved(0, at(state, "2.L"), at(state, "3.L"), 6, 0),
        a.Finished(0, 6, 7, "0:07"),
        a.TurnTold(0, "4: 5>1.L! 6>2.L! c>3.L! (3) sisu finish"),
        a.StageEnded(1, (7,), (1,), 0, "0:07"),
        a.RallyEnded((7,), (1,), 0, "0:07"),
    ]


def test_a_loss_the_finish_line_forgives_and_the_next_stage() -> None:
    state = underway("R R R |F| R", car("0.L", 4, tokens=("brake",)), stages=2, assistance=True)
    events = drive(state, "5@1.L 6@2.L c@3.L", "! ! !", "flat-out", "crash-2-3-4")
    events += chance(state, any_token("green_flag"), any_token("gear"))
    told = events[5:]
    assert told == [
        a.CarriedOver(0, 3),
        a.Moved(0, at(state, "0.L"), at(state, "1.L"), 5, 0),
        a.Moved(0, at(state, "1.L"), at(state, "2.L"), 6, 0),
        a.Moved(0, at(state, "2.L"), at(state, "3.L"), 6, 0),
        a.Finished(0, 6, 7, "0:07"),
        a.CardTurned(0, 6, "crash", 60, 2, True),
        a.DamageDrawn(0, "green_flag"),
        a.DamageDrawn(0, "gear"),
        a.TurnTold(0, "4: 5>1.L! 6>2.L! c>3.L! (3) !:FG finish"),
        a.StageEnded(1, (7,), (1,), 0, "0:07"),
        a.Assisted(1),
        a.StageBegan(2, "R R R |F| R #1", "R R R |F| R #1", (0,)),
        a.RoundBegan(1, (0,), 0),
        a.TurnBegan(0, 0, True, True),
    ]
    assert RALLYMAN_DIRT.view(state, 0).cars[0].damage == {}


def test_a_shortcut_a_wheel_change_and_a_return() -> None:
    state = underway("S CR(1x1/2x3) S R R |F| R K4[0>2,R]", car("0.R", 1, tokens=("gear",)), car("0.L", 1))
    events = drive(state, "1@K", "-")
    events += chance(state, any_token("mud_minus_1"))
    events += do(state, a.ChangeWheel())
    assert own(events)[1:] == [
        a.Rolled(0, 1, "1", "-", 0),
        a.Moved(0, at(state, "0.R"), at(state, "K"), 1, 0),
        a.ShortcutTaken(0, 0, "mud_minus_1", (1,)),
        a.WheelChanged(0, "gear", 60),
        a.TurnTold(0, "1: 1>K1- cut-mud wheel"),
    ]
    events = drive(state, "1@1.o1", "-")
    assert events[-3:] == [
        a.RoundBegan(4, (0, 1), 0),
        a.Returned(0, at(state, "K")),
        a.TurnBegan(0, 0, False, True),
    ]
    events = drive(state, "1@2.R", "!")
    assert own(events)[2:] == [
        a.Moved(0, at(state, "K"), at(state, "2.R"), 1, 0),
        a.CardTaken(0, 1, 50, 110),
        a.TurnTold(0, "0: 1>2.R! back"),
    ]


def test_a_car_that_cannot_come_back_and_one_that_is_stuck() -> None:
    state = underway("R R R R |F| R", car("0.L", 1), car("1.L", 0, status="off"))
    events = drive(state, "1@1.L", "-")
    assert events[5:8] == [
        a.ReturnBlocked(1, at(state, "1.L")),
        a.ZeroTurn(1, 60, 60),
        a.TurnTold(1, "0: off"),
    ]
    jam = underway("R R R |F| R", car("0.L", 3), car("1.L", 4), car("1.R", 4))
    assert own(do(jam, a.Pass())) == [
        a.Blocked(0, 3),
        a.CardTaken(0, 3, 30, 30),
        a.TurnTold(0, "3: pass"),
    ]
    stuck = underway("R W R |F| R", car("0.L", 3, tokens=("coast", "coast")))
    assert own(do(stuck, a.Pass(at(stuck, "0.R")))) == [
        a.Stranded(0, at(stuck, "0.L"), at(stuck, "0.R")),
        a.ZeroTurn(0, 60, 60),
        a.TurnTold(0, "3: stranded"),
    ]
