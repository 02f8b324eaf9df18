"""Support for tests of games: rule marks, positions set up by hand, the harness."""

from paddock.testing.rules import rule

__all__ = ["rule"]
