"""Where numba is missing no level is offered that would drive as a weaker one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

ASK = """
import json, sys
sys.modules["numba"] = None  # as if it were not installed
from paddock.cli import app
from paddock.core.errors import BadInput
from paddock.core.registry import bots, find_bot, games, unavailable_bots
from paddock.server.http.games import describe
from typer.testing import CliRunner

def refused(game, bot):
    try:
        find_bot(game, bot)
    except BadInput as error:
        return str(error)

listed = CliRunner().invoke(app, ["games", "--json"]).stdout
print(json.dumps({
    "offered": {game: list(bots(game)) for game in games()},
    "unavailable": {game: unavailable_bots(game) for game in games()},
    "described": {name: [one.name for one in describe(game).opponents] for name, game in games().items()},
    "listed": {one["name"]: one["bots"] for one in json.loads(listed)},
    "refused": refused("rallyman-gt", "expert"),
}))
"""
COMPILED = {
    "dirt-and-dust": set(),
    "outspeed": {"expert"},
    "rallyman-dirt": {"expert"},
    "rallyman-gt": {"expert", "champion"},
}


def told(**environment: str) -> dict[str, Any]:
    """What a process says about the bots it has."""
    done = subprocess.run(
        (sys.executable, "-c", ASK),
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
        text=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_without_numba_levels_that_need_it_are_not_offered() -> None:
    found = told()
    for listing in ("offered", "described", "listed"):
        for game, levels in COMPILED.items():
            offered = set(found[listing][game])
            assert not offered & levels, (listing, game)
            assert {"random", "beginner", "club"} <= offered
    assert found["unavailable"] == {game: dict.fromkeys(levels, "fast") for game, levels in COMPILED.items()}


def test_without_numba_asking_for_such_a_level_says_what_to_install() -> None:
    assert "[fast]" in told()["refused"]
