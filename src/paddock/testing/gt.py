"""Positions of Rallyman: GT set up by hand: cars on cells in gears, and a turn played line by line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from paddock.core.errors import IllegalAction
from paddock.core.game import encode_state
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import TOKENS
from paddock.games.rallyman.gt.state import Car, Flag, GtOptions, LaidStep, State, Step, road_of
from paddock.games.rallyman.notation import Thrown, read_turn
from paddock.games.rallyman.turns import Way
from paddock.tracks.road_gt import GtRoad

E = TypeVar("E")


def at(
    cell: str, gear: int = 0, lap: int = 0, damage: Mapping[str, int] | None = None, **fields: Any
) -> dict[str, Any]:
    """Returns a car for `Race`: its cell, gear, completed laps, damage tokens and other fields of `Car`."""
    return {"cell": cell, "gear": gear, "lap": lap, "damage": damage or {}, **fields}


class Race:
    """A race in progress: the first car is on turn, the others follow in the given order."""

    def __init__(
        self,
        faces: str,
        *cars: dict[str, Any],
        weather: str | None = None,
        flags: Mapping[str, int] | None = None,
        **options: Any,
    ) -> None:
        self.options = GtOptions(track=tuple(faces.replace(",", " ").split()), **options)
        state = RALLYMAN_GT.start(self.options, len(cars))
        for seat, fields in enumerate(cars):
            state.cars[seat] = _car(self.road, state, {"car_class": state.cars[seat].car_class, **fields})
        state.weather = state.turn_weather = weather or self.options.weather  # type: ignore[assignment]
        state.order = tuple(range(len(cars)))
        state.round = 1
        state.phase = "plan"
        for cell, seat in (flags or {}).items():
            state.bag.remove("yellow_flag")
            state.flags = (*state.flags, Flag(self.road.cell(cell), seat))
        self.state: State = state
        self.events: list[Any] = []
        """All events so far."""

    @property
    def road(self) -> GtRoad:
        """The road of the race."""
        return road_of(self.options.track)

    def car(self, seat: int = 0) -> Car:
        """Returns a car."""
        return self.state.cars[seat]

    def where(self, seat: int = 0) -> str:
        """Returns the name of a car's cell."""
        return self.road.name(self.state.cars[seat].cell)

    def steps(self, text: str) -> tuple[Step, ...]:
        """Parses a plan, `3bb>2:A2 c>2:B1`."""
        return tuple(
            Step(thrown.die, self.road.cell(thrown.cell), thrown.brakes)  # type: ignore[arg-type]
            for thrown in read_turn(text).steps
        )

    def laid(self, text: str) -> tuple[LaidStep, ...]:
        """Parses a relay, `c!>2:A2` written as `c>2:A2!`."""
        return tuple(self._laid(thrown) for thrown in read_turn(text).steps)

    def _laid(self, thrown: Thrown) -> LaidStep:
        return LaidStep(thrown.die, self.road.cell(thrown.cell), thrown.faces)  # type: ignore[arg-type]

    def do(self, action: Any) -> list[Any]:
        """Applies a decision of the seat on turn."""
        events = RALLYMAN_GT.act(self.state, self.state.seat, action)
        self.events += events
        return events

    def plan(self, text: str, way: Way = "one-by-one") -> list[Any]:
        """Plans a turn."""
        return self.do(a.Plan(self.steps(text), way))

    def flat_out(self, text: str, *faces: str) -> list[Any]:
        """Plans a turn flat out and rolls it."""
        return self.plan(text, "flat-out") + self.roll(*faces)

    def roll(self, *faces: str) -> list[Any]:
        """Rolls the next steps with these faces; between steps the driver rolls on."""
        events: list[Any] = []
        for face in faces:
            if self.state.phase == "step":
                events += self.do(a.Roll())
            events += self._resolve(face)
        return events

    def draw(self, *tokens: str) -> list[Any]:
        """Draws these tokens from the bag."""
        events: list[Any] = []
        for token in tokens:
            events += self._resolve(token)
        return events

    def _resolve(self, outcome: str | int) -> list[Any]:
        chance = RALLYMAN_GT.pending(self.state).chance
        assert chance is not None, f"no chance node is pending in phase {self.state.phase}"
        assert chance.weight_of(outcome), f"{outcome} cannot come up: {chance.outcomes}"
        events = RALLYMAN_GT.resolve(self.state, outcome)
        self.events += events
        return events

    def refused(self, action: Any) -> str:
        """Returns the rule that refuses an action of the seat on turn; asserts that nothing changed."""
        before = encode_state(self.state)
        try:
            RALLYMAN_GT.act(self.state, self.state.seat, action)
        except IllegalAction as refusal:
            assert encode_state(self.state) == before
            assert action not in RALLYMAN_GT.actions(self.state, self.state.seat)
            return refusal.rule_id
        raise AssertionError(f"{action} was not refused")

    def refuses(self, text: str) -> str:
        """Returns the rule that refuses a plan."""
        return self.refused(a.Plan(self.steps(text)))

    def allows(self, text: str) -> bool:
        """Whether a plan is legal now."""
        return a.Plan(self.steps(text)) in RALLYMAN_GT.actions(self.state, self.state.seat)

    def found(self, kind: type[E]) -> list[E]:
        """Returns the events of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def offers(self, action: Any) -> bool:
        """Whether the seat on turn may decide this now."""
        return action in RALLYMAN_GT.actions(self.state, self.state.seat)


def _car(road: GtRoad, state: State, fields: dict[str, Any]) -> Car:
    cell = road.cell(fields.pop("cell"))
    lap = fields.pop("lap")
    damage = fields.pop("damage")
    for token, count in damage.items():
        for _ in range(count):
            state.bag.remove(token)
    return Car(
        car_class=fields.pop("car_class"),
        status=fields.pop("status", "track"),
        k=lap * road.n + road.tile[cell],
        cell=cell,
        damage=tuple(damage.get(token, 0) for token in TOKENS),
        **fields,
    )


def tokens_everywhere(state: State) -> int:
    """Counts all damage tokens everywhere: 42 in every state of a race."""
    return (
        len(state.bag)
        + sum(sum(car.damage) for car in state.cars)
        + len(state.flags)
        + len(state.drawn)
        + state.aside
    )
