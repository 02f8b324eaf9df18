"""Many games: series, statistics."""
