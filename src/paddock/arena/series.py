"""Series of games and tournaments, in a reproducible order."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import combinations
from typing import Any, Literal

import msgspec

from paddock.arena.entrants import bot_for
from paddock.core.errors import BadInput
from paddock.core.game import Result
from paddock.core.registry import find_game

Kind = Literal["round-robin", "gauntlet", "ladder"]


class Fixture(msgspec.Struct, frozen=True):
    """One game to play."""

    number: int
    bots: tuple[str, ...]
    seed: str
    course: int = 0
    """The number of its course in the series."""
    round: int = 0


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """One finished game; sequences are by seat."""

    number: int
    bots: tuple[str, ...]
    places: tuple[int, ...]
    scores: tuple[float, ...]
    unit: str
    nodes: int
    """The number of decisions and chance events."""
    course: int = 0
    round: int = 0
    thought: tuple[float, ...] = ()
    """Mean CPU seconds per decision; measured in tournaments."""
    luck: tuple[float | None, ...] = ()
    failed: int | None = None
    """The seat whose bot failed, if one did."""
    failure: str = ""
    log: bytes = b""
    """The log, if it is kept."""

    @property
    def result(self) -> Result:
        """The result of the game."""
        return Result(self.places, self.scores, self.unit)


class Series(msgspec.Struct, frozen=True):
    """A series of games with the same bots: game, options, a bot for each seat, number of games, seed."""

    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    games: int = 1
    seed: str = "0"
    rotate: bool = True
    """Whether the bots change seats from game to game, so that none keeps the best one."""

    @property
    def courses(self) -> tuple[dict[str, Any], ...]:
        """The options of the game as a single course."""
        return (self.options,)

    def check(self) -> None:
        """Raises an error if the series cannot be played."""
        _check(self.game, self.courses, len(self.bots), self.bots)

    def fixture(self, number: int) -> Fixture:
        """Returns the game with that number and its own dice."""
        shift = number % len(self.bots) if self.rotate else 0
        return Fixture(number, self.bots[shift:] + self.bots[:shift], f"{self.seed}:{number}")

    def fixtures(self) -> Iterator[Fixture]:
        """Yields all games."""
        return map(self.fixture, range(self.games))


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament; everything but its duration is determined by this."""

    game: str
    bots: tuple[str, ...]
    kind: Kind = "round-robin"
    seats: int
    courses: tuple[dict[str, Any], ...] = ({},)
    """The options of the game for every course, such as a track each."""
    games: int = 1000
    """The largest number of games; fewer are played if the order is decided."""
    seed: str = "0"
    decide: bool = True
    """Whether to stop once the order is decided."""

    def check(self) -> None:
        """Raises an error if the tournament cannot be played."""
        if len(set(self.bots)) != len(self.bots) or len(self.bots) < (1 if self.seats == 1 else 2):
            raise BadInput("arena.bots", bots=list(self.bots))
        _check(self.game, self.courses, self.seats, self.bots)

    def line_ups(self) -> list[tuple[str, ...]]:
        """Returns the groups that play together, seat by seat; each is played in all its seatings."""
        if self.seats == 1:
            return [(bot,) for bot in self.bots]
        match self.kind:
            case "gauntlet":
                hero = self.bots[0]
                return [(hero, *[other] * (self.seats - 1)) for other in self.bots[1:]]
            case "ladder":
                return [self._filled(pair) for pair in zip(self.bots, self.bots[1:], strict=False)]
            case _:
                together = combinations(self.bots, min(self.seats, len(self.bots)))
                return [self._filled(group) for group in together]

    def _filled(self, group: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(group[seat % len(group)] for seat in range(self.seats))

    def seatings(self, line_up: tuple[str, ...]) -> list[tuple[str, ...]]:
        """Returns all different rotations of a line-up, so that every bot has each seat equally often."""
        turned = [line_up[shift:] + line_up[:shift] for shift in range(len(line_up))]
        return list(dict.fromkeys(turned))

    @property
    def round_size(self) -> int:
        """The games of one round: every line-up in all its seatings, on one course."""
        return sum(len(self.seatings(line_up)) for line_up in self.line_ups())

    @property
    def rounds(self) -> int:
        """The largest number of rounds, at least one."""
        return max(1, self.games // self.round_size)

    def round(self, number: int) -> list[Fixture]:
        """Returns the games of a round; all share the same dice and differ only in seating."""
        course = number % len(self.courses)
        first = number * self.round_size
        seats = [seating for line_up in self.line_ups() for seating in self.seatings(line_up)]
        seed = f"{self.seed}:{number}"
        return [Fixture(first + i, seating, seed, course, number) for i, seating in enumerate(seats)]

    def fixtures(self) -> Iterator[Fixture]:
        """Yields all games, round by round."""
        return (fixture for number in range(self.rounds) for fixture in self.round(number))

    def mark(self) -> str:
        """A fingerprint of the tournament; a journal with another one is refused."""
        plain = msgspec.json.encode(msgspec.to_builtins(self), order="deterministic")
        return hashlib.blake2b(plain, digest_size=8).hexdigest()


Plan = Series | Tournament


def _check(name: str, courses: tuple[dict[str, Any], ...], seats: int, bots: tuple[str, ...]) -> None:
    game = find_game(name)
    game.check_seats(seats)
    for course in courses:
        game.start(game.options(course), seats)
    for bot in dict.fromkeys(bots):
        bot_for(name, bot)
