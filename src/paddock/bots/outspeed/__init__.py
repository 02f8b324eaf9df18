"""Players of Outspeed: what a standing is worth, the balance of all players over a turn, and the levels."""
