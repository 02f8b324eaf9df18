"""A position: one point of a game, with the game tree below it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

from paddock.api.games import game as find
from paddock.core.chance import Chance
from paddock.core.errors import BadInput
from paddock.core.game import ActionSpace, AnyGame, Pending, Result
from paddock.core.notation import position_head, read_position, write_position
from paddock.core.play import at_random, by_weights, play

_SHOWN = 4


class Actions:
    """The actions of a seat: iterate, sample, test with `in`; plans are listed lazily."""

    def __init__(self, game: AnyGame, state: Any, space: ActionSpace[Any]) -> None:
        self._game = game
        self._state = state
        self._space = space

    def __iter__(self) -> Iterator[Any]:
        return iter(self._space)

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            try:
                action = self._game.read_action(self._state, action)
            except BadInput:
                return False
        return action in self._space

    def __len__(self) -> int:
        return sum(1 for _ in self._space)

    def __bool__(self) -> bool:
        return next(iter(self._space), None) is not None

    def sample(self, rng: random.Random | None = None) -> Any:
        """Returns a random legal action; every one is possible."""
        return self._space.sample(rng or random.Random())

    def texts(self) -> Iterator[str]:
        """Yields the actions in notation."""
        return (self._game.write_action(self._state, action) for action in self._space)

    def __repr__(self) -> str:
        first = list(islice(self.texts(), _SHOWN + 1))
        if len(first) <= _SHOWN:
            return f"<{len(first)} actions: {', '.join(first)}>"
        return f"<many actions: {', '.join(first[:_SHOWN])}, …>"


class Child(NamedTuple):
    """A continuation of a position: an action of a seat, or an outcome with its exact probability."""

    move: Any
    """The action, or the outcome of the dice or the draw."""
    seat: int | None
    """The seat that decides; None: chance."""
    probability: Fraction | None
    """The probability of an outcome; None for a decision."""
    position: Position


class Position:
    """One point of a game. Immutable: moves lead to new positions."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.game = game
        self.state = state

    @property
    def pending(self) -> Pending:
        """What the game waits for: seats, a chance node, or nothing."""
        return self.game.pending(self.state)

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that have to decide now."""
        return self.pending.seats

    @property
    def chance(self) -> Chance | None:
        """The next dice or draw with exact weights; None if a seat decides."""
        return self.pending.chance

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.pending.over

    @property
    def result(self) -> Result | None:
        """Places and scores by seat, or None while the game runs."""
        return self.game.result(self.state)

    def actions(self, seat: int | None = None) -> Actions:
        """Returns everything a seat (by default the first one asked) may decide."""
        space = self.game.actions(self.state, self._decider(seat))
        return Actions(self.game, self.state, space)

    def view(self, seat: int | None = None) -> Any:
        """Returns what a seat (None: a spectator) may see."""
        return self.game.view(self.state, seat)

    def after(self, move: Any, seat: int | None = None) -> Position:
        """Returns the position after an action (a struct or its notation), or after an outcome of chance."""
        state = self.game.clone(self.state)
        chance = self.chance
        if chance is not None:
            if chance.weight_of(move) == 0:
                raise BadInput("core.impossible-outcome", outcome=move)
            self.game.resolve(state, move)
        else:
            action = self.game.read_action(state, move) if isinstance(move, str) else move
            self.game.act(state, self._decider(seat), action)
        return Position(self.game, state)

    def children(self, seat: int | None = None) -> Iterator[Child]:
        """Yields every continuation: all outcomes with exact probabilities, or all actions of a seat.

        >>> at_start = position("rallyman-gt", seats=2)
        >>> [(child.move, str(child.probability)) for child in at_start.children()]
        [(0, '1/2'), (1, '1/2')]
        """
        chance = self.chance
        if chance is not None:
            for outcome, weight in zip(chance.outcomes, chance.weights, strict=True):
                yield Child(outcome, None, Fraction(weight, chance.total), self.after(outcome))
        elif self.asked:
            who = self._decider(seat)
            for action in self.game.actions(self.state, who):
                yield Child(action, who, None, self.after(action, who))

    def settled(self) -> Iterator[tuple[Fraction, Position]]:
        """Yields every position after the pending chance nodes, with its probability."""
        stack: list[tuple[Fraction, Position]] = [(Fraction(1), self)]
        while stack:
            likely, here = stack.pop()
            if here.chance is None:
                yield likely, here
                continue
            for child in here.children():
                assert child.probability is not None
                stack.append((likely * child.probability, child.position))

    def imagine(self, seat: int | None, rng: random.Random | int = 0) -> Position:
        """Returns a position that looks the same to a seat, with all hidden information drawn at random."""
        source = random.Random(rng) if isinstance(rng, int) else rng
        return Position(self.game, self.game.imagine(self.state, seat, source))

    def playout(self, rng: random.Random | int = 0) -> Result:
        """Plays randomly from here to the end without a log; the position stays unchanged."""
        source = random.Random(rng) if isinstance(rng, int) else rng
        game, state = self.game, self.game.clone(self.state)
        play(game, state, at_random(game, state, source), by_weights(source))
        result = game.result(state)
        assert result is not None
        return result

    def notation(self) -> str:
        """Returns the position in one line; `paddock.position` parses it."""
        return write_position(self.game, self.state)

    def text(self, seat: int | None = None) -> str:
        """Returns the board for a terminal, as a seat (None: a spectator) sees it."""
        return self.game.text(self.state, seat)

    def svg(self, seat: int | None = None) -> str:
        """Returns the board as a picture, as a seat (None: a spectator) sees it."""
        return self.game.svg(self.state, seat)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<{self.game.title}: {waits_for(self.game, self.state)}>"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and other.game is self.game
            and self.game.fingerprint(self.state) == self.game.fingerprint(other.state)
        )

    def __hash__(self) -> int:
        return hash(self.game.fingerprint(self.state))

    def _decider(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        return next(iter(self.asked), 0)


def waits_for(game: AnyGame, state: Any) -> str:
    """Returns what a game waits for, in words for a repr."""
    pending = game.pending(state)
    if pending.chance is not None:
        return f"chance, {pending.chance.label} with {len(pending.chance.outcomes)} outcomes"
    if pending.seats:
        return f"asks seat{'s' if len(pending.seats) > 1 else ''} {', '.join(map(str, pending.seats))}"
    result = game.result(state)
    return f"over, places {', '.join(map(str, result.places))}" if result is not None else "over"


def position(source: str | AnyGame, seats: int | None = None, **options: Any) -> Position:
    """Returns a position from its notation, or the first one of a game.

    >>> here = position("outspeed", seats=3)
    >>> position(here.notation()) == here
    True
    """
    if isinstance(source, str) and " " in source.strip():
        game = find(position_head(source)[0])
        return Position(game, read_position(game, source))
    game = find(source)
    count = game.seats[0] if seats is None else seats
    game.check_seats(count)
    return Position(game, game.start(game.options(options), count))
