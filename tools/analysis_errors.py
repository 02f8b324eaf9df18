"""Measures the accuracy of evaluations against final results, and against themselves with other dice.

`python -m tools.analysis_errors` measures all evaluations and writes the result into the data of the
analysis. With names (`python -m tools.analysis_errors outspeed`) it measures some of them.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from statistics import fmean
from typing import Any

import msgspec

from paddock.analysis.dirt.drive import DriveEvaluator
from paddock.analysis.dirt_and_dust import DriveEvaluator as PointsEvaluator
from paddock.analysis.error_estimates import Stated, all_stated
from paddock.analysis.evaluator import Evaluator
from paddock.analysis.gt.race import RaceEvaluator
from paddock.analysis.outspeed import RouteEvaluator
from paddock.core.chance import DiceStream, seed_from
from paddock.core.game import AnyGame, Perspective
from paddock.core.registry import find_bot, find_game
from paddock.tracks.layouts import circuits, stages
from tools import PACKAGE

FILE = PACKAGE / "analysis/data/errors.json"
Moment = tuple[Any, int]
"""A state, and the seat that has to decide."""


def played(
    game: AnyGame, options: dict[str, Any], bots: list[str], seed: int, result: dict[str, Any]
) -> Iterator[Moment]:
    """Yields the moments of a game of bots; stores the final result in `result`."""
    state, rng, stream = (
        game.start(game.options(options), len(bots)),
        random.Random(seed),
        DiceStream(seed_from(f"errors {game.name} {seed}")),
    )
    drivers = [find_bot(game.name, bot) for bot in bots]
    while not (pending := game.pending(state)).over:
        if pending.chance is not None:
            game.resolve(state, stream.draw(pending.chance))
            continue
        seat = pending.seats[0]
        yield state, seat
        game.act(state, seat, drivers[seat].choose(Perspective(game, state, seat), rng))
    found = game.result(state)
    assert found is not None
    result["places"], result["scores"] = found.places, found.scores


def by_tenths(
    name: str,
    tracks: list[dict[str, Any]],
    lineups: list[list[str]],
    games: int,
    make: Callable[[], Evaluator],
) -> Stated:
    """Returns the mean gap between predicted chances and shares won, by tenths of the chance, per round."""
    game, told = find_game(name), defaultdict[int, list[tuple[float, float]]](list)
    for seed in range(games):
        result: dict[str, Any] = {}
        evaluator, seen, kept = make(), set(), []
        bots = lineups[seed % len(lineups)]
        for state, _ in played(game, tracks[seed % len(tracks)], bots, seed, result):
            if (moment := evaluator.moment(state)) not in seen:
                seen.add(moment)
                kept += [(seat, evaluator.value(state, seat)) for seat in range(len(bots))]
        firsts = result["places"].count(1)
        for seat, chance in kept:
            won = 1 / firsts if result["places"][seat] == 1 else 0.0
            if chance is not None:
                told[min(9, int(10 * chance))].append((chance, won))
    positions = sum(map(len, told.values()))
    gaps = (
        len(pairs) * abs(fmean(chance for chance, _ in pairs) - fmean(won for _, won in pairs))
        for pairs in told.values()
    )
    how = f"mean gap of chances told and shares won, by tenths: {positions} positions of {games} races"
    return Stated(round(sum(gaps) / positions, 3), 0.0, how)


def by_courses(
    name: str, courses: list[dict[str, Any]], drives: int, make: Callable[[], Evaluator], what: str
) -> Stated:
    """Returns the mean gap between the time predicted at the start and the mean of solo drives."""
    game, gaps = find_game(name), []
    for course in courses:
        told, driven = 0.0, []
        for seed in range(drives):
            result: dict[str, Any] = {}
            first = True
            for state, seat in played(game, course, ["club"], seed, result):
                if first and (value := make().value(state, seat)) is not None:
                    told, first = value, False
            if result["scores"][0] is not None:
                driven.append(result["scores"][0])
        gaps.append(abs(told - fmean(driven)))
    how = f"mean gap of the time told at the start and the mean of {drives} drives: {len(gaps)} {what}"
    return Stated(round(fmean(gaps), 1), 0.0, how)


def by_rounds(name: str, lineup: list[str], games: int, make: Callable[[], Evaluator]) -> Stated:
    """Returns the mean gap between predicted and final points, averaged over rounds."""
    game, told = find_game(name), defaultdict[Any, list[float]](list)
    for seed in range(games):
        result: dict[str, Any] = {}
        evaluator, seen, kept = make(), set(), []
        for state, seat in played(game, {}, lineup, seed, result):
            moment = (evaluator.moment(state), seat)
            if moment not in seen and (value := evaluator.value(state, seat)) is not None:
                seen.add(moment)
                kept.append((moment[0], seat, value))
        for round_, seat, value in kept:
            told[round_].append(value - (result["scores"][seat] or 0.0))
    gaps = [abs(fmean(each)) for each in told.values()]
    how = f"mean over {len(gaps)} rounds of the gap between points told and made, {games} games"
    return Stated(round(fmean(gaps), 2), 0.0, how)


def noise(name: str, lineup: list[str], games: int, make: Callable[[str], Evaluator]) -> tuple[float, int]:
    """Returns the loss that 90 % of the analysis' own decisions do not exceed when judged with other dice."""
    game = find_game(name)
    losses = []
    for seed in range(games):
        one, other = make("one "), make("other ")
        for state, seat in played(game, {}, lineup, 1000 + seed, {}):
            one.value(state, seat)
            other.value(state, seat)
            action = game.actions(state, seat).sample(random.Random(seed))
            judged = one.judge(state, seat, action)
            if judged is None:
                continue
            again = other.judge(state, seat, judged.best)
            if again is not None:
                losses.append(max(0.0, again.top - again.worth))
    losses.sort()
    return losses[int(0.9 * len(losses))], len(losses)


