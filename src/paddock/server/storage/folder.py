"""One server for one data folder: two on the same file would not hear of each other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paddock.core.errors import BadInput

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a data folder for this process; raises BadInput if another holds it. Even a killed one lets go."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "in-use").open("w") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadInput("server.folder-in-use", folder=str(folder)) from None
        yield
