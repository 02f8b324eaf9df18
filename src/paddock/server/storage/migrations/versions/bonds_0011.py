"""Friends, blocks, presence and invitations; what tables wait for, in words; histories by time."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this shape."""
    op.create_table(
        "follows",
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("other", sa.String(16), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("mutual", sa.Boolean(), nullable=False),
    )
    op.create_index("follows_by_time", "follows", ["person", "at"])
    op.create_index("friends_by_time", "follows", ["person", "mutual", "at"])
    op.create_index("followers_by_time", "follows", ["other", "at"])
    op.create_table(
        "blocks",
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("blocked", sa.String(16), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])
    op.create_table(
        "presences",
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("process", sa.String(24), primary_key=True),
        sa.Column("table_id", sa.String(24)),
    )
    op.create_index("ix_presences_process", "presences", ["process"])
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("by", sa.String(16), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("called", sa.Float()),
    )
    op.create_index("ix_invitations_by", "invitations", ["by"])
    op.create_index("invitations_of_person", "invitations", ["person", "at"])
    op.create_index("invitations_to_call", "invitations", ["called", "at"])
    _add("people", sa.Column("shown", sa.String(16), server_default="friends", nullable=False))
    op.create_index(
        "people_by_name", "people", ["name_key"], postgresql_ops={"name_key": "varchar_pattern_ops"}
    )
    _add("sessions", sa.Column("place", sa.String(32), server_default="", nullable=False))
    _add("tables", sa.Column("friends", sa.Boolean(), server_default=sa.false(), nullable=False))
    _add("turns", sa.Column("asks", sa.Text(), server_default="", nullable=False))
    _add("seats", sa.Column("finished", sa.Float()))
    op.execute(
        "UPDATE seats SET finished = (SELECT tables.finished FROM tables WHERE tables.id = seats.table_id)"
    )
    op.drop_index("ix_seats_person", "seats")
    op.create_index("seats_by_time", "seats", ["person", "finished"])


def downgrade() -> None:
    """Bring the database back to the shape before."""
    op.drop_index("people_by_name", "people")
    op.drop_index("seats_by_time", "seats")
    op.create_index("ix_seats_person", "seats", ["person"])
    for table, column in (
        ("seats", "finished"),
        ("turns", "asks"),
        ("tables", "friends"),
        ("sessions", "place"),
        ("people", "shown"),
    ):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.drop_column(column)
    for table in ("invitations", "presences", "blocks", "follows"):
        op.drop_table(table)


def _add(table: str, column: sa.Column[object]) -> None:
    with op.batch_alter_table(table, schema=None) as batch_op:
        batch_op.add_column(column)
