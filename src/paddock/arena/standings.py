"""What the games of a tournament come to: points, intervals, ratings, and whether the order is decided."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import NormalDist

import msgspec

from paddock.arena.schedule import Outing, Tournament
from paddock.core.extras import need

LEVEL = 0.95
_Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)
_FIRST_LOOK = 8
"""Rounds before the order is looked at; then whenever their number has doubled."""


class Showing(msgspec.Struct):
    """How one bot did."""

    bot: str
    games: int = 0
    wins: float = 0.0
    """Shared first places count in part."""
    share: float = 0.0
    """Share of its games won, with its 95 % interval; seats of one round count as one observation."""
    share_low: float = 0.0
    share_high: float = 0.0
    points: float = 0.0
    """1 for the first place, 0 for the last, the places between at equal steps; on average."""
    rating: float = 0.0
    rating_low: float = 0.0
    rating_high: float = 0.0
    score: float | None = None
    """Mean score of the games that were finished."""
    best: float | None = None
    retired: int = 0
    failed: int = 0
    thought: float = 0.0
    """Processor seconds a decision."""
    luck: float | None = None
    even: float = 0.0
    """The share a bot like all the others would win."""


def lower_is_better(unit: str) -> bool:
    """Whether a score in this unit is a time."""
    return unit == "seconds"


def points_of(places: Sequence[int]) -> list[float]:
    """Places as points between 1 and 0; equal places share."""
    last = max(len(places) - 1, 1)
    better = [sum(other < place for other in places) for place in places]
    equal = [places.count(place) - 1 for place in places]
    return [1 - (above + level / 2) / last for above, level in zip(better, equal, strict=True)]


def contests(
    tournament: Tournament, outings: Iterable[Outing]
) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Who was compared with whom, and their places; solo drives of a round are compared with each other."""
    played = list(outings)
    if tournament.seats > 1:
        return [(outing.bots, outing.places) for outing in played]
    rounds: dict[int, list[Outing]] = {}
    for outing in played:
        rounds.setdefault(outing.round, []).append(outing)
    return [_solo_places(group) for group in rounds.values()]


