"""The damage tokens: the bag, the cockpits, the mud on corners."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from paddock.core.chance import weighted
from paddock.core.game import Pending
from paddock.games.rallyman.dirt.components import KINDS, TOKEN, TOKENS, UP
from paddock.games.rallyman.dirt.state import Car, State
from paddock.tracks.road_dirt import DirtRoad


@lru_cache(maxsize=4096)
def draw_node(bag: tuple[int, ...]) -> Pending:
    """Returns the chance node of drawing one token from the bag; it must not be empty."""
    return Pending(chance=weighted("damage token", zip(TOKENS, bag, strict=True)))


def draw(state: State, name: str) -> int:
    """Takes a token of that name out of the bag."""
    token = TOKEN[name]
    bag = list(state.bag)
    bag[token] -= 1
    state.bag = tuple(bag)
    return token


def lying(token: int, shortcut_side: bool) -> int:
    """Returns a token with a given side up."""
    return token + KINDS if shortcut_side else token


def put_back(state: State, tokens: tuple[int, ...]) -> None:
    """Puts tokens from the table back into the bag."""
    if tokens:
        bag = list(state.bag)
        for token in tokens:
            bag[token % KINDS] += 1
        state.bag = tuple(bag)


def removable(car: Car, removes: Literal["gear", "coast"]) -> int:
    """Returns the oldest token that a wheel change can remove; -1: there is none (DIRT-SPARE-D3)."""
    wanted = ("gear",) if removes == "gear" else ("coast", "puncture")
    for token in car.tokens:
        if UP[token] in wanted:
            return token
    return -1


def remove(state: State, car: Car, token: int) -> None:
    """Puts one of a car's tokens back into the bag (DIRT-SPARE-3)."""
    at = car.tokens.index(token)
    car.tokens = car.tokens[:at] + car.tokens[at + 1 :]
    put_back(state, (token,))


@lru_cache(maxsize=1024)
def mud_on(road: DirtRoad, mud: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Returns how much mud is on each corner of a road (DIRT-CUT-5, -6); empty if there is none."""
    if not mud:
        return ()
    depth = [0] * len(road.corners)
    for shortcut, _ in mud:
        for corner in road.shortcuts[shortcut].bypassed:
            depth[corner] += 1
    return tuple(depth)
