"""Measures the strength of the bots: `python -m tools.strengths [games] [GAME…]`.

Every bot plays the next weaker one, with changing seats; the random bot has 0 in every game. The result is
stored beside the bots and in the README. With `0` games only the README is written again.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from itertools import pairwise, product
from statistics import fmean
from typing import get_args

import msgspec

from paddock.arena.playing import play_judged
from paddock.arena.series import Fixture, Series
from paddock.bots.strengths import Measured, published
from paddock.core.game import AnyGame, Level
from paddock.core.registry import bots, games
from paddock.solve.table_cache import be_patient
from tools import PACKAGE, ROOT

_FILE = PACKAGE / "bots/strengths.json"
_README = ROOT / "README.md"
_BEGIN, _END = "<!-- bots: python -m tools.strengths -->", "<!-- /bots -->"
_Z = 1.96


def elo(share: float) -> float:
    """Returns the Elo difference for a share of wins."""
    return 400 * math.log10(share / (1 - share))


def compare(game: AnyGame, bot: str, below: str, count: int) -> Measured:
    """Plays a bot against a weaker one; returns the difference in strength, and the bot's pace.

    In games with more than two seats they alternate; each pair of different bots counts as a game of two.
    Half a game is added to each side, so that no share is 0 or 1.
    """
    seats = max(2, game.seats[0])
    won = played = 0.0
    thought: list[float] = []
    for number in range(count):
        strong, weak = ([seat for seat in range(seats) if (seat + number) % 2 == odd] for odd in (1, 0))
        line_up = tuple(bot if seat in strong else below for seat in range(seats))
        one = play_judged(Series(game.name, {}, line_up), Fixture(number, line_up, f"strength:{number}"))
        assert one.failed is None, one.failure
        thought += [one.thought[seat] for seat in strong]
        for mine, other in product(strong, weak):
            ahead = one.places[other] - one.places[mine]
            won += 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
            played += 1
    share = (won + 0.5) / (played + 1)
    spread = _Z * math.sqrt(share * (1 - share) / (count + 1))
    low, high = (max(1e-3, min(1 - 1e-3, end)) for end in (share - spread, share + spread))
    return Measured(round(elo(share)), round(elo(low)), round(elo(high)), round(fmean(thought), 6), count)


def measure(game: AnyGame, count: int) -> dict[str, Measured]:
    """Returns the bots of one game by level, each relative to the one before it; random has 0."""
    found: dict[str, Measured] = {}
    levels, known = get_args(Level), bots(game.name)
    names = sorted(known, key=lambda name: levels.index(known[name].level))
    base = 0.0
    for below, bot in pairwise(names):
        one = compare(game, bot, below, count)
        found[f"{game.name}.{bot}"] = Measured(
            base + one.strength, base + one.low, base + one.high, one.pace, one.games
        )
        base += one.strength
    return found


def written(found: Mapping[str, Measured]) -> str:
    """Returns the strengths as a Markdown table, weakest first, with intervals."""
    lines = [
        "| game | bots, weakest first: strength (95 % interval), thinking time a decision |",
        "| --- | --- |",
    ]
    for name, game in games().items():
        own = {bot: found[f"{name}.{bot}"] for bot in bots(name) if f"{name}.{bot}" in found}
        told = [
            f"`{bot}` {one.strength:.0f} ({one.low:.0f} to {one.high:.0f}), {1000 * one.pace:.1f} ms"
            for bot, one in sorted(own.items(), key=lambda pair: pair[1].strength)
        ]
        if told:
            lines.append(f"| {game.title} | {'; '.join(told)} |")
    return "\n".join(lines)


def shown_in(text: str, found: Mapping[str, Measured]) -> str:
    """Returns a text with its table of strengths, between two markers, replaced by the present one."""
    before, begin, rest = text.partition(_BEGIN)
    _, end, after = rest.partition(_END)
    if not end:
        raise ValueError(f"no table between {_BEGIN} and {_END}")
    return f"{before}{begin}\n{written(found)}\n{end}{after}"


def main(arguments: list[str]) -> None:
    """Measures the named games, or all, and writes the strengths."""
    count = int(arguments[0]) if arguments else 100
    be_patient()
    kept = dict(published())
    for name, game in games().items():
        if count and (name in arguments[1:] or not arguments[1:]):
            kept.update(measure(game, count))
    body = msgspec.json.format(msgspec.json.encode(dict(sorted(kept.items()))), indent=1)
    _FILE.write_bytes(body + b"\n")
    _README.write_text(shown_in(_README.read_text("utf-8"), kept), "utf-8")
    sys.stdout.write(written(kept) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
