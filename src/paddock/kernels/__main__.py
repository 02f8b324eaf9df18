"""Compile every kernel ahead of time: `python -m paddock.kernels`."""

from __future__ import annotations

import sys
import time
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

import paddock.kernels
from paddock.kernels.compiling import forget_older


def main() -> int:
    """Run the `prepare` of every game's kernels and solver, so that nobody waits for a compiler later."""
    forget_older()
    for package in iter_modules(paddock.kernels.__path__):
        for home in (f"paddock.kernels.{package.name}", f"paddock.solve.{package.name}"):
            if package.ispkg and find_spec(f"{home}.prepare") is not None:
                began = time.perf_counter()
                import_module(f"{home}.prepare").prepare()
                sys.stderr.write(f"{home}: ready after {time.perf_counter() - began:.1f} s\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
