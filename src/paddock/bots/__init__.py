"""Bots for every game, and their measured strengths."""
