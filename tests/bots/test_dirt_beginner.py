"""The newcomer to Rallyman: DIRT rolls no die it need not fear to roll, and takes its time."""

from __future__ import annotations

from random import Random

from paddock.bots.dirt.beginner import BeginnerBot
from paddock.bots.dirt.club import ClubBot
from paddock.bots.random import RandomBot
from paddock.core.chance import DiceStream, seed_from
from paddock.core.game import Bot, Perspective
from paddock.core.play import play
from paddock.core.registry import find_bot
from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.components import HAZARD_LIMIT
from paddock.games.rallyman.dirt.state import DirtOptions, State
from paddock.testing.dirt import car, do, drive, plan, underway

READY = tuple(f"rally-{n}" for n in range(1, 7))


def rally(options: DirtOptions, bots: list[Bot], seed: int) -> State:
    """A rally of bots; the newcomer is watched while it drives."""
    rng, stream = Random(seed), DiceStream(seed_from(seed))
    state = RALLYMAN_DIRT.start(options, len(bots))

    def choose(seat: int) -> a.DirtAction:
        action: a.DirtAction = bots[seat].choose(Perspective(RALLYMAN_DIRT, state, seat), rng)
        if isinstance(bots[seat], BeginnerBot):
            watch(state, action)
        return action

    play(RALLYMAN_DIRT, state, choose, stream.draw)
    return state


def watch(state: State, action: a.DirtAction) -> None:
    if isinstance(action, a.Plan) and action.way == "flat-out":
        assert sum(1 + step.brakes for step in action.steps) < HAZARD_LIMIT
        assert all(step.landing < 0 for step in action.steps)
    if isinstance(action, a.Roll) and state.at > 0 and not state.calm:
        assert state.hazards < HAZARD_LIMIT - 1


def decision(state: State) -> a.DirtAction:
    return BeginnerBot().choose(Perspective(RALLYMAN_DIRT, state, state.seat), Random(1))


def test_the_newcomer_takes_longer_than_the_club_driver_and_rarely_loses_control() -> None:
    times: dict[type, list[int]] = {BeginnerBot: [], ClubBot: []}
    for seed, name in enumerate(READY):
        bots: list[Bot] = [BeginnerBot(), ClubBot()]
        state = rally(DirtOptions(rally=name), bots, seed)
        for row in state.sheet:
            for bot, line in zip(bots, row, strict=True):
                times[type(bot)].append(line.seconds)
        assert not any(row[0].retired for row in state.sheet)
    newcomer, club = (sum(found) / len(found) for found in times.values())
    assert 2.5 * 60 < newcomer < 5 * 60
    assert club < newcomer - 15


def test_the_newcomer_beats_random() -> None:
    for seed in range(12):
        options = DirtOptions(rally=READY[seed % 6], stages=(f"SS{1 + seed // 6}",))
        result = RALLYMAN_DIRT.result(rally(options, [RandomBot(), BeginnerBot()], seed))
        assert result is not None and result.places == (2, 1)


def test_with_two_hazards_the_newcomer_stops_or_secures() -> None:
    for seconds, expected in ((0, a.Stop()), (1, a.Secure())):
        state = underway("R " * 12 + "|F| R", car("0.L", 4, seconds=seconds), car("", 0))
        drive(state, "4@1.L 5@2.L 6@3.L c@4.L c@5.L", "! !")
        assert decision(state) == expected


def test_the_first_die_is_rolled_whatever_happened_and_sisu_calms() -> None:
    state = underway("R " * 12 + "|F| R", car("0.L", 4, sisu=True), car("", 0), sisu="stage")
    do(state, a.Plan(plan(state, "4@1.L 5@2.L 6@3.L c@4.L")))
    assert decision(state) == a.Roll()
    do(state, a.PlaySisu())
    do(state, a.Roll(), "!")
    do(state, a.Roll(), "!")
    assert decision(state) == a.Roll()


def test_the_newcomer_can_be_asked_for_by_the_name_it_had() -> None:
    assert isinstance(find_bot("rallyman-dirt", "careful"), BeginnerBot)
