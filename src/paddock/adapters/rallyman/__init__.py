"""Observations and tokens of Rallyman: GT and DIRT."""
