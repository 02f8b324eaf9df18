"""Storage of finished games: a journal that can be resumed, an Arrow table, a Parquet file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from paddock.arena.series import Played, Tournament
from paddock.arena.standings import points_of
from paddock.core.errors import BadInput
from paddock.core.extras import need

if TYPE_CHECKING:
    import pyarrow

GAMES = "games.jsonl"
PLAN = "tournament.json"

Column = tuple[str, str, Callable[[Played, int], Any]]
"""A column's name, its type, and its value for a seat of a game."""
_COLUMNS: tuple[Column, ...] = (
    ("game", "int64", lambda game, _: game.number),
    ("seat", "int16", lambda _, seat: seat),
    ("bot", "string", lambda game, seat: game.bots[seat]),
    ("place", "int16", lambda game, seat: game.places[seat]),
    ("score", "float64", lambda game, seat: game.scores[seat]),
    ("unit", "string", lambda game, _: game.unit),
    ("nodes", "int64", lambda game, _: game.nodes),
)


def as_table(games: Sequence[Played], more: Sequence[Column] = ()) -> pyarrow.Table:
    """Returns finished games as an Arrow table, a row for every seat of every game."""
    import pyarrow as pa

    columns = [*_COLUMNS, *more]
    arrays = [
        pa.array(
            [value(game, seat) for game in games for seat in range(len(game.bots))],
            pa.type_for_alias(kind),
        )
        for _, kind, value in columns
    ]
    return pa.Table.from_arrays(arrays, names=[name for name, _, _ in columns])


def write_parquet(tournament: Tournament, games: Sequence[Played], path: Path) -> None:
    """Writes the games of a tournament, a row for every seat of every game."""
    parquet = need("pyarrow.parquet", "research", "Parquet files")
    courses = [course_name(course) for course in tournament.courses]
    more: list[Column] = [
        ("round", "int64", lambda game, _: game.round),
        ("course", "string", lambda game, _: courses[game.course]),
        ("points", "float64", lambda game, seat: points_of(game.places)[seat]),
        ("seconds_per_decision", "float64", lambda game, seat: game.thought[seat]),
        ("luck", "float64", lambda game, seat: game.luck[seat]),
        ("failed", "bool", lambda game, seat: game.failed == seat),
        ("failure", "string", lambda game, seat: game.failure if game.failed == seat else ""),
    ]
    parquet.write_table(as_table(games, more), path)


def course_name(options: dict[str, Any]) -> str:
    """Returns the name of a course: its options, or the game's own name if there are none."""
    return ", ".join(f"{key}={value}" for key, value in options.items()) or "as it comes"


class Journal:
    """The games of a tournament in a folder, one line each, written as they finish."""

    def __init__(self, folder: Path, tournament: Tournament) -> None:
        """Opens a folder; raises BadInput if it holds another tournament."""
        folder.mkdir(parents=True, exist_ok=True)
        plan = folder / PLAN
        wanted = msgspec.json.format(msgspec.json.encode(msgspec.to_builtins(tournament)), indent=1)
        if plan.exists():
            held = msgspec.json.decode(plan.read_bytes(), type=Tournament)
            if held.mark() != tournament.mark():
                raise BadInput("arena.other-tournament", folder=str(folder))
        else:
            plan.write_bytes(wanted)
        self.path = folder / GAMES
        self.played = {game.number: game for game in self._read()}

    def _read(self) -> Iterator[Played]:
        """Yields the games so far; ignores an incomplete last line."""
        if not self.path.exists():
            return
        lines = self.path.read_bytes().splitlines(keepends=True)
        whole = [line for line in lines if line.endswith(b"\n")]
        if len(whole) < len(lines):
            self.path.write_bytes(b"".join(whole))
        for line in whole:
            yield msgspec.json.decode(line, type=Played)

    def keep(self, game: Played) -> None:
        """Writes a game at once."""
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(game) + b"\n")
        self.played[game.number] = game
