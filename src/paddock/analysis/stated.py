"""How sure evaluations are, as `python -m tools.analysis_errors` measured it."""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct


class Stated(Struct, frozen=True):
    """How sure the values of a game are, in its unit."""

    error: float
    """How far what is told lies from what comes of it, on average."""
    noise: float
    """What the analysis' own decisions seem to lose when they are looked at with other dice: nine in ten lose
    no more. A loss counts for a mark only beyond it."""
    how: str
    """What was measured, and on how much."""


@cache
def all_stated() -> dict[str, Stated]:
    """What was measured, by evaluation."""
    raw = resources.files("paddock.analysis").joinpath("data/errors.json").read_bytes()
    return msgspec.json.decode(raw, type=dict[str, Stated])


def stated(evaluation: str) -> Stated:
    """How sure an evaluation is."""
    return all_stated()[evaluation]
