"""Plain Python gives the numbers of the compiler."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.kernels import plain


def test_plain_python_gives_the_numbers_of_the_compiler() -> None:
    told = subprocess.run(
        (sys.executable, "-m", "tests.kernels.plain"),
        env={**os.environ, "PADDOCK_PLAIN": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    alone = json.loads(told)
    compiled = plain.figures()
    assert not alone.pop("compiled")
    assert compiled.pop("compiled")
    assert alone.keys() == compiled.keys()
    for name, numbers in compiled.items():
        assert alone[name] == pytest.approx(numbers), name
