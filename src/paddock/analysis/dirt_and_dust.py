"""The evaluator of Dirt & Dust in points: the best drive found, the cards, and the rounds to come.

A round is judged drive by drive: the value of the best way through the rest of the Driving Phase, against
the value that remains after a decision. All dice and cards before it count as one chance event.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable
from functools import cache
from importlib import resources
from typing import Literal

import msgspec

from paddock.analysis.error_estimates import stated
from paddock.analysis.evaluator import Judgement
from paddock.analysis.report import Basis, Cards, Unit
from paddock.bots.dirt_and_dust.board_values import promised
from paddock.bots.dirt_and_dust.club import own_situation
from paddock.bots.dirt_and_dust.drive_search import SOUND, drives
from paddock.bots.dirt_and_dust.lookahead import step
from paddock.core.logs import Log
from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust.actions import AnyAction, Buy, Finish
from paddock.games.dirt_and_dust.scoring import score
from paddock.games.dirt_and_dust.state import State, rounds
from paddock.games.dirt_and_dust.supply import buyable
from paddock.solve import Store, Wish
from paddock.solve.solver import Watch, unwatched

AT_START = 40.0
"""The value of a seat before its driver is known: about the mean result of the games behind the weights."""


@cache
def drift() -> tuple[float, ...]:
    """Returns what club drivers score beyond the expected total of their boards, by rounds left."""
    raw = (resources.files("paddock.analysis") / "data/drift.json").read_bytes()
    return msgspec.json.decode(raw, type=tuple[float, ...])


class DriveEvaluator:
    """Values a game in points: those scored and those expected."""

    unit: Unit = "points"
    lowest = False
    basis: Basis = "expert"
    hidden = True
    surprise: Literal["drift", "rivals"] = "drift"

    def __init__(self, cards: Cards, salt: str = "") -> None:
        """`salt`: changes the dice used for lookahead."""
        sure = stated("dirt-and-dust")
        self.error, self.noise = sure.error, sure.noise
        self.cards = cards
        self.salt = salt
        self._known: dict[Hashable, float] = {}
        self._paths: dict[Hashable, tuple[AnyAction, ...]] = {}
        """The best drive found in each situation."""

    def seen(self, state: State, seat: int) -> State:
        """Returns the state as the seat knows it, or the full state with open cards."""
        if self.cards == "open" or len(state.players) == 1:
            return state
        return DIRT_AND_DUST.imagine(state, seat, random.Random(f"{self.salt}{state.round}-{seat}"))

    def value(self, state: State, seat: int) -> float | None:
        """Returns the points the seat may expect."""
        if state.phase == "over":
            return float(score(state, seat).total)
        if state.players[seat].out:
            return 0.0
        if state.phase == "setup" or not state.stage:
            return AT_START
        if state.phase != "driving" or state.players[seat].done:
            return self._standing(self.seen(state, seat), seat)
        key = own_situation(state, seat)
        if key not in self._known:
            self._known[key] = self._driving(self.seen(state, seat), seat)
        return self._known[key]

    def _standing(self, state: State, seat: int) -> float:
        if state.phase == "roll":
            state = msgspec.structs.replace(state, round=state.round - 1, phase="preparation")
        return promised(state, seat) + self._to_come(state)

    def _to_come(self, state: State) -> float:
        return drift()[min(rounds(state) - state.round, len(drift()) - 1)]

    def _driving(self, state: State, seat: int) -> float:
        """Returns the value of the best drive from here, with the best card bought after it."""
        best = drives(state, seat, random.Random(f"{self.salt}{state.round}"), SOUND)[0]
        self._paths[own_situation(state, seat)] = best.path
        if best.state.players[seat].out:
            return 0.0
        found = best.value + self._to_come(state)
        if best.settled:
            return found
        return found + max(0.0, *self._offers(best.state, seat).values(), 0.0)

    def _offers(self, state: State, seat: int) -> dict[AnyAction, float]:
        """Returns what every card on sale adds to the expected total."""
        without = promised(state, seat)
        dice = random.Random(self.salt)
        return {
            buy: promised(step(state, seat, buy, dice)[0], seat) - without
            for buy in buyable(state, state.players[seat])
        }

    def judge(self, state: State, seat: int, action: AnyAction) -> Judgement | None:
        """Judges a step of a drive against the best one; nothing outside Driving Phases is rated."""
        if state.phase != "driving" or len(list(DIRT_AND_DUST.actions(state, seat))) < 2:
            return None
        top = self.value(state, seat)
        assert top is not None
        table = self.seen(state, seat)
        best = self._best(state, table, seat)
        worth = self._after(state, table, seat, action, top if action == best else None)
        fault = {Buy: "purchase", Finish: "finished"}.get(type(action), "drive")
        return Judgement(worth, best, top, fault)

    def _after(self, state: State, table: State, seat: int, action: AnyAction, known: float | None) -> float:
        """Returns the value after a decision; the first step of the best drive keeps all of it."""
        if isinstance(action, Finish):
            return self._standing(table, seat)
        after, _ = step(table, seat, action, random.Random(f"{self.salt}{state.round}"))
        if after.players[seat].out:
            return 0.0
        key = own_situation(after, seat)
        if known is not None and not isinstance(action, Buy):
            self._known[key] = known
            self._paths[key] = self._paths.get(own_situation(state, seat), ())[1:]
        elif key not in self._known:
            self._known[key] = self._driving(after, seat)
        return self._known[key]

    def _best(self, state: State, table: State, seat: int) -> AnyAction:
        """Returns the first step of the best drive; after the drive a card, or the end."""
        player = table.players[seat]
        amid = player.doing is not None or bool(player.faces)
        path = self._paths.get(own_situation(state, seat), ())
        if (path[0] not in DIRT_AND_DUST.actions(state, seat)) if path else amid:
            # a drive planned with other dice may end inside a card, or answer a roll that did not happen
            path = drives(table, seat, random.Random(f"{self.salt}{state.round}"), SOUND)[0].path
            self._paths[own_situation(state, seat)] = path
        if path:
            return path[0]
        offers = self._offers(table, seat)
        card = max(offers, key=offers.__getitem__, default=None)
        return card if card is not None and offers[card] > 0 else Finish()

    def awake(self, state: State) -> Iterable[int]:
        """Returns the seats that drive; all seats once a round has been settled."""
        if state.phase == "driving":
            return [
                seat for seat, player in enumerate(state.players) if not player.done and not player.throws
            ]
        return range(len(state.players)) if state.phase in ("preparation", "over") else ()

    def roller(self, state: State) -> int | None:
        """Returns the seat that rolls in a Driving Phase; None outside, where dice concern all."""
        if state.phase != "driving":
            return None
        return next((seat for seat, player in enumerate(state.players) if player.throws), None)

    def lumped(self, state: State) -> bool:
        """Whether dice and cards count as one event until a drive begins or continues."""
        return True

    def moment(self, state: State) -> Hashable:
        """Returns the round."""
        return state.round


def evaluator(log: Log, cards: Cards, wish: Wish, store: Store, watch: Watch = unwatched) -> DriveEvaluator:
    """Returns the evaluator of a game."""
    return DriveEvaluator(cards)
