"""Routes for games, their options and texts."""

from __future__ import annotations

import time
from functools import lru_cache
from hashlib import sha256
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.di import NamedDependency as Given
from litestar.params import Parameter
from msgspec import Meta, Struct

import paddock
from paddock.analysis import analysers
from paddock.bots.strengths import published
from paddock.core.game import AnyGame, Bot, Game, Level
from paddock.core.messages import LANGUAGES, catalogue
from paddock.core.registry import bots, find_game, games
from paddock.server.errors import Unknown
from paddock.server.http.dependencies import example
from paddock.server.rulebook import how_to_play, page_of
from paddock.server.settings import Limits
from paddock.server.tables.durations import Duration, Durations
from paddock.server.tables.kernel_compiler import KernelCompiler, WarmingBot
from paddock.server.tables.seating import check_options
from paddock.server.thread_pools import VISITORS
from paddock.server.wire.frames import PROTOCOL
from paddock.solve import solvers

_DRAWINGS = 64


class ServerInfo(Struct):
    """What a client needs to know first."""

    protocol: int
    version: str
    languages: list[str]
    games: list[str]
    limits: Limits
    time: float


class BotInfo(Struct):
    """A bot with its level, its strength (Elo; the random bot is 0) and its seconds per decision."""

    name: str
    level: Level
    strength: float
    pace: float
    low: float = 0.0
    """The 95% bounds of the strength that the arena measured, and from how many games."""
    high: float = 0.0
    games: int = 0


class GameInfo(Struct):
    """A game that can be played; `options` is the JSON Schema of its options."""

    name: str
    title: str
    rules_version: int
    least: int
    most: int
    options: dict[str, Any]
    defaults: dict[str, Any]
    bots: list[str]
    """Weakest first, as in `opponents`."""
    opponents: list[BotInfo]
    questions: bool
    board: bool
    challenges: bool
    solved: bool
    """Whether its solo drives can be solved, so that every track has a perfect lap."""
    analysed: bool
    """Whether finished games can be analysed: the cost of decisions and the luck of the dice."""
    rules: str | None
    """The prefix of the ids of its numbered rules; None if it has no page of rules."""
    how_to_play: bool
    """Whether it has a page on how to play."""


class OptionsRequest(Struct, forbid_unknown_fields=True):
    """Options to check or to draw; missing ones have their defaults."""

    options: dict[str, Any] = {}
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None


def game_schema(game: AnyGame) -> dict[str, Any]:
    """Return the JSON Schemas of everything a client exchanges with a game, with their shared `$defs`."""
    parts = {
        "options": game.Options,
        "action": game.Action,
        "event": game.Event,
        "view": game.View,
        "question": game.Question,
        "answer": game.Answer,
    }
    named = {name: part for name, part in parts.items() if part is not None}
    schemas, components = msgspec.json.schema_components(named.values(), ref_template="#/$defs/{name}")
    found: dict[str, Any] = dict.fromkeys(parts)
    found.update(zip(named, schemas, strict=True))
    found["$defs"] = components
    return found


def _opponent(game: str, name: str, bot: type[Bot]) -> BotInfo:
    told = BotInfo(name, bot.level, bot.strength, bot.pace)
    found = published().get(f"{game}.{name}")
    if found is not None:
        told.low, told.high, told.games = found.low, found.high, found.games
    return told


def describe(game: AnyGame) -> GameInfo:
    """Describe a game for the browser."""
    defaults = game.options()
    page = page_of(game.name)
    return GameInfo(
        name=game.name,
        title=game.title,
        rules_version=game.rules_version,
        least=game.seats[0],
        most=game.seats[-1],
        options=game.options_schema(),
        defaults=msgspec.to_builtins(defaults),
        bots=list(bots(game.name)),
        opponents=[_opponent(game.name, name, bot) for name, bot in bots(game.name).items()],
        questions=game.Question is not None,
        board=type(game).board is not Game.board,
        challenges=type(game).challenge is not Game.challenge,
        solved=game.name in solvers(),
        analysed=game.name in analysers(),
        rules=page.prefix if page is not None else None,
        how_to_play=how_to_play(game.name, "en") is not None,
    )


