"""Races of Outspeed set up by hand: ships in given zones, tokens in hand, a given tile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from paddock.core.chance import Outcome
from paddock.core.errors import IllegalAction
from paddock.core.game import Result
from paddock.games.outspeed import OUTSPEED
from paddock.games.outspeed.components import SideName, components, least_cost, open_routes, read_tile
from paddock.games.outspeed.deals import deals
from paddock.games.outspeed.events import Keep, Lay, OutspeedAction, OutspeedEvent, Pass, SetDial
from paddock.games.outspeed.state import TURNS, OutspeedState, in_order, set_up
from paddock.games.outspeed.turns import go_on
from paddock.games.outspeed.views import tile_view
from paddock.testing.harness import refused

AnyEvent = Any


class Race:
    """A race in progress, with the events since it was set up."""

    def __init__(self, state: OutspeedState) -> None:
        self.state = state
        self.told: list[OutspeedEvent] = []

    @property
    def zones(self) -> list[int]:
        """The zone of every seat's ship, 0 if it is out."""
        return [ship.zone for ship in self.state.ships]

    @property
    def fuel(self) -> list[int]:
        """The fuel of every seat."""
        return [ship.fuel for ship in self.state.ships]

    @property
    def out(self) -> list[int]:
        """The seats that have left the race."""
        return [seat for seat, ship in enumerate(self.state.ships) if ship.out]

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that decide now."""
        return OUTSPEED.pending(self.state).seats

    @property
    def result(self) -> Result | None:
        """How the race ended."""
        return OUTSPEED.result(self.state)

    def offered(self, seat: int) -> list[OutspeedAction]:
        """Returns what a seat may decide now."""
        return list(OUTSPEED.actions(self.state, seat))

    def events(self, kind: type[AnyEvent]) -> list[AnyEvent]:
        """Returns all events of a kind so far."""
        return [event for event in self.told if isinstance(event, kind)]

    def act(self, seat: int, action: OutspeedAction) -> Race:
        """Applies a decision of a seat."""
        self.told += OUTSPEED.act(self.state, seat, action)
        return self

    def refused(self, seat: int, action: OutspeedAction) -> IllegalAction:
        """Asserts that an action of a seat is illegal; returns the refusal."""
        return refused(OUTSPEED, self.state, seat, action)

    def lay(self, tokens: Mapping[int, str] | None = None) -> Race:
        """Plays the whole Bonus phase: these seats lay these tokens, all others pass."""
        while self.state.phase == "bonus":
            seat = self.asked[0]
            token = (tokens or {}).get(seat)
            self.act(seat, Lay(token) if token else Pass())
        return self

    def program(self, *routes: str | None) -> Race:
        """Sets the routes of all seats in order (None for eliminated seats)."""
        for seat, route in enumerate(routes):
            if route is not None:
                self.act(seat, OUTSPEED.action({"action": "program", "route": route}))
        return self

    def dial(self, amounts: Mapping[int, int]) -> Race:
        """Sets the middle dials of these seats."""
        for seat, amount in amounts.items():
            self.act(seat, SetDial(amount))
        return self

    def come(self, *outcomes: Outcome) -> Race:
        """Applies these dice, tokens and tiles."""
        for outcome in outcomes:
            chance = OUTSPEED.pending(self.state).chance
            assert chance is not None and chance.weight_of(outcome), f"{outcome} cannot come up: {chance}"
            self.told += OUTSPEED.resolve(self.state, outcome)
        return self

    def keep(self, token: str) -> Race:
        """Keeps a token for the drawing player."""
        return self.act(self.asked[0], Keep(token))


def race(
    zones: Sequence[int],
    fuel: int | Sequence[int] = 12,
    tokens: Mapping[int, Iterable[str]] | None = None,
    tile: int = 1,
    side: SideName | None = None,
    fields: Iterable[int] = (),
    boards: tuple[int, int] = (1, 14),
) -> Race:
    """Returns a race at the start of a turn with this tile visible; zone 0 is an eliminated ship."""
    state = set_up(OUTSPEED.Options(), len(zones))
    box = components()
    others = [other for other in reversed(box.ids["track"]) if other != tile]
    state.turn = TURNS if box.tiles[tile].kind == "finish" else 2
    state.seen = (*others[: state.turn - 1], tile)
    state.side = side or state.side
    state.rear, state.front = boards
    state.fields = tuple(sorted(fields))
    for seat, (ship, zone) in enumerate(zip(state.ships, zones, strict=True)):
        ship.zone = zone
        ship.fuel = fuel if isinstance(fuel, int) else fuel[seat]
        ship.out = 0 if zone else 1
        ship.cause = None if zone else "fuel"
        ship.tokens = in_order((tokens or {}).get(seat, ()))
        for token in ship.tokens:
            state.stack.remove(token)
    state.phase = "bonus"
    table = Race(state)
    go_on(state, table.told)
    return table


@contextmanager
def played_with_tiles(tiles: Iterable[Mapping[str, Any]]) -> Iterator[None]:
    """Replaces the tiles of the box by these, in their data form."""
    box = components().tiles
    shipped = dict(box)
    box.update({tile.id: tile for tile in map(read_tile, tiles)})
    _forget_tiles()
    try:
        yield
    finally:
        box.update(shipped)
        _forget_tiles()


def _forget_tiles() -> None:
    for remembered in (least_cost, open_routes, deals, tile_view):
        remembered.cache_clear()
