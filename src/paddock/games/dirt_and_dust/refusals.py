"""Errors for illegal actions."""

from __future__ import annotations

from paddock.core.errors import IllegalAction


def no(rule: str, reason: str, **params: object) -> IllegalAction:
    """Returns the error for an action; `reason` is its message id, `rule` the numbered rule."""
    return IllegalAction(rule, f"dirt-and-dust.no.{reason}", **params)
