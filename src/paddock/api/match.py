"""A match: a game in progress with its dice from a seed, its log, and undo."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from paddock.api.games import game as find
from paddock.api.position import Actions, Position, waits_for
from paddock.arena.entrants import bot_for
from paddock.core import match as core
from paddock.core.chance import new_seed, seed_from
from paddock.core.errors import BadInput
from paddock.core.game import AnyGame, Result
from paddock.core.logs import Log, load_file
from paddock.core.messages import namer, say
from paddock.core.play import choices_of
from paddock.core.seeding import seat_rngs


class Match:
    """A game in progress. Dice and draws come from the seed as soon as they are pending.

    >>> match = start("rallyman-gt", seats=2, seed=7, track="list-2")
    >>> match.asked, match.result
    ((1,), None)
    >>> before = match.notation()
    >>> _ = match.act(next(iter(match.actions())))
    >>> match.undo().notation() == before
    True
    """

    def __init__(self, running: core.Match[Any, Any, Any], seed: bytes | None) -> None:
        self._running = running
        self._seed = seed
        self._before: list[tuple[int, Any]] = []
        """For every decision, the number of records before it and the state before it."""
        self.events: list[Any] = []
        """All events since the match was started or loaded."""
        self._told: list[int] = []
        self._settle()

    @property
    def game(self) -> AnyGame:
        """The game."""
        return self._running.game

    @property
    def state(self) -> Any:
        """The current state; it changes as the match goes on."""
        return self._running.state

    @property
    def position(self) -> Position:
        """The current position, to keep or to search from."""
        return Position(self.game, self.game.clone(self.state))

    @property
    def options(self) -> Any:
        """The options the match was started with."""
        return self.game.options(self.log.header.options)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the players."""
        return self.log.header.seats

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that have to decide now."""
        return self.game.pending(self.state).seats

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.game.pending(self.state).over

    @property
    def result(self) -> Result | None:
        """Places and scores by seat, or None while the game runs."""
        return self.game.result(self.state)

    @property
    def log(self) -> Log:
        """Header, decisions and outcomes; `log.dump()` returns its bytes."""
        return self._running.log

    def actions(self, seat: int | None = None) -> Actions:
        """Returns everything a seat (by default the first one asked) may decide."""
        return Actions(self.game, self.state, self.game.actions(self.state, self._decider(seat)))

    def view(self, seat: int | None = None) -> Any:
        """Returns what a seat (None: a spectator) may see."""
        return self.game.view(self.state, seat)

    def act(self, action: Any, seat: int | None = None) -> list[Any]:
        """Applies a decision of a seat (by default the first one asked); returns all events, dice included.

        An action is a struct or its notation. Raises IllegalAction and changes nothing if it is illegal.
        """
        if isinstance(action, str):
            action = self.game.read_action(self.state, action)
        before = self.game.clone(self.state)
        records = len(self.log.records)
        told = self._running.decide(self._decider(seat), action)
        self._before.append((records, before))
        self._told.append(len(self.events))
        self.events += told
        return [*told, *self._settle()]

    def undo(self, decisions: int = 1) -> Match:
        """Takes back decisions and the dice that followed them; returns the match.

        The same seed repeats the same dice: only another decision changes the game.
        """
        if not 0 <= decisions <= len(self._before):
            raise BadInput("core.nothing-to-undo", wanted=decisions, there=len(self._before))
        for _ in range(decisions):
            records, state = self._before.pop()
            del self.events[self._told.pop() :]
            log = Log(self.log.header)
            for record in self.log.records[:records]:
                log.append(record)
            self._running = core.Match(self.game, log, state)
        return self

    def play(self, bots: Sequence[str] | str = "random") -> Match:
        """Lets bots (one for each seat, or one for all) play to the end; returns the match."""
        names = [bots] * len(self.seats) if isinstance(bots, str) else list(bots)
        if len(names) != len(self.seats):
            raise BadInput("core.bots-and-seats", bots=len(names), seats=len(self.seats))
        players = [bot_for(self.game.name, name) for name in names]
        seed = (self._seed or b"").hex()
        choose = choices_of(self.game, self.state, players, seat_rngs(seed, len(players)), seed)
        while asked := self.asked:
            self.act(choose(asked[0]), asked[0])
        return self

    def story(self, language: str = "en") -> list[str]:
        """Returns all events in words."""

        show = namer(self.seats)
        return [
            say(self.game.tell(event, step.cells), language, show)
            for step in core.replay(self.log, self.game)
            for event in step.events
        ]

    def save(self, path: str | PathLike[str]) -> Path:
        """Writes the log to a file; `paddock.load` and `paddock replay` read it."""
        target = Path(path)
        target.write_bytes(self.log.dump())
        return target

    def notation(self) -> str:
        """Returns the position in one line; `paddock.position` parses it."""
        return self.position.notation()

    def text(self, seat: int | None = None) -> str:
        """Returns the board for a terminal, as a seat (None: a spectator) sees it."""
        return self.game.text(self.state, seat)

    def svg(self, seat: int | None = None) -> str:
        """Returns the board as a picture, as a seat (None: a spectator) sees it."""
        return self.game.svg(self.state, seat)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        done = len(self.log.records)
        return f"<match of {self.game.title}, {done} records, {waits_for(self.game, self.state)}>"

    def _settle(self) -> list[Any]:
        """Resolves chance until a seat is asked; closes the log at the end."""
        if self._seed is None or self.log.ended:
            return []
        told = self._running.settle(core.stream_for(self._running, self._seed))
        if self.over:
            self._running.end(self._seed)
        self.events += told
        return told

    def _decider(self, seat: int | None) -> int:
        return next(iter(self.asked), 0) if seat is None else seat


def start(
    game: str | AnyGame,
    seats: int | Sequence[str] | None = None,
    seed: int | str | bytes | None = None,
    **options: Any,
) -> Match:
    """Starts a match. Options are keyword arguments with defaults; without a seed a new one is drawn.

    >>> start("outspeed", seats=["Ada", "Ben", "Cleo"], seed=1).seats
    ('Ada', 'Ben', 'Cleo')
    """
    rules = find(game)
    count = rules.seats[0] if seats is None else seats
    names = [f"seat {i}" for i in range(count)] if isinstance(count, int) else list(count)
    secret = new_seed() if seed is None else seed if isinstance(seed, bytes) else seed_from(seed)
    return Match(core.start(rules, rules.options(options), names, secret), secret)


def load(source: str | PathLike[str] | Log, seed: int | str | bytes | None = None) -> Match:
    """Returns a match from a log or its file; an unfinished one can be continued with its seed."""
    log = source if isinstance(source, Log) else load_file(Path(source))
    secret = None if seed is None else seed if isinstance(seed, bytes) else seed_from(seed)
    return Match(core.resume(log), secret)
