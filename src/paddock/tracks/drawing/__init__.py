"""Drawing roads: tiles and tracks as SVG in Paddock's own style, and the board of the web client."""

from paddock.tracks.drawing.board import Board, BoardCell, board, draw_face, draw_track
from paddock.tracks.drawing.style import Theme

__all__ = ["Board", "BoardCell", "Theme", "board", "draw_face", "draw_track"]
