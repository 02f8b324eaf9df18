"""Series of games between bots: one after another or on several processes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

import msgspec

from paddock.arena.entrants import bot_for
from paddock.core.chance import DiceStream, seed_from
from paddock.core.data import own_data, use_all_data
from paddock.core.game import AnyGame, Bot, Perspective, Result
from paddock.core.match import Match, start
from paddock.core.registry import find_game
from paddock.core.seeding import seat_rngs


class Series(msgspec.Struct, frozen=True):
    """What is to be played: a game, its options, a bot for each seat, how often, from which seed."""

    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    games: int = 1
    seed: str = "0"
    rotate: bool = True
    """Whether the bots change seats from game to game, so that none keeps the best one."""

    def seating(self, number: int) -> tuple[str, ...]:
        """Who sits where in the game of that number."""
        shift = number % len(self.bots) if self.rotate else 0
        return self.bots[shift:] + self.bots[:shift]


class Played(msgspec.Struct, frozen=True):
    """One finished game of a series."""

    number: int
    seats: tuple[str, ...]
    result: Result
    records: int
    log: bytes


def play_out(
    game: AnyGame, options: Any, bots: Sequence[Bot], seed: str, names: Sequence[str] | None = None
) -> tuple[Match[Any, Any, Any], list[Any]]:
    """Play one game of bots to its end; returns the match with its closed log, and all its events."""
    secret = seed_from(seed)
    match = start(game, options, names or [bot.name for bot in bots], secret)
    stream = DiceStream(secret)
    rngs = seat_rngs(seed, len(bots))
    events = match.settle(stream)
    while seats := game.pending(match.state).seats:
        seat = seats[0]
        choice = bots[seat].choose(Perspective(game, match.state, seat), rngs[seat])
        events += match.decide(seat, choice)
        events += match.settle(stream)
    match.end(secret)
    return match, events


def play_one(series: Series, number: int) -> tuple[Played, Any, list[Any]]:
    """The game of that number, with its last state and its events."""
    game = find_game(series.game)
    names = series.seating(number)
    bots = [bot_for(series.game, name) for name in names]
    match, events = play_out(game, game.options(series.options), bots, f"{series.seed}:{number}", names)
    result = game.result(match.state)
    assert result is not None
    played = Played(number, names, result, len(match.log.records), match.log.dump())
    return played, match.state, events


def _play_chunk(series: Series, numbers: range) -> list[tuple[Played, Any, list[Any]]]:
    return [play_one(series, number) for number in numbers]


def play(series: Series, jobs: int = 1) -> Iterator[tuple[Played, Any, list[Any]]]:
    """Play the series; games come back as they finish. Closing the iterator stops the rest."""
    game = find_game(series.game)
    game.check_seats(len(series.bots))
    game.options(series.options)
    for name in series.bots:
        bot_for(series.game, name)
    if jobs <= 1:
        for number in range(series.games):
            yield play_one(series, number)
        return
    chunk = max(1, min(16, series.games // (jobs * 4)))
    pool = ProcessPoolExecutor(jobs, initializer=use_all_data, initargs=(own_data(),))
    try:
        waiting = [
            pool.submit(_play_chunk, series, range(first, min(first + chunk, series.games)))
            for first in range(0, series.games, chunk)
        ]
        for done in as_completed(waiting):
            yield from done.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


class Standing(msgspec.Struct):
    """How one bot did over a series."""

    bot: str
    games: int = 0
    wins: float = 0.0
    places: int = 0
    score: float = 0.0
    """All scores together, of games that were finished."""
    best: float | None = None
    worst: float | None = None
    retired: int = 0
    """Drives given up; they have no score."""

    @property
    def mean(self) -> float | None:
        """The mean score of the games that were finished."""
        return self.score / (self.games - self.retired) if self.games > self.retired else None


def standings(games: Sequence[Played]) -> list[Standing]:
    """The bots of a series, best first; a shared first place counts as a part of a win.

    Of times the lowest is the best; a drive that was given up has none.
    """
    table: dict[str, Standing] = {}
    for played in games:
        firsts = played.result.places.count(1)
        better, worse = (min, max) if played.result.unit == "seconds" else (max, min)
        for bot, place, score in zip(played.seats, played.result.places, played.result.scores, strict=True):
            row = table.setdefault(bot, Standing(bot))
            row.games += 1
            row.wins += 1 / firsts if place == 1 else 0
            row.places += place
            if played.result.unit == "retired":
                row.retired += 1
                continue
            row.score += score
            row.best = score if row.best is None else better(row.best, score)
            row.worst = score if row.worst is None else worse(row.worst, score)
    return sorted(table.values(), key=lambda row: (-row.wins / row.games, row.bot))
