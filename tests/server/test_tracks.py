"""The workshop's side of the server."""

from __future__ import annotations

import base64

from tests.server.clients import Person
from tests.server.serving import Server


async def test_a_layout_goes_round_the_workshop(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        made = await ada.post("/api/tracks/generate", {"kind": "circuit", "seed": 7, "wish": {"tiles": 12}})
        layout = made["layout"]
        assert layout["kind"] == "circuit"
        assert len(layout["tiles"]) == 12
        again = await ada.post("/api/tracks/generate", {"kind": "circuit", "seed": 7, "wish": {"tiles": 12}})
        assert again == made
        checked = await ada.post("/api/tracks/check", {"layout": layout})
        assert checked["problems"] == []
        assert checked["figures"][0]["tiles"] == 12
        (board,) = await ada.post("/api/tracks/draw", {"layout": layout})
        assert board["svg"].startswith("<svg")
        assert board["cells"]
        broken = {**layout, "tiles": layout["tiles"][:-1]}
        wrong = await ada.post("/api/tracks/check", {"layout": broken})
        assert wrong["problems"][0]["message"]["id"].startswith("tracks.")
        assert (await ada.call("POST", "/api/tracks/draw", {"layout": broken})).status_code == 400
        for form in ("paddock", "rekee", "rgt"):
            file = await ada.post("/api/tracks/export", {"layout": layout, "format": form})
            back = await ada.post("/api/tracks/import", {"data": file["data"]})
            assert [tile["tile"] for tile in back["layout"]["tiles"]] == [
                tile["tile"] for tile in layout["tiles"]
            ]
            assert back["problems"] == []
        for data in ("!!!", base64.b64encode(b"nonsense").decode(), base64.b64encode(b"{}").decode()):
            assert (await ada.call("POST", "/api/tracks/import", {"data": data})).status_code == 400
        saved = await ada.post("/api/tracks", {"name": "Mine", "layout": layout})
        address = f"/api/tracks/{saved['id']}"
        assert (await bob.refused("GET", address))[0] == 404
        assert saved["id"] not in [track["id"] for track in await bob.listed("/api/tracks")]
        shared = {"name": "Ours", "layout": layout, "shared": True}
        assert (await bob.call("PUT", address, shared)).status_code == 404
        assert (await ada.call("PUT", address, shared)).status_code == 200
        found = await bob.get(address)
        assert (found["name"], found["owner_name"], found["layout"]) == ("Ours", "Ada", layout)
        assert (await bob.call("DELETE", address)).status_code == 404
        assert (await ada.call("DELETE", address)).status_code == 200
        assert (await ada.refused("GET", address))[0] == 404


async def test_the_boxes_and_the_ready_tracks_are_there(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        for box in ("gt", "dirt"):
            faces = await ada.get(f"/api/tracks/boxes/{box}")
            assert faces[0]["svg"].startswith("<svg")
            assert faces[0]["copies"] >= 1
        assert (await ada.refused("GET", "/api/tracks/boxes/lego"))[0] == 404
        ready = await ada.get("/api/tracks/ready")
        assert {track["kind"] for track in ready} == {"circuit", "stage", "rally"}
        rally = next(track for track in ready if track["kind"] == "rally")
        assert (await ada.post("/api/tracks/check", {"layout": rally["layout"]}))["problems"] == []


async def test_rules_and_words_are_served(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        names = [page["name"] for page in await ada.get("/api/rules")]
        assert "rallyman-gt" in names
        page = await ada.get("/api/rules/rallyman-gt")
        rule = next(block for block in page["blocks"] if block["kind"] == "rule")
        assert await ada.get(f"/api/rules/rallyman-gt/{rule['id']}") == rule
        assert (await ada.refused("GET", "/api/rules/rallyman-gt/GT-NO-99"))[0] == 404
        polish = await ada.get("/api/how-to-play/rallyman-gt/pl")
        assert "Cel" in polish["blocks"][1]["text"]
        pig = await ada.get("/api/how-to-play/pig/pl")
        assert [block["figure"] for block in pig["blocks"] if block.get("figure")] == ["pot"]
        for address in ("/api/how-to-play/pig/xx", "/api/how-to-play/go/en"):
            assert (await ada.refused("GET", address))[0] == 404
        told = {game["name"] for game in await ada.get("/api/games") if game["how_to_play"]}
        assert told >= {"pig", "outspeed"}
        polish = await ada.call("GET", "/api/words/pl")
        assert polish.json()["server.not-your-seat"] == "To nie jest twoje miejsce."
        tag = {"If-None-Match": polish.headers["etag"]}
        assert (await ada.call("GET", "/api/words/pl", headers=tag)).status_code == 304
        refusal = await ada.call(
            "POST", "/api/tables", {"game": "go"}, headers={"Accept-Language": "pl-PL,en"}
        )
        assert refusal.json()["text"] == catalogue_text("go", refusal.json())


def catalogue_text(game: str, body: dict[str, object]) -> str:
    from paddock.core.messages import Message, say

    message = body["message"]
    assert isinstance(message, dict)
    assert message["params"]["game"] == game
    return say(Message(message["id"], message["params"]), "pl")
