"""The result of a balance test as a self-contained HTML page, or as Markdown tables for the docs."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from paddock.arena.balance import Bench, Tallies, Tally, tables

_STYLE = """
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 0.3rem 0 1.6rem; }
th, td { text-align: left; padding: 0.2rem 0.6rem; border-bottom: 1px solid #8884; white-space: nowrap; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
td.bar { width: 45%; }
td.name { white-space: normal; }
.track { position: relative; height: 0.9rem; background: #8882; border-radius: 3px; }
.track i { position: absolute; top: 0; bottom: 0; background: #3b7dd8; opacity: 0.35; }
.track b { position: absolute; top: 0; bottom: 0; width: 3px; background: #3b7dd8; }
.track u { position: absolute; top: -2px; bottom: -2px; width: 1px; background: currentColor; opacity: 0.6; }
.no { color: #c22; font-weight: 700; } .yes { color: #2a7; } .open { opacity: 0.7; }
th { white-space: normal; vertical-align: bottom; }
@media (max-width: 640px) {
  td.bar, th.bar { display: none; }
  th, td { padding: 0.2rem; font-size: 13px; }
}
details h2 { font-size: 1.05rem; margin-bottom: 0; }
summary { font-size: 1.15rem; font-weight: 700; cursor: pointer; padding: 0.4rem 0; }
"""


def page(bench: Bench, played: Sequence[int], found: Sequence[Tallies]) -> str:
    """Returns the page: a section for every candidate, a table for every kind of measurement, with bars."""
    series = bench.series
    options = "".join(f"; {escape(key)} {escape(str(value))}" for key, value in series.options.items())
    parts = [
        f"<details{' open' if len(found) == 1 else ''}><summary>{escape(candidate.name)} "
        f"({games} games)</summary>{_tables(tallies)}</details>"
        for candidate, games, tallies in zip(bench.candidates, played, found, strict=True)
    ]
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width'>"
        f"<title>Balance of {escape(series.game)}</title><style>{_STYLE}</style>"
        f"<h1>Balance of {escape(series.game)}</h1>"
        f"<p>Bots: {escape(', '.join(series.bots))}; seed {escape(series.seed)}{options}; "
        f"up to {series.games} games for each set of figures. "
        "Bars show the mean and its 95 % interval, thin lines the bounds aimed at. "
        "Figures of one game hang together, so that intervals of figures counted often in a game are "
        "somewhat too narrow.</p>" + _summary(bench, found) + "".join(parts)
    )


def markdown(bench: Bench, played: Sequence[int], found: Sequence[Tallies]) -> str:
    """Returns the same tables in Markdown, under a heading for every candidate with its games."""
    series = bench.series
    options = ", ".join(f"{key} {value}" for key, value in series.options.items())
    played_by = ", ".join(f"{series.bots.count(bot)} × {bot}" for bot in dict.fromkeys(series.bots))
    parts = []
    for candidate, games, tallies in zip(bench.candidates, played, found, strict=True):
        told = (candidate.name, played_by, *([options] if options else []), f"seed {series.seed}")
        parts.append(f"### {series.game}: {', '.join(told)}: {games} games")
        for table in tables(tallies):
            lines = [(table.title, *table.columns[1:]), ("---", *["---:"] * 4, "---"), *table.rows]
            parts.append("\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines))
    return "\n\n".join(parts) + "\n"


def _summary(bench: Bench, found: Sequence[Tallies]) -> str:
    """Returns for every candidate how many targets it meets, and which it misses."""
    lines = []
    for candidate, tallies in zip(bench.candidates, found, strict=True):
        verdicts = [tally.verdict for tally in tallies.values()]
        missed = [row for (_, row), tally in tallies.items() if tally.verdict == "no"]
        lines.append(
            f"<tr><td class=name>{escape(candidate.name)}<td class=n>{verdicts.count('yes')}"
            f"<td class=n>{verdicts.count('open')}<td class=n>{len(missed)}"
            f"<td class=name>{escape(', '.join(sorted(missed)))}</tr>"
        )
    return (
        "<h2>Aims</h2><table><tr><th>figures<th class=n>kept<th class=n>open<th class=n>missed"
        f"<th>missed are</tr>{''.join(lines)}</table>"
    )


def _tables(tallies: Tallies) -> str:
    made = []
    for title in dict.fromkeys(table for table, _ in tallies):
        rows = {row: tally for (table, row), tally in sorted(tallies.items()) if table == title}
        top = max(1e-9, *(tally.interval[1] for tally in rows.values()))
        shares = top <= 1
        scale = 1.0 if shares else top
        lines = "".join(_row(row, tally, scale) for row, tally in rows.items())
        made.append(
            f"<h2>{escape(title)}</h2><table><tr><th>what<th class=n>n<th class=n>mean"
            f"<th class=n>from<th class=n>to<th>in bounds<th class=bar></tr>{lines}</table>"
        )
    return "".join(made)


def _row(row: str, tally: Tally, scale: float) -> str:
    low, high = tally.interval
    bounds = "".join(
        f"<u style='left:{_percent(bound, scale)}%'></u>"
        for bound in (tally.least, tally.most)
        if 0 < bound < scale
    )
    bar = (
        f"<div class=track><i style='left:{_percent(low, scale)}%;width:{_percent(high - low, scale)}%'></i>"
        f"<b style='left:{_percent(tally.mean, scale)}%'></b>{bounds}</div>"
    )
    return (
        f"<tr><td class=name>{escape(row)}<td class=n>{tally.n}<td class=n>{tally.mean:.3f}"
        f"<td class=n>{low:.3f}<td class=n>{high:.3f}"
        f"<td class='{tally.verdict}'>{tally.verdict}<td class=bar>{bar}</tr>"
    )


def _percent(value: float, scale: float) -> float:
    return round(100 * min(max(value / scale, 0.0), 1.0), 2)
