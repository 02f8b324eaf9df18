"""Statistics of a series: wins, points, intervals, ratings, and whether the order is decided."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from statistics import NormalDist

import msgspec

from paddock.arena.series import Played, Tournament
from paddock.core.extras import need

LEVEL = 0.95
_Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)
_FIRST_LOOK = 8
"""The rounds before the order is first tested; after that, each time their number has doubled."""


class Standing(msgspec.Struct):
    """The statistics of one bot. Intervals are 95 %; they, points and ratings are for tournaments alone."""

    bot: str
    games: int = 0
    wins: float = 0.0
    """A shared first place counts in part."""
    places: int = 0
    """The sum of all places."""
    score: float | None = None
    """The mean score of finished games."""
    best: float | None = None
    """The best score; for times the lowest."""
    worst: float | None = None
    retired: int = 0
    """Abandoned drives; they have no score."""
    failed: int = 0
    thought: float = 0.0
    """CPU seconds per decision."""
    luck: float | None = None
    share: float = 0.0
    """The share of its games won; the seats of one round count as one observation."""
    share_low: float = 0.0
    share_high: float = 0.0
    even: float = 0.0
    """The share that a bot of equal strength would win."""
    points: float = 0.0
    """Mean points: 1 for the first place, 0 for the last, equal steps in between."""
    rating: float = 0.0
    rating_low: float = 0.0
    rating_high: float = 0.0


def lower_is_better(unit: str) -> bool:
    """Whether a score in this unit is a time."""
    return unit == "seconds"


def points_of(places: Sequence[int]) -> list[float]:
    """Returns places as points between 1 and 0; equal places share."""
    last = max(len(places) - 1, 1)
    better = [sum(other < place for other in places) for place in places]
    equal = [places.count(place) - 1 for place in places]
    return [1 - (above + level / 2) / last for above, level in zip(better, equal, strict=True)]


Contest = tuple[int, tuple[str, ...], tuple[int, ...]]
"""The round, the bots compared in it, and their places."""


def standings(games: Sequence[Played]) -> list[Standing]:
    """Returns the bots of a series, best first; a shared first place counts as part of a win."""
    lines: dict[str, Standing] = {}
    _count(lines, [(game.round, game.bots, game.places) for game in games])
    _gather(lines, games)
    return sorted(lines.values(), key=lambda line: (-line.share, line.bot))


def table(tournament: Tournament, games: Sequence[Played]) -> list[Standing]:
    """Returns the bots of a tournament with intervals and ratings, best first."""
    lines = {bot: Standing(bot) for bot in tournament.bots}
    compared = contests(tournament, games)
    _count(lines, compared)
    _gather(lines, games)
    won = _by_round(tournament, compared, shares_of)
    points = _by_round(tournament, compared, points_of)
    ratings = rated(tournament, compared)
    for bot, line in lines.items():
        mu, sigma = ratings[bot]
        line.rating, line.rating_low, line.rating_high = mu, mu - _Z * sigma, mu + _Z * sigma
        if line.games:
            line.points = sum(map(sum, points[bot].values())) / line.games
            line.share_low, line.share_high = interval([_mean(shares) for shares in won[bot].values()])
    return sorted(lines.values(), key=lambda line: (-line.points, line.bot))


def contests(tournament: Tournament, games: Iterable[Played]) -> list[Contest]:
    """Returns the comparisons in order; solo drives of a round are compared with each other."""
    if tournament.seats > 1:
        return [(game.round, game.bots, game.places) for game in games]
    rounds: dict[int, list[Played]] = {}
    for game in games:
        rounds.setdefault(game.round, []).append(game)
    return [(number, *_solo_places(rounds[number])) for number in sorted(rounds)]


def _solo_places(group: list[Played]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    def key(game: Played) -> tuple[bool, float]:
        score = game.scores[0]
        return game.unit in ("retired", "failed"), score if lower_is_better(game.unit) else -score

    keys = [key(game) for game in group]
    places = tuple(1 + sum(other < own for other in keys) for own in keys)
    return tuple(game.bots[0] for game in group), places


def _count(lines: dict[str, Standing], compared: Iterable[Contest]) -> None:
    """Counts games, wins and places."""
    for _, bots, places in compared:
        for bot, place, won in zip(bots, places, shares_of(places), strict=True):
            line = lines.setdefault(bot, Standing(bot))
            line.games += 1
            line.wins += won
            line.places += place
            line.even += 1 / len(places)
    for line in lines.values():
        line.share = line.wins / max(line.games, 1)
        line.even /= max(line.games, 1)


def _gather(lines: dict[str, Standing], games: Iterable[Played]) -> None:
    """Adds scores, times, luck and failures; unfinished games have no score."""
    scores: dict[str, list[float]] = {bot: [] for bot in lines}
    luck: dict[str, list[float]] = {bot: [] for bot in lines}
    for game in games:
        best, worst = (min, max) if lower_is_better(game.unit) else (max, min)
        for seat, bot in enumerate(game.bots):
            line = lines[bot]
            line.failed += game.failed == seat
            line.retired += game.unit == "retired"
            line.thought += game.thought[seat] / line.games if game.thought else 0.0
            if game.luck and (own := game.luck[seat]) is not None:
                luck[bot].append(own)
            if game.unit not in ("retired", "failed"):
                score = game.scores[seat]
                scores[bot].append(score)
                line.best = score if line.best is None else best(line.best, score)
                line.worst = score if line.worst is None else worst(line.worst, score)
    for bot, line in lines.items():
        line.score = _mean(scores[bot]) if scores[bot] else None
        line.luck = sum(luck[bot]) / line.games if luck[bot] else None


def shares_of(places: Sequence[int]) -> list[float]:
    """Returns places as wins; shared first places share one win."""
    return [1 / places.count(1) if place == 1 else 0.0 for place in places]


def _by_round(
    tournament: Tournament, compared: Iterable[Contest], worth: Callable[[Sequence[int]], list[float]]
) -> dict[str, dict[int, list[float]]]:
    """Returns the mean value of every bot's places, by round."""
    found: dict[str, dict[int, list[float]]] = {bot: {} for bot in tournament.bots}
    for number, bots, places in compared:
        for bot, own in zip(bots, worth(places), strict=True):
            found[bot].setdefault(number, []).append(own)
    return found


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def interval(means: Sequence[float]) -> tuple[float, float]:
    """Returns the 95 % interval of a share from the means of independent rounds, clipped to 0 and 1.

    If all rounds agree, the rule of three gives the bound.
    """
    count = len(means)
    if count == 0:
        return 0.0, 1.0
    mean = _mean(means)
    spread = sum((one - mean) ** 2 for one in means) / max(count - 1, 1)
    half = _Z * math.sqrt(spread / count) if spread else 3 / count
    return max(0.0, mean - half), min(1.0, mean + half)


