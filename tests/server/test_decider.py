"""When a decision is out of date: a seat answers what it saw, unless only others have decided since."""

from __future__ import annotations

import pytest

from paddock.core.chance import seed_from
from paddock.server.tables.decider import Stale, check_fresh
from paddock.server.tables.play import Play, begin
from tests.server.games import SEALED, Pass, Seal, SealedOptions, Tap

SEED = seed_from("decider")


def dealt() -> Play:
    """Two seats with their colours, both asked to seal."""
    play = begin(SEALED, SealedOptions(rounds=2), ("Ada", "Bob"), SEED, 50)
    play.keep(play.settling(SEED))
    return play


def test_others_may_have_decided_since_but_not_the_seat_itself() -> None:
    play = dealt()
    seen = play.step
    play.keep(play.deciding(0, Seal(3), SEED))
    check_fresh(play, 1, seen)
    with pytest.raises(Stale):
        check_fresh(play, 0, seen)


def test_a_second_tap_on_the_same_scene_is_out_of_date() -> None:
    """The rules would allow it: only the step tells that it was sent twice."""
    play = dealt()
    for seat in (0, 1):
        play.keep(play.deciding(seat, Seal(seat), SEED))
    seen = play.step
    play.keep(play.deciding(0, Tap(), SEED))
    assert Tap() in SEALED.actions(play.state, 0)
    with pytest.raises(Stale):
        check_fresh(play, 0, seen)
    check_fresh(play, 0, play.step)


def test_dice_returns_and_steps_to_come_are_never_fresh() -> None:
    play = dealt()
    with pytest.raises(Stale):
        check_fresh(play, 0, 0)
    with pytest.raises(Stale):
        check_fresh(play, 0, play.step + 1)
    for seat in (0, 1):
        play.keep(play.deciding(seat, Seal(seat), SEED))
    before = play.step
    play.keep(play.deciding(0, Pass(), SEED))
    seen = play.step
    play.keep(play.taking_back(before))
    with pytest.raises(Stale):
        check_fresh(play, 1, seen)
