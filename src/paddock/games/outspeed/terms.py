"""The small language of tile effects: amounts as data, and their evaluator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, TypeVar

import msgspec

from paddock.core.game import kebab

Colour = Literal["red", "yellow", "blue"]
DieName = Literal["yellow", "blue"]
COLOURS: tuple[Colour, ...] = ("red", "yellow", "blue")
"""The route positions of a tile, from left to right."""
DICE: tuple[DieName, ...] = ("yellow", "blue")
DIAL = "middle_dial"


class Term(msgspec.Struct, frozen=True, tag_field="term", tag=kebab):
    """Base of all amounts."""


class Fixed(Term, frozen=True):
    """A fixed amount."""

    amount: int


class Die(Term, frozen=True):
    """A die, rolled a number of times; the results are added."""

    die: DieName
    rolls: Expression = Fixed(1)


class Count(Term, frozen=True):
    """The number of players who programmed a colour this turn."""

    colour: Colour


class Choose(Term, frozen=True):
    """The amount the player sets on the middle dial (in a cost)."""


class Chosen(Term, frozen=True):
    """The amount the same player has just set on the middle dial (in a reward)."""


class Sum(Term, frozen=True):
    """The sum of several amounts."""

    parts: tuple[Expression, ...]


Expression = Fixed | Die | Count | Choose | Chosen | Sum


class Misread(ValueError):
    """The expression is not in the language; `reason` is a message id."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


def read_expression(data: Any) -> Expression:
    """Parses an expression; raises Misread.

    >>> read_expression({"sum": [1, {"die": "yellow"}]})
    Sum(parts=(Fixed(amount=1), Die(die='yellow', rolls=Fixed(amount=1))))
    """
    if isinstance(data, int) and not isinstance(data, bool):
        if data < 0:
            raise Misread("negative")
        return Fixed(data)
    if not isinstance(data, Mapping):
        raise Misread("no-expression")
    match dict(data):
        case {"die": die, **rest} if die in DICE and set(rest) <= {"rolls"}:
            return Die(die, read_expression(rest.get("rolls", 1)))
        case {"count": colour, **rest} if colour in COLOURS and not rest:
            return Count(colour)
        case {"choose": dial, **rest} if dial == DIAL and not rest:
            return Choose()
        case {"chosen": dial, **rest} if dial == DIAL and not rest:
            return Chosen()
        case {"sum": [_, *_] as parts, **rest} if not rest:
            return Sum(tuple(read_expression(part) for part in parts))
    raise Misread("no-expression")


def parts_of(expression: Expression) -> Iterator[Expression]:
    """Yields the expression and everything inside it."""
    yield expression
    if isinstance(expression, Die):
        yield from parts_of(expression.rolls)
    elif isinstance(expression, Sum):
        for part in expression.parts:
            yield from parts_of(part)


class DieWanted(Exception):
    """The evaluation needs a die that has not been rolled yet."""

    def __init__(self, die: DieName) -> None:
        self.die = die
        super().__init__(die)


class Case:
    """What an amount depends on: how many took each colour, the player's dial, and the player's dice."""

    __slots__ = ("counts", "dial", "roll")

    def __init__(self, counts: Mapping[Colour, int], dial: int, roll: Callable[[DieName], int]) -> None:
        self.counts = counts
        self.dial = dial
        self.roll = roll


def worth(expression: Expression, case: Case) -> int:
    """Returns the value of an expression; dice are rolled from left to right."""
    match expression:
        case Fixed():
            return expression.amount
        case Die():
            return sum(case.roll(expression.die) for _ in range(worth(expression.rolls, case)))
        case Count():
            return case.counts.get(expression.colour, 0)
        case Choose() | Chosen():
            return case.dial
        case Sum():
            return sum(worth(part, case) for part in expression.parts)


def rolled(values: Sequence[int]) -> Callable[[DieName], int]:
    """Returns dice that show the given values in turn, then raise DieWanted."""
    left = iter(values)

    def roll(die: DieName) -> int:
        value = next(left, None)
        if value is None:
            raise DieWanted(die)
        return value

    return roll


T = TypeVar("T")


def odds(
    amount: Callable[[Case], T],
    counts: Mapping[Colour, int],
    dial: int,
    faces: Mapping[DieName, Sequence[int]],
) -> dict[T, Fraction]:
    """Returns all values of an amount over all rolls of its dice, with their probabilities."""
    found: dict[T, Fraction] = {}

    def follow(values: tuple[int, ...], chance: Fraction) -> None:
        try:
            result = amount(Case(counts, dial, rolled(values)))
        except DieWanted as wanted:
            sides = faces[wanted.die]
            for face in sorted(set(sides)):
                follow((*values, face), chance * Fraction(sides.count(face), len(sides)))
        else:
            found[result] = found.get(result, Fraction(0)) + chance

    follow((), Fraction(1))
    return found
