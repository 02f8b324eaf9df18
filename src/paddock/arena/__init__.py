"""Playing many games: series, simulations, tournaments and their statistics."""

from paddock.core.messages import add_catalogue

add_catalogue("paddock.arena")
