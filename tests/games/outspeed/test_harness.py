"""Random races keep every promise of the contract, and nothing gets lost on the way."""

from __future__ import annotations

import pytest

from paddock.core.match import replay
from paddock.core.registry import add_game
from paddock.games.outspeed import OUTSPEED
from paddock.games.outspeed.components import TOKEN_COUNTS, components
from paddock.games.outspeed.events import FuelGained, FuelLost, Paid
from paddock.games.outspeed.state import fields_left
from paddock.testing import rule
from paddock.testing.harness import exercise

add_game(OUTSPEED)


@pytest.mark.parametrize("first_game", [False, True])
@pytest.mark.parametrize("seats", OUTSPEED.seats)
@pytest.mark.parametrize("seed", range(3))
def test_random_races_keep_the_contract(seats: int, first_game: bool, seed: int) -> None:
    match = exercise(OUTSPEED, OUTSPEED.Options(first_game=first_game), seats, seed)
    assert match.log.ended


@rule("ULT-COMP-2", "ULT-COMP-3", "ULT-FIELD-6", "ULT-MODEL-7")
@pytest.mark.parametrize("seats", OUTSPEED.seats)
def test_tokens_fields_and_fuel_are_accounted_for(seats: int) -> None:
    for seed in range(8):
        match = exercise(OUTSPEED, seats=seats, seed=f"law {seed}", thorough_every=1000)
        fuel = [components().start_fuel] * seats
        for step in replay(match.log, OUTSPEED):
            for event in step.events:
                if isinstance(event, FuelGained):
                    fuel[event.seat] += event.amount
                elif isinstance(event, FuelLost):
                    fuel[event.seat] -= event.amount
                elif isinstance(event, Paid):
                    fuel[event.seat] = max(0, fuel[event.seat] - event.owed)
            state = step.state
            assert OUTSPEED.pieces(state) == TOKEN_COUNTS
            assert 0 <= fields_left(state) == 7 - len(state.fields)
            assert [ship.fuel for ship in state.ships] == fuel
            assert len(state.buried) == len(state.stack.bottom)
