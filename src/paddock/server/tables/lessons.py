"""Lessons: private tables with the same dice and the same bot decisions for everybody.

Learners know a lesson's dice in advance. So only the learner sits there (`seating.check_lesson`), it is
never public, and it counts nowhere (`TableRecord.counts`).
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
    """Seeds the temperaments of a table's bots: constant through a game, and the same in every lesson."""
    return hashlib.sha256(b"character:" + table.seed).hexdigest()


def bot_seed(table: Table, seat: int) -> int | None:
    """Seeds a bot's decision in a lesson, by how often it has decided; None at other tables."""
    if table.sheet.lesson is None:
        return None
    decided = sum(isinstance(one, Decision) and one.seat == seat for one in table.running().log.records)
    return int.from_bytes(hashlib.sha256(table.seed + f"{seat}:{decided}".encode()).digest()[:7])
