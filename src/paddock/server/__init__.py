"""The game server: accounts, tables, games, notifications and seasons."""

from paddock.core.messages import add_catalogue

add_catalogue("paddock.server")
