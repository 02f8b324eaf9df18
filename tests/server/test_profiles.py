"""What profiles tell, from results as they are stored."""

from __future__ import annotations

from sqlalchemy import insert

from paddock.server.storage.schema import feats, seats, tables
from tests.server.clients import Person
from tests.server.serving import Server


async def test_profiles_tell_luck_drive_by_drive(server: Server) -> None:
    row = {"version": 1, "game": "rallyman-gt", "public": True, "stage": "over", "host": "h", "created": 0.0}
    row |= {"bots_asked": False, "tallied": True, "touched": 0.0, "seed": b"", "invitation": "", "sheet": ""}
    ended = {"place": 1, "score": 90.0, "unit": "seconds"}
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        with server.storage() as connection:
            for number, luck in enumerate((2.0, -1.0)):
                table = f"lucky{number}"
                connection.execute(insert(tables).values(id=table, finished=number + 1.0, course="c", **row))
                connection.execute(insert(seats).values(table_id=table, seat=0, person=ada.id, **ended))
                connection.execute(insert(feats).values(table_id=table, seat=0, name="luck", value=luck))
        drives = await bob.get(f"/api/people/{ada.id}/luck")
        assert [(drive["course"], drive["luck"], drive["at"]) for drive in drives] == [
            ("c", 2.0, 1.0),
            ("c", -1.0, 2.0),
        ]
        assert await ada.get(f"/api/people/{bob.id}/luck") == []
