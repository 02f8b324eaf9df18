"""A rally is one log: left after any record and taken up days later it goes on as if nobody had left."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from paddock.bots.dirt.club import ClubBot
from paddock.core.chance import seed_from
from paddock.core.game import Perspective, encode_state
from paddock.core.logs import End
from paddock.core.match import Draft
from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt.state import DirtOptions
from paddock.server.tables.play import Play, StoredRecord, begin, resume
from paddock.testing import rule

SEED = seed_from("a rally in the rain")
OPTIONS = DirtOptions(rally="rally-2", time_controls=True, sisu="stage", flying_start=True)
NAMES = ("Ann", "Ben", "Cid")


def rows(play: Play) -> list[StoredRecord]:
    """The log as a database holds it."""
    return [StoredRecord(number, line) for number, line in enumerate(play.log.lines)]


def decided(play: Play) -> Draft:
    """The next decision: of the club driver, or now and then anything legal; the same for the same step."""
    seat = RALLYMAN_DIRT.pending(play.state).seats[-1]
    rng = Random(play.step)
    if play.step % 3:
        action: Any = ClubBot().choose(Perspective(RALLYMAN_DIRT, play.state, seat), rng)
    else:
        action = RALLYMAN_DIRT.actions(play.state, seat).sample(rng)
    return play.deciding(seat, action, SEED)


def go_on(play: Play) -> Iterator[Play]:
    """Drive to the end of the rally, stopping after every decision."""
    while RALLYMAN_DIRT.pending(play.state).seats:
        play.keep(decided(play))
        yield play


@cache
def whole() -> tuple[list[bytes], tuple[tuple[int, str, int, bytes], ...]]:
    """A rally without a break: its log, and after each decision the step, phase, stage and state."""
    play = begin(RALLYMAN_DIRT, OPTIONS, NAMES, SEED, 50)
    play.keep(play.settling(SEED))
    halts = tuple((p.step, p.state.phase, p.state.stage, encode_state(p.state)) for p in go_on(play))
    assert isinstance(play.log.records[-1], End)
    return play.log.lines, halts


@rule("DIRT-RALLY-6")
def test_every_halt_of_a_rally_is_found_again_in_its_log() -> None:
    lines, halts = whole()
    assert {stage for _, _, stage, _ in halts} == {0, 1, 2}
    assert {"plan", "step", "clocks", "over"} <= {phase for _, phase, _, _ in halts}
    for step, _, _, state in halts[::7]:
        again = resume([StoredRecord(n, line) for n, line in enumerate(lines[: step + 1])], 50)
        assert (again.step, encode_state(again.state)) == (step, state)


@rule("DIRT-RALLY-6")
@pytest.mark.parametrize("moment", ["first turn", "middle of a stage", "time control", "last stage"])
def test_a_rally_left_and_taken_up_again_ends_with_the_same_log(moment: str) -> None:
    lines, halts = whole()
    step = {
        "first turn": halts[0][0],
        "middle of a stage": next(s for s, phase, stage, _ in halts if stage == 1 and phase == "step"),
        "time control": next(s for s, phase, _, _ in halts if phase == "clocks") + 1,
        "last stage": next(s for s, _, stage, _ in halts if stage == 2),
    }[moment]
    play = resume([StoredRecord(n, line) for n, line in enumerate(lines[: step + 1])], 50)
    for left in go_on(play):
        if left.step % 40 == 0:
            play = resume(rows(left), 50)
            break
    for _ in go_on(play):
        pass
    assert play.log.lines == lines


@rule("DIRT-RALLY-6", "DIRT-ADV-3")
def test_what_was_chosen_at_a_time_control_stays_secret_over_the_break() -> None:
    lines, halts = whole()
    step = next(s for s, phase, _, _ in halts if phase == "clocks") + 1
    again = resume([StoredRecord(n, line) for n, line in enumerate(lines[: step + 1])], 50)
    assert again.state.phase == "clocks"
    chosen = [seat for seat, tokens in enumerate(again.state.clocks) if tokens >= 0]
    assert len(chosen) == 1
    other = next(seat for seat in range(3) if seat not in chosen)
    assert RALLYMAN_DIRT.view(again.state, other).your_time is None
    assert RALLYMAN_DIRT.view(again.state, chosen[0]).your_time == again.state.clocks[chosen[0]]


def test_the_sheet_of_a_rally_taken_up_again_is_complete() -> None:
    lines, _ = whole()
    over = resume([StoredRecord(n, line) for n, line in enumerate(lines)], 50)
    sheet = RALLYMAN_DIRT.view(over.state, None).sheet
    assert [len(row.lines) for row in sheet] == [3, 3, 3]
    for seat in range(3):
        totals = 0
        for row in sheet:
            line = row.lines[seat]
            totals += line.seconds + line.control
            assert (line.total, line.place >= 1, line.rank >= 1) == (totals, True, True)
    result = RALLYMAN_DIRT.result(over.state)
    assert result is not None
    assert [line.rank for line in sheet[-1].lines] == list(result.places)
    assert [line.total for line in sheet[-1].lines] == list(result.scores)
