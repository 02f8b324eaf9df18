"""Pages with a link preview in their head, for where links are shared."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from litestar import HttpMethod, Request, Response, Router, route
from litestar.di import NamedDependency as Given
from litestar.params import FromPath, Parameter

from paddock.server.http.error_responses import language_of
from paddock.server.http.previews import Previews, with_preview
from paddock.server.http.static_files import FILES, answer, file_of
from paddock.server.settings import Settings

Part = Annotated[str, Parameter(max_length=64)]
_READ = [HttpMethod.GET, HttpMethod.HEAD]
_KINDS = ("table", "replay", "player", "workshop", "invitation")


async def _page(
    request: Request[Any, Any, Any],
    previews: Previews,
    settings: Settings,
    found: str,
    card: str = "",
) -> Response[bytes]:
    path = request.url.path
    file = FILES.page()
    told = await previews.of(path.split("/")[1], found, card, language_of(request))
    if told is not None:
        address = settings.address.rstrip("/") or str(request.base_url).rstrip("/")
        file = file_of("index.html", with_preview(file.body, told, address, path))
    return answer(request, file, {"Cache-Control": "no-cache"})


@route([f"/{kind}" for kind in _KINDS], http_method=_READ, include_in_schema=False, squeezed=True)
async def nothing_named(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Serve the start page without a preview."""
    return answer(request, FILES.page(), {"Cache-Control": "no-cache"})


@route(
    [f"/{kind}/{{found:str}}" for kind in _KINDS],
    http_method=_READ,
    include_in_schema=False,
    squeezed=True,
)
async def page(
    request: Request[Any, Any, Any], previews: Given[Previews], settings: Given[Settings], found: Part
) -> Response[bytes]:
    """Serve the start page with a preview of one thing."""
    return await _page(request, previews, settings, found)


@route(
    [f"/{kind}/{{found:str}}/{{rest:path}}" for kind in _KINDS if kind != "invitation"],
    http_method=_READ,
    include_in_schema=False,
    squeezed=True,
)
async def deeper(
    request: Request[Any, Any, Any],
    previews: Given[Previews],
    settings: Given[Settings],
    found: Part,
    rest: FromPath[Path],
) -> Response[bytes]:
    """Serve the same page for a longer address, such as a step of a replay."""
    return await _page(request, previews, settings, found)


@route(
    "/invitation/{found:str}/{card:str}",
    http_method=_READ,
    include_in_schema=False,
    squeezed=True,
)
async def invitation(
    request: Request[Any, Any, Any],
    previews: Given[Previews],
    settings: Given[Settings],
    found: Part,
    card: Part,
) -> Response[bytes]:
    """Serve the page of an invitation whose link shows who invites to which game."""
    return await _page(request, previews, settings, found, card)


router = Router("/", route_handlers=[nothing_named, page, deeper, invitation])
