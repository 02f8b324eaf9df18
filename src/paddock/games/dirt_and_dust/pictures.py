"""The table for the terminal and as a picture: Position Track, face-up Stage cards, every player's boards."""

from __future__ import annotations

from paddock.core.text_pictures import disc, label, seat_mark, svg
from paddock.games.dirt_and_dust.components import Space
from paddock.games.dirt_and_dust.view_types import Board, View

_ZONES = {"red": "#e6a59d", "yellow": "#f0dc9c", "grey": "#cfd3d8"}
_WIDE = 62.0


def text(view: View) -> str:
    """Returns the table for a terminal."""
    lines = [_head(view), *_track(view), ""]
    for card in view.road:
        marks = " ".join(f"{seat_mark(s)}x{n}" for s, n in enumerate(card.navigators) if n)
        lines.append(f"  stage card {card.no:<2} cost {card.cost}  {marks}".rstrip())
    for board in view.boards:
        lines += _board(view, board)
    return "\n".join(lines)


def svg_of(view: View) -> str:
    """Returns the table as a picture."""
    parts = [label(12, 24, _head(view), 14)]
    for row, spaces in enumerate(view.track):
        for i, space in enumerate(spaces):
            parts.append(_space(view, space, 12 + (i + (row == 0) * 0.5) * _WIDE, 40 + row * 68))
    lines = [line for board in view.boards for line in _board(view, board)]
    cards = [f"card {card.no} costs {card.cost}" for card in view.road]
    lines = [f"road: {' · '.join(cards)}", *lines]
    parts += [label(12, 200 + 18 * i, line) for i, line in enumerate(lines)]
    wide = max([24 + _WIDE * 8, *(24 + 7.3 * len(line) for line in lines)])
    return svg(wide, 208 + 18 * len(lines), "".join(parts), "Dirt & Dust")


def _head(view: View) -> str:
    return f"Dirt & Dust  {view.stage or 'stage to come'}  round {view.round} of {view.rounds}  {view.phase}"


def _track(view: View) -> list[str]:
    rows = []
    for number, spaces in enumerate(view.track):
        cells = []
        for space in spaces:
            cars = "".join(seat_mark(board.seat) for board in view.boards if board.space == space.id)
            cells.append(f"[{space.id} {space.zone[0]}{space.value} {cars:<4}]")
        rows.append(("      " if number == 0 else "") + "".join(cells))
    return rows


def _space(view: View, space: Space, x: float, y: float) -> str:
    cars = [board.seat for board in view.boards if board.space == space.id]
    pieces = "".join(disc(x + 15 + 22 * (n % 2), y + 30 + 22 * (n // 2), seat) for n, seat in enumerate(cars))
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{_WIDE - 4:g}" height="64" rx="6" fill="{_ZONES[space.zone]}"/>'
        + label(x + 5, y + 14, f"{space.id} {space.value}", 11)
        + pieces
    )


def _board(view: View, board: Board) -> list[str]:
    asked = ">" if board.seat in view.waiting and view.phase != "over" else " "
    dice = " ".join(f"{die.kind[0]}{die.value}{'×' if die.used else ''}" for die in board.dice) or "-"
    slots = " | ".join("-" if placed is None else placed.card for placed in board.slots)
    head = (
        f"{asked}{seat_mark(board.seat)} {board.driver or 'no driver':<10} {board.space}  "
        f"wrench {board.wrench}  traction {board.traction}  popularity {board.popularity}  "
        f"speed {board.speed}  damage {board.damage}  dice {dice}"
    )
    return [head, f"    slots {slots}"]
