"""Formats files for readers: one field per line, one tile per line."""

from __future__ import annotations

import json

import msgspec


def pretty(file: msgspec.Struct) -> bytes:
    """Returns JSON with each list item on its own line."""
    fields: dict[str, object] = msgspec.to_builtins(file)
    lines = []
    for key, value in fields.items():
        if isinstance(value, list | tuple) and value:
            items = ",\n".join(f"    {_compact(item)}" for item in value)
            lines.append(f"  {_compact(key)}: [\n{items}\n  ]")
        else:
            lines.append(f"  {_compact(key)}: {_compact(value)}")
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
