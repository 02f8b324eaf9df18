"""The game loop: draws chance and asks seats until the game is over."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from paddock.core.chance import Chance, Outcome
from paddock.core.game import AnyGame, Bot, Perspective

Choose = Callable[[int], Any]
"""Returns the decision of a seat that is asked."""
Draw = Callable[[Chance], Outcome]
"""Returns the outcome of a chance node."""
Watch = Callable[[int | None, Any, list[Any]], None]
"""Called after every decision and outcome with the seat (None: chance), the decision or outcome, and its
events."""


def play(game: AnyGame, state: Any, choose: Choose, draw: Draw, watch: Watch | None = None) -> int:
    """Plays a state to its end; returns how many decisions and outcomes that took.

    If several seats are asked at once, the first of them decides first.
    """
    pending, act, resolve = game.pending, game.act, game.resolve
    nodes = 0
    while True:
        waiting = pending(state)
        if waiting.chance is not None:
            seat, what = None, draw(waiting.chance)
            events = resolve(state, what)
        elif waiting.seats:
            seat = waiting.seats[0]
            what = choose(seat)
            events = act(state, seat, what)
        else:
            return nodes
        nodes += 1
        if watch is not None:
            watch(seat, what, events)


def settle(game: AnyGame, state: Any, draw: Draw, watch: Watch | None = None) -> list[Any]:
    """Resolves chance nodes until a seat is asked or the game is over; returns the events."""
    events: list[Any] = []
    while (chance := game.pending(state).chance) is not None:
        outcome = draw(chance)
        told = game.resolve(state, outcome)
        if watch is not None:
            watch(None, outcome, told)
        events += told
    return events


def choices_of(
    game: AnyGame, state: Any, bots: Sequence[Bot], rngs: Sequence[random.Random], character: str = ""
) -> Choose:
    """Returns a `Choose` that asks the bot of each seat, with its own generator and temperament."""
    seats = [(bot.choose, Perspective(game, state, i, character), rngs[i]) for i, bot in enumerate(bots)]

    def choose(seat: int) -> Any:
        ask, perspective, rng = seats[seat]
        return ask(perspective, rng)

    return choose


def at_random(game: AnyGame, state: Any, rng: random.Random) -> Choose:
    """Returns a `Choose` that samples a seat's legal actions."""
    return lambda seat: game.actions(state, seat).sample(rng)


def by_weights(rng: random.Random) -> Draw:
    """Returns a `Draw` that picks outcomes with the probabilities of their weights."""
    return lambda chance: rng.choices(chance.outcomes, chance.weights)[0]
