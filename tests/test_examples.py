"""The examples run: one that learns does learn, and the socket's bot plays at a real server."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from tests.server.serving import Server

ROOT = Path(__file__).parent.parent


def module(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules[name] = found
    spec.loader.exec_module(found)
    return found


def test_a_short_run_of_learning_is_already_quicker(tmp_path: Path) -> None:
    lesson = module("learn_solo_gt")
    _, seconds = lesson.learn(96, seed=1, batch=8, track="list-1")
    first, last = float(np.mean(seconds[:32])), float(np.mean(seconds[-32:]))
    assert last < 0.9 * first, f"{first:.0f} s at first, {last:.0f} s at last"
    lesson.curve(seconds, tmp_path / "curve.svg", block=20)
    assert "polyline" in (tmp_path / "curve.svg").read_text()


def test_the_socket_bot_of_the_guide_plays_to_the_end(tmp_path: Path) -> None:
    guide = (ROOT / "docs/bot-in-ten-minutes.md").read_text()
    code = re.findall(r"^```js\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)
    assert code == [(ROOT / "examples/socket_bot.mjs").read_text()]
    node = Path(sys.executable).parent / "node"
    server = Server(tmp_path).start()
    try:
        played = subprocess.run(
            [node, ROOT / "examples/socket_bot.mjs", server.url],
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
    finally:
        server.stop()
    assert played.returncode == 0, played.stderr
    assert re.fullmatch(r"over after \d+ decisions, place [1-4]\n", played.stdout)


def test_the_notebook_runs() -> None:
    cells = json.loads((ROOT / "examples/first_race.ipynb").read_text())["cells"]
    room: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), "first_race.ipynb", "exec"), room)
    assert room["match"].over
    assert room["table"].num_rows == 90
