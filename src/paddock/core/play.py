"""The one loop that plays a game: chance is drawn, seats choose, until nothing is left to decide."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from paddock.core.chance import Chance, Outcome
from paddock.core.game import AnyGame, Bot, Perspective

Choose = Callable[[int], Any]
"""The decision of a seat that is asked."""
Draw = Callable[[Chance], Outcome]
"""The outcome of a chance node."""
Watch = Callable[[int | None, Any, list[Any]], None]
"""Is told of every decision and outcome: the seat (None: chance), what it was, and the events it brought."""


def play(game: AnyGame, state: Any, choose: Choose, draw: Draw, watch: Watch | None = None) -> int:
    """Play a state to its end; returns how many decisions and outcomes that took.

    Where several seats are asked at once, the first of them decides first.
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
    """Answer chance nodes until a seat is asked or the game is over; returns the events."""
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
    """How bots choose, one for each seat: from what the seat knows, by its own chances and temperament."""
    seats = [(bot.choose, Perspective(game, state, i, character), rngs[i]) for i, bot in enumerate(bots)]

    def choose(seat: int) -> Any:
        ask, perspective, rng = seats[seat]
        return ask(perspective, rng)

    return choose


def at_random(game: AnyGame, state: Any, rng: random.Random) -> Choose:
    """Any action a seat may decide, each as likely."""
    return lambda seat: game.actions(state, seat).sample(rng)


def by_weights(rng: random.Random) -> Draw:
    """Outcomes as likely as their weights say."""
    return lambda chance: rng.choices(chance.outcomes, chance.weights)[0]