def known_game(name: str) -> AnyGame:
    """Return the game of that name; raises Unknown."""
    if name not in games():
        raise Unknown("server.no-game", game=name)
    return find_game(name)


GameName = Annotated[str, Parameter(max_length=64)]


@get("/api/server")
async def server(limits: Given[Limits]) -> ServerInfo:
    """Return what a client needs to know first."""
    return ServerInfo(PROTOCOL, paddock.__version__, list(LANGUAGES), list(games()), limits, time.time())


_DESCRIBED: dict[str, GameInfo] = {}


@get("/api/games")
async def list_games() -> list[GameInfo]:
    """List all games."""
    return [_described(game) for game in games().values()]


@get("/api/games/{game:str}")
async def one_game(game: GameName) -> GameInfo:
    """Return one game."""
    return _described(known_game(game))


@get("/api/warming")
async def warming(compiler: Given[KernelCompiler]) -> list[WarmingBot]:
    """List the bots whose kernels are still being compiled; their decisions wait until then."""
    return compiler.warming()


def _described(game: AnyGame) -> GameInfo:
    if game.name not in _DESCRIBED:
        _DESCRIBED[game.name] = describe(game)
    return _DESCRIBED[game.name]


@get("/api/games/{game:str}/durations")
async def lengths(game: GameName, durations: Given[Durations]) -> list[Duration]:
    """Return how long a game takes by number of seats, from recent games."""
    return await durations.of(known_game(game).name)


_SCHEMAS: dict[str, dict[str, Any]] = {}


@get("/api/games/{game:str}/schema")
async def schema(game: GameName) -> dict[str, Any]:
    """Return the types of a game as JSON Schema."""
    name = known_game(game).name
    if name not in _SCHEMAS:
        _SCHEMAS[name] = game_schema(find_game(name))
    return _SCHEMAS[name]


@post("/api/games/{game:str}/board", status_code=200)
async def board(game: GameName, data: Annotated[OptionsRequest, example(options={})]) -> Response[bytes]:
    """Return the drawing of the board for some options."""
    drawn = await VISITORS.run(drawing, known_game(game), data.options)
    return Response(drawn, media_type="application/json")


def drawing(game: AnyGame, options: dict[str, Any]) -> bytes:
    """Return the drawing of the board, or null; it is drawn once for the same options."""
    return _drawing(game.name, msgspec.json.encode(game.options(options)))


@lru_cache(maxsize=_DRAWINGS)
def _drawing(name: str, options: bytes) -> bytes:
    game = find_game(name)
    return msgspec.json.encode(game.board(game.options(msgspec.json.decode(options))))


@post("/api/games/{game:str}/options", status_code=200)
async def options(
    game: GameName, data: Annotated[OptionsRequest, example(options={}, seats=2)]
) -> dict[str, Any]:
    """Fill in the defaults of options; refuses invalid ones."""
    known = known_game(game)
    seats = data.seats if data.seats is not None else known.seats[0]
    return await VISITORS.run(check_options, game, data.options, seats)


@get("/api/words/{language:str}")
async def words(
    language: Annotated[str, Parameter(max_length=8)], request: Request[Any, Any, Any]
) -> Response[bytes]:
    """Return all texts of a language."""
    if language not in LANGUAGES:
        raise Unknown("server.no-language", language=language)
    games()
    body = msgspec.json.encode(catalogue(language))
    return tagged(request, body)


def tagged(request: Request[Any, Any, Any], body: bytes) -> Response[bytes]:
    """Answer JSON with an ETag, or 304 if the client has it already."""
    tag = f'"{sha256(body).hexdigest()[:20]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


router = Router(
    "/",
    route_handlers=[server, list_games, warming, one_game, lengths, schema, board, options, words],
    tags=["games"],
)
