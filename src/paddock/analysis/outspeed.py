"""The evaluator of Outspeed in win chances: the expert's equilibrium over the routes of a turn.

Routes are chosen in secret. From the seat's view, a route is worth its mean over what the others probably
do. With all cards open, it is worth its result against what they did. The dice of a turn count together.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable
from statistics import fmean
from typing import Literal

from paddock.analysis.error_estimates import stated
from paddock.analysis.evaluator import Judgement
from paddock.analysis.report import Basis, Cards, Unit
from paddock.bots.outspeed.opponent_kinds import Kind
from paddock.bots.outspeed.positions import Fleet, Mix, open_to
from paddock.core.logs import Decision, Log
from paddock.core.match import replay
from paddock.games.outspeed import OUTSPEED
from paddock.games.outspeed.bonus import play_tokens, take_from_hand
from paddock.games.outspeed.events import Lay, OutspeedAction, Pass, Program
from paddock.games.outspeed.state import TURNS, OutspeedState, affordable, copy, with_
from paddock.games.outspeed.terms import COLOURS, Colour
from paddock.games.outspeed.turns import places
from paddock.solve import Store, Wish
from paddock.solve.solver import Watch, unwatched

THROWS = 200
"""The number of sampled turns behind the value of a route."""
KIND = Kind(anything=0.15, greedy=0.0, keen=0.85)
"""The expected kind of every player: how often it plays at random."""
WORLDS = 3
"""The number of sampled hands of the others."""
RESOLVING = ("dials", "costs", "rewards", "drawing")


class RouteEvaluator:
    """Values a race in win chances."""

    unit: Unit = "chance"
    lowest = False
    basis: Basis = "expert"
    hidden = True
    surprise: Literal["drift", "rivals"] = "rivals"

    def __init__(self, cards: Cards, taken: dict[int, dict[int, Colour]], salt: str = "") -> None:
        """`salt`: changes the dice used for lookahead."""
        sure = stated("outspeed")
        self.error, self.noise = sure.error, sure.noise
        self.cards = cards
        self.salt = salt
        self.taken = taken
        """The routes taken in every turn, by seat; used with all cards open."""
        self._before: dict[int, OutspeedState] = {}
        """The states before routes were resolved, by turn."""
        self._known: dict[Hashable, float] = {}
        self._balance: dict[tuple[int, int], Mix] = {}

    def worlds(self, state: OutspeedState, seat: int) -> list[OutspeedState]:
        """Returns sampled states that the seat holds possible, or the full state with open cards."""
        if self.cards == "open":
            return [state]
        rng = random.Random(f"{self.salt}{state.turn}-{seat}")
        return [OUTSPEED.imagine(state, seat, rng) for _ in range(WORLDS)]

    def value(self, state: OutspeedState, seat: int) -> float | None:
        """Returns the chance of the seat to win."""
        if state.phase == "over":
            found = places(state)
            return 1 / found.count(1) if found[seat] == 1 else 0.0
        if state.ships[seat].out:
            return 0.0
        if state.phase in RESOLVING and state.turn in self._before:
            return self._promised(state, seat)
        laid = state.phase != "bonus" or state.laid
        key = (state.turn, state.phase, seat, laid, tuple((s.zone, s.fuel, s.tokens) for s in state.ships))
        if key not in self._known:
            left = TURNS - state.turn + (state.phase not in ("discovery", *RESOLVING))
            told = [Fleet(world, seat, 0.0).outlook(left)[seat] for world in self.worlds(state, seat)]
            self._known[key] = fmean(told)
        if state.phase == "programming" and state.turn not in self._before:
            self._before[state.turn] = copy(state)
        return self._known[key]

    def _promised(self, state: OutspeedState, seat: int) -> float:
        """Returns the value of all routes together before the dice are rolled."""
        key = ("promised", state.turn, seat)
        if key not in self._known:
            picks = {at: colour for at, colour in enumerate(state.routes) if colour is not None}
            self._known[key] = self._against(self._before[state.turn], seat, picks)
        return self._known[key]

    def _against(self, before: OutspeedState, seat: int, picks: dict[int, Colour]) -> float:
        """Returns the mean chance of a seat to win if everyone takes these routes."""
        rng = random.Random(f"{self.salt}{before.turn}-{seat}")
        fleet = Fleet(self.worlds(before, seat)[0], seat, 0.0)
        return fmean(fleet.after(picks, rng).outlook(fleet.turns_left)[seat] for _ in range(THROWS))

    def judge(self, state: OutspeedState, seat: int, action: OutspeedAction) -> Judgement | None:
        """Judges a route or a token against the best one; dials and drawn tokens are not rated."""
        if len(OUTSPEED.actions(state, seat)) < 2:
            return None
        if isinstance(action, Program):
            worths = self.routes(state, seat)
            best = max(worths, key=worths.__getitem__)
            return Judgement(worths[action.route], Program(best), worths[best], "route")
        if isinstance(action, Lay | Pass):
            promises = self.tokens(state, seat)
            top = max(promises, key=promises.__getitem__)
            fault = "wasted" if isinstance(action, Lay) else "unused"
            return Judgement(promises[action], top, promises[top], fault)
        return None

    def routes(self, state: OutspeedState, seat: int) -> dict[Colour, float]:
        """Returns the value of each route of a seat."""
        self.value(state, seat)
        open_routes = affordable(state, seat)
        if self.cards == "open":
            picks = {at: colour for at, colour in self.taken.get(state.turn, {}).items() if at != seat}
            return {route: self._against(state, seat, {**picks, seat: route}) for route in open_routes}
        return self._balanced(state, seat)

    def _balanced(self, state: OutspeedState, seat: int) -> Mix:
        """Returns the equilibrium value of each route of a seat, from what it may know."""
        from paddock.bots.outspeed.equilibrium import Turn

        key = state.turn, seat
        if key not in self._balance:
            rng = random.Random(f"{self.salt}{state.turn}-{seat}")
            guess = self._unprogrammed(state, seat)
            routes = open_to(guess)
            turn = Turn(Fleet(guess, seat, 0.0), routes, rng, max(2, THROWS // len(COLOURS) ** len(routes)))
            believed = turn.balance([KIND] * len(guess.ships)).believed
            self._balance[key] = turn.worths(believed, seat)
        return self._balance[key]

    def _unprogrammed(self, state: OutspeedState, seat: int) -> OutspeedState:
        guess = copy(self.worlds(state, seat)[0])
        guess.routes = (None,) * len(guess.ships)
        return guess

    def tokens(self, state: OutspeedState, seat: int) -> dict[OutspeedAction, float]:
        """Returns the value of laying each token, or none."""
        choices = list(OUTSPEED.actions(state, seat))
        promises = dict.fromkeys(choices, 0.0)
        worlds = self.worlds(state, seat)
        for world in worlds:
            for choice in choices:
                trial = copy(world)
                trial.laid = with_(trial.laid, seat, None)
                if isinstance(choice, Lay):
                    take_from_hand(trial, seat, choice.token)
                    trial.laid = with_(trial.laid, seat, choice.token)
                play_tokens(trial, [])
                if not trial.ships[seat].out:
                    left = TURNS - trial.turn + 1
                    promises[choice] += Fleet(trial, seat, 0.0).outlook(left)[seat] / len(worlds)
        return promises

    def awake(self, state: OutspeedState) -> Iterable[int]:
        """Returns the seats yet to choose; all seats once routes are revealed."""
        if state.phase == "programming":
            return [seat for seat in range(len(state.ships)) if state.routes[seat] is None]
        if state.phase == "bonus":
            return [seat for seat in range(len(state.ships)) if not state.laid[seat]]
        return range(len(state.ships))

    def roller(self, state: OutspeedState) -> int | None:
        """Returns None: dice and tiles concern all."""
        return None

    def lumped(self, state: OutspeedState) -> bool:
        """Returns true: the dice of a turn count together."""
        return state.phase in RESOLVING

    def moment(self, state: OutspeedState) -> Hashable:
        """Returns the turn."""
        return state.turn


def evaluator(log: Log, cards: Cards, wish: Wish, store: Store, watch: Watch = unwatched) -> RouteEvaluator:
    """Returns the evaluator of a race."""
    taken: dict[int, dict[int, Colour]] = {}
    if cards == "open":
        turn = 0
        for step in replay(log):
            record = step.record
            if isinstance(record, Decision):
                action = OUTSPEED.action(record.action)
                if isinstance(action, Program):
                    taken.setdefault(turn, {})[record.seat] = action.route
            turn = step.state.turn
    return RouteEvaluator(cards, taken)
