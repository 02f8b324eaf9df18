"""Games on other processes are played with the figures of the box that the process which asks plays with."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from paddock.core.registry import find_game

SCRIPT = """
import json, multiprocessing, sys
from pathlib import Path
import paddock
from paddock.arena.runner import InProcess, OnProcesses, play
from paddock.arena.series import Series, Tournament
from paddock.arena.tournament import play_tournament
from paddock.core.data import use_data

def simulated(processes):
    return paddock.simulate("outspeed", "random", games=8, processes=processes)["score"].to_pylist()

def raced(runner):
    plan = Tournament(game="outspeed", bots=("random", "club"), seats=3, games=6)
    return [game.scores for game in play_tournament(plan, runner).games]

def logged(processes):
    return [game.played.log.decode() for game in play(Series("outspeed", {}, ("random",) * 3, 4), processes)]

if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    if len(sys.argv) > 1:
        use_data("outspeed", Path(sys.argv[1]).read_bytes())
    here = simulated(1), raced(InProcess()), logged(1)
    assert simulated(2) == here[0], "simulate"
    assert raced(OnProcesses(2, chunk=1)) == here[1], "tournament"
    assert logged(2) == here[2], "series"
    print(json.dumps(here))
"""


def test_processes_that_are_spawned_play_with_the_owners_figures(tmp_path: Path) -> None:
    figures = json.loads(find_game("outspeed").shipped_data())
    figures["dice"]["blue"]["faces"] = [1, 1, 2, 3, 3, 4]
    owners = tmp_path / "owners.json"
    owners.write_text(json.dumps(figures))
    script = tmp_path / "games.py"
    script.write_text(SCRIPT)
    ours, theirs = (
        json.loads(subprocess.run([sys.executable, script, *file], check=True, capture_output=True).stdout)
        for file in ([], [str(owners)])
    )
    assert all(one != other for one, other in zip(ours, theirs, strict=True)), "the figures are others"
