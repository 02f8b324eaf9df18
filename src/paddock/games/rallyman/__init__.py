"""What the Rallyman games share: dice, hands, hazards, securing, rolling, laying again, notation."""

from paddock.core.messages import add_catalogue

add_catalogue("paddock.games.rallyman")
