"""The fuzzer finds broken promises, makes them small and writes them down; sound games pass."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from paddock.core import registry
from paddock.core.chance import Outcome
from paddock.core.logs import load_file
from paddock.core.messages import Message
from paddock.core.registry import add_game
from paddock.testing.fuzzing import Failure, main, play, random_setup, shrink, write_down
from tests.sample.pig import PIG, Pig, PigEvent, PigState


class SpeakingPig(Pig):
    """Speaks in the words of Pig."""

    def tell(self, event: PigEvent, cells: Sequence[str] = ()) -> Message:
        return PIG.tell(event, cells)


class GreedyPig(SpeakingPig):
    """Pig whose pot bursts."""

    name = "greedy-pig"

    def resolve(self, state: PigState, outcome: Outcome) -> list[PigEvent]:
        told = super().resolve(state, outcome)
        assert state.pot < 14, "the pot burst"
        return told


class LeakyPig(SpeakingPig):
    """Pig whose clone forgets the pot once it is worth something."""

    name = "leaky-pig"

    def clone(self, state: PigState) -> PigState:
        copy = super().clone(state)
        copy.pot = 0 if state.pot > 9 else state.pot
        return copy


@pytest.fixture(params=[GreedyPig, LeakyPig])
def broken(request: pytest.FixtureRequest) -> Iterator[Pig]:
    """A game with a fault, known while the test runs."""
    game: Pig = request.param()
    add_game(game)
    yield game
    del registry._EXTRA_GAMES[game.name]


def failure_of(game: Pig) -> Failure:
    rng = random.Random("broken")
    with pytest.raises(Failure) as caught:
        for _ in range(200):
            play(random_setup(game, rng), every=1)
    return caught.value


def test_a_fault_is_found_and_shrinks_to_a_few_moves(broken: Pig, tmp_path: Path) -> None:
    failure = failure_of(broken)
    moves = shrink(failure)
    assert len(moves) <= min(8, len(failure.moves) - 1), (
        "rolls and dice until the pot is high enough, no more"
    )
    path = write_down(failure, moves, tmp_path)
    log = load_file(path)
    assert log.header.game == broken.name
    assert failure.kind in path.with_suffix(".txt").read_text()


def test_the_command_fails_for_a_broken_game_and_says_where(
    broken: Pig, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([broken.name, "--decisions", "3000", "--out", str(tmp_path)]) == 1
    assert "shrank to" in capsys.readouterr().out
    assert len(list(tmp_path.glob("*.jsonl"))) == 1


def test_a_sound_game_passes(tmp_path: Path) -> None:
    add_game(PIG)
    assert main(["pig", "--decisions", "500", "--out", str(tmp_path)]) == 0
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("game", ["rallyman-gt", "rallyman-dirt", "outspeed", "dirt-and-dust"])
def test_the_four_games_hold_for_a_handful(game: str, tmp_path: Path) -> None:
    assert main([game, "--decisions", "150", "--seed", "handful", "--out", str(tmp_path)]) == 0
