"""Guests and accounts, cookies, settings, deleting oneself."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import text

from tests.server.clients import Person, Socket, seated
from tests.server.serving import Server


async def test_a_guest_becomes_an_account_and_keeps_the_seat(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        name = f"ada-{ada.id}"
        table = await seated(ada, [bob])
        assert await ada.refused("POST", "/api/account", {"name": name, "password": "short"}) == (
            400,
            "server.short-password",
        )
        made = await ada.post("/api/account", {"name": name, "password": "correct horse"})
        assert made["person"] == {"id": ada.id, "name": name, "account": True}
        assert await bob.refused(
            "POST", "/api/account", {"name": name.upper(), "password": "another horse"}
        ) == (
            409,
            "server.name-taken",
        )
        async with Person(server, "Other device") as phone:
            wrong = {"name": name, "password": "wrong horse"}
            assert await phone.refused("POST", "/api/sign-in", wrong) == (403, "server.wrong-password")
            nobody = {"name": "nobody at all", "password": "wrong horse"}
            assert await phone.refused("POST", "/api/sign-in", nobody) == (403, "server.wrong-password")
            me = await phone.post("/api/sign-in", {"name": name, "password": "correct horse"})
            assert me["person"]["id"] == ada.id
            async with phone.sit(table) as socket:
                assert (await socket.hear("view"))["scene"]["seat"] == 0


async def test_a_cookie_is_worth_nothing_after_signing_out(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        replayed = ada.cookie
        forged = replayed[:-1] + ("0" if replayed[-1] != "0" else "1")
        assert (await ada.get("/api/me"))["person"]["id"] == ada.id
        await ada.post("/api/sign-out")
        ada.http.cookies.clear()
        for cookie in (replayed, forged, "paddock_session=", "paddock_session=." * 3, "paddock_session=é.é"):
            answer = await ada.call("GET", "/api/me", headers={"Cookie": cookie.encode()})
            assert answer.json()["person"] is None
            answer = await ada.call(
                "POST", "/api/tables", {"game": "pig"}, headers={"Cookie": cookie.encode()}
            )
            assert answer.status_code == 401


async def test_signing_out_closes_the_sockets_of_this_session_alone(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Phone") as phone:
        name = f"ada-{ada.id}"
        await ada.post("/api/account", {"name": name, "password": "correct horse"})
        await phone.post("/api/sign-in", {"name": name, "password": "correct horse"})
        table = await seated(ada, [], game="sealed")
        async with ada.sit(table) as here, phone.sit(table) as there, Socket(server, table) as nobody:
            await here.hear("view")
            await ada.post("/api/sign-out")
            assert await here.closed() == 4403
            await ada.post("/api/sign-out")
            assert (await there.ask("ping"))["type"] == "pong"
            assert (await nobody.ask("ping"))["type"] == "pong"


async def test_signing_out_everywhere_ends_all_sessions(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Phone") as phone:
        name = f"ada-{ada.id}"
        await ada.post("/api/account", {"name": name, "password": "correct horse"})
        await phone.post("/api/sign-in", {"name": name, "password": "correct horse"})
        table = await seated(ada, [], game="sealed")
        async with ada.sit(table) as socket:
            await socket.hear("view")
            await phone.post("/api/sign-out-everywhere")
            assert await socket.closed() == 4403
        assert (await ada.get("/api/me"))["person"] is None


async def test_settings_and_names_are_kept(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        assert (
            await ada.call("PUT", "/api/me/settings", {"language": "pl", "dark": True})
        ).status_code == 200
        assert (await ada.get("/api/me"))["settings"] == {"language": "pl", "dark": True}
        large = await ada.call("PUT", "/api/me/settings", {"x": "y" * 5000})
        assert large.status_code == 413
        renamed = await ada.call("PUT", "/api/me/name", {"name": "  Ada \u202e Lovelace "})
        assert renamed.json()["person"]["name"] == "Ada Lovelace"
        assert (await ada.call("PUT", "/api/me/name", {"name": "\u200b"})).status_code == 400


async def test_a_session_ends_after_a_year(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        aged = text("UPDATE sessions SET created = :then WHERE person = :person")
        for days, still_in in ((364, True), (366, False)):
            with server.storage() as connection:
                connection.execute(aged, {"then": time.time() - days * 86_400, "person": ada.id})
            me = await ada.get("/api/me")
            assert (me["person"] is not None) == still_in
        assert await ada.refused("POST", "/api/tables", {"game": "pig"}) == (401, "server.sign-in-first")
        assert (await bob.get("/api/me"))["person"]["id"] == bob.id


async def test_a_guests_cookie_opens_no_account(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Thief") as thief:
        stolen = ada.cookie
        table = await seated(ada, [], game="sealed")
        async with ada.sit(table) as socket:
            await socket.hear("view")
            await ada.post("/api/account", {"name": f"ada-{ada.id}", "password": "correct horse"})
            assert await socket.closed() == 1001
        assert (await ada.get("/api/me"))["person"]["id"] == ada.id
        thief.http.cookies.clear()
        seen = await thief.call("GET", "/api/me", headers={"Cookie": stolen})
        assert seen.json()["person"] is None


async def test_names_that_nobody_can_see_or_tell_apart_are_refused(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        name = f"Palina {ada.id}"
        await ada.post("/api/account", {"name": name, "password": "correct horse"})
        alike = name.replace("a", "а", 1)
        assert alike != name
        taken = (409, "server.name-taken")
        for worn in (name, name.upper(), alike, name.replace(" ", "  "), name.replace("P", "Р")):
            assert await bob.refused("POST", "/api/guest", {"name": worn}) == taken
            assert await bob.refused("PUT", "/api/me/name", {"name": worn}) == taken
            new = {"name": worn, "password": "another horse"}
            assert await bob.refused("POST", "/api/account", new) == taken
        for blank in ("ㅤ", "⠀", "\u200b", " ͏ ", "\u0301"):
            assert await bob.refused("POST", "/api/guest", {"name": blank}) == (400, "server.bad-name")
        table = (await bob.post("/api/tables", {"game": "pig"}))["id"]
        assert await bob.refused("POST", f"/api/tables/{table}/sit", {"name": alike}) == taken
        await bob.post("/api/sign-in", {"name": f" {name.upper()}  ", "password": "correct horse"})
        nameless = {"name": "\u200b", "password": "correct horse"}
        assert await bob.refused("POST", "/api/sign-in", nameless) == (403, "server.wrong-password")


async def test_a_strangers_guesses_do_not_lock_the_owner_out(
    backend: str, servers: Callable[..., Server]
) -> None:
    server = servers(backend, limits={"passwords_per_minute": 8, "wrong_passwords": 2})
    async with Person(server, "Ada") as ada, Person(server, "Mallory") as mallory:
        right = {"name": f"ada-{ada.id}", "password": "correct horse"}
        await ada.post("/api/account", right)
        for guess in range(3):
            wrong = {"name": f"  ADA-{ada.id} ", "password": f"wrong horse {guess}"}
            assert await mallory.refused("POST", "/api/sign-in", wrong) == (403, "server.wrong-password")
        began = time.monotonic()
        assert (await mallory.refused("POST", "/api/sign-in", wrong))[0] == 403
        assert time.monotonic() - began > 0.4
        assert await mallory.refused("POST", "/api/sign-in", wrong) == (429, "server.too-often")
        # The same address, the same name: only the device tells the owner from the stranger.
        await ada.post("/api/sign-out")
        me = await ada.post("/api/sign-in", right)
        assert me["person"]["id"] == ada.id
