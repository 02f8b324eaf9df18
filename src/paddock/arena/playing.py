"""One game of a tournament: a bot that fails is named and loses."""

from __future__ import annotations

import time
from typing import Any

from paddock.arena.entrants import bot_for
from paddock.arena.schedule import Fixture, Outing, Tournament
from paddock.core.chance import DiceStream, seed_from
from paddock.core.errors import IllegalAction
from paddock.core.game import Perspective
from paddock.core.registry import find_game
from paddock.core.seeding import seat_rngs


class _Failed(Exception):
    """A bot raised, or decided what it may not."""

    def __init__(self, seat: int, reason: str) -> None:
        self.seat = seat
        self.reason = reason
        super().__init__(seat, reason)


def play_fixture(tournament: Tournament, fixture: Fixture) -> Outing:
    """Play one game to its end; the same fixture gives the same places and scores anywhere."""
    table = _Table(tournament, fixture)
    try:
        table.play()
    except _Failed as failed:
        return table.lost(failed)
    return table.outing()


class _Table:
    """A game in progress, with what its seats think and what happens."""

    def __init__(self, tournament: Tournament, fixture: Fixture) -> None:
        self.fixture = fixture
        self.game = find_game(tournament.game)
        self.options = self.game.options(tournament.courses[fixture.course])
        self.state = self.game.start(self.options, len(fixture.bots))
        self.events: list[Any] = []
        self.spent = [0.0] * len(fixture.bots)
        self.asked = [0] * len(fixture.bots)
        self.nodes = 0

    def play(self) -> None:
        """Play to the end; raises _Failed that names a bot's seat."""
        game, state, seed = self.game, self.state, self.fixture.seed
        rngs = seat_rngs(seed, len(self.fixture.bots))
        draw = DiceStream(seed_from(seed)).draw
        bots = [self._seated(seat, name) for seat, name in enumerate(self.fixture.bots)]
        while not (pending := game.pending(state)).over:
            if pending.chance is not None:
                self.events += game.resolve(state, draw(pending.chance))
            else:
                seat = pending.seats[0]
                self._decide(seat, bots[seat], rngs[seat])
            self.nodes += 1

    def _seated(self, seat: int, name: str) -> Any:
        try:
            return bot_for(self.game.name, name)
        except Exception as error:
            raise _Failed(seat, _words(error)) from error

    def _decide(self, seat: int, bot: Any, rng: Any) -> None:
        began = time.process_time()
        try:
            action = bot.choose(Perspective(self.game, self.state, seat), rng)
        except Exception as error:
            raise _Failed(seat, _words(error)) from error
        self.spent[seat] += time.process_time() - began
        self.asked[seat] += 1
        try:
            self.events += self.game.act(self.state, seat, action)
        except (IllegalAction, KeyError, TypeError, AttributeError) as error:
            raise _Failed(seat, f"{action!r}: {_words(error)}") from error

    def outing(self) -> Outing:
        """The finished game."""
        result = self.game.result(self.state)
        assert result is not None
        feats = self.game.feats(self.options, self.events, result)
        luck = tuple(own.get("luck") for own in feats)
        return self._told(result.places, result.scores, result.unit, luck)

    def lost(self, failed: _Failed) -> Outing:
        """The game as it counts when a bot failed: that one is last, the others share the first place."""
        seats = len(self.fixture.bots)
        places = tuple(seats if seat == failed.seat else 1 for seat in range(seats))
        return self._told(places, (0.0,) * seats, "failed", (None,) * seats, failed)

    def _told(
        self,
        places: tuple[int, ...],
        scores: tuple[float, ...],
        unit: str,
        luck: tuple[float | None, ...],
        failed: _Failed | None = None,
    ) -> Outing:
        thought = tuple(spent / max(asked, 1) for spent, asked in zip(self.spent, self.asked, strict=True))
        own = self.fixture
        return Outing(
            own.number,
            own.round,
            own.course,
            own.bots,
            places,
            scores,
            unit,
            self.nodes,
            thought,
            luck,
            None if failed is None else failed.seat,
            "" if failed is None else failed.reason,
        )


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
