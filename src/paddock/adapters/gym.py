"""Gymnasium: one seat against chosen bots, or a solo drive.

Importing this module registers `paddock/RallymanGT-v1`, `paddock/RallymanGTSolo-v1` and so on:
`gymnasium.make("paddock/RallymanGT-v1", opponents=("club", "club"))`. An action is one token;
`info["action_mask"]` and `action_masks()` hold the legal ones.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from paddock.adapters.token_table import Seating
from paddock.arena.entrants import bot_for
from paddock.core.game import Perspective
from paddock.core.registry import find_game

NAMES = {
    "RallymanGT": "rallyman-gt",
    "RallymanDIRT": "rallyman-dirt",
    "Outspeed": "outspeed",
    "DirtAndDust": "dirt-and-dust",
}
MASKED_OUT = -0.1
"""The reward for a masked-out token, which has no other effect."""
LONGEST = 20_000
"""The number of tokens after which an episode is truncated."""


class SeatEnv(gymnasium.Env[Any, Any]):
    """A seat at a table of bots, or a solo game without opponents.

    The reward at the end goes from 1 for the first place to -1 for the last. In a solo drive every second
    costs 0.01 when it is recorded; in Dirt & Dust every point brings 0.01 at the end.
    """

    metadata = {"render_modes": ["human", "ansi", "svg"], "render_fps": 2}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: str,
        opponents: Sequence[str] | str = (),
        seat: int | None = None,
        *,
        observations: Literal["flat", "dict"] = "flat",
        may_retire: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """`seat` None: a random seat in every game, so that no grid place is favoured."""
        names = (
            [opponents] * (max(2, find_game(game).seats[0]) - 1) if isinstance(opponents, str) else opponents
        )
        self.opponents = tuple(names)
        self.seating = Seating(game, 1 + len(self.opponents), options, may_retire=may_retire)
        self.fixed = seat
        self.seat = seat or 0
        self.observations = observations
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.seating.encoding.size)
        self.observation_space = (
            spaces.Box(-np.inf, np.inf, (self.seating.observer.size,), np.float32)
            if observations == "flat"
            else spaces.Dict(
                {
                    name: spaces.Box(-np.inf, np.inf, shape, np.float32)
                    for name, shape in self.seating.observer.shapes().items()
                }
            )
        )
        self.laid = 0
        self._marked = 0.0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Starts a new episode; the seed determines dice, draws, seats and the bots' decisions."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**62))
        self.seat = drawn % self.seating.seats if self.fixed is None else self.fixed
        self.seating.reset(drawn)
        self._rng = random.Random(f"bots:{drawn}")
        others = [seat for seat in range(self.seating.seats) if seat != self.seat]
        game = self.seating.game
        self._bots = {
            seat: bot_for(game.name, name) for seat, name in zip(others, self.opponents, strict=True)
        }
        self.laid, self._marked = 0, 0.0
        self._others()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays a token; a masked-out one has no effect but a small penalty."""
        self.laid += 1
        cut = self.laid >= LONGEST
        if int(action) not in self.seating.choices(self.seat):
            return self._seen(), MASKED_OUT, False, cut, self._info(masked_out=True)
        if self.seating.lay(self.seat, int(action)):
            self._others()
        over = self.seating.over
        return self._seen(), self._reward(over), over, cut and not over, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns the mask of legal tokens, as sb3-contrib expects it."""
        return self.seating.mask(self.seat).astype(bool)

    def render(self) -> Any:
        """Returns or prints the board: printed (`human`), as text (`ansi`) or as a picture (`svg`)."""
        game, state = self.seating.game, self.seating.state
        if self.render_mode == "svg":
            return game.svg(state, self.seat)
        text = game.text(state, self.seat)
        if self.render_mode == "human":
            sys.stdout.write(text + "\n")
            return None
        return text

    def _others(self) -> None:
        """Lets the bots decide until the seat itself is asked or the game is over."""
        table = self.seating
        while (asked := table.asked) and self.seat not in asked:
            seat = asked[0]
            action = self._bots[seat].choose(Perspective(table.game, table.state, seat), self._rng)
            table.act(seat, action)

    def _seen(self) -> Any:
        table = self.seating
        return table.flat(self.seat) if self.observations == "flat" else table.named(self.seat)

    def _reward(self, over: bool) -> float:
        final = self.seating.rewards()[self.seat] if over else 0.0
        if self.seating.seats > 1 or not self._clock():
            return final
        before, self._marked = self._marked, final if over else self._running()
        return self._marked - before

    def _clock(self) -> bool:
        return self.seating.game.name.startswith("rallyman")

    def _running(self) -> float:
        """Returns the seconds recorded so far, as the final reward counts them."""
        view = self.seating.game.view(self.seating.state, 0)
        sheet = getattr(view, "sheet", None)
        if self.seating.game.name == "rallyman-gt":
            return -0.01 * float(sheet.track_seconds) if sheet is not None else 0.0
        done = view.totals[0] if view.totals else 0
        return -0.01 * float(done + view.cars[0].stage_seconds)

    def _info(self, *, masked_out: bool = False) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.seating.mask(self.seat), "masked_out": masked_out}
        result = self.seating.game.result(self.seating.state)
        if result is not None:
            info |= {
                "place": result.places[self.seat],
                "score": result.scores[self.seat],
                "unit": result.unit,
            }
        return info


def register_envs() -> None:
    """Registers the environments with Gymnasium."""
    for name, game in NAMES.items():
        most = find_game(game).seats
        crowd = max(2, most[0])
        known = {f"paddock/{name}-v1": ("random",) * (crowd - 1)}
        if most[0] == 1:
            known[f"paddock/{name}Solo-v1"] = ()
        for id_, opponents in known.items():
            if id_ not in gymnasium.registry:
                gymnasium.register(
                    id_,
                    entry_point="paddock.adapters.gym:SeatEnv",
                    kwargs={"game": game, "opponents": opponents},
                )


register_envs()
