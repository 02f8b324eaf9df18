"""A quick check before a commit: changed files and the closest tests, in about a minute.

`make quick BASE=main` compares with another base than `origin/main`. The end of the output lists the tests
that were not run.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from tools import ROOT
from tools.affected import Affected, Sources, is_test

BIN = Path(sys.executable).parent
SLOW = ("test_wheel", "test_soak", "test_chaos", "test_crashes", "test_outages", "test_processes")
"""Tests that take minutes or mostly wait; run only if they have changed themselves."""
MAIN = "refs/remotes/origin/main"
EVERYTHING = ("pyproject.toml", "requirements/", "Makefile")
"""Files that may affect every test."""
MOST = 20
"""The largest number of test files, closest first."""
SHOWN = 6
"""The number of skipped files to name."""


def git(*words: str, root: Path = ROOT) -> str:
    """Returns the output of a git command; raises CalledProcessError if it fails."""
    command = ["git", "-c", "core.quotepath=off", *words]
    return subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout.strip()


def base_of(given: str, root: Path = ROOT) -> str:
    """Returns the merge base with `given` or `origin/main`; without changes the commit before."""
    if given or git("for-each-ref", MAIN, root=root):
        base = git("merge-base", "HEAD", given or MAIN, root=root)
        if base != git("rev-parse", "HEAD", root=root) or git("status", "--porcelain", root=root):
            return base
    return git("rev-parse", "HEAD~1", root=root)


def changed_since(base: str, root: Path = ROOT) -> list[str]:
    """Returns every path that differs from a commit: committed, in the working tree, new or deleted."""
    tracked = git("diff", "--name-only", "--no-renames", base, root=root)
    new = git("ls-files", "--others", "--exclude-standard", root=root)
    return sorted({*tracked.splitlines(), *new.splitlines()})


def typed(paths: set[str]) -> list[str]:
    """Returns those paths that the type checker covers."""
    scope = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]["files"]
    return sorted(path for path in paths if path.startswith(tuple(scope)))


class Budget:
    """Runs tests in the given order of files, and stops after the file in which time runs out."""

    def __init__(self, files: list[str], seconds: float) -> None:
        self.ranks = {ROOT / file: rank for rank, file in enumerate(files)}
        self.end = time.monotonic() + seconds
        self.begun: set[str] = set()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Sorts the closest tests first."""
        items.sort(key=lambda item: self.ranks.get(item.path, len(self.ranks)))

    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> None:
        """Records that tests of a file were run; checks the time after the last of them."""
        self.begun.add(item.path.relative_to(ROOT).as_posix())
        if nextitem and nextitem.path != item.path and time.monotonic() > self.end:
            item.session.shouldstop = "the minute is over"


def checked(*command: str | Path, folder: Path = ROOT) -> bool:
    """Runs a check; prints its output, after its command if it fails."""
    env = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}"}
    words = [str(word) for word in command]
    good = subprocess.run(words, cwd=folder, check=False, env=env).returncode == 0
    if not good:
        sys.stdout.write(f"FAILED: {' '.join(words)}\n")
    return good


def check_python(affected: Affected) -> bool:
    """Checks style and types of changed modules, types of their importers, and the layers of imports."""
    files = sorted(affected.python)
    if not files:
        return True
    good = [
        checked(BIN / "ruff", "check", "--quiet", "--force-exclude", *files),
        checked(BIN / "ruff", "format", "--quiet", "--check", "--force-exclude", *files),
    ]
    if any(file.startswith("src/") for file in files):
        good.append(checked(BIN / "lint-imports", "--no-logo"))
    if to_type := typed(affected.python | affected.importers):
        good.append(checked(BIN / "mypy", *to_type))
    return all(good)


def check_web(files: list[str]) -> bool:
    """Checks the style of changed browser files, and runs all unit tests of the browser."""
    there = [file.removeprefix("web/") for file in files if (ROOT / file).is_file()]
    code = [file for file in there if file.endswith((".ts", ".mjs", ".js", ".svelte"))]
    web, programs = ROOT / "web", ROOT / "web/node_modules/.bin"
    good = [checked("make", "--no-print-directory", "web-unit")]  # installs missing packages
    if there and good[0]:
        style = ("--check", "--ignore-unknown", "--log-level", "warn")
        good.append(checked(programs / "prettier", *style, *there, folder=web))
    if code and good[0]:
        good.append(checked(programs / "eslint", *code, folder=web))
    return all(good)


def check_tests(files: list[str], seconds: float) -> tuple[bool, list[str]]:
    """Returns whether the tests of files pass, and the files there was no time for."""
    if not files:
        return True, []
    budget = Budget(files, seconds)
    code = pytest.main(["-q", "--no-header", *files], plugins=[budget])
    late = [file for file in files if file not in budget.begun]
    return code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) or bool(
        late and code == pytest.ExitCode.INTERRUPTED
    ), late


def left_out(changed: list[str], affected: Affected, unrun: list[str]) -> list[str]:
    """Returns what the quick check has not covered, one line each."""
    lines = []
    if unrun:
        more = f" and {len(unrun) - SHOWN} more" if len(unrun) > SHOWN else ""
        lines.append(f"tests further away (make unit): {' '.join(unrun[:SHOWN])}{more}")
    if affected.unknown:
        lines.append(f"no test is known for: {' '.join(affected.unknown)}")
    if any(path.startswith(EVERYTHING) for path in changed):
        lines.append("what every test stands on has changed (make test)")
    if any(path.startswith(("web/", "src/")) for path in changed):
        lines.append("the end-to-end tests (make e2e; one file: npm --prefix web run e2e -- NAME)")
    if any(path.startswith("web/") for path in changed):
        lines.append("types of the browser's side (make web-test)")
    return lines


def main() -> int:
    """Checks what has changed; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", default="")
    parser.add_argument("--seconds", type=float, default=45, help="time for Python's tests")
    parser.add_argument("--list", action="store_true", help="only say what would be run")
    asked = parser.parse_args()
    base = base_of(asked.base)
    changed = changed_since(base)
    affected = Sources(ROOT).affected(changed)
    wanted = [
        file for file in affected.tests if file in affected.python or not Path(file).stem.startswith(SLOW)
    ]
    files = wanted[: max(MOST, sum(is_test(path) for path in affected.python))]
    sys.stdout.write(f"{len(changed)} files differ from {base[:10]}; nearest test files: {len(files)}\n")
    if asked.list:
        sys.stdout.write("".join(f"{file}\n" for file in files))
        return 0
    good = [check_python(affected)]
    if web := [path for path in changed if path.startswith("web/")]:
        good.append(check_web(web))
    tests_good, late = check_tests(files, asked.seconds)
    good.append(tests_good)
    unrun = [*late, *(file for file in affected.tests if file not in files)]
    if lines := left_out(changed, affected, unrun):
        sys.stdout.write("left out:\n" + "".join(f"- {line}\n" for line in lines))
    sys.stdout.write("good so far\n" if all(good) else "FAILED\n")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
