"""Planning: every legal next step with its odds, all plans, and why a plan is refused."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from paddock.core.errors import IllegalAction
from paddock.games.rallyman import plans
from paddock.games.rallyman.dice import Refusal, refusal
from paddock.games.rallyman.gt.drive import NEVER, Drive, Move, Spot
from paddock.games.rallyman.gt.state import Step
from paddock.games.rallyman.plan_search import Odds, Walked, onward, told_along, walk_along
from paddock.tracks.road import NO_LIMIT

RULES: dict[Refusal, str] = {
    "no-such-die": "GT-COMP-2",
    "die-used": "GT-DICE-2",
    "no-gear-dice": "GT-DICE-1",
    "no-coast-dice": "GT-DICE-1",
    "no-brake-dice": "GT-DICE-1",
    "above-top": "GT-DICE-D4",
    "start-with-1": "GT-DICE-5",
    "start-with-1-or-2": "GT-ADV-3",
    "coast-in-0": "GT-DICE-6",
    "skips-up": "GT-DICE-4",
    "too-few-brakes": "GT-DICE-7",
    "too-many-brakes": "GT-DICE-D1",
    "not-in-top-gear": "GT-ADV-9",
    "no-red-zone": "GT-ADV-9",
}


class NextStep(plans.NextStep[Step], frozen=True, kw_only=True):
    """A legal next step of a plan on a circuit; its limit is the effective one (GT-CORNER-9)."""

    straight: bool
    hazards: int
    """Track hazards it adds."""
    lines: int
    """Dotted lines it crosses."""
    lap: bool
    """Whether it crosses the start/finish line."""


def extend(drive: Drive, steps: Sequence[Step] = ()) -> list[NextStep]:
    """Returns all legal next steps of a partial plan, each with gear, what it crosses, and exact odds."""
    return onward(drive, walk(drive, steps), partial(_next, drive))


def told(drive: Drive, steps: Sequence[Step]) -> list[NextStep]:
    """Returns the steps of a partial plan, each with all its effects."""
    return told_along(walk_along(drive, steps, partial(find, drive)), partial(_next, drive))


def walk(drive: Drive, steps: Sequence[Step]) -> Walked[Spot, Move]:
    """Yields where a partial plan stands, its hazards so far, and its last step (GT-END-D7)."""
    *_, end = walk_along(drive, cut(drive, tuple(steps)), partial(find, drive))
    return end


def _next(drive: Drive, move: Move, odds: Odds) -> NextStep:
    lay, step = move.lay, move.step
    return NextStep(
        step=drive.planned(move),
        name=drive.road.name(step.cell),
        gear=lay.gear,
        straight=step.straight,
        limit=None if step.limit == NO_LIMIT else step.limit,
        hazards=step.hazards[lay.gear],
        lines=len(step.lines),
        passes=tuple(cell for cell in step.level_cells if cell in drive.gears),
        overspeed=move.fatal,
        lap=step.finish,
        last=move.last,
        odds=odds,
    )


def laid(drive: Drive, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Checks a plan and cuts it at the step that completes the last lap (GT-END-D1).

    Raises IllegalAction that explains the first illegal step by its rule.
    """
    if not steps:
        raise IllegalAction("GT-MOVE-6", "rallyman-gt.empty-plan")
    return cut(drive, steps)


def cut(drive: Drive, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Returns the steps of a partial plan up to the finish line; all of them must be legal (GT-END-D7)."""
    spot, before = drive.start, None
    for number, planned in enumerate(steps):
        before = find(drive, spot, planned, number, before)
        if before.finishes:
            return steps[: number + 1]
        spot = drive.after(spot, before)
    return steps


def find(drive: Drive, spot: Spot, planned: Step, number: int, before: Move | None) -> Move:
    """Returns the move for step `number` (from 0) of a plan; raises IllegalAction if it is illegal."""
    told: dict[str, str | int] = {"step": number + 1, "die": planned.die}
    if before is not None and before.last:
        raise IllegalAction("GT-CORNER-D6", "rallyman-gt.nothing-follows", **told)
    move = drive.find(spot, planned)
    if move is None:
        raise _why_not(drive, spot, planned, told)
    return move


def _why_not(drive: Drive, spot: Spot, planned: Step, told: dict[str, str | int]) -> IllegalAction:
    why = refusal(drive.hand, spot.gear, spot.used, planned.die, planned.brakes)
    if why is not None:
        return IllegalAction(RULES[why], f"rallyman-gt.{why}", **told)
    cell = planned.cell
    if not 0 <= cell < len(drive.road):
        return IllegalAction("GT-MOVE-2", "rallyman-gt.no-such-cell", **told)
    told["cell"] = drive.road.name(cell)
    step = drive.road.step(spot.cell, cell)
    if step is None:
        return IllegalAction("GT-MOVE-2", "rallyman-gt.not-ahead", **told)
    if drive.taken >> cell & 1:
        return IllegalAction("GT-MOVE-1", "rallyman-gt.taken", **told)
    need = drive.need(step)
    if need == NEVER:
        return IllegalAction("GT-FLAG-2", "rallyman-gt.yellow-flag", **told)
    return IllegalAction("GT-PASS-3", "rallyman-gt.too-slow", need=need, **told)
