"""Racing against people: rivals of about the same rating, tables that ask for one, how long games take."""

from __future__ import annotations

import time

from sqlalchemy import insert

from paddock.core.game import Result
from paddock.server.records.table_record import Seat, TableRecord, brief
from paddock.server.records.time_control import Days
from paddock.server.storage.schema import ratings
from paddock.server.tables.durations import durations
from tests.server.clients import Person
from tests.server.serving import Server


def rate(server: Server, person: Person, mu: float) -> None:
    """Give somebody a rating."""
    row = {"person": person.id, "game": "pig", "pace": "live", "mu": mu, "sigma": 3.0, "games": 30}
    with server.storage() as connection:
        connection.execute(insert(ratings).values(**row, changed=time.time()))


async def test_the_next_person_of_the_same_strength_is_the_rival(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob, Person(server, "Cy") as cy:
        for person, mu in ((ada, 40.0), (bob, 40.5), (cy, 5.0)):
            await person.settle()
            rate(server, person, mu)
        waiting = await ada.post("/api/play-now", {"game": "pig"})
        assert waiting["stage"] == "open" and waiting["pairing"]
        assert (await ada.post("/api/play-now", {"game": "pig"}))["id"] == waiting["id"]
        # Nobody is seated against somebody who is not there.
        alone = await bob.post("/api/play-now", {"game": "pig"})
        assert alone["id"] != waiting["id"]
        async with ada.sit(waiting["id"]) as socket:
            other = await cy.post("/api/play-now", {"game": "pig"})
            assert other["id"] != waiting["id"], "far weaker, and nobody has waited long"
            found = await bob.post("/api/play-now", {"game": "pig"})
            assert found["id"] == waiting["id"] and found["stage"] == "running"
            assert [seat["person"] for seat in found["seats"]] == [ada.id, bob.id]
            await socket.until(lambda scene: scene["asked"])
        assert (await bob.get(f"/api/tables/{alone['id']}"))["stage"] == "closed"


async def test_against_people_seats_nobody_beside_those_they_blocked(
    server: Server,
) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Pest") as pest:
        for person in (ada, pest):
            await person.settle()
            rate(server, person, 20.0)
        await ada.call("PUT", f"/api/me/blocks/{pest.id}")
        for waits, comes in ((ada, pest), (pest, ada)):
            waiting = await waits.post("/api/play-now", {"game": "pig"})
            async with waits.sit(waiting["id"]):
                found = await comes.post("/api/play-now", {"game": "pig"})
                assert found["id"] != waiting["id"]
                assert comes.id in [seat["person"] for seat in found["seats"]]
            for person, table in ((waits, waiting), (comes, found)):
                await person.post(f"/api/tables/{table['id']}/close")


async def test_a_table_may_ask_for_a_range_of_ratings(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob, Person(server, "Cy") as cy:
        await ada.settle()
        table = await ada.post("/api/tables", {"game": "pig", "seats": 2, "ratings": [1700, 2000]})
        path = f"/api/tables/{table['id']}/sit"
        assert table["ratings"] == [1700, 2000]
        assert await bob.refused("POST", path, {}) == (403, "server.rated-only")
        await bob.settle()
        assert await bob.refused("POST", path, {}) == (403, "server.rating-outside")
        await cy.settle()
        rate(server, cy, 40.0)
        assert (await cy.post(path, {}))["seats"][1]["person"] == cy.id


def finished(minutes: float, seats: int = 2, **how: object) -> TableRecord:
    sat = [Seat(name="a", person="a"), *(Seat(name="club", bot="club") for _ in range(seats - 1))]
    result = Result(tuple(range(1, seats + 1)), (0.0,) * seats)
    times = {"created": 0.0, "started": 100.0, "finished": 100.0 + 60 * minutes}
    return TableRecord(id="t", game="pig", options={}, host="a", seats=sat, result=result, **times, **how)  # type: ignore[arg-type]


def test_the_length_of_a_game_is_that_of_recent_ones_that_were_played_in_one_go() -> None:
    games = [finished(20), finished(30), finished(22), finished(5000), finished(900, pace=Days())]
    games += [finished(50, seats=4), finished(60, seats=4)]
    told = durations([brief(game) for game in games])
    assert [(one.seats, one.minutes, one.games) for one in told] == [(2, 22, 3)]
