"""`import paddock`: matches that go forward and back, positions and their trees."""

import random
import subprocess
import sys
import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest

import paddock
from paddock.core.match import verify
from paddock.testing.sure import some

GAMES = [
    ("rallyman-gt", 2, {"track": "list-2"}),
    ("rallyman-dirt", 2, {}),
    ("outspeed", 3, {}),
    ("dirt-and-dust", 2, {}),
]
EACH = pytest.mark.parametrize(("name", "seats", "options"), GAMES, ids=[game[0] for game in GAMES])


def wandered(match: paddock.Match, decisions: int, seed: int = 0) -> paddock.Match:
    rng = random.Random(seed)
    for _ in range(decisions):
        if match.over:
            break
        match.act(match.actions().sample(rng))
    return match


@EACH
def test_a_match_is_played_and_its_log_verified(name, seats, options, tmp_path) -> None:  # type: ignore[no-untyped-def]
    match = paddock.start(name, seats=seats, seed=7, **options)
    assert match.game is paddock.game(name) is paddock.games()[name]
    assert match.result is None
    assert match.asked
    match.play("random")
    assert match.over
    assert match.asked == ()
    assert match.result is not None
    assert sorted(match.result.places)[0] == 1
    assert verify(match.log) > 0
    again = paddock.load(match.save(tmp_path / "game.jsonl"))
    assert again.position == match.position
    assert again.result == match.result
    assert match.story()


@EACH
def test_undo_goes_back_across_dice(name, seats, options) -> None:  # type: ignore[no-untyped-def]
    match = paddock.start(name, seats=seats, seed=3, **options)
    first, opening = match.position, match.log.dump()
    marks = []
    rng = random.Random(5)
    for _ in range(10):
        marks.append((match.position, len(match.events)))
        action = match.actions().sample(rng)
        match.act(action)
    later = match.position
    match.undo(1)
    assert (match.position, len(match.events)) == marks[-1]
    match.act(action)
    assert match.position == later, "the same seed gives the same dice again"
    match.undo(10)
    assert match.position == first
    assert match.log.dump() == opening
    with pytest.raises(paddock.BadInput, match="cannot be taken back"):
        match.undo()


def test_a_finished_match_can_be_opened_again() -> None:
    match = paddock.start("outspeed", seats=3, seed=1).play()
    assert match.log.ended
    assert not match.undo().log.ended
    assert match.asked
    match.play()
    assert match.log.ended


def test_a_wrong_action_changes_nothing() -> None:
    match = paddock.start("rallyman-gt", seats=2, seed=7, track="list-2")
    before = match.notation()
    with pytest.raises(paddock.IllegalAction, match=r"\[GT-"):
        match.act("roll")
    with pytest.raises(paddock.BadInput, match="not an action"):
        match.act("hover")
    with pytest.raises(paddock.IllegalAction):
        match.act("retire", seat=1 - match.asked[0])
    assert match.notation() == before
    with pytest.raises(paddock.BadInput, match="no game called"):
        paddock.start("monopoly")
    with pytest.raises(paddock.BadInput, match="the option wings is wrong"):
        paddock.start("outspeed", wings=2)


@EACH
def test_the_tree_has_exact_probabilities(name, seats, options) -> None:  # type: ignore[no-untyped-def]
    here = paddock.position(name, seats=seats, **options)
    rng = random.Random(2)
    chances = decisions = 0
    while chances + decisions < 60 and not here.over:
        if here.chance is not None:
            children = list(here.children())
            assert sum((some(child.probability) for child in children), Fraction(0)) == 1
            assert all(child.seat is None for child in children)
            here = rng.choice(children).position
            chances += 1
        else:
            for _, child in zip(range(3), here.children(), strict=False):
                assert child.seat == here.asked[0]
                assert child.probability is None
                assert child.position == here.after(child.move)
            here = here.after(here.actions().sample(rng))
            decisions += 1
    assert chances
    assert decisions


def test_a_step_of_a_plan_settles_into_every_roll() -> None:
    here = paddock.start("rallyman-gt", seed=1).position
    first = next(text for text in here.actions().texts() if text[0] == "1")
    ends = list(here.after(first).settled())
    assert sum((likely for likely, _ in ends), Fraction(0)) == 1
    assert sorted(likely for likely, _ in ends) == [Fraction(1, 6), Fraction(5, 6)]


@EACH
def test_imagined_positions_look_the_same(name, seats, options) -> None:  # type: ignore[no-untyped-def]
    here = wandered(paddock.start(name, seats=seats, seed=4, **options), 12).position
    for seat in range(seats):
        guess = here.imagine(seat, 9)
        assert guess.view(seat) == here.view(seat)
        assert guess.playout(3).places


@EACH
def test_boards_are_shown(name, seats, options) -> None:  # type: ignore[no-untyped-def]
    match = wandered(paddock.start(name, seats=seats, seed=4, **options), 12)
    for seat in (None, *range(seats)):
        text = match.text(seat)
        assert all(mark in text for mark in "⓪①"), text
        assert match.game.title in text
        picture = ET.fromstring(match.svg(seat))
        words = "".join(picture.itertext())
        assert match.game.title in words
        assert len(picture.findall(".//{*}circle")) >= 1
    assert match.position._repr_svg_() == match._repr_svg_()
    assert match.game.title in repr(match)
    assert "asks seat" in repr(match.position) or "over" in repr(match.position)
    assert "actions" in repr(match.actions())
    assert name in repr(match.game)
    assert repr(match.log) == f"<log of {name}, {len(match.log.records)} records, running>"


def test_another_seat_s_hand_is_not_shown() -> None:
    for seed in range(50):
        match = wandered(paddock.start("outspeed", seats=3, seed=seed), 12)
        if any(ship.tokens for ship in match.state.ships):
            break
    rich = next(seat for seat, ship in enumerate(match.state.ships) if ship.tokens)
    token = match.state.ships[rich].tokens[0]
    assert token in match.text(rich)
    assert token not in match.text(None).split("used")[0]


def test_python_m_paddock_runs() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "paddock", "games", "outspeed"], capture_output=True, text=True, check=True
    )
    assert "Outspeed" in told.stdout


def test_public_names_are_there() -> None:
    for name in paddock.__all__:
        assert getattr(paddock, name) is not None
    assert set(paddock.__all__) <= set(dir(paddock))
    with pytest.raises(AttributeError):
        paddock.no_such_name
