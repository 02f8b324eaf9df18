"""Routes of the track workshop: check, draw, generate, convert, store and share layouts."""

from __future__ import annotations

import base64
import binascii
from functools import lru_cache
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
from litestar import Request, Response, Router, delete, get, post, put
from litestar.di import NamedDependency as Given
from litestar.params import FromQuery, JSONBody, Parameter
from msgspec import Meta, Struct

from paddock.core.errors import BadInput
from paddock.core.messages import Message
from paddock.server.accounts.people import Person
from paddock.server.http.dependencies import Bookmark, Done, example, weigh
from paddock.server.http.games import tagged
from paddock.server.rate_limits import Buckets
from paddock.server.saved_tracks import AnyTrack, Shelf, TrackInfo, TrackKind, Tracks
from paddock.server.storage.pagination import Page
from paddock.server.text import PLAIN
from paddock.server.thread_pools import VISITORS
from paddock.tracks import formats
from paddock.tracks.boxes import dirt_faces, gt_faces
from paddock.tracks.drawing import board as draw_board
from paddock.tracks.drawing import draw_face
from paddock.tracks.faces import Face
from paddock.tracks.figures import Figures, figures
from paddock.tracks.generator import CircuitWish, StageWish, Wish, generate
from paddock.tracks.layouts import Circuit, Layout, Rally, Stage, circuits, rallies, stages
from paddock.tracks.problems import check, ensure_sound

_MOST_TILES = 400
TrackId = Annotated[str, Parameter(max_length=24)]
F = TypeVar("F", bound=Face)


class LayoutRequest(Struct, forbid_unknown_fields=True):
    """A layout to check or draw."""

    layout: AnyTrack


class SaveRequest(Struct, forbid_unknown_fields=True):
    """A layout to store."""

    name: Annotated[str, Meta(min_length=1, max_length=80, pattern=PLAIN)]
    layout: AnyTrack
    shared: bool = False


class GenerateRequest(Struct, forbid_unknown_fields=True):
    """Wishes for a new track; the same seed and wishes produce the same track."""

    kind: Literal["circuit", "stage"]
    seed: Annotated[int, Meta(ge=0, le=2**53)]
    wish: dict[str, Any] = {}


class ImportRequest(Struct, forbid_unknown_fields=True):
    """A track file; its format is recognised from its content."""

    data: Annotated[str, Meta(max_length=200_000)]
    format: str = ""
    name: str = ""


class ExportRequest(Struct, forbid_unknown_fields=True):
    """A layout to write as a track file."""

    layout: Circuit | Stage
    format: formats.TrackFormat = "paddock"


class TrackFile(Struct):
    """A file for the browser to save; `data` is base64."""

    name: str
    data: str


class TrackProblem(Struct):
    """One problem of a layout; `index` is the tile's, `stage` the rally stage's."""

    message: Message
    index: int | None
    stage: int | None = None


class Checked(Struct):
    """All problems of a layout, or its statistics if there are none."""

    problems: list[TrackProblem]
    figures: list[Figures]


class NewLayout(Struct):
    """A generated or imported layout with its problems."""

    layout: Circuit | Stage
    problems: list[TrackProblem] = []


class ReadyTrack(Struct):
    """A track that comes with the game."""

    id: str
    name: str
    kind: str
    layout: AnyTrack


class BoxFace(Struct, Generic[F]):
    """A tile face: the count of its tile in the box, its drawing and its data."""

    id: str
    number: str
    copies: int
    svg: str
    face: F


def _parts(layout: AnyTrack) -> list[Layout]:
    parts: list[Layout] = list(layout.stages) if isinstance(layout, Rally) else [layout]
    if sum(len(part.tiles) for part in parts) > _MOST_TILES or len(parts) > 20:
        raise BadInput("server.too-many-tiles", most=_MOST_TILES)
    return parts


def problems_of(layout: AnyTrack) -> list[TrackProblem]:
    """Return all problems of a circuit, a stage or the stages of a rally."""
    parts = _parts(layout)
    return [
        TrackProblem(problem.message, problem.index, stage if isinstance(layout, Rally) else None)
        for stage, part in enumerate(parts)
        for problem in check(part)
    ]


