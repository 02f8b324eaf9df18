"""Shared rules of the Rallyman games: dice, hands, hazards, securing, rolling, relays, notation."""

from paddock.core.messages import add_catalogue

add_catalogue("paddock.games.rallyman")
