"""The tables of the database. Migrations bring a database to this schema.

Names of people are stored in `people` only, apart from names they gave to single seats (`seats`).
`people.cleared`: whether all data of a deleted person has been erased.
`people.shown`: who may see whether they are online ("everyone", "friends", "nobody").
`sessions.place`, `bans.place`: a keyed hash of a network address; it recognises a guest with a new session.
`follows.mutual`: whether both follow each other, which makes them friends; stored on both rows.
`presences`: who is online, and at which table; every process writes its own rows.
`turns.asks`: the prompt of a decision, as a message. `seats.finished`: when the game ended, for histories.
`audit_log`: actions of admins.
`plans`: decisions made in advance; only their owner learns of them. A row without an action only remembers
the last request that was answered.
`tables.progress`: changes by decisions since the table record was written; empty if there are none.
`seasons.due`: when a season is to be processed next; empty while a round is running.
`drivers.gone`: whether a person has left a season after racing in it. `heats.patience`: how long a decision
at that table may take before its clocks are checked.
`entries.best`: whether it is the driver's best attempt at that challenge.
`puzzle_days.answered`, `solved`: how many people have answered the day's puzzle, and how many correctly.
`puzzles.played`: whether it comes from a game on this server. `puzzle_answers.prompt`: whether the answer was
given on the puzzle's own day, so that it counts for a streak.
`accuracy`, `faults`: results of game reports per drive. `verdicts.version`: the version of the analysis.
`faults.game` also names the unit.
`seats.starters`: the number of seats of the game. `seats.proven`: whether the result may be a record: a
person's own drive at a public table, replayed, with every die recomputed. `feats` repeat person and game.
`course_totals`: totals of `seats` and `feats` (see `storage.aggregates`).
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    and_,
    false,
)

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("name_key", String(160), unique=True),
    Column("look", String(400), index=True),
    Column("password", String(200)),
    Column("settings", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("gone", Boolean, nullable=False),
    Column("stored", BigInteger, nullable=False, server_default="0"),
    Column("cleared", Boolean, nullable=False, server_default=false()),
    Column("shown", String(16), nullable=False, server_default="friends"),
    Column("admin", Boolean, nullable=False, server_default=false()),
    Index("people_by_age", "created"),
    Index("people_by_name", "name_key", postgresql_ops={"name_key": "varchar_pattern_ops"}),
)

sessions = Table(
    "sessions",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("person", String(16), nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("place", String(32), nullable=False, server_default=""),
)

mutes = Table(
    "mutes",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("muted", String(16), primary_key=True),
)

follows = Table(
    "follows",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("other", String(16), primary_key=True),
    Column("at", Float, nullable=False),
    Column("mutual", Boolean, nullable=False),
    Index("follows_by_time", "person", "at"),
    Index("friends_by_time", "person", "mutual", "at"),
    Index("followers_by_time", "other", "at"),
)

blocks = Table(
    "blocks",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("blocked", String(16), primary_key=True, index=True),
    Column("at", Float, nullable=False),
    Index("blocks_by_time", "person", "at"),
)

presences = Table(
    "presences",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("process", String(24), primary_key=True, index=True),
    Column("table_id", String(24)),
)

invitations = Table(
    "invitations",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("person", String(16), primary_key=True),
    Column("by", String(16), nullable=False, index=True),
    Column("at", Float, nullable=False),
    Column("called", Float),
    Index("invitations_of_person", "person", "at"),
    Index("invitations_to_call", "called", "at"),
)

reports = Table(
    "reports",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("by", String(16), nullable=False, index=True),
    Column("about", String(16), nullable=False, index=True),
    Column("kind", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("table_id", String(24)),
    Column("quote", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("settled", Float),
    Index("reports_to_settle", "settled", "id"),
)

bans = Table(
    "bans",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("place", String(32), nullable=False, index=True),
    Column("reason", Text, nullable=False),
    Column("at", Float, nullable=False, index=True),
    Column("until", Float, nullable=False),
)

announcements = Table(
    "announcements",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("words", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("until", Float, nullable=False, index=True),
)

audit_log = Table(
    "deeds",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("by", String(16), nullable=False),
    Column("what", String(32), nullable=False),
    Column("about", String(64), nullable=False),
    Column("details", Text, nullable=False),
    Column("at", Float, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("game", String(64), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("stage", String(16), nullable=False),
    Column("host", String(16), nullable=False),
    Column("created", Float, nullable=False),
    Column("finished", Float),
    Column("course", String(200)),
    Column("challenge", String(100)),
    Column("attempt", Integer),
    Column("bots_asked", Boolean, nullable=False),
    Column("tallied", Boolean, nullable=False),
    Column("touched", Float, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("invitation", String(32), nullable=False),
    Column("sheet", Text, nullable=False),
    Column("brief", Text, nullable=False, server_default=""),
    Column("progress", Text, nullable=False, server_default=""),
    Column("friends", Boolean, nullable=False, server_default=false()),
    Index("tables_of_host", "host", "stage", "created"),
    Index("tables_by_stage", "stage", "created"),
    Index("tables_by_course", "game", "course"),
    Index("tables_by_end", "game", "finished"),
)
in_lobby = and_(tables.c.public.is_(True), tables.c.challenge.is_(None), tables.c.finished.is_(None))
"""Condition of the partial index on the lobby: tables that everybody may see."""
Index("tables_in_lobby", tables.c.stage, tables.c.created, sqlite_where=in_lobby, postgresql_where=in_lobby)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(16)),
    Column("bot", String(64)),
    Column("place", Integer),
    Column("score", Float),
    Column("unit", String(32)),
    Column("name", String(100)),
    Column("finished", Float),
    Column("game", String(64), nullable=False),
    Column("course", String(200)),
    Column("starters", Integer, nullable=False),
    Column("proven", Boolean, nullable=False, server_default=false()),
    Index("seats_by_time", "person", "finished"),
    Index("seats_of_person", "person", "game", "course", "bot", "unit", "place", "starters", "score"),
)
proven = seats.c.proven.is_(True)
"""Condition of the partial index on records: results that may be records."""
Index(
    "seats_by_score",
    seats.c.game,
    seats.c.course,
    seats.c.score,
    seats.c.finished,
    sqlite_where=proven,
    postgresql_where=proven,
)

turns = Table(
    "turns",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("person", String(16), primary_key=True),
    Column("since", Float, nullable=False),
    Column("called", Float),
    Column("asks", Text, nullable=False, server_default=""),
    Index("turns_to_call", "called", "since"),
    Index("turns_of_person", "person", "since"),
)

plans = Table(
    "plans",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(16), nullable=False, index=True),
    Column("request", String(64), nullable=False),
    Column("action", Text, nullable=False),
    Column("risk", Float, nullable=False),
    Column("ground", Text, nullable=False),
    Column("begun", Boolean, nullable=False),
    Column("failed", Text, nullable=False),
    Column("at", Float, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("pace", String(8), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("changed", Float, nullable=False),
    Index("ratings_by_strength", "game", "pace", "mu"),
)

rated = Table(
    "rated",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("table_id", String(24), nullable=False, index=True),
    Column("person", String(16), nullable=False),
    Column("game", String(64), nullable=False),
    Column("pace", String(8), nullable=False),
    Column("place", Integer, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("at", Float, nullable=False),
    Index("rated_of_person", "person", "id"),
)

wishes = Table(
    "wishes",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("minutes", Integer, nullable=False),
    Column("mail", String(254), nullable=False),
    Column("unconfirmed", String(254), nullable=False),
    Column("code", String(16), nullable=False),
    Column("hook", String(500), nullable=False),
    Column("form", String(16), nullable=False),
    Column("called", Float, nullable=False),
)

browsers = Table(
    "browsers",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("person", String(16), nullable=False, index=True),
    Column("endpoint", String(1000), nullable=False),
    Column("point", String(100), nullable=False),
    Column("secret", String(40), nullable=False),
    Column("created", Float, nullable=False),
)

records = Table(
    "records",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("line", LargeBinary, nullable=False),
    Column("seat", Integer),
    Column("decision", String(80)),
    Column("at", Float, nullable=False),
)

admissions = Table(
    "admissions",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("person", String(16), primary_key=True),
)

messages = Table(
    "messages",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("table_id", String(24), nullable=False, index=True),
    Column("room", String(16), nullable=False),
    Column("person", String(16), nullable=False, index=True),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("request", String(64)),
)

feats = Table(
    "feats",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", String(64), primary_key=True),
    Column("value", Float, nullable=False),
    Column("person", String(16)),
    Column("game", String(64), nullable=False),
    Index("feats_of_person", "person", "game", "name", "value"),
)

course_totals = Table(
    "course_totals",
    metadata,
    Column("game", String(64), primary_key=True),
    Column("course", String(200), primary_key=True),
    Column("name", String(80), primary_key=True),
    Column("value", Float, nullable=False),
    Index("courses_by_total", "game", "name", "value"),
)

entries = Table(
    "entries",
    metadata,
    Column("challenge", String(100), primary_key=True),
    Column("person", String(16), primary_key=True),
    Column("attempt", Integer, primary_key=True),
    Column("table_id", String(24), nullable=False),
    Column("score", Float),
    Column("unit", String(32)),
    Column("at", Float, nullable=False),
    Column("best", Boolean, nullable=False, server_default=false()),
    Index("entries_of_person", "person", "challenge"),
    Index("entries_by_score", "challenge", "best", "score", "at"),
)

tracks = Table(
    "tracks",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("owner", String(16), nullable=False),
    Column("name", String(200), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("layout", Text, nullable=False),
    Column("shared", Boolean, nullable=False),
    Column("changed", Float, nullable=False),
    Index("tracks_of_owner", "owner", "changed"),
    Index("tracks_shared", "shared", "changed"),
    Index("tracks_shared_by_kind", "shared", "kind", "changed"),
)

puzzles = Table(
    "puzzles",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("played", Boolean, nullable=False),
    Column("used", Boolean, nullable=False),
    Column("puzzle", Text, nullable=False),
    Column("made", Float, nullable=False),
    Index("puzzles_to_use", "game", "rules", "used"),
)

puzzle_days = Table(
    "puzzle_days",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("puzzle", String(16), nullable=False),
    Column("answered", Integer, nullable=False, server_default="0"),
    Column("solved", Integer, nullable=False, server_default="0"),
)

puzzle_answers = Table(
    "puzzle_answers",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("person", String(16), primary_key=True),
    Column("solved", Boolean, nullable=False),
    Column("prompt", Boolean, nullable=False),
    Column("answer", Text, nullable=False),
    Column("at", Float, nullable=False),
    Index("puzzle_answers_of_person", "person", "day"),
)

accuracy = Table(
    "verdicts",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(16), nullable=False),
    Column("game", String(64), nullable=False),
    Column("course", String(200), nullable=False),
    Column("unit", String(16), nullable=False),
    Column("accuracy", Float, nullable=False),
    Column("given", Float, nullable=False),
    Column("dice", Float, nullable=False),
    Column("at", Float, nullable=False),
    Column("version", Integer, nullable=False),
    Index("verdicts_of_person", "person", "game", "at"),
)

faults = Table(
    "faults",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("fault", String(32), primary_key=True),
    Column("person", String(16), nullable=False),
    Column("game", String(80), nullable=False),
    Column("loss", Float, nullable=False),
    Column("times", Integer, nullable=False),
    Index("faults_of_person", "person", "game", "fault", "loss", "times"),
)

seasons = Table(
    "seasons",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("host", String(16), index=True),
    Column("public", Boolean, nullable=False),
    Column("stage", String(16), nullable=False),
    Column("created", Float, nullable=False),
    Column("due", Float, index=True),
    Column("sheet", Text, nullable=False),
    Index("seasons_by_stage", "public", "stage", "created"),
)

drivers = Table(
    "drivers",
    metadata,
    Column("season", String(24), primary_key=True),
    Column("person", String(16), primary_key=True, index=True),
    Column("joined", Float, nullable=False),
    Column("gone", Boolean, nullable=False, server_default=false()),
)

answers = Table(
    "answers",
    metadata,
    Column("season", String(24), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("person", String(16), primary_key=True),
    Column("coming", Boolean, nullable=False),
)

heats = Table(
    "heats",
    metadata,
    Column("season", String(24), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("table_id", String(24), unique=True),
    Column("stage", String(16), nullable=False, index=True),
    Column("patience", Float, nullable=False),
    Column("seats", Text, nullable=False),
    Column("places", Text, nullable=False),
)

beats = Table(
    "beats",
    metadata,
    Column("process", String(24), primary_key=True),
    Column("alive", Float, nullable=False),
)

downtimes = Table(
    "downtimes",
    metadata,
    Column("began", Float, primary_key=True),
    Column("ended", Float, nullable=False),
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
