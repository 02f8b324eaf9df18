"""Databases of every revision since the first, with data in them, are brought to the present shape."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, inspect, text

from paddock.server.settings import Settings
from paddock.server.storage.migrate import config, migrate
from paddock.server.storage.schema import metadata
from tests.server import kept
from tests.server.clients import Person, play_pig
from tests.server.serving import WAIT, Server

KINDS = ["sqlite", "postgresql"]
KEPT = sorted(file.stem for file in kept.FOLDER.glob("*.json"))


@pytest.fixture
def fresh(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[str], tuple[Engine, str]]:
    """Makes an empty database of a kind; its engine, and what `--database` is to be."""

    def make(kind: str) -> tuple[Engine, str]:
        database = request.getfixturevalue("postgresql")() if kind == "postgresql" else ""
        tmp_path.mkdir(exist_ok=True)
        return create_engine(Settings(data=tmp_path, database=database).url), database

    return make


def shape(connection: Connection) -> dict[str, Any]:
    """Tables, columns, keys and indexes as the database itself tells them."""
    found = inspect(connection)
    return {
        table: {
            "columns": {
                one["name"]: (str(one["type"]), one["nullable"], one["default"])
                for one in found.get_columns(table)
            },
            "key": found.get_pk_constraint(table)["constrained_columns"],
            "unique": sorted(one["column_names"] for one in found.get_unique_constraints(table)),
            "indexes": {
                one["name"]: (
                    one["column_names"],
                    one["unique"],
                    {option: str(value) for option, value in one.get("dialect_options", {}).items()},
                )
                for one in found.get_indexes(table)
            },
        }
        for table in found.get_table_names()
        if table != "alembic_version"
    }


@pytest.mark.parametrize("kind", KINDS)
def test_migrations_make_the_tables_the_server_works_with(
    kind: str, fresh: Callable[[str], tuple[Engine, str]], tmp_path: Path
) -> None:
    engine, _ = fresh(kind)
    migrate(engine)
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        migrated = shape(connection)
    engine.dispose()
    (tmp_path / "paddock.db").unlink(missing_ok=True)
    other, _ = fresh(kind)
    metadata.create_all(other)
    with other.connect() as connection:
        made = shape(connection)
    other.dispose()
    for table in sorted(made.keys() | migrated.keys()):
        assert migrated.get(table) == made.get(table), table


def test_the_first_revision_is_kept_and_has_nothing_before_it() -> None:
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        scripts = ScriptDirectory.from_config(config(connection))
        (first,) = scripts.get_bases()
        known = {one.revision for one in scripts.walk_revisions()}
    assert first == "first"
    assert first in KEPT
    assert set(KEPT) <= known


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", KEPT)
async def test_a_kept_database_is_upgraded_with_all_that_is_in_it(
    name: str,
    kind: str,
    fresh: Callable[[str], tuple[Engine, str]],
    tmp_path: Path,
    servers: Callable[..., Server],
) -> None:
    engine, database = fresh(kind)
    with engine.begin() as connection:
        command.upgrade(config(connection), name)
        kept.fill(connection, name)
    engine.dispose()
    server = servers(kind, folder=tmp_path, database=database)
    async with Person(server, "Somebody") as ada, Person(server, "Somebody") as ben:
        for person, called in ((ada, "Ada Kept"), (ben, "Ben Kept")):
            me = await person.post("/api/sign-in", {"name": called, "password": kept.PASSWORD})
            person.id = me["person"]["id"]
        mine = {table["title"]: table for table in await ada.listed("/api/me/tables")}
        games = {table["title"]: table for table in await ada.listed(f"/api/people/{ada.id}/games")}
        assert (set(mine), set(games)) == ({"going", "open"}, {"over", "raced"})
        for title in ("over", "raced"):
            assert (await ben.get(f"/api/tables/{games[title]['id']}/verify"))["checked"] > 0
            assert (await ben.get(f"/api/tables/{games[title]['id']}/replay"))["steps"]
        async with ben.sit(games["over"]["id"]) as socket:
            assert "well driven" in [said["text"] for said in socket.heard[0]["chat"]]
        going = mine["going"]["id"]
        async with ada.sit(going, face=0) as first, ben.sit(going, face=1) as second:
            await asyncio.gather(play_pig(first, 0), play_pig(second, 1))
        assert (await ben.get(f"/api/tables/{going}/verify"))["checked"] > 0
        profile = await ben.get(f"/api/people/{ada.id}")
        assert {game["game"]: game["played"] for game in profile["games"]} == {"pig": 2, "sealed": 1}
        assert [rating["games"] for rating in profile["ratings"]] == [1]
        (course,) = await ben.listed("/api/courses/sealed")
        assert (course["played"], course["drives"]) == (1, 2)
        assert await ben.get(f"/api/courses/sealed/records?course={course['course']}")
        assert [one["person"]["id"] for one in await ada.listed("/api/me/people/friends")] == [ben.id]
        assert [track["name"] for track in await ada.listed("/api/tracks?shelf=own")] == ["kept"]
        await ada.post(f"/api/tables/{mine['open']['id']}/sit", {})
    server.stop()


@pytest.mark.parametrize("kind", KINDS)
def test_a_database_of_another_version_is_refused_and_left_as_it_was(
    kind: str, fresh: Callable[[str], tuple[Engine, str]], tmp_path: Path
) -> None:
    engine, database = fresh(kind)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
        connection.execute(text("INSERT INTO alembic_version VALUES ('0015')"))
        connection.execute(text("CREATE TABLE people (id VARCHAR(16))"))
        before = shape(connection)
    raw = (tmp_path / "paddock.db").read_bytes() if kind == "sqlite" else b""
    server = Server(tmp_path, database)
    server.spawn()
    assert server.process is not None
    assert server.process.wait(WAIT) != 0
    assert "made by another version of Paddock (revision 0015)" in " ".join(server.text().split())
    with engine.connect() as connection:
        assert shape(connection) == before
    if kind == "sqlite":
        assert (tmp_path / "paddock.db").read_bytes() == raw
    engine.dispose()


def test_what_is_kept_holds_something_of_everything_that_people_leave_behind() -> None:
    rows = msgspec.json.decode((kept.FOLDER / "first.json").read_bytes())
    wanted = {"people", "tables", "seats", "records", "messages", "ratings", "feats", "course_totals"}
    assert wanted | {"follows", "tracks", "turns", "seasons", "secrets", "sessions"} <= rows.keys()
