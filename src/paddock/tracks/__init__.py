"""Roads: hexes, tile faces, layouts, the compiled road, formats, drawings."""

from paddock.core.messages import add_catalogue

add_catalogue("paddock.tracks")
