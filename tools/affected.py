"""Finds the tests that a change affects, by imports or by name."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

ROOMS = ("src/paddock", "tests", "bench", "tools", "examples")
BY_KIND = (
    ("*/words/*.json", "tests/test_words.py"),
    ("*.md", "tests/test_docs.py"),
    ("examples/*", "tests/test_examples.py"),
    ("web/src/words/*", "tests/test_words.py"),
)
"""Files that tests read without naming each."""
NO_WORDS = {"src", "paddock", "tests", "test", "init", "py"}
FAR = 5


@dataclass
class Affected:
    """The effect of a change, as paths from the project root."""

    python: set[str] = field(default_factory=set)
    """Changed Python files that still exist."""
    importers: set[str] = field(default_factory=set)
    """Files that import a changed module directly."""
    tests: list[str] = field(default_factory=list)
    """Test files, the closest first."""
    unknown: list[str] = field(default_factory=list)
    """Changed files without a known test."""


class Sources:
    """The Python files of a project and their imports."""

    def __init__(self, root: Path) -> None:
        self.root = root
        found = (path for room in ROOMS for path in sorted((root / room).rglob("*.py")))
        self.texts = {path.relative_to(root).as_posix(): path.read_text() for path in found}
        self.modules = {module_name(path): path for path in self.texts}
        self.importers: dict[str, set[str]] = {}
        """By module, existing or deleted: the files that import it."""
        for path, text in self.texts.items():
            for name in imported(text):
                self.importers.setdefault(name, set()).add(path)
            shared = Path(path).with_name("conftest.py").as_posix()
            if is_test(path) and shared != "tests/conftest.py":  # it is close to everything
                self.importers.setdefault(module_name(shared), set()).add(path)

    def affected(self, changed: list[str]) -> Affected:
        """Returns the files affected by changed paths, with the tests closest by imports and names first."""
        found = Affected(python={path for path in changed if path in self.texts})
        costs: dict[str, int] = {}
        for path in changed:
            near = self._near(path)
            if not near and not path.startswith("web/") and not path.endswith("__init__.py"):
                found.unknown.append(path)
            for test, cost in near.items():
                costs[test] = min(cost, costs.get(test, cost))
            if path.endswith(".py"):
                found.importers |= self.importers.get(module_name(path), set()) - found.python
        found.tests = sorted(costs, key=lambda test: (costs[test], test))
        return found

    def _near(self, path: str) -> dict[str, int]:
        """Returns test files with their distance from one changed file."""
        costs = {test: distance - alike(path, test) for test, distance in self._reached(path).items()}
        if path.endswith(".py"):
            for test in filter(is_test, self.texts):
                by_socket = path.startswith("src/paddock/server/") and test.startswith("tests/server/")
                if by_socket or alike(path, test) > 1:
                    costs.setdefault(test, FAR - alike(path, test))
        if is_test(path) and path in self.texts:
            costs[path] = -100
        return costs

    def _reached(self, path: str) -> dict[str, int]:
        """Returns test files that import a changed file, with the number of imports in between."""
        wave = {path} if path.endswith(".py") else self._readers(path)
        if path.endswith("conftest.py"):
            wave |= {file for file in self.texts if file.startswith(path.removesuffix("conftest.py"))}
        seen: dict[str, int] = {}
        distance = 0
        while wave:
            seen |= dict.fromkeys(wave, distance)
            distance += 1
            wave = {user for file in wave for user in self.importers.get(module_name(file), set())} - set(
                seen
            )
        return {file: distance for file, distance in seen.items() if is_test(file)}

    def _readers(self, path: str) -> set[str]:
        """Returns Python files that name a file of another kind, or otherwise those of its package."""
        readers = {test for pattern, test in BY_KIND if fnmatch(path, pattern) and test in self.texts}
        readers |= {file for file, text in self.texts.items() if Path(path).name in text}
        if not readers:
            for folder in Path(path).parents:
                if (self.root / folder / "__init__.py").is_file():
                    return {file for file in self.texts if Path(file).parent == folder}
        return readers


def is_test(path: str) -> bool:
    """Whether a path is a test file."""
    return path.startswith("tests/") and Path(path).name.startswith("test_") and path.endswith(".py")


def module_name(path: str) -> str:
    """Returns the import name of a Python file."""
    parts = Path(path).with_suffix("").parts
    parts = parts[1:] if parts[0] == "src" else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(text: str) -> set[str]:
    """Returns all names a module imports, modules and their members alike."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def alike(path: str, test: str) -> int:
    """Returns how many words two paths share."""
    return len(words(path) & words(test))


def words(path: str) -> set[str]:
    """Returns the words in a path, without plural endings."""
    return {word.removesuffix("s") for word in re.split(r"[^a-z0-9]+", path.lower())} - NO_WORDS - {""}
