"""Observations of Rallyman: the cars, the partial plan, the cells ahead of it and the limits behind them."""

from __future__ import annotations

from abc import abstractmethod
from functools import lru_cache
from typing import Any, get_args

import numpy as np

from paddock.adapters.encoding import Encoding
from paddock.adapters.observing import Named, Observer, one_hot, rows
from paddock.adapters.rallyman.encoder import AHEAD, RallymanSpelling
from paddock.games.rallyman.dirt import plans as dirt_plans
from paddock.games.rallyman.dirt.game import RALLYMAN_DIRT
from paddock.games.rallyman.dirt.stages import road as dirt_road
from paddock.games.rallyman.dirt.state import Phase as DirtPhase
from paddock.games.rallyman.dirt.state import Status as DirtStatus
from paddock.games.rallyman.gt import plans as gt_plans
from paddock.games.rallyman.gt.components import TOKENS
from paddock.games.rallyman.gt.game import RALLYMAN_GT
from paddock.games.rallyman.gt.state import Phase as GtPhase
from paddock.games.rallyman.gt.state import Status as GtStatus
from paddock.games.rallyman.gt.state import road_of
from paddock.tracks.road import NO_LIMIT, Road

_GEARS = ("00", "0", "1", "2", "3", "4", "5", "6")
_DANGERS = ("yellow", "orange", "red")
_LAYERS = 10
_DICE = "123456clr"


@lru_cache(maxsize=65536)
def limits_ahead(road: Road, cell: int) -> tuple[float, ...]:
    """Returns for every step from a cell onwards the lowest and the highest limit it can meet."""
    steps = road.steps if cell >= 0 else (road.start_steps,)  # type: ignore[attr-defined]
    near = {cell if cell >= 0 else 0}
    found: list[float] = []
    for layer in range(_LAYERS):
        source = steps if layer == 0 else road.steps  # type: ignore[attr-defined]
        near = {step.cell for one in near for step in source[one]}
        met = [min(road.limit[one], NO_LIMIT - 1) / 8 for one in near]
        found += [min(met), max(met)] if met else [1.0, 1.0]
    return tuple(found)


class RallymanObserver(Observer):
    """The parts that GT and DIRT share."""

    plans: Any

    @abstractmethod
    def road(self, state: Any) -> Road:
        """Returns the road in play."""

    @abstractmethod
    def table(self, view: Any) -> list[float]:
        """Returns weather, rounds and phase."""

    @abstractmethod
    def car(self, view: Any, road: Road, seat: int) -> list[float]:
        """Returns the features of a car and its dashboard."""

    def look(self, state: Any, seat: int, laid: tuple[str, ...]) -> Named:
        """Returns the view of a seat by name."""
        view = self.game.view(state, seat)
        road = self.road(state)
        seats = self.in_turn(seat, len(view.cars))
        cars = [self.car(view, road, other) for other in seats]
        width = len(cars[0])
        turn, ahead, limits = self._plan(state, view, seat, laid, road)
        return {
            "table": np.array(self.table(view), np.float32),
            "cars": rows(cars, self.game.seats[-1], width),
            "turn": np.array(turn, np.float32),
            "ahead": rows(ahead, len(AHEAD), 8),
            "limits": np.array(limits, np.float32),
        }

    def _plan(
        self, state: Any, view: Any, seat: int, laid: tuple[str, ...], road: Road
    ) -> tuple[list[float], list[list[float]], tuple[float, ...]]:
        """Returns the partial plan (gear, losses, dice left), the cells ahead, and the limits behind them."""
        turn = view.turn
        own = view.cars[seat]
        at = own.cell if own.cell is not None else -1
        limits = limits_ahead(road, at) if own.cell is not None or laid else (0.0,) * (2 * _LAYERS)
        rolled = [
            0.0 if turn is None else turn.hazards / 4,
            0.0 if turn is None else len(turn.plan) / 8,
            0.0 if turn is None else turn.at / 8,
            0.0 if turn is None or not turn.ahead else turn.ahead[0],
            0.0 if turn is None or not turn.ahead else turn.ahead[-1],
            0.0 if turn is None or turn.secure_price is None else turn.secure_price / 6,
        ]
        if state.phase != "plan" or self.game.pending(state).seats != (seat,):
            return [*one_hot(str(own.gear), _GEARS), 0.0, 0.0, *[0.0] * len(_DICE), *rolled], [], limits
        spelling: RallymanSpelling = self._spelling()
        drive, laying = spelling.spot_of(state, seat, laid)
        spot, running, _ = self.plans.walk(drive, laying.steps)
        dice = {move.lay.die for move in laying.open}
        cells = sorted({drive.cell(move) for move in laying.open})
        if laying.part:
            cells = sorted({drive.cell(m) for m in laying.open if _fits(m, laying.part[0])})
        here = road.front[spot.cell] if spot.cell >= 0 else 0
        ahead = [
            [
                1.0,
                min(road.limit[cell], NO_LIMIT - 1) / 8,
                (road.front[cell] - here) % (100 * max(len(road.tiles), 1)) / 100,
                *one_hot(road.danger[cell], _DANGERS),
                *limits_ahead(road, cell)[:2],
            ]
            for cell in cells[: len(AHEAD)]
        ]
        gear = [*one_hot(str(spot.gear), _GEARS), running.loss_float, len(laying.steps) / 8]
        return [*gear, *(float(die in dice) for die in _DICE), *rolled], ahead, limits_ahead(road, spot.cell)

    def _spelling(self) -> Any:
        encoding: Encoding = self.encoding
        return encoding.spelling


