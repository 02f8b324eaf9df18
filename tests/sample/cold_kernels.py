"""A server started with `--load tests.sample.cold_kernels` has nothing compiled until a test says it has.

Its compiler names a package as soon as a file of that name is in the folder `PADDOCK_TEST_KERNELS`.
"""

import os
import sys
import threading
import time
from pathlib import Path

from paddock.kernels.ahead import SECONDS, end_with_the_server
from paddock.server.tables.kernel_compiler import KernelCompiler


def compile_when_told(folder: Path) -> None:
    """Behave as the compiler does, the packages in its order."""
    for package in SECONDS:
        while not (folder / package).exists():
            time.sleep(0.05)
        sys.stdout.write(f"{package}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    threading.Thread(target=end_with_the_server, daemon=True).start()
    compile_when_told(Path(os.environ["PADDOCK_TEST_KERNELS"]))
else:
    KernelCompiler.command = (sys.executable, "-m", "tests.sample.cold_kernels")
    KernelCompiler.uncompiled = staticmethod(lambda: list(SECONDS))  # type: ignore[method-assign]
