"""TypeScript types for the browser, made from the types of the wire and of every game.

`python -m paddock.server.typescript web/src/generated`
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from paddock.core.registry import games
from paddock.server.wire import frames

REF = "#/"
GAME_TYPES = ("Options", "Action", "Event", "View", "Question", "Answer")


def declare(types: dict[str, Any]) -> str:
    """A TypeScript module that exports every type under its name, with all it is made of."""
    schemas, parts = msgspec.json.schema_components(list(types.values()), ref_template=REF + "{name}")
    lines = ["// Made from the Python types; do not edit.", ""]
    for name, schema in sorted(parts.items()):
        lines.append(f"export type {identifier(name)} = {spell(schema)};")
    for name, schema in zip(types, schemas, strict=True):
        text = spell(schema)
        if text != name:
            lines.append(f"export type {name} = {text};")
    return "\n".join(lines) + "\n"


def identifier(name: str) -> str:
    """A name TypeScript accepts."""
    return re.sub(r"\W+", "_", name).strip("_")


def spell(schema: dict[str, Any]) -> str:
    """One JSON Schema as a TypeScript type."""
    if "$ref" in schema:
        return identifier(schema["$ref"].removeprefix(REF))
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            return one_of(spell(part) for part in schema[choice])
    if "enum" in schema:
        return one_of(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    kind = schema.get("type")
    if kind == "object":
        return spell_object(schema)
    if kind == "array":
        return spell_array(schema)
    plain = {
        "string": "string",
        "integer": "number",
        "number": "number",
        "boolean": "boolean",
        "null": "null",
    }
    return plain.get(str(kind), "unknown")


def one_of(parts: Iterable[str]) -> str:
    """A union without repetitions; a part nobody can know would swallow the others, so it is left out."""
    known = [part for part in dict.fromkeys(parts) if part != "unknown"]
    return " | ".join(known) or "unknown"


def spell_object(schema: dict[str, Any]) -> str:
    """A struct, or a map; a field with a default is always sent, so it is not optional."""
    properties = schema.get("properties")
    if properties is None:
        more = schema.get("additionalProperties", {})
        return f"Record<string, {spell(more) if isinstance(more, dict) else 'unknown'}>"
    fields = "; ".join(f"{json.dumps(name)}: {spell(field)}" for name, field in properties.items())
    return f"{{ {fields} }}"


def spell_array(schema: dict[str, Any]) -> str:
    """A tuple or a list."""
    if "prefixItems" in schema:
        return f"[{', '.join(spell(item) for item in schema['prefixItems'])}]"
    items = schema.get("items", {})
    return f"({spell(items) if isinstance(items, dict) else 'unknown'})[]"


def wire_types() -> dict[str, Any]:
    """Every frame of the sockets."""
    structs = {
        name: kind
        for name, kind in vars(frames).items()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and not name.startswith("_")
    }
    return {name: kind for name, kind in structs.items() if kind is not msgspec.Struct}


def write(target: Path) -> None:
    """Write one module for the wire and one for each game."""
    target.mkdir(parents=True, exist_ok=True)
    modules = {"wire": declare(wire_types())}
    for name, game in games().items():
        kinds = {kind: getattr(game, kind) for kind in GAME_TYPES}
        modules[name] = declare({kind: value for kind, value in kinds.items() if value is not None})
    for name, text in modules.items():
        file = target / f"{name}.ts"
        if not file.exists() or file.read_text() != text:
            file.write_text(text)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
