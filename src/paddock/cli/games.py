"""`paddock games`: what can be played."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer

from paddock.cli.screen import out, show_table
from paddock.core.game import AnyGame, Table
from paddock.core.registry import bots, games


def default_options(game: AnyGame) -> dict[str, Any]:
    """A game's options with their defaults, as plain values."""
    plain: dict[str, Any] = msgspec.to_builtins(game.Options())
    return plain


def plain(value: Any) -> str:
    """A default as it can be typed after `--option key=`."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def list_games(as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False) -> None:
    """List the games with seats, options and their defaults, bots and rules version."""
    if as_json:
        listing = [
            {
                "name": name,
                "title": game.title,
                "seats": [game.seats[0], game.seats[-1]],
                "rules": game.rules_version,
                "options": default_options(game),
                "bots": list(bots(name)),
            }
            for name, game in games().items()
        ]
        out.print_json(msgspec.json.encode(listing).decode())
        return
    rows = tuple(
        (
            name,
            game.title,
            f"{game.seats[0]}-{game.seats[-1]}",
            game.rules_version,
            "\n".join(f"{key}={plain(value)}" for key, value in default_options(game).items()),
            ", ".join(bots(name)),
        )
        for name, game in games().items()
    )
    show_table(Table("Games", ("name", "title", "seats", "rules", "options", "bots"), rows))
