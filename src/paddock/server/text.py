"""Text from users: cleaning, look-alike names, and random ids."""

from __future__ import annotations

import secrets
import string
import unicodedata
from functools import cache
from typing import Annotated

from confusable_homoglyphs.confusables import confusables_data
from msgspec import Meta

PLAIN = r"^[^\x00]*$"
"""Pattern of all text stored unchanged: PostgreSQL cannot store NUL."""

RequestId = Annotated[str, Meta(min_length=1, max_length=64, pattern=PLAIN)]
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean_text(text: str) -> str:
    """Returns one line without extra spaces, control characters and bidirectional marks."""
    seen = (" " if unicodedata.category(c) == "Cc" else c for c in text if c not in _TURNING)
    return " ".join("".join(seen).split())


_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u2800\u3164\uffa0")
"""Characters that Unicode counts as letters, marks or symbols but that are invisible."""


def visible(text: str) -> str:
    """Returns the text without invisible characters."""
    return "".join(c for c in text if not (_hidden(c) or unicodedata.category(c)[0] == "C"))


def _hidden(character: str) -> bool:
    return character in _BLANK or "\ufe00" <= character <= "\ufe0f"


def look(name: str) -> str:
    """Returns the same key for all names that look alike, in any script and case."""
    return "".join(_prototype(c) for c in unicodedata.normalize("NFKC", name)).casefold()


@cache
def _prototype(character: str) -> str:
    """The representative of all characters that look like this one.

    The data list all look-alikes under the representative, and only the representative under each look-alike.
    """
    alike = _alike(character)
    if len(alike) != 1:
        return character
    return alike[0] if len(_alike(alike[0])) > 1 else min(character, alike[0])


def _alike(text: str) -> list[str]:
    return [found["c"].strip("\u200e") for found in confusables_data.get(text, [])]


_LETTERS = string.ascii_letters + string.digits


def new_id(length: int = 16) -> str:
    """Returns a random id of letters and digits; 16 of them hold 95 bits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def is_id(text: str) -> bool:
    """Whether a text has the form of an id."""
    return text.isascii() and text.isalnum()