@get("/api/tracks/boxes/gt")
async def gt_box(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the tile faces of Rallyman: GT with their drawings."""
    return tagged(request, await VISITORS.run(_box, "gt"))


@get("/api/tracks/boxes/dirt")
async def dirt_box(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the tile faces of Rallyman: DIRT with their drawings."""
    return tagged(request, await VISITORS.run(_box, "dirt"))


@lru_cache
def _box(box: str) -> bytes:
    faces: dict[str, Face] = {**gt_faces()} if box == "gt" else {**dirt_faces()}
    return msgspec.json.encode(
        [BoxFace(face.id, face.number, face.copies, draw_face(face.id), face) for face in faces.values()]
    )


@get("/api/tracks/ready")
async def ready() -> list[ReadyTrack]:
    """List the tracks that come with the games."""
    known: list[AnyTrack] = [*circuits().values(), *stages().values(), *rallies().values()]
    return [ReadyTrack(track.id, track.name, kind_of(track), track) for track in known]


def kind_of(track: AnyTrack) -> str:
    """Return whether it is a circuit, a stage or a rally."""
    return str(track.__struct_config__.tag)


@post("/api/tracks/check", status_code=200)
async def check_track(data: JSONBody[LayoutRequest]) -> Checked:
    """List all problems of a layout."""
    return await VISITORS.run(_checked, data.layout)


def _checked(layout: AnyTrack) -> Checked:
    problems = problems_of(layout)
    return Checked(problems, [] if problems else [figures(part) for part in _parts(layout)])


@post("/api/tracks/draw", status_code=200)
async def draw(data: JSONBody[LayoutRequest]) -> list[Any]:
    """Return the board drawing of a valid layout, one per stage of a rally."""
    return await VISITORS.run(_drawn, data.layout)


def _drawn(layout: AnyTrack) -> list[Any]:
    parts = _parts(layout)
    for part in parts:
        ensure_sound(part)
    return [draw_board(part) for part in parts]


@post("/api/tracks/generate", status_code=200)
async def generate_track(
    data: Annotated[GenerateRequest, example(kind="circuit", seed=7, wish={"tiles": 15, "lanes": "mixed"})],
) -> NewLayout:
    """Generate a new track from the tiles of the box."""
    try:
        wish: Wish = (
            msgspec.convert(data.wish, type=CircuitWish)
            if data.kind == "circuit"
            else msgspec.convert(data.wish, type=StageWish)
        )
    except msgspec.ValidationError as error:
        raise BadInput("server.bad-wish", reason=str(error)) from None
    return NewLayout(await VISITORS.run(lambda: generate(wish, data.seed)))


@post("/api/tracks/import", status_code=200)
async def import_track(data: Annotated[ImportRequest, example(data="eyJ0aWxlcyI6IFtdfQ==")]) -> NewLayout:
    """Return the layout in a track file of any known format."""
    try:
        raw = base64.b64decode(data.data, validate=True)
    except (binascii.Error, ValueError):
        raise BadInput("server.not-base64") from None
    return await VISITORS.run(_imported, raw)


def _imported(raw: bytes) -> NewLayout:
    layout = formats.read(raw)
    return NewLayout(layout, problems_of(layout))


@post("/api/tracks/export", status_code=200)
async def export_track(data: JSONBody[ExportRequest]) -> TrackFile:
    """Return a layout as a track file."""
    _parts(data.layout)
    ending = {"paddock": "json", "rekee": "rekee.json", "rgt": "rgt"}[data.format]
    body = formats.write(data.layout, data.format)
    name = "".join(c if c.isalnum() else "-" for c in data.layout.name or data.layout.id)[:60]
    return TrackFile(f"{name or 'track'}.{ending}", base64.b64encode(body).decode())


@get("/api/tracks")
async def list_tracks(
    tracks: Given[Tracks],
    visitor: Given[Person | None],
    shelf: FromQuery[Shelf] = "shared",
    kind: FromQuery[TrackKind | None] = None,
    after: Bookmark = None,
) -> Page[TrackInfo]:
    """List your own tracks, or those that others share, without their layouts."""
    return await tracks.listed(visitor, shelf, kind, after)


@post("/api/tracks", status_code=200)
async def save_track(
    data: JSONBody[SaveRequest],
    request: Request[Any, Any, Any],
    tracks: Given[Tracks],
    bytes_kept: Given[Buckets],
    person: Given[Person],
) -> TrackInfo:
    """Store a layout."""
    _parts(data.layout)
    weigh(bytes_kept, request, data.layout)
    return await tracks.add(person, data.name, data.layout, data.shared)


@get("/api/tracks/{track:str}")
async def one_track(track: TrackId, tracks: Given[Tracks], visitor: Given[Person | None]) -> TrackInfo:
    """Return a stored track with its layout."""
    return await tracks.find(track, visitor)


@put("/api/tracks/{track:str}")
async def change_track(
    track: TrackId,
    data: JSONBody[SaveRequest],
    request: Request[Any, Any, Any],
    tracks: Given[Tracks],
    bytes_kept: Given[Buckets],
    person: Given[Person],
) -> TrackInfo:
    """Change one of your tracks."""
    _parts(data.layout)
    weigh(bytes_kept, request, data.layout)
    return await tracks.change(track, person, data.name, data.layout, data.shared)


@delete("/api/tracks/{track:str}", status_code=200)
async def delete_track(track: TrackId, tracks: Given[Tracks], person: Given[Person]) -> Done:
    """Delete one of your tracks."""
    await tracks.remove(track, person)
    return Done()


router = Router(
    "/",
    route_handlers=[
        gt_box,
        dirt_box,
        ready,
        check_track,
        draw,
        generate_track,
        import_track,
        export_track,
        list_tracks,
        save_track,
        one_track,
        change_track,
        delete_track,
    ],
    tags=["tracks"],
)
