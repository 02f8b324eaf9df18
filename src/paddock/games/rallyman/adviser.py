"""Answers to a driver's questions, shared by both games; each adds its own steps and costs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from paddock.core.errors import BadInput
from paddock.core.messages import SeatParam
from paddock.games.rallyman import questions as q
from paddock.games.rallyman.dice import dice_left
from paddock.games.rallyman.drives import Drive, S
from paddock.games.rallyman.plan_search import Odds, PartialPlan, PlanSearch, Walked, safest
from paddock.games.rallyman.reach import Reaching
from paddock.games.rallyman.relays import L, Relays, Stand
from paddock.games.rallyman.state import RallymanState, phase_of
from paddock.games.rallyman.turns import Way
from paddock.tracks.road import Road

MOST_PROPOSALS = 12


class LossLike(Protocol):
    """What a loss of control costs."""

    @property
    def severity(self) -> tuple[Any, ...]:
        """The sort key of losses, the mildest first."""
        ...


C = TypeVar("C", bound=LossLike)
D = TypeVar("D", bound=Drive[Any, Any, Any, Any, Any])
E = TypeVar("E")
F = TypeVar("F")
T = TypeVar("T", bound=RallymanState[Any, Any, Any])


class Adviser(ABC, Generic[T, D, S, L, C, F, E]):
    """Answers the questions of a car's driver about its turn."""

    game: ClassVar[str]
    driving: ClassVar[Container[str]]
    """The statuses in which a car can be asked."""
    not_driving: ClassVar[str]
    """The message for any other status."""
    most_steps: ClassVar[int]
    """The most steps a turn can have: one for each die."""
    plans: Any
    """The game's module `plans`."""

    def __init__(self, state: T, seat: int, drive_of: Callable[[T, int], D]) -> None:
        self.state = state
        self.seat = seat
        self._drive_of = drive_of

    @cached_property
    def drive(self) -> D:
        """Returns the turn ahead of the car; raises BadInput if it has none."""
        cars = self.state.cars
        if not 0 <= self.seat < len(cars) or cars[self.seat].status not in self.driving:
            raise BadInput(self.not_driving, seat=SeatParam(self.seat))
        return self._drive_of(self.state, self.seat)

    @abstractmethod
    def steps_answer(self, steps: tuple[S, ...], **told: Any) -> F:
        """Returns the answer to `NextSteps`: the shared part and the game's own."""

    @abstractmethod
    def endings(self, steps: tuple[S, ...], way: Way) -> Mapping[Any, Fraction]:
        """Returns all ways a turn can end, with their chances."""

    @abstractmethod
    def prospect(self, end: Any, chance: float) -> E:
        """Returns one ending with its chance as part of an answer."""

    @abstractmethod
    def relays(self) -> Relays[Any, L]:
        """Returns the relays of a failed flat out."""

    @abstractmethod
    def loss(self, cell: int, gear: int) -> C:
        """Returns the cost of a loss on a cell in a gear."""

    @staticmethod
    @abstractmethod
    def onward(road: Any, cell: int) -> Iterable[int]:
        """Returns the cells a step can lead to from a cell of an empty road."""

    def begun(self, steps: tuple[S, ...]) -> tuple[S, ...]:
        """Returns the steps of a partial plan that are in force."""
        return steps

    def answer(
        self, question: Any
    ) -> F | q.Proposals[S] | q.Reached[S] | q.Prospects[E] | q.RelayChoices[L, C] | q.RelayAnswer[L, C]:
        """Returns the answer to a question; raises BadInput if it cannot be asked for this car."""
        match question:
            case q.Relayings():
                return self._relay_choices(self._relays())
            case q.RelaySteps(steps):
                return self._relay_steps(self._relays(), steps)
            case q.NextSteps(steps):
                return self._next_steps(self.begun(steps))
            case q.DiceFor(cells, steps):
                search = self._search(self.begun(steps))
                return proposals(search, search.along(cells))
            case q.WaysTo(cell, steps):
                return self._ways_to(cell, self.begun(steps))
            case q.Reach(steps, via):
                return self._reached(self.begun(steps), via)
            case q.Outlook(steps, way):
                ends = self.endings(self.plans.laid(self.drive, steps), way)
                likeliest = sorted(ends.items(), key=lambda end: -end[1])
                return q.Prospects(tuple(self.prospect(end, float(chance)) for end, chance in likeliest))
            case _:
                raise BadInput(f"{self.game}.unknown-question")

    def risk(self, steps: tuple[S, ...]) -> float:
        """Returns the exact chance that a plan loses control if rolled to its end; raises if it is
        illegal."""
        drive = self.drive
        walked: Walked[Any, Any] = self.plans.walk(drive, self.plans.laid(drive, steps))
        return walked[1].loss_float

    def _next_steps(self, steps: tuple[S, ...]) -> F:
        drive, plans = self.drive, self.plans
        spot, running, last = plans.walk(drive, steps)
        chance = running.loss_float
        return self.steps_answer(
            steps,
            gear=spot.gear,
            odds=Odds(chance, chance),
            left=dice_left(drive.hand, spot.used),
            laid=tuple(plans.told(drive, steps)),
            next=tuple(plans.extend(drive, steps)),
            loss=None if last is None else self.loss(drive.lost_on(last), spot.gear),
        )

    def _search(self, begun: tuple[S, ...]) -> PlanSearch[S, Any, Any]:
        spot, running, last = self.plans.walk(self.drive, begun)
        return PlanSearch(self.drive, PartialPlan(begun, spot, running, last))

    def _ways_to(self, cell: int, begun: tuple[S, ...]) -> q.Proposals[S]:
        road = self.drive.road
        if not 0 <= cell < len(road):
            raise BadInput(f"{self.game}.no-such-cell", step=len(begun) + 1, die="", cell=cell)
        search = self._search(begun)
        near = leading_to(road, cell, self.most_steps, self.onward)
        return proposals(search, search.to(cell, near.__contains__))

    def _reached(self, begun: tuple[S, ...], via: tuple[int, ...]) -> q.Reached[S]:
        drive = self.drive
        spot, running, last = self.plans.walk(drive, begun)
        if last is not None and last.last:
            return q.Reached(())
        reaching = Reaching(drive, drive.place(spot), spot.gear, spot.used, running)
        return q.Reached(
            tuple(
                q.ReachedCell(
                    goal.cell,
                    drive.road.name(goal.cell),
                    goal.risk,
                    goal.gear,
                    goal.dice,
                    goal.fatal,
                    goal.steps,
                )
                for goal in reaching.goals(begun, via)
            )
        )

    def _relays(self) -> Relays[Any, L]:
        if phase_of(self.state) != "relay" or self.state.seat != self.seat:
            raise BadInput(f"{self.game}.nothing-to-lay")
        return self.relays()

    def _relay_choices(self, relays: Relays[Any, L]) -> q.RelayChoices[L, C]:
        """Returns a relay for every cell and gear in which control can be lost, the mildest loss first."""
        road = self.drive.road
        choices = [
            q.RelayChoice(steps, cell, road.name(cell), gear, self.loss(cell, gear))
            for (cell, gear), steps in relays.endings().items()
        ]
        choices.sort(key=lambda one: (*one.loss.severity, -road.front[one.cell], one.gear))
        return q.RelayChoices(tuple(choices))

    def _relay_steps(self, relays: Relays[Any, L], steps: tuple[L, ...]) -> q.RelayAnswer[L, C]:
        """Returns the steps that may follow in a partial relay."""

        def cost(stand: Stand) -> C | None:
            return self.loss(stand.cell, stand.gear) if stand.lost else None

        def told(step: L, after: Stand) -> q.NextLaid[L, C]:
            return q.NextLaid(step, self.drive.road.name(step.cell), after.gear, after.hazards, cost(after))

        now = relays.stand(steps)
        return q.RelayAnswer(
            now.gear,
            now.hazards,
            relays.search.limit,
            cost(now),
            tuple(told(step, relays.stand(steps[:number])) for number, step in enumerate(steps, 1)),
            tuple(told(step, after) for step, after in relays.following(steps)),
        )


@lru_cache(maxsize=2048)
def leading_to(
    road: Road, target: int, steps: int, onward: Callable[[Any, int], Iterable[int]]
) -> frozenset[int]:
    """Returns the cells of a road from which a cell can be reached in `steps` steps."""
    leads = {target}
    near = {target}
    for _ in range(steps):
        near = {
            cell for cell in range(len(road)) if cell not in leads and not near.isdisjoint(onward(road, cell))
        }
        leads |= near
    return frozenset(leads)


def proposals(search: PlanSearch[S, Any, Any], plans: list[PartialPlan[S, Any, Any]]) -> q.Proposals[S]:
    """Returns the safest plan for every gear at the end, then the next safest ones."""
    return q.Proposals(
        tuple(
            q.Proposal(
                plan.steps,
                plan.spot.gear,
                Odds(plan.running.loss_float, plan.running.loss_float),
                plan.last is not None and plan.last.fatal,
            )
            for plan in safest(plans, MOST_PROPOSALS)
            if len(plan.steps) > len(search.begun.steps)
        )
    )
