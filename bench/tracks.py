"""Tracks: generating, checking, compiling, reading, writing and drawing them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count, islice

from bench.measure import Row, rate
from paddock.tracks.drawing import draw_track
from paddock.tracks.formats import read, write
from paddock.tracks.generator import CircuitWish, StageWish, Wish, generate, many
from paddock.tracks.layouts import Layout
from paddock.tracks.problems import check
from paddock.tracks.road_gt import circuit_road
from paddock.tracks.road_stage import stage_road

WISHES: dict[str, Wish] = {
    "circuits of 15 tiles": CircuitWish(tiles=15),
    "circuits of 15 tiles, lanes mixed": CircuitWish(tiles=15, lanes="mixed"),
    "circuits of 31 tiles": CircuitWish(tiles=31),
    "stages of 15 tiles": StageWish(tiles=15),
    "stages of 31 tiles": StageWish(tiles=31),
}


def bench() -> list[Row]:
    """Speed of everything done with a track before a car drives on it."""
    circuits = list(islice(many(CircuitWish(), 1), 50))
    stages = list(islice(many(StageWish(), 1), 50))
    both: list[Layout] = [*circuits, *stages]
    files = [write(layout, "rekee") for layout in both]
    rows = [Row(f"Generate {what}", rate(_generating(wish)), "tracks/s") for what, wish in WISHES.items()]
    # The memory of compiled roads is stepped around: it is the compilation that is measured.
    return [
        *rows,
        Row("Check layouts", rate(lambda: _over(check, both)), "tracks/s"),
        Row("Compile circuits", rate(lambda: _over(circuit_road.__wrapped__, circuits)), "roads/s"),
        Row("Compile stages", rate(lambda: _over(stage_road.__wrapped__, stages)), "roads/s"),
        Row("Write track files", rate(lambda: _over(write, both)), "files/s"),
        Row("Read foreign track files", rate(lambda: _over(read, files)), "files/s"),
        Row("Draw tracks", rate(lambda: _over(draw_track, both[::10])), "drawings/s"),
    ]


def _generating(wish: Wish) -> Callable[[], int]:
    seeds = count()

    def one() -> int:
        generate(wish, next(seeds))
        return 1

    return one


def _over(work: Callable[..., object], things: Sequence[object]) -> int:
    for thing in things:
        work(thing)
    return len(things)
