"""`paddock admin`: accounts with access to the admin page of a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from paddock.cli.screen import out
from paddock.core.errors import BadInput
from paddock.core.extras import need


def admin(
    name: Annotated[str | None, typer.Argument(help="An account; left out: all admins are listed.")] = None,
    off: Annotated[bool, typer.Option("--off", help="An admin no longer.")] = False,
    data: Annotated[Path, typer.Option(help="The data folder of the server.", envvar="PADDOCK_DATA")] = Path(
        "paddock-data"
    ),
    database: Annotated[
        str, typer.Option(help="URL of its PostgreSQL database, if it has one.", envvar="PADDOCK_DATABASE")
    ] = "",
) -> None:
    """Make an account of a server an admin; takes effect at once, even while the server runs."""
    need("litestar", "server", "paddock admin")
    from sqlalchemy import create_engine

    from paddock.server.admin.queries import admins, appoint
    from paddock.server.settings import Settings
    from paddock.server.storage.migrate import migrate

    settings = Settings(data=data.resolve(), database=database)
    if not database and not settings.file.is_file():
        raise BadInput("cli.no-data-yet", place=str(settings.data))
    engine = create_engine(settings.url)
    migrate(engine)
    with engine.begin() as connection:
        if name is not None and not appoint(connection, name, not off):
            raise BadInput("cli.no-account", name=name)
        for one in admins(connection):
            out.print(escape(one), highlight=False)
    engine.dispose()
