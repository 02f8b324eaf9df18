"""`paddock track`: list, check, make, convert and draw tracks."""

from __future__ import annotations

import re
import secrets
import sys
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from paddock.cli.screen import Commands, err, out, show_table
from paddock.core.errors import BadInput
from paddock.core.game import ReportTable
from paddock.core.messages import say
from paddock.tracks.drawing import draw_face, draw_track
from paddock.tracks.figures import figures
from paddock.tracks.formats import TrackFormat, format_of, load, save, write
from paddock.tracks.generator import CircuitWish, StageWish, Wish, many
from paddock.tracks.layouts import Circuit, Layout, circuits, stages
from paddock.tracks.problems import check, ensure_sound

app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="List, check, make, convert and draw tracks.",
)
make = typer.Typer(cls=Commands, no_args_is_help=True, help="Make a new track from the tiles in the box.")
app.add_typer(make, name="make")

MOST_AT_ONCE = 10_000


class Format(StrEnum):
    """Track formats by name."""

    PADDOCK = "paddock"
    REKEE = "rekee"
    RGT = "rgt"


class LaneChoice(StrEnum):
    """The lanes of a circuit."""

    ANY = "any"
    TWO = "two"
    THREE = "three"
    MIXED = "mixed"


class DangerChoice(StrEnum):
    """The danger of the tiles."""

    ANY = "any"
    LOW = "low"
    HIGH = "high"


class Theme(StrEnum):
    """The colours of a drawing."""

    LIGHT = "light"
    DARK = "dark"
    AUTO = "auto"


TrackName = Annotated[str, typer.Argument(help="A ready track (see `paddock track list`) or a track file.")]
Tiles = Annotated[int, typer.Option("--tiles", "-n", help="How many tiles, start and finish counted.")]
Seed = Annotated[int | None, typer.Option(help="The same seed gives the same track; default: a new one.")]
Count = Annotated[int, typer.Option(min=1, max=MOST_AT_ONCE, help="How many, no two alike.")]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", help="Where to write it (numbered if several).")
]
To = Annotated[Format | None, typer.Option(help="The format, if the file name does not say it.")]
Danger = Annotated[DangerChoice, typer.Option(help="Prefer calm or dangerous tiles.")]


def find_track(name: str) -> Layout:
    """Returns the ready track of that name, or the one in that file."""
    ready: dict[str, Layout] = {**circuits(), **stages()}
    if name in ready:
        return ready[name]
    path = Path(name)
    if path.suffix or path.exists():
        return load(path)
    raise BadInput("tracks.unknown_layout", id=name, known=", ".join(ready))


@app.command("list")
def list_tracks(as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False) -> None:
    """List the ready tracks with their tiles, length and corners."""
    ready: list[Layout] = [*circuits().values(), *stages().values()]
    if as_json:
        listing = [
            {
                "id": layout.id,
                "kind": "circuit" if isinstance(layout, Circuit) else "stage",
                "name": layout.name,
                "author": layout.author,
                **msgspec.to_builtins(figures(layout)),
                "faces": [tile.tile for tile in layout.tiles],
            }
            for layout in ready
        ]
        out.print_json(msgspec.json.encode(listing).decode())
        return
    for title, ours in (
        ("Circuits", [layout for layout in ready if isinstance(layout, Circuit)]),
        ("Stages", [layout for layout in ready if not isinstance(layout, Circuit)]),
    ):
        rows = []
        for layout in ours:
            size = figures(layout)
            colours = "/".join(str(size.danger[colour]) for colour in ("yellow", "orange", "red"))
            rows.append((layout.id, layout.name, size.tiles, size.spaces, size.corners, colours))
        columns = ("id", "name", "tiles", "spaces", "corners", "yellow/orange/red")
        show_table(ReportTable(title, columns, tuple(rows)))


