"""Questions and answers for drivers in both games; each adds its own steps and costs."""

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
    """Base of all questions."""


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
    """How can this plan end?"""

    steps: tuple[S, ...]
    way: Way = "one-by-one"


class Reach(Question, Generic[S], frozen=True, tag="reach"):
    """Which cells can be reached in this turn, after these steps, and how safely?"""

    steps: tuple[S, ...] = ()
    via: tuple[int, ...] = ()
    """Cells to drive along first, with whatever dice are best; only cells beyond them are returned."""


class Relayings(Question, frozen=True, tag="layouts"):
    """On which cells and in which gears can a relay of the failed flat out lose control?"""


class RelaySteps(Question, Generic[L], frozen=True, tag="relay-steps"):
    """Which dice of a failed flat out may be laid after these?"""

    steps: tuple[L, ...] = ()


class Answer(Struct, frozen=True, tag_field="answer"):
    """Base of all answers."""


class StepsAnswer(Answer, Generic[N, C], frozen=True, kw_only=True, tag="next-steps"):
    """The plan so far and the steps that may follow; each game adds its own."""

    gear: int
    odds: Odds
    left: DiceLeft
    """The dice that the plan so far does not use."""
    blocked: bool
    """Whether the car may stay."""
    laid: tuple[N, ...]
    """The effects of each step of the plan so far."""
    next: tuple[N, ...]
    loss: C | None
    """The cost of losing control on the last step so far."""


class Proposal(Struct, Generic[S], frozen=True):
    """A plan that drives as asked."""

    steps: tuple[S, ...]
    gear: int
    odds: Odds
    overspeed: bool
    """Whether it is certain to lose control."""


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
    """Whether it is certain to lose control."""
    steps: tuple[S, ...]
    """The whole plan, starting with the given steps."""


class Reached(Answer, Generic[S], frozen=True, tag="reach"):
    """Every cell that can be reached."""

    cells: tuple[ReachedCell[S], ...]


class Prospects(Answer, Generic[E], frozen=True, tag="outlook"):
    """All ways a turn can end if every step is rolled, the likeliest first."""

    ends: tuple[E, ...]


class RelayChoice(Struct, Generic[L, C], frozen=True):
    """A relay and the cost of the loss at its end."""

    steps: tuple[L, ...]
    cell: int
    name: str
    gear: int
    loss: C


class RelayChoices(Answer, Generic[L, C], frozen=True, tag="layouts"):
    """One relay for every place and gear, the mildest loss first."""

    relays: tuple[RelayChoice[L, C], ...] = field(name="layouts")


class NextLaid(Struct, Generic[L, C], frozen=True):
    """A step that may be laid next: its cell, the hazards by then, and the cost if it loses control."""

    step: L
    name: str
    gear: int
    hazards: int
    loss: C | None


class RelayAnswer(Answer, Generic[L, C], frozen=True, tag="relay-steps"):
    """A partial relay and what may be laid next; it is complete once it has a loss."""

    gear: int
    hazards: int
    limit: int
    loss: C | None
    laid: tuple[NextLaid[L, C], ...]
    """The effects of each step of the relay so far."""
    next: tuple[NextLaid[L, C], ...]


Questions = NextSteps[S] | DiceFor[S] | WaysTo[S] | Reach[S] | Outlook[S] | Relayings | RelaySteps[L]
"""All questions, generic in the types of steps and laid steps."""
Answers = Proposals[S] | Reached[S] | Prospects[E] | RelayChoices[L, C] | RelayAnswer[L, C]
"""All answers, generic in steps, endings, laid steps and losses; each game adds its own to `NextSteps`."""


def answers_to(questions: Any, answers: Any) -> dict[Any, Any]:
    """Returns each question's type of answer: the game's own for `NextSteps`, else a shared one."""
    following, plans, reach, prospects, relays, relaying = get_args(answers)
    kinds = following, plans, plans, reach, prospects, relays, relaying
    return dict(zip(get_args(questions), kinds, strict=True))
