"""The racing line as a picture: the track with the ways of the best driver."""

from __future__ import annotations

from html import escape

from paddock.solve.perfect_drive import PerfectDrive
from paddock.tracks.drawing import Theme, board
from paddock.tracks.drawing.strip import number
from paddock.tracks.road import Road

_SELDOM = 0.02
"""Rarer ways and stops are not drawn."""
_STYLE = (
    ".racing-line{stroke:#ff3d7f;stroke-linecap:round;fill:none}"
    ".stand{fill:#fff;stroke:#ff3d7f;stroke-width:2}"
    ".stand-gear{font:700 11px system-ui,sans-serif;text-anchor:middle;fill:#17191c}"
)


def draw_line(perfect: PerfectDrive, road: Road, theme: Theme = "auto") -> str:
    """Returns the track as SVG: line widths show how often a way is driven, discs the ends of turns."""
    drawn = board(road, theme)
    at = {cell.id: (cell.x, cell.y) for cell in drawn.cells}
    parts = [f"<style>{_STYLE}</style>", '<g class="perfect-drive">']
    for step in perfect.steps:
        if step.times >= _SELDOM:
            (x, y), (to_x, to_y) = at[step.cell], at[step.to]
            width, shown = 1.5 + 5 * min(1.0, step.times), 0.25 + 0.65 * min(1.0, step.times)
            parts.append(
                f'<path class="racing-line" d="M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}" '
                f'stroke-width="{number(width)}" stroke-opacity="{number(shown)}"/>'
            )
    for use in perfect.cells:
        if use.stands >= _SELDOM:
            x, y = at[use.cell]
            gear = max(range(len(use.gears)), key=lambda one: use.gears[one])
            size = 5 + 7 * min(1.0, use.stands) ** 0.5
            parts.append(
                f'<circle class="stand" cx="{number(x)}" cy="{number(y)}" r="{number(size)}">'
                f"<title>{escape(use.name)}: {use.stands:.0%}</title></circle>"
                f'<text class="stand-gear" x="{number(x)}" y="{number(y + 4)}">{gear}</text>'
            )
    return drawn.svg.rstrip().removesuffix("</svg>") + "".join(parts) + "</g></svg>\n"
