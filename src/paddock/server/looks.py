"""Names as the eye sees them: two that look alike have the same look."""

from __future__ import annotations

import unicodedata
from functools import cache

from confusable_homoglyphs.confusables import confusables_data

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u2800\u3164\uffa0")
"""Characters that count as letters, marks or symbols and show nothing."""


def visible(text: str) -> str:
    """A text without the characters that nobody can see."""
    return "".join(c for c in text if not (_hidden(c) or unicodedata.category(c)[0] == "C"))


def _hidden(character: str) -> bool:
    return character in _BLANK or "\ufe00" <= character <= "\ufe0f"


def look(name: str) -> str:
    """What all names have in common that look like this one, in any script and case."""
    return "".join(_prototype(c) for c in unicodedata.normalize("NFKC", name)).casefold()


@cache
def _prototype(character: str) -> str:
    """The character that stands for all that look like it.

    The data name every look-alike at the prototype, and only the prototype at each look-alike.
    """
    alike = _alike(character)
    if len(alike) != 1:
        return character
    return alike[0] if len(_alike(alike[0])) > 1 else min(character, alike[0])


def _alike(text: str) -> list[str]:
    return [found["c"].strip("\u200e") for found in confusables_data.get(text, [])]
