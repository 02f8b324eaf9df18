"""Lists read what they show; everyone's stored bytes are counted."""

import msgspec
import sqlalchemy as sa
from alembic import op

from paddock.server.sheets.sheet import read_sheet, write_brief

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this shape."""
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.add_column(sa.Column("stored", sa.BigInteger(), server_default="0", nullable=False))
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("brief", sa.Text(), server_default="", nullable=False))
    tables = sa.table("tables", sa.column("id"), sa.column("course"), sa.column("sheet"), sa.column("brief"))
    connection = op.get_bind()
    ids = connection.execute(sa.select(tables.c.id)).scalars().all()
    for found in ids:
        row = connection.execute(sa.select(tables).where(tables.c.id == found)).one()
        sheet = read_sheet(row.sheet)
        sheet.course = row.course
        raw = msgspec.json.encode(sheet).decode()
        change = tables.update().where(tables.c.id == found)
        connection.execute(change.values(brief=write_brief(sheet), sheet=raw))


def downgrade() -> None:
    """Bring the database back to the shape before."""
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_column("brief")
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.drop_column("stored")
