"""Password hashing with argon2, off the event loop."""

from __future__ import annotations

from functools import lru_cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from paddock.server.thread_pools import PASSWORDS

_HASHER = PasswordHasher()


@lru_cache
def _nobodys() -> str:
    """Return a dummy hash, so that a check takes equally long if there is no password."""
    return _HASHER.hash("nobody has this password")


async def hash_password(password: str) -> str:
    """Return a hash to store."""
    return await PASSWORDS.run(_HASHER.hash, password)


async def fits(password: str, kept: str | None) -> bool:
    """Return whether a password matches a hash; takes equally long if there is none."""
    return await PASSWORDS.run(_fits, password, kept)


def _fits(password: str, kept: str | None) -> bool:
    try:
        return _HASHER.verify(kept or _nobodys(), password) and kept is not None
    except (VerificationError, InvalidHashError):
        return False
