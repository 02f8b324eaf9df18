"""The contract of a game."""

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
from paddock.core.complaints import fault_in
from paddock.core.errors import BadInput, IllegalAction
from paddock.core.messages import Message, SeatParam, params_of
from paddock.core.notation import plain, read_plain_action, write_plain_action, write_value
from paddock.core.pictures import lines_as_svg
from paddock.core.reading import reader
from paddock.core.recount import Recount, Underway


def kebab(name: str) -> str:
    """`FlatOut` as it stands on the wire: `flat-out`."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """Base of a game's options; every field has a default."""


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="action", tag=kebab):
    """Base of what a seat can decide; the class name in kebab case is its tag."""


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=kebab):
    """Base of what a decision or an outcome brought about; told to seats by `Game.witness`."""

    reveals: ClassVar[bool] = False
    """Whether it shows somebody something hidden: a decision that led to it cannot be taken back."""


class Pending(msgspec.Struct, frozen=True):
    """What the game waits for: seats, or one chance node, or nothing: then it is over."""

    seats: tuple[int, ...] = ()
    chance: Chance | None = None
    may: tuple[int, ...] = ()
    """Seats that may act now although nothing waits for them."""

    @property
    def over(self) -> bool:
        """Whether nothing is left to decide."""
        return not self.seats and self.chance is None


OVER = Pending()


class Result(msgspec.Struct, frozen=True):
    """How a game ended: for each seat its place (1 is best, equal places are shared) and its score."""

    places: tuple[int, ...]
    scores: tuple[float, ...]
    unit: str = "points"


A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
O = TypeVar("O", bound=Options)  # noqa: E741
S = TypeVar("S", bound=msgspec.Struct)


class ActionSpace(Protocol[A_co]):
    """The legal actions of a seat; may be lazy where a list would be long."""

    def __contains__(self, action: object) -> bool: ...

    def __iter__(self) -> Iterator[A_co]: ...

    def sample(self, rng: random.Random) -> A_co:
        """Some legal action; every one has a chance to come up."""
        ...


class Listed(Generic[A]):
    """An action space that is simply a list."""

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
        """One of them, all equally likely."""
        return rng.choice(self.all)


def short_list(space: ActionSpace[A], most: int) -> list[A] | None:
    """All actions of a space if there are no more than so many; a longer one is not listed to its end."""
    actions = list(islice(space, most + 1))
    return actions if len(actions) <= most else None


