"""The Ghost Driver of the solo game."""

from __future__ import annotations

from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.damage import FACES
from paddock.games.dirt_and_dust.events import Events, GhostGrew, GhostScored
from paddock.games.dirt_and_dust.state import Ghost, State


def new_ghost(level: str) -> Ghost:
    """Returns the Ghost at the start of a game."""
    found = BOX.ghosts[level]
    return Ghost(list(found.risk_dice_on_stage_cards), found.start_pairs)


def begin_roll(ghost: Ghost) -> None:
    """Queues the rolls of all pairs: the Risk dice first, then the player dice."""
    ghost.faces, ghost.values = [], []
    ghost.blocked = [False] * ghost.pairs
    ghost.throws = [*["risk"] * ghost.pairs, *["player"] * ghost.pairs]  # type: ignore[list-item]


def score_ghost(ghost: Ghost) -> Events:
    """Gives the Ghost Speed points and Popularity for every unblocked Risk die."""
    open_faces = [
        FACES[face] for face, blocked in zip(ghost.faces, ghost.blocked, strict=True) if not blocked
    ]
    speed = sum(face.hits for face in open_faces)
    popularity = sum(face.popularity for face in open_faces)
    ghost.speed += speed
    ghost.popularity = min(ghost.popularity + popularity, BOX.limits.popularity)
    return [GhostScored(speed, popularity)]


def grow(state: State, fallen: int) -> Events:
    """Adds the Ghost die on the fallen card to the pool, with a player die."""
    ghost = state.ghost
    if ghost is None or fallen not in ghost.waiting:
        return []
    ghost.waiting.remove(fallen)
    ghost.pairs += 1
    return [GhostGrew(ghost.pairs)]
