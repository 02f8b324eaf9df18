"""Recorded games are replayed: every die follows from the seed, and what happened reads as it did."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from paddock.core.game import Event
from paddock.core.logs import Log, load_file
from paddock.core.match import game_of, replay, verify
from paddock.core.messages import LANGUAGES, namer, say
from paddock.games.rallyman.dirt.actions import TurnTold as DirtTurn
from paddock.games.rallyman.dirt.views import sheet
from paddock.games.rallyman.gt.actions import TurnTold as GtTurn
from paddock.games.rallyman.notation import read_turn, write_turn

RECORDED = sorted((Path(__file__).parents[1] / "recorded").glob("*.jsonl"))
TOLD = [file for file in RECORDED if file.with_suffix(".txt").exists()]
"""The games whose text is kept: all of Rallyman in its notation, one of each other game in English."""

show = namer([f"Player {number}" for number in range(1, 7)])


@cache
def played(file: Path) -> tuple[Log, list[Event], Any]:
    """A recorded game: its log, all its events and its last state."""
    log = load_file(file)
    steps = list(replay(log))
    return log, [event for step in steps for event in step.events], steps[-1].state


def told(file: Path) -> str:
    """A game line by line, with its result: Rallyman's turns in their notation, other games in English."""
    log, events, state = played(file)
    game = game_of(log)
    lines = [f"{event.seat} {event.line}" for event in events if isinstance(event, GtTurn | DirtTurn)]
    if game.name == "rallyman-dirt":
        for row in sheet(state):
            stages = (
                f"{line.time} {line.gear}/{line.coast}/{line.brake} {line.total_time}" for line in row.lines
            )
            lines.append(f"= {row.id} {', '.join(stages)}")
    result = game.result(state)
    assert result is not None
    lines = lines or [say(game.tell(event), show=show) for event in events]
    return "\n".join([*lines, f"places {result.places}, {result.unit} {result.scores}", ""])


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_every_die_of_a_recorded_game_follows_from_its_seed(file: Path) -> None:
    log = played(file)[0]
    assert verify(log) == log.draws > 0


@pytest.mark.parametrize("file", TOLD, ids=lambda file: file.stem)
def test_a_recorded_game_reads_as_it_did(file: Path) -> None:
    assert told(file) == file.with_suffix(".txt").read_text()


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_a_recorded_game_can_be_told_in_every_language(file: Path) -> None:
    log, events, _ = played(file)
    game = game_of(log)
    for language in LANGUAGES:
        text = "\n".join(say(game.tell(event), language, show) for event in events)
        assert f"{game.name}." not in text and "{" not in text


def test_the_told_turns_of_rallyman_can_be_read() -> None:
    turns = [line for file in TOLD for line in file.with_suffix(".txt").read_text().splitlines()]
    turns = [line.partition(" ")[2] for line in turns if line[0].isdigit()]
    assert len(turns) > 500
    assert [write_turn(read_turn(turn)) for turn in turns] == turns


def test_games_of_every_size_are_recorded() -> None:
    logs = [played(file)[0] for file in RECORDED]
    sizes: dict[str, set[int]] = {}
    for log in logs:
        sizes.setdefault(log.header.game, set()).add(len(log.header.seats))
    assert sizes["outspeed"] == {3, 4, 5, 6}
    assert sizes["dirt-and-dust"] == {1, 2, 3, 4}
    assert all(1 in sizes[name] and max(sizes[name]) >= 4 for name in ("rallyman-gt", "rallyman-dirt"))
    assert "trial" in {log.header.options.get("stage") for log in logs}
