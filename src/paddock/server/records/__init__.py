"""Stored records of tables, clocks, seasons and the challenge calendar."""
