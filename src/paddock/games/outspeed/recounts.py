"""The summary of a race: the zone of every ship turn by turn, turns lost, and eliminations."""

from __future__ import annotations

from collections.abc import Iterable

from paddock.core.match import Replayed
from paddock.core.messages import Message
from paddock.core.summaries import Curve, Mark, Recount
from paddock.games.outspeed.events import Eliminated, TileShown
from paddock.games.outspeed.state import OutspeedState, Ship


def recount(first: OutspeedState, steps: Iterable[Replayed]) -> Recount:
    """Returns the summary of a finished race."""
    lines: list[list[float | None]] = [[float(ship.zone)] for ship in first.ships]
    marks: list[Mark] = []
    resolved = first.last
    last = first
    for step in steps:
        last = step.state
        if last.last is not None and last.last != resolved:
            resolved = last.last
            lost = (one.seat for one in resolved.outcomes if one.lost)
            marks += [Mark(seat, resolved.turn, "spin") for seat in lost]
        for event in step.events:
            if isinstance(event, Eliminated):
                marks.append(Mark(event.seat, last.ships[event.seat].out, "crash"))
            elif isinstance(event, TileShown) and event.turn > 1:
                _note(lines, last)
    _note(lines, last)
    gaps = tuple(_why(ship) for ship in last.ships)
    seats = len(lines)
    curve = Curve("zones", tuple(map(tuple, lines)), tuple(marks))
    return Recount(curve, gaps, (None,) * seats, (None,) * seats)


def _note(lines: list[list[float | None]], state: OutspeedState) -> None:
    for line, ship in zip(lines, state.ships, strict=True):
        line.append(None if ship.out else float(ship.zone))


def _why(ship: Ship) -> Message:
    """Returns what decided between ships of a zone, or why a ship did not finish."""
    if ship.out:
        return Message("outspeed.gap-out", {"turn": ship.out, "cause": str(ship.cause)})
    return Message("outspeed.gap-fuel", {"fuel": ship.fuel})
