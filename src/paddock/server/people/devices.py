"""Devices that are known: whoever has signed in there once is not slowed down by strangers' guesses."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from litestar.datastructures import Cookie

COOKIE = "paddock_device"
_AGE = 2 * 365 * 86_400


class Devices:
    """Gives out and recognises the cookies of devices; nothing is kept.

    A cookie is a random mark, signed together with the account it was given for.
    """

    def __init__(self, secure: bool) -> None:
        self.secure = secure
        self.key = b""

    def cookie(self, account: str) -> Cookie:
        """A cookie for the device on which somebody has just signed in to an account."""
        mark = secrets.token_urlsafe(12)
        value = f"{mark}.{self._sign(mark, account)}"
        return Cookie(
            COOKIE, path="/", value=value, max_age=_AGE, httponly=True, samesite="lax", secure=self.secure
        )

    def known(self, cookie: str | None, account: str) -> str | None:
        """The mark of a device that was signed in to this account before; None for any other."""
        mark, _, signature = (cookie or "").rpartition(".")
        fits = hmac.compare_digest(self._sign(mark, account).encode(), signature.encode())
        return mark if mark and fits else None

    def _sign(self, mark: str, account: str) -> str:
        return hmac.new(self.key, f"device:{mark}:{account}".encode(), hashlib.sha256).hexdigest()
