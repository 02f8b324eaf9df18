"""Everything that can be said has words in every language."""

import ast
import random
from importlib import resources
from typing import get_args

import pytest

from paddock.core.chance import DiceStream, seed_from
from paddock.core.messages import LANGUAGES, Message, catalogue, namer, say
from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.components import Card, StageCard
from paddock.games.dirt_and_dust.events import (
    AnyEvent,
    Bought,
    DriverChosen,
    DriveShown,
    HandDiscarded,
    StageChosen,
)
from paddock.games.dirt_and_dust.language import Operation
from paddock.games.dirt_and_dust.refusals import no
from paddock.games.dirt_and_dust.words import describe

PACKAGE = resources.files("paddock.games.dirt_and_dust")


def own(language: str) -> dict[str, str]:
    return {key: text for key, text in catalogue(language).items() if key.startswith("dirt-and-dust.")}


def test_the_catalogues_say_the_same_things() -> None:
    assert own("en").keys() == own("pl").keys() == own("ru").keys()


def refusals() -> list[Message]:
    """Every refusal the source can make, with some value for each of its parameters."""
    found = []
    for file in PACKAGE.iterdir():
        if not file.name.endswith(".py"):
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            place = {"no": 1, "BadInput": 0}.get(node.func.id)
            if place is None or not isinstance(reason := node.args[place], ast.Constant):
                continue
            home = "dirt-and-dust.no." if node.func.id == "no" else ""
            found.append(Message(home + str(reason.value), {str(word.arg): 2 for word in node.keywords}))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_can_be_said(language: str) -> None:
    assert len(refusals()) > 40
    for refusal in refusals():
        assert refusal.id in own(language)
        assert "{" not in say(refusal, language)


def test_every_event_and_option_has_words() -> None:
    events = {f"dirt-and-dust.{event.__struct_config__.tag}" for event in get_args(AnyEvent)}
    options = {f"dirt-and-dust.option.{field}" for field in DIRT_AND_DUST.Options.__struct_fields__}
    for language in LANGUAGES:
        assert (events | options) <= own(language).keys()


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_whole_games_can_be_told(seats: int) -> None:
    rng = random.Random(seats)
    stream = DiceStream(seed_from(seats))
    state = DIRT_AND_DUST.start(DIRT_AND_DUST.options({"team_cards": "random"}), seats)
    told = set()
    while not (pending := DIRT_AND_DUST.pending(state)).over:
        if pending.chance is not None:
            events = DIRT_AND_DUST.resolve(state, stream.draw(pending.chance))
        else:
            seat = rng.choice(pending.seats)
            events = DIRT_AND_DUST.act(state, seat, DIRT_AND_DUST.actions(state, seat).sample(rng))
        for event in events:
            told.add(type(event))
            for language in LANGUAGES:
                assert "{" not in say(DIRT_AND_DUST.tell(event), language)
                hidden = DIRT_AND_DUST.witness(event, None)
                assert hidden is None or "hidden" not in say(DIRT_AND_DUST.tell(hidden), language)
    assert len(told) > 25


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_can_be_put_in_words(language: str) -> None:
    cards: list[Card | StageCard] = [card for stage in BOX.stages.values() for card in stage.cards]
    for card in [*cards, *BOX.cards.values()]:
        words = " ".join(say(message, language) for message in describe(card))
        assert words
        assert "dirt-and-dust" not in words
        assert "{" not in words


def test_every_operation_has_words() -> None:
    known = own("en")
    for op in get_args(Operation):
        tag = op.__struct_config__.tag
        assert any(key.startswith(f"dirt-and-dust.op.{tag}") for key in known), tag


def test_a_card_reads_well() -> None:
    words = " ".join(say(message) for message in describe(BOX.cards["1A"]))
    told = "Accelerating: With a player die: Take and roll a Boost die."
    assert words == f"Gain 1 Traction. {told} In the grey zone: Gain 1 Wrench."


def names() -> dict[str, str]:
    """Every name in the data by its key in the catalogues."""
    found = {f"card.{card.id}": card.name for card in BOX.cards.values()}
    found |= {f"driver.{driver.id}": driver.name for driver in BOX.drivers.values()}
    found |= {f"stage.{stage.id}": stage.name for stage in BOX.stages.values()}
    return {f"dirt-and-dust.name.{key}": name for key, name in found.items()}


def test_the_names_in_english_are_those_of_the_data() -> None:
    assert {key: text for key, text in own("en").items() if key.startswith("dirt-and-dust.name.")} == names()


@pytest.mark.parametrize("language", ["pl", "ru"])
def test_every_name_has_words_in_every_language(language: str) -> None:
    for key in names():
        assert own(language)[key]
    if language == "ru":
        assert [key for key in names() if own("ru")[key].isascii()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_call_stages_and_ghosts_by_their_names(language: str) -> None:
    words = own(language)
    for stage in BOX.stages:
        assert words[f"dirt-and-dust.option.stage.{stage}"] == words[f"dirt-and-dust.name.stage.{stage}"]
    for level in BOX.ghosts.values():
        assert words[f"dirt-and-dust.option.ghost.{level.id}"]
        assert own("en")[f"dirt-and-dust.option.ghost.{level.id}"] == level.name


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "0 buys “Serpentine” for 3 Wrenches."),
        ("pl", "0 kupuje kartę „Serpentyna” za 3 Klucze."),
        ("ru", "0 покупает карту «Серпантин» за 3 Ключа."),
    ],
)
def test_messages_call_cards_by_their_names(language: str, told: str) -> None:
    assert say(DIRT_AND_DUST.tell(Bought(0, "7A", 3)), language) == told


def test_whoever_shows_a_message_may_name_the_people_and_leave_the_cards_to_the_catalogue() -> None:
    told = say(DIRT_AND_DUST.tell(Bought(0, "7A", 1)), "en", namer(["Ana"]))
    assert told == "Ana buys “Serpentine” for 1 Wrench."


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_call_everything_by_its_name(language: str) -> None:
    words = own(language)
    shown = say(DIRT_AND_DUST.tell(DriveShown(0, "T4", ("7A", "2A"), (1, 3))), language)
    assert f"{words['dirt-and-dust.name.card.7A']}, {words['dirt-and-dust.name.card.2A']};" in shown
    thrown = say(DIRT_AND_DUST.tell(HandDiscarded(0, ("1S", "1S"))), language)
    assert f": {words['dirt-and-dust.name.card.1S']}, " in thrown
    assert words["dirt-and-dust.name.driver.SF"] in say(DIRT_AND_DUST.tell(DriverChosen(0, "SF")), language)
    assert words["dirt-and-dust.name.stage.old_town"] in say(
        DIRT_AND_DUST.tell(StageChosen("old_town")), language
    )
    refusal = no("DD-SETUP-12", "driver-taken", driver="AY")
    assert words["dirt-and-dust.name.driver.AY"] in say(refusal.message, language)
