"""Compile every kernel ahead of time: `python -m paddock.kernels`."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

import paddock.kernels
from paddock.kernels.compiling import forget_older


def homes() -> list[str]:
    """The rooms with something to compile: every game's kernels and its solver."""
    games = [package.name for package in iter_modules(paddock.kernels.__path__) if package.ispkg]
    rooms = [f"{room}.{game}" for game in games for room in ("paddock.solve", "paddock.kernels")]
    return [home for home in rooms if find_spec(home) and find_spec(f"{home}.prepare")]


def prepare(home: str) -> float:
    """Compile what a room needs; how many seconds it took."""
    began = time.perf_counter()
    import_module(f"{home}.prepare").prepare()
    return time.perf_counter() - began


def main() -> int:
    """Compile all rooms, as many at once as there are processors, so that nobody waits for it later."""
    forget_older()
    rooms = homes()
    with ProcessPoolExecutor() as pool:
        for home, seconds in zip(rooms, pool.map(prepare, rooms), strict=True):
            sys.stderr.write(f"{home}: ready after {seconds:.1f} s\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
