"""The one switch of all kernels: compiled by numba where it is there, plain Python otherwise.

Compiled code is kept in a folder of its own for every state of a game's sources: numba itself looks only at
the file of a function, not at those of the functions it calls. No game's kernels call another's.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

_NOT_COMPILED = ("__main__.py", "ahead.py")
F = TypeVar("F", bound=Callable[..., Any])

COMPILED = find_spec("numba") is not None and os.environ.get("PADDOCK_PLAIN", "") in ("", "0")
"""Whether kernels are compiled in this process."""
MISSING_EXTRA = "" if COMPILED else "fast"
"""The extra that bots lack which are too slow without compiled kernels; empty if nothing is missing."""


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

    settings: Any = numba.config
    if not os.environ.get("NUMBA_CACHE_DIR"):
        settings.CACHE_DIR = str(cache_folder(Path(function.__code__.co_filename).parent))
    made: F = numba.njit(**how)(function)
    return made


@lru_cache
def cache_folder(package: Path) -> Path:
    """Where compiled code of a package is kept: beside the kernels, or in the user's cache folder."""
    home = Path(__file__).parent
    digest = hashlib.sha256()
    for source in sorted({*home.glob("*.py"), *package.glob("*.py")}):
        if source.name not in _NOT_COMPILED:
            digest.update(source.read_bytes())
    beside = home / "__pycache__"
    if not os.access(beside if beside.exists() else home, os.W_OK):
        beside = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "paddock"
    return beside / f"compiled-{digest.hexdigest()[:16]}"


def forget_older() -> None:
    """Remove what was compiled from other states of the sources."""
    home = Path(__file__).parent
    now = {cache_folder(package) for package in (home, *home.iterdir()) if package.is_dir()}
    for folder in cache_folder(home).parent.glob("compiled-*"):
        if folder not in now:
            shutil.rmtree(folder, ignore_errors=True)
