"""What links say of themselves: enough to be tempting, nothing that is private."""

from __future__ import annotations

import html
import re

from tests.server.clients import Person, seated
from tests.server.serving import Server


async def told(person: Person, path: str, language: str = "en") -> dict[str, str]:
    """The words of a link as a chat program reads them."""
    page = await person.call("GET", path, headers={"Accept-Language": language})
    assert page.status_code == 200
    found = re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', page.text)
    return {name: html.unescape(text) for name, text in found}


async def test_a_public_table_says_what_is_played_and_by_whom(server: Server) -> None:
    stranger = Person(server, "")
    async with Person(server, 'A"da <b>') as ada:
        made = await ada.post("/api/tables", {"game": "pig", "title": 'Friday "</head>'})
        words = await told(stranger, f"/table/{made['id']}")
        assert words["title"] == 'Friday "</head> · Pig'
        assert words["description"] == 'A"da <b>. 1 free seat.'
        assert words["url"].endswith(f"/table/{made['id']}")
        assert words["image"].endswith("/icon-512.png")
        assert (await told(stranger, f"/table/{made['id']}/and/further"))["title"] == words["title"]
        assert "1 wolne miejsce" in (await told(stranger, f"/table/{made['id']}", "pl"))["description"]
        assert await told(stranger, "/workshop") == {}
        player = await told(stranger, f"/player/{ada.id}")
        assert player["title"] == 'A"da <b>'


async def test_a_private_table_tells_nothing_but_by_a_players_link(server: Server) -> None:
    stranger = Person(server, "")
    async with Person(server, "Ada") as ada:
        table = await seated(ada, [], bots=["random"], public=False, title="Secret cup")
        link = await ada.get(f"/api/tables/{table}/invitation")
        assert await told(stranger, f"/table/{table}") == {}
        assert await told(stranger, f"/replay/{table}") == {}
        blind = await told(stranger, f"/invitation/{table}")
        forged = await told(stranger, f"/invitation/{table}/0123456789abcdef")
        assert blind["title"] == forged["title"] == "You are invited to a table"
        assert not any(word in " ".join(blind.values()) for word in ("Ada", "random", "Pig", "Secret"))
        shared = await told(stranger, f"/invitation/{table}/{link['card']}")
        assert shared["title"] == "Ada invites you: Pig"
        assert "random" not in " ".join(shared.values()) and "Secret" not in " ".join(shared.values())
        assert link["invitation"] not in " ".join(shared.values())
        looked = await stranger.post(f"/api/tables/{table}/invited", {"invitation": link["invitation"]})
        assert (looked["table"]["game"], looked["by"]["name"]) == ("pig", "Ada")
        wrong = await stranger.refused("POST", f"/api/tables/{table}/invited", {"invitation": link["card"]})
        assert wrong == (403, "server.bad-invitation")
        assert await told(stranger, "/table/nothing") == {}
