"""What a seat imagines fits all it has ever seen, and nothing it has not."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from paddock.core.game import encode_state
from paddock.games.outspeed import outspeed
from paddock.games.outspeed.components import TOKEN_COUNTS
from paddock.games.outspeed.events import OutspeedAction, Pass, Program
from paddock.games.outspeed.state import OutspeedState
from paddock.testing.outspeed import Race, race

SELF = 0
BONUS_ROUTES = {1: "yellow", 3: "blue", 5: "blue", 7: "red", 9: "yellow", 11: "yellow", 12: "blue"}
"""Tiles with a route that brings two players a token each."""
OTHER_ROUTES = {1: "blue", 3: "red", 5: "yellow", 7: "blue", 9: "blue", 11: "blue", 12: "yellow"}


def small_stack(kept: dict[str, int], tile: int = 1) -> Race:
    """A race whose stack holds few tokens; all others are in the hand of seat 0, which so knows them."""
    hand = [kind for kind, count in TOKEN_COUNTS.items() for _ in range(count - kept.get(kind, 0))]
    return race([5, 5, 5], fuel=60, tokens={SELF: hand}, tile=tile)


class Oracle:
    """Every race that could have led to what seat 0 has witnessed, found by trying everything."""

    def __init__(self, state: OutspeedState) -> None:
        self.real = state
        self.possible = {known_part(state): outspeed.clone(state)}

    def act(self, seat: int, action: OutspeedAction) -> None:
        """A seat decides; a decision that others cannot see could have been any other."""
        events = outspeed.act(self.real, seat, action)
        hidden = seat != SELF and not isinstance(action, Program)

        def branches(state: OutspeedState) -> Iterator[tuple[OutspeedState, list[object]]]:
            for choice in outspeed.actions(state, seat) if hidden else (action,):
                after = outspeed.clone(state)
                yield after, outspeed.act(after, seat, choice)

        self.keep_what_fits(
            events, [branch for state in self.possible.values() for branch in branches(state)]
        )

    def come(self, outcome: int | str) -> None:
        """A tile, die or token comes up; what others draw could have been any other."""
        events = outspeed.resolve(self.real, outcome)
        found = []
        for state in self.possible.values():
            chance = outspeed.pending(state).chance
            assert chance is not None
            for other in chance.outcomes:
                after = outspeed.clone(state)
                found.append((after, outspeed.resolve(after, other)))
        self.keep_what_fits(events, found)

    def keep_what_fits(self, events: list[object], found: list[tuple[OutspeedState, list[object]]]) -> None:
        seen = witnessed(events), msgspec.json.encode(outspeed.view(self.real, SELF))
        self.possible = {
            known_part(state): state
            for state, told in found
            if (witnessed(told), msgspec.json.encode(outspeed.view(state, SELF))) == seen
        }
        assert known_part(self.real) in self.possible


def witnessed(events: list[object]) -> bytes:
    return msgspec.json.encode([outspeed.witness(event, SELF) for event in events])  # type: ignore[arg-type]


def known_part(state: OutspeedState) -> bytes:
    """The state without what seats remember of it."""
    bare = outspeed.clone(state)
    bare.memories = ()
    return encode_state(bare)


def play(oracle: Oracle, rng: random.Random) -> Iterator[None]:
    """Turns in which two players draw a token each; stops before every decision and draw."""
    while True:
        yield
        state = oracle.real
        pending = outspeed.pending(state)
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
                oracle.act(seat, outspeed.action({"action": "program", "route": routes[tile]}))
        else:
            seat = pending.seats[0]
            choices = list(outspeed.actions(state, seat))
            if state.phase == "bonus" and rng.random() < 0.5:
                choices = [Pass()]
            oracle.act(seat, rng.choice(choices))


@pytest.mark.parametrize("seed", range(6))
def test_imagined_races_are_those_that_could_have_led_here(seed: int) -> None:
    rng = random.Random(seed)
    oracle = Oracle(small_stack({"nitro": 2, "fuel_tank": 2, "flamethrower": 1, "electromagnet": 1}).state)
    remembered = compared = 0
    for _ in play(oracle, rng):
        memory = oracle.real.memories[SELF]
        guesses = [outspeed.imagine(oracle.real, SELF, rng) for _ in range(12)]
        if memory and len(oracle.possible) <= 16 and compared < 6:
            guesses += [outspeed.imagine(oracle.real, SELF, rng) for _ in range(500)]
            assert {known_part(guess) for guess in guesses} == oracle.possible.keys()
            compared += 1
        assert {known_part(guess) for guess in guesses} <= oracle.possible.keys()
        assert all(not any(guess.memories[1:]) for guess in guesses)
        remembered += bool(memory)
    assert remembered > 5 and compared > 2
