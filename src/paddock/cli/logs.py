"""`paddock replay` and `paddock verify`: games from their logs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.markup import escape

from paddock.cli.screen import err, out
from paddock.core.data import read_data_file, use_data
from paddock.core.logs import Decision, distinct, load_file
from paddock.core.match import first_state, game_of, replay, verify
from paddock.core.messages import LANGUAGES, namer, say

LogFile = Annotated[Path, typer.Argument(help="A log file (JSON Lines).", exists=True, dir_okay=False)]
DataFile = Annotated[Path | None, typer.Option(help="Figures of the box it was played with, if not ours.")]


def replay_log(
    log: LogFile,
    pause: Annotated[bool, typer.Option(help="Wait for Enter after each step.")] = False,
    start: Annotated[int, typer.Option("--from", min=0, help="First record to show.")] = 0,
    to: Annotated[int | None, typer.Option(help="Last record to show.")] = None,
    states: Annotated[bool, typer.Option(help="Show the state after each step as JSON.")] = False,
    language: Annotated[str, typer.Option(help=f"One of {', '.join(LANGUAGES)}.")] = "en",
    data: DataFile = None,
) -> None:
    """Show a game step by step."""
    played = load_file(log)
    if data is not None:
        use_data(played.header.game, read_data_file(data))
    game = game_of(played)
    names = distinct(played.header.seats)
    out.print(f"[bold]{escape(game.title)}[/] · {escape(', '.join(names))}", highlight=False)
    state, show = first_state(game, played), namer(names)
    for step in replay(played, game, to):
        state = step.state
        if step.number < start:
            continue
        if isinstance(step.record, Decision):
            deed = f"{names[step.record.seat]}: {msgspec.json.encode(step.record.action).decode()}"
        else:
            deed = f"chance: {step.record.outcome}"
        out.print(f"[dim]{step.number:4}  {escape(deed)}[/]", highlight=False)
        for event in step.events:
            out.print(
                f"      {say(game.tell(event, step.cells), language, show)}", highlight=False, markup=False
            )
        if states:
            out.print_json(msgspec.json.encode(step.state).decode())
        if pause and not typer.confirm("next", default=True, show_default=False, err=True):
            return
    result = game.result(state)
    if result is not None:
        for seat in sorted(range(len(names)), key=lambda seat: result.places[seat]):
            place = f"{result.places[seat]}. {names[seat]}  {result.scores[seat]:g} {result.unit}"
            out.print(place, highlight=False, markup=False)


def verify_log(log: LogFile, data: DataFile = None) -> None:
    """Recompute every die of a finished game from its seed."""
    played = load_file(log)
    if data is not None:
        use_data(played.header.game, read_data_file(data))
    checked = verify(played)
    out.print(f"[bold green]verified[/]: {checked} outcomes follow from the seed, whose hash was published.")
    err.print(f"{played.header.game}, {len(played.records)} records", style="dim")
