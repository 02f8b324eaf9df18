"""Stored solutions: files named by their problem, memory-mapped, rejected when rules have changed.

A file is a line that identifies it, a header in JSON, and the raw arrays, so that it can be mapped into
memory.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from paddock.core.data import game_data
from paddock.core.errors import BadInput

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MAGIC = b"paddock solution 1\n"
_ALIGN = 64


class Course(Struct, frozen=True):
    """The key of a solution: the game with its rules, and the road and options."""

    game: str
    rules_version: int
    solver_version: int
    """Increase it when a solver's tables change their meaning."""
    name: str
    """The name of the course for people."""
    subject: str
    """Everything the solution depends on, as text."""

    @property
    def file(self) -> str:
        """The file name: game, course and a fingerprint of the subject."""
        digest = hashlib.sha256(f"{self.game}\n{self.subject}".encode()).hexdigest()[:16]
        name = re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")[:40]
        return f"{self.game}-{name}-{digest}.solution"


def figures_of(game: str, package: str) -> str:
    """Returns a fingerprint of the game's data, which may be an owner's own."""
    return hashlib.sha256(game_data(game, package)).hexdigest()[:16]


class _Laid(Struct):
    name: str
    dtype: str
    shape: tuple[int, ...]
    at: int


class _Header(Struct):
    course: Course
    facts: dict[str, Any]
    arrays: tuple[_Laid, ...]


class Stored(Struct):
    """A solution read from a file; the arrays are mapped into memory and read-only."""

    course: Course
    facts: dict[str, Any]
    arrays: dict[str, NDArray[Any]]


class StaleSolution(BadInput):
    """Raised for a solution of other rules or of an older solver."""


def default_folder() -> Path:
    """Returns the folder of solutions: `PADDOCK_SOLUTIONS`, or the user's cache folder."""
    chosen = os.environ.get("PADDOCK_SOLUTIONS")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Caches"
    else:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return home / "paddock" / "solutions"


class Store:
    """A folder of solutions."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or default_folder()

    def path(self, course: Course) -> Path:
        """Returns the path of a course's solution, whether it exists or not."""
        return self.folder / course.file

    def find(self, course: Course) -> Stored | None:
        """Returns the stored solution of a course; None if there is none, or only one of other rules."""
        try:
            return self.look(course)
        except BadInput:
            return None

    def look(self, course: Course) -> Stored | None:
        """Returns the same, but raises StaleSolution for other rules, or BadInput for a damaged file."""
        path = self.path(course)
        return read(path, course) if path.exists() else None

    def save(self, course: Course, facts: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> Path:
        """Stores a solution; replaces an existing file atomically."""
        path = self.path(course)
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, course, facts, arrays)
        return path


def write(path: Path, course: Course, facts: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> None:
    """Writes a solution file."""
    import numpy as np

    laid, at = [], 0
    for name, array in arrays.items():
        laid.append(_Laid(name, array.dtype.str, array.shape, at))
        at += -(-array.nbytes // _ALIGN) * _ALIGN
    header = msgspec.json.encode(_Header(course, facts, tuple(laid)))
    begin = -(-(len(_MAGIC) + 8 + len(header)) // _ALIGN) * _ALIGN
    half = path.with_name(f"{path.name}.{os.getpid()}")
    with half.open("wb") as file:
        file.write(_MAGIC + len(header).to_bytes(8, "little") + header)
        for part, array in zip(laid, arrays.values(), strict=True):
            file.seek(begin + part.at)
            file.write(np.ascontiguousarray(array).tobytes())
        file.truncate(begin + at)
    half.replace(path)


def read(path: Path, course: Course | None = None) -> Stored:
    """Reads a solution file; raises BadInput if it is none, StaleSolution if it does not match the course."""
    import numpy as np

    with path.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise BadInput("solve.no-solution-file", file=str(path))
        length = int.from_bytes(file.read(8), "little")
        try:
            header = msgspec.json.decode(file.read(length), type=_Header)
        except msgspec.MsgspecError:
            raise BadInput("solve.no-solution-file", file=str(path)) from None
    if course is not None:
        _fits(path, header.course, course)
    begin = -(-(len(_MAGIC) + 8 + length) // _ALIGN) * _ALIGN
    whole = np.memmap(path, np.uint8, "r")
    arrays = {}
    for part in header.arrays:
        size = int(np.dtype(part.dtype).itemsize * np.prod(part.shape, dtype=np.int64))
        if begin + part.at + size > whole.size:
            raise BadInput("solve.no-solution-file", file=str(path))
        raw = whole[begin + part.at : begin + part.at + size]
        arrays[part.name] = np.asarray(raw).view(part.dtype).reshape(part.shape)
    return Stored(header.course, header.facts, arrays)


def _fits(path: Path, found: Course, asked: Course) -> None:
    """Raises StaleSolution or BadInput for other rules, an older solver, or another course."""
    if (found.game, found.subject) != (asked.game, asked.subject):
        raise StaleSolution("solve.other-course", file=str(path), found=found.name, asked=asked.name)
    if found.rules_version != asked.rules_version:
        raise StaleSolution(
            "solve.stale-rules", file=str(path), found=found.rules_version, now=asked.rules_version
        )
    if found.solver_version != asked.solver_version:
        raise StaleSolution(
            "solve.stale-solver", file=str(path), found=found.solver_version, now=asked.solver_version
        )
