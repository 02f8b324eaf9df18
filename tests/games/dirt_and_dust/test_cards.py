"""The card file: what is in it, and how a wrong one is refused."""

import json
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest

from paddock.core.errors import BadInput
from paddock.games.dirt_and_dust.cards import BOX, load
from paddock.games.dirt_and_dust.components import Card, StageCard
from paddock.games.dirt_and_dust.language import (
    Boost,
    Centre,
    Cover,
    DiscardAllActive,
    DiscardAny,
    DiscardSelf,
    Effect,
    FreeCard,
    Gain,
    IgnoreRiskRoll,
    ModDie,
    Move,
    PlayRemoved,
    RemoveCard,
    Repair,
    SetDie,
    Shift,
    ShuffleDiscard,
    Swap,
    TakeRisk,
    TripleNavigators,
)
from paddock.testing import rule

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
        (lambda d: d["team_cards"][16]["effects"][3]["when"].update(value=7), "Co-driver (8B)", "value"),
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
        (lambda d: d["team_cards"][6].update(pasive={}), "Serpentine (7A)", "pasive"),
        (lambda d: d["stages"][0]["cards"][3].update(efects=[]), "Blue Haven 4", "efects"),
        (lambda d: d["team_cards"][6].update(effects=None), "Serpentine (7A)", "effects"),
        (lambda d: d["team_cards"][6]["effects"].append("boost"), "Serpentine (7A)", "effects[4]"),
        (lambda d: d["team_cards"][6]["effects"][1].update(pay={"speed": 1}), "Serpentine (7A)", "speed"),
        (lambda d: d["team_cards"][6]["effects"][1].update(pay={"wrench": 0}), "Serpentine (7A)", "pay"),
        (lambda d: d["team_cards"].append("a card"), "team card 19", "object"),
        (lambda d: d.update(team_cards={}), "team_cards", "list"),
        (lambda d: d["drivers"][0].update(cards=None), "Harry Jordan (HJ)", "list"),
        (lambda d: d["drivers"][0].update(id="XX"), "Harry Jordan (XX)", "XX"),
        (lambda d: d["drivers"][0].update(id="SF"), "drivers", "once"),
        (lambda d: d["drivers"][0]["cards"][1].update(copies=3), "Harry Jordan (HJ)", "5 cards, not 6"),
        (lambda d: d["starter_cards"].pop(), "starter_cards", "not 4"),
        (lambda d: d["stages"][1].update(id="new_town"), "Old Town Loop (new_town)", "new_town"),
        (lambda d: d["stages"].pop(), "stages", "once"),
        (lambda d: d["trial"]["cards"].pop(), "Trial Stage", "5 cards"),
        (lambda d: d["trial"]["market"].append("1S"), "Ready (1S)", "Racing Team"),
        (lambda d: d["trial"]["starting_deck"].pop(), "trial", "not 9"),
        (lambda d: d["trial"].update(qualify_at="many"), "trial", "qualify_at"),
        (lambda d: d["cockpit"]["position_tracks"]["bricks"]["top"].pop(), "position track", "centre"),
        (lambda d: d["cockpit"]["position_tracks"]["pairs"].update(start="T9"), "position track", "T9"),
        (
            lambda d: d["cockpit"]["position_tracks"]["bricks"]["top"][0].update(id="T2"),
            "position track",
            "own",
        ),
        (lambda d: d["cockpit"]["damage_track"].update(end=0), "damage track", "1"),
        (lambda d: d["cockpit"]["permanent_damage"].reverse(), "permanent_damage", "in order"),
        (lambda d: d["cockpit"]["permanent_damage"].pop(), "permanent_damage", "eliminated"),
        (lambda d: d["cockpit"]["permanent_damage"][3].update(set="few"), "permanent damage 4", "hand_limit"),
        (lambda d: d["dice"]["popularity"]["faces"].append(3), "popularity die", "2"),
        (lambda d: d["dice"]["risk"]["faces"][0].pop("hits"), "risk die", "hits"),
        (lambda d: d["stage_board"].update(face_up_spaces=-6), "stage board", "1"),
        (lambda d: d["solo"]["levels"][0].update(start_pairs=2), "Greenhorn", "3 pairs"),
        (lambda d: d["solo"]["levels"][3].update(risk_dice_on_stage_cards=[1, 2, 11]), "Standard", "11"),
        (lambda d: d["solo"]["levels"].pop(), "solo", "devil"),
        (lambda d: d["limits"].update(wrench="ten"), "limits", "wrench"),
    ],
)
def test_a_wrong_file_is_refused_with_the_card_and_the_reason(change: Change, card: str, reason: str) -> None:
    with pytest.raises(BadInput) as refusal:
        load(changed(change))
    assert card in str(refusal.value.message.params["card"])
    assert reason in str(refusal.value.message.params["reason"])
    assert card in str(refusal.value)


