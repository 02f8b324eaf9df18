"""Bots for Rallyman: DIRT."""
