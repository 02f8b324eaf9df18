"""Recorded games are replayed: every die follows from the seed, every event reads as it did."""

from __future__ import annotations

from pathlib import Path

import pytest

from paddock.core.logs import load
from paddock.core.match import replay, verify
from paddock.core.messages import say
from paddock.games.dirt_and_dust import DIRT_AND_DUST

GAMES = sorted((Path(__file__).parent.parent.parent / "recorded").glob("dirt-and-dust-*.jsonl"))


def told(file: Path) -> str:
    """The game as it reads in English, its result and the fingerprint of its last state."""
    log = load(file.read_bytes())
    verify(log, game=DIRT_AND_DUST)
    lines = []
    state = None
    for step in replay(log, DIRT_AND_DUST):
        lines += [say(DIRT_AND_DUST.tell(event)) for event in step.events]
        state = step.state
    assert state is not None
    return "\n".join([*lines, f"{DIRT_AND_DUST.result(state)}", DIRT_AND_DUST.fingerprint(state), ""])


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_recorded_games_replay(file: Path) -> None:
    assert told(file) == file.with_suffix(".txt").read_text()


def test_solo_trial_and_four_players_are_among_them() -> None:
    headers = [load(file.read_bytes()).header for file in GAMES]
    assert {len(header.seats) for header in headers} == {1, 2, 3, 4}
    assert "trial" in {header.options["stage"] for header in headers}
