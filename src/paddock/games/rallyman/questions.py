"""What a driver can ask while thinking, in both games; each fills in its own steps and costs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeVar, get_args

from msgspec import Struct, field

from paddock.core.errors import BadInput
from paddock.games.rallyman.dice import DiceLeft
from paddock.games.rallyman.drives import Drive, K, M, P, S
from paddock.games.rallyman.reach import Reaching
from paddock.games.rallyman.relays import L, Relays, Stand
from paddock.games.rallyman.turns import Way
from paddock.games.rallyman.ways import Odds, Search, Walked, safest
from paddock.games.rallyman.ways import Way as Plan

C = TypeVar("C")
E = TypeVar("E")
F = TypeVar("F")
N = TypeVar("N")
Q = TypeVar("Q")

MOST_PROPOSALS = 12


class Question(Struct, frozen=True, forbid_unknown_fields=True, tag_field="question"):
    """Anything that can be asked."""


class NextSteps(Question, Generic[S], frozen=True, tag="next-steps"):
    """Which steps may follow these?"""

    steps: tuple[S, ...] = ()


class DiceFor(Question, Generic[S], frozen=True, tag="dice-for"):
    """Which dice drive along these cells, after these steps?"""

    cells: tuple[int, ...]
    steps: tuple[S, ...] = ()


class WaysTo(Question, Generic[S], frozen=True, tag="ways-to"):
    """Which plans lead to this cell, after these steps?"""

    cell: int
    steps: tuple[S, ...] = ()


class Outlook(Question, Generic[S], frozen=True, tag="outlook"):
    """What can come of this plan?"""

    steps: tuple[S, ...]
    way: Way = "one-by-one"


class Reach(Question, Generic[S], frozen=True, tag="reach"):
    """Which cells can be reached in this turn, after these steps, and how safely?"""

    steps: tuple[S, ...] = ()
    via: tuple[int, ...] = ()
    """Cells the way goes on along, with whatever dice are best; only what lies behind them is told."""


class Relayings(Question, frozen=True, tag="layouts"):
    """Where can the dice of a failed flat out be laid so that control is lost?"""


class RelaySteps(Question, Generic[L], frozen=True, tag="relay-steps"):
    """Which of the dice of a failed flat out may be laid after these?"""

    steps: tuple[L, ...] = ()


class Answer(Struct, frozen=True, tag_field="answer"):
    """Anything that can be answered."""


class StepsAnswer(Answer, Generic[N, C], frozen=True, kw_only=True, tag="next-steps"):
    """The plan so far and the steps that may follow; each game adds its own."""

    gear: int
    odds: Odds
    left: DiceLeft
    """The dice the plan so far does not use."""
    blocked: bool
    """Whether the car may stay."""
    laid: tuple[N, ...]
    """What each step of the plan so far means."""
    next: tuple[N, ...]
    loss: C | None
    """What losing control on the last step so far would cost."""


class Proposal(Struct, Generic[S], frozen=True):
    """A plan that leads where it was asked to."""

    steps: tuple[S, ...]
    gear: int
    odds: Odds
    overspeed: bool
    """Whether it loses control for certain."""


class Proposals(Answer, Generic[S], frozen=True, tag="proposals"):
    """Plans, the safest first."""

    plans: tuple[Proposal[S], ...]


class ReachedCell(Struct, Generic[S], frozen=True):
    """A cell that can be reached, and the safest plan that ends there."""

    cell: int
    name: str
    risk: float
    """The least chance of having lost control by then, exact."""
    gear: int
    dice: int
    """How many dice the plan uses from here on, brake dice among them."""
    overspeed: bool
    """Whether it loses control for certain."""
    steps: tuple[S, ...]
    """The whole plan, the steps given first."""


class Reached(Answer, Generic[S], frozen=True, tag="reach"):
    """Every cell that can be reached."""

    cells: tuple[ReachedCell[S], ...]


class Prospects(Answer, Generic[E], frozen=True, tag="outlook"):
    """All ways a turn can end if every step is rolled, the likeliest first."""

    ends: tuple[E, ...]


class RelayChoice(Struct, Generic[L, C], frozen=True):
    """A relay and what the loss at its end costs."""

    steps: tuple[L, ...]
    cell: int
    name: str
    gear: int
    loss: C


class RelayChoices(Answer, Generic[L, C], frozen=True, tag="layouts"):
    """One relay for every place and gear, the mildest loss first."""

    relays: tuple[RelayChoice[L, C], ...] = field(name="layouts")


class NextLaid(Struct, Generic[L, C], frozen=True):
    """A step that may be laid next: where it leads, hazards counted by then, and the loss, if it is one."""

    step: L
    name: str
    gear: int
    hazards: int
    loss: C | None


class RelayAnswer(Answer, Generic[L, C], frozen=True, tag="relay-steps"):
    """A relay in the making and what may be laid next; with a loss it is finished."""

    gear: int
    hazards: int
    limit: int
    loss: C | None
    laid: tuple[NextLaid[L, C], ...]
    """What each step of the relay so far means."""
    next: tuple[NextLaid[L, C], ...]


Questions = NextSteps[S] | DiceFor[S] | WaysTo[S] | Reach[S] | Outlook[S] | Relayings | RelaySteps[L]
"""All questions about steps and laid steps."""
Answers = Proposals[S] | Reached[S] | Prospects[E] | RelayChoices[L, C] | RelayAnswer[L, C]
"""All answers about steps, endings, laid steps and losses; a game has its own to `NextSteps`."""


def answers_to(questions: Any, answers: Any) -> dict[Any, Any]:
    """For each of a game's `Questions` its own answer to `NextSteps`, or the one of its `Answers` it gets."""
    following, plans, reach, prospects, relays, relaying = get_args(answers)
    kinds = following, plans, plans, reach, prospects, relays, relaying
    return dict(zip(get_args(questions), kinds, strict=True))


