"""The beginner of Rallyman: GT plans a few steps, rolls no die it has to fear, and loses to club."""

from __future__ import annotations

from random import Random

from paddock.bots.gt.beginner import FAR, BeginnerBot
from paddock.bots.gt.club import ClubBot
from paddock.bots.random import RandomBot
from paddock.core.chance import DiceStream, seed_from
from paddock.core.game import Bot, Perspective
from paddock.core.play import play
from paddock.core.registry import bots, find_bot
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.state import GtOptions, State, hazard_limit


def race(drivers: list[Bot], seed: int) -> State:
    """A race of bots; the beginner is watched while it drives."""
    rng, stream = Random(seed), DiceStream(seed_from(seed))
    state = RALLYMAN_GT.start(GtOptions(), len(drivers))

    def choose(seat: int) -> a.GtAction:
        action: a.GtAction = drivers[seat].choose(Perspective(RALLYMAN_GT, state, seat), rng)
        if isinstance(drivers[seat], BeginnerBot):
            watch(state, seat, action)
        return action

    play(RALLYMAN_GT, state, choose, stream.draw)
    return state


def watch(state: State, seat: int, action: a.GtAction) -> None:
    limit = hazard_limit(state, seat)
    if isinstance(action, a.Plan):
        assert len(action.steps) <= FAR
    if isinstance(action, a.Plan) and action.way == "flat-out":
        assert sum(1 + step.brakes for step in action.steps) < limit
    if isinstance(action, a.Roll) and state.at > 0:
        assert state.hazards < limit - 1


def places(state: State) -> tuple[int, ...]:
    result = RALLYMAN_GT.result(state)
    assert result is not None
    return result.places


def test_the_beginner_beats_random() -> None:
    for seed in range(4):
        assert places(race([RandomBot(), BeginnerBot()], seed)) == (2, 1)


def test_the_beginner_mostly_loses_to_the_club_driver() -> None:
    drives = [places(race([BeginnerBot(), ClubBot()], seed)) for seed in range(10)]
    assert sum(found == (2, 1) for found in drives) >= 7


def test_the_beginner_is_the_easier_rival() -> None:
    listed = list(bots("rallyman-gt"))
    assert listed.index("random") < listed.index("beginner") < listed.index("club")
    assert BeginnerBot.level == "beginner"


def test_tables_that_know_it_by_its_former_name_find_it() -> None:
    assert isinstance(find_bot("rallyman-gt", "careful"), BeginnerBot)
    assert "careful" not in bots("rallyman-gt")
