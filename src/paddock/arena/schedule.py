"""What a tournament plays: line-ups, courses and seats, in an order that anybody can work out again."""

from __future__ import annotations

import hashlib
from itertools import combinations
from typing import Any, Literal

import msgspec

from paddock.arena.entrants import bot_for
from paddock.core.errors import BadInput
from paddock.core.registry import find_game

Kind = Literal["round-robin", "gauntlet", "ladder"]


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
        game = find_game(self.game)
        game.check_seats(self.seats)
        if len(set(self.bots)) != len(self.bots) or len(self.bots) < (1 if self.seats == 1 else 2):
            raise BadInput("arena.bots", bots=list(self.bots))
        for name in self.bots:
            bot_for(self.game, name)
        for course in self.courses:
            game.start(game.options(course), self.seats)

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
        return [Fixture(first + i, number, course, seating, seed) for i, seating in enumerate(seats)]

    def mark(self) -> str:
        """A name for the tournament: results of another one are not taken for its own."""
        plain = msgspec.json.encode(msgspec.to_builtins(self), order="deterministic")
        return hashlib.blake2b(plain, digest_size=8).hexdigest()


class Fixture(msgspec.Struct, frozen=True):
    """One game to be played."""

    number: int
    round: int
    course: int
    bots: tuple[str, ...]
    seed: str


class Outing(msgspec.Struct, frozen=True):
    """One game that was played; everything by seat."""

    number: int
    round: int
    course: int
    bots: tuple[str, ...]
    places: tuple[int, ...]
    scores: tuple[float, ...]
    unit: str
    nodes: int
    thought: tuple[float, ...]
    """Processor seconds a decision, on average."""
    luck: tuple[float | None, ...]
    failed: int | None = None
    """The seat whose bot failed, if one did."""
    failure: str = ""