class Adviser(ABC, Generic[S, K, P, M, F, E]):
    """Answers what the driver of a car asks about its turn; each game knows its own plans and costs."""

    game: ClassVar[str]

    def __init__(self, drive: Drive[Any, S, P, M, K]) -> None:
        self.drive = drive

    @abstractmethod
    def walk(self, steps: tuple[S, ...]) -> Walked[P, M]:
        """Where a partial plan stands; refuses what is illegal."""

    @abstractmethod
    def next_steps(self, steps: tuple[S, ...]) -> F:
        """The answer to `NextSteps`."""

    @abstractmethod
    def outlook(self, steps: tuple[S, ...], way: Way) -> Prospects[E]:
        """The answer to `Outlook`."""

    @abstractmethod
    def leading_to(self, cell: int) -> frozenset[int]:
        """The cells from which a cell can be reached within a turn."""

    def begun(self, steps: tuple[S, ...]) -> tuple[S, ...]:
        """The steps of a partial plan that count."""
        return steps

    def answer(self, question: Any) -> F | Proposals[S] | Reached[S] | Prospects[E]:
        """The answer to a question about planning."""
        match question:
            case NextSteps(steps):
                return self.next_steps(self.begun(steps))
            case DiceFor(cells, steps):
                search = self._search(self.begun(steps))
                return self._proposals(search, search.along(cells))
            case WaysTo(cell, steps):
                begun = self.begun(steps)
                if not 0 <= cell < len(self.drive.road):
                    raise BadInput(f"{self.game}.no-such-cell", step=len(begun) + 1, die="", cell=cell)
                search = self._search(begun)
                return self._proposals(search, search.to(cell, self.leading_to(cell).__contains__))
            case Reach(steps, via):
                begun = self.begun(steps)
                return reached(self.drive, begun, self.walk(begun), via)
            case Outlook(steps, way):
                return self.outlook(steps, way)
            case _:
                raise BadInput(f"{self.game}.unknown-question")

    def _search(self, begun: tuple[S, ...]) -> Search[S, P, M]:
        return Search(self.drive, Plan(begun, *self.walk(begun)))

    def _proposals(self, search: Search[S, P, M], ways: list[Plan[S, P, M]]) -> Proposals[S]:
        return proposals(ways, len(search.begun.steps))


