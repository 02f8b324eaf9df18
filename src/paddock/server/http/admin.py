"""Routes for reports and announcements, and for admins under /api/admin."""

from __future__ import annotations

from typing import Annotated

from litestar import Router, delete, get, post, put
from litestar.di import NamedDependency as Given
from litestar.params import FromQuery, Parameter
from msgspec import Meta, Struct

from paddock.server.accounts.people import Person
from paddock.server.admin import audit_log
from paddock.server.admin.announcements import Announcement, Announcements
from paddock.server.admin.audit_log import AuditEntry
from paddock.server.admin.backups import Backup
from paddock.server.admin.moderation import Ban, Bans, FiledReport, ReportKind, Reports
from paddock.server.admin.queries import AdminQueries, KnownPerson, Overview
from paddock.server.http.accounts import OtherPerson
from paddock.server.http.dependencies import Bookmark, Done, example
from paddock.server.http.tables import TableId
from paddock.server.records.table_record import Stage, TableBrief
from paddock.server.storage.pagination import Page
from paddock.server.storage.store import Store
from paddock.server.tables.registry import TableRegistry
from paddock.server.text import PLAIN, clean_text

Text = Annotated[str, Meta(max_length=1000, pattern=PLAIN)]
Number = Annotated[int, Parameter(ge=0, le=2**53)]


class ReportRequest(Struct, forbid_unknown_fields=True):
    """Whom you report and why; optionally the table and the chat message."""

    person: Annotated[str, Meta(max_length=16, pattern=PLAIN)]
    kind: ReportKind
    text: Text = ""
    table: Annotated[str, Meta(max_length=24, pattern=PLAIN)] | None = None
    message: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class BanRequest(Struct, forbid_unknown_fields=True):
    """The length of a ban in days and its reason, which the banned person reads."""

    days: Annotated[int, Meta(ge=1, le=3650)]
    reason: Text


class ReasonRequest(Struct, forbid_unknown_fields=True):
    """The reason for an action, shown to the other admins."""

    reason: Text = ""


class NewName(Struct, forbid_unknown_fields=True):
    """A new name for somebody."""

    name: Annotated[str, Meta(min_length=1, max_length=100, pattern=PLAIN)]


class AnnounceRequest(Struct, forbid_unknown_fields=True):
    """An announcement by language, and for how many hours it is shown."""

    words: dict[str, Text]
    hours: Annotated[int, Meta(ge=1, le=24 * 366)]


@post("/api/reports", status_code=200)
async def report(
    data: Annotated[ReportRequest, example(person="k3v9x0q2m7ab", kind="play", text="Leaves every game")],
    reports: Given[Reports],
    registry: Given[TableRegistry],
    person: Given[Person],
) -> Done:
    """Report bad behaviour to the admins."""
    table = await registry.seen(data.table, person) if data.table is not None else None
    await reports.file(person, data.person, data.kind, clean_text(data.text), table, data.message)
    return Done()


@get("/api/announcements")
async def announced(announcements: Given[Announcements], after: Bookmark = None) -> Page[Announcement]:
    """List the current announcements."""
    return await announcements.listed(after)


@get("/api/admin")
async def overview(admin_queries: Given[AdminQueries], admin: Given[Person]) -> Overview:
    """Return the sizes and rates of the server."""
    return await admin_queries.overview()


@get("/api/admin/people")
async def list_people(
    admin_queries: Given[AdminQueries],
    admin: Given[Person],
    name: Annotated[str, Parameter(max_length=100)] = "",
    after: Bookmark = None,
) -> Page[KnownPerson]:
    """List people, newest first, or the accounts whose names start with a prefix."""
    return await admin_queries.listed_people(name, after)


@put("/api/admin/people/{other:str}/name")
async def rename(
    other: OtherPerson,
    data: Annotated[NewName, example(name="Driver 7")],
    admin_queries: Given[AdminQueries],
    admin: Given[Person],
) -> Done:
    """Rename somebody."""
    await admin_queries.rename(admin, other, data.name)
    return Done()


