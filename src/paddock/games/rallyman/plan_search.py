"""Searches for plans along given cells or to a cell, the safest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from paddock.games.rallyman.drives import Drive, M, P, S
from paddock.games.rallyman.hazards import Running, after, at_start


class Odds(Struct, frozen=True):
    """The chance of having lost control by a step: rolled one by one without stopping, and flat out."""

    one_by_one: float
    flat_out: float


N = TypeVar("N")
AnyDrive = Drive[Any, S, P, M, Any]
"""One car's turn on any road."""

Walked = tuple[P, Running, M | None]
"""Where a partial plan stands, its hazards so far, and its last step."""


def walk_along(
    drive: AnyDrive[S, P, M], steps: Sequence[S], find: Callable[[P, S, int, M | None], M]
) -> Iterator[Walked[P, M]]:
    """Yields where a partial plan stands at its start and after every step; `find` raises if illegal."""
    spot, running, before = drive.start, at_start(drive.limit), None
    yield spot, running, before
    for number, planned in enumerate(steps):
        before = find(spot, planned, number, before)
        running = after(running, drive.leg(before, spot.gear))
        spot = drive.after(spot, before)
        yield spot, running, before


def onward(drive: AnyDrive[S, P, M], walked: Walked[P, M], tell: Callable[[M, Odds], N]) -> list[N]:
    """Returns all legal next steps of a partial plan, each with its exact odds."""
    spot, running, before = walked
    if before is not None and before.last:
        return []
    found = []
    for move in drive.moves(spot):
        loss = after(running, drive.leg(move, spot.gear)).loss_float
        found.append(tell(move, Odds(loss, loss)))
    return found


def told_along(walked: Iterable[Walked[P, M]], tell: Callable[[M, Odds], N]) -> list[N]:
    """Returns the steps of a partial plan, each with its exact odds."""
    return [
        tell(move, Odds(running.loss_float, running.loss_float))
        for _, running, move in walked
        if move is not None
    ]


class PartialPlan(Generic[S, P, M]):
    """A plan being built."""

    __slots__ = ("last", "running", "spot", "steps")

    def __init__(self, steps: tuple[S, ...], spot: P, running: Running, last: M | None) -> None:
        self.steps = steps
        self.spot = spot
        self.running = running
        self.last = last

    @property
    def over(self) -> bool:
        """Whether nothing may follow."""
        return self.last is not None and self.last.last

    @property
    def risk(self) -> tuple[float, int]:
        """The sort key of plans: the chance of a loss, then hazards so far."""
        return self.running.loss_float, sum(h * weight for h, weight in enumerate(self.running.alive))


class PlanSearch(Generic[S, P, M]):
    """Searches for plans that continue given steps."""

    def __init__(self, drive: AnyDrive[S, P, M], begun: PartialPlan[S, P, M]) -> None:
        self.drive = drive
        self.begun = begun

    def longer(self, plan: PartialPlan[S, P, M], move: M) -> PartialPlan[S, P, M]:
        """Returns a plan with one more step."""
        drive = self.drive
        running = after(plan.running, drive.leg(move, plan.spot.gear))
        return PartialPlan((*plan.steps, drive.planned(move)), drive.after(plan.spot, move), running, move)

    def along(self, cells: Iterable[int]) -> list[PartialPlan[S, P, M]]:
        """Returns all plans exactly along the cells; only the safest for the same dice and gear."""
        plans = [] if self.begun.over else [self.begun]
        for cell in cells:
            best: dict[tuple[int, int, int], PartialPlan[S, P, M]] = {}
            for plan in plans:
                if not plan.over:
                    for move in self.drive.moves(plan.spot):
                        if self.drive.cell(move) == cell:
                            longer = self.longer(plan, move)
                            key = (longer.spot.gear, longer.spot.used, self.drive.landing(move))
                            _keep(best, key, longer)
            plans = list(best.values())
        return plans

    def to(self, target: int, leads: Callable[[int], bool]) -> list[PartialPlan[S, P, M]]:
        """Returns plans that reach a cell, the safest for the same dice; `leads` limits the way there."""
        found: list[PartialPlan[S, P, M]] = []
        plans = [] if self.begun.over else [self.begun]
        drive = self.drive
        while plans:
            best: dict[tuple[int, ...], PartialPlan[S, P, M]] = {}
            for plan in plans:
                for move in drive.moves(plan.spot):
                    cell = drive.cell(move)
                    if cell == target:
                        found.append(self.longer(plan, move))
                    elif not move.last and leads(cell):
                        longer = self.longer(plan, move)
                        key = (cell, drive.landing(move), longer.spot.gear, longer.spot.used)
                        _keep(best, key, longer)
            plans = list(best.values())
        return found


K = TypeVar("K")


def _keep(best: dict[K, PartialPlan[S, P, M]], key: K, plan: PartialPlan[S, P, M]) -> None:
    if key not in best or plan.risk < best[key].risk:
        best[key] = plan


def safest(plans: Sequence[PartialPlan[S, P, M]], most: int) -> list[PartialPlan[S, P, M]]:
    """Returns the safest plan for every gear at the end, then the next safest ones."""
    first: list[PartialPlan[S, P, M]] = []
    rest: list[PartialPlan[S, P, M]] = []
    seen: set[int] = set()
    for plan in sorted(plans, key=lambda plan: (plan.risk, len(plan.steps))):
        (rest if plan.spot.gear in seen else first).append(plan)
        seen.add(plan.spot.gear)
    return (first + rest)[:most]
