"""Bots for Dirt & Dust."""

from paddock.bots.dirt_and_dust.club import ClubBot

__all__ = ["ClubBot"]