@get("/api/admin/tables")
async def list_tables(
    admin_queries: Given[AdminQueries],
    admin: Given[Person],
    stage: FromQuery[Stage] = "running",
    after: Bookmark = None,
) -> Page[TableBrief]:
    """List the tables of a stage, including private ones, newest first."""
    return await admin_queries.listed_tables(stage, after)


@post("/api/admin/tables/{table:str}/take-down", status_code=200)
async def take_down(
    table: TableId,
    data: Annotated[ReasonRequest, example(reason="a title nobody should read")],
    admin_queries: Given[AdminQueries],
    registry: Given[TableRegistry],
    admin: Given[Person],
) -> Done:
    """Hide a table from the public: a table that has not started is closed, any other becomes private."""
    await admin_queries.take_down(admin, await registry.table(table), clean_text(data.reason))
    return Done()


@get("/api/admin/reports")
async def list_reports(
    reports: Given[Reports], admin: Given[Person], settled: FromQuery[bool] = False, after: Bookmark = None
) -> Page[FiledReport]:
    """List open or settled reports, newest first."""
    return await reports.listed(settled, after)


@post("/api/admin/reports/{report_id:int}/settle", status_code=200)
async def settle(
    report_id: Number,
    data: Annotated[ReasonRequest, example(reason="warned")],
    reports: Given[Reports],
    admin: Given[Person],
) -> Done:
    """Settle a report."""
    await reports.settle(admin, report_id, clean_text(data.reason))
    return Done()


@get("/api/admin/bans")
async def list_bans(bans: Given[Bans], admin: Given[Person], after: Bookmark = None) -> Page[Ban]:
    """List the bans in force, newest first."""
    return await bans.listed(after)


@put("/api/admin/bans/{other:str}")
async def ban(
    other: OtherPerson,
    data: Annotated[BanRequest, example(days=7, reason="insults")],
    bans: Given[Bans],
    admin: Given[Person],
) -> Done:
    """Ban somebody for some days and end all their sessions."""
    await bans.ban(admin, other, data.days, clean_text(data.reason))
    return Done()


@delete("/api/admin/bans/{other:str}", status_code=200)
async def lift(other: OtherPerson, bans: Given[Bans], admin: Given[Person]) -> Done:
    """Lift a ban."""
    await bans.lift(admin, other)
    return Done()


@post("/api/admin/announcements", status_code=200)
async def announce(
    data: Annotated[AnnounceRequest, example(words={"en": "Back at nine."}, hours=12)],
    announcements: Given[Announcements],
    admin: Given[Person],
) -> Done:
    """Publish an announcement for everyone."""
    await announcements.announce(admin, data.words, data.hours)
    return Done()


@delete("/api/admin/announcements/{announcement:int}", status_code=200)
async def take_back(announcement: Number, announcements: Given[Announcements], admin: Given[Person]) -> Done:
    """Withdraw an announcement."""
    await announcements.take_back(admin, announcement)
    return Done()


@post("/api/admin/backup", status_code=200)
async def backup(admin_queries: Given[AdminQueries], admin: Given[Person]) -> Backup:
    """Back up the database now."""
    return await admin_queries.backup(admin)


@get("/api/admin/deeds")
async def list_deeds(store: Given[Store], admin: Given[Person], after: Bookmark = None) -> Page[AuditEntry]:
    """List what admins have done, newest first."""
    return await audit_log.listed(store, after)


router = Router(
    "/",
    route_handlers=[
        report,
        announced,
        overview,
        list_people,
        rename,
        list_tables,
        take_down,
        list_reports,
        settle,
        list_bans,
        ban,
        lift,
        announce,
        take_back,
        backup,
        list_deeds,
    ],
    tags=["hosting"],
)
