"""Converts JSON Schemas of Python types to TypeScript."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, get_origin

import msgspec
from msgspec import inspect

REF = "#/"
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
Names = Mapping[str, str]
"""TypeScript types by requested name."""


def declare(types: Mapping[str, Any], sent: bool = False) -> tuple[list[str], Names]:
    """Returns declarations for some types and their parts, and the TypeScript of each type.

    In values `sent` to the server, fields with a default are optional. In the server's messages they are
    optional if the struct omits its defaults.
    """
    schemas, parts = msgspec.json.schema_components(
        list(types.values()), ref_template=REF + "{name}", schema_hook=_anything
    )
    brief = _omitting(types.values())
    lines = [
        f"export type {identifier(name)} = {spell(part, sent or name.partition('[')[0] in brief)};"
        for name, part in sorted(parts.items())
    ]
    return lines, {name: spell(schema, sent) for name, schema in zip(types, schemas, strict=True)}


def _omitting(types: Iterable[Any]) -> set[str]:
    """Returns the names of structs that omit their defaults, among some types and their parts."""
    found: set[str] = set()
    seen: set[int] = set()

    def look(part: Any) -> None:
        if id(part) in seen:
            return
        seen.add(id(part))
        if isinstance(part, inspect.StructType):
            kind = get_origin(part.cls) or part.cls
            if kind.__struct_config__.omit_defaults:
                found.add(kind.__name__)
        for name in getattr(part, "__struct_fields__", ()):
            inner = getattr(part, name)
            for one in inner if isinstance(inner, tuple) else (inner,):
                if isinstance(one, inspect.Type | inspect.Field):
                    look(one)

    for part in inspect.multi_type_info(list(types)):
        look(part)
    return found


def _anything(_kind: type) -> dict[str, Any]:
    """Returns the schema of `object`, which may be anything."""
    return {"title": "anything"}


def identifier(name: str) -> str:
    """Returns a valid TypeScript name."""
    return re.sub(r"\W+", "_", name).strip("_")


def spell(schema: dict[str, Any], sent: bool = False) -> str:
    """Returns one JSON Schema as a TypeScript type."""
    if "$ref" in schema:
        return identifier(schema["$ref"].removeprefix(REF))
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            return one_of(spell(part, sent) for part in schema[choice])
    if "enum" in schema:
        return one_of(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    kind = schema.get("type")
    if kind == "object":
        return spell_object(schema, sent)
    if kind == "array":
        return spell_array(schema, sent)
    return _PLAIN.get(str(kind), "unknown")


def one_of(parts: Iterable[str]) -> str:
    """Returns a union without repetitions, and without `unknown`, which would absorb the other parts."""
    known = [part for part in dict.fromkeys(parts) if part != "unknown"]
    return " | ".join(known) or "unknown"


def spell_object(schema: dict[str, Any], sent: bool) -> str:
    """Returns a struct or a map; a field with a default is always in messages, and optional in requests."""
    properties = schema.get("properties")
    if properties is None:
        more = schema.get("additionalProperties", {})
        return f"Record<string, {spell(more, sent) if isinstance(more, dict) else 'unknown'}>"
    needed = schema.get("required", ()) if sent else properties
    fields = "; ".join(
        f"{json.dumps(name)}{'' if name in needed else '?'}: {spell(field, sent)}"
        for name, field in properties.items()
    )
    return f"{{ {fields} }}"


def spell_array(schema: dict[str, Any], sent: bool) -> str:
    """Returns a tuple or a list."""
    if "prefixItems" in schema:
        return f"[{', '.join(spell(item, sent) for item in schema['prefixItems'])}]"
    items = schema.get("items", {})
    return f"({spell(items, sent) if isinstance(items, dict) else 'unknown'})[]"
