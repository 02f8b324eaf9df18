"""Compiling kernels ahead of time: which packages are not compiled yet, and one process that compiles them.

A package that was compiled leaves a mark beside its compiled code, so that nothing is compiled twice for the
same sources, interpreter, compiler and processor.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules

import paddock.kernels
from paddock.kernels.compiling import COMPILED, cache_folder, forget_older

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

SECONDS = {"paddock.kernels.outspeed": 8.0, "paddock.kernels.gt": 60.0, "paddock.solve.dirt": 45.0}
"""What bots play by, in the order it is compiled, and about how long that takes."""
_NICENESS = 19


def packages() -> list[str]:
    """The packages with something to compile: every game's kernels and its solver."""
    games = [package.name for package in iter_modules(paddock.kernels.__path__) if package.ispkg]
    found = [f"{parent}.{game}" for game in games for parent in ("paddock.solve", "paddock.kernels")]
    return [package for package in found if find_spec(package) and find_spec(f"{package}.prepare")]


def uncompiled(among: list[str]) -> list[str]:
    """The packages that have still to be compiled; none where numba is missing."""
    return [package for package in among if not _mark(package).exists()] if COMPILED else []


def compile_package(package: str) -> float:
    """Compile what a package needs, unless it is compiled; how many seconds it took."""
    began = time.perf_counter()
    if uncompiled([package]):
        import_module(f"{package}.prepare").prepare()
        mark = _mark(package)
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    return time.perf_counter() - began


def compile_all() -> None:
    """Compile everything, as many packages at once as there are processors."""
    forget_older()
    wanted = uncompiled(packages())
    if wanted:
        with ProcessPoolExecutor() as pool:
            for package, seconds in zip(wanted, pool.map(compile_package, wanted), strict=True):
                sys.stderr.write(f"{package}: ready after {seconds:.1f} s\n")


def compile_beside() -> None:
    """Compile what bots play by, one package after the other, giving way to everything else.

    Writes the name of every package that is ready to standard output; ends when standard input does.
    """
    threading.Thread(target=end_with_the_server, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    with _alone():
        forget_older()
        for package in SECONDS:
            compile_package(package)
            sys.stdout.write(f"{package}\n")
            sys.stdout.flush()


def end_with_the_server() -> None:
    """Wait until standard input ends, and the process with it."""
    # Not through `sys.stdin`: its lock, held by this thread, would abort the interpreter at its end.
    while os.read(0, 1024):
        pass
    os._exit(1)


def _mark(package: str) -> Path:
    """The file that says that a package is compiled, for this interpreter, compiler and processor."""
    code = cache_folder(Path(paddock.kernels.__path__[0]) / package.rpartition(".")[2])
    used = Path(paddock.__path__[0]).joinpath(*package.split(".")[1:], "prepare.py").read_text()
    state = [sys.implementation.cache_tag, version("numba"), _processor(), used]
    digest = hashlib.sha256("\n".join(map(str, state)).encode()).hexdigest()[:16]
    folder = Path(os.environ.get("NUMBA_CACHE_DIR") or code)
    return folder / f"{code.name}-{package}-{digest}.ready"


@lru_cache
def _processor() -> str:
    """What compiled code depends on of the processor, as far as it can be told without the compiler."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    told = {key.strip(): value for key, _, value in (line.partition(":") for line in lines)}
    return f"{told.get('model name', platform.machine())} {told.get('flags', '')}"


@contextmanager
def _alone() -> Iterator[None]:
    """Let one process compile at a time: the others wait, and then find everything compiled."""
    folder = cache_folder(Path(paddock.kernels.__path__[0])).parent
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "compiling").open("w") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
