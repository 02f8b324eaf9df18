"""Rallyman: GT alone against the clock, solved."""
