"""Whether the dice are fair: hazards that came up against those that were to be expected, of everybody.

Luck of a drive is how many hazards fewer came up than the dice promise on average. With fair dice every drive
has luck of mean nothing, so the sum over all drives, divided by the root of the sum of its squares, is close
to a standard normal number; how far out it lies tells how likely fair dice do that.
"""

from __future__ import annotations

import math
import time

from msgspec import Struct
from sqlalchemy import select

from paddock.server.storage.faces import goodness
from paddock.server.storage.schema import dice_totals, die_faces, feats, seats, tables
from paddock.server.storage.store import Store

_KEPT_SECONDS = 600.0
_POINTS = 300
_SELDOM = 5.0
"""Where a face is to be expected less often than this, nothing is said of its die."""
_ENOUGH = 30
"""With fewer drives nothing is said."""


class DiceCount(Struct, frozen=True):
    """The dice of all drives of a game on this server."""

    game: str
    drives: int
    hazards: float
    """How many came up."""
    expected: float
    """How many were to be expected of those dice."""
    chance: float | None
    """How likely fair dice stray as far or farther; None while there are too few drives to tell."""


class Face(Struct, frozen=True):
    """How often a face came up, and how often it was to be expected."""

    face: str
    came: float
    expected: float


class DieCount(Struct, frozen=True):
    """All throws of one die of a game on this server, face by face."""

    game: str
    die: str
    throws: float
    faces: list[Face]
    chance: float | None
    """How likely a fair die strays as far or farther; None while it was thrown too seldom to tell."""


class LuckPoint(Struct, frozen=True):
    """Somebody's luck in one drive: hazards fewer than expected."""

    game: str
    course: str | None
    luck: float
    at: float


class Fairness:
    """Tells what the dice of all drives add up to; of single dice the same for some minutes."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._faces: list[DieCount] = []
        self._faces_until = 0.0

    async def dice(self) -> list[DiceCount]:
        """The dice of the whole server, game by game."""
        async with self.store.read() as connection:
            rows = (await connection.execute(select(dice_totals))).all()
        games: dict[str, dict[str, float]] = {}
        for row in rows:
            games.setdefault(row.game, {})[row.name] = row.value
        return [
            DiceCount(
                game,
                round(sums["drives"]),
                sums["hazards"],
                sums["hazards"] + sums["luck"],
                fair_chance(round(sums["drives"]), sums["luck"], sums["squares"]),
            )
            for game, sums in sorted(games.items())
        ]

    async def faces(self) -> list[DieCount]:
        """Every die of the whole server, face by face."""
        if time.monotonic() >= self._faces_until:
            async with self.store.read() as connection:
                order = (die_faces.c.game, die_faces.c.die, die_faces.c.face)
                rows = (await connection.execute(select(die_faces).order_by(*order))).all()
            dice: dict[tuple[str, str], list[Face]] = {}
            for row in rows:
                dice.setdefault((row.game, row.die), []).append(Face(row.face, row.came, row.expected))
            self._faces = [_die(*key, faces) for key, faces in dice.items()]
            self._faces_until = time.monotonic() + _KEPT_SECONDS
        return self._faces

    async def luck_of(self, person: str) -> list[LuckPoint]:
        """Somebody's luck drive by drive, the newest last."""
        own = (
            select(tables.c.game, tables.c.course, feats.c.value, tables.c.finished)
            .select_from(feats)
            .join(seats, (seats.c.table_id == feats.c.table_id) & (seats.c.seat == feats.c.seat))
            .join(tables, tables.c.id == feats.c.table_id)
            .where(seats.c.person == person, feats.c.name == "luck")
            .order_by(tables.c.finished.desc())
            .limit(_POINTS)
        )
        async with self.store.read() as connection:
            rows = (await connection.execute(own)).all()
        return [LuckPoint(r.game, r.course, r.value, r.finished or 0.0) for r in reversed(rows)]


def _die(game: str, die: str, faces: list[Face]) -> DieCount:
    throws = sum(face.came for face in faces)
    enough = len(faces) > 1 and min(face.expected for face in faces) >= _SELDOM
    chance = goodness([(face.came, face.expected) for face in faces]) if enough else None
    return DieCount(game, die, throws, faces, chance)


def fair_chance(drives: int, luck: float, squares: float) -> float | None:
    """How likely fair dice bring luck as far from nothing, by the sum of luck and the sum of its squares."""
    if drives < _ENOUGH or squares <= 0:
        return None
    return math.erfc(abs(luck) / math.sqrt(2 * squares))
