"""Bots for the Rallyman games."""
