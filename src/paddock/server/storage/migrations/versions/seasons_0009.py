"""Seasons, their drivers, who comes to which round, and the tables of the rounds."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this shape."""
    op.create_table(
        "seasons",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("host", sa.String(16)),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("due", sa.Float()),
        sa.Column("sheet", sa.Text(), nullable=False),
    )
    op.create_index("ix_seasons_host", "seasons", ["host"])
    op.create_index("ix_seasons_due", "seasons", ["due"])
    op.create_index("seasons_by_stage", "seasons", ["public", "stage", "created"])
    op.create_table(
        "drivers",
        sa.Column("season", sa.String(24), primary_key=True),
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("joined", sa.Float(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_index("ix_drivers_person", "drivers", ["person"])
    op.create_table(
        "answers",
        sa.Column("season", sa.String(24), primary_key=True),
        sa.Column("round", sa.Integer(), primary_key=True),
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("coming", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "heats",
        sa.Column("season", sa.String(24), primary_key=True),
        sa.Column("round", sa.Integer(), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("table_id", sa.String(24), unique=True),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.Column("patience", sa.Float(), nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("places", sa.Text(), nullable=False),
    )
    op.create_index("ix_heats_stage", "heats", ["stage"])


def downgrade() -> None:
    """Bring the database back to the shape before."""
    for table in ("heats", "answers", "drivers", "seasons"):
        op.drop_table(table)
