"""Positions and actions of every game in one line: printed and read back, wherever a random game leads."""

import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import paddock
from paddock.core.errors import BadInput
from paddock.core.notation import Unreadable, read_value, write_value
from tests.sample.pig import PIG

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    SCALARS | st.text(string.printable),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_values_round_trip(value) -> None:  # type: ignore[no-untyped-def]
    text = write_value(value)
    assert not any(mark.isspace() for mark in text)
    assert read_value(text) == value


@given(st.text('()[],:"ab1-.', max_size=12))
def test_other_texts_are_refused_or_read(text: str) -> None:
    try:
        value = read_value(text)
    except Unreadable as error:
        assert str(error)
    else:
        assert read_value(write_value(value)) == value


VARIANTS = [
    ("rallyman-gt", 2, {"track": "list-2", "choose_tyres": True, "weather": "wet"}),
    ("rallyman-gt", 3, {"red_zone": True, "flying_start": True, "laps": 2}),
    ("rallyman-gt", 1, {"changing_weather": True}),
    ("rallyman-dirt", 2, {"sisu": "stage", "time_controls": True, "red_zone": True}),
    ("rallyman-dirt", 3, {"rally": "rally-3", "flying_start": True}),
    ("outspeed", 3, {}),
    ("outspeed", 6, {"first_game": True}),
    ("dirt-and-dust", 1, {}),
    ("dirt-and-dust", 3, {"stage": "draft", "drivers": "draft", "team_cards": "B"}),
]


@pytest.mark.parametrize(("name", "seats", "options"), VARIANTS)
@settings(max_examples=3)
@given(seed=st.integers(0, 10**6))
def test_random_games_round_trip(name: str, seats: int, options: dict[str, object], seed: int) -> None:
    match = paddock.start(name, seats=seats, seed=seed, **options)
    rng = random.Random(seed)
    for number in range(150):
        if match.over:
            break
        if number % 5 == 0:
            line = match.notation()
            assert "\n" not in line
            assert paddock.position(line) == match.position
            assert paddock.position(line).notation() == line
        seat = rng.choice(match.asked)
        action = match.actions(seat).sample(rng)
        text = match.game.write_action(match.state, action)
        assert match.game.read_action(match.state, text) == action, text
        assert text in match.actions(seat)
        match.act(text, seat)


def test_positions_inside_a_roll_are_written_too() -> None:
    here = paddock.position("rallyman-gt", seats=2)
    seen = set()
    rng = random.Random(0)
    for _ in range(200):
        if here.over:
            break
        assert paddock.position(here.notation()) == here
        seen.add(here.state.phase)
        moves = here.chance.outcomes if here.chance else None
        here = here.after(rng.choice(moves) if moves else here.actions().sample(rng))
    assert {"grid", "roll", "plan"} <= seen


def test_what_a_line_looks_like() -> None:
    match = paddock.start("rallyman-gt", seats=2, seed=7, track="list-2")
    assert match.notation().startswith("rallyman-gt/")
    assert 'options=(track:"list-2")' in match.notation() or "options=(track:list-2)" in match.notation()
    texts = [text for text, _ in zip(match.actions().texts(), range(3), strict=False)]
    assert texts == ["retire", "1>0:D1", "1>0:D1 flat-out"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("outspeed", "no game called|at least|cannot"),
        ("outspeed/99 turn=1", "version 99"),
        ("outspeed/{rules} wings=2", "wings"),
        ("outspeed/{rules} turn=(", "missing at"),
        ("outspeed/{rules} turn", "'=' is missing"),
        ("outspeed/{rules} turn=many", "int"),
        ("monopoly/1 turn=1", "no game called"),
        ("nonsense and more", "game/rules"),
    ],
)
def test_a_wrong_line_says_what_is_wrong(line: str, words: str) -> None:
    if line == "outspeed":
        assert paddock.position(line).asked == ()
        return
    with pytest.raises(BadInput, match=words):
        paddock.position(line.format(rules=paddock.game("outspeed").rules_version))


def test_a_game_without_pictures_of_its_own_has_some() -> None:
    match = paddock.start(PIG, seats=2, seed=1)
    assert "Pig" in match.text()
    assert match.svg().startswith("<svg")
    assert paddock.position(PIG, seats=2).actions() is not None
    for text in match.actions().texts():
        assert PIG.read_action(match.state, text) in match.actions()
