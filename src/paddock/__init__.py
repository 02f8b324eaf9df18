"""Paddock plays, simulates and solves racing board games."""

__version__ = "0.1.0"
