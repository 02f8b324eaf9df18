import json
from importlib import resources
from pathlib import Path

import msgspec
import pytest

import paddock
from paddock.core.game import Event
from paddock.core.messages import (
    LANGUAGES,
    CatalogueError,
    CellNo,
    CellParam,
    Message,
    SeatNo,
    SeatParam,
    catalogue,
    format_text,
    namer,
    params_of,
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


class Passed(Event, frozen=True):
    seat: SeatNo
    order: tuple[SeatNo, ...]
    start: CellNo
    leader: SeatNo
    faces: tuple[str, ...]
    dice: int
    steps: tuple[Message, ...] = ()


def test_what_a_message_speaks_of_is_typed_on_the_wire() -> None:
    told = Message("pig.passed", params_of(Passed(1, (1, 0), 2, -1, (), 3), ["A1", "A2", "B1"]))
    assert told.params == {
        "seat": SeatParam(1),
        "order": [SeatParam(1), SeatParam(0)],
        "start": CellParam(2, "B1"),
        "leader": -1,
        "faces": [],
        "dice": 3,
        "steps": [],
    }
    assert msgspec.json.decode(msgspec.json.encode(told), type=Message) == told
    whole = Passed(0, (), 0, 0, (), 1, (Message("x"),))
    assert "steps" not in params_of(whole), "what has no words stays out"


def test_seats_cells_and_lists_are_worded_alike_everywhere() -> None:
    names = namer(["Ada", "Bo"])
    told = Message("core.bad-seats", {"game": [SeatParam(1), SeatParam(0)], "least": CellParam(4, "2:A1")})
    told = msgspec.structs.replace(told, params={**told.params, "most": [], "seats": SeatParam(1)})
    assert say(told, "en", names) == "Bo, Ada is for 2:A1 to none players, not Bo."
    assert say(told, "en") == "1, 0 is for 2:A1 to none players, not 1."
