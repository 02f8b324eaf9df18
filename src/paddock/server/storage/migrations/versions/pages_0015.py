"""Long lists are read page by page from indexes; best attempts and answers to puzzles are kept counted."""

import sqlalchemy as sa
from alembic import op

from paddock.server.calendar import read_id
from paddock.server.errors import Refused
from paddock.server.storage.totals import yardstick

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_LOBBY = sa.text("public IS TRUE AND challenge IS NULL AND finished IS NULL")
_LOBBY_OF_SQLITE = sa.text("public IS 1 AND challenge IS NULL AND finished IS NULL")


def upgrade() -> None:
    """Bring the database to this shape."""
    op.add_column("entries", sa.Column("best", sa.Boolean(), nullable=False, server_default=sa.false()))
    _note_bests()
    op.drop_index("entries_by_driver", "entries")
    op.drop_index("entries_by_score", "entries")
    op.create_index("entries_by_score", "entries", ["challenge", "best", "score", "at"])
    for name in ("answered", "solved"):
        op.add_column("puzzle_days", sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    answers = "(SELECT count(*) FROM puzzle_answers a WHERE a.day = puzzle_days.day"
    op.execute(f"UPDATE puzzle_days SET answered = {answers}), solved = {answers} AND a.solved)")
    op.drop_index("ix_tracks_owner", "tracks")
    op.create_index("tracks_of_owner", "tracks", ["owner", "changed"])
    op.create_index("tracks_shared", "tracks", ["shared", "changed"])
    op.create_index("tracks_shared_by_kind", "tracks", ["shared", "kind", "changed"])
    op.drop_index("tables_by_stage", "tables")
    op.create_index("tables_by_stage", "tables", ["stage", "created"])
    op.create_index(
        "tables_in_lobby",
        "tables",
        ["stage", "created"],
        sqlite_where=_LOBBY_OF_SQLITE,
        postgresql_where=_LOBBY,
    )
    op.drop_index("ix_turns_person", "turns")
    op.create_index("turns_of_person", "turns", ["person", "since"])
    op.create_index("blocks_by_time", "blocks", ["person", "at"])
    op.create_index("courses_by_total", "course_totals", ["game", "name", "value"])


def _note_bests() -> None:
    connection = op.get_bind()
    for challenge in connection.execute(sa.text("SELECT DISTINCT challenge FROM entries")).scalars().all():
        order = "ASC" if _lowest(challenge) else "DESC"
        mine = "e.challenge = entries.challenge AND e.person = entries.person AND e.score IS NOT NULL"
        first = f"SELECT e.attempt FROM entries e WHERE {mine} ORDER BY e.score {order}, e.at LIMIT 1"
        noted = f"UPDATE entries SET best = true WHERE challenge = :challenge AND attempt = ({first})"
        connection.execute(sa.text(noted), {"challenge": challenge})


def _lowest(challenge: str) -> bool:
    try:
        stick = yardstick(read_id(challenge).game)
    except Refused:
        return True
    return stick is None or stick.lowest


def downgrade() -> None:
    """Bring the database back to the shape before."""
    op.drop_index("courses_by_total", "course_totals")
    op.drop_index("blocks_by_time", "blocks")
    op.drop_index("turns_of_person", "turns")
    op.create_index("ix_turns_person", "turns", ["person"])
    op.drop_index("tables_in_lobby", "tables")
    op.drop_index("tables_by_stage", "tables")
    op.create_index("tables_by_stage", "tables", ["stage", "public", "created"])
    for name in ("tracks_of_owner", "tracks_shared", "tracks_shared_by_kind"):
        op.drop_index(name, "tracks")
    op.create_index("ix_tracks_owner", "tracks", ["owner"])
    op.drop_column("puzzle_days", "answered")
    op.drop_column("puzzle_days", "solved")
    op.drop_index("entries_by_score", "entries")
    op.create_index("entries_by_score", "entries", ["challenge", "score", "at"])
    op.create_index("entries_by_driver", "entries", ["challenge", "person", "score"])
    op.drop_column("entries", "best")
