"""Recorded races are replayed: every die follows from the seed, every event reads as it did."""

from __future__ import annotations

from pathlib import Path

import pytest

from paddock.core.logs import load
from paddock.core.match import replay, verify
from paddock.core.messages import LANGUAGES, namer, say
from paddock.games.outspeed import OUTSPEED

RACES = sorted((Path(__file__).parent.parent.parent / "recorded").glob("outspeed-*.jsonl"))


show = namer([f"Ship {number}" for number in range(1, 7)])


def told(file: Path, language: str = "en") -> str:
    """The race in words, and its result."""
    log = load(file.read_bytes())
    lines, state = [], None
    for step in replay(log, OUTSPEED):
        lines += [say(OUTSPEED.tell(event), language, show) for event in step.events]
        state = step.state
    assert state is not None
    result = OUTSPEED.result(state)
    assert result is not None
    return "\n".join([*lines, f"places {result.places}, {result.unit} {result.scores}", ""])


@pytest.mark.parametrize("file", RACES, ids=lambda file: file.stem)
def test_recorded_races_replay(file: Path) -> None:
    assert verify(load(file.read_bytes()), game=OUTSPEED) > 0
    assert told(file) == file.with_suffix(".txt").read_text()


def test_races_of_every_size_are_recorded_and_can_be_told_in_every_language() -> None:
    assert [len(load(file.read_bytes()).header.seats) for file in RACES] == [3, 4, 5, 6]
    for file in RACES:
        for language in LANGUAGES:
            text = told(file, language)
            assert "outspeed." not in text and "{" not in text
