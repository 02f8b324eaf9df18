"""Measures the seconds from a fresh clone to the first page: `python -m bench.first_page [--base COMMIT]`.

It clones HEAD and an older commit, one after the other, and runs `make play` in each until the page and its
script are served. HEAD comes first, so the older commit profits from filled pip and npm caches.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parents[1]
BASE = "f85c024"
BAR = 0.5
_PATIENCE = 1800.0
_TICKS = os.sysconf("SC_CLK_TCK")


class FirstPage(Struct, frozen=True):
    """The seconds of a commit until its first page, and the CPU time."""

    commit: str
    seconds: float
    processor: float


def measured(commit: str) -> FirstPage:
    """Clones a commit, runs `make play` until there is a page, and stops it."""
    with tempfile.TemporaryDirectory(prefix="paddock-first-page-") as folder:
        clone = Path(folder) / "paddock"
        subprocess.run(("git", "clone", "--quiet", "--no-checkout", ROOT, clone), check=True)
        subprocess.run(("git", "checkout", "--quiet", "--detach", commit), cwd=clone, check=True)
        port = free_port()
        with (Path(folder) / "log").open("wb") as log:
            began = time.perf_counter()
            play = subprocess.Popen(
                ("make", "play", f"PORT={port}"),
                cwd=clone,
                env={**os.environ, "NUMBA_CACHE_DIR": "", "PADDOCK_DATA": str(Path(folder) / "data")},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
            try:
                wait_for_page(f"http://127.0.0.1:{port}", play, Path(folder) / "log")
                seconds = time.perf_counter() - began
                return FirstPage(commit, seconds, processor_time(play.pid))
            finally:
                os.killpg(play.pid, signal.SIGTERM)
                play.wait()


def free_port() -> int:
    """Returns a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for_page(site: str, play: subprocess.Popen[bytes], log: Path) -> None:
    """Waits until the first page and its script are served."""
    deadline = time.monotonic() + _PATIENCE
    while play.poll() is None and time.monotonic() < deadline:
        try:
            page = fetched(f"{site}/")
            script = re.search(r'<script[^>]* src="([^"]+)"', page)
            if script is not None and fetched(site + script.group(1)):
                return
        except (urllib.error.URLError, OSError):
            pass
        time.sleep(0.1)
    raise SystemExit(f"no page came:\n{log.read_text()[-4000:]}")


def fetched(address: str) -> str:
    """Returns the content at an address."""
    with urllib.request.urlopen(address, timeout=10) as answer:
        return str(answer.read().decode())


def processor_time(root: int) -> float:
    """Returns the CPU seconds of a process and all its descendants, running or ended."""
    parents: dict[int, int] = {}
    spent: dict[int, float] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        pid = int(stat.parent.name)
        parents[pid] = int(fields[1])
        spent[pid] = sum(map(int, fields[11:15])) / _TICKS
    total, found = 0.0, [root]
    while found:
        pid = found.pop()
        total += spent.get(pid, 0.0)
        found += [child for child, parent in parents.items() if parent == pid]
    return total


def main() -> int:
    """Measures and compares both commits; returns 1 if the limit is exceeded."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", default=BASE, help="the commit HEAD is measured against")
    base = parser.parse_args().base
    head = subprocess.run(
        ("git", "rev-parse", "--short", "HEAD"), cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()
    print(f"{'commit':10} {'first page':>12} {'processors':>12}")
    pages = []
    for commit in (head, base):
        pages.append(measured(commit))
        print(f"{commit:10} {pages[-1].seconds:10.1f} s {pages[-1].processor:10.1f} s", flush=True)
    ratio = pages[0].seconds / pages[1].seconds
    print(f"ratio {ratio:.2f}; processors {pages[0].processor / pages[1].processor:.2f}; bar {BAR}")
    return int(ratio > BAR)


if __name__ == "__main__":
    raise SystemExit(main())