def with_noise(found: Stated, measured: tuple[float, int]) -> Stated:
    """Returns a measurement with its noise."""
    value, decisions = measured
    how = f"{found.how}; noise over {decisions} decisions"
    return msgspec.structs.replace(found, noise=round(value, 3), how=how)


def race() -> Stated:
    """Measures Rallyman: GT races."""
    tracks = [{"track": track} for track in sorted(circuits())]
    lineups = [["club", "beginner"], ["club", "club", "beginner"], ["beginner", "club", "beginner", "club"]]
    return by_tenths("rallyman-gt", tracks, lineups, 150, partial(RaceEvaluator, solo=False))


def alone() -> Stated:
    """Measures solo drives of Rallyman: GT without a solution."""
    tracks = [{"track": track} for track in sorted(circuits())[:8]]
    return by_courses("rallyman-gt", tracks, 12, partial(RaceEvaluator, solo=True), "tracks")


def dirt() -> Stated:
    """Measures Rallyman: DIRT."""
    chosen = [{"stages": [stage]} for stage in sorted(stages())]
    return by_courses("rallyman-dirt", chosen, 16, DriveEvaluator, "stages")


def outspeed() -> Stated:
    """Measures Outspeed."""
    make = partial(RouteEvaluator, "own", {})
    found = by_tenths("outspeed", [{}], [["club"] * 3, ["club"] * 4], 60, make)
    return with_noise(found, noise("outspeed", ["club"] * 3, 4, lambda salt: RouteEvaluator("own", {}, salt)))


def dust() -> Stated:
    """Measures Dirt & Dust."""
    found = by_rounds("dirt-and-dust", ["club", "club"], 60, partial(PointsEvaluator, "own"))
    return with_noise(found, noise("dirt-and-dust", ["club", "club"], 2, partial(PointsEvaluator, "own")))


MEASURES: dict[str, Callable[[], Stated]] = {
    "rallyman-gt.race": race,
    "rallyman-gt.alone": alone,
    "rallyman-dirt": dirt,
    "outspeed": outspeed,
    "dirt-and-dust": dust,
}


def main(names: list[str]) -> int:
    """Measures the named evaluations, or all; writes each result at once."""
    unknown = set(names) - set(MEASURES)
    if unknown:
        print(f"no such evaluation: {', '.join(sorted(unknown))}; there are {', '.join(MEASURES)}")
        return 1
    known = dict(all_stated())
    for name in names or MEASURES:
        known[name] = MEASURES[name]()
        print(name, known[name], flush=True)
        FILE.write_bytes(msgspec.json.format(msgspec.json.encode(known), indent=2) + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
