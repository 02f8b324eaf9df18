"""The balance figures of one rally."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from paddock.core.game import Event, Figure
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.stages import roads_of, stages_of
from paddock.games.rallyman.dirt.state import State

MOST_CUT = 0.5
"""Strong drivers should take fewer of the shortcuts they pass."""


def figures(last: State, events: Sequence[Event]) -> Iterator[Figure]:
    """Yields shortcuts taken, retirements and the course of the rally."""
    seats = range(len(last.cars))
    stages, roads = stages_of(last.options), roads_of(last.options)
    totals, leaders, changes = [0] * len(seats), set[int](), 0
    cut = set[tuple[int, int]]()
    turns = losses = 0
    retired = {event.seat for event in events if isinstance(event, a.Retired)}
    for event in events:
        match event:
            case a.StageBegan():
                cut = set()
            case a.ShortcutTaken():
                cut.add((event.seat, event.shortcut))
            case a.TurnTold():
                turns += 1
            case a.ControlLost():
                losses += 1
            case a.StageEnded():
                stage = event.stage - 1
                home = [seat for seat in seats if not last.sheet[stage][seat].retired]
                for seat in home:
                    yield Figure("Stage seconds", stages[stage].id, event.seconds[seat])
                    for shortcut in range(len(roads[stage].shortcuts)):
                        taken = float((seat, shortcut) in cut)
                        yield Figure("Shortcuts taken", "all stages", taken, most=MOST_CUT)
                        yield Figure("Shortcuts taken", f"{stages[stage].id} {shortcut + 1}", taken)
                totals = [total + more for total, more in zip(totals, event.seconds, strict=True)]
                ahead = {seat for seat in home if totals[seat] == min(totals[seat] for seat in home)}
                changes += bool(leaders) and not leaders & ahead
                leaders = ahead
    for seat in seats:
        yield Figure("Eliminations", "cars retired", float(seat in retired))
    yield Figure("Course", "turns of a car", turns / len(seats))
    yield Figure("Course", "losses of control of a car", losses / len(seats))
    yield Figure("Course", "lead changes between stages", changes)
