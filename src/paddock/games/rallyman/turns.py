"""The exact distribution of a turn: rolled through, or driven with the best stopping and securing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from paddock.games.rallyman.hazards import Leg
from paddock.games.rallyman.securing import price

Way = Literal["one-by-one", "flat-out"]
Choice = Literal["roll", "secure", "stop"]


class Ending(NamedTuple):
    """How a turn can end: after how many steps, with or without control, with how many tokens."""

    steps: int
    lost: bool
    tokens: int


Value = Callable[[Ending], float]
"""Returns the value of an ending to the driver; higher is better."""

Moment = tuple[int, int, int]
"""A point of a turn rolled one by one: steps taken, hazards counted, dice secured."""


class Outlook(NamedTuple):
    """The endings of a turn with exact chances, and the choices that lead there."""

    chances: dict[Ending, Fraction]
    worth: float
    policy: dict[Moment, Choice]


class OneByOne:
    """The value of each point of a plan rolled one by one, and the best choice there."""

    def __init__(self, legs: Sequence[Leg], limit: int, tokens: int, value: Value) -> None:
        self.legs = legs
        self.limit = limit
        self.tokens = tokens
        self.value = value
        self._worth: dict[Moment, tuple[float, Choice]] = {}

    def best(self, at: int = 0, hazards: int = 0, secured: int = 0) -> tuple[float, Choice]:
        """Returns the value before step `at` and the choice for it; the first step must be taken."""
        key = (at, hazards, secured)
        found = self._worth.get(key)
        if found is not None:
            return found
        leg = self.legs[at]
        best: tuple[float, Choice] = (self._rolled(at, hazards, secured), "roll")
        if price(0, secured) + price(secured, leg.dice) <= self.tokens:
            secure = self.landed(at, hazards + leg.track, secured + leg.dice, 0)
            if secure > best[0]:
                best = (secure, "secure")
        if at > 0:
            stop = self.value(Ending(at, False, self.tokens - price(0, secured)))
            if stop >= best[0]:
                best = (stop, "stop")
        self._worth[key] = best
        return best

    def _rolled(self, at: int, hazards: int, secured: int) -> float:
        leg = self.legs[at]
        worth = 0.0
        for rolled, weight in enumerate(leg.odds):
            if weight:
                worth += weight * self.landed(at, hazards + rolled + leg.track, secured, rolled)
        return worth / leg.total

    def landed(self, at: int, hazards: int, secured: int, rolled: int) -> float:
        """Returns the value after step `at` with `rolled` hazards on its dice."""
        ending = ended(self.legs, self.limit, at, hazards, rolled)
        if ending is None:
            return self.best(at + 1, hazards, secured)[0]
        return self.value(Ending(at + 1, ending, self.tokens - price(0, secured)))


def ended(legs: Sequence[Leg], limit: int, at: int, hazards: int, rolled: int) -> bool | None:
    """Whether the turn ends with step `at`: True with a loss, False in control, None: it continues."""
    leg = legs[at]
    if leg.fatal:
        return True
    if leg.forgiving and rolled:
        return False
    if hazards >= limit or (leg.touchy and rolled):
        return True
    return False if at + 1 == len(legs) else None


def one_by_one(
    legs: Sequence[Leg], limit: int, tokens: int = 0, value: Value | None = None, hazards: int = 0
) -> Outlook:
    """Returns the exact distribution of a plan rolled one by one.

    With a value function the driver stops and secures for the best expected value; without one every step is
    rolled.
    """
    choose: Callable[[Moment], Choice] = lambda _: "roll"  # noqa: E731
    worth = 0.0
    if value is not None:
        solver = OneByOne(legs, limit, tokens, value)
        worth = solver.best(0, hazards)[0]
        choose = lambda moment: solver.best(*moment)[1]  # noqa: E731
    policy: dict[Moment, Choice] = {}
    chances: dict[Ending, Fraction] = {}
    ahead: dict[Moment, Fraction] = {(0, hazards, 0): Fraction(1)}
    while ahead:
        onward: dict[Moment, Fraction] = {}
        for moment, chance in ahead.items():
            at, counted, secured = moment
            choice = policy[moment] = choose(moment)
            if choice == "stop":
                _add(chances, Ending(at, False, tokens - price(0, secured)), chance)
                continue
            leg = legs[at]
            odds = leg.odds if choice == "roll" else (leg.total,)
            now_secured = secured + (leg.dice if choice == "secure" else 0)
            for rolled, weight in enumerate(odds):
                if not weight:
                    continue
                now = counted + rolled + leg.track
                share = chance * Fraction(weight, leg.total)
                lost = ended(legs, limit, at, now, rolled)
                if lost is None:
                    key = (at + 1, now, now_secured)
                    onward[key] = onward.get(key, Fraction(0)) + share
                else:
                    _add(chances, Ending(at + 1, lost, tokens - price(0, now_secured)), share)
        ahead = onward
    return Outlook(chances, worth, policy)


def flat_out(legs: Sequence[Leg], limit: int, tokens: int, gain: int, value: Value | None = None) -> Outlook:
    """Returns the exact distribution of a plan rolled flat out if a loss keeps the order of the plan.

    A relay can only move the loss; a game that needs the best relay computes it for each roll.
    """
    after = tokens + gain
    chances = {
        Ending(ending.steps, ending.lost, after): chance
        for ending, chance in one_by_one(legs, limit).chances.items()
    }
    worth = sum(float(chance) * value(ending) for ending, chance in chances.items()) if value else 0.0
    return Outlook(chances, worth, {})


def _add(chances: dict[Ending, Fraction], ending: Ending, chance: Fraction) -> None:
    chances[ending] = chances.get(ending, Fraction(0)) + chance
