"""Rallyman: GT over flat arrays: roads, dice, plans, flat out, whole random races."""
