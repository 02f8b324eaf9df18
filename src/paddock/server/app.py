"""The application: routes, refusals, limits and headers around a house."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from sqlalchemy.exc import SQLAlchemyError

import paddock
from paddock.core.errors import PaddockError
from paddock.server.errors import TooOften, Unknown
from paddock.server.http import (
    accounts,
    admin,
    challenges,
    error_responses,
    games,
    link_previews,
    notifications,
    perfect_drive,
    puzzles,
    replays,
    rules,
    seasons,
    server_info,
    social,
    sockets,
    static_files,
    table_actions,
    table_entry,
    tables,
    tracks,
)
from paddock.server.http.dependencies import address, the_admin, the_person, the_visitor
from paddock.server.http.security import add_headers, check_origin
from paddock.server.metrics import METRICS
from paddock.server.openapi.document import describe
from paddock.server.services import House
from paddock.server.settings import Settings
from paddock.server.thread_pools import REQUESTER


def _given(house: House) -> dict[str, Provide]:
    """The parts of the house that routes ask for, by the names they ask with."""
    parts = {
        "settings": house.settings,
        "limits": house.settings.limits,
        "store": house.store,
        "uptime": house.uptime,
        "people": house.people,
        "sessions": house.sessions,
        "guesses": house.guesses,
        "mutes": house.mutes,
        "blocks": house.blocks,
        "bonds": house.bonds,
        "presences": house.presences,
        "company": house.company,
        "invitations": house.invitations,
        "bans": house.bans,
        "reports": house.reports,
        "announcements": house.announcements,
        "office": house.office,
        "previews": house.previews,
        "names": house.names,
        "forgetter": house.forgetter,
        "doors": house.doors,
        "usher": house.usher,
        "hall": house.hall,
        "access": house.access,
        "lobby": house.lobby,
        "minder": house.minder,
        "compiler": house.compiler,
        "service": house.service,
        "tracks": house.tracks,
        "challenges": house.challenges,
        "profiles": house.profiles,
        "seasons": house.seasons,
        "pairing": house.pairing,
        "durations": house.durations,
        "wishes": house.wishes,
        "delivery": house.delivery,
        "calls": house.calls,
        "letters": house.letters,
        "explorer": house.explorer,
        "advisers": house.advisers,
        "solutions": house.solutions,
        "analyses": house.analyses,
        "errands": house.errands,
        "reports_asked": house.reports_asked,
        "verdicts": house.verdicts,
        "puzzles": house.puzzles,
        "hints": house.hints,
        "guests": house.guests,
        "uploads": house.uploads,
        "bytes_kept": house.bytes_kept,
    }
    return {name: _always(part) for name, part in parts.items()}


def _always(part: object) -> Provide:
    def provide() -> object:
        return part

    return Provide(provide, sync_to_thread=False)


def make_app(settings: Settings) -> Litestar:
    """The application for a server with these settings."""
    house = House(settings)

    @asynccontextmanager
    async def open_house(app: Litestar) -> AsyncIterator[None]:
        await house.open()
        try:
            yield
        finally:
            await house.close()

    async def before(request: Request[Any, Any, Any]) -> None:
        check_origin(request, settings.origins)
        if "\0" in request.scope["path"] or b"%00" in request.scope["query_string"]:
            raise Unknown("server.no-such-page")
        if request.scope["path"].startswith("/api"):
            METRICS.count("paddock_requests_total")
            REQUESTER.set(address(request))
            wait = house.requests.take(address(request))
            if wait:
                raise TooOften(wait)

    app = Litestar(
        route_handlers=[
            accounts.router,
            games.router,
            rules.router,
            tables.router,
            table_entry.router,
            table_actions.router,
            replays.router,
            tracks.router,
            challenges.router,
            seasons.router,
            notifications.router,
            social.router,
            admin.router,
            perfect_drive.router,
            puzzles.router,
            server_info.router,
            sockets.router,
            link_previews.router,
            static_files.router,
        ],
        state=State({"house": house}),
        lifespan=[open_house],
        dependencies={
            **_given(house),
            "visitor": Provide(the_visitor),
            "person": Provide(the_person),
            "admin": Provide(the_admin),
        },
        before_request=before,
        before_send=[add_headers],
        exception_handlers={
            PaddockError: error_responses.refused,
            HTTPException: error_responses.bad_request,
            SQLAlchemyError: error_responses.unavailable,
            RecursionError: error_responses.unreadable,
            UnicodeDecodeError: error_responses.unreadable,
            Exception: error_responses.failed,
        },
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, gzip_compress_level=5, exclude_opt_key="squeezed"
        ),
        request_max_body_size=settings.limits.body_bytes,
        openapi_config=OpenAPIConfig(
            title="Paddock",
            version=paddock.__version__,
            description="The table server; docs/protocol.md tells the whole story.",
            path="/schema",
            use_handler_docstrings=True,
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
        debug=False,
    )
    describe(app)
    return app
