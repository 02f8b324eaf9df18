"""What GT and DIRT have in common as games of Paddock."""

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
    """A kind of decision: the phases it is open in, what it does, and what is said elsewhere."""

    phases: tuple[str, ...]
    carry_out: Callable[[Any, int, Any, list[Any]], None]
    rule: str
    words: str = "not-now"


class Rallyman(Game[O, T, A]):
    """A game of plans and dice; GT and DIRT say which."""

    yardstick = Yardstick("seconds", lowest=True)
    open_events = True
    decisions: ClassVar[Mapping[type, Decision]]
    """What can be decided, by the type of the action."""
    outcomes: ClassVar[Mapping[str, Callable[[Any, Any, list[Any]], None]]]
    """What dice, cards and tokens lead to, by the phase that waits for them."""
    turn_rule: ClassVar[str]
    """The rule that says whose turn it is."""
    dice: ClassVar[DiceSet]

    @abstractmethod
    def road(self, state: T) -> Road:
        """The road being driven on."""

    @abstractmethod
    def space(self, state: T) -> ActionSpace[A]:
        """What a seat that is asked may decide."""

    def actions(self, state: T, seat: int) -> ActionSpace[A]:
        """What the seat may decide; plans are listed lazily."""
        return self.space(state) if seat in self.pending(state).seats else Listed()

    def act(self, state: T, seat: int, action: A) -> list[Any]:
        """Check a decision of a seat that is asked and carry it out."""
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
        """The exact chance that a plan loses control, all of it rolled; refuses one that cannot be laid."""

    @abstractmethod
    def rest_risk(self, state: T) -> float:
        """The exact chance that the plan being driven loses control, the rest of it rolled."""

    def laid_on(self, state: T, seat: int) -> str:
        """Where a plan begins: the cell and the gear of the car."""
        car = state.cars[seat]
        return f"{car.cell} {car.gear}"

    def foresee(self, state: T, seat: int, action: A) -> Foresight:
        """The risk of a plan for the next turn, from where the car stands and with the road as it is."""
        if not isinstance(action, Plan):
            raise BadInput("rallyman.only-plans")
        return Foresight(self.plan_risk(state, seat, action), self.laid_on(state, seat))

    def due(self, state: T, seat: int, action: A, begun: bool) -> tuple[A, Foresight] | None:
        """Lay the plan that was left; one by one, roll on while what is left of it risks no more."""
        match phase_of(state), begun:
            case "plan", False:
                return action, self.foresee(state, seat, action)
            case "step", True:
                roll: Any = Roll()
                return roll, Foresight(self.rest_risk(state))
            case _:
                return None

    def resolve(self, state: T, outcome: Outcome) -> list[Any]:
        """Carry out what the dice, a card or the bag came to."""
        events: list[Any] = []
        self.outcomes[phase_of(state)](state, outcome, events)
        return events

    def asks(self, state: T, seat: int) -> Message:
        """What is to be decided in a phase, such as a plan or whether to roll on."""
        return Message(f"{self.name}.asks.{phase_of(state)}")

    def cells(self, state: T) -> Sequence[str]:
        """The names of the cells of the road, such as 0:A1 in GT and 4.L in DIRT."""
        return self.road(state).names

    def feats(self, options: O, events: Sequence[Any], result: Result) -> list[dict[str, float]]:
        """Flat outs, losses of control and luck of every driver."""
        return driver_feats(events, len(result.places), self.dice)

    def write_action(self, state: T, action: A) -> str:
        """An action in one line; plans and relays name their cells."""
        match action:
            case Plan():
                return spelling.write_plan(self.road(state), action.steps, action.way)
            case Relay():
                return spelling.write_relay(self.road(state), action.steps)
            case _:
                return super().write_action(state, action)

    def read_action(self, state: T, text: str) -> A:
        """The action of a line."""
        if spelling.is_steps(text):
            return self.action(spelling.read_steps(self.road(state), text))
        return super().read_action(state, text)

    def clone(self, state: T) -> T:
        """An independent copy."""
        return state.clone()
