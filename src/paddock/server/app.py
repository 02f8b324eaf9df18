"""Builds the Litestar application: routes, dependencies, error responses, limits and headers."""

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
from paddock.server.services import Services
from paddock.server.settings import Settings
from paddock.server.thread_pools import REQUESTER


def _given(services: Services) -> dict[str, Provide]:
    """The services that handlers receive as arguments, by parameter name."""
    parts = {
        "settings": services.settings,
        "limits": services.settings.limits,
        "store": services.store,
        "uptime": services.uptime,
        "people": services.people,
        "sessions": services.sessions,
        "login_throttle": services.login_throttle,
        "mutes": services.mutes,
        "blocks": services.blocks,
        "relationships": services.relationships,
        "presences": services.presences,
        "social": services.social,
        "invitations": services.invitations,
        "bans": services.bans,
        "reports": services.reports,
        "announcements": services.announcements,
        "admin_queries": services.admin_queries,
        "previews": services.previews,
        "names": services.names,
        "erasure": services.erasure,
        "open_sockets": services.open_sockets,
        "disconnects": services.disconnects,
        "registry": services.registry,
        "access": services.access,
        "lobby": services.lobby,
        "bot_runner": services.bot_runner,
        "compiler": services.compiler,
        "service": services.service,
        "tracks": services.tracks,
        "challenges": services.challenges,
        "profiles": services.profiles,
        "seasons": services.seasons,
        "pairing": services.pairing,
        "durations": services.durations,
        "wishes": services.wishes,
        "delivery": services.delivery,
        "calls": services.calls,
        "letters": services.letters,
        "questions": services.questions,
        "advisers": services.advisers,
        "solutions": services.solutions,
        "analyses": services.analyses,
        "errands": services.errands,
        "reports_asked": services.reports_asked,
        "accuracy": services.accuracy,
        "puzzles": services.puzzles,
        "hints": services.hints,
        "guests": services.guests,
        "uploads": services.uploads,
        "bytes_kept": services.bytes_kept,
    }
    return {name: _always(part) for name, part in parts.items()}


def _always(part: object) -> Provide:
    def provide() -> object:
        return part

    return Provide(provide, sync_to_thread=False)


def make_app(settings: Settings) -> Litestar:
    """Returns the application for these settings."""
    services = Services(settings)

    @asynccontextmanager
    async def open_services(app: Litestar) -> AsyncIterator[None]:
        await services.open()
        try:
            yield
        finally:
            await services.close()

    async def before(request: Request[Any, Any, Any]) -> None:
        check_origin(request, settings.origins)
        if "\0" in request.scope["path"] or b"%00" in request.scope["query_string"]:
            raise Unknown("server.no-such-page")
        if request.scope["path"].startswith("/api"):
            METRICS.count("paddock_requests_total")
            REQUESTER.set(address(request))
            wait = services.requests.take(address(request))
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
        state=State({"services": services}),
        lifespan=[open_services],
        dependencies={
            **_given(services),
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
