"""The generated modules: one for messages and addresses, one for request bodies, one for each game."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from paddock.core.game import AnyGame
from paddock.core.registry import games
from paddock.server.http.error_responses import Problem
from paddock.server.wire import frames
from tools.typescript.addresses import Address, addresses
from tools.typescript.spelling import declare

HEAD = "// Made from the Python types; do not edit."
GAME_TYPES = ("Options", "Action", "Event", "View", "Question", "Answer")
METHODS = {"GET": "Gets", "POST": "Posts", "PUT": "Puts", "DELETE": "Deletes"}


def wire_types() -> dict[str, Any]:
    """Returns every message of the sockets, and the errors of the server."""
    told: dict[str, Any] = {
        name: kind
        for name, kind in vars(frames).items()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and not name.startswith("_")
    }
    told.pop("Struct", None)
    return {**told, "Problem": Problem}


def wire_module(known: list[Address]) -> str:
    """Returns the messages, and the request and response of every address."""
    answers = {f"{one.method} {one.path}": one.answer for one in known}
    lines, spelled = declare({**wire_types(), **answers})
    blocks = []
    for method, name in METHODS.items():
        rows = [
            f"  {json.dumps(one.path)}: {{ body: {_body(one)}; answer: {spelled[f'{method} {one.path}']} }};"
            for one in sorted(known, key=lambda one: one.path)
            if one.method == method
        ]
        blocks += [f"export interface {name} {{", *rows, "}"]
    return _module(['import type * as sent from "./sent";', "", *lines, *blocks])


def sent_module(known: list[Address]) -> str:
    """Returns the bodies of requests."""
    bodies = {f"{one.method} {one.path}": one.body for one in known if one.body not in (None, bytes)}
    lines, spelled = declare(bodies, sent=True)
    rows = [f"  {json.dumps(name)}: {text};" for name, text in sorted(spelled.items())]
    return _module([*lines, "export interface Bodies {", *rows, "}"])


def _body(one: Address) -> str:
    if one.body is None:
        return "undefined"
    return "Blob" if one.body is bytes else f"sent.Bodies[{json.dumps(f'{one.method} {one.path}')}]"


def game_modules(game: AnyGame) -> dict[str, str]:
    """Returns the types of a game's messages; an answer's type follows from its question's."""
    kinds = {kind: getattr(game, kind) for kind in GAME_TYPES}
    known = {kind: value for kind, value in kinds.items() if value is not None}
    questions = dict(zip(map(str, range(len(game.Answers))), game.Answers, strict=True))
    answers = dict(zip(questions, game.Answers.values(), strict=True))
    lines, told = declare({**known, **answers})
    lines += [f"export type {kind} = {told[kind]};" for kind in known if told[kind] != kind]
    sent, asked = declare({"Action": game.Action, **questions}, sent=True)
    # a game without questions still needs the type of its table
    pairs = [f"Asked extends sent.{asked[at]} ? {told[at]} :" for at in questions] or [
        "Asked extends sent.Question ? never :"
    ]
    sent += [
        f"export type Action = {asked['Action']};" if asked["Action"] != "Action" else "",
        f"export type Question = {' | '.join(asked[at] for at in questions) or 'never'};",
    ]
    lines += [
        f"export type AnswerTo<Asked> = {' '.join([*pairs, 'never'])};",
        "/** What the game's table is typed by. */",
        "export interface Types {",
        "  Action: sent.Action;",
        "  Event: Event;",
        "  View: View;",
        "  explore<const Asked extends sent.Question>(question: Asked): Promise<AnswerTo<Asked>>;",
        "}",
    ]
    head = f'import type * as sent from "./{game.name}.sent";'
    return {game.name: _module([head, "", *lines]), f"{game.name}.sent": _module(filter(None, sent))}


def _module(lines: Iterable[str]) -> str:
    return "\n".join([HEAD, "", *lines]) + "\n"


def write(target: Path) -> None:
    """Writes all modules; leaves files untouched that are up to date."""
    target.mkdir(parents=True, exist_ok=True)
    known = list(addresses())
    modules = {"wire": wire_module(known), "sent": sent_module(known)}
    for game in games().values():
        modules.update(game_modules(game))
    for name, text in modules.items():
        file = target / f"{name}.ts"
        if not file.exists() or file.read_text() != text:
            file.write_text(text)
