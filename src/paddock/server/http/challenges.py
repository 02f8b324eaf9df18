"""Routes for challenges, leaderboards, profiles and records."""

from __future__ import annotations

from typing import Annotated

from litestar import Router, get, post
from litestar.di import NamedDependency as Given
from litestar.params import FromPath, FromQuery, Parameter

from paddock.core.summaries import Underway
from paddock.server.accounts.people import Person
from paddock.server.analysis.accuracy import Accuracy, Form
from paddock.server.challenges.challenges import ChallengeInfo, Challenges, Entry
from paddock.server.challenges.chase import Chase
from paddock.server.http.dependencies import Bookmark
from paddock.server.http.games import GameName, known_game
from paddock.server.http.tables import TableId
from paddock.server.profiles import BestResult, Course, CourseRecord, LuckPoint, Profile, Profiles, Ranked
from paddock.server.records.challenge_calendar import Streak
from paddock.server.records.table_record import TableBrief, TableInfo
from paddock.server.storage.pagination import Page
from paddock.server.storage.ratings import RatedPace, RatingPoint
from paddock.server.tables.lobby import Lobby

ChallengeId = Annotated[str, Parameter(max_length=100)]
PersonId = Annotated[str, Parameter(max_length=16)]


@get("/api/challenges")
async def list_challenges(
    challenges: Given[Challenges], visitor: Given[Person | None]
) -> list[ChallengeInfo]:
    """List today's and this month's challenges, and those that closed last."""
    return await challenges.listed(visitor)


@get("/api/me/streak")
async def streak(challenges: Given[Challenges], person: Given[Person]) -> Streak:
    """Return on how many days in a row you have finished a daily challenge."""
    return await challenges.streak(person)


@get("/api/challenges/{challenge:str}")
async def one_challenge(
    challenge: ChallengeId, challenges: Given[Challenges], visitor: Given[Person | None]
) -> ChallengeInfo:
    """Return a challenge with the first page of its leaderboard."""
    return await challenges.find(challenge, visitor)


@get("/api/challenges/{challenge:str}/board")
async def board(challenge: ChallengeId, challenges: Given[Challenges], after: Bookmark = None) -> Page[Entry]:
    """Return a page of the leaderboard of a challenge."""
    return await challenges.board(challenge, after)


@post("/api/challenges/{challenge:str}/attempts", status_code=200)
async def attempt(challenge: ChallengeId, challenges: Given[Challenges], person: Given[Person]) -> TableInfo:
    """Start your next attempt."""
    return (await challenges.attempt(challenge, person)).info


@get("/api/tables/{table:str}/chase")
async def chase(table: TableId, challenges: Given[Challenges], person: Given[Person]) -> Chase:
    """Compare your drive at a challenge with the leader's at the same point of the course."""
    return await challenges.chase(table, person)


@get("/api/tables/{table:str}/line")
async def line(
    table: TableId, challenges: Given[Challenges], visitor: Given[Person | None]
) -> list[Underway]:
    """Return the score of a finished challenge drive turn by turn; refused until the challenge has closed."""
    return await challenges.line(table, visitor)


@get("/api/people/{other:str}")
async def profile(other: PersonId, profiles: Given[Profiles]) -> Profile:
    """Return somebody's results and statistics."""
    return await profiles.profile(other)


@get("/api/people/{other:str}/games")
async def games_of(
    other: PersonId,
    lobby: Given[Lobby],
    visitor: Given[Person | None],
    after: Bookmark = None,
    game: FromQuery[GameName | None] = None,
) -> Page[TableBrief]:
    """List somebody's finished games, newest first: public ones, and private ones too if they are yours."""
    mine = visitor is not None and visitor.id == other
    return await lobby.games_of(other, after, game, mine)


@get("/api/people/{other:str}/bests/{game:str}")
async def bests_of(
    other: PersonId, game: GameName, profiles: Given[Profiles], after: Bookmark = None
) -> Page[BestResult]:
    """List somebody's best results in a game by course."""
    return await profiles.bests(other, known_game(game).name, after)


@get("/api/people/{other:str}/ratings")
async def ratings_of(other: PersonId, profiles: Given[Profiles]) -> list[RatingPoint]:
    """Return the history of somebody's ratings, newest last."""
    return await profiles.rating_points(other)


@get("/api/ratings/{game:str}/{pace:str}")
async def strongest(
    game: GameName, pace: FromPath[RatedPace], profiles: Given[Profiles], after: Bookmark = None
) -> Page[Ranked]:
    """List the highest rated people of a game, for live games or for games over days."""
    return await profiles.strongest(known_game(game).name, pace, after)


@get("/api/people/{other:str}/luck")
async def luck_of(other: PersonId, profiles: Given[Profiles]) -> list[LuckPoint]:
    """Return how lucky somebody's dice were, drive by drive."""
    return await profiles.luck(other)


@get("/api/people/{other:str}/form")
async def form_of(other: PersonId, accuracy: Given[Accuracy]) -> list[Form]:
    """Return how well somebody decides and where they lose most, from the reports of their games."""
    return await accuracy.form(other)


@get("/api/courses/{game:str}")
async def courses(game: GameName, profiles: Given[Profiles], after: Bookmark = None) -> Page[Course]:
    """List the courses of a game with their records, most played first."""
    return await profiles.courses(known_game(game).name, after)


@get("/api/courses/{game:str}/records")
async def records(
    game: GameName, profiles: Given[Profiles], course: Annotated[str, Parameter(max_length=200)]
) -> list[CourseRecord]:
    """Return the best results on a course."""
    return await profiles.records(known_game(game).name, course)


router = Router(
    "/",
    route_handlers=[
        list_challenges,
        streak,
        one_challenge,
        board,
        attempt,
        chase,
        line,
        profile,
        games_of,
        bests_of,
        ratings_of,
        luck_of,
        form_of,
        strongest,
        courses,
        records,
    ],
    tags=["challenges"],
)
