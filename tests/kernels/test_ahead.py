"""What is compiled ahead of time is compiled once for the same sources, interpreter and compiler."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from paddock.core.registry import bots, games
from paddock.kernels import ahead

PACKAGE = "paddock.kernels.outspeed"


@pytest.fixture
def prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Compiling into an empty folder; lists what was compiled."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    done: list[str] = []

    def prepare_of(name: str) -> SimpleNamespace:
        return SimpleNamespace(prepare=lambda: done.append(name))

    monkeypatch.setattr(ahead, "import_module", prepare_of)
    return done


def test_a_package_is_compiled_once(prepared: list[str]) -> None:
    assert ahead.uncompiled([PACKAGE]) == [PACKAGE]
    ahead.compile_package(PACKAGE)
    ahead.compile_package(PACKAGE)
    assert prepared == [f"{PACKAGE}.prepare"]
    assert ahead.uncompiled([PACKAGE]) == []


def test_another_processor_or_compiler_compiles_anew(
    prepared: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead.compile_package(PACKAGE)
    with monkeypatch.context() as patch:
        patch.setattr(ahead, "_processor", lambda: "another")
        assert ahead.uncompiled([PACKAGE]) == [PACKAGE]
    with monkeypatch.context() as patch:
        patch.setattr(ahead, "version", lambda name: "0.0")
        assert ahead.uncompiled([PACKAGE]) == [PACKAGE]


def test_without_numba_nothing_is_to_be_compiled(
    prepared: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ahead, "COMPILED", False)
    assert ahead.uncompiled([PACKAGE]) == []


def test_every_bot_plays_by_packages_that_a_server_compiles() -> None:
    used = {
        package for game in games() for bot in bots(game).values() for package in getattr(bot, "kernels", ())
    }
    assert used == set(ahead.SECONDS)
    assert used <= set(ahead.packages())


def test_the_compiler_of_a_server_names_every_package_and_ends() -> None:
    for package in ahead.SECONDS:
        ahead.compile_package(package)
    with subprocess.Popen(
        (sys.executable, "-m", "paddock.kernels", "--beside"), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.read().decode().split() == list(ahead.SECONDS)
        assert process.wait() == 0


def test_the_compiler_of_a_server_ends_with_it(tmp_path: Path) -> None:
    with subprocess.Popen(
        (sys.executable, "-c", "from paddock.kernels.ahead import end_with_the_server as e; e()"),
        stdin=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait() == 1
