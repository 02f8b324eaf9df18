"""The built wheel, alone in an empty environment, starts and plays.

`make test` tries the bare wheel; `make wheel-test` every extra, one by one (PADDOCK_WHEEL_EXTRAS=all).
"""

import os
import re
import subprocess
import sys
import time
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

from tests.server.serving import WAIT, free_port
from tests.test_docs import blocks

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
EVERY = os.environ.get("PADDOCK_WHEEL_EXTRAS") == "all"
needs_time = pytest.mark.skipif(not EVERY, reason="takes minutes: `make wheel-test`")

TRIES = {
    "research": """
import paddock
table = paddock.simulate("outspeed", games=2)
assert table.num_rows == 6
""",
    "openspiel": """
import pyspiel
import paddock
assert paddock.start("outspeed", seed=1).play().over
""",
    "fast": """
import numba
import paddock
assert paddock.start("rallyman-gt", seed=1).play().over
""",
    "ray": """
import ray
import paddock
assert paddock.simulate("outspeed", games=1).num_rows == 3
""",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("wheel")
    env = {**os.environ, "PADDOCK_REPOSITORY": "https://forge.example/paddock"}
    pip(Path(sys.executable), "wheel", "--no-deps", "--wheel-dir", str(target), str(ROOT), env=env)
    return next(target.glob("paddock_games-*.whl"))


def pip(python: Path, *words: str, env: dict[str, str] | None = None) -> None:
    command = [str(python), "-m", "pip", "--disable-pip-version-check", "--quiet", *words]
    subprocess.run(command, check=True, env=env)


def installed(place: Path, wheel: Path, extra: str = "") -> Path:
    """A fresh environment with the wheel in it; returns its Python."""
    venv.create(place, with_pip=True)
    python = place / "bin" / "python"
    pip(python, "install", f"{wheel}[{extra}]" if extra else str(wheel))
    return python


def run(python: Path, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([python, *words], capture_output=True, text=True, cwd=cwd, check=False)


def test_the_wheel_holds_what_it_should(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {
        "paddock/py.typed",
        "paddock/api/__init__.py",
        "paddock/games/outspeed/rules/outspeed.md",
        "paddock/games/outspeed/how-to-play/outspeed.pl.md",
    } <= names
    assert "paddock/tracks/data/gt_tiles.json" in names
    assert not [name for name in names if name.startswith(("tests/", "bench/", "tools/"))]


def test_the_wheel_says_where_it_was_built(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as held:
        about = next(name for name in held.namelist() if name.endswith(".dist-info/METADATA"))
        told = held.read(about).decode()
    assert "Name: paddock-games\n" in told
    assert "Project-URL: Repository, https://forge.example/paddock\n" in told
    assert "Project-URL: Issues, https://forge.example/paddock/issues\n" in told


def test_the_bare_wheel_starts_and_plays(wheel: Path, tmp_path: Path) -> None:
    python = installed(tmp_path / "bare", wheel)
    played = run(python, "-m", "paddock", "run", "outspeed", "--games", "2", "--log", "g.jsonl", cwd=tmp_path)
    assert played.returncode == 0, played.stderr
    assert "2 games" in played.stdout
    for code in (
        "import paddock; assert paddock.start('rallyman-gt', seats=2, seed=1).play().over",
        "import paddock; print(paddock.start('dirt-and-dust', seats=1, seed=1))",
        "import importlib.util as u; assert not u.find_spec('litestar') and not u.find_spec('sqlalchemy')",
    ):
        done = run(python, "-c", code, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    refused = run(python, "-m", "paddock", "serve", cwd=tmp_path)
    assert refused.returncode == 1
    assert "paddock-games[server]" in refused.stderr.replace("\n", "")
    missing = run(python, "-c", "import paddock; paddock.simulate('outspeed', games=1)", cwd=tmp_path)
    assert "paddock-games[research]" in missing.stderr


@pytest.fixture(scope="module")
def readers_folder(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an environment of the extras that the README names, and nothing else."""
    folder = tmp_path_factory.mktemp("reader")
    named = re.findall(r'^pip install "paddock-games\[(\S+)\]"$', README.read_text(), re.MULTILINE)
    assert len(named) == 1
    installed(folder / ".venv", wheel, named[0])
    return folder


def test_the_shell_sample_of_the_readme_runs(readers_folder: Path) -> None:
    sample = next(code for code in blocks(README, "sh") if code.startswith("paddock "))
    path = f"{readers_folder / '.venv' / 'bin'}:{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "XDG_CACHE_HOME": str(readers_folder / "cache")}
    for line in sample.splitlines():
        done = subprocess.run(
            ["sh", "-c", line], capture_output=True, text=True, cwd=readers_folder, env=env, check=False
        )
        assert done.returncode == 0, f"{line}\n{done.stderr}"


def test_the_python_sample_of_the_readme_runs(readers_folder: Path) -> None:
    (sample,) = blocks(README, "python")
    done = run(readers_folder / ".venv/bin/python", "-c", sample, cwd=readers_folder)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("\n60\n")


@needs_time
@pytest.mark.parametrize("extra", TRIES)
def test_the_wheel_with_an_extra_plays(wheel: Path, tmp_path: Path, extra: str) -> None:
    python = installed(tmp_path / extra, wheel, extra)
    done = run(python, "-c", TRIES[extra], cwd=tmp_path)
    assert done.returncode == 0, done.stderr


@needs_time
@pytest.mark.parametrize("extra", ["server", "all"])
def test_the_wheel_with_the_server_serves(wheel: Path, tmp_path: Path, extra: str) -> None:
    python = installed(tmp_path / extra, wheel, extra)
    port = free_port()
    server = subprocess.Popen([python, "-m", "paddock", "serve", "--port", str(port)], cwd=tmp_path)
    try:
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/games", timeout=WAIT) as answer:
                    assert b"rallyman-gt" in answer.read()
                break
            except OSError:
                assert server.poll() is None, "the server ended before it answered"
                time.sleep(0.2)
    finally:
        server.terminate()
        server.wait(WAIT)
