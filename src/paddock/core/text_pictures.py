"""Shared parts of the pictures of all games: seat colours and marks, text as a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

SEAT_COLOURS = ("#e4572e", "#2e86de", "#f2b705", "#27ae60", "#8e44ad", "#5d6d7e")
"""The colours of the seats, in seat order."""
SEAT_MARKS = "⓪①②③④⑤⑥⑦⑧⑨"
"""Seat marks on a text board; the first seat is 0."""
FONT = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace"
_DIGITS = {ord(mark): str(seat) for seat, mark in enumerate(SEAT_MARKS)}


def seat_colour(seat: int) -> str:
    """Returns the colour of a seat."""
    return SEAT_COLOURS[seat % len(SEAT_COLOURS)]


def seat_mark(seat: int) -> str:
    """Returns the mark of a seat, one character."""
    return SEAT_MARKS[seat % len(SEAT_MARKS)]


def svg(width: float, height: float, body: str, title: str = "") -> str:
    """Returns a picture of that size on a light background."""
    named = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}">{named}<rect width="100%" height="100%" rx="6" fill="#fbfaf7"/>{body}</svg>'
    )


def label(x: float, y: float, words: str, size: float = 12, colour: str = "#22262b", anchor: str = "") -> str:
    """Returns text for a picture; `y` is its baseline. Seat marks become digits, as few fonts have all of
    them."""
    style = f"font:{size:g}px {FONT};fill:{colour};text-anchor:{anchor or 'start'}"
    told = escape(words.translate(_DIGITS))
    return f'<text x="{x:g}" y="{y:g}" style="{style}" xml:space="preserve">{told}</text>'


def disc(x: float, y: float, seat: int, radius: float = 9) -> str:
    """Returns a seat's piece."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{seat_colour(seat)}" stroke="#fff" '
        f'stroke-width="1.5"/>' + label(x, y + radius * 0.4, str(seat), radius * 1.2, "#fff", "middle")
    )


def lines_as_svg(lines: Sequence[str], title: str = "") -> str:
    """Returns lines of text as a picture."""
    body = "".join(label(12, 24 + 16 * i, line) for i, line in enumerate(lines))
    return svg(24 + 7.4 * max(map(len, lines), default=0), 24 + 16 * len(lines), body, title)
