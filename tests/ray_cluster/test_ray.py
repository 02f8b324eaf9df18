"""The arena on a real local Ray gives the same games as one process; run by `make ray-test`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ray = pytest.importorskip("ray", reason="`make ray-test` installs Ray into an environment of its own")

from paddock.arena.runner import OnRay  # noqa: E402
from paddock.arena.series import Tournament  # noqa: E402
from paddock.arena.tournament import play_tournament  # noqa: E402
from paddock.core.registry import find_game  # noqa: E402


def test_ray_gives_the_same_games() -> None:
    plan = Tournament(game="outspeed", bots=("club", "random"), seats=3, games=24, decide=False)
    here = play_tournament(plan)
    there = play_tournament(plan, OnRay("local", chunk=2))
    assert [(o.bots, o.places, o.scores) for o in here.games] == [
        (o.bots, o.places, o.scores) for o in there.games
    ]
    assert len(there.games) == 24
    ray.shutdown()


OWNERS = """
import sys
from pathlib import Path
from paddock.arena.runner import InProcess, OnRay
from paddock.arena.series import Tournament
from paddock.arena.tournament import play_tournament
from paddock.core.data import use_data

use_data("outspeed", Path(sys.argv[1]).read_bytes())
plan = Tournament(game="outspeed", bots=("club", "random"), seats=3, games=6, decide=False)
here, there = (play_tournament(plan, runner).games for runner in (InProcess(), OnRay("local", chunk=2)))
assert [game.scores for game in here] == [game.scores for game in there]
"""


def test_ray_plays_with_the_owners_figures(tmp_path: Path) -> None:
    figures = json.loads(find_game("outspeed").shipped_data())
    figures["dice"]["blue"]["faces"] = [1, 1, 2, 3, 3, 4]
    owners = tmp_path / "owners.json"
    owners.write_text(json.dumps(figures))
    subprocess.run([sys.executable, "-c", OWNERS, owners], check=True)
