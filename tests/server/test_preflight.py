"""Wrong settings end with one clear line."""

from pathlib import Path

import pytest

from paddock.core.errors import BadInput
from paddock.server.settings import Settings
from paddock.server.startup_checks import check


@pytest.mark.parametrize(
    ("wrong", "level", "message"),
    [
        ({"load": ("nosuch_module",)}, "info", "nosuch_module"),
        ({"port": 99999}, "info", "99999"),
        ({}, "loud", "loud"),
        ({"database": "postgresql://nobody@127.0.0.1:1/none"}, "info", "database"),
        ({"database": "nonsense"}, "info", "Only PostgreSQL"),
        ({"database": "mysql://nobody@127.0.0.1/none"}, "info", "Only PostgreSQL"),
        ({"database": "postgresql://nobody@127.0.0.1:x/none"}, "info", "cannot be reached"),
        ({"origins": ("example",)}, "info", "example. is no address"),
        ({"address": "http://[::1"}, "info", "is no address"),
        ({"host": "256.0.0.1"}, "info", "256.0.0.1"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, wrong: dict, level: str, message: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(BadInput, match=message):
        check(Settings(data=tmp_path, **{"port": 0, **wrong}), level)


def test_right_settings_pass(tmp_path: Path) -> None:
    check(Settings(data=tmp_path, port=0), "info")
