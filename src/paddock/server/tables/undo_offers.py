"""Which decision a seat may undo now, and whether others have to agree."""

from __future__ import annotations

from typing import Literal

from paddock.core.logs import Decision
from paddock.server.errors import NotNow
from paddock.server.records.table_record import TableRecord
from paddock.server.tables.play import Play


def newest_decision(play: Play, seat: int) -> int:
    """The number of the seat's newest decision; raises if a die, a draw or a reveal came after it."""
    seats = len(play.log.header.seats)
    for number, record in reversed(play.log.counted):
        happening = play.happening(number) if isinstance(record, Decision) else None
        if not isinstance(record, Decision) or happening is None:
            raise NotNow("server.back-over-chance")
        if any(play.game.reveals(event, seats) for event in happening.events):
            raise NotNow("server.back-over-reveal")
        if record.seat == seat:
            return number
    raise NotNow("server.nothing-to-take-back")


def still_on_turn(play: Play, seat: int, number: int) -> bool:
    """Whether the decision is the newest record and the same seat is asked again."""
    return number == play.log.counted[-1][0] and seat in play.game.pending(play.state).seats


def back_of(sheet: TableRecord, play: Play, seat: int | None) -> Literal["free", "ask"] | None:
    """Whether a seat may undo its newest decision: at once, with consent, or not (None)."""
    if seat is None or sheet.stage != "running" or sheet.challenge is not None:
        return None
    try:
        number = newest_decision(play, seat)
    except NotNow:
        return None
    return "free" if still_on_turn(play, seat, number) else "ask"
