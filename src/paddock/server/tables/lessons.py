"""Lessons: private tables at which everybody gets the same dice, and bots that do the same things.

Whoever knows a lesson knows its dice. So only its learner sits there (`seating.check_lesson`), it is
never public, and it counts nowhere (`Sheet.counts`).
"""

from __future__ import annotations

import hashlib

from paddock.core.chance import seed_from
from paddock.core.logs import Decision
from paddock.server.tables.table import Table


def lesson_seed(game: str, lesson: str) -> bytes:
    """The seed of all tables of a lesson."""
    return seed_from(f"lesson of {game}: {lesson}")


def bot_character(table: Table) -> str:
    """What the temperaments of a table's bots follow from: the same through a game, and in every lesson."""
    return hashlib.sha256(b"character:" + table.seed).hexdigest()


def bot_seed(table: Table, seat: int) -> int | None:
    """What a bot decides by in a lesson: the same wherever it has decided as often; None at other tables."""
    if table.sheet.lesson is None:
        return None
    decided = sum(isinstance(one, Decision) and one.seat == seat for one in table.running().log.records)
    return int.from_bytes(hashlib.sha256(table.seed + f"{seat}:{decided}".encode()).digest()[:7])
