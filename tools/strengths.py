"""Measures how strong the bots are and writes it down: `python -m tools.strengths [games] [GAME…]`.

Every bot plays the next weaker one, seats changing; the random bot stands at 0 in every game. The figures go
beside the bots and into the README; with no games to play (`0`) the README is written from what is known.
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
    """How many points stronger one is who wins this share."""
    return 400 * math.log10(share / (1 - share))


def compare(game: AnyGame, bot: str, below: str, count: int) -> Measured:
    """A bot against a weaker one over so many games: the difference of their strengths, and its pace.

    In a game of more than two seats they sit by turns; each pair of different bots counts as a game of two.
    Nobody wins for certain: half a game goes to each side.
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
    """The bots of one game by level, each as far above the one before it as it was found; random at 0."""
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
    """The strengths as a table in Markdown: the bots of a game with their interval, the weakest first."""
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
    """A text whose table of strengths, between its two marks, is the present one."""
    before, begin, rest = text.partition(_BEGIN)
    _, end, after = rest.partition(_END)
    if not end:
        raise ValueError(f"no table between {_BEGIN} and {_END}")
    return f"{before}{begin}\n{written(found)}\n{end}{after}"


def main(arguments: list[str]) -> None:
    """Measure the named games, or all, and write the strengths down."""
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
