"""Attribution of changes in value: replays a game and assigns each change to its cause.

Between two decisions of a seat its value changes by its dice, by the others' moves, and by corrections of
the estimate. The luck of a die is the value after its outcome less the mean over all outcomes. So luck is 0
on average, however good the evaluator is.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from paddock.analysis.evaluator import Evaluator, Judgement, better
from paddock.analysis.report import (
    Cards,
    DriverReport,
    RatedDecision,
    RatedTurn,
    Report,
    accuracy_of,
    mark_of,
)
from paddock.core.chance import Chance
from paddock.core.game import AnyGame
from paddock.core.logs import Decision, Log
from paddock.core.match import apply, first_state, game_of
from paddock.solve.solver import Watch, unwatched


class _Turn:
    def __init__(self, step: int) -> None:
        self.step = step
        self.decisions = self.dice = self.rivals = self.drift = self.value = 0.0


class _Driver:
    """Running totals of one driver."""

    def __init__(self, seat: int, start: float) -> None:
        self.seat = seat
        self.start = self.expected = start
        self.moment: Any = None
        self.turns: list[_Turn] = []
        self.choices: list[RatedDecision] = []

    def turn(self, step: int = 1) -> _Turn:
        """Returns the current turn of the driver."""
        if not self.turns:
            self.turns.append(_Turn(step))
        return self.turns[-1]

    def open(self, moment: Any, step: int) -> None:
        """Notes that a decision is due; starts a new turn if the moment has changed."""
        if moment != self.moment:
            if self.moment is not None or not self.turns:
                self.turns.append(_Turn(step))
            self.moment = moment

    def move(self, to: float, by: str) -> None:
        """Sets the value and adds the change to one cause of the current turn."""
        turn = self.turn()
        setattr(turn, by, getattr(turn, by) + to - self.expected)
        turn.value = self.expected = to


class Follower:
    """Replays a game with an evaluator."""

    def __init__(self, game: AnyGame, evaluator: Evaluator, state: Any, seats: int) -> None:
        self.game, self.evaluator, self.state = game, evaluator, state
        self.seats = seats
        self.drivers: list[_Driver] = []

    def ready(self) -> None:
        """Starts the totals at the first decision."""
        if not self.drivers:
            self.drivers = [_Driver(seat, self.worth(self.state, seat)) for seat in range(self.seats)]

    def worth(self, state: Any, seat: int) -> float:
        """Returns the expected result of a seat; before a chance event the mean over its outcomes."""
        known = self.evaluator.value(state, seat)
        if known is not None:
            return known
        chance = self.game.pending(state).chance
        assert chance is not None, "an evaluator knows every position that waits for a decision"
        return self._mean(state, seat, chance)

    def _mean(self, state: Any, seat: int, chance: Chance) -> float:
        total = 0.0
        for outcome, weight in zip(chance.outcomes, chance.weights, strict=True):
            after = self.game.clone(state)
            self.game.resolve(after, outcome)
            total += weight * self.worth(after, seat)
        return total / chance.total

    def decided(self, number: int, record: Decision) -> None:
        """Applies a decision: records its loss, and its effect on the others."""
        self.ready()
        evaluator, state, seat = self.evaluator, self.state, record.seat
        action = self.game.action(record.action)
        judged = evaluator.judge(state, seat, action)
        driver = self.drivers[seat]
        if judged is not None:
            driver.open(evaluator.moment(state), number)
            self._rate(driver, number, record, judged)
        apply(self.game, state, record, number)
        self._tell_others(seat)
        if seat in evaluator.awake(state):
            driver.move(self.worth(state, seat), evaluator.surprise if judged is not None else "drift")

    def _rate(self, driver: _Driver, number: int, record: Decision, judged: Judgement) -> None:
        unit, lowest = self.evaluator.unit, self.evaluator.lowest
        action = self.game.action(record.action)
        best, top = judged.best, judged.top
        if not better(top, judged.worth, lowest):
            best, top = action, judged.worth
        driver.move(top, "drift")
        loss = abs(top - judged.worth)
        own = best == action
        told = self.game.write_action(self.state, action)
        driver.choices.append(
            RatedDecision(
                step=number,
                turn=len(driver.turns),
                told=told,
                best=told if own else self.game.write_action(self.state, best),
                action=record.action,
                better=None if own else msgspec.to_builtins(best),
                loss=loss,
                mark=mark_of(loss, unit, self.evaluator.noise),
                worth=top,
                risk=judged.risk,
                better_risk=None if own else judged.best_risk,
                fault="" if own else judged.fault,
            )
        )
        driver.move(judged.worth, "decisions")

    def drawn(self, number: int, record: Any) -> None:
        """Applies a chance event: luck is the value of its outcome less the mean over all outcomes."""
        evaluator, state = self.evaluator, self.state
        chance = self.game.pending(state).chance
        if not self.drivers or chance is None:
            apply(self.game, state, record, number)
            return
        roller = evaluator.roller(state)
        if evaluator.lumped(state):
            apply(self.game, state, record, number)
            for seat in evaluator.awake(state):
                if roller is None or seat == roller:
                    self.drivers[seat].move(self.worth(state, seat), "dice")
        elif len(chance.outcomes) > 1:
            concerned = range(self.seats) if roller is None else (roller,)
            for seat in concerned:
                self.drivers[seat].move(self._mean(state, seat, chance), "drift")
            apply(self.game, state, record, number)
            for seat in concerned:
                self.drivers[seat].move(self.worth(state, seat), "dice")
            if roller is not None:
                self._tell_others(roller)
        else:
            apply(self.game, state, record, number)

    def _tell_others(self, seat: int) -> None:
        for other in self.evaluator.awake(self.state):
            if other != seat:
                self.drivers[other].move(self.worth(self.state, other), "rivals")

    def ended(self) -> None:
        """Ends the game: values become results."""
        for driver in self.drivers:
            driver.move(self.worth(self.state, driver.seat), "drift")


def follow(log: Log, evaluator: Evaluator, cards: Cards = "own", watch: Watch = unwatched) -> Report:
    """Returns the report of a game by an evaluator."""
    game = game_of(log)
    follower = Follower(game, evaluator, first_state(game, log), len(log.header.seats))
    records = list(log.counted)
    for at, (number, record) in enumerate(records):
        watch(at / len(records), "")
        if isinstance(record, Decision):
            follower.decided(number, record)
        else:
            follower.drawn(number, record)
    result = game.result(follower.state)
    counts = result is not None and (result.unit == "seconds" or evaluator.unit != "seconds")
    follower.ready()
    if counts:
        follower.ended()
    return Report(
        game=game.name,
        rules_version=game.rules_version,
        course=game.course(game.options(log.header.options)) or "",
        unit=evaluator.unit,
        lowest=evaluator.lowest,
        cards=cards,
        hidden=evaluator.hidden,
        basis=evaluator.basis,
        error=evaluator.error,
        noise=evaluator.noise,
        drivers=tuple(_told(driver, evaluator, counts) for driver in follower.drivers),
    )


def _told(driver: _Driver, evaluator: Evaluator, over: bool) -> DriverReport:
    turns = tuple(
        RatedTurn(
            turn=number,
            step=turn.step,
            decisions=turn.decisions,
            dice=turn.dice,
            rivals=turn.rivals,
            drift=turn.drift,
            value=turn.value,
        )
        for number, turn in enumerate(driver.turns, 1)
    )
    dice, rivals, drift = (sum(getattr(turn, part) for turn in turns) for part in ("dice", "rivals", "drift"))
    faults: Counter[str] = Counter()
    for choice in driver.choices:
        if choice.fault:
            faults[choice.fault] += choice.loss  # type: ignore[assignment]
    return DriverReport(
        seat=driver.seat,
        start=driver.start,
        decisions=sum(turn.decisions for turn in turns),
        chance=dice + rivals + drift,
        dice=dice,
        rivals=rivals,
        drift=drift,
        result=driver.expected if over else None,
        accuracy=accuracy_of(evaluator.unit, driver.start, turns),
        marks=dict(Counter(choice.mark for choice in driver.choices)),
        faults=dict(faults),
        turns=turns,
        choices=tuple(driver.choices),
    )
