"""Compile the kernel of random rallies of Rallyman: DIRT; the solver's are used by its own `prepare`."""

from __future__ import annotations

from paddock.games.rallyman.dirt.state import DirtOptions
from paddock.kernels.dirt.batch import play, traced


def prepare() -> None:
    """Play one rally of each kind."""
    play(DirtOptions(), 1, 1)
    traced(DirtOptions(), 1, 0, 0)
