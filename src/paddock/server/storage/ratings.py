"""Ratings of people in a game and pace, from places at a table (Weng and Lin's model).

The table `rated` keeps every rated result in order, so that ratings can be recomputed from it.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from openskill.models import PlackettLuce
from sqlalchemy import Connection, insert, select, update

from paddock.server.records.table_record import TableRecord
from paddock.server.records.time_control import Live
from paddock.server.storage.schema import people, rated, ratings

RatedPace = Literal["live", "days"]
_MODEL = PlackettLuce()
_LEAST, _POINTS = 1000.0, 20.0
"""Points at 0, and per unit of the model: everybody starts at 1500 ± 167."""
SETTLED_GAMES = 10
SETTLED_SIGMA = 7.0
"""After enough games and with a spread below this, a rating is no longer provisional."""

Strength = tuple[float, float]
"""Mean and standard deviation of the model."""
FIRST: Strength = (_MODEL.mu, _MODEL.sigma)


class Rating(Struct, frozen=True):
    """A person's rating in a game and pace; `provisional` while it is uncertain."""

    game: str
    pace: RatedPace
    points: int
    spread: int
    """Standard deviation in points."""
    games: int
    provisional: bool


class RatingPoint(Struct, frozen=True):
    """A rating after a game."""

    game: str
    pace: RatedPace
    points: int
    spread: int
    place: int
    table: str
    at: float


def rating_of(game: str, pace: RatedPace, strength: Strength, games: int) -> Rating:
    """Convert a model rating to points."""
    points, spread = in_points(strength)
    return Rating(game, pace, points, spread, games, games < SETTLED_GAMES or strength[1] > SETTLED_SIGMA)


def in_points(strength: Strength) -> tuple[int, int]:
    """The points and their spread."""
    return round(_LEAST + _POINTS * strength[0]), round(_POINTS * strength[1])


def reckon(strengths: list[Strength], places: list[int]) -> list[Strength]:
    """Returns the ratings after a result with these places; equal places are ties."""
    teams = [[_MODEL.rating(mu=mu, sigma=sigma)] for mu, sigma in strengths]
    return [(one.mu, one.sigma) for (one,) in _MODEL.rate(teams, ranks=[float(place) for place in places])]


def rate(connection: Connection, sheet: TableRecord) -> None:
    """Rate a finished game, if it counts: a public table with clocks and one seat per person.

    Guests and bots are ignored. A person who left or ran out of time gets the place that the bot reached.
    """
    finished = _accounts(connection, sheet)
    if len(finished) < 2 or _done(connection, sheet.id):
        return
    pace: RatedPace = "live" if isinstance(sheet.pace, Live) else "days"
    _enter(connection, sheet.id, sheet.game, pace, finished, sheet.finished or 0.0)


def _accounts(connection: Connection, sheet: TableRecord) -> dict[str, int]:
    """The places of people with accounts, if the game counts."""
    seated = [seat.person for seat in sheet.seats if seat.person is not None]
    if not sheet.fair or sheet.result is None:
        return {}
    known = select(people.c.id).where(people.c.id.in_(seated), people.c.password.is_not(None))
    accounts = set(connection.execute(known).scalars())
    places = zip(sheet.seats, sheet.result.places, strict=True)
    return {
        seat.person: place for seat, place in places if seat.person is not None and seat.person in accounts
    }


def _done(connection: Connection, table: str) -> bool:
    return connection.execute(select(rated.c.id).where(rated.c.table_id == table)).first() is not None


def _enter(
    connection: Connection, table: str, game: str, pace: RatedPace, finished: dict[str, int], at: float
) -> None:
    """Update the ratings of all players; their rows stay locked until the transaction ends."""
    who = sorted(finished)
    ours = (ratings.c.game == game, ratings.c.pace == pace)
    held = select(ratings).where(*ours, ratings.c.person.in_(who)).order_by(ratings.c.person)
    known = {row.person: row for row in connection.execute(held.with_for_update())}
    before = [(known[one].mu, known[one].sigma) if one in known else FIRST for one in who]
    for person, (mu, sigma) in zip(who, reckon(before, [finished[one] for one in who]), strict=True):
        now = {"mu": mu, "sigma": sigma, "changed": at}
        if person in known:
            change = update(ratings).where(*ours, ratings.c.person == person)
            connection.execute(change.values(games=known[person].games + 1, **now))
        else:
            connection.execute(insert(ratings).values(person=person, game=game, pace=pace, games=1, **now))
        row = {"table_id": table, "person": person, "game": game, "pace": pace, "place": finished[person]}
        connection.execute(insert(rated).values(**row, mu=mu, sigma=sigma, at=at))
