"""The one switch of all kernels: compiled by numba where it is there, plain Python otherwise."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

COMPILED = find_spec("numba") is not None and os.environ.get("PADDOCK_PLAIN", "") in ("", "0")
"""Whether kernels are compiled in this process."""


def kernel(function: F) -> F:
    """Compile a function over arrays and numbers, kept between runs; plain Python where numba is missing."""
    return _compiled(function, cache=True, nogil=True)


def inlined(function: F) -> F:
    """A small kernel written into its callers: numba hands tuples of arrays over at a high price."""
    return _compiled(function, cache=True, inline="always")


def _compiled(function: F, **how: Any) -> F:
    if not COMPILED:
        return function
    import numba

    made: F = numba.njit(**how)(function)
    return made
