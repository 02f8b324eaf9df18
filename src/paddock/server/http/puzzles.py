"""Routes for puzzles: today's, earlier ones, and answers to them."""

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
    """A question to the game from somebody who thinks about a puzzle."""

    question: Any


class PuzzlePlan(Struct, forbid_unknown_fields=True):
    """The plan that somebody answers with."""

    action: dict[str, Any]


@get("/api/puzzles")
async def listed(
    puzzles: Given[Puzzles], visitor: Given[Person | None], before: FromQuery[Day | None] = None
) -> PuzzlePage:
    """List today's puzzle and earlier ones."""
    return await puzzles.page(visitor, before)


@get("/api/puzzles/{day:str}")
async def one(day: Day, puzzles: Given[Puzzles], visitor: Given[Person | None]) -> PuzzleSheet:
    """Return the puzzle of a day, with its solution only if you have answered it."""
    return await puzzles.sheet(day, visitor)


@post("/api/puzzles/{day:str}/explore", status_code=200)
async def explore(
    day: Day,
    data: Annotated[PuzzleQuestion, example(question={"question": "next-steps", "steps": []})],
    request: Request[Any, Any, Any],
    puzzles: Given[Puzzles],
    visitor: Given[Person | None],
) -> Response[bytes]:
    """Answer a question about a plan that is being made."""
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
    """Answer a puzzle; the first answer counts, and asking again returns its result."""
    use_up(hints, person.id)
    return await puzzles.solve(day, person, data.action)


@get("/api/me/puzzles/streak")
async def streak(puzzles: Given[Puzzles], person: Given[Person]) -> Streak:
    """Return on how many days in a row you have solved the puzzle of the day."""
    return await puzzles.streak(person)


router = Router("/", route_handlers=[listed, one, explore, answer, streak], tags=["puzzles"])
