"""Threads may read any type at any time."""

import subprocess
import sys

_RACE = """
import sys, threading
import msgspec
from paddock.server.startup_checks import work_out_types

FIELDS = [(f"lap{n}", dict[str, list[tuple[int, ...]]] | None, None) for n in range(20)]
CARS = [[msgspec.defstruct(f"Car{n}", FIELDS) for n in range(8)] for _ in range(100)]
RACES = [msgspec.defstruct("Race", [(f"car{n}", car) for n, car in enumerate(cars)]) for cars in CARS]
RAW = {f"car{n}": {"lap0": {"a": [[1]]}} for n in range(8)}
sys.setswitchinterval(1e-6)
work_out_types()

def read():
    for race in RACES:
        together.wait()
        msgspec.convert(RAW, race)

together = threading.Barrier(4)
threads = [threading.Thread(target=read) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_threads_meet_no_struct_that_is_half_worked_out() -> None:
    done = subprocess.run([sys.executable, "-c", _RACE], check=False, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr.decode()
