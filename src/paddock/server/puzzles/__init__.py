"""Puzzles: one for every day and everyone, solved on the board."""