def rated(tournament: Tournament, compared: Iterable[Contest]) -> dict[str, tuple[float, float]]:
    """Returns Openskill ratings (Plackett-Luce): mean and deviation for every bot, games in order."""
    models = need("openskill.models", "research", "the arena")
    model = models.PlackettLuce()
    ratings = {bot: model.rating(name=bot) for bot in tournament.bots}
    for _, bots, places in compared:
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
    """Returns the numbers of rounds after which the order is tested: 8, 16, 32 and so on."""
    found = []
    at = _FIRST_LOOK
    while at < rounds:
        found.append(at)
        at *= 2
    return found


def decided(tournament: Tournament, games: Sequence[Played], look: int) -> bool:
    """Whether the order of all bots is significant at the test of that number (from 1).

    Neighbours in the order are compared round by round, since they had the same dice in a round. The 5 %
    error is divided among all tests (1/2, 1/6, 1/12 … of it) and all pairs, so that repeated testing does
    not exceed it.
    """
    order = [line.bot for line in table(tournament, games)]
    pairs = list(pairwise(order))
    if not pairs:
        return False
    risk = (1 - LEVEL) / (look * (look + 1)) / len(pairs)
    z = NormalDist().inv_cdf(1 - risk / 2)
    points = _by_round(tournament, contests(tournament, games), points_of)
    means = {bot: {n: _mean(own) for n, own in rounds.items()} for bot, rounds in points.items()}
    return all(_apart(means[a], means[b], z) for a, b in pairs)


def _apart(better: dict[int, float], worse: dict[int, float], z: float) -> bool:
    gaps = [better[number] - worse[number] for number in better if number in worse]
    if len(gaps) < _FIRST_LOOK:
        return False
    mean = sum(gaps) / len(gaps)
    spread = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    return mean > z * math.sqrt(spread / len(gaps)) if spread else mean > 0
