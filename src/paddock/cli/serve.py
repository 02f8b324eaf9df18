"""`paddock serve`: the table server."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from paddock.cli.screen import out
from paddock.core.data import read_data_file, use_all_data
from paddock.core.errors import BadInput
from paddock.core.extras import need
from paddock.core.registry import find_game


def serve(
    data: Annotated[
        Path,
        typer.Option(help="Folder for the database and everything else that is kept.", envvar="PADDOCK_DATA"),
    ] = Path("paddock-data"),
    database: Annotated[
        str,
        typer.Option(
            help="URL of a PostgreSQL database instead of the file in the data folder.",
            envvar="PADDOCK_DATABASE",
        ),
    ] = "",
    figures: Annotated[
        list[str] | None,
        typer.Option(
            help="Figures of a box to play with instead of ours, as GAME=FILE.", envvar="PADDOCK_FIGURES"
        ),
    ] = None,
    host: Annotated[str, typer.Option(help="Address to listen on.", envvar="PADDOCK_HOST")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.", envvar="PADDOCK_PORT")] = 8000,
    secure: Annotated[
        bool, typer.Option(help="Cookies for https only; set it behind a proxy with https.")
    ] = False,
    origin: Annotated[
        list[str] | None, typer.Option(help="Another site whose pages may use this server.")
    ] = None,
    load: Annotated[
        list[str] | None, typer.Option(help="Module to import at the start; it may register games.")
    ] = None,
    bot_processes: Annotated[int, typer.Option(min=1, max=64, help="Processes in which bots think.")] = 1,
    bot_seconds: Annotated[float, typer.Option(help="Time limit for a bot's decision.")] = 20.0,
    bot_pause: Annotated[
        float, typer.Option(help="Least seconds a bot's decision takes when watched.")
    ] = 0.5,
    question_processes: Annotated[
        int, typer.Option(min=1, max=64, help="Processes in which players' questions are answered.")
    ] = min(64, os.cpu_count() or 1),
    question_seconds: Annotated[float, typer.Option(help="Time limit for the answer to a question.")] = 10.0,
    address: Annotated[
        str,
        typer.Option(help="Where people find this server, for links in letters.", envvar="PADDOCK_ADDRESS"),
    ] = "",
    mail: Annotated[
        str,
        typer.Option(
            help="SMTP server for letters: smtp://user:password@host:587?from=me@example.org.",
            envvar="PADDOCK_MAIL",
        ),
    ] = "",
    call_patience: Annotated[
        float, typer.Option(help="Seconds a table waits for somebody before they are called.")
    ] = 60.0,
    call_own_network: Annotated[
        bool, typer.Option(help="Let webhooks lie in the server's own network.")
    ] = False,
    round_seconds: Annotated[
        float, typer.Option(min=0.05, help="How often forgotten bots, tallies and calls are looked after.")
    ] = 5.0,
    solving_gap: Annotated[
        float, typer.Option(min=0, help="How close the bounds of a perfect drive are to be, in seconds.")
    ] = 0.5,
    solving_memory: Annotated[
        int, typer.Option(min=1, help="Megabytes that solving a drive may take.")
    ] = 2048,
    analysing: Annotated[
        bool, typer.Option(help="Analyse every finished game when nothing else is left to do.")
    ] = True,
    limits: Annotated[
        str, typer.Option(help="Limits to change, as JSON; see docs/server.md.", envvar="PADDOCK_LIMITS")
    ] = "{}",
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "info",
) -> None:
    """Serve tables for people and bots until stopped."""
    need("litestar", "server", "paddock serve")
    use_figures(figures or [])
    from paddock.server.run import run_server
    from paddock.server.settings import Limits, Settings

    try:
        allowed = msgspec.json.decode(limits, type=Limits)
    except msgspec.DecodeError as error:
        raise BadInput("server.bad-limits", reason=str(error)) from None
    out.print(f"Paddock opens on http://{host}:{port} (Ctrl-C stops it)", highlight=False)
    run_server(
        Settings(
            data=data.resolve(),
            database=database,
            host=host,
            port=port,
            load=tuple(load or ()),
            origins=tuple(origin or ()),
            secure=secure,
            bot_processes=bot_processes,
            bot_seconds=bot_seconds,
            bot_pause=bot_pause,
            question_processes=question_processes,
            question_seconds=question_seconds,
            address=address,
            mail=mail,
            call_patience=call_patience,
            call_own_network=call_own_network,
            round_seconds=round_seconds,
            solving_gap=solving_gap,
            solving_memory=solving_memory,
            analysing=analysing,
            limits=allowed,
        ),
        log_level,
    )


def use_figures(pairs: list[str]) -> None:
    """Uses the data of files given as GAME=FILE; every file is checked at once."""
    files: dict[str, bytes] = {}
    for pair in pairs:
        game, equals, file = pair.partition("=")
        if not equals or not game or not file:
            raise BadInput("cli.bad-figures", figures=pair)
        files[game] = read_data_file(Path(file))
    use_all_data(files)
    for game, figures in files.items():
        find_game(game).check_data(figures)
