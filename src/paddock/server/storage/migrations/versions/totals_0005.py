"""Results are added up as they come in."""

import sqlalchemy as sa
from alembic import op

from paddock.server.storage.totals import recount

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this shape, and add up what is there."""
    for owner, length in (("person", 16), ("course", 200)):
        keys = [sa.Column(owner, sa.String(length=length), nullable=False)]
        keys.insert(1 if owner == "person" else 0, sa.Column("game", sa.String(length=64), nullable=False))
        op.create_table(
            f"{owner}_totals",
            *keys,
            sa.Column("name", sa.String(length=80), nullable=False),
            sa.Column("value", sa.Float(), nullable=False),
            sa.PrimaryKeyConstraint(*(key.name for key in keys), "name"),
        )
    op.create_table(
        "person_bests",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("course", sa.String(length=200), nullable=False),
        sa.Column("table_id", sa.String(length=24), nullable=False),
        *_result(),
        sa.PrimaryKeyConstraint("person", "game", "course"),
    )
    op.create_table(
        "course_bests",
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("course", sa.String(length=200), nullable=False),
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        *_result(),
        sa.PrimaryKeyConstraint("game", "course", "table_id", "seat"),
    )
    recount(op.get_bind())


def _result() -> list[sa.Column[int] | sa.Column[float] | sa.Column[str]]:
    return [
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("unit", sa.String(length=32), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    ]


def downgrade() -> None:
    """Bring the database back to the shape before."""
    for name in ("course_bests", "person_bests", "course_totals", "person_totals"):
        op.drop_table(name)
