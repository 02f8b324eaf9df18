"""Puzzles, one for every day, and what people made of them; what reports say of drivers, to be looked up."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this shape."""
    op.create_table(
        "puzzles",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("played", sa.Boolean(), nullable=False),
        sa.Column("used", sa.Boolean(), nullable=False),
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
    )
    op.create_index("puzzles_to_use", "puzzles", ["game", "rules", "used"])
    op.create_table(
        "puzzle_days",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("puzzle", sa.String(16), nullable=False),
    )
    op.create_table(
        "puzzle_answers",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("prompt", sa.Boolean(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("puzzle_answers_of_person", "puzzle_answers", ["person", "day"])
    op.create_table(
        "verdicts",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("course", sa.String(200), nullable=False),
        sa.Column("unit", sa.String(16), nullable=False),
        sa.Column("accuracy", sa.Float(), nullable=False),
        sa.Column("given", sa.Float(), nullable=False),
        sa.Column("dice", sa.Float(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
    )
    op.create_index("verdicts_of_person", "verdicts", ["person", "game", "at"])
    op.create_table(
        "faults",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("fault", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("loss", sa.Float(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
    )
    op.create_index("faults_of_person", "faults", ["person", "game", "fault", "loss", "times"])


def downgrade() -> None:
    """Bring the database back to the shape before."""
    for table in ("faults", "verdicts", "puzzle_answers", "puzzle_days", "puzzles"):
        op.drop_table(table)
