"""One server for one data folder: two on the same file would not hear of each other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paddock.core.errors import BadInput

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]


def _make(folder: Path) -> None:
    """A folder that only its owner may read, and everything in it: it holds sessions and secret choices."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        for file in folder.glob("paddock.db*"):
            file.chmod(0o600)
    except OSError as error:
        raise BadInput("server.bad-folder", folder=str(folder), reason=error.strerror) from None
    os.umask(0o077)


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a data folder for this process; raises BadInput if another holds it. Even a killed one lets go."""
    _make(folder)
    with (folder / "in-use").open("w") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadInput("server.folder-in-use", folder=str(folder)) from None
        yield
