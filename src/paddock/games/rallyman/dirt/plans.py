"""Planning: every legal next step with its odds, all plans, and why a plan is refused."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from paddock.core.errors import IllegalAction
from paddock.games.rallyman import plans
from paddock.games.rallyman.dirt.drive import Drive, Move, Spot
from paddock.games.rallyman.dirt.refusals import why_not
from paddock.games.rallyman.dirt.state import Step
from paddock.games.rallyman.plan_search import Odds, Walked, onward, told_along, walk_along
from paddock.tracks.road import NO_LIMIT


class NextStep(plans.NextStep[Step], frozen=True, kw_only=True):
    """A legal next step of a plan on a stage; its limit includes mud."""

    jump: int
    """How many spaces it will fly over: 0, 1 or 2."""
    dangerous: bool
    """Whether the jump loses control whatever is rolled."""
    touchy: bool
    """Whether a hazard on its dice alone loses control: a long jump."""
    shortcut: int
    """The shortcut it enters, which costs a draw; -1: none."""
    finish: bool
    """Whether it reaches the finish row."""


def extend(drive: Drive, steps: Sequence[Step] = ()) -> list[NextStep]:
    """Returns all legal next steps of a partial plan, each with gear, effects, and exact odds."""
    return onward(drive, walk(drive, steps), partial(_next, drive))


def told(drive: Drive, steps: Sequence[Step]) -> list[NextStep]:
    """Returns the steps of a partial plan, each with all its effects."""
    return told_along(walk_along(drive, steps, partial(find, drive)), partial(_next, drive))


def walk(drive: Drive, steps: Sequence[Step]) -> Walked[Spot, Move]:
    """Yields where a partial plan stands, its hazards so far, and its last step."""
    *_, end = walk_along(drive, steps, partial(find, drive))
    return end


def _next(drive: Drive, move: Move, odds: Odds) -> NextStep:
    road, cell = drive.road, move.cell
    cut = road.shortcut[cell]
    return NextStep(
        step=move.step,
        name=road.name(cell),
        gear=move.lay.gear,
        limit=None if move.limit == NO_LIMIT else move.limit,
        passes=tuple(other for other in drive.gears if road.level[cell] >> other & 1),
        overspeed=move.fatal and not move.flight,
        jump=move.flight,
        dangerous=move.fatal and bool(move.flight),
        touchy=move.touchy,
        shortcut=cut if cut >= 0 and road.nth[cell] == 0 else -1,
        finish=move.finishes,
        last=move.last,
        odds=odds,
    )


def laid(drive: Drive, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Checks a plan; raises IllegalAction that explains the first illegal step by its rule."""
    if not steps:
        raise IllegalAction("DIRT-MOVE-5", "rallyman-dirt.empty-plan")
    spot, before = drive.start, None
    for number, planned in enumerate(steps):
        before = find(drive, spot, planned, number, before)
        spot = drive.after(spot, before)
    return steps


def find(drive: Drive, spot: Spot, planned: Step, number: int, before: Move | None) -> Move:
    """Returns the move for step `number` (from 0) of a plan; raises IllegalAction if it is illegal."""
    if before is not None and before.last:
        rule = "DIRT-FINISH-D1" if before.finishes else "DIRT-TURN-D2"
        raise IllegalAction(rule, "rallyman-dirt.nothing-follows", step=number + 1, die=planned.die)
    move = drive.find(spot, planned)
    if move is None:
        raise why_not(drive, spot, planned, number)
    return move
