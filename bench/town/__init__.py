"""A large database for benchmarks: people, finished games, seasons, challenges and followers, in bulk."""

from __future__ import annotations

import time

import msgspec
from sqlalchemy import Engine, text

from bench.town.contests import entries, fill_puzzles, fill_seasons
from bench.town.figures import (
    course_totals,
    fill_verdicts,
    rated,
    ratings,
)
from bench.town.people import fill_lists, follows, inhabitants, made_tracks, reports
from bench.town.rows import FOLLOWERS, GOING, STAR_GAMES, day_before, fill, going, person, table
from bench.town.tables import fill_games, fill_going
from paddock.server.records.challenge_calendar import slot_at, slot_before
from paddock.server.storage import schema
from paddock.server.storage.migrate import migrate
from paddock.server.storage.pagination import bookmark


class Town(msgspec.Struct):
    """The content of the database: its size, and the records to request."""

    people: int
    games: int
    star: str
    challenge: str
    """An open challenge with as many drivers as the star has followers."""
    closed: str
    """The challenge before it, with as many drivers."""
    season: str
    course: str
    late: dict[str, str]
    """The cursors of late pages of some lists."""


def build(engine: Engine, people: int, games: int) -> Town:
    """Creates the database; the same size always gives the same content."""
    migrate(engine)
    now = time.time()
    star = person(0)
    followers = min(FOLLOWERS, people - 1)
    with engine.begin() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA synchronous=OFF")
            connection.exec_driver_sql("PRAGMA cache_size=-400000")
        fill(connection, schema.people, inhabitants(people, now))
        fill_games(connection, people, games, now)
        fill(connection, schema.ratings, ratings(people, now))
        fill(connection, schema.course_totals, course_totals())
        fill(connection, schema.rated, rated(people, now))
        slot = slot_at("daily", "rallyman-gt", now)
        before = slot_before(slot)
        fill(connection, schema.entries, entries((slot.id, before.id), people, now))
        fill_puzzles(connection, people, now)
        fill_verdicts(connection, games, now)
        season = fill_seasons(connection, now)
        fill(connection, schema.follows, follows(followers, now))
        fill_going(connection, people, now)
        fill(connection, schema.tracks, made_tracks(people, now))
        fill(connection, schema.reports, reports(people, now))
        fill_lists(connection, people, now)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        vacuum = "VACUUM " if connection.dialect.name == "postgresql" else ""
        connection.execute(text(f"{vacuum}ANALYZE"))
    half = min(STAR_GAMES, games) // 2
    made = people // 10
    late = {
        "games": bookmark(now - (games - half) * 20.0, table(half)),
        "followers": bookmark(now - followers * 0.9, person(followers)),
        "lobby": bookmark(now - GOING * 0.9, going(0)),
        "tracks": bookmark(now - 90_000.0, f"k{made:015}"),
        "board": bookmark(900.0, now, star),
        "ratings": bookmark(27.0, person(people)),
        "seasons": bookmark(now - 900 * 600, "s"),
        "name": bookmark(f"driver {people - people // 10}"),
        "over": bookmark(now - games * 18.0, table(0)),
        "reports": bookmark(people // 500),
        "puzzles": day_before(now, 60),
        "opponents": bookmark(now - (games - half) * 20.0, table(half), 0),
    }
    return Town(people, games, star, slot.id, before.id, season, "course-1", late)
