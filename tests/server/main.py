"""Starts the server as `paddock serve` does, without the other commands' imports.

Helpers start when they are needed: most tests need none. Kernels are taken to be compiled.
The wall clock can be shifted while it runs: by the seconds in the file that `PADDOCK_TEST_CLOCK` names.
"""

import os
import time
from pathlib import Path

import typer

from paddock.cli.serve import serve
from paddock.server.services import Services
from paddock.server.tables.kernel_compiler import KernelCompiler


def shifted(clock: Path) -> None:
    """Let the wall clock follow a file."""
    true_time = time.time

    def now() -> float:
        try:
            return true_time() + float(clock.read_text())
        except (OSError, ValueError):
            return true_time()

    time.time = now


if __name__ == "__main__":
    if "PADDOCK_TEST_CLOCK" in os.environ:
        shifted(Path(os.environ["PADDOCK_TEST_CLOCK"]))
    Services.warm = lambda self: self.compiler.start()  # type: ignore[method-assign]
    KernelCompiler.uncompiled = staticmethod(list)  # type: ignore[method-assign]
    typer.run(serve)
