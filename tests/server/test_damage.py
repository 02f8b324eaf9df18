"""What is damaged is said, with what a host can do about it, and nothing is played on top of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import delete

from paddock.core.errors import BadInput
from paddock.server.storage.integrity import check_integrity
from paddock.server.storage.schema import records
from tests.server.clients import Person, seated
from tests.server.serving import WAIT, Server

PAGE = 4096


def overwrite(database: Path, first: int) -> None:
    """Let everything behind the first pages of a database be noise."""
    raw = database.read_bytes()
    assert len(raw) > first * PAGE
    database.write_bytes(raw[: first * PAGE] + b"\xa5" * (len(raw) - first * PAGE))


async def test_a_damaged_database_is_refused_with_the_backup_to_restore(
    servers: Callable[..., Server],
) -> None:
    server = servers("sqlite")
    database, backups = server.folder / "paddock.db", server.folder / "backups"
    async with Person(server, "Ada") as ada:
        await seated(ada, [], bots=["random"], options={"goal": 1000})
    server.stop()
    server.start()
    server.kill()
    backups.mkdir()
    newest = backups / "paddock-20260101-000000.db"
    newest.write_bytes(database.read_bytes())
    overwrite(database, first=2)
    broken = database.read_bytes()
    server.spawn()
    assert server.process is not None
    assert server.process.wait(WAIT) != 0
    printed = "".join(server.text().split())  # a narrow terminal breaks lines anywhere
    assert f"Restorethenewestbackup,{newest}" in printed
    assert database.read_bytes() == broken
    for left in ("paddock.db-wal", "paddock.db-shm"):
        (server.folder / left).unlink()
    newest.rename(database)
    server.start().stop()


async def test_a_game_with_a_missing_record_says_so(mortal: Server) -> None:
    server = mortal
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob], options={"goal": 1000})
        async with ada.sit(table) as first:
            await first.hear("view")
            await first.decide(0, {"action": "roll"})
        server.kill()
        with server.storage() as connection:
            connection.execute(delete(records).where(records.c.table_id == table, records.c.number == 1))
        server.start()
        assert await ada.refused("GET", f"/api/tables/{table}") == (409, "server.damaged-log")
        assert f"table {table} cannot be taken up: Record 1 was altered" in server.text()


def test_what_is_no_database_is_refused_and_what_was_closed_is_not_looked_at(tmp_path: Path) -> None:
    database = tmp_path / "paddock.db"
    check_integrity(database, tmp_path / "backups")
    database.write_bytes(b"no database" * 1000)
    check_integrity(database, tmp_path / "backups")
    (tmp_path / "paddock.db-wal").touch()
    with pytest.raises(BadInput, match="There is no backup"):
        check_integrity(database, tmp_path / "backups")
