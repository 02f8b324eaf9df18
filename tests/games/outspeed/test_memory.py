"""What a seat imagines fits all it has ever seen, and nothing it has not."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from paddock.core.game import encode_state
from paddock.games.outspeed import OUTSPEED
from paddock.games.outspeed.components import TOKEN_COUNTS
from paddock.games.outspeed.events import OutspeedAction, Pass, Program, Told
from paddock.games.outspeed.state import OutspeedState, Trace, World, side_of
from paddock.testing import rule
from paddock.testing.outspeed import Race, race

pytestmark = pytest.mark.usefixtures("example_tiles")

SELF = 0
BONUS_ROUTES = {1: "yellow", 3: "blue", 4: "blue", 7: "red", 9: "yellow", 11: "yellow", 12: "blue"}
"""Tiles with a route that brings two players a token each."""
OTHER_ROUTES = {1: "blue", 3: "red", 4: "yellow", 7: "blue", 9: "blue", 11: "blue", 12: "yellow"}


def small_stack(kept: dict[str, int], tile: int = 1) -> Race:
    """A race whose stack holds few tokens; all others are in the hand of seat 0, which so knows them."""
    hand = [kind for kind, count in TOKEN_COUNTS.items() for _ in range(count - kept.get(kind, 0))]
    return race([5, 5, 5], fuel=60, tokens={SELF: hand}, tile=tile)


class Oracle:
    """Every race that could have led to what seat 0 has witnessed, found by trying everything."""

    def __init__(self, state: OutspeedState) -> None:
        self.real = state
        self.possible = {known_part(state): OUTSPEED.clone(state)}

    def act(self, seat: int, action: OutspeedAction) -> None:
        """A seat decides; a decision that others cannot see could have been any other."""
        events = OUTSPEED.act(self.real, seat, action)
        hidden = seat != SELF and not isinstance(action, Program)

        def branches(state: OutspeedState) -> Iterator[tuple[OutspeedState, Told]]:
            for choice in OUTSPEED.actions(state, seat) if hidden else (action,):
                after = OUTSPEED.clone(state)
                yield after, OUTSPEED.act(after, seat, choice)

        self.keep_what_fits(
            events, [branch for state in self.possible.values() for branch in branches(state)]
        )

    def come(self, outcome: int | str) -> None:
        """A tile, die or token comes up; what others draw could have been any other."""
        events = OUTSPEED.resolve(self.real, outcome)
        found = []
        for state in self.possible.values():
            chance = OUTSPEED.pending(state).chance
            assert chance is not None
            for other in chance.outcomes:
                after = OUTSPEED.clone(state)
                found.append((after, OUTSPEED.resolve(after, other)))
        self.keep_what_fits(events, found)

    def keep_what_fits(self, events: Told, found: list[tuple[OutspeedState, Told]]) -> None:
        seen = witnessed(events), msgspec.json.encode(OUTSPEED.view(self.real, SELF))
        self.possible = {
            known_part(state): state
            for state, told in found
            if (witnessed(told), msgspec.json.encode(OUTSPEED.view(state, SELF))) == seen
        }
        assert known_part(self.real) in self.possible


def witnessed(events: Told) -> bytes:
    return msgspec.json.encode([OUTSPEED.witness(event, SELF) for event in events])


def known_part(state: OutspeedState) -> bytes:
    """The state without what seats remember of it."""
    bare = OUTSPEED.clone(state)
    bare.memories = ()
    return encode_state(bare)


def play(oracle: Oracle, rng: random.Random) -> Iterator[None]:
    """Turns in which two players draw a token each; stops before every decision and draw."""
    while True:
        yield
        state = oracle.real
        pending = OUTSPEED.pending(state)
        if state.phase == "discovery":
            tiles = sorted(BONUS_ROUTES.keys() - set(state.seen))
            if not tiles:
                return
            tile = rng.choice(tiles)
            oracle.come(tile)
        elif pending.chance is not None:
            oracle.come(rng.choices(pending.chance.outcomes, pending.chance.weights)[0])
        elif state.phase == "programming":
            tile, without = state.seen[-1], rng.randrange(3)
            for seat in range(3):
                routes = OTHER_ROUTES if seat == without else BONUS_ROUTES
                oracle.act(seat, OUTSPEED.action({"action": "program", "route": routes[tile]}))
        else:
            seat = pending.seats[0]
            choices = list(OUTSPEED.actions(state, seat))
            if state.phase == "bonus" and rng.random() < 0.5:
                choices = [Pass()]
            oracle.act(seat, rng.choice(choices))


@rule("ULT-DEC-35")
@pytest.mark.parametrize("seed", range(6))
def test_imagined_races_are_those_that_could_have_led_here(seed: int) -> None:
    rng = random.Random(seed)
    oracle = Oracle(small_stack({"nitro": 2, "fuel_tank": 2, "flamethrower": 1, "electromagnet": 1}).state)
    remembered = compared = 0
    for _ in play(oracle, rng):
        memory = oracle.real.memories[SELF]
        guesses = [OUTSPEED.imagine(oracle.real, SELF, rng) for _ in range(12)]
        if memory and len(oracle.possible) <= 16 and compared < 6:
            guesses += [OUTSPEED.imagine(oracle.real, SELF, rng) for _ in range(500)]
            assert {known_part(guess) for guess in guesses} == oracle.possible.keys()
            compared += 1
        assert {known_part(guess) for guess in guesses} <= oracle.possible.keys()
        assert all(not any(guess.memories[1:]) for guess in guesses)
        remembered += bool(memory)
    assert remembered > 5 and compared > 2


def recalled() -> Race:
    """Seat 0 has buried an electromagnet; of a stack so small, seat 1 looks at it now, and at a tank."""
    table = small_stack({"electromagnet": 1, "nitro": 1, "fuel_tank": 1}).lay()
    table.program("yellow", "blue", "blue").come("nitro", "electromagnet").keep("nitro").come(9).lay()
    table.program("blue", "yellow", "blue").come("fuel_tank", "electromagnet")
    return table


@rule("ULT-DEC-35")
def test_a_buried_token_another_has_drawn_is_with_him_or_under_the_stack_again() -> None:
    table = recalled()
    rng = random.Random(1)
    assert OUTSPEED.imagine(table.state, SELF, rng).looked == ("fuel_tank", "electromagnet")
    for kept in ("fuel_tank", "electromagnet"):
        later = Race(OUTSPEED.clone(table.state)).keep(kept)
        guesses = [OUTSPEED.imagine(later.state, SELF, rng) for _ in range(60)]
        places = {(guess.ships[1].tokens, tuple(guess.stack.bottom)) for guess in guesses}
        assert places == {
            (("fuel_tank",), ("electromagnet",)),
            (("electromagnet",), ("fuel_tank",)),
        }
        assert all(OUTSPEED.pieces(guess) == TOKEN_COUNTS for guess in guesses)


@rule("ULT-DEC-35")
def test_others_imagine_such_a_token_without_knowing_of_it() -> None:
    table = recalled().keep("electromagnet")
    rng = random.Random(2)
    hands = {OUTSPEED.imagine(table.state, 2, rng).ships[1].tokens for _ in range(200)}
    assert hands == {(kind,) for kind in TOKEN_COUNTS}
    assert table.state.memories[1:] == ((), (), ())


@rule("ULT-DEC-35")
def test_a_token_that_is_shown_ends_the_doubt() -> None:
    rng = random.Random(3)
    played = recalled().keep("electromagnet").come(11).lay({1: "electromagnet"})
    assert played.state.memories[SELF] == ()
    assert OUTSPEED.imagine(played.state, SELF, rng).stack.bottom == ["fuel_tank"]
    eliminated = recalled().keep("fuel_tank").come(5)
    eliminated.state.ships[1].fuel = 1
    eliminated.lay().program("blue", "blue", "blue")
    assert eliminated.out == [1]
    guesses = [OUTSPEED.imagine(eliminated.state, SELF, rng) for _ in range(20)]
    assert {tuple(guess.stack.bottom) for guess in guesses} == {("electromagnet",)}


@rule("ULT-DEC-35")
def test_two_tokens_of_one_kind_turned_up_together_are_two() -> None:
    table = race([5, 5, 5], tokens={0: ["electromagnet", "nitro"], 1: ["electromagnet"]})
    buried_and_drawn = World(1.0, (Trace("hand", 0, "electromagnet"),))
    table.state.memories = ((), (buried_and_drawn,), (), ())
    table.lay({0: "electromagnet", 1: "electromagnet"})
    assert table.state.stack.discards["electromagnet"] == 2
    assert table.state.memories[1] == (), "nobody can hold a third one"


@rule("ULT-DEC-35")
def test_all_know_what_is_in_a_stack_made_of_used_tokens() -> None:
    table = small_stack({"nitro": 1, "fuel_tank": 2})
    table.state.stack.pool["fuel_tank"], table.state.stack.discards["fuel_tank"] = 0, 2
    table.lay().program("blue", "yellow", "blue").come("nitro", "fuel_tank")
    rng = random.Random(4)
    for observer in (SELF, 2, None):
        guesses = [OUTSPEED.imagine(table.state, observer, rng) for _ in range(60)]
        assert {guess.looked[1] for guess in guesses} == {"fuel_tank"}
        assert {guess.stack.pool["fuel_tank"] for guess in guesses} == {1}
        assert all(len(guess.stack) == 1 and OUTSPEED.pieces(guess) == TOKEN_COUNTS for guess in guesses)
        assert len({guess.looked[0] for guess in guesses}) == (1 if observer == SELF else 6)


def test_bonus_hunters_keep_memories_small() -> None:
    rng, state = random.Random(5), OUTSPEED.start(OUTSPEED.Options(), 6)
    most = 0
    while not (pending := OUTSPEED.pending(state)).over:
        if pending.chance is not None:
            OUTSPEED.resolve(state, rng.choices(pending.chance.outcomes, pending.chance.weights)[0])
        else:
            seat = pending.seats[0]
            choices = list(OUTSPEED.actions(state, seat))
            hunting = [each for each in choices if brings_token(state, each) and has_room(state, each)]
            others = [each for each in choices if not brings_token(state, each)]
            OUTSPEED.act(state, seat, rng.choice(hunting or others or choices))
        most = max(most, *map(len, state.memories))
    assert 1 < most < 200


def brings_token(state: OutspeedState, choice: OutspeedAction) -> bool:
    """Whether a decision takes a route with a token to give."""
    route = side_of(state).route(choice.route) if isinstance(choice, Program) else None
    return route is not None and any(reward.kind == "bonus" for reward in route.reward)


def has_room(state: OutspeedState, choice: OutspeedAction) -> bool:
    """Whether a decision takes a route that is not full yet."""
    if not isinstance(choice, Program):
        return False
    route = side_of(state).route(choice.route)
    return route is not None and (route.seats is None or state.routes.count(choice.route) < route.seats)
