"""Dirt & Dust as a game of Paddock."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from paddock.core.chance import Outcome
from paddock.core.data import shipped_data
from paddock.core.game import (
    ActionSpace,
    Challenge,
    Figure,
    Game,
    Listed,
    Pending,
    Result,
    Yardstick,
    not_asked,
)
from paddock.core.match import Replayed
from paddock.core.messages import Message
from paddock.core.summaries import Recount
from paddock.games.dirt_and_dust import phases, pictures, setup
from paddock.games.dirt_and_dust.actions import AnyAction, Discard, Pass, PickDriver, PickStage
from paddock.games.dirt_and_dust.cards import load
from paddock.games.dirt_and_dust.damage import handicap
from paddock.games.dirt_and_dust.driving import drive, possible_actions, reacted
from paddock.games.dirt_and_dust.events import AnyEvent, Events, Told, as_seen_by, hushed
from paddock.games.dirt_and_dust.explore import ANSWERS, Asked, answer
from paddock.games.dirt_and_dust.explore import Answer as AnyAnswer
from paddock.games.dirt_and_dust.explore import Question as AnyQuestion
from paddock.games.dirt_and_dust.feats import challenge_options, driver_feats
from paddock.games.dirt_and_dust.figures import figures
from paddock.games.dirt_and_dust.hidden import imagine
from paddock.games.dirt_and_dust.options import FULL_STAGES, DirtAndDustOptions
from paddock.games.dirt_and_dust.recounts import recount
from paddock.games.dirt_and_dust.report import DirtAndDustReport
from paddock.games.dirt_and_dust.scoring import result
from paddock.games.dirt_and_dust.state import Player, cards_of, sequential
from paddock.games.dirt_and_dust.state import State as TableState
from paddock.games.dirt_and_dust.supply import second_chance, second_chances
from paddock.games.dirt_and_dust.view_types import View as TableView
from paddock.games.dirt_and_dust.views import view


class DirtAndDust(Game[DirtAndDustOptions, TableState, AnyAction]):
    """Dice and deck-building on a road whose cards fall off the board."""

    name = "dirt-and-dust"
    title = "Dirt & Dust"
    rules_version = 2
    seats = range(1, 5)
    yardstick = Yardstick("points", lowest=False)
    longest = 40_000
    widest = 32
    Options = DirtAndDustOptions
    State = TableState
    Action = AnyAction
    Event = AnyEvent
    View = TableView
    Question = AnyQuestion
    Answer = AnyAnswer
    Answers = ANSWERS
    quick = (Asked,)

    def start(self, options: DirtAndDustOptions, seats: int) -> TableState:
        """Returns the table before anything is rolled or drawn."""
        self.check_seats(seats)
        return setup.set_up(options, seats)

    def pending(self, state: TableState) -> Pending:
        """Returns the pending dice and cards; without any, the seats that have not finished the phase."""
        if state.phase == "over":
            return Pending()
        if state.phase == "setup" and state.todo:
            chance = setup.setup_chance(state)
            return Pending(chance=chance) if chance else Pending((setup.setup_seat(state),))
        if state.ghost is not None and state.ghost.throws:
            return Pending(chance=phases.ghost_chance(state, state.ghost))
        for seat, player in enumerate(state.players):
            if player.throws:
                return Pending(chance=phases.seat_chance(state, seat))
            if state.phase == "roll" and not player.done:
                return Pending((seat,))
        if state.phase == "settlement":
            return Pending((state.turns[0],))
        waiting = tuple(seat for seat, player in enumerate(state.players) if not player.done)
        one_by_one = state.phase == "driving" and sequential(state)
        return Pending(waiting[:1] if one_by_one else waiting)

    def actions(self, state: TableState, seat: int) -> ActionSpace[AnyAction]:
        """Returns everything the seat may decide now."""
        if seat not in self.pending(state).seats:
            return Listed()
        if state.phase == "setup":
            if state.todo[0] == "stage":
                return Listed(PickStage(stage) for stage in FULL_STAGES)
            return Listed(PickDriver(driver) for driver in setup.free_drivers(state))
        if state.phase == "settlement":
            return Listed([*second_chances(state, seat), Pass()])
        if state.phase == "preparation":
            return Listed(discards(state.players[seat]))
        return Listed(possible_actions(state, seat))

    def act(self, state: TableState, seat: int, action: AnyAction) -> list[Any]:
        """Checks and applies a decision."""
        if seat not in self.pending(state).seats:
            raise not_asked("DD-ROUND-2", seat)
        events: Events
        if state.phase == "setup":
            events = setup.draft(state, seat, action)
        elif state.phase == "roll":
            events = [*reacted(state, seat, action), *phases.end_roll(state, seat)]
        elif state.phase == "driving":
            events = self._among_drivers(state, seat, drive(state, seat, action))
        elif state.phase == "settlement":
            events = second_chance(state, seat, action)
        else:
            events = phases.discard_hand(state, seat, action)
        return [*events, *phases.advance(state)]

    def asks(self, state: TableState, seat: int) -> Message:
        """Returns the question of a phase; before the first round, about the stage or a driver."""
        what = state.todo[0].split()[0] if state.phase == "setup" else state.phase
        return Message(f"dirt-and-dust.asks.{what}")

    def resolve(self, state: TableState, outcome: Outcome) -> list[Any]:
        """Applies a die or a card."""
        if state.phase == "setup" and state.todo:
            return [*setup.decide_setup(state, str(outcome)), *phases.advance(state)]
        if state.ghost is not None and state.ghost.throws:
            return phases.resolve_ghost(state.ghost, outcome)
        seat = next(seat for seat, player in enumerate(state.players) if player.throws)
        driving = state.phase == "driving"
        events = phases.resolve_throw(state, seat, outcome)
        if driving:
            events = self._among_drivers(state, seat, events)
        return [*events, *phases.advance(state)]

    def _among_drivers(self, state: TableState, seat: int, events: Events) -> Events:
        """Hides a seat's events from the others until everybody has finished driving."""
        return hushed(events, (seat,)) if state.before else events

    def view(self, state: TableState, seat: int | None) -> TableView:
        """Returns the table as a seat may see it."""
        return view(state, seat)

    def witness(self, event: Told, seat: int | None) -> Told | None:
        """Returns the event as a seat may see it."""
        return as_seen_by(event, seat)

    def reveals(self, event: Told, seats: int) -> bool:
        """Whether an event reveals hidden information; never for a single seat."""
        return event.reveals and seats > 1 and (event.to is None or len(event.to) > 1)

    def tell(self, event: Told, cells: Sequence[str] = ()) -> Message:
        """Returns the event as a message; a list of cards becomes the parameter `card`."""
        message = super().tell(event, cells)
        return Message(
            message.id,
            {
                "card" if isinstance(value, list) and name in ("cards", "bought") else name: value
                for name, value in message.params.items()
                if name != "to"
            },
        )

    def pieces(self, state: TableState) -> Counter[str]:
        """Counts all cards, in the supply and with the players, once the setup has chosen them."""
        if state.phase == "setup":
            return Counter()
        return sum((cards_of(player) for player in state.players), Counter(state.stock))

    def imagine(self, state: TableState, seat: int | None, rng: random.Random) -> TableState:
        """Returns a table that looks the same to the seat."""
        return imagine(state, seat, rng)

    def explore(self, state: TableState, seat: int, question: AnyQuestion) -> AnyAnswer:
        """Returns what a die, a card, a Navigator or an action could do now."""
        return answer(self, state, seat, question)

    def result(self, state: TableState) -> Result | None:
        """Returns places and totals."""
        return result(state)

    def course(self, options: DirtAndDustOptions) -> str | None:
        """Returns the stage of a record; None for a random stage."""
        return options.stage if options.stage not in ("random", "draft") else None

    def feats(
        self, options: DirtAndDustOptions, events: Sequence[Told], result: Result
    ) -> list[dict[str, float]]:
        """Returns cards bought, Navigators placed, Hits and Risk dice of every driver."""
        return driver_feats(events, len(result.places))

    def recount(self, first: TableState, steps: Iterable[Replayed]) -> Recount:
        """Returns Speed points round by round, and how the totals were made up."""
        return recount(first, steps)

    def challenge(self, seed: bytes, span: str) -> Challenge | None:
        """Returns a stage against the Ghost with fixed cards; a monthly Ghost is stronger."""
        return Challenge(challenge_options(seed, span))

    def report(self) -> DirtAndDustReport:
        """Returns a balance report on many games."""
        return DirtAndDustReport()

    def text(self, state: TableState, seat: int | None = None) -> str:
        """Returns Position Track, Stage cards and every player's boards as text."""
        return pictures.text(self.view(state, seat))

    def svg(self, state: TableState, seat: int | None = None) -> str:
        """Returns the same as a picture."""
        return pictures.svg_of(self.view(state, seat))

    def figures(
        self, first: TableState, last: TableState, events: Sequence[Told], result: Result
    ) -> Iterable[Figure]:
        """Returns wins by driver, cards bought, wrecks and lead changes."""
        return figures(last, events, result)

    def shipped_data(self) -> bytes:
        """Returns the shipped card file."""
        return shipped_data("paddock.games.dirt_and_dust")

    def check_data(self, file: bytes) -> None:
        """Checks a card file; raises BadInput that names the wrong card."""
        load(file)

    def clone(self, state: TableState) -> TableState:
        """Returns an independent copy."""
        return state.clone()


def discards(player: Player) -> list[AnyAction]:
    """Returns every way to discard from hand within the hand limit, beginning with none."""
    least = max(0, len(player.hand) - handicap(player).hand_limit)
    ways = {
        tuple(chosen) for n in range(least, len(player.hand) + 1) for chosen in combinations(player.hand, n)
    }
    return [Discard(cards) for cards in sorted(ways, key=lambda cards: (len(cards), cards))]


DIRT_AND_DUST = DirtAndDust()
