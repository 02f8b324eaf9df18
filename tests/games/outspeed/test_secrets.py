"""What a seat cannot know stays hidden, in views, in events and in what it imagines."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from paddock.core.chance import seed_from
from paddock.core.match import start, stream_for
from paddock.games.outspeed import OUTSPEED
from paddock.games.outspeed.bonus import has_announced, refusal
from paddock.games.outspeed.components import TOKEN_COUNTS
from paddock.games.outspeed.events import Lay, Pass, Program, SetDial
from paddock.games.outspeed.state import OutspeedState, in_last_zone
from paddock.testing.outspeed import Race, race
from paddock.testing.sure import some

pytestmark = pytest.mark.usefixtures("example_tiles")


def guesses(state: OutspeedState, seat: int | None, number: int = 200) -> list[OutspeedState]:
    rng = random.Random(1)
    return [OUTSPEED.imagine(state, seat, rng) for _ in range(number)]


def after_a_draw() -> Race:
    """Seat 0 has kept a fuel tank and put an electromagnet under the stack."""
    table = race([5, 5, 5], tile=1).program("yellow", "blue", "blue")
    return table.come("fuel_tank", "electromagnet").keep("fuel_tank")


def test_only_who_put_it_there_knows_what_went_under_the_stack() -> None:
    table = after_a_draw()
    own = some(OUTSPEED.view(table.state, 0).hand)
    assert [(buried.token, buried.above) for buried in own.buried] == [("electromagnet", 30)]
    assert some(OUTSPEED.view(table.state, 1).hand).buried == ()
    assert {tuple(guess.stack.bottom) for guess in guesses(table.state, 0)} == {("electromagnet",)}
    assert len({tuple(guess.stack.bottom) for guess in guesses(table.state, 1)}) > 3
    assert {guess.buried for guess in guesses(table.state, 1)} == {(0,)}


def test_what_lies_deeper_is_counted_from_the_top() -> None:
    table = after_a_draw().come(9)
    table.lay().program("yellow", "yellow", "blue")
    table.come("nitro", "nitro").keep("nitro").come("force_field", "fuel_tank").keep("force_field")
    assert table.state.stack.bottom == ["fuel_tank", "nitro", "electromagnet"]
    assert [(b.token, b.above) for b in some(OUTSPEED.view(table.state, 0).hand).buried] == [
        ("fuel_tank", 28),
        ("electromagnet", 26),
    ]
    assert [(b.token, b.above) for b in some(OUTSPEED.view(table.state, 1).hand).buried] == [("nitro", 27)]


def test_hands_of_others_are_imagined_from_the_tokens_not_seen() -> None:
    table = race([5, 5, 5], tokens={0: ["electromagnet"] * 2, 1: ["nitro"], 2: ["nitro", "nitro"]})
    for guess in guesses(table.state, 0):
        assert guess.ships[0].tokens == ("electromagnet", "electromagnet")
        assert [len(ship.tokens) for ship in guess.ships] == [2, 1, 2]
        assert "electromagnet" not in guess.ships[1].tokens + guess.ships[2].tokens
        assert OUTSPEED.pieces(guess) == TOKEN_COUNTS
    imagined = Counter(guess.ships[1].tokens for guess in guesses(table.state, 0))
    assert set(imagined) == {(kind,) for kind in TOKEN_COUNTS if kind != "electromagnet"}


def test_a_laid_token_is_imagined_as_one_that_could_be_laid() -> None:
    hands = {0: ["nitro"], 1: ["nitro"], 2: ["fuel_tank"]}
    table = race([9, 5, 5], tokens=hands, fields=[3] * 7).act(0, Lay("nitro"))
    kinds = {guess.laid[0] for guess in guesses(table.state, 1)}
    assert kinds == {"nitro", "flamethrower", "fuel_tank"}
    from_behind = race([5, 5, 9], tokens={0: ["nitro"], 1: ["nitro"]}).act(0, Lay("nitro")).act(1, Pass())
    assert from_behind.state.phase == "programming"
    at_the_back = race([4, 9, 9], tokens={0: ["nitro"], 1: ["nitro"]}).act(1, Lay("nitro"))
    assert {guess.laid[1] for guess in guesses(at_the_back.state, 0)} == {
        "nitro",
        "flamethrower",
        "fuel_tank",
        "force_field",
    }


def test_whoever_has_announced_openly_had_the_same_choice() -> None:
    """In whatever order laid tokens are imagined, none is likelier than it should be."""
    announced, rng = 0, random.Random(5)
    for seed in range(60):
        match = start(OUTSPEED, OUTSPEED.Options(), ["a", "b", "c", "d", "e"], seed_from(f"choice {seed}"))
        stream = stream_for(match, seed_from(f"choice {seed}"))
        match.settle(stream)
        while seats := OUTSPEED.pending(match.state).seats:
            state = match.state
            openly = [seat for seat in range(5) if state.laid[seat] and has_announced(state, seat)]
            choices = {
                tuple(token for token in TOKEN_COUNTS if refusal(state, seat, token) is None)
                for seat in openly
            }
            assert len(choices) <= 1
            assert not any(in_last_zone(state, seat) for seat in openly)
            announced += len(openly) > 1
            choices_now = list(OUTSPEED.actions(state, seats[0]))
            match.decide(seats[0], choices_now[-1] if state.phase == "bonus" else rng.choice(choices_now))
            match.settle(stream)
    assert announced > 5


def test_an_announcement_of_ones_own_zone_is_imagined_both_ways() -> None:
    for choice in (Pass(), Lay("nitro")):
        table = race([5, 5, 4], tokens={0: ["nitro"], 1: ["nitro"]}).act(0, choice)
        imagined = guesses(table.state, 1)
        assert {bool(guess.laid[0]) for guess in imagined} == {True, False}
        assert all(len(guess.ships[0].tokens) + bool(guess.laid[0]) == 1 for guess in imagined)
        assert {guess.laid[0] for guess in guesses(table.state, 0)} == {table.state.laid[0]}


def test_routes_and_dials_are_imagined_until_they_are_shown() -> None:
    table = race([5, 5, 5], fuel=[1, 9, 9], tile=16).act(0, Program("blue"))
    assert {guess.routes[0] for guess in guesses(table.state, 1)} == {"yellow", "blue"}
    assert {guess.routes[0] for guess in guesses(table.state, 0)} == {"blue"}
    dials = race([5, 5, 5], fuel=[3, 9, 9], tile=16).program("yellow", "yellow", "blue").act(0, SetDial(2))
    assert {guess.dials[0] for guess in guesses(dials.state, 1)} == {0, 1, 2, 3}
    assert {guess.dials[0] for guess in guesses(dials.state, 0)} == {2}
    assert {guess.routes[0] for guess in guesses(dials.state, 1)} == {"yellow"}


def test_the_tokens_looked_at_are_imagined_by_all_but_the_one_drawing() -> None:
    table = race([5, 5, 5], tile=1).program("yellow", "blue", "blue").come("nitro", "nitro")
    assert {guess.looked for guess in guesses(table.state, 0)} == {("nitro", "nitro")}
    assert len({guess.looked for guess in guesses(table.state, 2)}) > 5
    assert len({guess.looked for guess in guesses(table.state, None)}) > 5


def test_witnesses_learn_the_same_whatever_was_decided_in_secret() -> None:
    """Two races that differ only in one seat's secret decision look alike to the others until it is shown."""
    rng = random.Random(3)
    compared = 0
    for seed in range(6):
        secret = seed_from(f"witness {seed}")
        match = start(OUTSPEED, OUTSPEED.Options(), ["a", "b", "c", "d"], secret)
        stream = stream_for(match, secret)
        match.settle(stream)
        while seats := OUTSPEED.pending(match.state).seats:
            seat = rng.choice(seats)
            choices = list(OUTSPEED.actions(match.state, seat))
            if len(seats) > 1:
                told = set()
                for choice in choices:
                    trial = OUTSPEED.clone(match.state)
                    events = OUTSPEED.act(trial, seat, choice)
                    for other in range(4):
                        if other != seat:
                            seen = [OUTSPEED.witness(event, other) for event in events]
                            told.add((other, msgspec.json.encode(seen), view_of(trial, other)))
                assert len(told) == 3, "what was decided in secret shows"
                compared += 1
            match.decide(seat, rng.choice(choices))
            match.settle(stream)
    assert compared > 50


def view_of(state: OutspeedState, seat: int) -> bytes:
    return msgspec.json.encode(OUTSPEED.view(state, seat))
