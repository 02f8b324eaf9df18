"""The table server: people meet, sit down, play any registered game, and never lose a move."""

from paddock.core.messages import add_catalogue

add_catalogue("paddock.server")
