"""Dirt & Dust: dice, a Racing Team of cards, and a road that falls off the board."""

from paddock.core.messages import add_catalogue

add_catalogue("paddock.games.dirt_and_dust")
