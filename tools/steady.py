"""Runs every test repeatedly on busy cores and lists tests that fail or stall: `make steady RUNS=5`.

Results are stored by commit in `build/steady/COMMIT`, one file per session. A later session runs what is
still missing. Files from other machines can be added to the folder.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Literal, NamedTuple

import msgspec
import pytest
from msgspec import Struct

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "build" / "steady"
STALLS = 5
"""A test that once takes this many times its median counts as stalled."""
NOTICED = 1.0
"""Stalls of fewer seconds are ignored."""

Suite = Literal["unit", "e2e"]
SUITES: tuple[Suite, ...] = ("unit", "e2e")


class Run(Struct, frozen=True, omit_defaults=True):
    """One run of a test; without a test: one complete run of an end-to-end test file."""

    suite: Suite
    file: str
    test: str = ""
    seconds: float = 0.0
    outcome: Literal["passed", "failed", "skipped"] = "passed"


class Row(NamedTuple):
    """The statistics of all runs of a test."""

    test: str
    runs: int
    failures: int
    median: float
    longest: float

    @property
    def stalled(self) -> bool:
        """Whether it once took much longer than usual."""
        return self.longest > max(NOTICED, STALLS * self.median)


def rows(runs: Iterable[Run]) -> list[Row]:
    """Returns a row for every test that was not skipped, the slowest first."""
    took: dict[str, list[float]] = defaultdict(list)
    failures: Counter[str] = Counter()
    for run in runs:
        if run.test and run.outcome != "skipped":
            took[run.test].append(run.seconds)
            failures[run.test] += run.outcome == "failed"
    found = [Row(one, len(all_), failures[one], median(all_), max(all_)) for one, all_ in took.items()]
    return sorted(found, key=lambda row: -row.longest)


def report(found: Sequence[Row]) -> str:
    """Returns a table of all tests that ever took a second or failed, and the names of unstable ones."""
    shown = [row for row in found if row.longest >= NOTICED or row.failures]
    lines = [f"{'runs':>5} {'failures':>8} {'median':>8} {'longest':>8}  test"]
    for row in shown:
        lines.append(f"{row.runs:5} {row.failures:8} {row.median:8.1f} {row.longest:8.1f}  {row.test}")
    lines.append(f"and {len(found) - len(shown)} tests that never failed nor took {NOTICED:.0f} s")
    for row in found:
        if row.failures:
            lines.append(f"FAILED {row.failures} of {row.runs}: {row.test}")
        if row.stalled:
            lines.append(f"STALLED {row.longest:.1f} s instead of {row.median:.1f} s: {row.test}")
    return "\n".join(lines) + "\n"


def kept(folder: Path) -> list[Run]:
    """Returns all runs so far, of every session and machine."""
    reads = msgspec.json.Decoder(Run).decode_lines
    return [run for file in sorted(folder.glob("*.jsonl")) for run in reads(file.read_bytes())]


def enough(runs: Iterable[Run], suite: Suite, times: int) -> set[str]:
    """Returns the tests of a suite that have enough runs; whole files for end-to-end tests."""
    done = (run.test if suite == "unit" else run.file for run in runs if run.suite == suite and _ends(run))
    return {one for one, count in Counter(done).items() if count >= times}


def _ends(run: Run) -> bool:
    return bool(run.test) == (run.suite == "unit")


def pytest_configure(config: pytest.Config) -> None:
    """Records the result of every test (`-p tools.steady`)."""
    if (results := os.environ.get("STEADY_RESULTS")) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Recorder(Path(results)))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skips tests that have enough runs."""
    if skip := os.environ.get("STEADY_SKIP"):
        known = set(json.loads(Path(skip).read_text()))
        items[:] = [item for item in items if item.nodeid not in known]


class _Recorder:
    """Adds one line to the results when a test ends, however many phases it has."""

    def __init__(self, results: Path) -> None:
        self.results = results
        self.parts: dict[str, list[pytest.TestReport]] = defaultdict(list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Receives the report of one phase of a test."""
        self.parts[report.nodeid].append(report)
        if report.when == "teardown":
            parts = self.parts.pop(report.nodeid)
            outcomes = [part.outcome for part in parts]
            outcome = next((one for one in ("failed", "skipped") if one in outcomes), "passed")
            seconds = sum(part.duration for part in parts)
            add(self.results, Run("unit", report.nodeid.split("::")[0], report.nodeid, seconds, outcome))  # type: ignore[arg-type]


def add(results: Path, run: Run) -> None:
    """Appends a run."""
    with results.open("ab") as file:
        file.write(msgspec.json.encode(run) + b"\n")


@contextmanager
def busy(cores: int) -> Iterator[None]:
    """Keeps `cores` cores busy with other processes."""
    spinning = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(cores)]
    try:
        yield
    finally:
        for one in spinning:
            one.kill()
            one.wait()


def sit(suite: Suite, results: Path, skip: set[str], files: Sequence[str], at_once: int) -> None:
    """Runs a suite once, or some of its files, without the tests to skip."""
    env = os.environ | {"STEADY_RESULTS": str(results), "E2E_AT_ONCE": str(at_once)}
    if suite == "unit":
        skipped = results.with_suffix(".skip")
        skipped.write_text(json.dumps(sorted(skip)))
        env["STEADY_SKIP"] = str(skipped)
        words = ["-m", "pytest", "-q", "-n", str(at_once), "--dist", "worksteal", "-p", "tools.steady"]
        ran = subprocess.run([sys.executable, *words, *files], cwd=ROOT, env=env, check=False)
        skipped.unlink()
    else:
        there = sorted(path.name for path in (ROOT / "web" / "e2e").glob("*.test.mjs"))
        wanted = [name for name in there if not files or any(word in name for word in files)]
        if left := [name for name in wanted if name not in skip]:
            node = str(Path(sys.executable).with_name("node"))
            ran = subprocess.run([node, "web/e2e/run.mjs", *left], cwd=ROOT, env=env, check=False)
        else:
            return
    # exit code 5: no tests were left
    if ran.returncode not in (0, 5) and not any(run.outcome == "failed" for run in kept(results.parent)):
        sys.exit(f"the {suite} tests could not be run")


def main(words: Sequence[str] | None = None) -> int:
    """Runs what is missing and prints the report; returns 1 if a test is unstable."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=5, help="how often each test is run; 0: only report")
    parser.add_argument("--suite", choices=SUITES, help="run only one of the two")
    parser.add_argument("--busy", type=int, default=os.cpu_count(), help="cores that are kept busy")
    parser.add_argument("--at-once", type=int, default=2, help="tests that run at a time")
    parser.add_argument("files", nargs="*", help="run only these files")
    told = parser.parse_args(words)
    described = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    commit = subprocess.run(described, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    folder = RESULTS / commit
    folder.mkdir(parents=True, exist_ok=True)
    sitting = f"{os.uname().nodename}-{os.getpid()}"
    suites: Sequence[Suite] = (told.suite,) if told.suite else SUITES
    with busy(told.busy if told.runs else 0):
        for times in range(1, told.runs + 1):
            for suite in suites:
                results = folder / f"{sitting}-{suite}-{times}.jsonl"
                sit(suite, results, enough(kept(folder), suite, times), told.files, told.at_once)
    found = rows(run for run in kept(folder) if run.suite in suites)
    sys.stdout.write(report(found))
    return int(any(row.failures or row.stalled for row in found))


if __name__ == "__main__":
    sys.exit(main())
