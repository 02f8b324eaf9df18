"""How commands speak: tables, errors, and a clean end on Ctrl-C."""

from __future__ import annotations

from typing import Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable
from typer.core import TyperGroup

from paddock.core.errors import PaddockError
from paddock.core.game import ReportTable

out = Console()
err = Console(stderr=True)


class Commands(TyperGroup):
    """Commands that end with a sentence instead of a traceback when something is wrong."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command; what a person can mend and a reader who left exit with 1, Ctrl-C with 130."""
        try:
            return super().invoke(ctx)
        except PaddockError as error:
            err.print(f"[bold red]error:[/] {escape(str(error))}", highlight=False)
            raise typer.Exit(1) from None
        except BrokenPipeError:
            return out.on_broken_pipe()
        except OSError as error:
            err.print(f"[bold red]error:[/] {escape(f'{error.filename}: {error.strerror}')}", highlight=False)
            raise typer.Exit(1) from None
        except KeyboardInterrupt:
            err.print("stopped")
            raise typer.Exit(130) from None


def show_table(table: ReportTable) -> None:
    """Print a table."""
    grid = RichTable(title=table.title, title_justify="left")
    for column, name in enumerate(table.columns):
        numeric = all(isinstance(row[column], int | float) for row in table.rows)
        grid.add_column(name, justify="right" if numeric else "left")
    for row in table.rows:
        grid.add_row(*(f"{cell:.2f}" if isinstance(cell, float) else str(cell) for cell in row))
    out.print(grid)


def games_bar(title: str) -> Progress:
    """A bar that counts games and says how long the rest takes."""
    return Progress(
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=err,
        transient=True,
    )
