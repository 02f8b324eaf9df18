"""Routes for perfect drives, reports of games, hints and feedback on decisions."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Router, post
from litestar.di import NamedDependency as Given
from msgspec import Meta, Struct

from paddock.analysis import Cards, Hint, LookedBack
from paddock.server.accounts.people import Person
from paddock.server.analysis.reports import Analyses, AnalysisState
from paddock.server.analysis.solutions import PerfectState, Solutions
from paddock.server.http.dependencies import address, example, use_up
from paddock.server.http.games import known_game
from paddock.server.http.tables import TableId
from paddock.server.rate_limits import Buckets
from paddock.server.replays.logs import stored_log
from paddock.server.storage.store import Store
from paddock.server.tables.kernel_compiler import KernelCompiler
from paddock.server.tables.questions import advise, check_unrated, judge
from paddock.server.tables.registry import TableRegistry
from paddock.server.workers.pool import Workers


class PerfectRequest(Struct, forbid_unknown_fields=True):
    """A drive whose best result is asked for; `begin` starts solving it if it is not solved yet."""

    game: Annotated[str, Meta(max_length=64)]
    options: dict[str, Any] = {}
    begin: bool = False


@post("/api/perfect", status_code=200)
async def perfect(
    data: Annotated[PerfectRequest, example(game="rallyman-gt", options={"track": "list-1"})],
    request: Request[Any, Any, Any],
    solutions: Given[Solutions],
    errands: Given[Buckets],
) -> PerfectState:
    """Return the best drive with these options as far as it is known."""
    name = known_game(data.game).name
    state = await solutions.look(name, data.options)
    if data.begin and state.stage == "missing":
        use_up(errands, address(request))
        state = await solutions.wanted(name, data.options)
    return state


class AnalysisRequest(Struct, forbid_unknown_fields=True):
    """A report that is asked for; `begin` starts computing it if it does not exist yet."""

    begin: bool = False
    cards: Cards = "own"
    """For games with hidden cards: as the seats knew them, or with all cards open."""


@post("/api/tables/{table:str}/analysis", status_code=200)
async def analysis(
    table: TableId,
    data: Annotated[AnalysisRequest, example(begin=False)],
    request: Request[Any, Any, Any],
    registry: Given[TableRegistry],
    store: Given[Store],
    visitor: Given[Person | None],
    analyses: Given[Analyses],
    reports_asked: Given[Buckets],
) -> AnalysisState:
    """Return the cost of decisions and the luck of the dice in a finished game, as far as computed."""
    sheet = (await registry.seen(table, visitor)).sheet
    await check_unrated(store, sheet, visitor.id if visitor is not None else None)
    raw = await stored_log(store, sheet)
    state = await analyses.state(sheet, raw, begin=False, cards=data.cards)
    if data.begin and state.stage in ("missing", "waiting"):
        who = visitor.id if visitor is not None else address(request)
        if state.stage == "missing":
            use_up(reports_asked, who)
        state = await analyses.state(sheet, raw, begin=True, cards=data.cards)
    return state


class HintRequest(Struct, forbid_unknown_fields=True):
    """The seat whose decision an expert is asked about."""

    seat: Annotated[int, Meta(ge=0, le=63)] = 0


@post("/api/tables/{table:str}/hint", status_code=200)
async def advice(
    table: TableId,
    data: Annotated[HintRequest, example(seat=0)],
    registry: Given[TableRegistry],
    person: Given[Person],
    advisers: Given[Workers],
    compiler: Given[KernelCompiler],
    solutions: Given[Solutions],
    hints: Given[Buckets],
) -> Hint:
    """Return what an expert would do now; at practice tables only, and the game then counts nowhere."""
    found = await registry.seen(table, person)
    use_up(hints, person.id)
    compiler.check(found.sheet.game)
    return await advise(registry.store, found, person.id, data.seat, advisers, solutions.store.folder)


class LookBackRequest(Struct, forbid_unknown_fields=True):
    """A decision to review: its seat and its step."""

    seat: Annotated[int, Meta(ge=0, le=63)]
    step: Annotated[int, Meta(ge=1, le=2**31)]


@post("/api/tables/{table:str}/look-back", status_code=200)
async def looked_back(
    table: TableId,
    data: Annotated[LookBackRequest, example(seat=0, step=3)],
    registry: Given[TableRegistry],
    person: Given[Person],
    advisers: Given[Workers],
    compiler: Given[KernelCompiler],
    solutions: Given[Solutions],
    hints: Given[Buckets],
) -> LookedBack:
    """Return how good the last decision was; at practice tables only, and it counts as a hint."""
    found = await registry.seen(table, person)
    use_up(hints, person.id)
    compiler.check(found.sheet.game)
    return await judge(
        registry.store, found, person.id, data.seat, data.step, advisers, solutions.store.folder
    )


router = Router("/", route_handlers=[perfect, analysis, advice, looked_back], tags=["perfect"])
