"""Players of Dirt & Dust without a face."""

from paddock.bots.dirt_and_dust.club import ClubBot

__all__ = ["ClubBot"]