def leading_to(target: int, cells: int, steps: int, onward: Callable[[int], Iterable[int]]) -> frozenset[int]:
    """The cells among so many from which a cell can be reached in so many steps."""
    leads = {target}
    near = {target}
    for _ in range(steps):
        near = {cell for cell in range(cells) if cell not in leads and not near.isdisjoint(onward(cell))}
        leads |= near
    return frozenset(leads)


def proposals(ways: list[Plan[S, P, M]], begun: int) -> Proposals[S]:
    """The safest plan for every gear at the end, then the next safest ones; `begun` steps were given."""
    return Proposals(
        tuple(
            Proposal(
                way.steps,
                way.spot.gear,
                Odds(way.running.loss_float, way.running.loss_float),
                way.last is not None and way.last.fatal,
            )
            for way in safest(ways, MOST_PROPOSALS)
            if len(way.steps) > begun
        )
    )


def reached(
    drive: Drive[Any, S, P, M, K], begun: tuple[S, ...], walked: Walked[P, M], via: tuple[int, ...]
) -> Reached[S]:
    """The answer to `Reach` after some steps, which led somewhere."""
    spot, running, last = walked
    if last is not None and last.last:
        return Reached(())
    return Reached(
        tuple(
            ReachedCell(
                goal.cell,
                drive.road.name(goal.cell),
                goal.risk,
                goal.gear,
                goal.dice,
                goal.fatal,
                goal.steps,
            )
            for goal in Reaching(drive, drive.place(spot), spot.gear, spot.used, running).goals(begun, via)
        )
    )


def prospects(chances: Mapping[N, Fraction], tell: Callable[[N, float], E]) -> Prospects[E]:
    """The answer to `Outlook`."""
    ends = sorted(chances.items(), key=lambda end: -end[1])
    return Prospects(tuple(tell(end, float(chance)) for end, chance in ends))


LossOf = Callable[[int, int], C]
"""What a loss on a cell in a gear costs."""


def relay_choices(
    relays: Relays[Q, L],
    name: Callable[[int], str],
    loss: LossOf[C],
    rank: Callable[[RelayChoice[L, C]], tuple[Any, ...]],
) -> RelayChoices[L, C]:
    """A relay for every cell and gear in which control can be lost, the lowest rank first."""
    choices = [
        RelayChoice(steps, cell, name(cell), gear, loss(cell, gear))
        for (cell, gear), steps in relays.endings().items()
    ]
    return RelayChoices(tuple(sorted(choices, key=rank)))


def relay_steps(
    relays: Relays[Q, L], steps: tuple[L, ...], name: Callable[[int], str], loss: LossOf[C]
) -> RelayAnswer[L, C]:
    """What may follow the steps of a relay in the making."""

    def cost(stand: Stand) -> C | None:
        return loss(stand.cell, stand.gear) if stand.lost else None

    def told(step: L, after: Stand) -> NextLaid[L, C]:
        return NextLaid(step, name(step.cell), after.gear, after.hazards, cost(after))

    now = relays.stand(steps)
    return RelayAnswer(
        now.gear,
        now.hazards,
        relays.search.limit,
        cost(now),
        tuple(told(step, relays.stand(steps[:number])) for number, step in enumerate(steps, 1)),
        tuple(told(step, after) for step, after in relays.following(steps)),
    )


def laid_again(
    question: Relayings | RelaySteps[L],
    relays: Relays[Q, L],
    name: Callable[[int], str],
    loss: LossOf[C],
    rank: Callable[[RelayChoice[L, C]], tuple[Any, ...]],
) -> RelayChoices[L, C] | RelayAnswer[L, C]:
    """The answer to a question about the dice of a failed flat out."""
    if isinstance(question, RelaySteps):
        return relay_steps(relays, question.steps, name, loss)
    return relay_choices(relays, name, loss, rank)
