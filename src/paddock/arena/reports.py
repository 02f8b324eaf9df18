"""A tournament as one self-contained HTML page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from html import escape
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec

from paddock.arena.sinks import course_name
from paddock.arena.standings import Standing, points_of, table
from paddock.arena.tournament import Outcome
from paddock.core.registry import find_game
from paddock.core.text_pictures import label, seat_colour, svg

_STYLE = """
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:64rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;display:block;overflow:auto}
td,th{padding:.3rem .7rem;border-bottom:1px solid #8885;text-align:right}
td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto}pre{overflow:auto}
"""
_LEFT, _WIDE, _ROW = 190.0, 620.0, 26.0


def write_html(outcome: Outcome, path: Path) -> None:
    """Writes one self-contained page with the table and the plots."""
    path.write_text(html(outcome), encoding="utf-8")


def html(outcome: Outcome) -> str:
    """Returns the page."""
    lines = table(outcome.tournament, outcome.games)
    title = f"{find_game(outcome.tournament.game).title}: {outcome.tournament.kind}"
    courses = outcome.tournament.courses
    failures = [o for o in outcome.games if o.failed is not None]
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>{escape(title)}</title><style>{_STYLE}</style><h1>{escape(title)}</h1><p>{escape(summary(outcome))}",
        _html_table(lines),
        "<h2>Rating, with its 95 % interval</h2>" + _intervals(lines, "rating", "rating_low", "rating_high"),
        "<h2>Share of games won, with its 95 % interval</h2>"
        + _intervals(lines, "share", "share_low", "share_high", even=True),
        "<h2>Points by seat</h2>" + _bars(lines, _by(outcome, lambda o, seat: f"seat {seat}")),
        "<h2>Points by course</h2>" + _bars(lines, _by(outcome, lambda o, _: course_name(courses[o.course]))),
        "<h2>Milliseconds a decision</h2>" + _plain_bars([(x.bot, x.thought * 1000) for x in lines]),
    ]
    if any(line.luck is not None for line in lines):
        parts.append(
            "<h2>Luck: hazards fewer than the dice promise, a game</h2>"
            + _plain_bars([(line.bot, line.luck or 0.0) for line in lines])
        )
    if failures:
        told = {(o.bots[o.failed or 0], o.failure) for o in failures}
        items = "".join(f"<li><b>{escape(bot)}</b>: {escape(why)}" for bot, why in sorted(told))
        parts.append(f"<h2>Bots that failed</h2><ul>{items}</ul>")
    plan = msgspec.json.format(msgspec.json.encode(outcome.tournament), indent=2).decode()
    parts.append(f"<h2>Played</h2><pre>{escape(plan)}</pre>")
    return "\n".join(parts) + "\n"


def summary(outcome: Outcome) -> str:
    """Returns a sentence on what was played and how it ended."""
    end = "the order is decided" if outcome.decided else "all games were played"
    games = len(outcome.games)
    return f"{games} games in {outcome.rounds} rounds, seed {outcome.tournament.seed}; {end}."


COLUMNS = ("bot", "games", "won % (95 %)", "even", "points", "rating (95 %)", "score", "best", "ms", "out")


def cells(line: Standing) -> tuple[str, ...]:
    """Returns the cells of a line; `out` counts abandoned drives and games lost by failing."""
    return (
        line.bot,
        str(line.games),
        f"{line.share * 100:.1f} ({line.share_low * 100:.0f}-{line.share_high * 100:.0f})",
        f"{line.even * 100:.0f}",
        f"{line.points:.3f}",
        f"{line.rating:.1f} ({line.rating_low:.0f}-{line.rating_high:.0f})",
        "-" if line.score is None else f"{line.score:.1f}",
        "-" if line.best is None else f"{line.best:g}",
        f"{line.thought * 1000:.2f}",
        str(line.retired + line.failed),
    )


def _html_table(lines: Sequence[Standing]) -> str:
    head = "".join(f"<th>{escape(name)}" for name in COLUMNS)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}" for cell in cells(line)) for line in lines)
    return f"<table><tr>{head}{body}</table>"


def _intervals(lines: Sequence[Standing], mid: str, low: str, high: str, *, even: bool = False) -> str:
    values = [(line.bot, getattr(line, mid), getattr(line, low), getattr(line, high)) for line in lines]
    least: float = min(value[2] for value in values)
    most: float = max(value[3] for value in values)
    span = (most - least) or 1.0
    parts = []

    def x(value: float) -> float:
        return _LEFT + (value - least) / span * (_WIDE - _LEFT - 20)

    for i, (bot, middle, lowest, highest) in enumerate(values):
        y = 20 + i * _ROW
        parts.append(
            label(_LEFT - 10, y + 4, bot[-24:], 12, anchor="end")
            + f'<line x1="{x(lowest):.1f}" x2="{x(highest):.1f}" y1="{y}" y2="{y}" stroke="{seat_colour(i)}" '
            f'stroke-width="3"/><circle cx="{x(middle):.1f}" cy="{y}" r="5" fill="{seat_colour(i)}"/>'
        )
    if even and least <= lines[0].even <= most:
        at = x(lines[0].even)
        parts.append(
            f'<line x1="{at:.1f}" x2="{at:.1f}" y1="4" y2="{20 + len(values) * _ROW}" stroke="#888"/>'
        )
    below = 20 + len(values) * _ROW
    parts.append(
        label(_LEFT, below, f"{least:.2f}", 11) + label(_WIDE - 20, below, f"{most:.2f}", 11, anchor="end")
    )
    return svg(_WIDE, below + 12, "".join(parts))


def _by(outcome: Outcome, key: Any) -> dict[str, dict[str, float]]:
    """Returns the mean points of every bot by a key of a game and a seat."""
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for game in outcome.games:
        for seat, points in enumerate(points_of(game.places)):
            found[game.bots[seat]][key(game, seat)].append(points)
    return {bot: {name: fmean(own) for name, own in sorted(by.items())} for bot, by in found.items()}


def _bars(lines: Sequence[Standing], values: dict[str, dict[str, float]]) -> str:
    names = sorted({name for by in values.values() for name in by})
    parts, y = [], 10.0
    for name in names:
        parts.append(label(4, y + 12, name[:60], 12))
        y += 20
        for i, line in enumerate(lines):
            value = values.get(line.bot, {}).get(name)
            if value is None:
                continue
            wide = max(value, 0.0) * (_WIDE - _LEFT - 60)
            parts.append(
                label(_LEFT - 10, y + 10, line.bot[-24:], 11, anchor="end")
                + f'<rect x="{_LEFT:g}" y="{y:g}" width="{wide:.1f}" height="12" fill="{seat_colour(i)}"/>'
                + label(_LEFT + wide + 6, y + 10, f"{value:.2f}", 11)
            )
            y += 16
        y += 8
    return svg(_WIDE, y + 4, "".join(parts))


def _plain_bars(values: Sequence[tuple[str, float]]) -> str:
    most = max((abs(value) for _, value in values), default=1.0) or 1.0
    parts = []
    for i, (bot, value) in enumerate(values):
        y = 8 + i * _ROW
        wide = abs(value) / most * (_WIDE - _LEFT - 80)
        parts.append(
            label(_LEFT - 10, y + 14, bot[-24:], 12, anchor="end")
            + f'<rect x="{_LEFT:g}" y="{y:g}" width="{wide:.1f}" height="18" fill="{seat_colour(i)}" '
            f'opacity="{1 if value >= 0 else 0.5}"/>' + label(_LEFT + wide + 6, y + 14, f"{value:.2f}", 11)
        )
    return svg(_WIDE, 16 + len(values) * _ROW, "".join(parts))
