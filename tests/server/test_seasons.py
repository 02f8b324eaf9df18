"""Seasons: points, standings, draws; and whole ones driven on both databases."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import update

from paddock.server.records.season_record import Form, Heat, HeatSeat, read_season, write
from paddock.server.seasons.awards import SeasonBest, summed
from paddock.server.seasons.pairing import draw, grid, keep_apart, meetings, sizes
from paddock.server.seasons.schedule import weekly
from paddock.server.seasons.standings import points_for, schemes, standings, survivors
from paddock.server.storage.schema import heats, seasons
from tests.server.clients import Person, play_pig
from tests.server.serving import WAIT, Server

DAYS = {"kind": "days", "days": 1}


def heat(round_: int, who: str, places: list[int], number: int = 0) -> Heat:
    """A finished race; `-` is a bot."""
    seats = [HeatSeat(None, "random") if one == "-" else HeatSeat(one) for one in who]
    return Heat(round_, number, seats, f"t{round_}{number}", "over", places)


def order(form: Form, who: str, driven: list[Heat], begun: int) -> list[tuple[str, int]]:
    lines = standings(form, list(who), driven, "classic", begun)
    return [(line.person, line.place) for line in lines]


def test_points_schemes_fall_from_place_to_place_and_end() -> None:
    assert {"classic", "grand-prix"} <= set(schemes())
    for name, points in schemes().items():
        assert points == sorted(points, reverse=True) and points[-1] > 0
        assert points_for(name, len(points) + 1) == 0
    assert [points_for("classic", place) for place in (1, 2, 3)] == [10, 8, 6]


def test_bots_are_passed_over_and_equal_places_bring_equal_points() -> None:
    lines = standings("points", list("abc"), [heat(0, "-ab-c", [1, 2, 4, 3, 4])], "classic", 1)
    assert [(line.person, line.points) for line in lines] == [("a", 10), ("b", 8), ("c", 8)]
    assert [line.place for line in lines] == [1, 2, 2]


def test_equal_points_are_parted_by_wins_then_by_the_better_last_race() -> None:
    # All have 16 points. a and c have won, b has not; of the two, c was better in the last race.
    driven = [heat(0, "abc", [1, 2, 3]), heat(1, "abc", [3, 2, 1])]
    assert order("points", "abc", driven, 2) == [("c", 1), ("a", 2), ("b", 3)]
    parted = [heat(0, "abcd", [1, 2, 3, 4]), heat(1, "abcd", [3, 2, 4, 1])]
    assert order("points", "abcd", parted, 2)[:2] == [("a", 1), ("b", 2)]
    # a and b have won once and come in second once: the last race decides.
    assert order("points", "ab", [heat(0, "ab", [1, 2]), heat(1, "ab", [2, 1])], 2) == [("b", 1), ("a", 2)]
    assert order("points", "ab", [heat(0, "ab", [1, 1])], 1) == [("a", 1), ("b", 1)]


def test_those_who_have_blocked_each_other_are_drawn_apart_where_they_can_be() -> None:
    blocked = {frozenset("ab"), frozenset("cd"), frozenset("ac")}
    tables = keep_apart([list("abcd"), list("efgh")], blocked)
    assert sorted(one for table in tables for one in table) == list("abcdefgh")
    assert not any(pair <= set(table) for table in tables for pair in blocked)
    assert keep_apart([list("ab")], blocked) == [list("ab")]
    assert keep_apart([list("efg"), list("ah")], blocked) == [list("efg"), list("ah")]


async def test_nobody_joins_a_season_of_somebody_who_has_blocked_them(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Pest") as pest, Person(server, "Cid") as cid:
        for person in (ada, pest, cid):
            await person.settle()
        await ada.call("PUT", f"/api/me/blocks/{pest.id}")
        wish = {"name": "Cup", "public": True, "pace": DAYS, "races": [{"game": "pig"}]}
        season = (await ada.post("/api/seasons", wish))["id"]
        await cid.post(f"/api/seasons/{season}/join")
        assert await pest.refused("POST", f"/api/seasons/{season}/join") == (403, "server.no-seat-for-you")
        coming = {"round": 0, "coming": True}
        assert (await pest.refused("POST", f"/api/seasons/{season}/answer", coming))[0] == 403
        theirs = (await pest.post("/api/seasons", wish))["id"]
        assert await ada.refused("POST", f"/api/seasons/{theirs}/join") == (403, "server.blocked")


def test_the_best_of_a_season_are_those_who_did_most_and_lost_least() -> None:
    races = Counter({"a": 2, "b": 2, "c": 1})
    counted = [("a", "flat-outs", 2.0), ("b", "flat-outs", 3.0), ("a", "flat-outs", 2.0)]
    counted += [("a", "losses-of-control", 3.0), ("b", "losses-of-control", 1.0)]
    counted += [("c", "losses-of-control", 0.0), ("a", "luck", -1.0), ("b", "luck", -0.5)]
    assert summed(races, counted, list("abc")) == [
        SeasonBest("flat-outs", "a", 4.0),
        SeasonBest("losses-of-control", "b", 1.0),
    ]
    assert summed(Counter(), [], list("abc")) == []


def test_the_form_is_the_place_after_every_round_and_a_round_under_way_is_not_over() -> None:
    driven = [heat(0, "ab", [1, 2]), heat(1, "ab", [2, 1])]
    driven.append(Heat(2, 0, [HeatSeat("a"), HeatSeat("b")], "t20", "running"))
    lines = standings("points", ["a", "b"], driven, "classic", 3)
    assert {line.person: line.form for line in lines} == {"a": [1, 2], "b": [2, 1]}
    assert lines[0].results[2] is None


def test_in_a_knockout_the_round_reached_comes_first() -> None:
    first = [heat(0, "abcd", [1, 2, 3, 4], 0), heat(0, "efgh", [1, 2, 3, 4], 1)]
    assert survivors("knockout", list("abcdefgh"), first, 1) == ["a", "b", "e", "f"]
    driven = [*first, heat(1, "abef", [2, 4, 3, 1])]
    assert order("knockout", "abcdefgh", driven, 2)[:4] == [("f", 1), ("a", 2), ("e", 3), ("b", 4)]


def test_a_stored_season_of_a_form_that_is_no_longer_driven_goes_on_by_points() -> None:
    week = weekly(1_763_600_000.0)
    assert week is not None and week.form == "points"
    stored = write(week)
    for form in ("swiss", "groups", "season"):
        assert read_season(stored.replace('"form":"points"', f'"form":"{form}"')) == read_season(stored)
    assert read_season(stored.replace('"form":"points"', '"form":"knockout"')).form == "knockout"


@pytest.mark.parametrize(
    ("count", "size", "even"), [(9, 4, [3, 3, 3]), (4, 4, [4]), (5, 4, [3, 2]), (0, 4, [])]
)
def test_tables_are_few_and_even(count: int, size: int, even: list[int]) -> None:
    assert sizes(count, size) == even


def test_everyone_meets_everyone_before_anyone_meets_again() -> None:
    who = "abcdefgh"
    driven: list[Heat] = []
    for round_ in range(7):
        tables = draw("points", list(who), 2, driven, random.Random(round_))
        driven += [heat(round_, "".join(pair), [1, 2], number) for number, pair in enumerate(tables)]
        assert sorted("".join(one for table in tables for one in table)) == sorted(who)
    most = max(meetings(driven).values())
    assert most <= 2 and len(meetings(driven)) >= 22


def test_in_a_knockout_the_strong_are_kept_apart() -> None:
    assert draw("knockout", list("abcdefgh"), 4, [], random.Random(0)) == [list("adeh"), list("bcfg")]


@pytest.mark.parametrize("drivers", [3, 4, 6])
def test_everybody_starts_as_often_from_every_seat(drivers: int) -> None:
    who = "abcdef"[:drivers]
    driven: list[Heat] = []
    courses = {round_: "one" if round_ % 2 else "two" for round_ in range(2 * drivers)}
    for round_ in range(2 * drivers):
        seats = grid(list(who), drivers, driven, courses, courses[round_], random.Random(round_))
        driven.append(heat(round_, "".join(str(one) for one in seats), list(range(1, drivers + 1))))
    sat = Counter((seat.person, number) for race in driven for number, seat in enumerate(race.seats))
    assert set(sat.values()) == {2}
    alone = grid(["a"], 4, [], {}, None, random.Random(1))
    assert alone.count(None) == 3 and "a" in alone


def test_the_weekly_championship_has_a_race_every_evening_in_turn() -> None:
    week = weekly(1_763_600_000.0)
    again = weekly(1_763_600_000.0)
    assert week is not None and again is not None
    assert [race.options for race in week.races] == [race.options for race in again.races]
    times = [race.at for race in week.races]
    assert len(times) == 7 and all(b - a == 86_400 for a, b in pairwise(times) if a and b)
    assert len({race.game for race in week.races}) > 2


async def until(who: Person, season: str, settled: Any) -> dict[str, Any]:
    """A season once it is as wanted."""
    deadline = time.monotonic() + WAIT
    while True:
        found: dict[str, Any] = await who.get(f"/api/seasons/{season}")
        if settled(found):
            return found
        assert time.monotonic() < deadline, found
        await asyncio.sleep(0.1)


def running(season: dict[str, Any], number: int) -> bool:
    """Whether the races of a round have started."""
    stages = [race["stage"] for race in season["rounds"][number]["heats"]]
    return "running" in stages and "drawn" not in stages


async def drive(people: list[Person], season: dict[str, Any], number: int) -> None:
    """Drive every race of a round to its end."""
    by_id = {person.id: person for person in people}
    for race in season["rounds"][number]["heats"]:
        if race["table"] is None:
            continue
        seats = [(i, by_id[seat["person"]]) for i, seat in enumerate(race["seats"]) if seat["person"]]
        sockets = [(seat, await person.sit(race["table"]).__aenter__()) for seat, person in seats]
        await asyncio.gather(*(play_pig(socket, seat) for seat, socket in sockets))
        for _, socket in sockets:
            await socket.line.close()


@pytest.fixture(scope="module")
def brisk(backend: str, servers: Callable[..., Server]) -> Server:
    """A server that looks after its seasons all the time."""
    return servers(backend, round_seconds=0.2)


async def test_a_season_of_two_races_is_driven_to_its_end(brisk: Server) -> None:
    async with Person(brisk, "Ada") as ada, Person(brisk, "Bob") as bob, Person(brisk, "Cy") as cy:
        race = {"game": "pig", "options": {"goal": 10}}
        made = await ada.post("/api/seasons", {"name": "Cup", "pace": DAYS, "races": [race, race], "size": 2})
        path = f"/api/seasons/{made['id']}"
        assert made["mine"] and made["joined"] and not made["public"]
        assert await ada.refused("POST", f"{path}/begin") == (409, "server.season-alone")
        await bob.post(f"{path}/join")
        await cy.post(f"{path}/join")
        assert await bob.refused("POST", f"{path}/begin") == (403, "server.season-host-only")
        await ada.post(f"{path}/begin")
        first = await until(
            ada, made["id"], lambda s: any(h["stage"] == "running" for h in s["rounds"][0]["heats"])
        )
        (bye,) = [h for h in first["rounds"][0]["heats"] if h["table"] is None]
        assert bye["seats"][0]["points"] == 10
        (table,) = [h["table"] for h in first["rounds"][0]["heats"] if h["table"]]
        # All who take part may watch, nobody else.
        for person in (ada, bob, cy):
            assert (await person.get(f"/api/tables/{table}"))["season"] == made["id"]
        async with Person(brisk, "Dora") as dora:
            assert await dora.refused("GET", f"/api/tables/{table}") == (404, "server.no-table")
        await drive([ada, bob, cy], first, 0)
        second = await until(ada, made["id"], lambda s: s["round"] == 2 and running(s, 1))
        assert len(second["standings"][0]["form"]) == 1
        await drive([ada, bob, cy], second, 1)
        over = await until(ada, made["id"], lambda s: s["stage"] == "over")
        points = {line["person"]: line["points"] for line in over["standings"]}
        assert sum(points.values()) == 2 * (10 + 8 + 10)
        assert [line["place"] for line in over["standings"]] == sorted(
            line["place"] for line in over["standings"]
        )
        assert await bob.refused("POST", f"{path}/join") == (409, "server.season-begun")
        mine = await bob.get("/api/seasons")
        assert made["id"] in [season["id"] for season in mine["mine"]["items"]]


async def test_a_knockout_is_driven_until_one_table_is_left(brisk: Server) -> None:
    async with (
        Person(brisk, "Ada") as ada,
        Person(brisk, "Bob") as bob,
        Person(brisk, "Cy") as cy,
        Person(brisk, "Dora") as dora,
    ):
        people = [ada, bob, cy, dora]
        wish = {"name": "Cup", "form": "knockout", "pace": DAYS, "size": 2}
        race = {"game": "pig", "options": {"goal": 10}}
        made = await ada.post("/api/seasons", {**wish, "races": [race]})
        path = f"/api/seasons/{made['id']}"
        for person in people[1:]:
            await person.post(f"{path}/join")
        await ada.post(f"{path}/begin")
        first = await until(ada, made["id"], lambda s: s["round"] == 1 and running(s, 0))
        assert len(first["rounds"][0]["heats"]) == 2
        await drive(people, first, 0)
        second = await until(ada, made["id"], lambda s: s["round"] == 2 and running(s, 1))
        assert sum(line["out"] for line in second["standings"]) == 2
        (final,) = second["rounds"][1]["heats"]
        still = {line["person"] for line in second["standings"] if not line["out"]}
        assert {seat["person"] for seat in final["seats"]} == still
        await drive(people, second, 1)
        over = await until(ada, made["id"], lambda s: s["stage"] == "over")
        assert over["standings"][0]["person"] in still
        assert [line["out"] for line in over["standings"]].count(False) == 1


async def test_a_live_round_starts_in_time_with_those_who_said_so_and_bots_drive_for_the_absent(
    brisk: Server,
) -> None:
    async with Person(brisk, "Ada") as ada, Person(brisk, "Bob") as bob, Person(brisk, "Cy") as cy:
        for person in (ada, bob, cy):
            await person.settle()
        at = 2_000_000_000.0
        wish = {
            "name": "Open",
            "public": True,
            "size": 3,
            "bots": "random",
            "pace": {"kind": "live", "bank": 1, "increment": 0},
            "races": [{"game": "pig", "options": {"goal": 5}, "at": at}],
        }
        made = await ada.post("/api/seasons", wish)
        path = f"/api/seasons/{made['id']}"
        assert made["must_say"] and made["next"] == at
        await ada.post(f"{path}/answer", {"round": 0, "coming": True})
        await bob.post(f"{path}/answer", {"round": 0, "coming": True})
        await cy.post(f"{path}/join")
        shown = (await cy.http.get(f"{path}/calendar.ics")).text
        assert "DTSTART:20330518T033320Z" in shown and "SUMMARY:Open 1: Pig" in shown
        with brisk.storage() as connection:
            connection.execute(update(seasons).where(seasons.c.id == made["id"]).values(due=1.0))
        begun = await until(ada, made["id"], lambda s: s["round"] == 1)
        sat = [seat["person"] for seat in begun["rounds"][0]["heats"][0]["seats"]]
        assert sorted(map(str, sat)) == sorted([ada.id, bob.id, "None"])
        with brisk.storage() as connection:
            connection.execute(update(heats).where(heats.c.season == made["id"]).values(patience=0.5))
        # Neither comes: their clocks run out, bots take over, and the race is decided.
        over = await until(ada, made["id"], lambda s: s["stage"] == "over")
        assert {line["person"]: line["points"] for line in over["standings"]}[cy.id] == 0
        assert sum(line["points"] for line in over["standings"]) >= 18
        lists = await cy.get("/api/seasons")
        assert made["id"] in [season["id"] for season in lists["over"]["items"]]


async def test_there_is_a_weekly_championship_by_itself(brisk: Server) -> None:
    async with Person(brisk, "Ada") as ada:
        weeks = {made.id for made in map(weekly, (time.time(), time.time() + 7 * 86_400)) if made}
        found: dict[str, Any] = {}
        deadline = time.monotonic() + WAIT
        while not weeks <= set(found):
            assert time.monotonic() < deadline, f"{set(found)} instead of {weeks}"
            await asyncio.sleep(0.1)
            listed = (await ada.get("/api/seasons"))["open"]["items"]
            found = {one["id"]: one for one in listed if one["host"] is None}
        this = found[min(weeks)]
        assert await ada.refused("POST", f"/api/seasons/{this['id']}/join") == (403, "server.season-accounts")
        await ada.settle()
        joined = await ada.post(f"/api/seasons/{this['id']}/join")
        assert joined["joined"] and len(joined["rounds"]) == 7
        left = await ada.post(f"/api/seasons/{this['id']}/leave", {})
        assert not left["joined"]


async def test_wrong_wishes_are_refused_in_words(brisk: Server) -> None:
    async with Person(brisk, "Ada") as ada:
        race = {"game": "pig", "at": 2_000_000_000.0}
        for wish, said in (
            ({"races": [{"game": "chess"}]}, "core.unknown-game"),
            ({"races": [race], "scheme": "lottery"}, "server.no-scheme"),
            ({"races": [race, {**race, "at": 1.0}]}, "server.races-in-order"),
            ({"races": [{"game": "pig", "options": {"goal": 0}}]}, "core.bad-options"),
            ({"races": [race], "public": True}, "server.season-accounts"),
        ):
            assert (await ada.refused("POST", "/api/seasons", {"name": "x", **wish}))[1] == said
        assert await ada.refused("GET", "/api/seasons/nothing") == (404, "server.no-season")