def raising(*cards: int) -> Change:
    def change(data: dict[str, Any]) -> None:
        for card in cards:
            data["trial"]["cards"][card]["effects"] = [{"do": [{"op": "triple_navigators"}]}]

    return change


@rule("DD-RECON-10")
def test_the_trial_stage_may_have_one_card_for_three_navigators() -> None:
    box = load(changed(raising(4)))
    assert [type(op).__name__ for op in box.stages["trial"].cards[4].effects[0].do] == ["TripleNavigators"]
    with pytest.raises(BadInput, match="0 or 1 of them with `triple_navigators`, not 5 and 2"):
        load(changed(raising(3, 4)))


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


COSTS_AND_POINTS = {
    "1S": (None, 0),
    "2S": (None, 0),
    "3S": (None, 0),
    "4S": (None, 0),
    **{f"{driver}{n}": (None, 0) for driver in ("HJ", "SF", "AY", "FK") for n in (1, 2, 3)},
    "1A": (2, 0),
    "2A": (1, 0),
    "3A": (3, 0),
    "4A": (3, 0),
    "5A": (2, 0),
    "6A": (2, 0),
    "7A": (3, 0),
    "8A": (4, 1),
    "9A": (4, 1),
    "1B": (2, 0),
    "2B": (2, 0),
    "3B": (1, 0),
    "4B": (3, 0),
    "5B": (3, 0),
    "6B": (2, 0),
    "7B": (3, 0),
    "8B": (3, 0),
    "9B": (4, 1),
}


def test_what_cards_cost_and_count() -> None:
    found = {card.id: (getattr(card, "cost", None), card.points) for card in BOX.cards.values()}
    assert found == COSTS_AND_POINTS


NAMES = {"traction": "Traction", "wrench": "Wrench", "popularity": "Popularity", "speed": "Speed point"}
COUNTED = {
    "risk_die": "Risk die in your pool",
    "removed_card": "card in your removed pile",
    "empty_slot": "empty slot on your Racing Team board",
}


def amount(n: int, what: str) -> str:
    """`2 Wrenches`, `1 Speed point`."""
    plural = {"wrench": "es", "speed": "s"}.get(what, "") if n > 1 else ""
    return f"{n} {NAMES[what]}{plural}"


