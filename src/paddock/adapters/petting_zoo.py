"""PettingZoo: every game as AEC (one seat after the other), two games as Parallel (all seats at once).

Observations are dicts of `observation` (a flat float32 vector) and `action_mask`. An action is one token.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from paddock.adapters.encoding import WAIT
from paddock.adapters.token_table import Seating
from paddock.core.errors import BadInput

MODES = ("human", "ansi", "svg")
AT_ONCE = ("outspeed", "dirt-and-dust")
"""Games in which several seats decide at the same time."""


class _Room:
    """The part common to both environments: names, spaces, observations, rendering."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        may_retire: bool = False,
        **options: Any,
    ) -> None:
        from paddock.core.registry import find_game

        count = max(2, find_game(game).seats[0]) if seats is None else seats
        self.seating = Seating(game, count, options, may_retire=may_retire)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.possible_agents = [f"seat_{seat}" for seat in range(count)]
        self.agents: list[str] = []
        self.metadata = {
            "name": f"paddock_{game.replace('-', '_')}_v1",
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self._games = 0

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.metadata['name']}, {len(self.possible_agents)} seats>"

    @lru_cache  # noqa: B019 - PettingZoo asks for the same object every time
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of the flat vector and the mask."""
        tokens = self.seating.encoding.size
        return spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (self.seating.observer.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (tokens,), np.int8),
            }
        )

    @lru_cache  # noqa: B019 - PettingZoo asks for the same object every time
    def action_space(self, agent: str) -> spaces.Discrete:
        """Returns a discrete space with one number for every token."""
        return spaces.Discrete(self.seating.encoding.size)

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns the observation and the action mask of an agent."""
        seat = self.possible_agents.index(agent)
        return {"observation": self.seating.flat(seat), "action_mask": self.seating.mask(seat)}

    def render(self) -> str | None:
        """Returns or prints the board: printed (`human`), as text (`ansi`) or as a picture (`svg`)."""
        game, state = self.seating.game, self.seating.state
        if self.render_mode == "svg":
            return game.svg(state)
        if self.render_mode == "ansi":
            return game.text(state)
        if self.render_mode == "human":
            sys.stdout.write(game.text(state) + "\n")
        return None

    def close(self) -> None:
        """Does nothing; there are no resources to free."""

    def _start(self, seed: int | None) -> None:
        self._games += 1
        self.seating.reset(f"fresh {self._games}" if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.cycles = 0


class AecRoom(_Room, AECEnv[str, Any, Any]):  # type: ignore[misc]
    """A game with one seat after the other; an agent plays tokens until its action is complete."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new episode."""
        self._start(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._choose()

    def step(self, action: int | None) -> None:
        """Plays a token for the agent on turn."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.seating.lay(self.possible_agents.index(agent), int(action))
        self.cycles += 1
        if self.seating.over:
            self.rewards = dict(zip(self.possible_agents, self.seating.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self.cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._choose()

    def _choose(self) -> None:
        asked = self.seating.asked
        self.agent_selection = self.possible_agents[asked[0]] if asked else self.agents[0]


class ParallelRoom(_Room, ParallelEnv[str, Any, Any]):  # type: ignore[misc]
    """A game with all seats at once; seats without a decision wait; a masked-out token means waiting."""

    def __init__(self, game: str, seats: int | None = None, **settings: Any) -> None:
        if game not in AT_ONCE:
            raise BadInput("adapters.not-at-once", game=game, known=list(AT_ONCE))
        super().__init__(game, seats, **settings)
        self.metadata["is_parallelizable"] = True

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Starts a new episode."""
        self._start(seed)
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Plays a token for every agent; tokens of waiting seats and masked-out tokens have no effect."""
        agents = self.agents
        infos: dict[str, dict[str, Any]] = {}
        asked = self.seating.asked
        for agent in agents:
            seat, token = self.possible_agents.index(agent), int(actions[agent])
            wrong = seat in asked and token not in self.seating.choices(seat)
            infos[agent] = {"masked_out": wrong or (seat not in asked and token != WAIT)}
            if seat in asked and seat in self.seating.asked and not wrong:
                self.seating.lay(seat, token)
        self.cycles += 1
        over = self.seating.over
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        rewards = dict(zip(self.possible_agents, self.seating.rewards(), strict=True))
        observations = {agent: self.observe(agent) for agent in agents}
        if over or cut:
            self.agents = []
        return (
            observations,
            {agent: rewards[agent] for agent in agents},
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            infos,
        )


def env(game: str, seats: int | None = None, **settings: Any) -> AecRoom:
    """Returns a PettingZoo AEC environment: `env("rallyman-gt", seats=3, track="list-2")`."""
    return AecRoom(game, seats, **settings)


def parallel_env(game: str, seats: int | None = None, **settings: Any) -> ParallelRoom:
    """Returns a PettingZoo Parallel environment of Outspeed or Dirt & Dust."""
    return ParallelRoom(game, seats, **settings)
