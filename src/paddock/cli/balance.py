"""`paddock balance`: strong bots play over variants of a game's data."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from paddock.arena.balance import Bench, Tallies, Tally, check, play_bench, strongest, tables
from paddock.arena.balance_page import markdown, page
from paddock.arena.series import Series
from paddock.arena.variations import candidates, read_lines
from paddock.cli.run import line_up, options_from
from paddock.cli.screen import err, games_bar, out, show_table
from paddock.core.data import read_data_file
from paddock.core.registry import find_game


def balance(
    game: Annotated[str, typer.Argument(help="Name of the game, see `paddock games`.")],
    vary: Annotated[
        list[str] | None, typer.Option(help="Figures to try, as `PLACE = FIGURE | FIGURE`; may be repeated.")
    ] = None,
    variations: Annotated[Path | None, typer.Option(help="A file with such lines.")] = None,
    data: Annotated[Path | None, typer.Option(help="A data file to start from, instead of ours.")] = None,
    anything: Annotated[bool, typer.Option(help="Vary figures that are not reconstructed, too.")] = False,
    seats: Annotated[int, typer.Option(help="How many play.")] = 4,
    bots: Annotated[str, typer.Option(help="Bots, separated by commas; default: the strongest.")] = "",
    option: Annotated[list[str] | None, typer.Option(help="A game option as key=value.")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games for each set of figures.")] = 100,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "0",
    jobs: Annotated[int, typer.Option(min=1, help="Processes to play on.")] = os.cpu_count() or 1,
    html: Annotated[Path | None, typer.Option(help="Write a page here, too.")] = None,
    as_markdown: Annotated[
        Path | None, typer.Option("--markdown", help="Write the tables here in Markdown, too.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Let strong bots play over candidate figures: win shares, use of cards and routes, with intervals."""
    rules = find_game(game)
    file = read_data_file(data) if data is not None else rules.shipped_data()
    lines = [*(vary or []), *(variations.read_text().splitlines() if variations is not None else [])]
    series = Series(
        game, options_from(option or []), line_up(game, seats, bots or strongest(game)), games, seed
    )
    bench = Bench(series, tuple(candidates(file, read_lines(lines), anything)))
    check(bench)
    played = [0] * len(bench.candidates)
    found: list[Tallies] = [{} for _ in bench.candidates]
    stopped = False
    with games_bar(game) as bar:
        task = bar.add_task(game, total=games * len(bench.candidates))
        try:
            for place, tallies in play_bench(bench, jobs):
                played[place] += 1
                for key, tally in tallies.items():
                    found[place].setdefault(key, Tally()).add(tally)
                bar.advance(task)
        except KeyboardInterrupt:
            stopped = True
    show(bench, played, found, as_json)
    if html is not None:
        html.write_text(page(bench, played, found))
    if as_markdown is not None:
        as_markdown.write_text(markdown(bench, played, found))
    if stopped:
        err.print(f"stopped after {sum(played)} of {games * len(played)} games")
        raise typer.Exit(130)


def show(bench: Bench, played: list[int], found: list[Tallies], as_json: bool) -> None:
    """Prints the result of a balance test."""
    if as_json:
        plain = [
            {"figures": candidate.name, "games": games, "tables": tables(tallies)}
            for candidate, games, tallies in zip(bench.candidates, played, found, strict=True)
        ]
        out.print_json(msgspec.json.encode(plain).decode())
        return
    for candidate, games, tallies in zip(bench.candidates, played, found, strict=True):
        out.print(f"[bold]{candidate.name}[/]: {games} games", highlight=False)
        for table in tables(tallies):
            show_table(table)


def print_data(
    game: Annotated[str, typer.Argument(help="Name of the game, see `paddock games`.")],
) -> None:
    """Print the data file of a game, for an owner of the box to change and pass back with `--data`."""
    typer.echo(find_game(game).shipped_data().decode(), nl=False)
