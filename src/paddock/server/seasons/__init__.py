"""Championships: seasons, leagues and tournaments with their races, points and standings."""
