"""Tracks that people save and share."""

from __future__ import annotations

import time
from typing import Any, Literal

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Row, delete, func, insert, select, update

from paddock.server.accounts.people import Person
from paddock.server.accounts.quota import charge, no_room
from paddock.server.errors import Refused, TooMany, Unknown
from paddock.server.settings import Limits
from paddock.server.storage.pagination import Order, Page
from paddock.server.storage.quota import Space
from paddock.server.storage.schema import people, tracks
from paddock.server.storage.store import Store
from paddock.server.text import new_id
from paddock.tracks.layouts import Circuit, Rally, Stage

AnyTrack = Circuit | Stage | Rally
Shelf = Literal["own", "shared"]
TrackKind = Literal["circuit", "stage", "rally"]
_PAGE = 24


class TrackInfo(Struct):
    """A saved track; lists leave the layout out."""

    id: str
    name: str
    kind: str
    owner: str
    owner_name: str
    shared: bool
    changed: float
    layout: AnyTrack | None = None


class Tracks:
    """Stores and lists saved tracks."""

    def __init__(self, store: Store, space: Space, limits: Limits) -> None:
        self.store = store
        self.space = space
        self.limits = limits

    async def listed(
        self, person: Person | None, shelf: Shelf, kind: TrackKind | None, after: str | None
    ) -> Page[TrackInfo]:
        """A page of a person's own tracks, or of tracks that others share, newest first."""
        me = person.id if person is not None else ""
        listed = (column for column in tracks.c if column is not tracks.c.layout)
        chosen = select(*listed, people.c.name.label("owner_name"))
        chosen = chosen.join(people, people.c.id == tracks.c.owner)
        if shelf == "own":
            chosen = chosen.where(tracks.c.owner == me)
        else:
            chosen = chosen.where(tracks.c.shared.is_(True), tracks.c.owner != me)
        if kind is not None:
            chosen = chosen.where(tracks.c.kind == kind)
        async with self.store.read() as connection:
            rows, more = await Order(tracks.c.changed, tracks.c.id).read(connection, chosen, after, _PAGE)
        return Page([_info(row, with_layout=False) for row in rows], more)

    async def find(self, track: str, person: Person | None) -> TrackInfo:
        """Returns a shared track, or one's own; raises Unknown."""
        async with self.store.read() as connection:
            rows = await connection.execute(
                select(tracks, people.c.name.label("owner_name"))
                .join(people, people.c.id == tracks.c.owner)
                .where(tracks.c.id == track)
            )
            row = rows.one_or_none()
        if row is None or not (row.shared or (person is not None and row.owner == person.id)):
            raise Unknown("server.no-track")
        return _info(row, with_layout=True)

    async def add(self, person: Person, name: str, layout: AnyTrack, shared: bool) -> TrackInfo:
        """Save a new track."""
        track = new_id()
        row = _row(name, layout, shared)
        await self.space.check()

        def job(connection: Connection) -> Refused | None:
            if not charge(connection, person.id, len(row["layout"]), self.limits.stored_bytes_per_person):
                return no_room(self.limits)
            kept = connection.execute(
                select(func.count()).select_from(tracks).where(tracks.c.owner == person.id)
            ).scalar_one()
            if kept >= self.limits.tracks_per_person:
                charge(connection, person.id, -len(row["layout"]), self.limits.stored_bytes_per_person)
                return TooMany("server.too-many-tracks")
            connection.execute(insert(tracks).values(id=track, owner=person.id, **row))
            return None

        refusal = await self.store.write(job, person.id)
        if refusal is not None:
            raise refusal
        return await self.find(track, person)

    async def change(
        self, track: str, person: Person, name: str, layout: AnyTrack, shared: bool
    ) -> TrackInfo:
        """Change one's own track; raises Unknown."""
        row = _row(name, layout, shared)
        mine = (tracks.c.id == track) & (tracks.c.owner == person.id)
        await self.space.check()

        def job(connection: Connection) -> Refused | None:
            before = connection.execute(select(tracks.c.layout).where(mine)).scalar()
            if before is None:
                return Unknown("server.no-track")
            more = len(row["layout"]) - len(before)
            if not charge(connection, person.id, more, self.limits.stored_bytes_per_person):
                return no_room(self.limits)
            connection.execute(update(tracks).where(mine).values(**row))
            return None

        refusal = await self.store.write(job, person.id)
        if refusal is not None:
            raise refusal
        return await self.find(track, person)

    async def remove(self, track: str, person: Person) -> None:
        """Delete one's own track; raises Unknown."""
        mine = (tracks.c.id == track) & (tracks.c.owner == person.id)

        def job(connection: Connection) -> bool:
            before = connection.execute(select(tracks.c.layout).where(mine)).scalar()
            if before is None:
                return False
            connection.execute(delete(tracks).where(mine))
            charge(connection, person.id, -len(before), self.limits.stored_bytes_per_person)
            return True

        if not await self.store.write(job, person.id):
            raise Unknown("server.no-track")


def _row(name: str, layout: AnyTrack, shared: bool) -> dict[str, Any]:
    return {
        "name": name,
        "kind": str(layout.__struct_config__.tag),
        "layout": msgspec.json.encode(layout).decode(),
        "shared": shared,
        "changed": time.time(),
    }


def _info(row: Row[Any], with_layout: bool) -> TrackInfo:
    layout: AnyTrack | None = None
    if with_layout:
        layout = msgspec.json.decode(row.layout, type=AnyTrack)
    return TrackInfo(row.id, row.name, row.kind, row.owner, row.owner_name, row.shared, row.changed, layout)
