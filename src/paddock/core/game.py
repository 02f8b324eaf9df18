"""The contract that every game implements."""

from __future__ import annotations

import hashlib
import math
import random
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from itertools import islice
from textwrap import wrap
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

import msgspec

from paddock.core.chance import Chance, Outcome
from paddock.core.decoding import fault_in, reader
from paddock.core.errors import BadInput, IllegalAction
from paddock.core.messages import Message, SeatParam, params_of
from paddock.core.notation import plain, read_plain_action, write_plain_action, write_value
from paddock.core.summaries import Recount, Underway
from paddock.core.text_pictures import lines_as_svg


def kebab(name: str) -> str:
    """Returns a class name as it is sent: `FlatOut` becomes `flat-out`."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """Base of a game's options; every field has a default."""


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="action", tag=kebab):
    """Base of the decisions of a seat; the class name in kebab case is the tag."""


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=kebab):
    """Base of the effects of a decision or an outcome; `Game.witness` adapts them for each seat."""

    reveals: ClassVar[bool] = False
    """Whether it reveals hidden information: the decision that led to it cannot be taken back."""


class Pending(msgspec.Struct, frozen=True):
    """What the game waits for: seats, or one chance node. Neither: the game is over."""

    seats: tuple[int, ...] = ()
    chance: Chance | None = None
    may: tuple[int, ...] = ()
    """Seats that may act now although the game does not wait for them."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self.seats and self.chance is None


OVER = Pending()


class Result(msgspec.Struct, frozen=True):
    """How a game ended: the place of each seat (1 is best, ties share a place) and its score."""

    places: tuple[int, ...]
    scores: tuple[float, ...]
    unit: str = "points"


A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
O = TypeVar("O", bound=Options)  # noqa: E741
S = TypeVar("S", bound=msgspec.Struct)


class ActionSpace(Protocol[A_co]):
    """The legal actions of a seat; can be lazy if a list would be long."""

    def __contains__(self, action: object) -> bool: ...

    def __iter__(self) -> Iterator[A_co]: ...

    def sample(self, rng: random.Random) -> A_co:
        """Returns a random legal action; every one is possible."""
        ...


class Listed(Generic[A]):
    """An action space backed by a list."""

    def __init__(self, actions: Iterable[A] = ()) -> None:
        self.all: Sequence[A] = tuple(actions)

    def __contains__(self, action: object) -> bool:
        return action in self.all

    def __iter__(self) -> Iterator[A]:
        return iter(self.all)

    def __len__(self) -> int:
        return len(self.all)

    def __repr__(self) -> str:
        return f"Listed({list(self.all)!r})"

    def sample(self, rng: random.Random) -> A:
        """Returns one of the actions, each equally likely."""
        return rng.choice(self.all)


def short_list(space: ActionSpace[A], most: int) -> list[A] | None:
    """Returns all actions of a space, or None if there are more than `most`."""
    actions = list(islice(space, most + 1))
    return actions if len(actions) <= most else None


class ReportTable(msgspec.Struct, frozen=True):
    """A titled table of a report, ready for a terminal or a page."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | int | float, ...], ...]


class Figure(msgspec.Struct, frozen=True):
    """One observation of a game for the balance benchmark: a share (0 or 1) or a measurement."""

    table: str
    row: str
    value: float
    least: float = -math.inf
    most: float = math.inf
    """`least` and `most` bound the mean expected among strong players."""


class Report(Protocol):
    """Aggregates many games: balance, times, shares."""

    def game(self, states: Sequence[Any], events: Sequence[Event], result: Result | None) -> None:
        """Adds one finished game: its first and last state, all its events and its result."""
        ...

    def tables(self) -> list[ReportTable]:
        """Returns the tables for the games added so far."""
        ...


class Challenge(msgspec.Struct, frozen=True):
    """A solo drive that is the same for everybody."""

    options: Any


class Foresight(msgspec.Struct, frozen=True):
    """The forecast for a decision made in advance, as things stand."""

    risk: float
    """The exact chance that it fails."""
    ground: str = ""
    """What else it depends on, as a text that changes if that changes."""


