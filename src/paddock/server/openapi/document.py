"""Completes the OpenAPI document with what the framework cannot derive.

Every response with a status of 400 or more is a `Problem`. Types that a bot meets first have examples.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Litestar
from litestar.openapi.spec import (
    OpenAPIMediaType,
    OpenAPIResponse,
    Operation,
    Reference,
    RequestBody,
    Schema,
)
from litestar.openapi.spec.enums import OpenAPIType
from msgspec import Struct

from paddock.core.messages import Message, say
from paddock.server.accounts.people import Person
from paddock.server.http.accounts import Me
from paddock.server.http.error_responses import Problem
from paddock.server.http.games import BotInfo, GameInfo
from paddock.server.records.table_record import Seat, TableRecord, brief, info
from paddock.server.records.time_control import Live
from paddock.server.storage.pagination import Page
from paddock.server.tables.lobby import LobbyLists

_METHODS = ("get", "post", "put", "delete")
LOG_ADDRESSES = ("/api/logs", "/api/logs/verify")
_REFUSED = Message("server.already-started", {})
_NULL = msgspec.Raw(b"null")
_PAGE = "Page_"
PROBLEM = Problem(409, "stage", _REFUSED, say(_REFUSED))
LOG = '{"record":"game","paddock":1,"game":"pig",…}\n{"record":"decision","seat":0,…}\n'
"""The start of a log."""

_TIME = 1763200000.0
_ADA = Person("k3v9x0q2m7ab", "Ada", True)
_SHEET = TableRecord(
    id="q8Zt0cVn3yKfWm2b",
    game="pig",
    title="Friday evening",
    options={"goal": 100},
    pace=Live(bank=600, increment=15),
    host=_ADA.id,
    seats=[Seat(name="Ada", person=_ADA.id), Seat(name="cautious", bot="cautious"), Seat()],
    created=_TIME,
)
EXAMPLES: dict[str, Any] = {
    "Me": Me(_ADA, {"language": "pl"}),
    "GameInfo": GameInfo(
        name="pig",
        title="Pig",
        rules_version=1,
        least=2,
        most=6,
        options={"type": "object", "properties": {"goal": {"type": "integer", "default": 100}}},
        defaults={"goal": 100},
        bots=["random", "cautious"],
        opponents=[BotInfo("random", "random", 0, 0), BotInfo("cautious", "beginner", 180, 0.01)],
        questions=False,
        board=False,
        challenges=False,
        solved=False,
        analysed=False,
        rules="PIG",
        how_to_play=True,
    ),
    "TableInfo": info(_SHEET),
    "TableBrief": brief(_SHEET),
    "LobbyLists": LobbyLists([brief(_SHEET)], []),
}
"""Examples by type name, for the types that a bot meets first."""


class Answer(Struct):
    """A response that cannot be derived from the return type of its handler."""

    kind: str
    schema: Schema
    example: Any = None


_OBJECT = Schema(type=OpenAPIType.OBJECT)
_MAYBE = Schema(type=[OpenAPIType.OBJECT, OpenAPIType.NULL])
_LIST = Schema(type=OpenAPIType.ARRAY, items=_OBJECT)
_TEXT = Schema(type=OpenAPIType.STRING)
_JSON = "application/json"
ANSWERS: dict[tuple[str, str], Answer] = {
    ("get", "/api/games/{game}/schema"): Answer(_JSON, _OBJECT),
    ("post", "/api/games/{game}/board"): Answer(_JSON, _MAYBE),
    ("post", "/api/games/{game}/options"): Answer(_JSON, _OBJECT),
    ("get", "/api/words/{language}"): Answer(_JSON, _OBJECT),
    ("get", "/api/tables/{table}/board"): Answer(_JSON, _MAYBE),
    ("get", "/api/me/parcel"): Answer("application/zip", _TEXT),
    ("get", "/api/seasons/{season}/calendar.ics"): Answer("text/calendar", _TEXT),
    ("post", "/api/puzzles/{day}/explore"): Answer(_JSON, _OBJECT),
    ("get", "/api/tables/{table}/log"): Answer("application/jsonl", _TEXT, LOG),
    ("get", "/api/tracks/boxes/gt"): Answer(_JSON, _LIST),
    ("get", "/api/tracks/boxes/dirt"): Answer(_JSON, _LIST),
    ("post", "/api/tracks/draw"): Answer(_JSON, _LIST),
    ("get", "/metrics"): Answer("text/plain; version=0.0.4", _TEXT),
}


def describe(app: Litestar) -> None:
    """Complete the OpenAPI document of the application."""
    schema = app.openapi_schema
    schemas = schema.components.schemas
    schemas["Problem"] = _problem()
    message = schemas["Message"].properties
    if message is not None:
        _loosen(message["params"])
    for name, example in EXAMPLES.items():
        schemas[name].examples = [plain(example)]
    for name, part in schemas.items():
        if name.startswith(_PAGE):
            part.description = Page.__doc__
    for address, item in (schema.paths or {}).items():
        for method in _METHODS:
            operation: Operation | None = getattr(item, method)
            if operation is not None:
                _complete(address, method, operation)


def _complete(address: str, method: str, operation: Operation) -> None:
    responses = operation.responses or {}
    for code in [code for code in responses if code.startswith("4")]:
        del responses[code]
    responses["4XX"] = OpenAPIResponse(
        description="Refused, with the reason; docs/protocol.md lists them.",
        content={"application/json": _medium(Reference("#/components/schemas/Problem"), PROBLEM)},
    )
    for code, response in responses.items():
        if code.startswith("2") and isinstance(response, OpenAPIResponse) and response.content:
            _exemplify(address, method, response.content)
    if address in LOG_ADDRESSES and method == "post":
        lines = _medium(Schema(type=OpenAPIType.STRING, description="A log, JSON Lines"), LOG)
        operation.request_body = RequestBody(content={"text/plain": lines}, required=True)


def _exemplify(address: str, method: str, content: dict[str, OpenAPIMediaType]) -> None:
    special = ANSWERS.get((method, address))
    if special is not None:
        content.clear()
        content[special.kind] = _medium(special.schema, special.example)
        return
    for medium in content.values():
        found = medium.schema
        if isinstance(found, Reference) and _name(found) in EXAMPLES:
            medium.example = plain(EXAMPLES[_name(found)])


def _loosen(schema: Schema | Reference | bool | None) -> None:
    """Use `anyOf` instead of `oneOf`: an integer is a number too, so a value may match both."""
    if not isinstance(schema, Schema):
        return
    _loosen(schema.additional_properties)
    _loosen(schema.items)
    if schema.one_of:
        schema.any_of, schema.one_of = schema.one_of, None
        for part in schema.any_of:
            _loosen(part)


def _medium(schema: Schema | Reference, example: Any) -> OpenAPIMediaType:
    return OpenAPIMediaType(schema=schema, example=None if example is None else plain(example))


def plain(example: Any) -> Any:
    """Return an example as plain values with explicit nulls, which the framework would omit."""
    return _with_nulls(msgspec.json.decode(msgspec.json.encode(example)))


def _with_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _with_nulls(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_with_nulls(part) for part in value]
    return _NULL if value is None else value


def _name(reference: Reference) -> str:
    return reference.ref.rpartition("/")[2]


def _problem() -> Schema:
    text = Schema(type=OpenAPIType.STRING)
    message = Schema(
        type=OpenAPIType.OBJECT,
        properties={"id": text, "params": Schema(type=OpenAPIType.OBJECT)},
        required=["id", "params"],
    )
    return Schema(
        type=OpenAPIType.OBJECT,
        title="Problem",
        description=Problem.__doc__,
        properties={
            "status": Schema(type=OpenAPIType.INTEGER),
            "reason": text,
            "message": message,
            "text": text,
            "rule": Schema(type=[OpenAPIType.STRING, OpenAPIType.NULL]),
        },
        required=["status", "reason", "message", "text", "rule"],
        examples=[plain(PROBLEM)],
    )
