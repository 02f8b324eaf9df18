"""Boards of challenges are read in their order and by person, finished games by their end."""

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this shape."""
    op.create_index("entries_by_score", "entries", ["challenge", "score", "at"])
    op.create_index("tables_by_end", "tables", ["game", "finished"])
    op.create_index("entries_of_person", "entries", ["person", "challenge"])


def downgrade() -> None:
    """Bring the database back to the shape before."""
    for index in ("entries_by_score", "entries_of_person"):
        op.drop_index(index, "entries")
    op.drop_index("tables_by_end", "tables")
