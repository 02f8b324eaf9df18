"""The promise of `actions`: a list wherever it is short, in every game and every phase, over the socket."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from paddock.core.game import short_list
from paddock.core.logs import load_file
from paddock.core.match import replay
from paddock.core.registry import find_game
from paddock.server.settings import Limits
from tests.server.clients import Person
from tests.server.serving import Server

RECORDED = Path(__file__).parent.parent / "recorded"
ASKED = {
    "rallyman-gt": {"tyres", "plan", "step", "relay", "side", "pit"},
    "rallyman-dirt": {"plan", "step", "relay", "sisu", "wheel", "service", "clocks"},
    "outspeed": {"bonus", "programming", "dials", "drawing"},
    "dirt-and-dust": {"setup", "roll", "driving", "preparation"},
}
"""The phases in which seats are asked."""
ALWAYS_SHORT = {"tyres", "step", "side", "pit", "sisu", "wheel", "service", "clocks"}
MOST = Limits().listed_actions
Moment = tuple[Path, int, int, list[Any] | None]
"""A recorded game, a step of it, a seat asked there, and what it may decide if that is short."""


def moments(name: str) -> dict[tuple[str, bool], Moment]:
    """For each phase of a game a moment with a short list and one with a long one, as far as recorded."""
    found: dict[tuple[str, bool], Moment] = {}
    for file in sorted(RECORDED.glob("*.jsonl")):
        log = load_file(file)
        if log.header.game != name:
            continue
        game = find_game(name)
        for step in replay(log, game):
            for seat in game.pending(step.state).seats[:1]:
                listed = short_list(game.actions(step.state, seat), MOST)
                plain = msgspec.json.decode(msgspec.json.encode(listed))
                found.setdefault((step.state.phase, listed is not None), (file, step.number, seat, plain))
    return found


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.parametrize("name", ASKED)
async def test_short_lists_are_sent_in_every_phase(server: Server, name: str) -> None:
    reached = moments(name)
    assert {phase for phase, _ in reached} == ASKED[name]
    assert {phase for phase, short in reached if short} >= ASKED[name] & ALWAYS_SHORT
    assert not any(phase in ALWAYS_SHORT for phase, short in reached if not short)
    async with Person(server, "Ada") as ada:
        brought: dict[Path, str] = {}
        for file, step, seat, expected in reached.values():
            if file not in brought:
                answer = await ada.http.post("/api/logs", content=file.read_bytes())
                brought[file] = answer.json()["id"]
            wish = {"step": step, "seats": [seat], "bot": "random"}
            table = await ada.post(f"/api/tables/{brought[file]}/branch", wish)
            async with ada.sit(table["id"]) as socket:
                scene = (await socket.hear("view"))["scene"]
                assert (scene["seat"], seat in scene["asked"]) == (seat, True)
                assert scene["actions"] == expected
                if expected is not None:
                    done = await socket.decide(seat, expected[-1])
                    while done.get("reason") == "stale":  # a bot was quicker: look again
                        done = await socket.decide(seat, expected[-1])
                    assert done["type"] == "ack", done
