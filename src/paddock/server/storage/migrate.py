"""Migrates a database to the current schema at every start."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, text

from paddock.core.errors import BadInput

_LOCK = 7_225_362


def config(connection: Connection) -> Config:
    """Alembic's configuration for a connection."""
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    made.attributes["connection"] = connection
    return made


def migrate(engine: Engine) -> None:
    """Run missing migrations; safe if several processes start at once.

    Raises BadInput if the database has an unknown version.
    """
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        _check(connection)
        command.upgrade(config(connection), "head")


def check_revision(url: str) -> None:
    """Raises BadInput if the database has an unknown version; changes nothing."""
    engine = create_engine(url)
    with engine.connect() as connection:
        _check(connection)
    engine.dispose()


def _check(connection: Connection) -> None:
    found = MigrationContext.configure(connection).get_current_heads()
    known = {one.revision for one in ScriptDirectory.from_config(config(connection)).walk_revisions()}
    strange = sorted(set(found) - known)
    if strange:
        raise BadInput("server.other-version", revision=", ".join(strange))
