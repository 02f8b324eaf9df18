"""Recorded races are replayed: every die follows from the seed, every turn reads as it did."""

from __future__ import annotations

from pathlib import Path

import pytest

from paddock.core.game import Event
from paddock.core.logs import load
from paddock.core.match import replay, verify
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt.actions import TurnTold
from paddock.games.rallyman.notation import read_turn, write_turn

GAMES = sorted((Path(__file__).parent.parent.parent / "recorded").glob("gt-*.jsonl"))


def told(file: Path) -> str:
    """The race in one line a turn, and its result."""
    log = load(file.read_bytes())
    verify(log, game=RALLYMAN_GT)
    events: list[Event] = []
    state = None
    for step in replay(log, RALLYMAN_GT):
        events += step.events
        state = step.state
    assert state is not None
    result = RALLYMAN_GT.result(state)
    assert result is not None
    lines = [f"{event.seat} {event.line}" for event in events if isinstance(event, TurnTold)]
    return "\n".join([*lines, f"places {result.places}, {result.unit} {result.scores}", ""])


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_recorded_races_replay(file: Path) -> None:
    assert told(file) == file.with_suffix(".txt").read_text()


def test_the_told_turns_can_be_read() -> None:
    assert len(GAMES) >= 4
    for file in GAMES:
        for line in file.with_suffix(".txt").read_text().splitlines()[:-1]:
            text = line.partition(" ")[2]
            assert write_turn(read_turn(text)) == text
