"""Puzzles: the one of the day, those before it, and what one's plan comes to."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.di import NamedDependency as Given
from litestar.params import FromQuery, Parameter
from msgspec import Struct

from paddock.analysis.puzzles import PuzzleAnswer
from paddock.server.accounts.people import Person
from paddock.server.analysis.puzzles import PuzzlePage, Puzzles, PuzzleSheet
from paddock.server.http.dependencies import address, example, use_up
from paddock.server.rate_limits import Buckets
from paddock.server.records.challenge_calendar import Streak

Day = Annotated[str, Parameter(max_length=10, pattern=r"^\d{4}-\d{2}-\d{2}$")]


class PuzzleQuestion(Struct, forbid_unknown_fields=True):
    """What the game is asked while somebody thinks."""

    question: Any


class PuzzlePlan(Struct, forbid_unknown_fields=True):
    """The plan somebody would drive."""

    action: dict[str, Any]


@get("/api/puzzles")
async def listed(
    puzzles: Given[Puzzles], visitor: Given[Person | None], before: FromQuery[Day | None] = None
) -> PuzzlePage:
    """Today's puzzle and those before it."""
    return await puzzles.page(visitor, before)


@get("/api/puzzles/{day:str}")
async def one(day: Day, puzzles: Given[Puzzles], visitor: Given[Person | None]) -> PuzzleSheet:
    """The puzzle of a day; its answer only for those who have answered."""
    return await puzzles.sheet(day, visitor)


@post("/api/puzzles/{day:str}/explore", status_code=200)
async def explore(
    day: Day,
    data: Annotated[PuzzleQuestion, example(question={"question": "next-steps", "steps": []})],
    request: Request[Any, Any, Any],
    puzzles: Given[Puzzles],
    visitor: Given[Person | None],
) -> Response[bytes]:
    """What the game says while somebody lays a plan."""
    who = visitor.id if visitor is not None else address(request)
    told = await puzzles.explore(day, who, data.question)
    return Response(bytes(msgspec.json.encode(told)), media_type="application/json")


@post("/api/puzzles/{day:str}/answer", status_code=200)
async def answer(
    day: Day,
    data: Annotated[PuzzlePlan, example(action={"action": "plan", "steps": []})],
    puzzles: Given[Puzzles],
    person: Given[Person],
    hints: Given[Buckets],
) -> PuzzleAnswer:
    """PuzzleAnswer a puzzle; the first answer counts, and is told again however often one asks."""
    use_up(hints, person.id)
    return await puzzles.solve(day, person, data.action)


@get("/api/me/puzzles/streak")
async def streak(puzzles: Given[Puzzles], person: Given[Person]) -> Streak:
    """On how many days in a row one has solved the puzzle of the day."""
    return await puzzles.streak(person)


router = Router("/", route_handlers=[listed, one, explore, answer, streak], tags=["puzzles"])
