"""The summary of a stage: everyone's Speed points round by round, and how the totals were made up."""

from __future__ import annotations

from collections.abc import Iterable

from paddock.core.match import Replayed
from paddock.core.messages import Message
from paddock.core.summaries import Curve, Mark, Recount
from paddock.games.dirt_and_dust.events import RoundBegan
from paddock.games.dirt_and_dust.scoring import score
from paddock.games.dirt_and_dust.state import State


def recount(first: State, steps: Iterable[Replayed]) -> Recount:
    """Returns the summary of a finished stage; the last point of a curve is the total."""
    seats = range(len(first.players))
    lines: list[list[float | None]] = [[0.0] for _ in seats]
    wrecked: dict[int, int] = {}
    last = first
    for step in steps:
        last = step.state
        for event in step.events:
            if isinstance(event, RoundBegan) and event.round > 1:
                for line, player in zip(lines, last.players, strict=True):
                    line.append(None if player.out else float(player.speed))
        for seat in seats:
            if last.players[seat].out:
                wrecked.setdefault(seat, len(lines[seat]))
    scores = [score(last, seat) for seat in seats]
    for seat, line in enumerate(lines):
        line.append(None if last.players[seat].out else float(scores[seat].total))
    gaps = tuple(
        Message("dirt-and-dust.gap-out", {})
        if last.players[seat].out
        else Message(
            "dirt-and-dust.gap",
            {"speed": own.speed, "cards": own.cards, "risk": own.risk, "bonus": own.bonus},
        )
        for seat, own in enumerate(scores)
    )
    marks = tuple(Mark(seat, at, "crash") for seat, at in wrecked.items())
    nothing = (None,) * len(lines)
    return Recount(Curve("points", tuple(map(tuple, lines)), marks), gaps, nothing, nothing)
