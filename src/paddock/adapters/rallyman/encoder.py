"""Tokens of Rallyman: a plan is built die by die, followed by the way to roll it.

A step is the die (`die 3`, or `die 2bb` with two brake dice), then the place: `ahead 0` is the first cell,
by cell number, that a legal step with that die reaches. A jump with several landings adds `landing 0`. Dice
used again after a failed flat out add their hazards in between: `hazards 1`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from paddock.adapters.encoding import Choices, Spelling
from paddock.core.notation import write_plain_action
from paddock.games.rallyman.dice import HAZARD
from paddock.games.rallyman.dirt import actions as dirt
from paddock.games.rallyman.dirt import drive as dirt_drive
from paddock.games.rallyman.dirt import relays as dirt_relays
from paddock.games.rallyman.dirt import spaces as dirt_spaces
from paddock.games.rallyman.dirt.game import RALLYMAN_DIRT
from paddock.games.rallyman.dirt.state import MOST_TIME_TOKENS
from paddock.games.rallyman.gt import actions as gt
from paddock.games.rallyman.gt import drive as gt_drive
from paddock.games.rallyman.gt import relays as gt_relays
from paddock.games.rallyman.gt import spaces as gt_spaces
from paddock.games.rallyman.gt.components import pit_lanes
from paddock.games.rallyman.gt.game import RALLYMAN_GT

ONE_BY_ONE, FLAT_OUT = "one-by-one", "flat-out"
AHEAD = range(6)
LANDINGS = range(6)
BRAKES = range(4)
HAZARDS = range(5)

T = TypeVar("T")


def die_token(die: str, brakes: int) -> str:
    """Returns the token of a die with brake dice."""
    return f"die {die}{'b' * brakes}"


class Laying(NamedTuple):
    """A partial plan or relay: its complete steps, its end, and its possible next steps."""

    steps: tuple[Any, ...]
    spot: Any
    open: tuple[Any, ...]
    """Possible steps that match the tokens after the last complete step."""
    part: tuple[str, ...]
    """The tokens after the last complete step."""


def narrowed(
    options: Sequence[T], part: tuple[str, ...], keys: Sequence[Callable[[T], Any]]
) -> dict[str, list[T]]:
    """Returns possible steps by their next token; each key is the part that one token describes."""
    found: dict[str, list[T]] = {"": list(options)}
    for number, key in enumerate(keys):
        here = found[""] if number == 0 else found[part[number - 1]]
        found = dict(_grouped(here, key))
        if number == len(part):
            return found
    return {}


def _grouped(options: Iterable[T], key: Callable[[T], Any]) -> Iterable[tuple[str, list[T]]]:
    named: dict[Any, list[T]] = {}
    for option in options:
        named.setdefault(key(option), []).append(option)
    for number, value in enumerate(sorted(named, key=str if _words(named) else None)):
        word = (
            value if isinstance(value, str) else f"{value[0]} {number if value[0] != 'hazards' else value[1]}"
        )
        yield word, named[value]


def _words(named: Iterable[Any]) -> bool:
    return any(isinstance(value, str) for value in named)


class RallymanSpelling(Spelling):
    """The encoding that GT and DIRT share: plans and relays; every other action is one token."""

    game: Any
    actions: Any

    @abstractmethod
    def drive(self, state: Any, seat: int) -> Any:
        """Returns the present turn of a seat."""

    @abstractmethod
    def relays(self, state: Any) -> Any:
        """Returns the relays of a failed flat out."""

    @abstractmethod
    def others(self, state: Any, seat: int) -> list[Any]:
        """Returns the legal actions with a single token, in the phases of plans and relays too."""

    def single(self, state: Any, seat: int, action: Any) -> str:
        """Returns the token of an action that is neither a plan nor a relay."""
        return write_plain_action(action)

    def choices(self, state: Any, seat: int, laid: tuple[str, ...]) -> Choices:
        """Returns the tokens that may follow those so far."""
        found: dict[str, Any] = {}
        if not laid:
            for action in self.others(state, seat):
                found[self.single(state, seat, action)] = action
        if state.phase == "plan":
            found |= self._plan(state, seat, laid)
        elif state.phase == "relay":
            found |= self._relay(state, laid)
        return found

    def path(self, state: Any, seat: int, action: Any) -> tuple[str, ...]:
        """Returns the tokens of a legal action."""
        if isinstance(action, self.actions.Plan):
            steps = self._walk_plan(self.drive(state, seat), action.steps)
            return (*steps, FLAT_OUT if action.way == FLAT_OUT else ONE_BY_ONE)
        if isinstance(action, self.actions.Relay):
            return self._walk_relay(self.relays(state), action.steps)
        return (self.single(state, seat, action),)

    def spot_of(self, state: Any, seat: int, laid: tuple[str, ...]) -> tuple[Any, Laying]:
        """Returns the drive, and the partial plan that some tokens describe."""
        drive = self.drive(state, seat)
        return drive, self._laying(drive, laid)

    def _laying(self, drive: Any, laid: tuple[str, ...]) -> Laying:
        spot = drive.start
        steps: tuple[Any, ...] = ()
        open_now = tuple(drive.moves(spot))
        part: tuple[str, ...] = ()
        for token in laid:
            options = _moves(drive, open_now, part)[token]
            part = (*part, token)
            if len(options) == 1 and _whole(drive, options[0], part):
                move = options[0]
                steps = (*steps, drive.planned(move))
                open_now = () if move.last else tuple(drive.moves(drive.after(spot, move)))
                spot, part = drive.after(spot, move), ()
        return Laying(steps, spot, open_now, part)

    def _plan(self, state: Any, seat: int, laid: tuple[str, ...]) -> dict[str, Any]:
        _, laying = self.spot_of(state, seat, laid)
        drive = self.drive(state, seat)
        found: dict[str, Any] = dict.fromkeys(_moves(drive, laying.open, laying.part))
        if laying.steps and not laying.part:
            for way in (ONE_BY_ONE, FLAT_OUT):
                found[way] = self.actions.Plan(laying.steps, way)
        return found

    def _walk_plan(self, drive: Any, steps: tuple[Any, ...]) -> tuple[str, ...]:
        spot = drive.start
        path: list[str] = []
        for planned in steps:
            moves = drive.moves(spot)
            move = next(move for move in moves if drive.planned(move) == planned)
            part: tuple[str, ...] = ()
            while not part or not _whole(drive, move, part):
                part = (*part, next(t for t, own in _moves(drive, moves, part).items() if move in own))
            path += part
            spot = drive.after(spot, move)
        return tuple(path)

    def _relay(self, state: Any, laid: tuple[str, ...]) -> dict[str, Any]:
        relays = self.relays(state)
        steps: tuple[Any, ...] = ()
        part: tuple[str, ...] = ()
        following = relays.following(steps)
        for token in laid:
            part = (*part, token)
            options = _laid(following, part[:-1])[token]
            if len(part) == _length(options[0][0]):
                steps = (*steps, options[0][0])
                following, part = relays.following(steps), ()
        found: dict[str, Any] = {}
        for token, options in _laid(following, part).items():
            step, stand = options[0]
            done = len(part) + 1 == _length(step) and stand.lost
            found[token] = self.actions.Relay((*steps, step)) if done else None
        return found

    def _walk_relay(self, relays: Any, steps: tuple[Any, ...]) -> tuple[str, ...]:
        path: list[str] = []
        for number, step in enumerate(steps):
            following = relays.following(steps[:number])
            part: tuple[str, ...] = ()
            while len(part) < _length(step):
                groups = _laid(following, part)
                part = (*part, next(t for t, own in groups.items() if any(one[0] == step for one in own)))
            path += part
        return tuple(path)

    def shared_tokens(self, dice: str) -> list[str]:
        """Returns dice, places, landings, hazards and the two ways to roll."""
        return [
            "wait",
            ONE_BY_ONE,
            FLAT_OUT,
            *(die_token(die, brakes) for die in "123456" for brakes in BRAKES),
            *(die_token(die, 0) for die in dice),
            *(f"ahead {number}" for number in AHEAD),
            *(f"hazards {number}" for number in HAZARDS),
        ]


def _moves(drive: Any, moves: Sequence[Any], part: tuple[str, ...]) -> dict[str, list[Any]]:
    """Returns moves by their next token: die, place, landing."""
    return narrowed(
        moves,
        part,
        (
            lambda move: die_token(move.lay.die, move.lay.brakes),
            lambda move: ("ahead", drive.cell(move)),
            lambda move: ("landing", drive.landing(move)),
        ),
    )


def _whole(drive: Any, move: Any, part: tuple[str, ...]) -> bool:
    return len(part) == (3 if drive.landing(move) >= 0 else 2)


def _laid(following: Sequence[Any], part: tuple[str, ...]) -> dict[str, list[Any]]:
    """Returns steps of a relay by their next token: die, hazards, place, landing."""
    return narrowed(
        following,
        part,
        (
            lambda one: die_token(one[0].die, len(one[0].faces) - 1),
            lambda one: ("hazards", one[0].faces.count(HAZARD)),
            lambda one: ("ahead", one[0].cell),
            lambda one: ("landing", one[0].landing),
        ),
    )


def _length(step: Any) -> int:
    return 4 if getattr(step, "landing", -1) >= 0 else 3


class GtSpelling(RallymanSpelling):
    """Rallyman: GT."""

    game = RALLYMAN_GT
    actions = gt

    def drive(self, state: Any, seat: int) -> Any:
        """Returns the present turn of a seat."""
        return gt_drive.drive_of(state, seat)

    def relays(self, state: Any) -> Any:
        """Returns the relays of a failed flat out."""
        return gt_relays.Relays(state)

    def others(self, state: Any, seat: int) -> list[Any]:
        """Returns all actions but plans and relays."""
        if state.phase == "plan":
            blocked = gt_drive.drive_of(state, seat).blocked()
            return [gt.Retire(), *([gt.Pass()] if blocked else [])]
        return [gt.Retire()] if state.phase == "relay" else list(gt_spaces.space(state))

    def tokens(self) -> list[str]:
        """Returns the tokens both games share, then those of GT."""
        return [
            *self.shared_tokens("cr"),
            *("pass", "roll", "secure", "stop", "retire", "go-off left", "go-off right", "drive-on"),
            *(f"pit {lane}" for lane in pit_lanes()),
            *("choose-tyre asphalt", "choose-tyre rain"),
        ]


class DirtSpelling(RallymanSpelling):
    """Rallyman: DIRT."""

    game = RALLYMAN_DIRT
    actions = dirt

    def drive(self, state: Any, seat: int) -> Any:
        """Returns the present turn of a seat."""
        return dirt_drive.drive_of(state, seat)

    def relays(self, state: Any) -> Any:
        """Returns the relays of a failed flat out."""
        return dirt_relays.Relays(state)

    def others(self, state: Any, seat: int) -> list[Any]:
        """Returns all actions but plans and relays."""
        if state.phase == "plan":
            return dirt_spaces.PlanSpace(state).others()
        return [] if state.phase == "relay" else list(dirt_spaces.space(state))

    def single(self, state: Any, seat: int, action: Any) -> str:
        """Returns the token of an action; a stranded car's other lane is numbered like a place ahead."""
        if isinstance(action, dirt.Pass) and action.cell is not None:
            lanes = [one.cell for one in self.others(state, seat) if isinstance(one, dirt.Pass)]
            return f"pass {sorted(lane for lane in lanes if lane is not None).index(action.cell)}"
        return super().single(state, seat, action)

    def tokens(self) -> list[str]:
        """Returns the tokens both games share, then those of DIRT."""
        return [
            *self.shared_tokens("clr"),
            *(f"landing {number}" for number in LANDINGS),
            *("pass", "pass 0", "pass 1", "pass 2", "pass 3", "roll", "secure", "stop"),
            *("play-sisu", "accept", "change-wheel", "keep-wheel"),
            *("take-time" if n == 0 else f"take-time {n}" for n in range(MOST_TIME_TOKENS + 1)),
        ]
