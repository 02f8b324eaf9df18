"""The arena on a real local Ray gives the same games as one process; run by `make ray-test`."""

from __future__ import annotations

import pytest

ray = pytest.importorskip("ray", reason="`make ray-test` installs Ray into an environment of its own")

from paddock.arena.runner import OnRay  # noqa: E402
from paddock.arena.series import Tournament  # noqa: E402
from paddock.arena.tournament import play_tournament  # noqa: E402


def test_ray_gives_the_same_games() -> None:
    plan = Tournament(game="outspeed", bots=("club", "random"), seats=3, games=24, decide=False)
    here = play_tournament(plan)
    there = play_tournament(plan, OnRay("local", chunk=2))
    assert [(o.bots, o.places, o.scores) for o in here.games] == [
        (o.bots, o.places, o.scores) for o in there.games
    ]
    assert len(there.games) == 24
    ray.shutdown()
