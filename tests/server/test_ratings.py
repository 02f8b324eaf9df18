"""Ratings: from the places of accounts at public tables with clocks, the same whenever they are reckoned."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, insert, select

from paddock.core.game import Result
from paddock.server.records.table_record import Branch, Seat, TableRecord
from paddock.server.records.time_control import Days, Live, Untimed
from paddock.server.storage import ratings
from paddock.server.storage.schema import metadata, people, rated
from paddock.server.storage.schema import ratings as kept
from tests.server.clients import Person, play_pig, seated
from tests.server.serving import Server

LIVE = {"kind": "live", "bank": 600, "increment": 15}


@pytest.fixture
def book() -> Iterator[Connection]:
    """An empty database with six accounts and a guest."""
    engine = create_engine("sqlite://")
    metadata.create_all(engine)
    with engine.begin() as connection:
        for who in ("a", "b", "c", "d", "e", "f", "guest"):
            secret = None if who == "guest" else "x"
            row = {
                "id": who,
                "name": who,
                "password": secret,
                "settings": "{}",
                "created": 0.0,
                "gone": False,
            }
            connection.execute(insert(people).values(**row))
        yield connection
    engine.dispose()


def played(number: int, who: str, places: list[int], **how: Any) -> TableRecord:
    seats = [Seat(name=one, bot="club") if one == "-" else Seat(name=one, person=one) for one in who.split()]
    result = Result(places=tuple(places), scores=tuple(float(-place) for place in places), unit="points")
    how = {"pace": Live(), **how}
    return TableRecord(
        id=f"t{number}",
        game="pig",
        options={},
        host="a",
        seats=seats,
        created=0.0,
        stage="over",
        finished=float(number),
        result=result,
        **how,
    )


def strengths(connection: Connection) -> dict[str, tuple[float, float, int]]:
    return {row.person: (row.mu, row.sigma, row.games) for row in connection.execute(select(kept))}


def test_winners_gain_and_shared_places_bring_equal_people_together(book: Connection) -> None:
    ratings.rate(book, played(1, "a b c", [1, 2, 3]))
    told = {who: ratings.in_points((mu, sigma)) for who, (mu, sigma, _) in strengths(book).items()}
    assert told["a"][0] > told["b"][0] > told["c"][0]
    assert told["b"][0] == pytest.approx(1500, abs=20)
    assert all(spread < 167 for _, spread in told.values())
    ratings.rate(book, played(2, "d e", [1, 1]))
    assert (
        strengths(book)["d"][0] == pytest.approx(strengths(book)["e"][0]) == pytest.approx(ratings.FIRST[0])
    )


@pytest.mark.parametrize(
    ("who", "how"),
    [
        ("a b", {"public": False}),
        ("a b", {"pace": Untimed()}),
        ("a b", {"branch": Branch("t0", 3)}),
        ("a b", {"uploaded": True}),
        ("a b", {"challenge": "daily-x"}),
        ("a a", {}),
        ("a guest", {}),
        ("a -", {}),
    ],
)
def test_what_is_no_fair_race_between_accounts_is_not_rated(
    who: str, how: dict[str, Any], book: Connection
) -> None:
    ratings.rate(book, played(1, who, [1, 2], **how))
    assert strengths(book) == {}


def test_guests_and_bots_are_left_out_and_those_who_left_are_not(book: Connection) -> None:
    alone = played(1, "a guest - b", [1, 2, 3, 4])
    alone.seats[3].bot, alone.seats[3].left = "club", True
    ratings.rate(book, alone)
    assert set(strengths(book)) == {"a", "b"}
    with_others = strengths(book)
    book.execute(kept.delete())
    book.execute(rated.delete())
    ratings.rate(book, played(2, "a b", [1, 2]))
    assert strengths(book) == with_others


def test_a_game_is_rated_once_and_each_pace_by_itself(book: Connection) -> None:
    for _ in range(2):
        ratings.rate(book, played(1, "a b", [1, 2]))
    ratings.rate(book, played(2, "a b", [1, 2], pace=Days()))
    rows = book.execute(select(kept.c.pace, kept.c.games).where(kept.c.person == "a")).all()
    assert sorted(map(tuple, rows)) == [("days", 1), ("live", 1)]


def test_ratings_find_the_order(book: Connection) -> None:
    rng = random.Random(3)
    for number in range(300):
        who = rng.sample("abcdef", rng.randint(2, 4))
        order = sorted(who, key=lambda one: rng.gauss(ord(one), 1.2))
        ratings.rate(book, played(number, " ".join(who), [order.index(one) + 1 for one in who]))
    before = strengths(book)
    assert sorted(before, key=lambda one: -before[one][0]) == list("abcdef")
    settled = [ratings.rating_of("pig", "live", (mu, sigma), games) for mu, sigma, games in before.values()]
    assert not any(one.provisional for one in settled)
    assert ratings.rating_of("pig", "live", ratings.FIRST, 50).provisional


async def test_a_race_of_accounts_is_told_on_their_profiles(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        await ada.settle()
        await bob.settle()
        table = await seated(ada, [bob], pace=LIVE, options={"goal": 20})
        async with ada.sit(table) as first, bob.sit(table) as second:
            scenes = await asyncio.gather(play_pig(first, 0), play_pig(second, 1))
        won = scenes[0]["result"]["places"].index(1)
        profiles = []
        for who in (ada, bob):
            for _ in range(12_000):
                profile = await who.get(f"/api/people/{who.id}")
                if profile["ratings"]:
                    break
                await asyncio.sleep(0.05)
            profiles.append(profile)
        points = [profile["ratings"][0]["points"] for profile in profiles]
        assert points[won] > 1500 > points[1 - won]
        assert profiles[0]["ratings"][0]["provisional"]
        history = await ada.get(f"/api/people/{ada.id}/ratings")
        assert [(one["table"], one["points"]) for one in history] == [(table, points[0])]
        listed = {line["person"] for line in await ada.listed("/api/ratings/pig/live")}
        assert not listed & {ada.id, bob.id}, "not before enough games"
        status, _ = await ada.refused("GET", "/api/ratings/pig/blitz")
        assert status == 400
