"""A damaged write-ahead log, and games with gaps, are said at the start, with what was lost."""

from __future__ import annotations

import re
import sqlite3
import struct
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import delete, select

from paddock.server.storage.damage import examine
from paddock.server.storage.schema import records
from tests.server.clients import Person, seated
from tests.server.serving import Server


async def test_a_damaged_write_ahead_log_is_said_with_what_was_lost(servers: Callable[..., Server]) -> None:
    server = servers("sqlite")
    journal = server.folder / "paddock.db-wal"
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob], options={"goal": 1000})
        before = journal.stat().st_size
        async with ada.sit(table) as first:
            await first.hear("view")
            while 0 in first.scene["asked"] and first.scene["step"] < 8:
                assert (await first.decide(0, {"action": "roll"}))["type"] == "ack"
                at = first.scene["step"]
                await first.until(lambda scene, at=at: scene["step"] > at)
            acknowledged = first.scene["step"]
        server.kill()
        raw = bytearray(journal.read_bytes())
        page = struct.unpack_from(">I", raw, 8)[0]
        frame = 32 + (before - 32) // (24 + page) * (24 + page)
        assert frame < len(raw)
        raw[frame + 24 + 100] ^= 0xFF
        journal.write_bytes(raw)
        server.start()
        assert re.search(r"write-ahead log is damaged: \d+ committed transactions are lost", server.text())
        with server.storage() as connection:
            there = connection.execute(select(records.c.number).where(records.c.table_id == table)).scalars()
            newest = max(there)
        assert newest < acknowledged
        lost = re.search(rf"table {table}: records (\d+)(?: to (\d+))? are lost", server.text())
        assert lost is not None
        assert (int(lost[1]), int(lost[2] or lost[1])) == (newest + 1, acknowledged)
        (aside,) = server.folder.glob("paddock.db-wal-damaged-*")
        assert aside.read_bytes() == raw
        async with ada.sit(table, seen=acknowledged) as first:
            scene = (await first.hear("view"))["scene"]
            assert scene["step"] == newest
        server.kill()
        server.start()
        assert server.text().count("write-ahead log is damaged") == 1
        server.kill()
        journal.unlink()
        server.start()
        assert "has no write-ahead log" in server.text()
        server.stop()


async def test_missing_records_of_a_running_game_are_said(mortal: Server) -> None:
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
        assert f"table {table}: records 1 are missing" in server.text()


def test_the_unfinished_end_of_a_write_ahead_log_is_no_damage(tmp_path: Path) -> None:
    database = tmp_path / "paddock.db"
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("CREATE TABLE said (text)")
    for number in range(20):
        connection.execute("INSERT INTO said VALUES (?)", (str(number),))
    raw = (tmp_path / "paddock.db-wal").read_bytes()
    connection.close()
    for cut in (len(raw), len(raw) - 1, len(raw) - 4000, 40, 0):
        (tmp_path / "paddock.db-wal").write_bytes(raw[:cut])
        assert examine(database) is None, cut
