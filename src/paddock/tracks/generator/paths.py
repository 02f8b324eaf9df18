"""Roads without tiles: paths over hexes that never cross themselves.

A path is a list of turns: the turn of a tile is how many sixths of a circle the road bends on it, right
positive. Only the number of tiles of each sharpness matters here; tiles are assigned later, so the search is
over shapes and not over tiles.
"""

from __future__ import annotations

from random import Random

from paddock.tracks.generator.chance import weighted_order
from paddock.tracks.hexes import DIRECTIONS

SHARPEST = 2
"""The tiles of the box bend by at most two sixths."""

Stock = tuple[int, int, int]
"""The numbers of straight tiles, one-sixth bends and two-sixth bends."""

# A search that has tried this many hexes per tile has usually reached a dead end: restart it.
_PATIENCE = 20
_TURNS = tuple(range(-SHARPEST, SHARPEST + 1))


def loop(tiles: int, stock: Stock, rng: Random) -> list[int] | None:
    """Returns turns of a closed road after a straight first tile, or None if not found."""
    search = _Search(tiles, stock, rng, closed=True)
    return search.turns if search.extend(0, 1, 0) else None


def chain(tiles: int, stock: Stock, rng: Random) -> list[int] | None:
    """Returns turns of an open road between a straight first and last tile, or None if not found.

    `stock` does not include these two. The hexes before the first and after the last tile stay free.
    """
    search = _Search(tiles, stock, rng, closed=False)
    return search.turns if search.extend(0, 1, 0) else None


class _Search:
    """A backtracking search that begins on hex (0, 0) heading for edge 0."""

    def __init__(self, tiles: int, stock: Stock, rng: Random, closed: bool) -> None:
        self.tiles = tiles
        self.left = list(stock)
        self.rng = rng
        self.closed = closed
        self.taken = {(0, 0)} if closed else {(0, 0), (0, -1)}
        self.turns = [0]
        self.patience = _PATIENCE * tiles

    def extend(self, q: int, r: int, heading: int) -> bool:
        """Finds turns for the tile on (q, r), entered with `heading`, and for all that follow."""
        self.patience -= 1
        if self.patience < 0:
            return False
        if len(self.turns) == self.tiles - 1:
            return self._end(q, r, heading)
        self.taken.add((q, r))
        for turn in self._wishes():
            ahead = (heading + turn) % 6
            step = DIRECTIONS[ahead]
            place = (q + step[0], r + step[1])
            if place in self.taken or not self._in_reach(*place):
                continue
            self.left[abs(turn)] -= 1
            self.turns.append(turn)
            if self.extend(*place, ahead):
                return True
            self.turns.pop()
            self.left[abs(turn)] += 1
            if self.patience < 0:
                return False
        self.taken.discard((q, r))
        return False

    def _wishes(self) -> list[int]:
        # Going straight is one option, a bend two: each sharpness is as likely as its share of the stock.
        turns = [turn for turn in _TURNS if self.left[abs(turn)]]
        weights = [self.left[abs(turn)] / (1 if turn == 0 else 2) for turn in turns]
        return weighted_order(self.rng, turns, weights)

    def _in_reach(self, q: int, r: int) -> bool:
        """Whether a closed road over this hex can still return to its start, and not too early."""
        if not self.closed:
            return True
        after = self.tiles - len(self.turns) - 2
        away = max(abs(q), abs(r + 1), abs(q + r + 1))
        return away <= after and (away > 0 or after == 0)

    def _end(self, q: int, r: int, heading: int) -> bool:
        if not self.closed:
            step = DIRECTIONS[heading]
            if (q + step[0], r + step[1]) in self.taken:
                return False
            self.turns.append(0)
            return True
        turn = (3 - heading) % 6 - 3
        if abs(turn) > SHARPEST or not self.left[abs(turn)]:
            return False
        self.turns.append(turn)
        return True
