"""Options and state of a rally: everything on the table, and the turn in progress."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from paddock.core.game import Options
from paddock.games.rallyman.dice import RED, Hand
from paddock.games.rallyman.dirt.components import ALL_BACKS, FULL_BAG, UP, column
from paddock.games.rallyman.state import RallymanState
from paddock.tracks.layouts import Stage

Status = Literal["waiting", "line", "track", "off", "finished", "retired"]
"""Not started; started but before the line; on the track; beside it; finished; retired from the stage."""

Phase = Literal[
    "driver",
    "plan",
    "step",
    "roll",
    "flat",
    "shortcut",
    "sisu",
    "relay",
    "back",
    "damage",
    "wheel",
    "service",
    "clocks",
    "over",
]

MOST_STAGES = 24
MOST_TIME_TOKENS = 30
"""How many 5-second tokens a player may take at a time control (DIRT-ADV-D6)."""
MOST_CARRIED_SECONDS = 24 * 3600


class Carried(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's line of a filled sheet: rally time so far, damage, spare wheel, SISU (DIRT-RALLY-6)."""

    seconds: Annotated[int, Meta(ge=0, le=MOST_CARRIED_SECONDS)] = 0
    gear: Annotated[int, Meta(ge=0)] = 0
    coast: Annotated[int, Meta(ge=0)] = 0
    brake: Annotated[int, Meta(ge=0)] = 0
    spare: bool = True
    sisu: bool = True
    """Whether the SISU token is still unused; matters only if SISU is played."""


class DirtOptions(Options, frozen=True):
    """The setup of a rally; all advanced rules are off by default."""

    rally: str = "rally-1"
    """The id of a ready rally; ignored if `layouts` supplies stages."""
    stages: Annotated[tuple[str, ...], Meta(max_length=MOST_STAGES)] = ()
    """Ready stages in driving order (`SS2`, or `rally-3/SS1` of another rally); empty: all."""
    layouts: Annotated[tuple[Stage, ...], Meta(max_length=MOST_STAGES)] = ()
    """Custom stages instead of ready ones."""
    flying_start: bool = False
    red_zone: bool = False
    time_controls: bool = False
    sisu: Literal["off", "stage", "rally"] = "off"
    one_shot: bool = False
    """A single stage without leader dice (DIRT-ADV-5)."""
    spare_wheel_removes: Literal["gear", "coast"] = "gear"
    carried: tuple[Carried, ...] = ()
    """A rally continued from a filled sheet: one line per seat; empty: a new rally."""


class Step(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A planned step: its die, the space it leads to, and the brake dice with it.

    `landing` is where a long or dangerous jump lands; -1 for any other step.
    """

    die: Literal["1", "2", "3", "4", "5", "6", "c", "l", "r"]
    cell: int
    brakes: Annotated[int, Meta(ge=0, le=3)] = 0
    landing: int = -1


class LaidStep(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A step of a relay: a rolled die with the faces it and its brake dice show (plain ones first)."""

    die: Literal["1", "2", "3", "4", "5", "6", "c", "l", "r"]
    cell: int
    faces: str
    landing: int = -1


class Car(Struct):
    """A car and its player's components; `cell` is the space of return while it is off the track."""

    status: Status = "waiting"
    cell: int = -1
    gear: int = 0
    seconds: int = 0
    """The seconds held as second tokens."""
    pile: tuple[int, ...] = ()
    """The time pile, newest last, as numbers of `cards.Entry`."""
    tokens: tuple[int, ...] = ()
    """Damage tokens on the cockpit, oldest first: k damage side up, k + KINDS shortcut side up."""
    spare: bool = True
    sisu: bool = False
    left: int = 0
    """When it left the track: how many had left before in this stage."""


class SheetLine(Struct, frozen=True):
    """One field of the rally sheet: a player's stage (DIRT-SHEET-1 to -3).

    `seconds` is the stage time without `control`, the seconds taken at the time control after it.
    """

    seconds: int
    control: int
    gear: int
    coast: int
    brake: int
    spare: bool
    sisu: bool
    retired: bool

    @property
    def total(self) -> int:
        """The total that the stage adds to the player's rally time."""
        return self.seconds + self.control


class State(RallymanState[DirtOptions, Car, Step], kw_only=True):
    """A rally. Only the seconds chosen at a time control are hidden, until all have chosen."""

    phase: Phase = "driver"
    stage: int = 0
    starters: tuple[int, ...] = ()
    """The seats in the starting order of this stage."""
    leader: int = -1
    """The seat that leads this round; -1: nobody leads, or no longer."""
    bag: tuple[int, ...] = FULL_BAG
    """Damage tokens in the bag, counted in the order of `components.TOKENS`."""
    backs: tuple[int, ...] = ALL_BACKS
    """Backs not seen in this stage, counted in the order of `components.BACKS`."""
    mud: tuple[tuple[int, int], ...] = ()
    """Mud tokens as (shortcut, token): each lowers the limits of the corner its shortcut bypasses."""
    finishers: tuple[int, ...] = ()
    sheet: tuple[tuple[SheetLine, ...], ...] = ()
    """For every stage driven so far, one line per seat."""
    asked: tuple[int, ...] = ()
    """Seats that still have to decide between two stages."""
    clocks: tuple[int, ...] = ()
    """5-second tokens taken at this time control; -1: not yet. Secret until all have chosen."""
    origin: int = -1
    """The space on which the turn began; -1: before the line."""
    origin_gear: int = 0
    calm: bool = False
    """A SISU token was played: hazards of this turn are ignored."""
    accepted: bool = False
    """The player let the hazards count and is not asked about SISU again this turn."""
    carried: bool = False
    """A loss that the finish line forgives: the car drives on along its plan."""
    rolled: tuple[LaidStep, ...] = ()
    """The dice of a failed flat out in their order before the relay."""
    lost: Literal["", "!", "0", "00"] = ""
    """A loss in this turn in notation: forgiven at the finish, spin, crash."""
    lost_gear: int = 0


def seconds_gained(steps: Sequence[Step | LaidStep]) -> int:
    """Returns one second for every gear, coast and leader die rolled flat out (DIRT-FLAT-2, DIRT-ADV-2)."""
    return sum(step.die != RED for step in steps)


@lru_cache(maxsize=4096)
def damage(tokens: tuple[int, ...]) -> tuple[int, int, int]:
    """Returns how many gear, coast and brake dice a cockpit's tokens remove (DIRT-DMG-1 to -4)."""
    up = [UP[token] for token in tokens]
    return up.count("gear"), up.count("coast") + up.count("puncture"), up.count("brake")


@lru_cache(maxsize=4096)
def _hand(tokens: tuple[int, ...], leader: bool, flying_start: bool, red_zone: bool) -> Hand:
    card = column(leader)
    gear, coast, brake = damage(tokens)
    return Hand(
        gear=max(0, card.gear - gear),
        coast=max(0, card.coast + card.leader - coast),
        brake=max(0, card.brake - brake),
        top=card.gear,
        coast_die="l" if card.leader else "c",
        flying_start=flying_start,
        red_zone=red_zone,
    )


def hand_of(state: State, seat: int) -> Hand:
    """Returns the dice a seat may use: its cockpit column less its damage (DIRT-DICE-1, DIRT-LEAD-1, -4)."""
    options = state.options
    leads = seat == state.leader and not options.one_shot
    return _hand(state.cars[seat].tokens, leads, options.flying_start, options.red_zone)
