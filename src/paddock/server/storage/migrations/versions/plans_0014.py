"""Decisions left for later; what the dice of all drives add up to; hosts' tables by their age."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_DICE = {
    "drives": "count(*)",
    "hazards": "sum(h.value)",
    "luck": "sum(l.value)",
    "squares": "sum(l.value * l.value)",
}


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
    op.create_table(
        "dice_totals",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("value", sa.Float(), nullable=False),
    )
    for name, added in _DICE.items():
        op.execute(
            f"INSERT INTO dice_totals (game, name, value) SELECT t.game, '{name}', {added} FROM feats l"
            " JOIN feats h ON h.table_id = l.table_id AND h.seat = l.seat AND h.name = 'hazards'"
            " JOIN tables t ON t.id = l.table_id WHERE l.name = 'luck' GROUP BY t.game"
        )
    op.drop_index("ix_tables_host", "tables")
    op.create_index("entries_by_driver", "entries", ["challenge", "person", "score"])
    op.create_index("tables_of_host", "tables", ["host", "stage", "created"])


def downgrade() -> None:
    """Bring the database back to the shape before."""
    op.drop_index("entries_by_driver", "entries")
    op.drop_index("tables_of_host", "tables")
    op.create_index("ix_tables_host", "tables", ["host"])
    op.drop_table("dice_totals")
    op.drop_table("plans")
