"""The perfect lap: the best drive of a track or a challenge, solved in the background when asked for."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Router, post
from msgspec import Meta, Struct

from paddock.server.backroom.solutions import PerfectState, Solutions
from paddock.server.errors import TooOften
from paddock.server.limits import Buckets
from paddock.server.routes.common import address, example
from paddock.server.routes.games import known_game


class PerfectRequest(Struct, forbid_unknown_fields=True):
    """A drive whose best is asked for; `begin`: solve it if nobody has."""

    game: Annotated[str, Meta(max_length=64)]
    options: dict[str, Any] = {}
    begin: bool = False


@post("/api/perfect", status_code=200)
async def perfect(
    data: Annotated[PerfectRequest, example(game="rallyman-gt", options={"track": "list-1"})],
    request: Request[Any, Any, Any],
    solutions: Solutions,
    errands: Buckets,
) -> PerfectState:
    """The best drive with these options as far as it is known."""
    name = known_game(data.game).name
    state = await solutions.look(name, data.options)
    if data.begin and state.stage == "missing":
        wait = errands.take(address(request))
        if wait:
            raise TooOften(wait)
        state = await solutions.wanted(name, data.options)
    return state


router = Router("/", route_handlers=[perfect], tags=["perfect"])
