"""`paddock games`: the games and their options."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer
from rich.markup import escape
from rich.table import Table as Grid

from paddock.cli.screen import out
from paddock.core.game import AnyGame
from paddock.core.messages import catalogue
from paddock.core.registry import bots, find_game, games


def list_games(
    game: Annotated[str | None, typer.Argument(help="Only this game.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
) -> None:
    """List the games with seats, bots, rules version, and options with their defaults."""
    shown = [find_game(game)] if game is not None else list(games().values())
    if as_json:
        out.print_json(msgspec.json.encode([plain_listing(one) for one in shown]).decode())
        return
    for one in shown:
        show_game(one)


def plain_listing(game: AnyGame) -> dict[str, Any]:
    """Returns all about a game as plain values."""
    return {
        "name": game.name,
        "title": game.title,
        "seats": [game.seats[0], game.seats[-1]],
        "rules": game.rules_version,
        "options": msgspec.to_builtins(game.Options()),
        "bots": list(bots(game.name)),
        "strengths": {name: bot.strength for name, bot in bots(game.name).items()},
    }


def show_game(game: AnyGame) -> None:
    """Prints a game and its options without truncation, however narrow the screen."""
    listing = plain_listing(game)
    least, most = listing["seats"]
    rated = ", ".join(f"{name} ({strength:g})" for name, strength in listing["strengths"].items())
    facts = f"{least}-{most} seats, rules version {game.rules_version}, bots: {rated}"
    out.print(f"[bold]{escape(game.name)}[/]  {escape(game.title)}  [dim]{escape(facts)}[/]", highlight=False)
    words = catalogue("en")
    schemas = game.options_schema().get("properties", {})
    grid = Grid(box=None, show_header=False, padding=(0, 0, 0, 2))
    for _ in range(3):
        grid.add_column(overflow="fold")
    for key, default in listing["options"].items():
        meaning = words.get(f"{game.name}.option.{key}", key)
        allowed = allowed_values(schemas.get(key, {}))
        grid.add_row(escape(f"{key}={plain(default)}"), escape(meaning), f"[dim]{escape(allowed)}[/]")
    out.print(grid, highlight=False)
    out.print()


def allowed_values(schema: dict[str, Any]) -> str:
    """Returns the allowed values of an option, if they can be said in a few words."""
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if schema.get("type") == "boolean":
        return "true | false"
    if "minimum" in schema and "maximum" in schema:
        return f"{schema['minimum']} to {schema['maximum']}"
    if schema.get("type") == "array":
        inner = allowed_values(schema.get("items", {}))
        return f"a list of {inner}" if inner else ""
    return ""


def plain(value: Any) -> str:
    """Returns a default as it can be typed after `--option key=`."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
