"""Fits what standings of Outspeed are worth: `python -m tools.outspeed_values [races] [seed]`.

Races are played by the balance of all players, with some slips, to see standings as they come up. Then, from
the finish backwards, every turn's worths are fitted to what the balance of that turn promises by the worths
of the turn after it. The result goes beside the bots (`values.json`); the same figures of the game, races and
seed give the same worths.
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
"""How often players of the races that are fitted to do just anything."""
HELD = 0.004
"""How strongly worths are held to those of the turn after, for every standing."""
STRIDE = 0.5
"""The most a worth changes in one step of the fit."""
Start = tuple[OutspeedState, int]
_FILE = PACKAGE / "bots/outspeed/values.json"


def first_weights() -> Weights:
    """Worths to begin with: a zone counts half, fuel and tokens about as much as a zone."""
    return Weights(
        gap=(-0.5,) * len(GAPS),
        fuel=(0.8, 0.6, 0.5, 0.4, 0.3, 0.2, 0.15, 0.1, 0.02),
        tokens=(0.4, 0.3, 0.1, 0.45, 0.35, 0.35),
        drawn=0.45,
        rear=(0.0, -0.1) * len(NEAR),
    )


def features(fleet: Fleet, seat: int) -> list[float]:
    """The pieces whose worths add up to the strength of a ship."""
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
    """The announcement after which the standing promises most."""
    left = TURNS - state.turn + 1

    def promise(choice: OutspeedAction) -> float:
        return Fleet(announced(state, seat, choice), seat, 0.0, worths).outlook(left)[seat]

    return max(OUTSPEED.actions(state, seat), key=promise)


def settle(state: OutspeedState, worths: Book, stream: DiceStream) -> bool:
    """Go on to the choice of routes of this turn, or to the end: whether there is a choice."""
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
    """The standings at the beginning of every turn of some races, the tile just shown."""
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
    """What the balance of a choice of routes promises all players, and their mixes, with all hands open."""
    routes = open_to(state)
    turn = Turn(Fleet(state, 0, 0.0, worths), routes, rng, max(2, THROWS // len(COLOURS) ** len(routes)))
    mixes = turn.balance([KEEN] * len(state.ships), STEPS).mixes
    promised = dict(zip(routes, turn.promised(mixes), strict=True))
    return promised, {seat: turn.named(mixes, seat) for seat in routes}


def sample(start: OutspeedState, worths: Book, seed: str) -> tuple[list[list[float]], list[float]] | None:
    """What the ships in the race have at the beginning of a turn, and what its balance promises them."""
    fleet, seats = Fleet(start, 0, 0.0, worths), racing(start)
    state, rng = copy(start), random.Random(seed)
    if len(seats) < 2 or not settle(state, worths, DiceStream(seed_from(seed))) or state.turn != start.turn:
        return None
    values = balanced(state, worths, rng)[0]
    if sum(values.values()) < 0.5:
        return None
    return [features(fleet, seat) for seat in seats], [values.get(seat, 0.0) for seat in seats]


def fit(samples: list[tuple[list[list[float]], list[float]]], near: np.ndarray) -> np.ndarray:
    """The worths under which the promised chances are likeliest, held to those of the turn after."""
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
    """Fitted numbers by what they are about; a token yet to be drawn is worth the better of two."""
    told = [round(float(one), 3) for one in flat]
    ends = np.cumsum([len(GAPS), len(FUELS), len(KINDS), 1, 2 * len(NEAR)])
    gap, fuel, tokens, _, rear = (
        tuple(told[begin:end]) for begin, end in zip([0, *ends[:-1]], ends, strict=True)
    )
    return Weights(gap, fuel, tokens, round(drawn_worth(tokens), 3), rear)


def drawn_worth(tokens: tuple[float, ...]) -> float:
    """The mean worth of the better of two tokens drawn from the box."""
    box = components().tokens
    stack = [worth for kind, worth in zip(KINDS, tokens, strict=True) for _ in range(box[kind].count)]
    pairs = [max(one, other) for i, one in enumerate(stack) for other in stack[i + 1 :]]
    return sum(pairs) / len(pairs)


def flat(weights: Weights) -> np.ndarray:
    """The numbers of worths in one row."""
    return np.array([*weights.gap, *weights.fuel, *weights.tokens, 0.0, *weights.rear])


def fitted(side: SideName, count: int, worths: Book, seed: str) -> list[Weights]:
    """The worths of one side of the tiles, by turns to come."""
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
    """Fit both sides twice over and write the worths down."""
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
