"""Statistics and challenges of Dirt & Dust."""

import hashlib

from paddock.arena.playing import play_out
from paddock.bots.random import RandomBot
from paddock.core.game import Result
from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust.events import Bought, ClaimLost, ClaimWon, Damaged


def test_feats_are_what_happened_to_each_driver() -> None:
    options = DIRT_AND_DUST.options({"stage": "trial"})
    match, events = play_out(DIRT_AND_DUST, options, [RandomBot(), RandomBot()], "feats")
    result = DIRT_AND_DUST.result(match.state)
    assert result is not None
    feats = DIRT_AND_DUST.feats(options, events, result)
    for seat in range(2):
        assert feats[seat]["cards-bought"] == sum(
            isinstance(event, Bought) and event.seat == seat for event in events
        )
        assert feats[seat]["hits"] == sum(
            event.hits for event in events if isinstance(event, Damaged) and event.seat == seat
        )
    assert any(sum(own.values()) for own in feats)


def test_a_card_won_by_a_claim_is_a_card_bought() -> None:
    events = [ClaimWon(1, "7A"), Bought(1, "2A", 1), ClaimLost(0, "7A", 3)]
    options = DIRT_AND_DUST.options()
    feats = DIRT_AND_DUST.feats(options, events, Result((1, 2), (5.0, 3.0)))
    assert [own["cards-bought"] for own in feats] == [0, 2]


def test_challenges_are_the_same_for_everybody_and_harder_for_a_month() -> None:
    seed = hashlib.sha256(b"today").digest()
    daily, monthly = DIRT_AND_DUST.challenge(seed, "daily"), DIRT_AND_DUST.challenge(seed, "monthly")
    assert daily is not None
    assert monthly is not None
    assert daily == DIRT_AND_DUST.challenge(seed, "daily")
    assert daily.options.ghost != monthly.options.ghost
    state = DIRT_AND_DUST.start(daily.options, 1)
    assert state.ghost is not None
    assert DIRT_AND_DUST.course(daily.options) == daily.options.stage
    assert DIRT_AND_DUST.course(DIRT_AND_DUST.options()) is None, "a stage left to chance keeps no records"
