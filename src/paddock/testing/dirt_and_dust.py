"""Tables of Dirt & Dust set up by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from paddock.core import play
from paddock.core.chance import Outcome, Script
from paddock.core.decks import Deck
from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust.actions import AnyAction
from paddock.games.dirt_and_dust.cards import BOX, load
from paddock.games.dirt_and_dust.events import Told
from paddock.games.dirt_and_dust.phases import begin_driving, begin_round
from paddock.games.dirt_and_dust.setup import deal, new_player
from paddock.games.dirt_and_dust.state import Die, Placed, Player, State
from paddock.games.dirt_and_dust.views import card_view
from paddock.testing.harness import refused


def player(
    *,
    hand: Iterable[str] = (),
    slots: Mapping[int, str | Placed] | None = None,
    deck: Iterable[str] = (),
    discards: Mapping[str, int] | None = None,
    removed: Iterable[str] = (),
    dice: Iterable[int] = (),
    boost: Iterable[int] = (),
    popularity_die: int | None = None,
    navigators: Mapping[int, int] | None = None,
    rounds: int = 10,
    **fields: Any,
) -> Player:
    """Returns a player with only what is given; `deck` is in drawing order, `fields` are those of Player."""
    made = new_player(0, "bricks")
    made.hand = sorted(hand)
    order = list(deck)
    made.deck = Deck(dict.fromkeys(order, 0), order[::-1], [], dict(discards or {}))
    for slot, card in (slots or {}).items():
        made.slots[slot - 1] = Placed(card) if isinstance(card, str) else card
    made.removed = sorted(Placed(card) for card in removed)
    made.dice = [Die("player", value) for value in dice] + [Die("boost", value) for value in boost]
    if popularity_die is not None:
        made.dice.append(Die("popularity", popularity_die))
    made.dice.sort()
    made.navigators = [(navigators or {}).get(number, 0) for number in range(1, rounds + 1)]
    for name, value in fields.items():
        assert name in made.__struct_fields__, name
        setattr(made, name, value)
    return made


def before_rolling(*players: Player, stage: str = "blue_haven", round: int = 1, **options: Any) -> State:  # noqa: A002
    """Returns the start of a round, before the dice are rolled."""
    state = _table(players, stage, round, options)
    state.round -= 1
    begin_round(state)
    return state


def driving(
    *players: Player,
    stage: str = "blue_haven",
    round: int = 1,  # noqa: A002
    stock: Mapping[str, int] | None = None,
    **options: Any,
) -> State:
    """Returns the start of the Driving Phase of a round with these players."""
    state = _table(players, stage, round, options)
    state.stock.update(stock or {})
    begin_driving(state)
    return state


def dealt(*drivers: str, **options: Any) -> State:
    """Returns a table with everything decided and no card drawn yet."""
    chosen = {"track": "bricks", "stage": "blue_haven", "drivers": "fixed", "driver_list": drivers} | options
    return DIRT_AND_DUST.start(DIRT_AND_DUST.options(chosen), len(drivers))


def _table(players: Sequence[Player], stage: str, number: int, options: dict[str, Any]) -> State:
    drivers = list(BOX.drivers)[: len(players)]
    chosen = {"track": "bricks", "stage": stage, "drivers": "fixed", "driver_list": drivers} | options
    state = DIRT_AND_DUST.start(DIRT_AND_DUST.options(chosen), len(players))
    deal(state)
    state.players = list(players)
    state.round = number
    for made in state.players:
        made.navigators = made.navigators[: len(BOX.stages[stage].cards)]
    return state


def act(state: State, *actions: AnyAction, seat: int = 0, outcomes: Iterable[Outcome] = ()) -> list[Told]:
    """Applies decisions of a seat one after the other, with scripted dice and cards."""
    script = Script(outcomes)
    events: list[Told] = settle(state, script)
    for action in actions:
        events += DIRT_AND_DUST.act(state, seat, action)
        events += settle(state, script)
    return events


def settle(state: State, outcomes: Iterable[Outcome] | Script) -> list[Told]:
    """Applies scripted dice and cards while any are pending and the script lasts."""
    script = outcomes if isinstance(outcomes, Script) else Script(outcomes)
    return play.settle(DIRT_AND_DUST, state, script.draw)


def throw(state: State, *outcomes: Outcome) -> list[Told]:
    """Applies exactly these dice and cards next."""
    events: list[Told] = []
    script = Script(outcomes)
    for _ in outcomes:
        chance = DIRT_AND_DUST.pending(state).chance
        assert chance is not None, "nothing is rolled or drawn now"
        events += DIRT_AND_DUST.resolve(state, script.draw(chance))
    return events


def forbidden(state: State, action: AnyAction, seat: int = 0) -> str:
    """Returns the id of the rule that forbids an action; asserts that nothing changed."""
    return refused(DIRT_AND_DUST, state, seat, action).rule_id


def card_in(made: Player, slot: int) -> str | None:
    """Returns the card in a slot."""
    placed = made.slots[slot - 1]
    return placed.card if placed is not None else None


def active_values(made: Player) -> list[int]:
    """Returns the values of the active dice, in order."""
    return sorted(die.value for die in made.dice if not die.used and die.value)


@contextmanager
def played_with_cards(cards: Mapping[str, Any]) -> Iterator[None]:
    """Replaces the box's starter, driver and team cards by these, in their data form."""
    shipped = json.loads(DIRT_AND_DUST.shipped_data())
    other = load(json.dumps({**shipped, **cards}).encode())
    parts: list[tuple[dict[str, Any], dict[str, Any]]] = [
        (BOX.cards, other.cards),
        (BOX.team, other.team),
        (BOX.drivers, other.drivers),
    ]
    before = [dict(mine) for mine, _ in parts]
    for mine, theirs in parts:
        mine.update(theirs)
    card_view.cache_clear()
    try:
        yield
    finally:
        for (mine, _), old in zip(parts, before, strict=True):
            mine.update(old)
        card_view.cache_clear()