def _fits(move: Any, token: str) -> bool:
    return token == f"die {move.lay.die}{'b' * move.lay.brakes}"


class GtObserver(RallymanObserver):
    """Rallyman: GT."""

    game = RALLYMAN_GT
    plans = gt_plans

    def road(self, state: Any) -> Road:
        """Returns the circuit."""
        return road_of(state.options.track)

    def table(self, view: Any) -> list[float]:
        """Returns weather, rounds, laps and phase."""
        return [
            view.round / 50,
            view.options.laps / 5,
            float(view.weather == "wet"),
            *one_hot(view.phase, get_args(GtPhase)),
        ]

    def car(self, view: Any, road: Road, seat: int) -> list[float]:
        """Returns the features of a car and its dashboard."""
        car = view.cars[seat]
        return [
            1.0,
            *one_hot(car.status, get_args(GtStatus)),
            *one_hot(car.gear, _GEARS),
            car.front / (100 * max(len(road.tiles), 1) * view.options.laps),
            (car.front - view.cars[view.you].front) / 1000,
            float(car.moved),
            float(car.tyre == "rain"),
            *(car.damage[token] for token in TOKENS),
            car.dice.gear / 6,
            car.dice.coast / 3,
            car.dice.brake / 3,
            car.hazard_limit / 4,
            car.focus / 20,
            car.rank / 6,
            float(view.asked == seat),
        ]


class DirtObserver(RallymanObserver):
    """Rallyman: DIRT."""

    game = RALLYMAN_DIRT
    plans = dirt_plans

    def road(self, state: Any) -> Road:
        """Returns the current stage."""
        return dirt_road(state)

    def table(self, view: Any) -> list[float]:
        """Returns stage, rounds, phase and the observer's choice at a time control."""
        own = -1 if view.your_time is None else view.your_time
        return [view.stage / 8, view.round / 40, own / 30, *one_hot(view.phase, get_args(DirtPhase))]

    def car(self, view: Any, road: Road, seat: int) -> list[float]:
        """Returns the features of a car and of everything before its player."""
        car = view.cars[seat]
        return [
            1.0,
            *one_hot(car.status, get_args(DirtStatus)),
            *one_hot(str(car.gear), _GEARS),
            car.front / (100 * max(len(road.tiles), 1)),
            (car.front - view.cars[view.you].front) / 1000,
            float(car.leads),
            sum(car.damage.values()) / 4,
            car.dice.gear / 6,
            car.dice.coast / 3,
            car.dice.brake / 3,
            car.seconds / 20,
            car.stage_seconds / 600,
            float(car.spare),
            float(car.sisu),
            car.rank / 6,
            float(seat in view.asked),
        ]
