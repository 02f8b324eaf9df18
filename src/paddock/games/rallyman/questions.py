"""What a driver can ask while thinking, in both games; each fills in its own steps and costs."""

from __future__ import annotations

from typing import Any, Generic, TypeVar, get_args

from msgspec import Struct, field

from paddock.games.rallyman.dice import DiceLeft
from paddock.games.rallyman.drives import S
from paddock.games.rallyman.plan_search import Odds
from paddock.games.rallyman.relays import L
from paddock.games.rallyman.turns import Way

C = TypeVar("C")
E = TypeVar("E")
N = TypeVar("N")


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
