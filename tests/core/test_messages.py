import json
from importlib import resources
from pathlib import Path

import pytest

import paddock
from paddock.core.messages import (
    LANGUAGES,
    CatalogueError,
    Message,
    catalogue,
    format_text,
    plural_form,
    say,
)

DICE = {
    "en": "{n, plural, one {# die} other {# dice}}",
    "pl": "{n, plural, one {# kość} few {# kości} many {# kości} other {# kości}}",
    "ru": "{n, plural, one {# кубик} few {# кубика} many {# кубиков} other {# кубика}}",
}


@pytest.mark.parametrize(
    ("language", "n", "text"),
    [
        ("en", 1, "1 die"),
        ("en", 0, "0 dice"),
        ("pl", 22, "22 kości"),
        ("ru", 1, "1 кубик"),
        ("ru", 3, "3 кубика"),
        ("ru", 11, "11 кубиков"),
        ("ru", 21, "21 кубик"),
    ],
)
def test_numbers_take_the_form_of_the_language(language: str, n: int, text: str) -> None:
    assert format_text(DICE[language], {"n": n}, language) == text


def test_polish_plurals() -> None:
    assert [plural_form("pl", n) for n in (1, 2, 5, 12, 22, 112)] == [
        "one",
        "few",
        "many",
        "many",
        "few",
        "many",
    ]
    assert plural_form("pl", 1.5) == "other"


def test_select_and_nested_arguments() -> None:
    text = "{wet, select, true {rain, {n} laps} other {dry}}"
    assert format_text(text, {"wet": True, "n": 2}) == "rain, 2 laps"
    assert format_text(text, {"wet": False, "n": 2}) == "dry"
    assert format_text("{n, plural, =0 {none} other {#}}", {"n": 0}) == "none"


def test_parameters_can_be_worded() -> None:
    names = ["Ana", "Piotr"]
    text = format_text("{seat} wins", {"seat": 1}, "en", lambda _name, seat: names[seat])
    assert text == "Piotr wins"


@pytest.mark.parametrize("text", ["{n", "{n, plural, one {x}", "{}", "{missing}", "{n, plural, one {x}}"])
def test_a_broken_wording_says_so(text: str) -> None:
    with pytest.raises(CatalogueError):
        format_text(text, {"n": 2})


def test_an_unknown_message_shows_its_id() -> None:
    assert say(Message("no.such", {"a": 1})) == "no.such {'a': 1}"


def catalogues() -> list[Path]:
    root = Path(str(resources.files(paddock)))
    return sorted(path.parent for path in root.rglob("words/en.json"))


@pytest.mark.parametrize("home", catalogues(), ids=lambda path: path.parent.name)
def test_every_catalogue_is_complete_in_every_language(home: Path) -> None:
    english = json.loads((home / "en.json").read_text())
    for language in LANGUAGES:
        words = json.loads((home / f"{language}.json").read_text())
        assert words.keys() == english.keys(), f"{home} in {language}"
        assert all(text.strip() for text in words.values())


def test_the_core_is_worded() -> None:
    assert "core.log-altered" in catalogue("pl")