class ReportTable(msgspec.Struct, frozen=True):
    """A titled table of a report, ready for a terminal or a page."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | int | float, ...], ...]


class Figure(msgspec.Struct, frozen=True):
    """Something observed once in a game that a bench for balance adds up: a share (0 or 1) or a measure."""

    table: str
    row: str
    value: float
    least: float = -math.inf
    most: float = math.inf
    """Between which bounds the mean should lie among strong players."""


class Report(Protocol):
    """Gathers what many games have in common: balance, times, shares."""

    def game(self, states: Sequence[Any], events: Sequence[Event], result: Result | None) -> None:
        """Take in one finished game: its first and last state, all its events and its result."""
        ...

    def tables(self) -> list[ReportTable]:
        """What has been gathered so far."""
        ...


class Challenge(msgspec.Struct, frozen=True):
    """A drive for one seat that everybody may try."""

    options: Any


class Foresight(msgspec.Struct, frozen=True):
    """What a decision left for later would come to as things stand."""

    risk: float
    """The exact chance that it goes wrong."""
    ground: str = ""
    """What it rests on besides, in words that differ when that has changed."""


class Yardstick(msgspec.Struct, frozen=True):
    """By what results on one course are compared: scores in this unit, the lowest or the highest first."""

    unit: str
    lowest: bool


class Game(ABC, Generic[O, S, A]):
    """A game is a pure function: options, seats, decisions and outcomes determine every state."""

    name: ClassVar[str]
    """The name in logs and commands, such as `rallyman-gt`."""
    title: ClassVar[str]
    """The name on the box."""
    rules_version: ClassVar[int]
    """Changes when behaviour changes, never for a refactoring."""
    seats: ClassVar[range]
    """How many can play."""
    longest: ClassVar[int]
    """No game has more decisions and outcomes than this."""
    widest: ClassVar[int]
    """No chance node has more outcomes than this."""
    yardstick: ClassVar[Yardstick | None] = None
    """What makes a record on a course; None if results of different games cannot be compared."""
    Options: type[O]
    State: type[S]
    Action: Any
    """The Action struct, or the union of them, that `act` takes."""
    Event: Any
    """The union of Event structs that `act` and `resolve` return."""
    View: Any
    """The struct that `view` returns."""
    Question: Any = None
    """What can be asked of `explore`; None if the game needs no such questions."""
    Answer: Any = None
    """The union of what `explore` returns."""
    Answers: Mapping[Any, Any] = MappingProxyType({})
    """By the type of every question the type of its answer."""
    quick: tuple[type, ...] = ()
    """The questions that take well under a millisecond however the game stands: a server answers them where
    the game is played, the others elsewhere."""
    open_events: bool = False
    """Whether every seat learns of every event as it is: `witness` returns what it is given."""
    nothing_hidden: bool = False
    """Whether everyone sees the same: views of one state differ in their field `you` alone."""

    def __repr__(self) -> str:
        seats = f"{self.seats[0]}-{self.seats[-1]} seats"
        return f"<{self.title} ({self.name}): {seats}, rules version {self.rules_version}>"

    @abstractmethod
    def start(self, options: O, seats: int) -> S:
        """The first state."""

    @abstractmethod
    def pending(self, state: S) -> Pending:
        """What the game waits for."""

    @abstractmethod
    def actions(self, state: S, seat: int) -> ActionSpace[A]:
        """Everything the seat may decide now; empty if it is not asked."""

    @abstractmethod
    def act(self, state: S, seat: int, action: A) -> list[Any]:
        """Check a decision, then change the state; raises IllegalAction and changes nothing."""

    @abstractmethod
    def resolve(self, state: S, outcome: Outcome) -> list[Any]:
        """Change the state by the outcome of the pending chance node."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> Any:
        """What a seat (None: a spectator) may see; the only thing that leaves the server for it."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """How the game ended, or None while it runs."""

    def witness(self, event: Any, seat: int | None) -> Any | None:
        """The event as a seat (None: a spectator) learns of it; None if it learns nothing."""
        return event

    def reveals(self, event: Any, seats: int) -> bool:
        """Whether an event at a table of so many seats shows somebody something hidden.

        The decision that led to it cannot be taken back.
        """
        return bool(event.reveals)

    def explore(self, state: S, seat: int, question: Any) -> Any:
        """Answer a question of a seat that thinks before it decides, such as the odds of a plan."""
        raise BadInput("core.no-questions", game=self.name)

    def foresee(self, state: S, seat: int, action: A) -> Foresight:
        """What a decision would come to if a seat that waits were asked for it now.

        Raises IllegalAction where it could not be made as things stand, BadInput where nobody can know yet
        whether it will be asked for. Rests on nothing the seat cannot see.
        """
        raise BadInput("core.nothing-to-foresee", game=self.name)

    def due(self, state: S, seat: int, action: A, begun: bool) -> tuple[A, Foresight] | None:
        """What to do, now that a seat is asked, about a decision it has left; None: something else is asked.

        `begun`: it was made already, and what is asked may be how it goes on. Raises as `foresee` does.
        """
        return None

    def imagine(self, state: S, seat: int | None, rng: random.Random) -> S:
        """A state that looks the same to the seat, with what it cannot know drawn anew."""
        return self.clone(state)

    def pieces(self, state: S) -> Mapping[str, int]:
        """How many of each card and token there are, wherever they lie: play and imagination lose none.

        Empty as long as it is not decided which of them are in the game.
        """
        return {}

    def tell(self, event: Any, cells: Sequence[str] = ()) -> Message:
        """The event as a message for people; `cells` are those of the state it happened in."""
        return Message(f"{self.name}.{event.__struct_config__.tag}", params_of(event, cells))

    def asks(self, state: S, seat: int) -> Message | None:
        """What a seat that is asked is to decide, as a message for people; None: nothing in particular."""
        return None

    def cells(self, state: S) -> Sequence[str]:
        """The names of the cells of what is raced on now; a `CellNo` of an event is an index into them."""
        return ()

    def report(self) -> Report | None:
        """A fresh report over many games, if the game has one of its own."""
        return None

    def figures(self, first: S, last: S, events: Sequence[Any], result: Result) -> Iterable[Figure]:
        """What a finished game adds to a bench for balance, besides who won and how long it was."""
        return ()

    def shipped_data(self) -> bytes:
        """The file with the figures of the box as it ships; BadInput if the game has none."""
        raise BadInput("core.no-data", game=self.name)

    def check_data(self, file: bytes) -> None:
        """Refuse a data file that is wrong, saying what is wrong with it and where."""
        raise BadInput("core.no-data", game=self.name)

    def board(self, options: O) -> dict[str, Any] | None:
        """The drawing of what is raced on, as plain data for a browser; None if there is none."""
        return None

    def course(self, options: O) -> str | None:
        """The name of what is raced on, under which records are kept; None if there is none."""
        return None

    def feats(self, options: O, events: Sequence[Any], result: Result) -> list[dict[str, float]]:
        """What each seat's statistics count in a finished game, such as losses of control or luck."""
        return [{} for _ in result.places]

    def recount(self, first: S, steps: Iterable[Any]) -> Recount | None:
        """What a finished game has to tell, from its first state and all its steps; None if nothing.

        `steps` are `core.match.Replayed`.
        """
        return None

    def underway(self, state: S) -> Underway | None:
        """How far somebody who plays alone has come; None where that cannot be told, as amid a turn."""
        return None

    def challenge(self, seed: bytes, span: str) -> Challenge | None:
        """The solo challenge a seed gives for a `daily` or `monthly` span; None if the game has none."""
        return None

    def race(self, seed: bytes) -> O:
        """The options a seed gives a race of a public championship."""
        return self.options()

    def rules(self) -> str | None:
        """The numbered rules as Markdown: `rules/<name>.md` beside the game's code; None without one."""
        return self._page("rules", f"{self.name}.md")

    def how_to_play(self, language: str) -> str | None:
        """How it is played, as Markdown: `how-to-play/<name>.<language>.md` beside the code, or None."""
        return self._page("how-to-play", f"{self.name}.{language}.md")

    def _page(self, folder: str, file: str) -> str | None:
        package = sys.modules[type(self).__module__].__package__
        page = resources.files(package) / folder / file if package else None
        return page.read_text("utf-8") if page is not None and page.is_file() else None

    def write_action(self, state: S, action: A) -> str:
        """An action in one line, as people write it down."""
        return write_plain_action(action)  # type: ignore[arg-type]

    def read_action(self, state: S, text: str) -> A:
        """The action of a line; the reverse of `write_action`. Raises BadInput that says what is wrong."""
        action: A = read_plain_action(self, text)
        return action

    def text(self, state: S, seat: int | None = None) -> str:
        """The table as a seat (None: a spectator) sees it, for a terminal."""
        shown = write_value(plain(self.view(state, seat)))
        return "\n".join([self.title, *wrap(shown, 100)])

    def svg(self, state: S, seat: int | None = None) -> str:
        """The table as a seat (None: a spectator) sees it, as a picture."""
        return lines_as_svg(self.text(state, seat).splitlines())

    def clone(self, state: S) -> S:
        """An independent copy; games override this where a profile asks for it."""
        copy: S = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=self.State)
        return copy

    def fingerprint(self, state: S) -> str:
        """A stable hash of a state, equal on every machine."""
        return hashlib.blake2b(encode_state(state), digest_size=16).hexdigest()

    def options(self, values: Any = None) -> O:
        """Options from plain values, with the defaults for what is missing."""
        try:
            return msgspec.convert(values or {}, type=self.Options)
        except msgspec.ValidationError as error:
            raise BadInput("core.bad-options", game=self.name, **fault_in(str(error))) from None

    def options_schema(self) -> dict[str, Any]:
        """The JSON Schema of the options, its own properties at the top."""
        (schema,), components = msgspec.json.schema_components([self.Options], ref_template="#/$defs/{name}")
        name = str(schema.get("$ref", "")).rpartition("/")[2]
        top: dict[str, Any] = components.pop(name, schema)
        return {**top, "$defs": components}

    def action(self, values: Any) -> A:
        """An action from plain values; raises BadInput that says what is malformed."""
        try:
            decoded: A = _reads_actions(type(self))(values)
        except msgspec.ValidationError as error:
            raise BadInput("core.bad-action", game=self.name, reason=str(error)) from None
        return decoded

    def check_seats(self, seats: int) -> None:
        """Refuse a number of players the game is not made for."""
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
    """The bytes of a state: equal states give equal bytes."""
    return _STATES.encode(state)