class Yardstick(msgspec.Struct, frozen=True):
    """How results on one course are compared: the unit of the scores, and whether low or high is better."""

    unit: str
    lowest: bool


class Game(ABC, Generic[O, S, A]):
    """A game is a pure function: options, seats, decisions and outcomes determine every state."""

    name: ClassVar[str]
    """The name in logs and commands, such as `rallyman-gt`."""
    title: ClassVar[str]
    """The name on the box."""
    rules_version: ClassVar[int]
    """Increased when behaviour changes, never for a refactoring."""
    seats: ClassVar[range]
    """The possible numbers of players."""
    longest: ClassVar[int]
    """Upper bound of the decisions and outcomes in a game."""
    widest: ClassVar[int]
    """Upper bound of the outcomes of a chance node."""
    yardstick: ClassVar[Yardstick | None] = None
    """What makes a record on a course; None if different games cannot be compared."""
    Options: type[O]
    State: type[S]
    Action: Any
    """The Action struct, or the union of such structs, that `act` accepts."""
    Event: Any
    """The union of Event structs that `act` and `resolve` return."""
    View: Any
    """The struct that `view` returns."""
    Question: Any = None
    """The union of questions that `explore` answers; None if there are none."""
    Answer: Any = None
    """The union of the answers of `explore`."""
    Answers: Mapping[Any, Any] = MappingProxyType({})
    """Maps each type of question to the type of its answer."""
    quick: tuple[type, ...] = ()
    """Questions that always take well under a millisecond. A server answers these in the process of the game
    and the others in a worker."""
    open_events: bool = False
    """Whether every seat sees every event in full: `witness` returns its argument."""
    nothing_hidden: bool = False
    """Whether everyone sees the same: views of one state differ only in their field `you`."""

    def __repr__(self) -> str:
        seats = f"{self.seats[0]}-{self.seats[-1]} seats"
        return f"<{self.title} ({self.name}): {seats}, rules version {self.rules_version}>"

    @abstractmethod
    def start(self, options: O, seats: int) -> S:
        """Returns the first state."""

    @abstractmethod
    def pending(self, state: S) -> Pending:
        """Returns what the game waits for."""

    @abstractmethod
    def actions(self, state: S, seat: int) -> ActionSpace[A]:
        """Returns everything the seat may decide now; empty if it is not asked."""

    @abstractmethod
    def act(self, state: S, seat: int, action: A) -> list[Any]:
        """Applies a decision to the state; raises IllegalAction and changes nothing if it is illegal."""

    @abstractmethod
    def resolve(self, state: S, outcome: Outcome) -> list[Any]:
        """Applies the outcome of the pending chance node to the state."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> Any:
        """Returns what a seat (None: a spectator) may see; the server sends it nothing else."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """Returns how the game ended, or None while it runs."""

    def witness(self, event: Any, seat: int | None) -> Any | None:
        """Returns the event as a seat (None: a spectator) may see it; None if it sees nothing."""
        return event

    def reveals(self, event: Any, seats: int) -> bool:
        """Whether an event reveals hidden information at a table with this number of seats.

        The decision that led to it cannot be taken back.
        """
        return bool(event.reveals)

    def explore(self, state: S, seat: int, question: Any) -> Any:
        """Answers a question of a seat that is thinking, such as the odds of a plan."""
        raise BadInput("core.no-questions", game=self.name)

    def foresee(self, state: S, seat: int, action: A) -> Foresight:
        """Forecasts a decision of a waiting seat as if it were asked for it now.

        Raises IllegalAction if the decision is illegal as things stand, BadInput if it is not yet known
        whether the seat will be asked for it. Uses only what the seat can see.
        """
        raise BadInput("core.nothing-to-foresee", game=self.name)

    def due(self, state: S, seat: int, action: A, begun: bool) -> tuple[A, Foresight] | None:
        """Returns what to do about a decision made in advance, now that the seat is asked.

        None: the seat is asked for something else. `begun`: the decision was already made, and the question
        may be how to continue it. Raises the same errors as `foresee`.
        """
        return None

    def imagine(self, state: S, seat: int | None, rng: random.Random) -> S:
        """Returns a state that looks the same to the seat, with all hidden information drawn at random."""
        return self.clone(state)

    def pieces(self, state: S) -> Mapping[str, int]:
        """Counts every card and token, wherever it is; neither play nor imagination may change the counts.

        Empty until it is decided which of them are in the game.
        """
        return {}

    def tell(self, event: Any, cells: Sequence[str] = ()) -> Message:
        """Returns the event as a message for people; `cells` are those of the state it happened in."""
        return Message(f"{self.name}.{event.__struct_config__.tag}", params_of(event, cells))

    def asks(self, state: S, seat: int) -> Message | None:
        """Returns the message that asks a seat for its decision; None for nothing particular."""
        return None

    def cells(self, state: S) -> Sequence[str]:
        """Returns the names of the cells of the current course; a `CellNo` of an event is an index."""
        return ()

    def report(self) -> Report | None:
        """Returns a new report for many games, or None if the game has none of its own."""
        return None

    def figures(self, first: S, last: S, events: Sequence[Any], result: Result) -> Iterable[Figure]:
        """Returns the balance figures of a finished game, besides the winner and the length."""
        return ()

    def shipped_data(self) -> bytes:
        """Returns the shipped data file of the game; raises BadInput if it has none."""
        raise BadInput("core.no-data", game=self.name)

    def check_data(self, file: bytes) -> None:
        """Checks a data file; raises an error that says what is wrong and where."""
        raise BadInput("core.no-data", game=self.name)

    def board(self, options: O) -> dict[str, Any] | None:
        """Returns the drawing of the course as plain data for a browser; None if there is none."""
        return None

    def course(self, options: O) -> str | None:
        """Returns the name of the course, under which records are kept; None if there is none."""
        return None

    def feats(self, options: O, events: Sequence[Any], result: Result) -> list[dict[str, float]]:
        """Returns the statistics of each seat in a finished game, such as losses of control or luck."""
        return [{} for _ in result.places]

    def recount(self, first: S, steps: Iterable[Any]) -> Recount | None:
        """Returns the summary of a finished game from its first state and all its steps, if there is one.

        `steps` are `core.match.Replayed`.
        """
        return None

    def underway(self, state: S) -> Underway | None:
        """Returns the progress of a solo player; None if it is undefined, such as during a turn."""
        return None

    def challenge(self, seed: bytes, span: str) -> Challenge | None:
        """Returns the solo challenge for a seed and a `daily` or `monthly` span, or None."""
        return None

    def race(self, seed: bytes) -> O:
        """Returns the options of a public championship race for a seed."""
        return self.options()

    def rules(self) -> str | None:
        """Returns the numbered rules as Markdown (`rules/<name>.md` beside the code), or None."""
        return self._page("rules", f"{self.name}.md")

    def how_to_play(self, language: str) -> str | None:
        """Returns the introduction (`how-to-play/<name>.<language>.md` beside the code), or None."""
        return self._page("how-to-play", f"{self.name}.{language}.md")

    def _page(self, folder: str, file: str) -> str | None:
        package = sys.modules[type(self).__module__].__package__
        page = resources.files(package) / folder / file if package else None
        return page.read_text("utf-8") if page is not None and page.is_file() else None

    def write_action(self, state: S, action: A) -> str:
        """Returns an action in one line of notation."""
        return write_plain_action(action)  # type: ignore[arg-type]

    def read_action(self, state: S, text: str) -> A:
        """Parses an action; the reverse of `write_action`. Raises BadInput that says what is wrong."""
        action: A = read_plain_action(self, text)
        return action

    def text(self, state: S, seat: int | None = None) -> str:
        """Returns the table as a seat (None: a spectator) sees it, for a terminal."""
        shown = write_value(plain(self.view(state, seat)))
        return "\n".join([self.title, *wrap(shown, 100)])

    def svg(self, state: S, seat: int | None = None) -> str:
        """Returns the table as a seat (None: a spectator) sees it, as a picture."""
        return lines_as_svg(self.text(state, seat).splitlines())

    def clone(self, state: S) -> S:
        """Returns an independent copy; games override this where profiling shows a need."""
        copy: S = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=self.State)
        return copy

    def fingerprint(self, state: S) -> str:
        """Returns a stable hash of a state, equal on every machine."""
        return hashlib.blake2b(encode_state(state), digest_size=16).hexdigest()

    def options(self, values: Any = None) -> O:
        """Converts plain values to options, with defaults for missing ones."""
        try:
            return msgspec.convert(values or {}, type=self.Options)
        except msgspec.ValidationError as error:
            raise BadInput("core.bad-options", game=self.name, **fault_in(str(error))) from None

    def options_schema(self) -> dict[str, Any]:
        """Returns the JSON Schema of the options, with their properties at the top level."""
        (schema,), components = msgspec.json.schema_components([self.Options], ref_template="#/$defs/{name}")
        name = str(schema.get("$ref", "")).rpartition("/")[2]
        top: dict[str, Any] = components.pop(name, schema)
        return {**top, "$defs": components}

    def action(self, values: Any) -> A:
        """Converts plain values to an action; raises BadInput that says what is malformed."""
        try:
            decoded: A = _reads_actions(type(self))(values)
        except msgspec.ValidationError as error:
            raise BadInput("core.bad-action", game=self.name, reason=str(error)) from None
        return decoded

    def check_seats(self, seats: int) -> None:
        """Raises BadInput if the game does not allow this number of players."""
        if seats not in self.seats:
            raise BadInput(
                "core.bad-seats", game=self.name, seats=seats, least=self.seats[0], most=self.seats[-1]
            )


AnyGame = Game[Any, Any, Any]


@lru_cache
def _reads_actions(game: type[AnyGame]) -> Callable[[Any], Any]:
    return reader(game.Action)


_STATES = msgspec.msgpack.Encoder(order="deterministic")


def encode_state(state: msgspec.Struct) -> bytes:
    """Returns the bytes of a state: equal states have equal bytes."""
    return _STATES.encode(state)


def not_asked(rule_id: str, seat: int) -> IllegalAction:
    """Returns the error for a decision by a seat that is not asked now."""
    return IllegalAction(rule_id, "core.not-asked", seat=SeatParam(seat))


class Perspective(Generic[S, A]):
    """A game as one seat knows it. Bots get this instead of the state, so that they cannot cheat."""

    def __init__(self, game: Game[Any, S, A], state: S, seat: int, character: str = "") -> None:
        """The same `character` (a player's name) and seat always have the same temperament."""
        self.game = game
        self.seat = seat
        self._state = state
        self._character = character

    def __repr__(self) -> str:
        return f"<{self.game.name} as seat {self.seat} knows it>"

    @property
    def view(self) -> Any:
        """Returns what the seat sees."""
        return self.game.view(self._state, self.seat)

    @property
    def actions(self) -> ActionSpace[A]:
        """Returns what the seat may decide."""
        return self.game.actions(self._state, self.seat)

    @property
    def temperament(self) -> float:
        """From 0 (careful) to 1 (bold): distinguishes bots of one level and stays the same all game."""
        return random.Random(f"{self._character}:{self.seat}").random()

    def imagine(self, rng: random.Random) -> S:
        """Returns a full state consistent with all the seat knows; the caller may change it."""
        return self.game.imagine(self._state, self.seat, rng)


Level = Literal["random", "beginner", "club", "expert", "champion"]
"""The levels of bots, with the same names in every game."""


class Bot(Protocol):
    """A computer player, with its strength and its usual thinking time.

    Optional attributes: `formerly` (former names), `kernels` (packages to compile before it can play) and
    `missing_extra` (the extra of the package that is not installed here; the bot is then not offered).
    """

    name: str
    level: Level
    strength: float
    """Elo within one game; the random bot is at 0."""
    pace: float
    """The usual thinking time for a decision in seconds."""

    def choose(self, perspective: Perspective[Any, Any], rng: random.Random) -> Any:
        """Returns the seat's decision."""
        ...
