"""Shared base of GT and DIRT as games of Paddock."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, TypeVar

from paddock.core.chance import Outcome
from paddock.core.errors import BadInput, IllegalAction
from paddock.core.game import A, ActionSpace, Foresight, Game, Listed, O, Result, Yardstick, not_asked
from paddock.core.messages import Message
from paddock.games.rallyman import spelling
from paddock.games.rallyman.actions import Plan, Relay, Roll
from paddock.games.rallyman.dice import DiceSet
from paddock.games.rallyman.feats import driver_feats
from paddock.games.rallyman.state import RallymanState, phase_of
from paddock.tracks.road import Road

T = TypeVar("T", bound=RallymanState[Any, Any, Any])


class Decision(NamedTuple):
    """A kind of decision: the phases that allow it, its effect, and its error message in other phases."""

    phases: tuple[str, ...]
    carry_out: Callable[[Any, int, Any, list[Any]], None]
    rule: str
    words: str = "not-now"


class Rallyman(Game[O, T, A]):
    """Base of GT and DIRT: a game of plans and dice."""

    yardstick = Yardstick("seconds", lowest=True)
    open_events = True
    decisions: ClassVar[Mapping[type, Decision]]
    """The kinds of decisions, by the type of the action."""
    outcomes: ClassVar[Mapping[str, Callable[[Any, Any, list[Any]], None]]]
    """The handlers of dice, cards and tokens, by the phase that waits for them."""
    turn_rule: ClassVar[str]
    """The rule that says whose turn it is."""
    dice: ClassVar[DiceSet]

    @abstractmethod
    def road(self, state: T) -> Road:
        """Returns the road being driven on."""

    @abstractmethod
    def space(self, state: T) -> ActionSpace[A]:
        """Returns what a seat that is asked may decide."""

    def actions(self, state: T, seat: int) -> ActionSpace[A]:
        """Returns what the seat may decide; plans are listed lazily."""
        return self.space(state) if seat in self.pending(state).seats else Listed()

    def act(self, state: T, seat: int, action: A) -> list[Any]:
        """Checks a decision of a seat that is asked and carries it out."""
        if seat not in self.pending(state).seats:
            raise not_asked(self.turn_rule, seat)
        decision = self.decisions[type(action)]
        phase = phase_of(state)
        if phase not in decision.phases:
            raise IllegalAction(decision.rule, f"{self.name}.{decision.words}", phase=phase)
        events: list[Any] = []
        decision.carry_out(state, seat, action, events)
        return events

    @abstractmethod
    def plan_risk(self, state: T, seat: int, plan: Plan[Any]) -> float:
        """Returns the exact chance that a plan loses control if rolled to its end; raises if it is
        illegal."""

    @abstractmethod
    def rest_risk(self, state: T) -> float:
        """Returns the exact chance that the plan being driven loses control if the rest of it is rolled."""

    def laid_on(self, state: T, seat: int) -> str:
        """Returns where a plan begins: the cell and the gear of the car."""
        car = state.cars[seat]
        return f"{car.cell} {car.gear}"

    def foresee(self, state: T, seat: int, action: A) -> Foresight:
        """Returns the risk of a plan for the next turn, with the car and the road as they are now."""
        if not isinstance(action, Plan):
            raise BadInput("rallyman.only-plans")
        return Foresight(self.plan_risk(state, seat, action), self.laid_on(state, seat))

    def due(self, state: T, seat: int, action: A, begun: bool) -> tuple[A, Foresight] | None:
        """Lays the plan made in advance, then rolls on one by one while the remaining risk is no higher."""
        match phase_of(state), begun:
            case "plan", False:
                return action, self.foresee(state, seat, action)
            case "step", True:
                roll: Any = Roll()
                return roll, Foresight(self.rest_risk(state))
            case _:
                return None

    def resolve(self, state: T, outcome: Outcome) -> list[Any]:
        """Applies the outcome of the dice, a card or the bag."""
        events: list[Any] = []
        self.outcomes[phase_of(state)](state, outcome, events)
        return events

    def asks(self, state: T, seat: int) -> Message:
        """Returns the question of a phase, such as a plan or whether to roll on."""
        return Message(f"{self.name}.asks.{phase_of(state)}")

    def cells(self, state: T) -> Sequence[str]:
        """Returns the names of the cells of the road, such as 0:A1 in GT and 4.L in DIRT."""
        return self.road(state).names

    def feats(self, options: O, events: Sequence[Any], result: Result) -> list[dict[str, float]]:
        """Returns flat outs, losses of control and luck of every driver."""
        return driver_feats(events, len(result.places), self.dice)

    def write_action(self, state: T, action: A) -> str:
        """Returns an action in one line; plans and relays name their cells."""
        match action:
            case Plan():
                return spelling.write_plan(self.road(state), action.steps, action.way)
            case Relay():
                return spelling.write_relay(self.road(state), action.steps)
            case _:
                return super().write_action(state, action)

    def read_action(self, state: T, text: str) -> A:
        """Parses an action."""
        if spelling.is_steps(text):
            return self.action(spelling.read_steps(self.road(state), text))
        return super().read_action(state, text)

    def clone(self, state: T) -> T:
        """Returns an independent copy."""
        return state.clone()
