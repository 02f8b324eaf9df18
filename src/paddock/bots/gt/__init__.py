"""Bots for Rallyman: GT."""
