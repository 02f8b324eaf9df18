"""Error responses: a status, a reason for programs and a message for people."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException
from msgspec import Struct
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from paddock.core.errors import IllegalAction, PaddockError
from paddock.core.messages import LANGUAGES, Message, Param, say
from paddock.server.errors import Refused, TooOften, Unavailable
from paddock.server.metrics import METRICS

_LOG = logging.getLogger("paddock.requests")
_REASONS = {
    400: ("bad", "server.bad-request"),
    401: ("sign-in", "server.sign-in-first"),
    403: ("forbidden", "server.forbidden"),
    404: ("unknown", "server.no-such-page"),
    405: ("method", "server.no-such-method"),
    413: ("size", "server.too-large"),
}


class Problem(Struct, frozen=True):
    """The body of every answer with a status of 400 or more."""

    status: int
    reason: str
    message: Message
    text: str
    rule: str | None = None


def language_of(request: Request[Any, Any, Any]) -> str:
    """Return the first language of `Accept-Language` that has a catalogue."""
    for part in request.headers.get("accept-language", "").split(","):
        language = part.strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return "en"


def _answer(
    request: Request[Any, Any, Any], status: int, reason: str, message: Message, rule: str | None = None
) -> Response[Problem]:
    METRICS.count(f'paddock_problems_total{{status="{status}"}}')
    text = say(message, language_of(request))
    return Response(
        Problem(status, reason, message, text, rule), status_code=status, media_type="application/json"
    )


def refused(request: Request[Any, Any, Any], error: PaddockError) -> Response[Problem]:
    """Answer an error that Paddock raised."""
    if isinstance(error, Refused):
        response = _answer(request, error.status, error.reason, error.message)
        if isinstance(error, TooOften | Unavailable):
            response.headers["Retry-After"] = str(max(1, round(error.wait)))
        return response
    rule = error.rule_id if isinstance(error, IllegalAction) else None
    return _answer(request, 400, "bad", error.message, rule)


def bad_request(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Answer an error that the framework raised."""
    status = error.status_code if 400 <= error.status_code < 500 else 500
    reason, message = _REASONS.get(status, _REASONS[400])
    details = error.extra if isinstance(error.extra, list) else []
    named = [f"{d.get('key', '')} {d.get('message', '')}".strip() for d in details if isinstance(d, dict)]
    params: dict[str, Param] = {}
    if message == "server.bad-request":
        params["reason"] = "; ".join(named) or error.detail
    return _answer(request, status, reason, Message(message, params))


def unreadable(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Answer a body that is nested too deeply or is not valid text."""
    reason = "nested too deeply" if isinstance(error, RecursionError) else "not UTF-8"
    return _answer(request, 400, "bad", Message("server.bad-request", {"reason": reason}))


def unavailable(request: Request[Any, Any, Any], error: SQLAlchemyError) -> Response[Problem]:
    """Answer that the database is unavailable for now; other database errors are internal errors."""
    if not isinstance(error, OperationalError | InterfaceError | PoolTimeout):
        return failed(request, error)
    _LOG.warning("%s %s: the database is away: %s", request.method, request.url.path, error)
    return refused(request, Unavailable())


def failed(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Answer an internal error."""
    _LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    METRICS.count("paddock_failures_total")
    return _answer(request, 500, "failed", Message("server.failed"))
