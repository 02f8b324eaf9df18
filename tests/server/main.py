"""Starts the server as `paddock serve` does, without importing the other commands.

Workers start only when needed, because most tests need none. Kernels count as compiled.
`PADDOCK_TEST_CLOCK` names a file with the seconds by which the wall clock is shifted.
"""

import os
import time
from pathlib import Path

import typer

from paddock.cli.serve import serve
from paddock.server.services import Services
from paddock.server.tables.kernel_compiler import KernelCompiler


def shifted(clock: Path) -> None:
    """Shift the wall clock by the seconds in a file."""
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
