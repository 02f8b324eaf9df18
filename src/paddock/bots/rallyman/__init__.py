"""Drivers without a face for the Rallyman games."""
