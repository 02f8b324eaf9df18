"""Tables: seats, clocks, the game in play and the log behind it."""