def not_asked(rule_id: str, seat: int) -> IllegalAction:
    """The refusal of a decision by a seat that is not asked now."""
    return IllegalAction(rule_id, "core.not-asked", seat=SeatParam(seat))


class Perspective(Generic[S, A]):
    """A game as one seat knows it: what a bot is given, so that it cannot peek."""

    def __init__(self, game: Game[Any, S, A], state: S, seat: int, character: str = "") -> None:
        """`character` names whom a bot plays: the same name and seat, the same temperament."""
        self.game = game
        self.seat = seat
        self._state = state
        self._character = character

    def __repr__(self) -> str:
        return f"<{self.game.name} as seat {self.seat} knows it>"

    @property
    def view(self) -> Any:
        """What the seat sees."""
        return self.game.view(self._state, self.seat)

    @property
    def actions(self) -> ActionSpace[A]:
        """What the seat may decide."""
        return self.game.actions(self._state, self.seat)

    @property
    def temperament(self) -> float:
        """From 0 (careful) to 1 (bold): it tells bots of one level apart and stays the same all game."""
        return random.Random(f"{self._character}:{self.seat}").random()

    def imagine(self, rng: random.Random) -> S:
        """A full state in keeping with all the seat knows; the caller may change it."""
        return self.game.imagine(self._state, self.seat, rng)


Level = Literal["random", "beginner", "club", "expert", "champion"]
"""What a bot is called by its strength, in every game by the same names."""


class Bot(Protocol):
    """A player without a face, who says how strong and how quick it is.

    It may also say `formerly` (names it had before), `kernels` (packages that have to be compiled before it
    can play) and `missing_extra` (the extra of the package that it lacks here; it is not offered then).
    """

    name: str
    level: Level
    strength: float
    """On the scale of Elo, within one game: the random bot stands at 0."""
    pace: float
    """The seconds it usually thinks about a decision."""

    def choose(self, perspective: Perspective[Any, Any], rng: random.Random) -> Any:
        """The seat's decision."""
        ...
