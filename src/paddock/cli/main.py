"""The commands of the command line in one application."""

from __future__ import annotations

import typer

from paddock.cli import tracks
from paddock.cli.admin import admin
from paddock.cli.analyse import analyse_log
from paddock.cli.arena import arena
from paddock.cli.balance import balance, print_data
from paddock.cli.games import list_games
from paddock.cli.logs import replay_log, verify_log
from paddock.cli.puzzles import make_puzzles
from paddock.cli.run import run
from paddock.cli.screen import Commands
from paddock.cli.serve import serve
from paddock.cli.solve import solve
from paddock.core.messages import add_catalogue

add_catalogue("paddock.cli")

app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Play, simulate and solve racing board games.",
)
app.command("games")(list_games)
app.command("run")(run)
app.command("arena")(arena)
app.command("solve")(solve)
app.command("analyse")(analyse_log)
app.command("puzzles")(make_puzzles)
app.command("balance")(balance)
app.command("data")(print_data)
app.command("replay")(replay_log)
app.command("verify")(verify_log)
app.command("serve")(serve)
app.command("admin")(admin)
app.add_typer(tracks.app, name="track", cls=Commands)
