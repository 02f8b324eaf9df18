"""Decisions left for later; hosts' tables by their age."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this shape."""
    op.create_table(
        "plans",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("request", sa.String(64), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("risk", sa.Float(), nullable=False),
        sa.Column("ground", sa.Text(), nullable=False),
        sa.Column("begun", sa.Boolean(), nullable=False),
        sa.Column("failed", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("ix_plans_person", "plans", ["person"])
    op.drop_index("ix_tables_host", "tables")
    op.create_index("entries_by_driver", "entries", ["challenge", "person", "score"])
    op.create_index("tables_of_host", "tables", ["host", "stage", "created"])


def downgrade() -> None:
    """Bring the database back to the shape before."""
    op.drop_index("entries_by_driver", "entries")
    op.drop_index("tables_of_host", "tables")
    op.create_index("ix_tables_host", "tables", ["host"])
    op.drop_table("plans")