def phrase(op: Any) -> str:
    """An operation as the file's own sentences put it."""
    match op:
        case Gain():
            per = f" per {COUNTED[op.per]}" if op.per else ""
            return f"gain {amount(op.n, op.what)}{per}{f' (at most {op.max})' if op.max else ''}"
        case Move():
            return f"move the car {op.n} {'left or right' if op.dir == 'either' else op.dir}"
        case Repair():
            return f"repair {op.n} Risk die"
        case SetDie():
            which = "one unused die" if op.which == "one" else "all your unused dice"
            return f"{'then ' if op.which == 'all' else ''}set {which} to {' or '.join(map(str, op.to))}"
        case ModDie():
            return f"change one unused die by {op.by}"
        case Cover():
            left = f"{op.n} leftmost active cards" if op.n > 1 else "leftmost active card"
            return f"cover your {left}" if op.which == "leftmost" else "cover one of your active cards"
        case FreeCard():
            costs = " or ".join(map(str, op.cost_in))
            where = "from the supply, free, onto the top of your deck"
            return f"take a Racing Team card with printed cost {costs} {where}"
    return {
        Shift: "change row (up or down)",
        Centre: "put the car on the centre space of the top row",
        Boost: "take and roll a Boost die",
        TakeRisk: "take a Risk",
        IgnoreRiskRoll: "treat every Risk die of one roll of yours as blank",
        DiscardSelf: "discard this card",
        DiscardAny: "discard one of your active cards",
        DiscardAllActive: "discard all your active cards",
        RemoveCard: "remove one of your active cards from the game",
        PlayRemoved: "play one of your removed cards into an empty slot",
        ShuffleDiscard: "shuffle your discard pile into your deck",
        Swap: "swap two of your active cards",
        TripleNavigators: "from now on you may have up to 3 Navigators on every Stage card",
    }[type(op)]


def sentence(effect: Effect, passive: bool = False) -> str:
    """An effect as the file's own sentences put it."""
    parts = []
    for what, n in effect.pay.items():
        parts.append(f"pay all your {NAMES[what]}" if n == "all" else f"pay {amount(int(n), what)}")
    for op in effect.do:
        then = "then " if isinstance(op, DiscardSelf) and parts else ""
        parts.append(then + phrase(op))
    text = ", ".join(parts)
    when = effect.when
    conditions = ["Passive"] if passive else []
    if when is not None:
        conditions += [when.row.capitalize()] if when.row else []
        conditions += [f"In the {when.zone} zone"] if when.zone else []
        conditions += [f"Activated by a {when.die.capitalize()} die"] if when.die else []
        conditions += [f"Activated by a die showing {when.value}"] if when.value else []
    first = text[0].upper() + text[1:]
    mandatory = " (mandatory)" if effect.mandatory else ""
    if passive:
        return f"Passive: {first}{mandatory}."
    return f"{', '.join(conditions)}: {text}{mandatory}." if conditions else f"{first}{mandatory}."


def raw_cards() -> list[tuple[str, Card | StageCard, str]]:
    """Every card of the file with the sentences that stand beside its effects."""
    data = json.loads(FILE.read_text())
    slots = [*data["starter_cards"], *data["team_cards"], *(c for d in data["drivers"] for c in d["cards"])]
    found: list[tuple[str, Card | StageCard, str]] = [
        (raw["id"], BOX.cards[raw["id"]], raw["text"]) for raw in slots
    ]
    for stage in (*data["stages"], data["trial"]):
        for raw in stage["cards"]:
            card = BOX.stages[stage["id"]].cards[raw["no"] - 1]
            found.append((f"{stage['id']}-{card.no}", card, raw["text"]))
    return found


@pytest.mark.parametrize(("card", "text"), [pytest.param(c, t, id=i) for i, c, t in raw_cards()])
def test_every_effect_is_what_the_file_says_in_words(card: Card | StageCard, text: str) -> None:
    parts = []
    if isinstance(card, StageCard):
        parts += [f"Move {move.n} {move.dir}." for move in card.moves]
    elif card.passive is not None:
        parts.append(sentence(card.passive, passive=True))
    parts += [sentence(effect) for effect in card.effects]
    assert " ".join(parts) == text


STAGE_COSTS = {
    "blue_haven": [1, 2, 2, 3, 3, 3, 3, 4, 4, 6],
    "old_town": [2, 3, 3, 3, 4, 5, 3, 4, 4, 5],
    "eagle_pass": [2, 2, 3, 5, 2, 4, 3, 3, 4, 4],
    "deep_forest": [2, 3, 3, 4, 3, 4, 5, 3, 4, 5],
    "midnight_run": [3, 3, 2, 4, 4, 3, 4, 5, 3, 5],
    "trial": [2, 3, 3, 4, 4],
}


def test_what_navigators_cost() -> None:
    assert {name: [c.cost for c in stage.cards] for name, stage in BOX.stages.items()} == STAGE_COSTS
