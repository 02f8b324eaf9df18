"""Names stand with their people; what deleted people leave behind is noted until it is cleared away."""

from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

from paddock.core.errors import LogError
from paddock.core.logs import Log

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_GONE = "—"
_people = sa.table("people", sa.column("id"), sa.column("name"))
_seats = sa.table("seats", sa.column("table_id"), sa.column("seat"), sa.column("name"))
_messages = sa.table("messages", sa.column("person"), sa.column("name"))
_records = sa.table("records", sa.column("table_id"), sa.column("number"), sa.column("line"))
_tables = sa.table(
    "tables",
    sa.column("id"),
    sa.column("stage"),
    sa.column("sheet"),
    sa.column("brief"),
    sa.column("named"),
)


def upgrade() -> None:
    """Bring the database to this shape."""
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.add_column(sa.Column("cleared", sa.Boolean(), server_default=sa.false(), nullable=False))
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("named", sa.Boolean(), server_default=sa.false(), nullable=False))
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("name", sa.String(length=100), nullable=True))
    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.drop_column("name")
    connection = op.get_bind()
    names: dict[str, str] = {row.id: row.name for row in connection.execute(sa.select(_people))}
    for found in connection.execute(sa.select(_tables.c.id)).scalars().all():
        _move_names(connection, found, names)


def _move_names(connection: sa.Connection, found: str, names: dict[str, str]) -> None:
    """Take the names of people off a sheet; what they had called single seats is kept beside the seat.

    A finished game's only seat of somebody has an older name of theirs and none of its own.
    """
    row = connection.execute(sa.select(_tables).where(_tables.c.id == found)).one()
    sheet, brief = msgspec.json.decode(row.sheet), msgspec.json.decode(row.brief)
    people = [seat.get("person") for seat in sheet["seats"]]
    for number, seat in enumerate(sheet["seats"]):
        person, name = people[number], seat.get("name", "")
        if person is None:
            continue
        alone = row.stage == "over" and people.count(person) == 1
        if not alone and name not in ("", _GONE, names.get(person)):
            here = (_seats.c.table_id == found) & (_seats.c.seat == number)
            connection.execute(_seats.update().where(here).values(name=name))
            seat["alias"] = True
        seat["name"] = brief["seats"][number]["name"] = ""
    named = row.stage == "over" and not sheet.get("uploaded")
    if row.stage == "running":
        named = not _strip(connection, found, tuple(seat.get("name", "") for seat in sheet["seats"]))
    change = _tables.update().where(_tables.c.id == found)
    connection.execute(change.values(sheet=_json(sheet), brief=_json(brief), named=named))


def _strip(connection: sa.Connection, found: str, roster: tuple[str, ...]) -> bool:
    """Write the log of a running game anew without the names of people; False if it is damaged."""
    here = _records.c.table_id == found
    lines = connection.execute(sa.select(_records.c.line).where(here).order_by(_records.c.number)).scalars()
    try:
        log = Log.read(bytes(line) for line in lines).renamed(roster)
    except LogError:
        return False
    change = _records.update().where(here, _records.c.number == sa.bindparam("n"))
    connection.execute(
        change.values(line=sa.bindparam("written")),
        [{"n": number, "written": line} for number, line in enumerate(log.lines)],
    )
    return True


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def downgrade() -> None:
    """Bring the database back to the shape before; the logs stay without names."""
    connection = op.get_bind()
    names: dict[str, str] = {row.id: row.name for row in connection.execute(sa.select(_people))}
    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.add_column(sa.Column("name", sa.String(length=80), server_default="", nullable=False))
    for person, name in names.items():
        connection.execute(_messages.update().where(_messages.c.person == person).values(name=name))
    for row in connection.execute(sa.select(_tables)).all():
        given = connection.execute(sa.select(_seats).where(_seats.c.table_id == row.id))
        own = {seat.seat: seat.name for seat in given if seat.name is not None}
        sheet, brief = msgspec.json.decode(row.sheet), msgspec.json.decode(row.brief)
        for number, seat in enumerate(sheet["seats"]):
            if seat.get("person") is not None:
                seat["name"] = own.get(number, names.get(seat["person"], _GONE))
                brief["seats"][number]["name"] = seat["name"]
        change = _tables.update().where(_tables.c.id == row.id)
        connection.execute(change.values(sheet=_json(sheet), brief=_json(brief)))
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("name")
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_column("named")
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.drop_column("cleared")
