"""How the dice of finished games fell, face by face."""

from __future__ import annotations

import math
from collections import Counter

from sqlalchemy import Connection

from paddock.core.game import AnyGame
from paddock.core.logs import Log
from paddock.core.match import thrown
from paddock.server.storage.inserting import insert_into
from paddock.server.storage.schema import die_faces

Faces = dict[tuple[str, str], tuple[float, float]]
"""By die and face: how often it came up, and how often it was to be expected."""


def faces_of(game: AnyGame, log: Log) -> Faces:
    """How every die of a game fell."""
    came: Counter[tuple[str, str]] = Counter()
    expected: Counter[tuple[str, str]] = Counter()
    for chance, outcome in thrown(log, game):
        die = game.die(chance)
        if die is None:
            continue
        came[die, str(outcome)] += 1
        for face, weight in zip(chance.outcomes, chance.weights, strict=True):
            expected[die, str(face)] += weight / chance.total  # type: ignore[assignment]
    return {key: (float(came[key]), float(share)) for key, share in expected.items()}


def add_faces(connection: Connection, game: str, faces: Faces) -> None:
    """Add the dice of a game to those of all."""
    for (die, face), (came, expected) in sorted(faces.items()):
        row = {"game": game, "die": die[:32], "face": face[:32], "came": came, "expected": expected}
        more = {"came": die_faces.c.came + came, "expected": die_faces.c.expected + expected}
        key = [die_faces.c.game, die_faces.c.die, die_faces.c.face]
        added = insert_into(connection, die_faces).values(row)
        connection.execute(added.on_conflict_do_update(index_elements=key, set_=more))


def goodness(faces: list[tuple[float, float]]) -> float:
    """How likely a fair die strays as far, from what came and what was to be expected (chi-square)."""
    strayed = sum((came - expected) ** 2 / expected for came, expected in faces)
    return _tail(strayed, len(faces) - 1)


def _tail(value: float, freedom: int) -> float:
    """The chance that a chi-square variable of so many degrees of freedom is at least so large."""
    half = value / 2
    if freedom % 2 == 0:
        term = total = math.exp(-half)
        first = 1
    else:
        total = math.erfc(math.sqrt(half))
        term = math.exp(-half) * math.sqrt(half) / math.gamma(1.5) if freedom > 1 else 0.0
        total += term
        first = 2
    for number in range(first, (freedom + 1) // 2):
        term *= half / (number if freedom % 2 == 0 else number - 0.5)
        total += term
    return min(1.0, total)
