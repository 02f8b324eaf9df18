"""Balance over many races: routes, eliminations, lead changes, wins by seat, fuel left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from paddock.core.game import Event, ReportTable, Result
from paddock.games.outspeed.components import SideName, components
from paddock.games.outspeed.events import (
    Eliminated,
    Flipped,
    FuelGained,
    FuelLost,
    LostTurn,
    Moved,
    NoEffect,
    Paid,
    Revealed,
    TileShown,
    TurnedUp,
    Void,
    Won,
)
from paddock.games.outspeed.state import Cause, OutspeedState
from paddock.games.outspeed.terms import COLOURS, Colour

CAUSES: dict[Cause, str] = {
    "fuel": "out of fuel",
    "board": "on the removed board",
    "back": "pushed off the back",
    "route": "no route open",
}
UNLIT = "–"
Face = tuple[int, SideName]
Cells = tuple[str | int | float, ...]


class BalanceReport:
    """Aggregates many races."""

    def __init__(self) -> None:
        self.races = 0
        self.players = 0
        self.turns = 0
        self.routes: Counter[tuple[Face, Colour]] = Counter()
        self.lost: Counter[Face] = Counter()
        self.causes: Counter[Cause] = Counter()
        self.out_turns: Counter[Cause] = Counter()
        self.decided: Counter[str] = Counter()
        self.lead_changes = 0
        self.races_with_lead_change = 0
        self.seated: Counter[int] = Counter()
        self.wins: dict[int, float] = {}
        self.finished: Counter[int] = Counter()
        self.fuel: Counter[int] = Counter()
        self.in_race: Counter[int] = Counter()
        self.fuel_after: Counter[int] = Counter()
        self.played: Counter[str] = Counter()
        self.wasted: Counter[str] = Counter()

    def game(self, states: Sequence[OutspeedState], events: Sequence[Event], result: Result | None) -> None:
        """Adds one race."""
        first, last = states[0], states[-1]
        changes = lead_changes(first, events)
        self.races += 1
        self.players += len(first.ships)
        self.turns += last.turn
        self.lead_changes += changes
        self.races_with_lead_change += changes > 0
        self._routes(events)
        self._tokens(events)
        for turn, tanks in enumerate(fuel_by_turn(first, events), start=1):
            self.in_race[turn] += len(tanks)
            self.fuel_after[turn] += sum(tanks)
        self.decided.update({event.decided for event in events if isinstance(event, Won)})
        self.decided.update("void" for event in events if isinstance(event, Void))
        winners = [seat for seat, place in enumerate(result.places) if place == 1] if result else []
        for seat, ship in enumerate(last.ships):
            self.seated[seat] += 1
            self.wins[seat] = self.wins.get(seat, 0.0) + (1 / len(winners) if seat in winners else 0.0)
            if ship.cause is None:
                self.fuel[seat] += ship.fuel
                self.finished[seat] += 1
            else:
                self.causes[ship.cause] += 1
                self.out_turns[ship.cause] += ship.out

    def _routes(self, events: Sequence[Event]) -> None:
        face: Face = 0, "3-4"
        for event in events:
            match event:
                case TileShown():
                    face = event.tile, event.side
                case Flipped():
                    face = face[0], event.side
                case Revealed():
                    self.routes[face, event.route] += 1
                case LostTurn():
                    self.lost[face] += 1

    def _tokens(self, events: Sequence[Event]) -> None:
        self.played.update(event.token for event in events if isinstance(event, TurnedUp))
        self.wasted.update(event.token for event in events if isinstance(event, NoEffect))

    def tables(self) -> list[ReportTable]:
        """Returns routes, eliminations, tokens, fuel, the course of the races, and the seats."""
        return [
            self._route_table(),
            self._out_table(),
            self._token_table(),
            self._fuel_table(),
            self._course_table(),
            self._seat_table(),
        ]

    def _route_table(self) -> ReportTable:
        rows: list[Cells] = []
        for face in sorted({face for face, _ in self.routes}):
            tile, side = face
            lit = components().tiles[tile].sides[side].lit
            taken = {colour: self.routes[face, colour] for colour in COLOURS}
            choices = sum(taken.values())
            shares = [percent(taken[colour], choices) if colour in lit else UNLIT for colour in COLOURS]
            rows.append((tile, side, choices, *shares, percent(self.lost[face], choices)))
        columns = ("tile", "side", "choices", *(f"{colour} %" for colour in COLOURS), "turns lost %")
        return ReportTable("Routes by tile", columns, tuple(rows))

    def _out_table(self) -> ReportTable:
        rows: list[Cells] = [
            (words, n, percent(n, self.players), mean(self.out_turns[cause], n))
            for cause, words in CAUSES.items()
            if (n := self.causes[cause])
        ]
        total = sum(self.causes.values())
        all_of_them = ("all", total, percent(total, self.players), mean(sum(self.out_turns.values()), total))
        return ReportTable("Eliminations", ("why", "ships", "ships %", "mean turn"), (*rows, all_of_them))

    def _token_table(self) -> ReportTable:
        rows = tuple(
            (
                token.replace("_", " "),
                self.played[token],
                mean(self.played[token], self.races),
                percent(self.wasted[token], self.played[token]),
            )
            for token in components().tokens
        )
        return ReportTable("Bonus tokens", ("token", "played", "per race", "without effect %"), rows)

    def _fuel_table(self) -> ReportTable:
        rows = tuple(
            (turn, mean(self.in_race[turn], self.races), mean(self.fuel_after[turn], self.in_race[turn]))
            for turn in sorted(self.in_race)
        )
        return ReportTable("Fuel", ("after turn", "ships per race", "fuel per ship"), rows)

    def _course_table(self) -> ReportTable:
        rows = [
            ("races", self.races),
            ("turns per race", mean(self.turns, self.races)),
            ("lead changes per race", mean(self.lead_changes, self.races)),
            ("races with a lead change %", percent(self.races_with_lead_change, self.races)),
            *(
                (f"decided by {how} %", percent(self.decided[how], self.races))
                for how in sorted(self.decided)
            ),
        ]
        return ReportTable("Course", ("what", "value"), tuple(rows))

    def _seat_table(self) -> ReportTable:
        rows = tuple(
            (
                seat + 1,
                races,
                percent(self.wins[seat], races),
                percent(self.finished[seat], races),
                mean(self.fuel[seat], self.finished[seat]),
            )
            for seat, races in sorted(self.seated.items())
        )
        return ReportTable("Seats", ("seat", "races", "win %", "not eliminated %", "fuel left"), rows)


def percent(part: float, whole: int) -> float:
    """Returns a share in percent, to one digit."""
    return round(100 * part / whole, 1) if whole else 0.0


def mean(total: float, number: int) -> float:
    """Returns a mean to two digits."""
    return round(total / number, 2) if number else 0.0


def lead_changes(first: OutspeedState, events: Sequence[Event]) -> int:
    """Returns how often a turn ended with a different ship alone in the lead than before."""
    zones = {seat: ship.zone for seat, ship in enumerate(first.ships)}
    leader: int | None = None
    changes = 0
    for event in events:
        match event:
            case Moved():
                zones[event.seat] = event.end
            case Eliminated():
                zones.pop(event.seat, None)
            case TileShown() | Won():
                ahead = [seat for seat, zone in zones.items() if zone == max(zones.values())]
                if len(ahead) == 1 and ahead[0] != leader:
                    changes += leader is not None
                    leader = ahead[0]
    return changes


def fuel_by_turn(first: OutspeedState, events: Sequence[Event]) -> Iterator[list[int]]:
    """Yields the fuel of every ship in the race after each completed turn."""
    fuel = {seat: ship.fuel for seat, ship in enumerate(first.ships)}
    turn = 0
    for event in events:
        match event:
            case FuelGained() | FuelLost() | Paid():
                fuel[event.seat] = event.fuel
            case Eliminated():
                fuel.pop(event.seat)
            case TileShown():
                if turn:
                    yield list(fuel.values())
                turn = event.turn
    if fuel:
        yield list(fuel.values())
