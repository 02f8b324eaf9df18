"""Security headers, and requests that other sites' pages try to send in a visitor's name."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Scope

from paddock.server.errors import Forbidden

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'{sockets}; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
_HOST = re.compile(r"[\w.-]+(:\d+)?|\[[\da-fA-F:.]+\](:\d+)?")
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


async def add_headers(message: Message, scope: Scope) -> None:
    """Put the security headers on every answer."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    headers.setdefault("Content-Security-Policy", policy(_host(scope)))
    for name, value in _HEADERS.items():
        headers.setdefault(name, value)
    if scope["path"].startswith("/api"):
        headers.setdefault("Cache-Control", "no-store")
    if scope.get("scheme") == "https":
        headers.setdefault("Strict-Transport-Security", "max-age=31536000")


def policy(host: str) -> str:
    """The content policy of a page: it may talk to the host it came from and to no other.

    Sockets are named beside 'self', which older browsers take for web addresses only.
    """
    named = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    return _POLICY.format(sockets=named)


def _host(scope: Scope) -> str:
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")


def _place(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def check_origin(connection: ASGIConnection[Any, Any, Any, Any], origins: tuple[str, ...]) -> None:
    """Refuse a change or a socket that a page of another site asks for."""
    if connection.scope.get("method") in _SAFE_METHODS:
        return
    origin = connection.headers.get("origin")
    if origin is None or origin in origins:
        return
    if _place(origin) != connection.headers.get("host"):
        raise Forbidden("server.other-site")
