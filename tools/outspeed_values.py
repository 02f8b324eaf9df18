"""Fits the values of positions in Outspeed: `python -m tools.outspeed_values [races] [seed]`.

Equilibrium players that sometimes deviate play races, to sample positions. Then, backwards from the finish,
the weights of every turn are fitted to the equilibrium payoffs of that turn under the weights of the next
one. The result is stored beside the bots (`values.json`). The same game data, races and seed give the same
weights.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

import msgspec
import numpy as np

from paddock.bots.outspeed.bonus_tokens import announced, better_token
from paddock.bots.outspeed.equilibrium import Turn
from paddock.bots.outspeed.opponent_kinds import KEEN
from paddock.bots.outspeed.positions import Fleet, Mix, draw, open_to
from paddock.bots.outspeed.values import (
    BOARD,
    FUELS,
    GAPS,
    KINDS,
    MOST_FUEL,
    MOST_GAP,
    NEAR,
    Book,
    Weights,
    pieces,
)
from paddock.core.chance import DiceStream, seed_from
from paddock.games.outspeed import OUTSPEED
from paddock.games.outspeed.components import SideName, components
from paddock.games.outspeed.events import Keep, OutspeedAction, Program, SetDial
from paddock.games.outspeed.state import TURNS, OutspeedState, copy, racing
from paddock.games.outspeed.terms import COLOURS
from tools import PACKAGE

SEATS: dict[SideName, tuple[int, ...]] = {"3-4": (4, 3, 4), "5-6": (5, 6, 5)}
STEPS = 80
THROWS = 640
SLIPS = 0.15
"""How often players of the fitted races choose at random."""
HELD = 0.004
"""The strength of regularisation towards the weights of the next turn, per position."""
STRIDE = 0.5
"""The largest change of a weight in one step of the fit."""
Start = tuple[OutspeedState, int]
_FILE = PACKAGE / "bots/outspeed/values.json"


def first_weights() -> Weights:
    """Returns initial weights: a zone counts half, fuel and tokens about as much as a zone."""
    return Weights(
        gap=(-0.5,) * len(GAPS),
        fuel=(0.8, 0.6, 0.5, 0.4, 0.3, 0.2, 0.15, 0.1, 0.02),
        tokens=(0.4, 0.3, 0.1, 0.45, 0.35, 0.35),
        drawn=0.45,
        rear=(0.0, -0.1) * len(NEAR),
    )


def features(fleet: Fleet, seat: int) -> list[float]:
    """Returns the features whose weighted sum is the strength of a ship."""
    top = max(fleet.zones)
    zone, hand = fleet.zones[seat], fleet.hands[seat]
    depth = max(0, fleet.rear + BOARD - zone)
    near = next((i for i, most in enumerate(NEAR) if fleet.front - top <= most), None)
    rear = [0.0] * (2 * len(NEAR))
    if near is not None and depth:
        rear[2 * near : 2 * near + 2] = [1.0, float(depth)]
    return [
        *pieces(min(top - zone, MOST_GAP), GAPS),
        *pieces(min(fleet.fuel[seat], MOST_FUEL), FUELS),
        *(float(hand.count(kind)) for kind in KINDS),
        float(fleet.drawn[seat]),
        *rear,
    ]


def quick_token(state: OutspeedState, seat: int, worths: Book) -> OutspeedAction:
    """Returns the announcement that leads to the best position."""
    left = TURNS - state.turn + 1

    def promise(choice: OutspeedAction) -> float:
        return Fleet(announced(state, seat, choice), seat, 0.0, worths).outlook(left)[seat]

    return max(OUTSPEED.actions(state, seat), key=promise)


def settle(state: OutspeedState, worths: Book, stream: DiceStream) -> bool:
    """Continues to the choice of routes of this turn, or to the end; returns whether there is a choice."""
    while not (pending := OUTSPEED.pending(state)).over:
        if pending.chance is not None:
            OUTSPEED.resolve(state, stream.draw(pending.chance))
            continue
        seat = pending.seats[0]
        actions = list(OUTSPEED.actions(state, seat))
        if isinstance(actions[0], Program):
            return True
        if isinstance(actions[0], SetDial):
            OUTSPEED.act(state, seat, actions[-1])
        elif isinstance(actions[0], Keep):
            OUTSPEED.act(state, seat, better_token(state, actions, worths))
        else:
            OUTSPEED.act(state, seat, quick_token(state, seat, worths))
    return False


def races(seats: int, count: int, worths: Book, seed: str) -> Iterator[OutspeedState]:
    """Yields the positions at the beginning of every turn of some races, with the tile just revealed."""
    for number in range(count):
        rng, stream = random.Random(f"{seed}:{number}"), DiceStream(seed_from(f"{seed}:{number}"))
        state = OUTSPEED.start(OUTSPEED.Options(), seats)
        turn = 0
        slips = SLIPS * rng.choice((0, 1, 3))
        while not (pending := OUTSPEED.pending(state)).over:
            if pending.chance is not None:
                OUTSPEED.resolve(state, stream.draw(pending.chance))
                continue
            if state.turn != turn:
                turn = state.turn
                yield copy(state)
            if not settle(state, worths, stream):
                break
            if state.turn != turn:
                continue
            mixes = balanced(state, worths, rng)[1]
            for seat, mix in mixes.items():
                route = rng.choice(list(mix)) if rng.random() < slips else draw(mix, rng)
                OUTSPEED.act(state, seat, Program(route))


def balanced(
    state: OutspeedState, worths: Book, rng: random.Random
) -> tuple[dict[int, float], dict[int, Mix]]:
    """Returns the equilibrium payoffs of a choice of routes and all players' mixes, with open hands."""
    routes = open_to(state)
    turn = Turn(Fleet(state, 0, 0.0, worths), routes, rng, max(2, THROWS // len(COLOURS) ** len(routes)))
    mixes = turn.balance([KEEN] * len(state.ships), STEPS).mixes
    promised = dict(zip(routes, turn.promised(mixes), strict=True))
    return promised, {seat: turn.named(mixes, seat) for seat in routes}


def sample(start: OutspeedState, worths: Book, seed: str) -> tuple[list[list[float]], list[float]] | None:
    """Returns the features of all ships at the beginning of a turn, and their equilibrium payoffs."""
    fleet, seats = Fleet(start, 0, 0.0, worths), racing(start)
    state, rng = copy(start), random.Random(seed)
    if len(seats) < 2 or not settle(state, worths, DiceStream(seed_from(seed))) or state.turn != start.turn:
        return None
    values = balanced(state, worths, rng)[0]
    if sum(values.values()) < 0.5:
        return None
    return [features(fleet, seat) for seat in seats], [values.get(seat, 0.0) for seat in seats]


def fit(samples: list[tuple[list[list[float]], list[float]]], near: np.ndarray) -> np.ndarray:
    """Returns the weights of greatest likelihood, regularised towards those of the next turn."""
    weights = near.copy()
    scale = np.diag(np.full(len(near), HELD * len(samples)))
    for _ in range(30):
        slope, curve = scale @ (weights - near), scale.copy()
        for rows, chances in samples:
            x, y = np.array(rows), np.array(chances) / sum(chances)
            strength = x @ weights
            p = np.exp(strength - strength.max())
            p /= p.sum()
            slope += x.T @ (p - y)
            mean = p @ x
            curve += (x * p[:, None]).T @ x - np.outer(mean, mean)
        step = np.linalg.solve(curve, slope)
        furthest = np.abs(step).max()
        weights = weights - step * min(1.0, STRIDE / furthest)
        if furthest < 1e-3:
            break
    return weights


def as_weights(flat: np.ndarray) -> Weights:
    """Returns fitted numbers as weights; a token yet to be drawn has the value of the better of two."""
    told = [round(float(one), 3) for one in flat]
    ends = np.cumsum([len(GAPS), len(FUELS), len(KINDS), 1, 2 * len(NEAR)])
    gap, fuel, tokens, _, rear = (
        tuple(told[begin:end]) for begin, end in zip([0, *ends[:-1]], ends, strict=True)
    )
    return Weights(gap, fuel, tokens, round(drawn_worth(tokens), 3), rear)


def drawn_worth(tokens: tuple[float, ...]) -> float:
    """Returns the mean value of the better of two tokens drawn from the box."""
    box = components().tokens
    stack = [worth for kind, worth in zip(KINDS, tokens, strict=True) for _ in range(box[kind].count)]
    pairs = [max(one, other) for i, one in enumerate(stack) for other in stack[i + 1 :]]
    return sum(pairs) / len(pairs)


def flat(weights: Weights) -> np.ndarray:
    """Returns weights as one row of numbers."""
    return np.array([*weights.gap, *weights.fuel, *weights.tokens, 0.0, *weights.rear])


def fitted(side: SideName, count: int, worths: Book, seed: str) -> list[Weights]:
    """Returns the weights of one side of the tiles, by turns left."""
    starts: dict[int, list[OutspeedState]] = {}
    for seats in SEATS[side]:
        for state in races(seats, count // len(SEATS[side]), worths, f"{seed}:{side}:{seats}"):
            if state.side == side:
                starts.setdefault(TURNS - state.turn + 1, []).append(state)
    stages: list[Weights] = []
    for left in range(1, TURNS):
        after = Book({**worths.weights, side: stages or worths.weights[side]})
        found = [sample(state, after, f"{seed}:{number}") for number, state in enumerate(starts[left])]
        samples = [one for one in found if one is not None]
        near = flat(stages[-1] if stages else worths.weights[side][0])
        stages.append(as_weights(fit(samples, near)))
        sys.stderr.write(f"{side}: {left} turns before the end, {len(samples)} standings\n")
    return stages


def main(arguments: list[str]) -> None:
    """Fits both sides twice and writes the weights."""
    count = int(arguments[0]) if arguments else 1500
    seed = arguments[1] if len(arguments) > 1 else "values"
    worths = Book({side: [first_weights()] for side in SEATS})
    for again in range(2):
        for side in SEATS:
            races_of_side = count if side == "3-4" else count // 2
            worths = Book({**worths.weights, side: fitted(side, races_of_side, worths, f"{seed}:{again}")})
        _FILE.write_bytes(msgspec.json.format(msgspec.json.encode(worths.weights), indent=1) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
