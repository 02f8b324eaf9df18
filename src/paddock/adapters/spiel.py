"""OpenSpiel: every game as a Python game with explicit chance nodes.

Use `load("outspeed", seats=3)`, or `pyspiel.load_game("python_paddock_outspeed")` after importing this
module. An action is one token. Seats that decide at the same time are asked in turn and do not see each
other's choice. A position in the game's notation can replace the initial state.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pyspiel

from paddock.adapters.encoding import encoding
from paddock.adapters.observing import observer
from paddock.adapters.token_table import final_rewards
from paddock.core.game import AnyGame
from paddock.core.notation import read_position, write_value
from paddock.core.registry import find_game

GAMES = ("rallyman-gt", "rallyman-dirt", "outspeed", "dirt-and-dust")
LONGEST_PATH = 24
"""No action has more tokens than this."""


def short_name(game: str) -> str:
    """Returns the name of a game in OpenSpiel."""
    return f"python_paddock_{game.replace('-', '_')}"


def _kind(game: AnyGame) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=short_name(game.name),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": max(2, game.seats[0]), "options": "{}", "position": ""},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Paddock with the interface of OpenSpiel."""

    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {"seats": 0, "options": "{}", "position": "", **(params or {})}
        self.rules = find_game(self.name)
        self.numbers = encoding(self.name)
        self.seats = int(given["seats"]) or max(2, self.rules.seats[0])
        self.position = str(given["position"])
        if self.position:
            start = read_position(self.rules, self.position)
            self.seats = seats_of(start)
        else:
            self.rules.check_seats(self.seats)
        self.options = self.rules.options(msgspec.json.decode(str(given["options"])))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.numbers.size,
            max_chance_outcomes=self.rules.widest,
            num_players=self.seats,
            min_utility=-1.0 if self.seats > 1 else -10_000.0,
            max_utility=1.0 if self.seats > 1 else 10_000.0,
            utility_sum=None,
            max_game_length=self.rules.longest * LONGEST_PATH,
        )
        super().__init__(_kind(self.rules), info, given)

    def first_state(self) -> Any:
        """Returns the state in which play begins."""
        if self.position:
            return read_position(self.rules, self.position)
        return self.rules.start(self.options, self.seats)

    def new_initial_state(self) -> SpielState:
        """Returns a new state at the beginning."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Returns an observer that turns states into tensors and strings."""
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def seats_of(state: Any) -> int:
    """Returns the number of seats, whatever the game calls them."""
    return len(next(getattr(state, name) for name in ("cars", "ships", "players") if hasattr(state, name)))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """The state of the game, the tokens of unfinished actions, and every seat's history."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self.numbers = game.numbers
        self.seats = game.seats
        self.state = game.first_state()
        self.laid: tuple[int, ...] = ()
        self.witnessed: list[tuple[str, ...]] = [()] * self.seats

    def current_player(self) -> int:
        """Returns the player of the next token."""
        pending = self.rules.pending(self.state)
        if pending.chance is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return pending.seats[0] if pending.seats else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.numbers.choices(self.state, player, self.laid))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns numbered outcomes and their probabilities."""
        chance = self.rules.pending(self.state).chance
        assert chance is not None
        return [(number, weight / chance.total) for number, weight in enumerate(chance.weights)]

    def _apply_action(self, action: int) -> None:
        chance = self.rules.pending(self.state).chance
        if chance is not None:
            self._witness(self.rules.resolve(self.state, chance.outcomes[action]))
            return
        seat = self.current_player()
        done = self.numbers.choices(self.state, seat, self.laid)[action]
        if done is None:
            self.laid = (*self.laid, action)
            return
        self.laid = ()
        own = self.rules.write_action(self.state, done)
        self._witness(self.rules.act(self.state, seat, done))
        self.witnessed[seat] = (*self.witnessed[seat], f"own {own}")

    def _witness(self, events: list[Any]) -> None:
        for seat in range(self.seats):
            seen = [self.rules.witness(event, seat) for event in events]
            told = tuple(msgspec.json.encode(event).decode() for event in seen if event is not None)
            self.witnessed[seat] = (*self.witnessed[seat], *told)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            chance = self.rules.pending(self.state).chance
            assert chance is not None
            return f"{chance.label} {chance.outcomes[action]}"
        return self.numbers.tokens[action]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.rules.pending(self.state).over

    def returns(self) -> list[float]:
        """Returns by seat 1 for the first place down to -1 for the last; zeros while the game runs."""
        result = self.rules.result(self.state)
        return [0.0] * self.seats if result is None else final_rewards(result)

    def seen(self, player: int) -> str:
        """Returns what a seat sees now, and its tokens so far."""
        laid = self.laid if player == self.current_player() else ()
        return (
            f"{write_value(msgspec.to_builtins(self.rules.view(self.state, player), str_keys=True))} {laid}"
        )

    def history_of(self, player: int) -> str:
        """Returns all a seat has seen and decided, and its tokens so far."""
        laid = self.laid if player == self.current_player() else ()
        return f"{player} {' '.join(self.witnessed[player])} {laid}"

    def __str__(self) -> str:
        return self.rules.fingerprint(self.state) + str(self.laid)


class SpielObserver:
    """Turns states into tensors and strings, from the view of one seat."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self._observer = observer(game.name)
        self._recall = kind.perfect_recall
        self.tensor = np.zeros(self._observer.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills the tensor from a state."""
        laid = state.laid if player == state.current_player() else ()
        self.tensor[:] = self._observer.flat(state.state, player, laid)

    def string_from(self, state: SpielState, player: int) -> str:
        """Returns the view of the seat; with perfect recall, all it has seen."""
        return state.history_of(player) if self._recall else state.seen(player)


def _class(name: str) -> type[SpielGame]:
    return type(f"Spiel{name.title().replace('-', '')}", (SpielGame,), {"name": name})


CLASSES = {name: _class(name) for name in GAMES}
for _name, _made in CLASSES.items():
    pyspiel.register_game(_kind(find_game(_name)), _made)


def load(game: str, seats: int | None = None, position: str = "", **options: Any) -> pyspiel.Game:
    """Returns a game of Paddock for OpenSpiel's algorithms: `load("outspeed", seats=3)`."""
    given: dict[str, Any] = {"options": msgspec.json.encode(options).decode(), "position": position}
    if seats is not None:
        given["seats"] = seats
    return CLASSES[game](given)
