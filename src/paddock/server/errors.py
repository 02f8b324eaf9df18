"""How the server says no."""

from __future__ import annotations

from typing import Any

from paddock.core.errors import PaddockError


class Refused(PaddockError):
    """A request that is not granted, with its HTTP status and a short reason for programs."""

    status = 400
    reason = "bad"

    def __init__(self, message_id: str, **params: Any) -> None:
        super().__init__(message_id, **params)


class NotSignedIn(Refused):
    """Somebody must be signed in."""

    status, reason = 401, "sign-in"

    def __init__(self) -> None:
        super().__init__("server.sign-in-first")


class Forbidden(Refused):
    """It belongs to somebody else."""

    status, reason = 403, "forbidden"


class Unknown(Refused):
    """There is no such thing, or it is none of your business."""

    status, reason = 404, "unknown"


class NotNow(Refused):
    """The table is not at the stage for this."""

    status, reason = 409, "stage"


class Taken(Refused):
    """Somebody was faster."""

    status, reason = 409, "taken"


class TooMany(Refused):
    """You have enough of these."""

    status, reason = 409, "limit"


class TooLarge(Refused):
    """More bytes than allowed."""

    status, reason = 413, "size"


class Unavailable(Refused):
    """The database cannot be reached or cannot write; ask again in a while."""

    status, reason = 503, "unavailable"
    wait = 2.0

    def __init__(self) -> None:
        super().__init__("server.unavailable")


class TooOften(Refused):
    """Too fast; `wait` says how many seconds to wait."""

    status, reason = 429, "rate"

    def __init__(self, wait: float) -> None:
        self.wait = wait
        super().__init__("server.too-often", seconds=max(1, round(wait)))
