"""The browser's part of the guide to adding a game builds: its blocks are checked like the shipped tables."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from paddock.core.registry import add_game
from tests.sample.pig import PIG
from tools.typescript.modules import game_modules, write

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
CHECK = WEB / "node_modules" / "svelte-check" / "bin" / "svelte-check"


def block(language: str) -> str:
    guide = (ROOT / "docs" / "adding-a-game.md").read_text()
    found = re.findall(rf"```{language}\n(.*?)```", guide, re.S)
    assert len(found) == 1, f"the guide shows one {language} file"
    return str(found[0])


@pytest.mark.skipif(not CHECK.exists(), reason="the browser's packages are not installed")
def test_the_table_of_the_guide_is_checked_like_any_other(tmp_path: Path) -> None:
    add_game(PIG)
    shutil.copytree(WEB / "src", tmp_path / "src", ignore=shutil.ignore_patterns("generated"))
    (tmp_path / "node_modules").symlink_to(WEB / "node_modules")
    shutil.copy(WEB / "svelte.config.js", tmp_path)
    write(tmp_path / "src" / "generated")
    for name, text in game_modules(PIG).items():
        (tmp_path / "src" / "generated" / f"{name}.ts").write_text(text)
    pig = tmp_path / "src" / "tables" / "pig"
    (pig / "words").mkdir(parents=True)
    (pig / "manifest.ts").write_text(block("ts"))
    (pig / "PigTable.svelte").write_text(block("svelte"))
    (pig / "Art.svelte").write_text('<script lang="ts"></script>\n\n<svg></svg>\n')
    words = json.dumps({"pig.pot": "{points} in the pot", "pig.roll": "Roll"})
    for language in ("en", "pl", "ru"):
        (pig / "words" / f"{language}.json").write_text(words)
    config = json.loads((WEB / "tsconfig.json").read_text())
    config["include"] = ["src/tables/pig"]
    (tmp_path / "tsconfig.json").write_text(json.dumps(config))
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["node", str(CHECK), "--tsconfig", "tsconfig.json", "--fail-on-warnings", "--output", "human"],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
