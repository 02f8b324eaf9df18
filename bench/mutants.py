"""Mutation tests: changes code and lists changes that no test notices: `make mutants ROOM=core SAMPLE=60`.

Cosmic Ray writes the mutants into a copy of the tree under build/mutants, and runs the tests of the room on
each. Only a sample of a room's thousands of mutants is tried (SAMPLE=0: all), the same for the same SEED.
Ctrl-C prints the result so far.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkResult

ROOT = Path(__file__).parents[1]
COPY = ROOT / "build" / "mutants"
ROOMS = {
    "core": ("src/paddock/core", "tests/core tests/api tests/harness/test_pig.py"),
    "gt": ("src/paddock/games/rallyman/gt", "tests/rules tests/games/rallyman -k gt"),
    "dirt": ("src/paddock/games/rallyman/dirt", "tests/rules tests/games/rallyman -k dirt"),
    "outspeed": ("src/paddock/games/outspeed", "tests/games/outspeed tests/rules -k outspeed"),
    "dirt-and-dust": (
        "src/paddock/games/dirt_and_dust",
        "tests/games/dirt_and_dust tests/rules -k dirt_and_dust",
    ),
    "server": (
        "src/paddock/server/tables",
        "tests/server/test_decider.py tests/server/test_takebacks.py tests/server/test_clocks.py "
        "tests/server/test_playing.py -k 'not postgresql'",
    ),
}
"""The code to change, and the tests that should notice."""
SECONDS = 300.0


def copy_tree() -> None:
    """Copies the tracked files."""
    shutil.rmtree(COPY, ignore_errors=True)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True)
    for name in listed.stdout.decode().split("\0"):
        if name and not name.startswith("web/") and (ROOT / name).is_file():
            target = COPY / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)


def leave_out(session: Path, keep: int, seed: str) -> tuple[int, int]:
    """Skips all mutants but a sample; returns the size of the sample and the number of mutants."""
    with use_db(session, WorkDB.Mode.open) as db:
        jobs = [item.job_id for item in db.pending_work_items]
        tried = set(jobs if keep == 0 else random.Random(seed).sample(jobs, min(keep, len(jobs))))
        skipped = WorkResult(worker_outcome=WorkerOutcome.SKIPPED, output="not in the sample")
        db.set_multiple_results([job for job in jobs if job not in tried], skipped)
        return len(tried), len(jobs)


def survivors(session: Path) -> list[str]:
    """Returns the mutants that no test noticed: where, what, and how."""
    with use_db(session, WorkDB.Mode.open) as db:
        results = dict(db.results)
        found = []
        for item in db.work_items:
            result = results.get(item.job_id)
            if result is not None and result.test_outcome == TestOutcome.SURVIVED:
                where = item.mutations[0]
                found.append(f"{where.module_path}:{where.start_pos[0]} {where.operator_name}\n{result.diff}")
        return found


def break_room(room: str, sample: int, seed: str) -> int:
    """Tries the mutants of one room; returns how many survived."""
    module, tests = ROOMS[room]
    session, config = COPY / f"{room}.sqlite", COPY / f"{room}.toml"
    command = f"{ROOT}/.venv/bin/python -m pytest -x -q -p no:cacheprovider {tests}"
    config.write_text(
        f'[cosmic-ray]\nmodule-path = "{module}"\ntimeout = {SECONDS}\nexcluded-modules = []\n'
        f'test-command = "{command}"\n[cosmic-ray.distributor]\nname = "local"\n'
    )
    environment = {**os.environ, "PYTHONPATH": f"{COPY / 'src'}:{COPY}"}

    def cosmic_ray(*words: str) -> None:
        subprocess.run(
            [sys.executable, "-m", "cosmic_ray.cli", *words], cwd=COPY, env=environment, check=True
        )

    cosmic_ray("init", str(config), str(session))
    cosmic_ray("baseline", str(config))
    tried, whole = leave_out(session, sample, seed)
    print(f"{room}: {tried} of {whole} mutants", flush=True)
    with suppress(KeyboardInterrupt):
        cosmic_ray("exec", str(config), str(session))
    found = survivors(session)
    for one in found:
        print(one)
    print(f"{room}: {len(found)} of {tried} survived", flush=True)
    return len(found)


def main() -> None:
    """Tries the rooms named in ROOM, or all."""
    copy_tree()
    rooms = os.environ.get("ROOM", "").split() or list(ROOMS)
    sample, seed = int(os.environ.get("SAMPLE", "60")), os.environ.get("SEED", "0")
    print(sum(break_room(room, sample, seed) for room in rooms), "survivors in all")


if __name__ == "__main__":
    main()
