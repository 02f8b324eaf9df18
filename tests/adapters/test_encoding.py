"""The numbered actions: data with a version, all actions reachable, all open tokens legal, no leaks."""

import random
from importlib.metadata import entry_points
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import paddock
from paddock.adapters.encoding import encoding, spellings, vocabularies
from paddock.adapters.observing import observer
from paddock.adapters.rallyman.encoder import GtSpelling
from paddock.adapters.token_table import Seating, final_rewards
from paddock.core.errors import BadInput
from paddock.core.game import Result

VARIANTS = [
    ("outspeed", 4, {}),
    ("dirt-and-dust", 2, {}),
    ("dirt-and-dust", 3, {"stage": "draft", "drivers": "draft"}),
    ("dirt-and-dust", 1, {}),
    ("rallyman-gt", 3, {"choose_tyres": True, "weather": "wet"}),
    ("rallyman-gt", 2, {"red_zone": True, "flying_start": True, "track": "list-2"}),
    ("rallyman-dirt", 3, {"red_zone": True, "sisu": "stage", "time_controls": True}),
    ("rallyman-dirt", 2, {"rally": "rally-3", "flying_start": True}),
]
EACH = pytest.mark.parametrize(("name", "seats", "options"), VARIANTS)
FEW = settings(max_examples=3)


def test_the_data_is_what_the_games_need() -> None:
    known = vocabularies()
    assert set(known) == {point.name for point in entry_points(group="paddock.games")}
    for name, spelling in spellings().items():
        assert list(known[name].tokens) == spelling.tokens(), (
            f"{name}: the tokens have changed; write them to data/encodings.json and raise its version"
        )
        assert len(set(known[name].tokens)) == len(known[name].tokens)
        assert known[name].tokens[0] == "wait"


@EACH
@FEW
@given(seed=st.integers(0, 10**6))
def test_actions_and_tokens_round_trip(name: str, seats: int, options: dict[str, object], seed: int) -> None:
    numbers = encoding(name)
    match = paddock.start(name, seats=seats, seed=seed, **options)
    rng = random.Random(seed)
    for _ in range(60):
        if match.over:
            break
        seat = rng.choice(match.asked)
        space = match.game.actions(match.state, seat)
        for action in (space.sample(rng), *islice(space, 4)):
            path = numbers.encode(match.state, seat, action)
            assert numbers.decode(match.state, seat, path) == action
        path = numbers.sample(match.state, seat, rng)
        action = numbers.decode(match.state, seat, path)
        assert action in space
        assert numbers.encode(match.state, seat, action) == path
        match.act(space.sample(rng) if rng.random() < 0.5 else action, seat)


@EACH
@FEW
@given(seed=st.integers(0, 10**6))
def test_observations_tell_nothing_hidden(
    name: str, seats: int, options: dict[str, object], seed: int
) -> None:
    watcher = observer(name)
    table = Seating(name, seats, options)
    table.reset(seed)
    rng = random.Random(seed)
    for number in range(80):
        if table.over:
            break
        seat = rng.choice(table.asked)
        if number % 4 == 0:
            for who in range(seats):
                laid = table.laid[who]
                seen = watcher.flat(table.state, who, laid)
                assert seen.dtype == np.float32
                assert seen.shape == (watcher.size,)
                assert np.isfinite(seen).all()
                guess = table.game.imagine(table.state, who, rng)
                assert np.array_equal(watcher.flat(guess, who, laid), seen), "an observation leaks"
        table.lay(seat, rng.choice(np.flatnonzero(table.mask(seat)).tolist()))


def test_the_whole_plan_tree_of_a_cell_is_reached() -> None:
    match = paddock.start("rallyman-gt", seats=1, seed=1)
    numbers = encoding("rallyman-gt")
    spelling = numbers.spelling
    assert isinstance(spelling, GtSpelling)
    reached: set[str] = set()
    stack: list[tuple[str, ...]] = [()]
    listed = {
        match.game.write_action(match.state, action)
        for action in match.game.actions(match.state, 0)
        if not isinstance(action, spelling.actions.Plan) or len(action.steps) <= 2
    }
    while stack:
        laid = stack.pop()
        for token, action in spelling.choices(match.state, 0, laid).items():
            if action is not None:
                reached.add(match.game.write_action(match.state, action))
            elif len(laid) < 4:
                stack.append((*laid, token))
    assert reached == listed


def test_wrong_numbers_are_named() -> None:
    match = paddock.start("outspeed", seats=3, seed=1)
    numbers = encoding("outspeed")
    with pytest.raises(BadInput, match=r"Number 0 \(wait\) cannot stand at place 1"):
        numbers.decode(match.state, 0, [0])
    with pytest.raises(BadInput, match="do not make a whole action"):
        numbers.decode(match.state, 0, [])
    with pytest.raises(BadInput, match="no numbered actions"):
        encoding("pig")


def test_places_as_rewards() -> None:
    assert final_rewards(Result((1, 2, 3), (0, 0, 0))) == [1.0, 0.0, -1.0]
    assert final_rewards(Result((1, 1, 3), (0, 0, 0))) == [0.5, 0.5, -1.0]
    assert final_rewards(Result((2, 2), (0, 0))) == [0.0, 0.0]
    assert final_rewards(Result((1,), (150.0,), "seconds")) == [-1.5]
    assert final_rewards(Result((1,), (0.0,), "retired")) == [-10.0]
