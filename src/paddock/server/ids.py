"""Ids nobody can guess."""

from __future__ import annotations

import secrets
import string

_LETTERS = string.ascii_letters + string.digits


def new_id(length: int = 16) -> str:
    """A fresh id of letters and digits; 16 of them hold 95 bits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def is_id(text: str) -> bool:
    """Whether a text could be an id at all."""
    return text.isascii() and text.isalnum()
