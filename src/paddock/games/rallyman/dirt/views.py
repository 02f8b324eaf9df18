"""The public view of the table, ready to be drawn."""

from __future__ import annotations

from msgspec import Struct

from paddock.games.rallyman import views
from paddock.games.rallyman.dirt import rally, relays
from paddock.games.rallyman.dirt.actions import DirtAction
from paddock.games.rallyman.dirt.cards import ENTRIES, pile_seconds
from paddock.games.rallyman.dirt.components import BACKS, HAZARD_LIMIT, TOKENS, UP
from paddock.games.rallyman.dirt.drive import drive_of, rest_of_turn
from paddock.games.rallyman.dirt.order import order_of_play
from paddock.games.rallyman.dirt.spaces import space
from paddock.games.rallyman.dirt.stages import road, stages_of
from paddock.games.rallyman.dirt.state import (
    MOST_TIME_TOKENS,
    DirtOptions,
    LaidStep,
    Phase,
    State,
    Status,
    Step,
    hand_of,
)
from paddock.games.rallyman.dirt.turn import other_lanes
from paddock.games.rallyman.sheet import clock
from paddock.games.rallyman.spaces import open_tags, tags_of


class DiceView(views.DiceView, frozen=True):
    """The dice a car may use in a turn; `coast_die` is `l` for the leader, else `c`."""

    coast_die: str


class EntryView(Struct, frozen=True):
    """An entry of a time pile: `card` is the card's gear, `gear` the gear that the pile then shows."""

    kind: str
    seconds: int
    gear: int
    card: int
    back: str


class CarView(views.CarView[Status, DiceView], frozen=True, kw_only=True):
    """A car and its player's components."""

    gear: int
    leads: bool
    seconds: int
    """The seconds held as second tokens."""
    pile: tuple[EntryView, ...]
    pile_seconds: int
    stage_seconds: int
    """Seconds on the pile less those in tokens."""
    stage_time: str
    spare: bool
    sisu: bool
    starts: int
    """Round in which it starts this stage."""


class MudView(Struct, frozen=True):
    """Mud beside a shortcut: its corner, the amount, and the limits with it."""

    section: int
    depth: int
    inside: int
    outside: int
    cells: tuple[int, ...]


class TurnView(views.TurnView[Step, LaidStep], frozen=True, kw_only=True):
    """The turn in progress."""

    calm: bool
    """Whether a SISU token makes this turn's hazards harmless."""
    lanes: tuple[int, ...]
    """The spaces a stranded car may move to."""


class TimeControl(Struct, frozen=True):
    """The choices at a time control: the seconds of a token, and the most tokens (DIRT-ADV-D6)."""

    seconds: int
    most: int


class LineView(Struct, frozen=True, kw_only=True):
    """A field of the rally sheet."""

    seconds: int
    time: str
    control: int
    gear: int
    coast: int
    brake: int
    spare: bool
    sisu: bool
    retired: bool
    place: int
    """Place in the stage."""
    total: int
    """Rally time after this stage."""
    total_time: str
    rank: int
    """Place in the rally after this stage."""


class StageView(Struct, frozen=True):
    """A row of the rally sheet; `lines` is empty until the stage is over."""

    number: int
    id: str
    name: str
    tiles: int
    assistance: bool
    lines: tuple[LineView, ...]


class DirtView(
    views.TableView[DirtOptions, Phase, CarView, TurnView], frozen=True, kw_only=True, tag="rallyman-dirt"
):
    """A rally. The bag counts tokens by their two sides; `places` are those of the rally so far."""

    asked: tuple[int, ...]
    stage: int
    """From 0."""
    starters: tuple[int, ...]
    leader: int | None
    backs: dict[str, dict[str, int]]
    """Backs not seen in this stage, by gear."""
    mud: tuple[MudView, ...]
    finishers: tuple[int, ...]
    time_control: TimeControl
    your_time: int | None
    """5-second tokens you took at this time control; the others' stay secret."""
    chosen: tuple[int, ...]
    """Seats that have chosen at this time control."""
    sheet: tuple[StageView, ...]
    totals: tuple[int, ...]


_TIME_CONTROL = TimeControl(rally.SECONDS_PER_TOKEN, MOST_TIME_TOKENS)
_ENTRIES = tuple(EntryView(*entry) for entry in ENTRIES)
TURN_PHASES = ("plan", "step", "roll", "flat", "shortcut", "sisu", "relay", "back", "damage", "wheel")
TAGS = tags_of(DirtAction)
ASKING = frozenset({"plan", "step", "sisu", "relay", "wheel"})
"""Phases in which the player on turn is asked."""


