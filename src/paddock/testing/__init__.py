"""What tests of games stand on: rule marks, positions set up by hand, the harness."""

from paddock.testing.rules import rule

__all__ = ["rule"]
