"""Whom tables wait for, and how people want to be called."""

import sqlalchemy as sa
from alembic import op

from paddock.server.sheets.sheet import read_sheet

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this shape."""
    op.create_table(
        "turns",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("since", sa.Float(), nullable=False),
        sa.Column("called", sa.Float()),
    )
    op.create_index("ix_turns_person", "turns", ["person"])
    op.create_index("turns_to_call", "turns", ["called", "since"])
    op.create_table(
        "wishes",
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("mail", sa.String(254), nullable=False),
        sa.Column("unconfirmed", sa.String(254), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("hook", sa.String(500), nullable=False),
        sa.Column("form", sa.String(16), nullable=False),
        sa.Column("called", sa.Float(), nullable=False),
    )
    op.create_table(
        "browsers",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("point", sa.String(100), nullable=False),
        sa.Column("secret", sa.String(40), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
    )
    op.create_index("ix_browsers_person", "browsers", ["person"])
    _note_running_clocks()


def _note_running_clocks() -> None:
    """Games under way tell by their clocks whom they wait for; one without a clock does at its next turn."""
    tables = sa.table("tables", sa.column("stage"), sa.column("sheet"))
    turns = sa.table("turns", *(sa.column(name) for name in ("table_id", "person", "since")))
    connection = op.get_bind()
    sheets = connection.execute(sa.select(tables.c.sheet).where(tables.c.stage == "running")).scalars().all()
    for sheet in map(read_sheet, sheets):
        clock = sheet.clock
        if clock is None:
            continue
        asked = [sheet.seats[seat] for seat in clock.running]
        for person in {seat.person for seat in asked if seat.person is not None and seat.bot is None}:
            row = {"table_id": sheet.id, "person": person, "since": clock.since}
            connection.execute(turns.insert().values(**row))


def downgrade() -> None:
    """Bring the database back to the shape before."""
    for table in ("browsers", "wishes", "turns"):
        op.drop_table(table)
