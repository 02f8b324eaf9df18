"""Plays one game of bots from its seed: without a log, with its log, or with every bot timed and judged."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from paddock.arena.entrants import bot_for
from paddock.arena.series import Fixture, Plan, Played
from paddock.core.chance import DiceStream, seed_from
from paddock.core.errors import IllegalAction
from paddock.core.game import AnyGame, Bot, Result
from paddock.core.match import Match, start
from paddock.core.play import choices_of, play
from paddock.core.registry import find_game
from paddock.core.seeding import seat_rngs


class Logged(NamedTuple):
    """A finished game with its log, its last state and all its events."""

    played: Played
    state: Any
    events: list[Any]


def play_bare(plan: Plan, fixture: Fixture) -> Played:
    """Plays a game at full speed, without log and events."""
    game, options = _rules(plan, fixture)
    state = game.start(options, len(fixture.bots))
    rngs = seat_rngs(fixture.seed, len(fixture.bots))
    choose = choices_of(game, state, _bots(plan, fixture), rngs, fixture.seed)
    nodes = play(game, state, choose, DiceStream(seed_from(fixture.seed)).draw)
    return _played(fixture, _result(game, state), nodes)


def play_logged(plan: Plan, fixture: Fixture) -> Logged:
    """Plays the same game with its log and events."""
    game, options = _rules(plan, fixture)
    match, events = play_out(game, options, _bots(plan, fixture), fixture.seed, fixture.bots)
    nodes = len(match.log.records) - 1  # the last record reveals the seed
    played = _played(fixture, _result(game, match.state), nodes, log=match.log.dump())
    return Logged(played, match.state, events)


def play_out(
    game: AnyGame, options: Any, bots: Sequence[Bot], seed: str, names: Sequence[str] | None = None
) -> tuple[Match[Any, Any, Any], list[Any]]:
    """Plays one game of bots to its end; returns the match with its closed log, and all its events."""
    secret = seed_from(seed)
    match = start(game, options, names or [bot.name for bot in bots], secret)
    events: list[Any] = []

    def watch(seat: int | None, what: Any, told: list[Any]) -> None:
        match.note(seat, what, told)
        events.extend(told)

    choose = choices_of(game, match.state, bots, seat_rngs(seed, len(bots)), seed)
    play(game, match.state, choose, DiceStream(secret).draw, watch)
    match.end(secret)
    return match, events


def play_judged(plan: Plan, fixture: Fixture) -> Played:
    """Plays a game of a tournament: bots are timed, and a bot that fails loses and is named."""
    judge = _Judge(plan, fixture)
    try:
        return judge.play()
    except _Failed as failed:
        return judge.lost(failed)


class _Failed(Exception):
    """A bot raised an exception or made an illegal decision."""

    def __init__(self, seat: int, error: Exception, action: str = "") -> None:
        self.seat = seat
        self.reason = f"{action}{type(error).__name__}: {error}"
        super().__init__(seat, self.reason)


class _Judge:
    """A game in progress, with the thinking times of its seats and its events."""

    def __init__(self, plan: Plan, fixture: Fixture) -> None:
        self.plan, self.fixture = plan, fixture
        self.game, self.options = _rules(plan, fixture)
        self.state = self.game.start(self.options, len(fixture.bots))
        self.events: list[Any] = []
        self.spent = [0.0] * len(fixture.bots)
        self.asked = [0] * len(fixture.bots)
        self.nodes = 0
        self.deciding: tuple[int, Any] | None = None
        """The seat whose decision is being checked, and the decision."""

    def play(self) -> Played:
        """Plays to the end; raises _Failed with a bot's seat."""
        seed, seats = self.fixture.seed, len(self.fixture.bots)
        self._ask = choices_of(self.game, self.state, self._seated(), seat_rngs(seed, seats), seed)
        try:
            play(self.game, self.state, self._choose, DiceStream(seed_from(seed)).draw, self._watch)
        except (IllegalAction, KeyError, TypeError, AttributeError) as error:
            if self.deciding is None:
                raise
            seat, action = self.deciding
            raise _Failed(seat, error, f"{action!r}: ") from error
        result = _result(self.game, self.state)
        luck = [feats.get("luck") for feats in self.game.feats(self.options, self.events, result)]
        return _played(self.fixture, result, self.nodes, thought=self._thought(), luck=tuple(luck))

    def lost(self, failed: _Failed) -> Played:
        """Returns the result when a bot failed: that bot is last, the others share the first place."""
        seats = len(self.fixture.bots)
        places = tuple(seats if seat == failed.seat else 1 for seat in range(seats))
        return _played(
            self.fixture,
            Result(places, (0.0,) * seats, "failed"),
            self.nodes,
            thought=self._thought(),
            luck=(None,) * seats,
            failed=failed.seat,
            failure=failed.reason,
        )

    def _seated(self) -> list[Bot]:
        bots = []
        for seat, name in enumerate(self.fixture.bots):
            try:
                bots.append(bot_for(self.plan.game, name))
            except Exception as error:
                raise _Failed(seat, error) from error
        return bots

    def _choose(self, seat: int) -> Any:
        began = time.process_time()
        try:
            action = self._ask(seat)
        except Exception as error:
            raise _Failed(seat, error) from error
        self.spent[seat] += time.process_time() - began
        self.asked[seat] += 1
        self.deciding = seat, action
        return action

    def _watch(self, _seat: int | None, _what: Any, told: list[Any]) -> None:
        self.deciding = None
        self.events += told
        self.nodes += 1

    def _thought(self) -> tuple[float, ...]:
        return tuple(spent / max(asked, 1) for spent, asked in zip(self.spent, self.asked, strict=True))


def _rules(plan: Plan, fixture: Fixture) -> tuple[AnyGame, Any]:
    game = find_game(plan.game)
    return game, game.options(plan.courses[fixture.course])


def _bots(plan: Plan, fixture: Fixture) -> list[Bot]:
    return [bot_for(plan.game, name) for name in fixture.bots]


def _result(game: AnyGame, state: Any) -> Result:
    result = game.result(state)
    assert result is not None
    return result


def _played(fixture: Fixture, result: Result, nodes: int, **more: Any) -> Played:
    places, scores, unit = result.places, result.scores, result.unit
    course, round_ = fixture.course, fixture.round
    return Played(fixture.number, fixture.bots, places, scores, unit, nodes, course, round_, **more)
