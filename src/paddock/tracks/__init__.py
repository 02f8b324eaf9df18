"""Roads: hexes, tile faces, layouts, the compiled road, formats, drawings."""
