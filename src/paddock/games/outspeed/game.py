"""Outspeed as a game of Paddock: a thin adapter to the rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from paddock.core.chance import Outcome
from paddock.core.data import shipped_data
from paddock.core.errors import BadInput, IllegalAction
from paddock.core.game import Figure, Foresight, Game, Listed, Pending, Report, Result, not_asked
from paddock.core.match import Replayed
from paddock.core.messages import Message
from paddock.core.summaries import Recount
from paddock.games.outspeed import bonus, drawing, imagination, pictures, previews, routes, turns, views
from paddock.games.outspeed.components import read_file
from paddock.games.outspeed.events import (
    Keep,
    Lay,
    OutspeedAction,
    OutspeedEvent,
    Pass,
    Program,
    SetDial,
    Told,
    witnessed,
)
from paddock.games.outspeed.figures import figures
from paddock.games.outspeed.recounts import recount
from paddock.games.outspeed.report import BalanceReport
from paddock.games.outspeed.state import OutspeedOptions, OutspeedState, affordable, copy, set_up
from paddock.games.outspeed.terms import Colour


@lru_cache
def programs(colours: tuple[Colour, ...]) -> Listed[OutspeedAction]:
    """Returns the actions that choose among these routes."""
    return Listed(Program(colour) for colour in colours)


class Outspeed(Game[OutspeedOptions, OutspeedState, OutspeedAction]):
    """A hover race for 3 to 6: pick a route in secret, pay its fuel, take its reward."""

    name = "outspeed"
    title = "Outspeed"
    rules_version = 2
    seats = range(3, 7)
    longest = 1000
    widest = 12
    Options = OutspeedOptions
    State = OutspeedState
    Action = OutspeedAction
    Event = OutspeedEvent
    View = views.OutspeedView
    Question = previews.Question
    Answer = previews.Answer
    Answers = previews.ANSWERS
    quick = (previews.AskRoute, previews.AskToken)

    def start(self, options: OutspeedOptions, seats: int) -> OutspeedState:
        """Returns the state with all ships in their start zones, before the first tile is shown."""
        self.check_seats(seats)
        return set_up(options, seats)

    def pending(self, state: OutspeedState) -> Pending:
        """Returns the seats that decide now, or the next die or draw."""
        return turns.pending(state)

    def actions(self, state: OutspeedState, seat: int) -> Listed[OutspeedAction]:
        """Returns everything the seat may decide now."""
        if seat not in state.asked:
            return Listed()
        match state.phase:
            case "bonus":
                return Listed([Pass(), *(Lay(token) for token in bonus.can_lay(state, seat))])
            case "programming":
                return programs(affordable(state, seat))
            case "dials":
                return Listed(SetDial(amount) for amount in range(routes.most_on_dial(state, seat) + 1))
            case _:
                return Listed(Keep(token) for token in sorted(set(state.looked)))

    def act(self, state: OutspeedState, seat: int, action: OutspeedAction) -> list[OutspeedEvent]:
        """Checks and applies a decision, then continues to the next one."""
        told: Told = []
        if seat not in state.asked:
            if state.phase == "bonus" and 0 <= seat < len(state.laid) and state.laid[seat] is not None:
                raise IllegalAction("ULT-BONUS-4", "outspeed.already-announced")
            raise not_asked("ULT-TURN-2", seat)
        match state.phase, action:
            case "bonus", Pass() | Lay():
                bonus.announce(state, seat, action, told)
            case "programming", Program():
                routes.program(state, seat, action, told)
            case "dials", SetDial():
                routes.set_dial(state, seat, action, told)
            case "drawing", Keep():
                drawing.keep(state, seat, action, told)
            case _:
                raise IllegalAction("ULT-TURN-2", "outspeed.not-now", phase=state.phase)
        turns.go_on(state, told)
        return told

    def asks(self, state: OutspeedState, seat: int) -> Message:
        """Returns the question of a phase."""
        return Message(f"outspeed.asks.{state.phase}")

    def resolve(self, state: OutspeedState, outcome: Outcome) -> list[OutspeedEvent]:
        """Applies a tile, die or token, then continues the race."""
        told: Told = []
        turns.resolve(state, outcome, told)
        turns.go_on(state, told)
        return told

    def view(self, state: OutspeedState, seat: int | None) -> views.OutspeedView:
        """Returns what a seat may see."""
        choices = () if seat is None else tuple(self.actions(state, seat))
        return views.view(state, seat, choices)

    def witness(self, event: OutspeedEvent, seat: int | None) -> OutspeedEvent:
        """Returns the event without what the seat must not know."""
        return witnessed(event, seat)

    def pieces(self, state: OutspeedState) -> Counter[str]:
        """Counts all bonus tokens: in the stack and under it, used, looked at, laid, in hands."""
        stack = state.stack
        found = Counter(stack.pool) + Counter(stack.bottom) + Counter(stack.discards)
        found.update(state.looked)
        found.update(token for token in state.laid if token)
        for ship in state.ships:
            found.update(ship.tokens)
        return found

    def imagine(self, state: OutspeedState, seat: int | None, rng: random.Random) -> OutspeedState:
        """Returns a race that looks the same to the seat, with all hidden information drawn at random."""
        return imagination.imagine(state, seat, rng)

    def foresee(self, state: OutspeedState, seat: int, action: OutspeedAction) -> Foresight:
        """Forecasts a route for the visible tile, chosen while others still announce their tokens.

        The risk is the chance of elimination by its cost, for the worst choices of the others.
        """
        if not isinstance(action, Program) or state.phase != "bonus" or state.ships[seat].out:
            raise BadInput("core.nothing-to-foresee", game=self.name)
        return self._route_foreseen(state, seat, action)

    def due(
        self, state: OutspeedState, seat: int, action: OutspeedAction, begun: bool
    ) -> tuple[OutspeedAction, Foresight] | None:
        """Programs the route chosen in advance."""
        if begun or state.phase != "programming" or not isinstance(action, Program):
            return None
        return action, self._route_foreseen(state, seat, action)

    def _route_foreseen(self, state: OutspeedState, seat: int, action: Program) -> Foresight:
        routes.check_route(state, seat, action.route)
        rows = previews.route_answer(state, seat, action.route).payoffs
        return Foresight(max(row.out for row in rows), f"{state.seen[-1]} {state.side}")

    def explore(self, state: OutspeedState, seat: int, question: Any) -> previews.Answer:
        """Returns the possible costs and rewards of a route, or the effect of a token now."""
        return previews.answer(state, seat, question)

    def result(self, state: OutspeedState) -> Result | None:
        """Returns the places by zone, fuel and tokens; a void race has no first place."""
        if state.phase != "over":
            return None
        return Result(turns.places(state), tuple(float(ship.zone) for ship in state.ships), unit="zones")

    def figures(
        self, first: OutspeedState, last: OutspeedState, events: Sequence[Any], result: Result
    ) -> Iterable[Figure]:
        """Returns routes taken, turns lost, eliminations, lead changes and fuel left."""
        return figures(first, last, events)

    def recount(self, first: OutspeedState, steps: Iterable[Replayed]) -> Recount:
        """Returns zones turn by turn, turns lost and eliminations."""
        return recount(first, steps)

    def shipped_data(self) -> bytes:
        """Returns the shipped file of tiles and tokens."""
        return shipped_data("paddock.games.outspeed")

    def check_data(self, file: bytes) -> None:
        """Checks a data file; raises BadInput that names the wrong tile."""
        read_file(file)

    def report(self) -> Report:
        """Returns a report on routes, eliminations, lead changes, wins by seat and fuel left."""
        return BalanceReport()

    def text(self, state: OutspeedState, seat: int | None = None) -> str:
        """Returns zones with ships and fields, the tile, and every ship as text."""
        return pictures.text(self.view(state, seat))

    def svg(self, state: OutspeedState, seat: int | None = None) -> str:
        """Returns the same as a picture."""
        return pictures.svg_of(self.view(state, seat))

    def clone(self, state: OutspeedState) -> OutspeedState:
        """Returns an independent copy."""
        return copy(state)


OUTSPEED = Outspeed()
