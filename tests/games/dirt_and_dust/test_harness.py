"""Random games of every kind keep the promises of the core and lose no card and no die."""

import random

import pytest

from paddock.core.chance import DiceStream, seed_from
from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust.cards import BOX
from paddock.testing.harness import exercise

STAGES = ["blue_haven", "old_town", "eagle_pass", "deep_forest", "midnight_run", "trial"]


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_stage_with_every_number_of_players(stage: str, seats: int) -> None:
    options = DIRT_AND_DUST.options({"stage": stage, "team_cards": "AB"[seats % 2]})
    match = exercise(DIRT_AND_DUST, options, seats, seed=f"{stage}{seats}", thorough_every=7)
    assert match.state.stage == stage


@pytest.mark.parametrize("team_cards", ["A", "B", "random", "chosen"])
@pytest.mark.parametrize("drivers", ["random", "draft", "fixed"])
def test_every_supply_and_choice_of_drivers(team_cards: str, drivers: str) -> None:
    options = DIRT_AND_DUST.options(
        {
            "stage": "draft" if drivers == "draft" else "random",
            "team_cards": team_cards,
            "versions": "ABBABABAB",
            "drivers": drivers,
            "driver_list": ["SF", "FK"] if drivers == "fixed" else [],
        }
    )
    exercise(DIRT_AND_DUST, options, 2, seed=f"{team_cards}{drivers}", thorough_every=5)


@pytest.mark.parametrize("ghost", list(BOX.ghosts))
def test_every_ghost(ghost: str) -> None:
    exercise(
        DIRT_AND_DUST,
        DIRT_AND_DUST.options({"ghost": ghost, "five_face_up": True}),
        1,
        seed=ghost,
        thorough_every=5,
    )


def test_the_difficulty_variants() -> None:
    options = DIRT_AND_DUST.options({"five_face_up": True, "start_damage": [2, 0, 1]})
    exercise(DIRT_AND_DUST, options, 3, seed="harder", thorough_every=5)


@pytest.mark.parametrize("seed", range(6))
def test_no_die_or_navigator_is_lost(seed: int) -> None:
    rng = random.Random(seed)
    stream = DiceStream(seed_from(seed))
    state = DIRT_AND_DUST.start(DIRT_AND_DUST.options({"team_cards": "random"}), seed % 4 + 1)
    while not (pending := DIRT_AND_DUST.pending(state)).over:
        if pending.chance is not None:
            DIRT_AND_DUST.resolve(state, stream.draw(pending.chance))
        else:
            seat = rng.choice(pending.seats)
            DIRT_AND_DUST.act(state, seat, DIRT_AND_DUST.actions(state, seat).sample(rng))
        if state.phase == "setup":
            continue
        for player in state.players:
            assert 0 <= player.risk <= 3
            assert 0 <= player.damage <= 4
            assert 0 <= player.tokens <= 7
            assert 0 <= player.wrench <= 10
            assert 0 <= player.traction <= 10
            assert 0 <= player.popularity <= 15
            assert 0 <= sum(player.navigators) <= 10
            if state.phase == "driving" and not player.out:
                assert sum(die.kind == "player" for die in player.dice) == 3
        holders = sum(die.kind == "popularity" for player in state.players for die in player.dice)
        assert holders <= 1
