"""Bots for Outspeed: position values, the equilibrium of one turn, and the levels."""
