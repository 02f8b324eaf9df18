"""What is wrong with options is said in every language, with the option and the figures named."""

from __future__ import annotations

from typing import Any

import pytest

from paddock.core.errors import BadInput
from paddock.core.messages import LANGUAGES, say
from paddock.core.registry import find_game

WRONG: list[tuple[str, Any, str, str]] = [
    ("rallyman-gt", {"lapz": 1}, "lapz", "there is no such option"),
    ("rallyman-gt", {"laps": 0}, "laps", "at least 1"),
    ("rallyman-gt", {"laps": 100}, "laps", "at most 99"),
    ("rallyman-gt", {"laps": "two"}, "laps", "a whole number"),
    ("rallyman-gt", {"weather": "snow"}, "weather", "“snow” is not one of its values"),
    ("rallyman-gt", {"car_classes": ["GT9"]}, "car_classes", "“GT9” is not one of its values"),
    ("rallyman-dirt", {"layouts": [{"kind": "stage"}]}, "layouts", "id is missing"),
    ("rallyman-dirt", {"stages": ["SS1"] * 25}, "stages", "at most 24 entries"),
    ("dirt-and-dust", {"versions": "AB"}, "versions", "not written as it should be"),
    ("outspeed", {"first_game": 3}, "first_game", "yes or no"),
]


@pytest.mark.parametrize(("game", "values", "option", "reason"), WRONG)
def test_a_wrong_option_is_named_and_its_fault_said(game: str, values: Any, option: str, reason: str) -> None:
    with pytest.raises(BadInput) as refused:
        find_game(game).options(values)
    message = refused.value.message
    assert message.id == "core.bad-options"
    assert message.params["option"] == option
    assert reason in say(message, "en")
    for language in LANGUAGES:
        said = say(message, language)
        assert option in said
        assert not {"Expected", "Object", "Invalid", "$"} & set(said.replace("`", " ").split())
    assert len({say(message, language) for language in LANGUAGES}) == len(LANGUAGES)


def test_options_that_are_none_are_refused_too() -> None:
    with pytest.raises(BadInput) as refused:
        find_game("outspeed").options([1])
    assert say(refused.value.message, "en") == "outspeed: it must be a set of named values."