def view(state: State, you: int | None) -> DirtView:
    """Returns the table as a seat sees it."""
    if state.phase in ("service", "clocks"):
        asked = state.asked
    else:
        asked = (state.seat,) if state.phase in ASKING else ()
    mine = state.clocks[you] if you is not None and state.phase == "clocks" else -1
    ranks = {seat: place for place, seat in enumerate((*state.finishers, *order_of_play(state)), 1)}
    return DirtView(
        you=you,
        options=state.options,
        phase=state.phase,
        asked=asked,
        can=open_tags(space(state), TAGS) if asked else (),
        stage=state.stage,
        starters=state.starters,
        round=state.round,
        order=state.order,
        leader=state.leader if state.leader >= 0 else None,
        cars=tuple(_car(state, seat, ranks.get(seat, 0)) for seat in range(len(state.cars))),
        bag={name: left for name, left in zip(TOKENS, state.bag, strict=True) if left},
        backs=_backs(state),
        mud=_mud(state),
        turn=_turn(state) if state.phase in TURN_PHASES else None,
        finishers=state.finishers,
        time_control=_TIME_CONTROL,
        your_time=mine if mine >= 0 else None,
        chosen=tuple(seat for seat, tokens in enumerate(state.clocks) if tokens >= 0),
        sheet=sheet(state),
        totals=rally.totals(state),
        places=rally.final_places(state),
    )


def _car(state: State, seat: int, rank: int) -> CarView:
    car, way = state.cars[seat], road(state)
    hand = hand_of(state, seat)
    up = [UP[token] for token in car.tokens]
    time = rally.stage_seconds(car)
    return CarView(
        seat=seat,
        status=car.status,
        cell=car.cell if car.cell >= 0 else None,
        cell_name=way.name(car.cell) if car.cell >= 0 else "",
        front=way.front[car.cell] if car.cell >= 0 else way.start_at,
        gear=car.gear,
        leads=seat == state.leader,
        damage={kind: up.count(kind) for kind in sorted(set(up))},
        dice=DiceView(hand.gear, hand.coast, hand.brake, hand.coast_die),
        hazard_limit=HAZARD_LIMIT,
        seconds=car.seconds,
        pile=tuple([_ENTRIES[entry] for entry in car.pile]),
        pile_seconds=pile_seconds(car),
        stage_seconds=time,
        stage_time=clock(time),
        spare=car.spare,
        sisu=car.sisu,
        starts=state.starters.index(seat) + 1 if state.starters else 0,
        rank=rank,
    )


def _backs(state: State) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for back, left in zip(BACKS, state.backs, strict=True):
        found.setdefault(str(back.gear), {})[back.name] = left
    return found


def _mud(state: State) -> tuple[MudView, ...]:
    way = road(state)
    depth: dict[int, int] = {}
    for shortcut, _ in state.mud:
        for corner in way.shortcuts[shortcut].bypassed:
            depth[corner] = depth.get(corner, 0) + 1
    return tuple(
        MudView(
            way.corners[corner].section,
            deep,
            max(0, way.limit[way.corners[corner].inside[0]] - deep),
            max(0, way.limit[way.corners[corner].outside[0]] - deep),
            (*way.corners[corner].inside, *way.corners[corner].outside),
        )
        for corner, deep in sorted(depth.items())
    )


def _turn(state: State) -> TurnView:
    stranded = state.phase == "plan" and drive_of(state, state.seat).staying() == "stranded"
    return TurnView.of(
        state,
        hand_of(state, state.seat),
        risks_now(state) if state.phase == "step" else (),
        relays.original(state) if state.phase == "relay" else (),
        calm=state.calm,
        lanes=tuple(other_lanes(state)) if stranded else (),
    )


def risks_now(state: State) -> tuple[float, ...]:
    """Returns the chance of a loss by each step ahead if all are rolled one by one."""
    drive, steps = rest_of_turn(state), state.plan[state.at :]
    if state.calm:
        return tuple(float(move.fatal) for move in drive.trace(steps))
    return views.risks_ahead(drive.legs(steps), HAZARD_LIMIT, state.hazards)


def sheet(state: State) -> tuple[StageView, ...]:
    """Returns the rally sheet: a row per stage, each with a line per seat (DIRT-SHEET-1, -2)."""
    rows = []
    sums = list(rally.carried_seconds(state))
    for number, stage in enumerate(stages_of(state.options)):
        driven = state.sheet[number] if number < len(state.sheet) else ()
        sums = [total + line.total for total, line in zip(sums, driven, strict=True)] if driven else sums
        placed = rally.places([line.seconds for line in driven])
        ranks = rally.places(sums)
        if driven and number + 1 == len(stages_of(state.options)):
            ranks = rally.final_places(state)
        rows.append(
            StageView(
                number + 1,
                stage.id,
                stage.name,
                len(stage.tiles),
                stage.assistance,
                tuple(
                    LineView(
                        seconds=line.seconds,
                        time=clock(line.seconds),
                        control=line.control,
                        gear=line.gear,
                        coast=line.coast,
                        brake=line.brake,
                        spare=line.spare,
                        sisu=line.sisu,
                        retired=line.retired,
                        place=placed[seat],
                        total=sums[seat],
                        total_time=clock(sums[seat]),
                        rank=ranks[seat],
                    )
                    for seat, line in enumerate(driven)
                ),
            )
        )
    return tuple(rows)
