"""A server that plays with the figures of an owner's box, its bots and answers too."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from paddock.core.logs import load
from paddock.core.registry import find_game
from tests.server.clients import Person, seated
from tests.server.serving import Server


async def test_tables_are_played_with_the_figures_of_an_owner_and_only_with_them(
    servers: Callable[..., Server], tmp_path: Path
) -> None:
    figures = json.loads(find_game("outspeed").shipped_data())
    figures["components"]["fuel"]["start_per_player"] = 21
    file = tmp_path / "outspeed.json"
    file.write_text(json.dumps(figures))
    server = servers("sqlite", figures=f"outspeed={file}")
    async with Person(server, "Ada") as ada:
        table = await seated(ada, [], game="outspeed", bots=["club", "club"])
        async with ada.sit(table) as seat:
            scene = await seat.until(lambda scene: True)
        assert [ship["fuel"] for ship in scene["view"]["ships"]] == [21, 21, 21]
        server.stop()
        del server.options["figures"]
        server.start()
        refused = await ada.refused("GET", f"/api/tables/{table}")
        assert refused == (409, "server.other-figures")
        with server.storage() as connection:
            line = connection.exec_driver_sql("SELECT line FROM records WHERE number = 0").scalar_one()
        assert load(bytes(line)).header.figures


async def test_bots_and_questions_in_processes_of_their_own_use_the_figures_of_an_owner(
    servers: Callable[..., Server], tmp_path: Path
) -> None:
    figures = json.loads(find_game("rallyman-gt").shipped_data())
    faces = figures["dice"]["hazard_faces"]
    faces.update(gear=dict.fromkeys(faces["gear"], 6), coast=6, brake=6)
    file = tmp_path / "gt.json"
    file.write_text(json.dumps(figures))
    server = servers("sqlite", figures=f"rallyman-gt={file}", bot_seconds=120)
    async with Person(server, "Ada") as ada:
        table = await seated(ada, [], game="rallyman-gt", bots=["all-hazards"])
        async with ada.sit(table) as seat:
            scene = await seat.until(lambda scene: scene["asked"] == [0])
            steps: list[Any] = []
            for _ in range(3):
                quick = await seat.ask("explore", seat=0, question={"question": "next-steps", "steps": steps})
                steps.append(quick["answer"]["next"][0]["step"])
            question = {"question": "outlook", "steps": steps}
            told = await seat.ask("explore", seat=0, question=question)
            assert [end["lost"] for end in told["answer"]["ends"]] == [True], "three dice, three hazards"
            await seat.decide(0, {"action": "retire"})
            await seat.until(lambda later: later["step"] > scene["step"] + 5)
        metrics = (await ada.call("GET", "/metrics")).text
        assert "paddock_bot_failures_total 0" in metrics, server.text()
    server.stop()