def _solo_places(group: list[Outing]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    def key(outing: Outing) -> tuple[bool, float]:
        finished = outing.failed is None and outing.unit not in ("retired", "failed")
        score = outing.scores[0]
        return not finished, score if lower_is_better(outing.unit) else -score

    keys = [key(outing) for outing in group]
    places = tuple(1 + sum(other < own for other in keys) for own in keys)
    return tuple(outing.bots[0] for outing in group), places


def table(tournament: Tournament, outings: Sequence[Outing]) -> list[Showing]:
    """A line for every bot, the best first."""
    lines = {bot: Showing(bot) for bot in tournament.bots}
    by_round: dict[str, dict[int, list[float]]] = {bot: {} for bot in tournament.bots}
    rounds = (
        [outing.round for outing in outings] if tournament.seats > 1 else sorted({o.round for o in outings})
    )
    evens: dict[str, list[float]] = {bot: [] for bot in tournament.bots}
    for number, (bots, places) in zip(rounds, contests(tournament, outings), strict=True):
        firsts = places.count(1)
        for bot, place, points in zip(bots, places, points_of(places), strict=True):
            line = lines[bot]
            won = 1 / firsts if place == 1 else 0.0
            line.games += 1
            line.wins += won
            line.points += points
            by_round[bot].setdefault(number, []).append(won)
            evens[bot].append(1 / len(places))
    for outing in outings:
        _gather(lines, outing)
    ratings = rated(tournament, outings)
    for bot, line in lines.items():
        _close(line, by_round[bot], evens[bot])
        mu, sigma = ratings[bot]
        line.rating, line.rating_low, line.rating_high = mu, mu - _Z * sigma, mu + _Z * sigma
    return sorted(lines.values(), key=lambda line: (-line.points, line.bot))


def _gather(lines: dict[str, Showing], outing: Outing) -> None:
    """Scores, times, luck and failures of one game; what was not finished has no score."""
    for seat, bot in enumerate(outing.bots):
        line = lines[bot]
        line.thought += outing.thought[seat]
        line.failed += outing.failed == seat
        line.retired += outing.unit == "retired"
        if outing.unit not in ("retired", "failed"):
            score = outing.scores[seat]
            line.score = score + (line.score or 0.0)
            keep = min if lower_is_better(outing.unit) else max
            line.best = score if line.best is None else keep(line.best, score)
        own = outing.luck[seat]
        if own is not None:
            line.luck = own + (line.luck or 0.0)


def _close(line: Showing, rounds: dict[int, list[float]], evens: list[float]) -> None:
    if not line.games:
        return
    finished = max(line.games - line.retired - line.failed, 1)
    line.points /= line.games
    line.share = line.wins / line.games
    line.even = sum(evens) / len(evens)
    line.thought /= line.games
    line.score = None if line.score is None else line.score / finished
    line.luck = None if line.luck is None else line.luck / line.games
    means = [sum(won) / len(won) for won in rounds.values()]
    line.share_low, line.share_high = interval(means)


def interval(means: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of a share from the means of independent rounds, kept within 0 and 1.

    Where all rounds agree, the rule of three bounds what they cannot show.
    """
    count = len(means)
    if count == 0:
        return 0.0, 1.0
    mean = sum(means) / count
    spread = sum((one - mean) ** 2 for one in means) / max(count - 1, 1)
    half = _Z * math.sqrt(spread / count) if spread else 3 / count
    return max(0.0, mean - half), min(1.0, mean + half)


def rated(tournament: Tournament, outings: Sequence[Outing]) -> dict[str, tuple[float, float]]:
    """Openskill ratings (Plackett-Luce): mean and deviation for every bot, games taken in order."""
    models = need("openskill.models", "research", "the arena")
    model = models.PlackettLuce()
    ratings = {bot: model.rating(name=bot) for bot in tournament.bots}
    for bots, places in contests(tournament, outings):
        different = list(dict.fromkeys(bots))
        if len(different) < 2:
            continue
        means = [
            sum(place for bot, place in zip(bots, places, strict=True) if bot == one) / bots.count(one)
            for one in different
        ]
        rated_now = model.rate([[ratings[bot]] for bot in different], ranks=means)
        for bot, team in zip(different, rated_now, strict=True):
            ratings[bot] = team[0]
    return {bot: (float(own.mu), float(own.sigma)) for bot, own in ratings.items()}


def looks(rounds: int) -> list[int]:
    """After how many rounds the order is looked at: 8, 16, 32 and so on."""
    found = []
    at = _FIRST_LOOK
    while at < rounds:
        found.append(at)
        at *= 2
    return found


def decided(tournament: Tournament, outings: Sequence[Outing], look: int) -> bool:
    """Whether the order of all bots stands, at the look of that number (from 1).

    Neighbours in the order are compared round by round, in which they had the same dice. The 5 % are spent
    over all looks (1/2, 1/6, 1/12 … of them) and all pairs, so that looking often does not make it so.
    """
    order = [line.bot for line in table(tournament, outings)]
    pairs = list(pairwise(order))
    if not pairs:
        return False
    risk = (1 - LEVEL) / (look * (look + 1)) / len(pairs)
    z = NormalDist().inv_cdf(1 - risk / 2)
    by_round = _points_by_round(tournament, outings)
    return all(_apart(by_round[a], by_round[b], z) for a, b in pairs)


def _points_by_round(tournament: Tournament, outings: Sequence[Outing]) -> dict[str, dict[int, float]]:
    found: dict[str, dict[int, list[float]]] = {bot: {} for bot in tournament.bots}
    rounds = (
        [outing.round for outing in outings] if tournament.seats > 1 else sorted({o.round for o in outings})
    )
    for number, (bots, places) in zip(rounds, contests(tournament, outings), strict=True):
        for bot, points in zip(bots, points_of(places), strict=True):
            found[bot].setdefault(number, []).append(points)
    return {bot: {n: sum(own) / len(own) for n, own in rounds.items()} for bot, rounds in found.items()}


def _apart(better: dict[int, float], worse: dict[int, float], z: float) -> bool:
    gaps = [better[number] - worse[number] for number in better if number in worse]
    if len(gaps) < _FIRST_LOOK:
        return False
    mean = sum(gaps) / len(gaps)
    spread = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    return mean > z * math.sqrt(spread / len(gaps)) if spread else mean > 0
