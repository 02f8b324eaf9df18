"""Fits the values of boards in Dirt & Dust: `python -m tools.dirt_and_dust_values [games] [seed]`.

Fast players that sometimes deviate play rallies over all stages, both sets of cards and two to four seats.
Every board at the end of a drive is then compared with the final total of its player. The weight of a
feature is linear in the rounds left. The result is stored beside the bots (`values.json`). The same game
data, number of games, seed and initial weights give the same result.
"""

from __future__ import annotations

import random
import sys
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from paddock.bots.dirt_and_dust.board_values import NAMES, WRECKED, Outlook, Worths, held, sure
from paddock.bots.dirt_and_dust.card_values import card_worth
from paddock.bots.dirt_and_dust.club import ClubBot, Plan, purchase
from paddock.bots.dirt_and_dust.drive_search import QUICK, drives
from paddock.core.game import Perspective
from paddock.core.play import by_weights, play
from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust.actions import Finish
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.scoring import score
from paddock.games.dirt_and_dust.state import State, rounds
from paddock.games.dirt_and_dust.supply import buyable
from tools import PACKAGE

SLIPS = 0.15
"""How often a player of the fitted games deviates from its best choice."""
WAYS = 5
"""The number of drives that a deviation chooses from."""
HELD = 60.0
"""The strength of regularisation: of weights towards 0, of cards towards the value of their effects."""
CARDS = tuple(sorted(BOX.team))
"""Cards that are bought: fitted one by one; all others are valued by their effects."""
_FILE = PACKAGE / "bots/dirt_and_dust/values.json"


class Board(msgspec.Struct, frozen=True):
    """A board at the end of a drive: its features, and what its player scored after it."""

    left: int
    seen: list[float]
    cards: list[float]
    driver: str
    total: float


class Slipping(ClubBot):
    """A fast player that sometimes deviates."""

    def plan(self, state: State, seat: int, rng: random.Random) -> Plan:
        """Returns the best drive of a fast search, or one of the next best."""
        ways = drives(state, seat, rng, QUICK)
        player = state.players[seat]
        if rng.random() >= SLIPS:
            return ways[0].path or (purchase(state, player, rng),)
        path = rng.choice(ways[:WAYS]).path
        offers = buyable(state, player)
        return path or ((rng.choice(offers),) if offers and rng.random() < 0.7 else (Finish(),))


def board(state: State, seat: int) -> Board:
    """Returns a board with its certain score; the final total is added later."""
    speed, popularity = sure(state, seat)
    player = state.players[seat]
    cards = held(player)
    counts, effects = dict.fromkeys(CARDS, 0.0), 0.0
    for card, copies in cards:
        effects += copies * card_worth(card)
        if card in counts:
            counts[card] += copies
    left = rounds(state) - state.round
    looked = [float(value) for value in Outlook(state, seat).seen(state, popularity)]
    return Board(left, looked, [*counts.values(), effects], player.driver, float(speed))


def rally(number: int, seed: str) -> list[Board]:
    """Returns all boards of one rally except those of the last round."""
    rng = random.Random(f"{seed}:{number}")
    options = DIRT_AND_DUST.options({"team_cards": "AB"[number % 2]})
    state = DIRT_AND_DUST.start(options, 2 + number // 2 % 3)
    bot = Slipping()
    boards: list[tuple[int, Board]] = []

    def choose(seat: int) -> Any:
        action = bot.choose(Perspective(DIRT_AND_DUST, state, seat), rng)
        if isinstance(action, Finish) and state.round < rounds(state):
            boards.append((seat, board(DIRT_AND_DUST.imagine(state, seat, rng), seat)))
        return action

    play(DIRT_AND_DUST, state, choose, by_weights(rng))
    totals = [WRECKED if p.out else score(state, seat).total for seat, p in enumerate(state.players)]
    return [msgspec.structs.replace(one, total=totals[seat] - one.total) for seat, one in boards]


def fit(boards: list[Board], games: int) -> Worths:
    """Returns the weights that predict totals best; a constant per driver absorbs differences in skill."""
    drivers = sorted({one.driver for one in boards})
    rows = np.array(
        [[*one.seen, *one.cards, *(one.driver == driver for driver in drivers)] for one in boards],
        dtype=float,
    )
    left = np.array([[float(one.left)] for one in boards])
    solved = _ridge(np.concatenate([rows, rows * left], axis=1), np.array([one.total for one in boards]))
    base, more = solved[: rows.shape[1]], solved[rows.shape[1] :]
    effects = len(NAMES) + len(CARDS)

    def told(index: int, worth: float = 0.0) -> tuple[float, float]:
        with_effects = base[index] + worth * base[effects], more[index] + worth * more[effects]
        return round(float(with_effects[0]), 3), round(float(with_effects[1]), 3)

    def of_card(card: str) -> tuple[float, float]:
        worth = card_worth(card)
        if card in CARDS:
            return told(len(NAMES) + CARDS.index(card), worth)
        return round(float(worth * base[effects]), 3), round(float(worth * more[effects]), 3)

    return Worths(
        {name: told(index) for index, name in enumerate(NAMES)},
        {card: of_card(card) for card in sorted(BOX.cards)},
        games,
    )


def _ridge(rows: NDArray[np.float64], totals: NDArray[np.float64]) -> NDArray[np.float64]:
    spread = rows.std(axis=0) ** 2 + 1e-6
    return np.asarray(np.linalg.solve(rows.T @ rows + HELD * np.diag(spread), rows.T @ totals), np.float64)


def main(arguments: list[str]) -> None:
    """Plays, fits and writes the weights."""
    games = int(arguments[0]) if arguments else 600
    seed = arguments[1] if len(arguments) > 1 else "values"
    boards: list[Board] = []
    for number in range(games):
        boards += rally(number, seed)
        sys.stderr.write(f"\r{number + 1} of {games} rallies, {len(boards)} boards")
        sys.stderr.flush()
    sys.stderr.write("\n")
    worths = fit(boards, games)
    _FILE.write_bytes(msgspec.json.format(msgspec.json.encode(worths), indent=1) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
