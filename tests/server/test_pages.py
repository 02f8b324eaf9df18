"""Lists longer than a page: every page begins where the one before ended, on both databases."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count
from typing import Any

from sqlalchemy import Connection, Table, insert, update

from paddock.core.game import Result
from paddock.server.records.challenge_calendar import slot_at, slot_before
from paddock.server.records.season_record import write
from paddock.server.records.table_record import Seat, Stage, TableRecord, write_brief, write_record
from paddock.server.seasons.schedule import weekly
from paddock.server.storage import schema
from paddock.server.storage.pagination import bookmark
from tests.server.clients import Person
from tests.server.serving import Server

LONG = 130
"""More than two pages of every list."""
THEN = time.time() - 3600
_NUMBERS = count()


def ids(mark: str) -> list[str]:
    run = next(_NUMBERS)
    return [f"{mark}{run:03}-{number:04}" for number in range(LONG)]


def fill(connection: Connection, table: Table, rows: Iterator[dict[str, Any]]) -> None:
    connection.execute(insert(table), list(rows))


def some_people(connection: Connection, name: str) -> list[str]:
    people = ids("p")
    fill(
        connection,
        schema.people,
        (
            {
                "id": one,
                "name": f"{name} {number:03}",
                "name_key": f"{name} {number:03}".casefold(),
                "password": "x",
                "settings": "{}",
                "created": THEN,
                "gone": False,
                "stored": 0,
                "cleared": True,
            }
            for number, one in enumerate(people)
        ),
    )
    return people


def some_tables(connection: Connection, host: str, other: str, stage: Stage, course: str) -> list[str]:
    """Tables made in pairs at the same moment; the last ones first. One person sits on two seats."""
    made = ids("t")
    rows, sat = [], []
    for number, table in enumerate(made):
        at = THEN + number // 2
        seats = [Seat(name="", person=host), Seat(name="", person=host), Seat(name="", person=other)]
        sheet = TableRecord(id=table, game="pig", options={"goal": 20}, host=host, seats=seats, created=at)
        sheet.stage, sheet.course = stage, course
        if stage == "over":
            sheet.started, sheet.finished = at, at
            sheet.result = Result((1, 2, 3), (20.0, 9.0, 8.0), "points")
        ended = {"finished": at if stage == "over" else None}
        rows.append(
            {
                "id": table,
                "version": 1,
                "game": "pig",
                "public": True,
                "stage": stage,
                "host": host,
                "created": at,
                **ended,
                "bots_asked": False,
                "tallied": True,
                "touched": time.time(),
                "seed": b"0" * 32,
                "invitation": "x",
                "sheet": write_record(sheet),
                "brief": write_brief(sheet),
                "friends": False,
            }
        )
        sat += [
            {"table_id": table, "seat": i, "person": seat.person, "game": "pig", "starters": 3, **ended}
            for i, seat in enumerate(seats)
        ]
    fill(connection, schema.tables, iter(rows))
    fill(connection, schema.seats, iter(sat))
    return made[::-1]


def some_seasons(connection: Connection, driver: str, stage: str) -> list[str]:
    made = ids("s")
    sheet = weekly(THEN)
    assert sheet is not None
    sheet.stage = stage  # type: ignore[assignment]
    rows = []
    for number, sheet.id in enumerate(made):
        row = {"id": sheet.id, "host": None, "public": True, "stage": stage, "due": None}
        rows.append({**row, "created": THEN + number // 2, "sheet": write(sheet)})
    fill(connection, schema.seasons, iter(rows))
    fill(connection, schema.drivers, ({"season": one, "person": driver, "joined": THEN} for one in made))
    return made[::-1]


async def walked(person: Person, address: str, more: str | None = None) -> list[Any]:
    """A whole list, page by page; a page after a bookmark is never empty."""
    found: list[Any] = []
    pages = 0
    while pages == 0 or more is not None:
        mark = "" if more is None else f"{'&' if '?' in address else '?'}after={more}"
        page = await person.get(f"{address}{mark}")
        assert page["items"] or pages == 0
        found += page["items"]
        more, pages = page["more"], pages + 1
    assert pages > 1
    return found


async def test_tables_and_turns_come_page_by_page(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Ben") as ben:
        for one in (ada, ben):
            await one.settle()
        for one, other in ((ada, ben), (ben, ada)):
            await one.call("PUT", f"/api/me/follows/{other.id}")
        with server.storage() as connection:
            waiting = some_tables(connection, ada.id, "", "open", "oval")
            over = some_tables(connection, ada.id, ben.id, "over", "oval")
            hidden = waiting[0]
            private = schema.tables.c.id == hidden
            connection.execute(update(schema.tables).where(private).values(public=False))
            row = {"person": ben.id, "called": THEN, "asks": ""}
            turns = ({"table_id": t, "since": THEN + n // 2, **row} for n, t in enumerate(waiting))
            fill(connection, schema.turns, turns)
            invited = ({"table_id": t, "person": ben.id, "by": ada.id, "at": THEN} for t in waiting)
            fill(connection, schema.invitations, invited)
        assert [t["id"] for t in await walked(ada, "/api/me/tables")] == waiting
        mine = set(waiting)
        lobby = [t["id"] for t in await walked(ben, "/api/lobby/open")]
        assert [t for t in lobby if t in mine] == waiting[1:]
        assert len(set(lobby)) == len(lobby)
        first = await ben.get("/api/lobby")
        rest = await walked(ben, "/api/lobby/open", first["more_open"])
        assert [t["id"] for t in [*first["open"], *rest]] == lobby
        assert [t["id"] for t in await walked(ben, "/api/me/friends/tables")] == waiting[1:]
        assert [t["table"]["id"] for t in await walked(ben, "/api/me/turns")] == sorted(
            waiting, key=lambda t: (waiting.index(t) // 2, t)
        )
        assert [i["table"]["id"] for i in await walked(ben, "/api/me/invitations")] == waiting
        history = [t["id"] for t in await walked(ben, f"/api/people/{ada.id}/games?game=pig")]
        assert history == over
        page = await ada.get("/api/me/opponents")
        assert [one["person"]["id"] for one in page["items"]] == [ben.id] and page["more"]
        with server.storage() as connection:
            for table in (schema.invitations, schema.turns):
                connection.execute(table.delete().where(table.c.person == ben.id))
            gone = update(schema.tables).where(schema.tables.c.id.in_(waiting))
            connection.execute(gone.values(stage="closed"))


async def test_people_tracks_and_seasons_come_page_by_page(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Ben") as ben:
        for one in (ada, ben):
            await one.settle()
        with server.storage() as connection:
            name = f"Fan of {ada.id}"
            fans = some_people(connection, name)
            fill(connection, schema.mutes, ({"person": ada.id, "muted": fan} for fan in fans))
            tracks = ids("k")
            rows = (
                {
                    "id": track,
                    "owner": ada.id,
                    "name": "Ring",
                    "kind": ("circuit", "stage")[number % 2],
                    "layout": "no layout is read for a list",
                    "shared": number % 4 < 2,
                    "changed": THEN + number // 4,
                }
                for number, track in enumerate(tracks)
            )
            fill(connection, schema.tracks, rows)
            going = some_seasons(connection, ada.id, "running")
            ended = some_seasons(connection, ada.id, "over")
        found = await walked(ben, f"/api/people?name={name}")
        assert [one["person"]["id"] for one in found] == fans
        assert {one["id"] for one in await walked(ada, "/api/me/mutes")} == set(fans)
        own = await walked(ada, "/api/tracks?shelf=own")
        assert [track["id"] for track in own] == tracks[::-1]
        assert not any(track["layout"] for track in own)
        assert [t["id"] for t in await walked(ada, "/api/tracks?shelf=own&kind=stage")] == tracks[1::2][::-1]
        theirs = [t["id"] for t in await walked(ben, "/api/tracks") if t["owner"] == ada.id]
        assert theirs == [t for n, t in enumerate(tracks) if n % 4 < 2][::-1]
        assert all(t["owner"] != ada.id for t in await ada.listed("/api/tracks"))
        mine = [season["id"] for season in await walked(ada, "/api/seasons/pages/mine")]
        assert mine == [*going, *ended]
        for which, made in (("open", going), ("over", ended)):
            listed = [season["id"] for season in await walked(ben, f"/api/seasons/pages/{which}")]
            assert [season for season in listed if season in set(made)] == made
            assert len(set(listed)) == len(listed)
        with server.storage() as connection:
            for season in (*going, *ended):
                connection.execute(schema.seasons.delete().where(schema.seasons.c.id == season))


async def test_results_come_page_by_page(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        await ada.settle()
        slot = slot_before(slot_at("monthly", "sealed", time.time()))
        with server.storage() as connection:
            people = some_people(connection, f"Racer {ada.id}")
            courses = ids("course ")
            total = {"game": "sealed", "name": "played"}
            fill(
                connection,
                schema.course_totals,
                ({**total, "course": c, "value": 1000.0 + n // 2} for n, c in enumerate(courses)),
            )
            result = {"starters": 1, "score": 5.0, "unit": "points", "finished": THEN, "place": 1}
            fill(
                connection,
                schema.seats,
                (
                    {"table_id": t, "seat": 0, "person": ada.id, "game": "sealed", "course": c, **result}
                    for t, c in zip(ids("b"), courses, strict=True)
                ),
            )
            rated = {"game": "sealed", "pace": "days", "sigma": 1.0, "games": 99, "changed": THEN}
            fill(
                connection,
                schema.ratings,
                ({"person": one, "mu": 20.0 + n // 2, **rated} for n, one in enumerate(people)),
            )
            connection.execute(schema.entries.delete().where(schema.entries.c.challenge == slot.id))
            driven = {"challenge": slot.id, "table_id": "t", "unit": "points"}
            attempts = (
                {
                    **driven,
                    "person": one,
                    "attempt": k,
                    "score": 9.0 - k - n // 10,
                    "at": THEN,
                    "best": k == 1,
                }
                for n, one in enumerate(people)
                for k in (1, 2)
            )
            fill(connection, schema.entries, attempts)
            connection.execute(
                insert(schema.follows).values(person=ada.id, other=people[77], at=THEN, mutual=False)
            )
        strong = await walked(ada, "/api/ratings/sealed/days")
        known = [one["person"] for one in strong if one["person"] in set(people)]
        assert known == sorted(people, key=lambda p: (people.index(p) // 2, p), reverse=True)
        raced = [course["course"] for course in await walked(ada, "/api/courses/sealed")]
        assert raced[:LONG] == sorted(courses, key=lambda c: (-(courses.index(c) // 2), c))
        best = await walked(ada, f"/api/people/{ada.id}/bests/sealed")
        assert [one["course"] for one in best] == courses
        shown = await ada.get(f"/api/challenges/{slot.id}")
        board = [*shown["board"], *await walked(ada, f"/api/challenges/{slot.id}/board", shown["more"])]
        assert [entry["person"] for entry in board] == people
        assert [entry["place"] for entry in board] == list(range(1, LONG + 1))
        assert shown["drivers"] == LONG
        assert [(entry["person"], entry["place"]) for entry in shown["circle"]] == [(people[77], 78)]
        with server.storage() as connection:
            connection.execute(schema.ratings.delete().where(schema.ratings.c.person.in_(people)))
            connection.execute(schema.course_totals.delete().where(schema.course_totals.c.value >= 1000.0))
            connection.execute(schema.entries.delete().where(schema.entries.c.challenge == slot.id))


async def test_lists_of_admins_come_page_by_page(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        await ada.settle()
        with server.storage() as connection:
            me = schema.people.c.id == ada.id
            connection.execute(update(schema.people).where(me).values(admin=True))
            name = f"Rude {ada.id}"
            rude = some_people(connection, name)
            while_ = {"place": "", "reason": "", "at": THEN, "until": time.time() + 3600}
            fill(connection, schema.bans, ({"person": one, **while_} for one in rude))
            filed = {"by": ada.id, "kind": "chat", "text": "", "quote": "", "at": THEN, "settled": THEN}
            fill(connection, schema.reports, ({"about": one, **filed} for one in rude))
            noted = {"by": ada.id, "what": "ban", "details": "", "at": THEN}
            fill(connection, schema.audit_log, ({"about": one, **noted} for one in rude))
            said = {"words": '{"en": "Hello"}', "at": THEN, "until": time.time() + 3600}
            fill(connection, schema.announcements, (said for _ in rude))
        banned = [ban["person"]["id"] for ban in await walked(ada, "/api/admin/bans")]
        assert [one for one in banned if one in set(rude)] == rude[::-1]
        reports = await walked(ada, "/api/admin/reports?settled=true")
        assert [r["about"] for r in reports if r["about"] in set(rude)] == rude[::-1]
        audit_log = await walked(ada, "/api/admin/deeds")
        assert [deed["about"] for deed in audit_log][:LONG] == rude[::-1]
        told = [one["id"] for one in await walked(ada, "/api/announcements")]
        assert len(told) >= LONG and told == sorted(told, reverse=True)
        found = await walked(ada, f"/api/admin/people?name={name}")
        assert [one["person"]["id"] for one in found] == rude
        assert len(await walked(ada, "/api/admin/people")) > LONG
        with server.storage() as connection:
            for table in (schema.bans, schema.announcements):
                connection.execute(table.delete())


async def test_only_bookmarks_that_were_given_out_are_taken(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        wrong = ("~", "nowhere", "!", bookmark(1.0), bookmark("x", "y"), bookmark(1.0, "a\0b"))
        for after in (*wrong, bookmark(2**60, "x"), bookmark(1.0, 2.0), bookmark(True, "x")):
            bad = await ada.refused("GET", f"/api/lobby/open?after={after}")
            assert bad == (400, "server.bad-bookmark"), after
        assert (await ada.get(f"/api/lobby/open?after={bookmark(1, 'x')}"))["items"] == []
