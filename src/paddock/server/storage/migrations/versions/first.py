"""The first schema. Older databases are refused; later revisions build on this one."""

import sqlalchemy as sa
from alembic import op

revision = "first"
down_revision = None
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create all tables."""
    op.create_table(
        "admissions",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("person", sa.String(16), primary_key=True),
    )
    op.create_table(
        "announcements",
        sa.Column("id", _NUMBER, primary_key=True),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
    )
    op.create_index("ix_announcements_until", "announcements", ["until"])
    op.create_table(
        "answers",
        sa.Column("season", sa.String(24), primary_key=True),
        sa.Column("round", sa.Integer(), primary_key=True),
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("coming", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "bans",
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("place", sa.String(32), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
    )
    op.create_index("ix_bans_at", "bans", ["at"])
    op.create_index("ix_bans_place", "bans", ["place"])
    op.create_table(
        "beats",
        sa.Column("process", sa.String(24), primary_key=True),
        sa.Column("alive", sa.Float(), nullable=False),
    )
    op.create_table(
        "blocks",
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("blocked", sa.String(16), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("blocks_by_time", "blocks", ["person", "at"])
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])
    op.create_table(
        "browsers",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("point", sa.String(100), nullable=False),
        sa.Column("secret", sa.String(40), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
    )
    op.create_index("ix_browsers_person", "browsers", ["person"])
    op.create_table(
        "course_totals",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("course", sa.String(200), primary_key=True),
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("value", sa.Float(), nullable=False),
    )
    op.create_index("courses_by_total", "course_totals", ["game", "name", "value"])
    op.create_table(
        "deeds",
        sa.Column("id", _NUMBER, primary_key=True),
        sa.Column("by", sa.String(16), nullable=False),
        sa.Column("what", sa.String(32), nullable=False),
        sa.Column("about", sa.String(64), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_table(
        "downtimes",
        sa.Column("began", sa.Float(), primary_key=True),
        sa.Column("ended", sa.Float(), nullable=False),
    )
    op.create_table(
        "drivers",
        sa.Column("season", sa.String(24), primary_key=True),
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("joined", sa.Float(), nullable=False),
        sa.Column("gone", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    op.create_index("ix_drivers_person", "drivers", ["person"])
    op.create_table(
        "entries",
        sa.Column("challenge", sa.String(100), primary_key=True),
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("attempt", sa.Integer(), primary_key=True),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("unit", sa.String(32), nullable=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("best", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    op.create_index("entries_by_score", "entries", ["challenge", "best", "score", "at"])
    op.create_index("entries_of_person", "entries", ["person", "challenge"])
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
    op.create_table(
        "feats",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("value", sa.Float(), nullable=False),
        sa.Column("person", sa.String(16), nullable=True),
        sa.Column("game", sa.String(64), nullable=False),
    )
    op.create_index("feats_of_person", "feats", ["person", "game", "name", "value"])
    op.create_table(
        "follows",
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("other", sa.String(16), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("mutual", sa.Boolean(), nullable=False),
    )
    op.create_index("followers_by_time", "follows", ["other", "at"])
    op.create_index("follows_by_time", "follows", ["person", "at"])
    op.create_index("friends_by_time", "follows", ["person", "mutual", "at"])
    op.create_table(
        "heats",
        sa.Column("season", sa.String(24), primary_key=True),
        sa.Column("round", sa.Integer(), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("table_id", sa.String(24), nullable=True),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.Column("patience", sa.Float(), nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("places", sa.Text(), nullable=False),
        sa.UniqueConstraint("table_id"),
    )
    op.create_index("ix_heats_stage", "heats", ["stage"])
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("by", sa.String(16), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("called", sa.Float(), nullable=True),
    )
    op.create_index("invitations_of_person", "invitations", ["person", "at"])
    op.create_index("invitations_to_call", "invitations", ["called", "at"])
    op.create_index("ix_invitations_by", "invitations", ["by"])
    op.create_table(
        "messages",
        sa.Column("id", _NUMBER, primary_key=True),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("request", sa.String(64), nullable=True),
    )
    op.create_index("ix_messages_person", "messages", ["person"])
    op.create_index("ix_messages_table_id", "messages", ["table_id"])
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("muted", sa.String(16), primary_key=True),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("name_key", sa.String(160), nullable=True),
        sa.Column("look", sa.String(400), nullable=True),
        sa.Column("password", sa.String(200), nullable=True),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.Column("stored", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("cleared", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("shown", sa.String(16), server_default="friends", nullable=False),
        sa.Column("admin", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.UniqueConstraint("name_key"),
    )
    op.create_index("ix_people_look", "people", ["look"])
    op.create_index("people_by_age", "people", ["created"])
    op.create_index(
        "people_by_name", "people", ["name_key"], postgresql_ops={"name_key": "varchar_pattern_ops"}
    )
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
        "presences",
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("process", sa.String(24), primary_key=True),
        sa.Column("table_id", sa.String(24), nullable=True),
    )
    op.create_index("ix_presences_process", "presences", ["process"])
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
        "puzzle_days",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("puzzle", sa.String(16), nullable=False),
        sa.Column("answered", sa.Integer(), server_default="0", nullable=False),
        sa.Column("solved", sa.Integer(), server_default="0", nullable=False),
    )
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
        "rated",
        sa.Column("id", _NUMBER, primary_key=True),
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
        "records",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("line", sa.LargeBinary(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("decision", sa.String(80), nullable=True),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", _NUMBER, primary_key=True),
        sa.Column("by", sa.String(16), nullable=False),
        sa.Column("about", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("table_id", sa.String(24), nullable=True),
        sa.Column("quote", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("settled", sa.Float(), nullable=True),
    )
    op.create_index("ix_reports_about", "reports", ["about"])
    op.create_index("ix_reports_by", "reports", ["by"])
    op.create_index("reports_to_settle", "reports", ["settled", "id"])
    op.create_table(
        "seasons",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("host", sa.String(16), nullable=True),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("due", sa.Float(), nullable=True),
        sa.Column("sheet", sa.Text(), nullable=False),
    )
    op.create_index("ix_seasons_due", "seasons", ["due"])
    op.create_index("ix_seasons_host", "seasons", ["host"])
    op.create_index("seasons_by_stage", "seasons", ["public", "stage", "created"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("person", sa.String(16), nullable=True),
        sa.Column("bot", sa.String(64), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("unit", sa.String(32), nullable=True),
        sa.Column("name", sa.String(100), nullable=True),
        sa.Column("finished", sa.Float(), nullable=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("course", sa.String(200), nullable=True),
        sa.Column("starters", sa.Integer(), nullable=False),
        sa.Column("proven", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    op.create_index(
        "seats_by_score",
        "seats",
        ["game", "course", "score", "finished"],
        sqlite_where=sa.text("proven IS 1"),
        postgresql_where=sa.text("proven IS true"),
    )
    op.create_index("seats_by_time", "seats", ["person", "finished"])
    op.create_index(
        "seats_of_person", "seats", ["person", "game", "course", "bot", "unit", "place", "starters", "score"]
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("place", sa.String(32), server_default="", nullable=False),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.Column("host", sa.String(16), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("finished", sa.Float(), nullable=True),
        sa.Column("course", sa.String(200), nullable=True),
        sa.Column("challenge", sa.String(100), nullable=True),
        sa.Column("attempt", sa.Integer(), nullable=True),
        sa.Column("bots_asked", sa.Boolean(), nullable=False),
        sa.Column("tallied", sa.Boolean(), nullable=False),
        sa.Column("touched", sa.Float(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("invitation", sa.String(32), nullable=False),
        sa.Column("sheet", sa.Text(), nullable=False),
        sa.Column("brief", sa.Text(), server_default="", nullable=False),
        sa.Column("progress", sa.Text(), server_default="", nullable=False),
        sa.Column("friends", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    op.create_index("tables_by_course", "tables", ["game", "course"])
    op.create_index("tables_by_end", "tables", ["game", "finished"])
    op.create_index("tables_by_stage", "tables", ["stage", "created"])
    op.create_index(
        "tables_in_lobby",
        "tables",
        ["stage", "created"],
        sqlite_where=sa.text("public IS 1 AND challenge IS NULL AND finished IS NULL"),
        postgresql_where=sa.text("public IS true AND challenge IS NULL AND finished IS NULL"),
    )
    op.create_index("tables_of_host", "tables", ["host", "stage", "created"])
    op.create_table(
        "tracks",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("owner", sa.String(16), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("layout", sa.Text(), nullable=False),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.Column("changed", sa.Float(), nullable=False),
    )
    op.create_index("tracks_of_owner", "tracks", ["owner", "changed"])
    op.create_index("tracks_shared", "tracks", ["shared", "changed"])
    op.create_index("tracks_shared_by_kind", "tracks", ["shared", "kind", "changed"])
    op.create_table(
        "turns",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("since", sa.Float(), nullable=False),
        sa.Column("called", sa.Float(), nullable=True),
        sa.Column("asks", sa.Text(), server_default="", nullable=False),
    )
    op.create_index("turns_of_person", "turns", ["person", "since"])
    op.create_index("turns_to_call", "turns", ["called", "since"])
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
        "wishes",
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("mail", sa.String(254), nullable=False),
        sa.Column("unconfirmed", sa.String(254), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("hook", sa.String(500), nullable=False),
        sa.Column("form", sa.String(16), nullable=False),
        sa.Column("called", sa.Float(), nullable=False),
    )
