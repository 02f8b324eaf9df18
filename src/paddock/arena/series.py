"""What is played: series of games and tournaments, in an order that anybody can work out again."""

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
    """One game to be played."""

    number: int
    bots: tuple[str, ...]
    seed: str
    course: int = 0
    """Which of the courses of the series."""
    round: int = 0


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game that was played; everything by seat."""

    number: int
    bots: tuple[str, ...]
    places: tuple[int, ...]
    scores: tuple[float, ...]
    unit: str
    nodes: int
    """Decisions and outcomes."""
    course: int = 0
    round: int = 0
    thought: tuple[float, ...] = ()
    """Processor seconds a decision, on average; measured in tournaments."""
    luck: tuple[float | None, ...] = ()
    failed: int | None = None
    """The seat whose bot failed, if one did."""
    failure: str = ""
    log: bytes = b""
    """Where one is kept."""

    @property
    def result(self) -> Result:
        """How the game ended."""
        return Result(self.places, self.scores, self.unit)


class Series(msgspec.Struct, frozen=True):
    """The same bots again and again: a game, its options, a bot for each seat, how often, from which seed."""

    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    games: int = 1
    seed: str = "0"
    rotate: bool = True
    """Whether the bots change seats from game to game, so that none keeps the best one."""

    @property
    def courses(self) -> tuple[dict[str, Any], ...]:
        """The options of the game, as a tournament's only course."""
        return (self.options,)

    def check(self) -> None:
        """Refuse what cannot be played."""
        _check(self.game, self.courses, len(self.bots), self.bots)

    def fixture(self, number: int) -> Fixture:
        """The game of that number, with dice of its own."""
        shift = number % len(self.bots) if self.rotate else 0
        return Fixture(number, self.bots[shift:] + self.bots[:shift], f"{self.seed}:{number}")

    def fixtures(self) -> Iterator[Fixture]:
        """All games."""
        return map(self.fixture, range(self.games))


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament; everything but how long it takes follows from this."""

    game: str
    bots: tuple[str, ...]
    kind: Kind = "round-robin"
    seats: int
    courses: tuple[dict[str, Any], ...] = ({},)
    """Options of the game for every course, such as a track each."""
    games: int = 1000
    """The most games; fewer are played if the order is decided."""
    seed: str = "0"
    decide: bool = True
    """Whether to stop once the order is decided."""

    def check(self) -> None:
        """Refuse what cannot be played, before anything is."""
        if len(set(self.bots)) != len(self.bots) or len(self.bots) < (1 if self.seats == 1 else 2):
            raise BadInput("arena.bots", bots=list(self.bots))
        _check(self.game, self.courses, self.seats, self.bots)

    def line_ups(self) -> list[tuple[str, ...]]:
        """Who plays together, seat by seat; every line-up is played in all its seatings."""
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
        """All different rotations of a line-up: every bot sits everywhere equally often."""
        turned = [line_up[shift:] + line_up[:shift] for shift in range(len(line_up))]
        return list(dict.fromkeys(turned))

    @property
    def round_size(self) -> int:
        """Games of one round: every line-up in all its seatings, on one course."""
        return sum(len(self.seatings(line_up)) for line_up in self.line_ups())

    @property
    def rounds(self) -> int:
        """How many rounds there are at most; one at least."""
        return max(1, self.games // self.round_size)

    def round(self, number: int) -> list[Fixture]:
        """The games of a round, all with the same dice: what differs is who sits where."""
        course = number % len(self.courses)
        first = number * self.round_size
        seats = [seating for line_up in self.line_ups() for seating in self.seatings(line_up)]
        seed = f"{self.seed}:{number}"
        return [Fixture(first + i, seating, seed, course, number) for i, seating in enumerate(seats)]

    def fixtures(self) -> Iterator[Fixture]:
        """All games, round by round."""
        return (fixture for number in range(self.rounds) for fixture in self.round(number))

    def mark(self) -> str:
        """A name for the tournament: results of another one are not taken for its own."""
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
