"""Balance over many races: routes, eliminations, lead changes, wins by seat, fuel left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from paddock.core.game import Event, Result, Table
from paddock.games.outspeed.events import (
    Eliminated,
    Flipped,
    LostTurn,
    Moved,
    Revealed,
    TileShown,
    Void,
    Won,
)
from paddock.games.outspeed.state import OutspeedState
from paddock.games.outspeed.terms import Colour

CAUSES = ("fuel", "board", "back", "route")


class BalanceReport:
    """Gathers what races have in common."""

    def __init__(self, colours: Sequence[Colour]) -> None:
        self.colours = colours
        self.races = 0
        self.routes: Counter[tuple[int, str, Colour]] = Counter()
        self.lost: Counter[tuple[int, str, Colour]] = Counter()
        self.causes: Counter[str] = Counter()
        self.decided: Counter[str] = Counter()
        self.lead_changes = 0
        self.turns = 0
        self.players = 0
        self.seated: Counter[int] = Counter()
        self.wins: Counter[int] = Counter()
        self.fuel: Counter[int] = Counter()
        self.finished: Counter[int] = Counter()

    def game(self, states: Sequence[OutspeedState], events: Sequence[Event], result: Result | None) -> None:
        """Take in one race."""
        first, last = states[0], states[-1]
        self.races += 1
        self.players += len(first.ships)
        self.turns += last.turn
        self._routes(events)
        self.lead_changes += lead_changes(first, events)
        self.causes.update(event.cause for event in events if isinstance(event, Eliminated))
        self.decided.update({event.decided for event in events if isinstance(event, Won)})
        self.decided.update("void" for event in events if isinstance(event, Void))
        winners = [seat for seat, place in enumerate(result.places) if place == 1] if result else []
        for seat, ship in enumerate(last.ships):
            self.seated[seat] += 1
            if seat in winners:
                self.wins[seat] += 1
            if not ship.out:
                self.fuel[seat] += ship.fuel
                self.finished[seat] += 1

    def _routes(self, events: Sequence[Event]) -> None:
        tile, side = 0, ""
        for event in events:
            match event:
                case TileShown():
                    tile, side = event.tile, event.side
                case Flipped():
                    side = event.side
                case Revealed():
                    self.routes[tile, side, event.route] += 1
                case LostTurn():
                    self.lost[tile, side, event.route] += 1

    def tables(self) -> list[Table]:
        """Routes, eliminations, the course of the races, and the seats."""
        return [self._route_table(), self._out_table(), self._course_table(), self._seat_table()]

    def _route_table(self) -> Table:
        rows: list[tuple[str | int | float, ...]] = []
        for tile, side in sorted({(tile, side) for tile, side, _ in self.routes}):
            taken = [self.routes[tile, side, colour] for colour in self.colours]
            lost = sum(self.lost[tile, side, colour] for colour in self.colours)
            rows.append(
                (tile, side, sum(taken), *(share(n, sum(taken)) for n in taken), share(lost, sum(taken)))
            )
        return Table("Routes by tile", ("tile", "side", "choices", *self.colours, "turns lost"), tuple(rows))

    def _out_table(self) -> Table:
        causes = [cause for cause in CAUSES if self.causes[cause]]
        rows = [(cause, self.causes[cause], share(self.causes[cause], self.players)) for cause in causes]
        total = sum(self.causes.values())
        return Table(
            "Eliminations",
            ("cause", "ships", "share of ships"),
            (*rows, ("all", total, share(total, self.players))),
        )

    def _course_table(self) -> Table:
        races = self.races or 1
        rows = [
            ("races", self.races),
            ("turns per race", round(self.turns / races, 2)),
            ("lead changes per race", round(self.lead_changes / races, 2)),
            *((f"decided by {how}", share(self.decided[how], races)) for how in sorted(self.decided)),
        ]
        return Table("Course", ("what", "value"), tuple(rows))

    def _seat_table(self) -> Table:
        rows = tuple(
            (
                seat + 1,
                self.seated[seat],
                share(self.wins[seat], self.seated[seat]),
                share(self.finished[seat], self.seated[seat]),
                round(self.fuel[seat] / (self.finished[seat] or 1), 2),
            )
            for seat in sorted(self.seated)
        )
        return Table("Seats", ("seat", "races", "win share", "in the race at the end", "fuel left"), rows)


def share(part: int, whole: int) -> float:
    """A part of a whole, to three digits."""
    return round(part / whole, 3) if whole else 0.0


def lead_changes(first: OutspeedState, events: Sequence[Event]) -> int:
    """How often a turn ended with another ship alone in the lead than the last one that was."""
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
