"""Text from outside: without characters that nobody can see or no database can hold."""

from __future__ import annotations

import unicodedata
from typing import Annotated

from msgspec import Meta

PLAIN = r"^[^\x00]*$"
"""What every text that reaches the database as it is has to match: PostgreSQL holds no NUL."""

RequestId = Annotated[str, Meta(min_length=1, max_length=64, pattern=PLAIN)]
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean_text(text: str) -> str:
    """A line of text without stray spaces, control characters and marks that turn the writing around."""
    seen = (" " if unicodedata.category(c) == "Cc" else c for c in text if c not in _TURNING)
    return " ".join("".join(seen).split())
