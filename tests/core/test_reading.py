"""Plain values become values of a type, and a refusal says where they are wrong."""

from __future__ import annotations

import msgspec
import pytest

from paddock.core.decoding import reader
from paddock.core.errors import BadInput
from paddock.core.registry import find_game


class Left(msgspec.Struct, tag="left"):
    steps: int


class Right(msgspec.Struct, tag="right"):
    steps: list[int]


def test_a_union_is_read_as_msgspec_would() -> None:
    read = reader(Left | Right)
    for values in ({"type": "left", "steps": 3}, {"type": "right", "steps": [1, 2]}):
        assert read(values) == msgspec.convert(values, type=Left | Right)


@pytest.mark.parametrize("values", [{"type": "right", "steps": [1, "x"]}, {"type": "up"}, 7, {}])
def test_a_refusal_names_the_same_place(values: object) -> None:
    with pytest.raises(msgspec.ValidationError) as usual:
        msgspec.convert(values, type=Left | Right)
    with pytest.raises(msgspec.ValidationError) as ours:
        reader(Left | Right)(values)
    assert str(ours.value) == str(usual.value)


def test_a_game_says_what_is_malformed_in_an_action() -> None:
    game = find_game("rallyman-gt")
    with pytest.raises(BadInput) as refused:
        game.action({"action": "plan", "steps": 3})
    assert "`$.steps`" in str(refused.value.message.params["reason"])
