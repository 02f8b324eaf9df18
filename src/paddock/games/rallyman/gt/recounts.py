"""The summary of a race: places round by round (solo: the time of every turn) and gaps along the road."""

from __future__ import annotations

from collections.abc import Iterable

from paddock.core.match import Replayed
from paddock.core.messages import Message
from paddock.core.summaries import Curve, Recount
from paddock.games.rallyman import recounts
from paddock.games.rallyman.gt.components import dice
from paddock.games.rallyman.gt.drive import drive_of
from paddock.games.rallyman.gt.order import ranking
from paddock.games.rallyman.gt.state import State, road_of
from paddock.games.rallyman.hazards import along
from paddock.tracks.road_gt import GtRoad


def recount(first: State, steps: Iterable[Replayed]) -> Recount:
    """Returns the summary of a finished race."""
    seats = len(first.cars)
    turns = recounts.Turns(seats, _ranks, _risk)
    places: list[list[float | None]] = [[] for _ in range(seats)]
    seconds: list[float | None] = [0.0]
    homecoming: dict[int, int] = {}
    last = first
    for step in steps:
        last = step.state
        turns.hear(step)
        for event in step.events:
            match event.__struct_config__.tag:
                case "round-began":
                    _note(places, last)
                case "marked":
                    seconds.append((seconds[-1] or 0.0) + event.seconds)
                case "finished":
                    homecoming[event.seat] = turns.round
    _note(places, last)
    if last.solo:
        curve = Curve("seconds", (tuple(seconds),), turns.marks(by_round=False))
    else:
        curve = Curve("place", tuple(map(tuple, places)), turns.marks(by_round=True))
    return Recount(curve, _gaps(last, homecoming), tuple(turns.best), recounts.lucks(turns, dice()))


def _ranks(state: State) -> dict[int, int]:
    return {seat: place for place, seat in enumerate(ranking(state), 1)}


def _risk(state: State, seat: int) -> float:
    drive = drive_of(state, seat)
    *_, end = along(drive.legs(state.plan), drive.limit)
    return end.loss_float


def _note(places: list[list[float | None]], state: State) -> None:
    ranks = _ranks(state)
    for seat, line in enumerate(places):
        line.append(float(ranks[seat]) if seat in ranks else None)


def _gaps(state: State, homecoming: dict[int, int]) -> tuple[Message | None, ...]:
    """Returns the gaps to the winner: rounds for those who also finished, laps and cells for the others."""
    if state.solo or not state.places:
        return (None,) * len(state.cars)
    winner = state.places[0]
    return tuple(_gap(state, seat, winner, homecoming) for seat in range(len(state.cars)))


def _gap(state: State, seat: int, winner: int, homecoming: dict[int, int]) -> Message | None:
    car, ahead = state.cars[seat], state.cars[winner]
    if seat == winner or car.status == "retired":
        return None
    if seat in homecoming:
        return Message("rallyman-gt.gap-rounds", {"rounds": homecoming[seat] - homecoming[winner]})
    road = road_of(state.options.track)
    laps, _ = divmod(road.place(ahead.cell, ahead.k) - road.place(car.cell, car.k), 100 * road.n)
    return Message(
        "rallyman-gt.gap-cells", {"laps": max(0, laps), "cells": cells_between(road, car.cell, ahead.cell)}
    )


def cells_between(road: GtRoad, start: int, end: int) -> int:
    """Returns the fewest steps along the road from one cell to another."""
    reached, edge, steps = {start}, {start}, 0
    while end not in reached:
        edge = {step.cell for cell in edge for step in road.steps[cell]} - reached
        reached |= edge
        steps += 1
    return steps
