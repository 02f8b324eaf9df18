"""How the rules say no."""

from __future__ import annotations

from paddock.core.errors import IllegalAction


def no(rule: str, reason: str, **params: object) -> IllegalAction:
    """The refusal of an action; `reason` is its wording in the catalogue, `rule` the numbered rule."""
    return IllegalAction(rule, f"dirt-and-dust.no.{reason}", **params)
