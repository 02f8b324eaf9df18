"""Ratings, from the games that were finished so far."""

import sqlalchemy as sa
from alembic import op

from paddock.server.sheets.sheet import read_sheet
from paddock.server.storage.ratings import rate

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this shape."""
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("pace", sa.String(8), primary_key=True),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("changed", sa.Float(), nullable=False),
    )
    op.create_index("ratings_by_strength", "ratings", ["game", "pace", "mu"])
    op.create_table(
        "rated",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            primary_key=True,
            autoincrement=True,
        ),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("ix_rated_table_id", "rated", ["table_id"])
    op.create_index("rated_of_person", "rated", ["person", "id"])
    tables = sa.table("tables", *(sa.column(name) for name in ("stage", "public", "finished", "sheet")))
    over = sa.select(tables.c.sheet).where(tables.c.stage == "over", tables.c.public.is_(True))
    connection = op.get_bind()
    for raw in connection.execute(over.order_by(tables.c.finished)).scalars().all():
        rate(connection, read_sheet(raw))


def downgrade() -> None:
    """Bring the database back to the shape before."""
    for table in ("rated", "ratings"):
        op.drop_table(table)