@app.command("check")
def check_track(track: TrackName) -> None:
    """Check a track: list everything wrong with it, or confirm that it is sound."""
    layout = find_track(track)
    problems = check(layout)
    for problem in problems:
        err.print(say(problem.message), style="red", markup=False, highlight=False)
    if problems:
        raise typer.Exit(1)
    size = figures(layout)
    measures = f"{size.tiles} tiles, {size.spaces} spaces, {size.corners} corners"
    out.print(f"{layout.name or layout.id}: sound, {measures}", markup=False, highlight=False)


@make.command("circuit")
def make_circuit(
    tiles: Tiles = 15,
    seed: Seed = None,
    lanes: Annotated[LaneChoice, typer.Option(help="Lanes of the road.")] = LaneChoice.ANY,
    danger: Danger = DangerChoice.ANY,
    count: Count = 1,
    output: Output = None,
    to: To = None,
) -> None:
    """Make a closed circuit from the tiles of the GT box."""
    _make(CircuitWish(tiles=tiles, lanes=lanes.value, danger=danger.value), seed, count, output, to)


@make.command("stage")
def make_stage(
    tiles: Tiles = 12,
    seed: Seed = None,
    danger: Danger = DangerChoice.ANY,
    jumps: Annotated[bool | None, typer.Option(help="At least one jump, or none.")] = None,
    water: Annotated[bool | None, typer.Option(help="Water at least once, or never.")] = None,
    shortcuts: Annotated[bool | None, typer.Option(help="At least one shortcut, or none.")] = None,
    assistance: Annotated[bool, typer.Option(help="Service follows the stage.")] = False,
    count: Count = 1,
    output: Output = None,
    to: To = None,
) -> None:
    """Make a stage from the tiles of the DIRT box."""
    wish = StageWish(
        tiles=tiles,
        danger=danger.value,
        jumps=jumps,
        water=water,
        shortcuts=shortcuts,
        assistance=assistance,
    )
    _make(wish, seed, count, output, to)


def _make(wish: Wish, seed: int | None, count: int, output: Path | None, to: Format | None) -> None:
    chosen = secrets.randbelow(2**32) if seed is None else seed
    into = _format(output, to)
    made = 0
    for made, layout in enumerate(islice(many(wish, chosen), count), start=1):
        if output is None:
            sys.stdout.write(write(layout, into).decode())
        else:
            path = output if count == 1 else _numbered(output, made, count)
            save(layout, path, into)
    err.print(f"seed {chosen}" if made == count else f"seed {chosen}: there are only {made}", style="dim")


def _format(path: Path | None, to: Format | None) -> TrackFormat:
    if to is not None:
        return to.value
    return "paddock" if path is None else format_of(path)


def _numbered(path: Path, number: int, count: int) -> Path:
    stem, dot, endings = path.name.partition(".")
    return path.with_name(f"{stem}-{number:0{len(str(count))}d}{dot}{endings}")


@app.command("convert")
def convert(
    track: TrackName,
    output: Annotated[Path, typer.Argument(help="Where to write it: .json, .rekee.json or .rgt.")],
    to: To = None,
) -> None:
    """Convert a track between Paddock's JSON, Rekee's JSON and the track editor's .rgt."""
    layout = find_track(track)
    ensure_sound(layout)
    save(layout, output, _format(output, to))


@app.command("draw")
def draw(
    track: Annotated[str, typer.Argument(help="A ready track, a track file, or a tile face such as 115a.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Where to write the SVG.")] = None,
    theme: Annotated[Theme, typer.Option(help="Colours; auto follows the reader's screen.")] = Theme.AUTO,
) -> None:
    """Draw a track or a tile face as SVG."""
    if re.fullmatch(r"\d{3}[ab]", track) and not Path(track).exists():
        svg = draw_face(track, theme=theme.value)
    else:
        svg = draw_track(find_track(track), theme=theme.value)
    if output is None:
        sys.stdout.write(svg)
    else:
        output.write_text(svg, encoding="utf-8")
