"""Output of commands: tables, errors, and a clean exit on Ctrl-C."""

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


def _print_error(text: str) -> None:
    """Prints an error without breaking its lines, so that a path in it can be copied."""
    err.print(f"[bold red]error:[/] {escape(text)}", highlight=False, soft_wrap=True)


class Commands(TyperGroup):
    """Commands that end with a message instead of a traceback if something is wrong."""

    def invoke(self, ctx: Any) -> Any:
        """Runs a command; exits with 1 after user errors and closed pipes, with 130 after Ctrl-C."""
        try:
            return super().invoke(ctx)
        except PaddockError as error:
            _print_error(str(error))
            raise typer.Exit(1) from None
        except BrokenPipeError:
            return out.on_broken_pipe()
        except OSError as error:
            _print_error(f"{error.filename}: {error.strerror}")
            raise typer.Exit(1) from None
        except KeyboardInterrupt:
            err.print("stopped")
            raise typer.Exit(130) from None


def show_table(table: ReportTable) -> None:
    """Prints a table."""
    grid = RichTable(title=table.title, title_justify="left")
    for column, name in enumerate(table.columns):
        numeric = all(isinstance(row[column], int | float) for row in table.rows)
        grid.add_column(name, justify="right" if numeric else "left")
    for row in table.rows:
        grid.add_row(*(f"{cell:.2f}" if isinstance(cell, float) else str(cell) for cell in row))
    out.print(grid)


def games_bar(title: str) -> Progress:
    """Returns a progress bar that counts games and estimates the remaining time."""
    return Progress(
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=err,
        transient=True,
    )
