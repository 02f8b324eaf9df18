"""The description of the interface for programs: what the framework cannot know is added here.

Every answer of 400 or more is a `Problem`, and every answer has an example, made from the types themselves.
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

from paddock.core.messages import Message, say
from paddock.server.examples import ANSWERS, EXAMPLES, LAYOUTS, LOG, page_of
from paddock.server.problems import Problem
from paddock.server.storage.pages import Page

_METHODS = ("get", "post", "put", "delete")
LOG_ADDRESSES = ("/api/logs", "/api/logs/verify")
_REFUSED = Message("server.already-started", {})
_NULL = msgspec.Raw(b"null")
_PAGE = "Page_"
PROBLEM = Problem(409, "stage", _REFUSED, say(_REFUSED))


def describe(app: Litestar) -> None:
    """Complete the OpenAPI description of the application."""
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
            part.examples = [plain(_example(name))]
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
    if (method, address) in LAYOUTS and isinstance(operation.request_body, RequestBody):
        for medium in operation.request_body.content.values():
            medium.example = plain(LAYOUTS[method, address])


def _exemplify(address: str, method: str, content: dict[str, OpenAPIMediaType]) -> None:
    special = ANSWERS.get((method, address))
    if special is not None:
        content.clear()
        content[special.kind] = _medium(special.schema, special.example)
        return
    for medium in content.values():
        found = medium.schema
        if isinstance(found, Reference):
            medium.example = plain(_example(_name(found)))
        elif isinstance(found, Schema) and isinstance(found.items, Reference):
            medium.example = [plain(EXAMPLES[_name(found.items)])]


def _example(name: str) -> Any:
    """An example of a type by its name; a page of a list is named with what it is a page of."""
    if name.startswith(_PAGE):
        return page_of(name.strip("_").rpartition(".")[2])
    return EXAMPLES[name]


def _loosen(schema: Schema | Reference | bool | None) -> None:
    """A whole number is a number too: where either may stand, a value may fit both."""
    if not isinstance(schema, Schema):
        return
    _loosen(schema.additional_properties)
    _loosen(schema.items)
    if schema.one_of:
        schema.any_of, schema.one_of = schema.one_of, None
        for part in schema.any_of:
            _loosen(part)


def _medium(schema: Schema | Reference, example: Any) -> OpenAPIMediaType:
    return OpenAPIMediaType(schema=schema, example=plain(example))


def plain(example: Any) -> Any:
    """An example as plain values; its nulls are written out, which the framework would leave away."""
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
