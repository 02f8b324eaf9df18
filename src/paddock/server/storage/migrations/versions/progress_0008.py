"""How far a game has come is stored beside its sheet."""

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this shape; sheets that are there are as new as their games."""
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("progress", sa.Text(), server_default="", nullable=False))


def downgrade() -> None:
    """Bring the database back to the shape before."""
    tables = sa.table("tables", sa.column("id"), sa.column("sheet"), sa.column("progress"))
    connection = op.get_bind()
    for row in connection.execute(sa.select(tables).where(tables.c.progress != "")).all():
        sheet = msgspec.json.decode(row.sheet)
        sheet["step"], sheet["clock"], sheet["back"] = msgspec.json.decode(row.progress)
        change = tables.update().where(tables.c.id == row.id)
        connection.execute(change.values(sheet=msgspec.json.encode(sheet).decode()))
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_column("progress")
