"""The browser's types say what the server's say: every question has its answer, every address its types."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from paddock.core.game import AnyGame
from paddock.core.registry import games
from paddock.server.app import make_app
from paddock.server.settings import Settings
from tools.typescript.addresses import addresses
from tools.typescript.modules import game_modules, write

ASKED = [game for game in games().values() if game.Question is not None]


def members(union: object) -> set[object]:
    return set(get_args(union)) or {union}


@pytest.mark.parametrize("game", ASKED, ids=lambda game: game.name)
def test_every_question_has_the_type_of_its_answer(game: AnyGame) -> None:
    assert set(game.Answers) == members(game.Question)
    assert set(game.Answers.values()) == members(game.Answer)


def test_every_address_of_the_interface_is_typed(tmp_path: Path) -> None:
    paths = make_app(Settings(data=tmp_path)).openapi_schema.paths or {}
    described = {
        (method.upper(), "/".join("*" if part.startswith("{") else part for part in path.split("/")))
        for path, item in paths.items()
        for method in ("get", "post", "put", "delete")
        if path.startswith("/api") and getattr(item, method) is not None
    }
    assert {(one.method, one.path) for one in addresses()} == described


def test_what_has_a_default_need_not_be_sent_but_is_always_told() -> None:
    modules = game_modules(games()["rallyman-gt"])
    assert '"way"?: "flat-out"' in modules["rallyman-gt.sent"]
    assert '"laps": number' in modules["rallyman-gt"]


def test_what_a_struct_leaves_out_is_not_promised() -> None:
    modules = game_modules(games()["rallyman-gt"])
    assert '"cell": number; "brakes"?: number' in modules["rallyman-gt.sent"]
    assert '"cell": number; "brakes"?: number' in modules["rallyman-gt"], "a step omits its defaults"


def test_files_that_are_right_stay_untouched(tmp_path: Path) -> None:
    write(tmp_path)
    before = {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    write(tmp_path)
    assert {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()} == before
