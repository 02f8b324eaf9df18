"""Error estimates of the evaluators, measured by `python -m tools.analysis_errors`."""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct


class Stated(Struct, frozen=True):
    """The accuracy of the values of a game, in its unit."""

    error: float
    """The mean difference between the expected and the final result."""
    noise: float
    """What the analysis' own decisions seem to lose when evaluated with other dice: 90 % lose no more.

    Marks count only losses beyond it.
    """
    how: str
    """What was measured, and how often."""


@cache
def all_stated() -> dict[str, Stated]:
    """Returns all measurements by evaluator."""
    raw = resources.files("paddock.analysis").joinpath("data/errors.json").read_bytes()
    return msgspec.json.decode(raw, type=dict[str, Stated])


def stated(evaluation: str) -> Stated:
    """Returns the measurement of an evaluator."""
    return all_stated()[evaluation]
