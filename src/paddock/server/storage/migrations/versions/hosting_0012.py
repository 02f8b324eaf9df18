"""For those who host: admins, reports, bans, announcements, and what admins have done."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Bring the database to this shape."""
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.add_column(sa.Column("admin", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_index("people_by_age", "people", ["created"])
    op.create_table(
        "reports",
        sa.Column("id", _NUMBER, primary_key=True, autoincrement=True),
        sa.Column("by", sa.String(16), nullable=False),
        sa.Column("about", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("table_id", sa.String(24)),
        sa.Column("quote", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("settled", sa.Float()),
    )
    op.create_index("ix_reports_by", "reports", ["by"])
    op.create_index("ix_reports_about", "reports", ["about"])
    op.create_index("reports_to_settle", "reports", ["settled", "id"])
    op.create_table(
        "bans",
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("place", sa.String(32), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
    )
    op.create_index("ix_bans_place", "bans", ["place"])
    op.create_index("ix_bans_at", "bans", ["at"])
    op.create_table(
        "announcements",
        sa.Column("id", _NUMBER, primary_key=True, autoincrement=True),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
    )
    op.create_index("ix_announcements_until", "announcements", ["until"])
    op.create_table(
        "deeds",
        sa.Column("id", _NUMBER, primary_key=True, autoincrement=True),
        sa.Column("by", sa.String(16), nullable=False),
        sa.Column("what", sa.String(32), nullable=False),
        sa.Column("about", sa.String(64), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )


def downgrade() -> None:
    """Bring the database back to the shape before."""
    for table in ("deeds", "announcements", "bans", "reports"):
        op.drop_table(table)
    op.drop_index("people_by_age", "people")
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.drop_column("admin")
