"""The card file: what is in it, and how a wrong one is refused."""

import json
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest

from paddock.core.errors import BadInput
from paddock.games.dirt_and_dust.cards import BOX, load

FILE = resources.files("paddock.games.dirt_and_dust") / "data" / "components.json"
Change = Callable[[dict[str, Any]], object]


def changed(change: Change) -> bytes:
    data = json.loads(FILE.read_text())
    change(data)
    return json.dumps(data).encode()


def test_the_box_holds_what_the_list_of_components_says() -> None:
    assert len(BOX.team) == 18
    assert all(card.copies == 8 for card in BOX.team.values())
    assert len(BOX.drivers) == 4
    assert all(sum(card.copies for card in driver.cards) == 5 for driver in BOX.drivers.values())
    assert sum(card.copies_per_player for card in BOX.starters) == 5
    assert [len(stage.cards) for stage in BOX.stages.values()] == [10] * 5 + [5]
    assert len(BOX.ghosts) == 7


def test_every_card_says_where_it_comes_from() -> None:
    for card in BOX.cards.values():
        assert card.source
    for stage in BOX.stages.values():
        assert all(card.source for card in stage.cards)


@pytest.mark.parametrize(
    ("change", "card", "reason"),
    [
        (
            lambda d: d["team_cards"][6]["effects"][0]["do"][0].update(op="teleport"),
            "Serpentine (7A)",
            "teleport",
        ),
        (lambda d: d["team_cards"][6].pop("cost"), "Serpentine (7A)", "cost"),
        (lambda d: d["team_cards"][6].pop("points"), "Serpentine (7A)", "points"),
        (lambda d: d["team_cards"][6].update(cost=-1), "Serpentine (7A)", "cost"),
        (lambda d: d["team_cards"][6].update(cost="three"), "Serpentine (7A)", "cost"),
        (lambda d: d["team_cards"][6].update(copies=0), "Serpentine (7A)", "copies"),
        (lambda d: d["team_cards"][4]["effects"][0]["do"][0].update(n=0), "Roadbook (5A)", "n"),
        (lambda d: d["team_cards"][4]["effects"][0]["do"][0].pop("what"), "Roadbook (5A)", "what"),
        (lambda d: d["team_cards"][4]["effects"][0]["do"][0].update(what="fuel"), "Roadbook (5A)", "fuel"),
        (lambda d: d["team_cards"][4]["effects"][0].update(whenever={}), "Roadbook (5A)", "whenever"),
        (lambda d: d["team_cards"][16]["effects"][2]["when"].update(value=7), "Co-driver (8B)", "value"),
        (lambda d: d["drivers"][0]["cards"][0].pop("effects"), "Harry Jordan (HJ1)", "effects"),
        (
            lambda d: d["drivers"][0]["cards"][2]["effects"][0]["do"][0].update(to=[9]),
            "Harry Jordan (HJ3)",
            "to",
        ),
        (lambda d: d["drivers"][1]["cards"][0]["passive"]["do"].append({"op": "swap"}), "(SF1)", "swap"),
        (lambda d: d["starter_cards"][0].update(copies_per_player=True), "Ready (1S)", "copies_per_player"),
        (lambda d: d["stages"][0]["cards"][3].update(no=5), "Blue Haven 4", "`no` 4"),
        (lambda d: d["stages"][0]["cards"][3]["moves"][0].update(dir="up"), "Blue Haven 4", "up"),
        (lambda d: d["stages"][0]["cards"].pop(), "Blue Haven", "10 cards"),
        (lambda d: d["stages"][0]["cards"][9].update(effects=[]), "Blue Haven", "triple_navigators"),
        (lambda d: d["team_cards"][1].update(number=1), "set A", "1 to 9"),
        (lambda d: d["team_cards"][1].update(id="1A"), "(1A)", "twice"),
        (lambda d: d["trial"]["market"].append("9Z"), "9Z", "does not exist"),
        (lambda d: d.pop("scoring"), "scoring", "missing"),
    ],
)
def test_a_wrong_file_is_refused_with_the_card_and_the_reason(change: Change, card: str, reason: str) -> None:
    with pytest.raises(BadInput) as refusal:
        load(changed(change))
    assert card in refusal.value.message.params["card"]
    assert reason in refusal.value.message.params["reason"]
    assert card in str(refusal.value)


def test_a_file_that_is_no_json_is_refused() -> None:
    with pytest.raises(BadInput):
        load(b"{")


def test_no_card_is_named_in_the_code() -> None:
    package = resources.files("paddock.games.dirt_and_dust")
    names = {card.name for card in BOX.cards.values()} | {f'"{card}"' for card in BOX.cards}
    for file in package.iterdir():
        if file.name.endswith(".py"):
            text = file.read_text()
            assert not [name for name in names if name in text], file.name
