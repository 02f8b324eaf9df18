"""Errors that requests end in, with their HTTP status."""

from __future__ import annotations

from typing import Any

from paddock.core.errors import PaddockError


class Refused(PaddockError):
    """Base of all refusals: an HTTP status and a short reason for programs."""

    status = 400
    reason = "bad"

    def __init__(self, message_id: str, **params: Any) -> None:
        super().__init__(message_id, **params)


class NotSignedIn(Refused):
    """The request needs a signed-in person."""

    status, reason = 401, "sign-in"

    def __init__(self) -> None:
        super().__init__("server.sign-in-first")


class Forbidden(Refused):
    """The person may not do this."""

    status, reason = 403, "forbidden"


class Unknown(Refused):
    """It does not exist, or the person may not know that it does."""

    status, reason = 404, "unknown"


class NotNow(Refused):
    """The table or game is not in the right stage."""

    status, reason = 409, "stage"


class Taken(Refused):
    """Another request was first."""

    status, reason = 409, "taken"


class TooMany(Refused):
    """A limit on the number of things is reached."""

    status, reason = 409, "limit"


class TooLarge(Refused):
    """The request body is too large."""

    status, reason = 413, "size"


class Unavailable(Refused):
    """The database cannot be reached or written; retry later."""

    status, reason = 503, "unavailable"
    wait = 2.0

    def __init__(self) -> None:
        super().__init__("server.unavailable")


class TooOften(Refused):
    """A rate limit is reached; retry after `wait` seconds."""

    status, reason = 429, "rate"

    def __init__(self, wait: float) -> None:
        self.wait = wait
        super().__init__("server.too-often", seconds=max(1, round(wait)))
